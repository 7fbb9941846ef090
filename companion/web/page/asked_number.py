"""Words the number that others are asked to correct: the old one, the new one and the difference,
with what makes one look twice.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.referee.text import SeatName, Text, untranslated
from companion.tables import (
    Correction,
    CountChange,
    Proposal,
    Table,
    corrected_number,
    has_same_digits,
    last_change,
)
from companion.web.language.sentences import say, sentence
from companion.web.page.table_cache import cache_of_table


@dataclass(frozen=True)
class AskedNumber:
    """A number from `before` to `after`. `title`: whose and what; `hints`: what the log knows of
    it, and what it looks like.
    """

    title: Text
    before: int
    after: int
    change: str
    hints: tuple[tuple[str, Text], ...]


def asked_number(table: Table, proposal: Proposal, wanted: Correction) -> AskedNumber | None:
    """Returns the number that this proposal sets, `wanted` as its viewer may know it; None if it
    sets none that all can count.
    """
    change = corrected_number(table.game, proposal.before, wanted)
    return None if change is None else _asked(table, proposal, change)


def asked_number_words(table: Table, proposal: Proposal) -> str:
    """Returns the number in one line: "Counters: from 4 to 7 (+3)"; "" if there is none."""
    change = corrected_number(table.game, proposal.before, proposal.wanted)
    if change is None:
        return ""
    words = Text(
        "{what}: from {before} to {after} ({change})",
        what=change.what,
        before=change.before,
        after=change.after,
        change=untranslated(_signed(change)),
    )
    return sentence(say(words))


def _asked(table: Table, proposal: Proposal, change: CountChange) -> AskedNumber:
    name = SeatName(change.seat)
    last = cache_of_table(table).get_or_make(
        ("last change", proposal.seq), (table.seq, table.openly), lambda: last_change(table, change)
    )
    hints = []
    if last is not None:
        words = Text(
            "In the log {name} last went from {before} to {after} ({change})",
            name=name,
            before=last.before,
            after=last.after,
            change=untranslated(_signed(last)),
        )
        hints.append(("clock", words))
    if has_same_digits(change):
        hints.append(("eye", Text("Same digits, other order: look again")))
    title = Text("{name} corrects: {what}", name=name, what=change.what)
    return AskedNumber(title, change.before, change.after, _signed(change), tuple(hints))


def _signed(change: CountChange) -> str:
    return f"{change.after - change.before:+d}".replace("-", "\N{MINUS SIGN}")
