"""Shelf: what people typed in about their own box, kept for the later tables of the same people.

Each phone at a table keeps it. It is known to all anyway: no secret of a seat lies on a shelf.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.ledger import Ledger, Shelved, Unavailable
from companion.referee.game import Game
from companion.tables import Table

#: What a table takes from a shelf at most, the newest.
MOST = 300


def learn(ledger: Ledger, before: Table, after: Table) -> None:
    """Puts on the shelves of all phones here what the table has learned by its newest event.

    Nobody waits for it and nothing hangs on it: where it cannot be written, it is typed in again.
    """
    known = after.game.house(after.state) if after.started else {}
    old = before.game.house(before.state) if before.started else {}
    if known == old:
        return
    changed = {
        name: known.get(name, "") for name in (*old, *known) if old.get(name) != known.get(name)
    }
    try:
        ledger.shelve(list(_for_all(after, changed)))
    except Unavailable:
        return


def _for_all(table: Table, changed: Mapping[str, str]) -> Iterable[Shelved]:
    phones = {table.host, *(seat.phone for seat in table.seats)} - {""}
    for phone in sorted(phones):
        for name, value in changed.items():
            yield Shelved(phone, table.game.slug, name, value, table.at)


def from_shelves(ledger: Ledger, game: Game, phones: Iterable[str]) -> dict[str, str]:
    """What these phones know of their box together, the newest value of each name."""
    kept = [each for phone in sorted(set(phones)) for each in ledger.shelf(phone, game.slug)]
    newest = {each.name: each.value for each in sorted(kept, key=lambda each: each.at)[-MOST:]}
    return {
        name: value for name, value in newest.items() if value and game.takes_option(name, value)
    }


def not_chosen_yet(table: Table, known: Mapping[str, str]) -> dict[str, str]:
    """What of this the table takes over before its start: a rule that was chosen for it stays."""
    defaults = {option.key: option.default for option in table.game.options}
    chosen = {key for key, value in table.options if value != defaults.get(key, value)}
    return {name: value for name, value in known.items() if name not in chosen}
