"""No route answers with what another seat alone knows, whichever field names that seat.

Every route of the app is asked, by every method, with the foreign seat in every field that any
route reads, by another seat's phone that is also the host, by one that only watches, and by one
without a cookie. Two games that differ only in that seat's secrets must answer byte for byte the
same. A new route is asked as well, without a word here; a new part of a path has to be named.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache

import pytest
from flask import Flask

from companion.tables import Event
from companion.web.files import VERSIONED_ENDPOINTS
from companion.web.reply import reply
from companion.web.request.phone import _hashed
from tests.kit.phones import Phone, without_marks
from tests.kit.shape import CODE as COMPANION
from tests.kit.shape import called, is_words, tree
from tests.web.test_secrets import (
    CODE,
    GROUP,
    ONE,
    OTHER,
    PARTS,
    Game,
    combinations,
    play,
    table_of,
    token_of,
)

__all__ = ["play"]

#: The seat whose secrets are not to be found.
FOREIGN = "1"
#: Fields by which `companion/web` reads a request, besides `request.form` and `request.args`.
READERS = frozenset({"form_number", "getlist"})
#: What makes a tap a whole one, where the seat's number alone would not.
WHOLE = {
    "action": "life 3 8",
    "key": "end.closing",
    "consent": "all",
    "name": "Kim",
    "order": "2 1",
    "group": GROUP,
    "do": "take",
    "said": "life 3 8, nebula 2, stable",
    "instead": "life 3 8, chem",
    "counts": "life 3 8",
}


@cache
def fields() -> frozenset[str]:
    """The names of all fields that any module of the web asks a request for."""
    found: set[str] = {"viewer", "for", "playing"}
    for path in (COMPANION / "web").rglob("*.py"):
        for node in ast.walk(tree(path)):
            found |= set(_named(node))
    return frozenset(found)


def _named(node: ast.AST) -> Iterator[str]:
    if not (isinstance(node, ast.Call) and node.args and is_words(node.args[0])):
        return
    asked = ast.unparse(node.func)
    if called(node) in READERS or asked.startswith(("request.form.", "request.args.")):
        assert isinstance(node.args[0], ast.Constant)
        yield str(node.args[0].value)


def routes(app: Flask) -> Iterator[tuple[str, str]]:
    """Every method and address, but for files."""
    for rule in app.url_map.iter_rules():
        # The metrics are seconds and counts of the process, of no table.
        if rule.endpoint in (*VERSIONED_ENDPOINTS, "health.metrics"):
            continue
        assert rule.arguments <= PARTS.keys(), f"{rule}: name values for its parts"
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}:
            for values in combinations(sorted(rule.arguments)):
                built = rule.build(values)
                assert built is not None, rule
                yield method, built[1]


class Asking:
    """The same questions at fresh copies of one game's table."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.store = game.app.extensions["companion"].store
        self.events = self.store.ledger.events(CODE)
        ben = table_of(game).seat_at(2).phone
        last = self.events[-1]
        self.events.append(Event(CODE, last.seq + 1, last.at, 0, "hosted", ben))
        self.begin()

    def begin(self) -> None:
        """The table and the group again as they were before anybody asked."""
        self.game.form_group()
        if table_of(self.game).seq == self.events[-1].seq:
            return
        self.store.ledger.delete(CODE)
        self.store._tables.clear()
        self.store.create_table(*(replace(event) for event in self.events))

    def phones(self) -> tuple[Phone, ...]:
        """Who asks."""
        return (self.game.ben, self.game.zoe, Phone(self.game.app))

    def ask_everything(self) -> None:
        for method, path in routes(self.game.app):
            for phone in self.phones():
                self.ask(method, path, phone, whole=False)
                if method == "POST":
                    self.begin()
                    self.ask(method, path, phone, whole=True)
                    self.begin()

    def ask(self, method: str, path: str, phone: Phone, whole: bool) -> None:
        sent = dict.fromkeys(sorted(fields()), FOREIGN) | (WHOLE if whole else {})
        for more in ({}, {"HX-Request": "true"}) if method == "POST" else ({},):
            answer = phone.client.open(
                path,
                method=method,
                headers={**phone.headers, **more},
                query_string=sent,
                data={**sent, "intent": f"{path}{whole}{more}"} if method == "POST" else None,
                buffered=not path.endswith("/stream"),
            )
            if path.endswith("/stream"):
                text = next(answer.iter_encoded()).decode() if answer.status_code == 200 else ""
                self.game.seen.append((path, answer.status_code, (), without_marks(text)))
                answer.close()
            else:
                self.game.look(path, answer)
        if method == "POST":
            # What is left for the next page.
            self.game.look(path, phone.get(f"/t/{CODE}"))


class Covered(Asking):
    """The same by a phone that plays the foreign seat since a moment, and may not see yet what it
    hides: the seat's own phone was not there to say yes.
    """

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.dan = Phone(game.app)
        dan = _hashed(token_of(self.dan))
        last = self.events[-1]
        for step, kind in enumerate(("asked-seat", "gave-seat"), start=1):
            self.events.append(Event(CODE, last.seq + step, last.at, 1, kind, f"{dan} 2"))
        self.begin()
        assert table_of(game).seats_of(dan) == (1,)

    def phones(self) -> tuple[Phone, ...]:
        return (self.dan,)


def play_with_secrets(
    play: Callable[[str], Game], name: str, secrets: tuple[str, ...], who: type[Asking] = Asking
) -> Asking:
    game = play(name)
    for secret in secrets:
        game.plays(secret)
    for stream in game.streams:
        stream.close()
    return who(game)


@pytest.mark.longest
@pytest.mark.some(2)
@pytest.mark.parametrize("who", [Asking, Covered])
def test_every_route_with_a_foreign_seat_in_every_field(
    play: Callable[[str], Game], who: type[Asking]
) -> None:
    one = play_with_secrets(play, "one", ONE, who)
    one.ask_everything()
    other = play_with_secrets(play, "other", OTHER, who)
    other.ask_everything()
    assert len(one.game.seen) == len(other.game.seen) > 200
    for here, there in zip(one.game.seen, other.game.seen, strict=True):
        assert here == there
    assert {"consent", "what-if", "take-over", "sheet", "stream", "news", "may"} <= {
        part for path, *_ in one.game.seen for part in path.split("/")
    }


def test_the_fields_are_found() -> None:
    assert {"seat", "viewer", "for", "entry", "proposal", "consent", "token"} <= fields()


def test_a_leak_would_be_found(
    play: Callable[[str], Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As it was once: an answer drawn for whatever seat the form names."""
    monkeypatch.setattr(reply, "seat_for_tap_reply", lambda table, seat: seat)
    asking = play_with_secrets(play, "one", ONE)
    with pytest.raises(PermissionError, match="does not hold"):
        asking.ask("POST", f"/t/{CODE}/consent", asking.game.ben, whole=True)
