"""What one seat alone may know is in no byte that anybody else is sent.

The strong form: two games that differ only in a secret are played side by side, with the same
clock, codes, tokens and intents; everybody else must be answered the same, byte for byte.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import itsdangerous
import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion import chance
from companion.app import create_app
from companion.config import Config
from companion.ledger.where import DatabaseLocation
from companion.play.shelf import NoteStore, notes_owner_of_table
from companion.referee.panels import TAB_KEYS
from companion.web.files import VERSIONED_ENDPOINTS
from companion.web.request.phone import _hashed
from companion.web.routes.table import TAB_BY_OLD_NAME
from tests.kit.phones import Phone, without_marks
from tests.kit.steady import clocked

CODE = "K7QX"
#: The group of Ben and the watcher, in which the table's evening is, and the key of its link.
GROUP, KEY = "group-of-ben", "its-key"
EXPIRES = re.compile(r"Expires=[^;]*; ")
#: An answer in full: where from, status, headers, body.
Seen = tuple[str, int, tuple[tuple[str, str], ...], str]

LAID_OUT = (
    "deal dark 2 1 dark dark dark",
    "goal stable-life",
    "begin",
    "shift 1",
    "collect",
    "took 1",
    "place all",
    "lay 1 psi",
    "mend proto 6",
    "mend stable 6",
    "tiles done 1 psi 1",
    "mend hand 11",
    "gain 1 evolution",
)
#: The same game twice; the values drawn and the cards held are not the same.
ONE = ("hand 5 1 0 3", "life 3 8", "use evolution 7 with light")
OTHER = ("hand 2 2 4 1", "life 3 7", "use evolution 8 with light")
#: Values of paths' parts, so that every address of a table is asked for.
PARTS: dict[str, tuple[Any, ...]] = {
    "code": (CODE,),
    "tab": TAB_KEYS[1:],
    "was": tuple(TAB_BY_OLD_NAME),
    "slug": ("crafting",),
    "group": (GROUP,),
    "key": (KEY, "nonsense"),
    # A right one opens a finished game alone, and this one goes on.
    "link": (f"{CODE}-nonsense",),
    "kind": ("games.csv", "players.csv", "evenings.json", "bgstats.json"),
    "seat": (1, 2),
    "token": ("nonsense",),
    "proof": ("nonsense",),
    "seq": tuple(range(1, 30)),
    "panel": ("tell", "put", "end", "complete", "mend-tiles", "nonsense"),
}


class Game:
    """One of the two games: Mira with a secret, Ben beside her, and somebody who watches."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.seen: list[Seen] = []
        self.intents = count(1)
        self.mira, self.ben, self.zoe = Phone(app), Phone(app), Phone(app)
        self.mira.post("/tables", game="crafting", seats=2, name="Mira")
        self.ben.post(f"/t/{CODE}/sit", seat=2, name="Ben")
        self.mira.post(f"/t/{CODE}/start")
        self.form_group()
        for action in LAID_OUT:
            self.plays(action)
        self.streams = [self.ben.watch(CODE), self.zoe.watch(CODE), self.zoe.watch(CODE, "screen")]
        self.streams.append(self.ben.watch(CODE, "seats"))

    def plays(self, action: str, **fields: Any) -> TestResponse:
        """A tap of Mira's that counts, a correction too. What she is answered is hers."""
        self.mira.post(f"/t/{CODE}/consent", consent="0")
        answer = self.mira.tap(CODE, action, seat=1, intent=f"mira{next(self.intents)}", **fields)
        assert answer.status_code == 200, answer.text
        self.mira.post(f"/t/{CODE}/consent", consent="1")
        return answer

    def form_group(self) -> None:
        """The group as it is before anybody leaves it or takes the evening out."""
        store, table = self.app.extensions["companion"].store, table_of(self)
        ben, zoe = table.seat_at(2).phone, _hashed(token_of(self.zoe))
        for house, kind, notes in (
            (GROUP, "-group", {"name": "Friends", "key": KEY}),
            (GROUP, "-members", {ben: "Ben", zoe: "Zoe"}),
            (ben, "-groups", {GROUP: "1"}),
            (zoe, "-groups", {GROUP: "1"}),
            (GROUP, "-evenings", {CODE: ben}),
            (notes_owner_of_table(CODE), "-groups", {GROUP: ben}),
        ):
            shelf = NoteStore(store, house, kind)
            if not notes.items() <= shelf.read().items():
                shelf.write(notes)

    def sends(self, phone: Phone, path: str, **fields: Any) -> None:
        """A tap of somebody else's, with and without scripts; both answers are looked at."""
        for more in ({"HX-Request": "true"}, {}):
            data = {"intent": f"other{next(self.intents)}", **fields}
            headers = {**phone.headers, **more}
            self.look(path, phone.client.post(f"/t/{CODE}/{path}", data=data, headers=headers))

    def look(self, path: str, answer: TestResponse) -> None:
        # The day on which a cookie ends is the real clock's.
        plain = [(key, EXPIRES.sub("", value)) for key, value in answer.headers.items()]
        self.seen.append(
            (path, answer.status_code, tuple(sorted(plain)), without_marks(answer.text))
        )

    def look_around(self) -> None:
        """Everything that can be asked for, by Ben and by the watcher."""
        for phone in (self.ben, self.zoe):
            for path in addresses(self.app):
                self.look(path, phone.get(path))
                self.look(path, phone.get(path, headers={"HX-Request": "true"}))

    def hear(self) -> None:
        """The next message of every open stream."""
        for stream in self.streams[:3]:
            self.seen.append(("stream", 200, (), without_marks(stream.message())))

    def close(self) -> None:
        for stream in self.streams:
            stream.close()
        self.app.extensions["companion"].close()


#: A stream does not end; the metrics are seconds and counts of the process, of no table.
NO_PAGES = ("stream.stream", "health.metrics")


def addresses(app: Flask) -> Iterator[str]:
    """Every address that can be got, but for files and for streams, which do not end."""
    with app.test_request_context():
        for rule in app.url_map.iter_rules():
            if "GET" not in (rule.methods or ()) or rule.endpoint in (
                *VERSIONED_ENDPOINTS,
                *NO_PAGES,
            ):
                continue
            assert rule.arguments <= PARTS.keys(), f"{rule}: name values for its parts"
            for values in combinations(sorted(rule.arguments)):
                built = rule.build(values)
                assert built is not None, rule
                yield built[1]


def combinations(names: list[str]) -> Iterator[dict[str, Any]]:
    if not names:
        yield {}
        return
    for value in PARTS[names[0]]:
        for rest in combinations(names[1:]):
            yield {names[0]: value, **rest}


@pytest.fixture
def play(
    database_named: Callable[[str], DatabaseLocation], monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[str], Game]]:
    """Begins a game in which nothing is left to chance or to the clock."""
    games: list[Game] = []
    monkeypatch.setattr(itsdangerous.TimestampSigner, "get_timestamp", lambda self: 1_000_000)

    def begin(name: str) -> Game:
        monkeypatch.setattr(chance, "secrets", Certain())
        config = Config(database_named(name), "not so secret", heartbeat=60)
        app = create_app(config, **clocked(lambda: 1_000_000.0))
        app.testing = True
        games.append(Game(app))
        return games[-1]

    yield begin
    for game in games:
        game.close()


class Certain(random.Random):
    """In the place of the module `secrets`: the same code and the same tokens every time."""

    def __init__(self) -> None:
        super().__init__(1)
        self._codes, self._tokens = iter(CODE), count(1)

    def choice(self, pool: Any) -> Any:
        return next(self._codes)

    def token_hex(self, length: int) -> str:
        """Really by chance: marks are left out of what is compared."""
        return random.SystemRandom().randbytes(length).hex()

    def token_urlsafe(self, length: int) -> str:
        return f"token{next(self._tokens)}"


def tell_everything(game: Game, secrets: tuple[str, ...]) -> None:
    """Mira tells her secrets; the others look, hear, tap, and are refused."""
    for secret in secrets:
        game.plays(secret)
        game.hear()
    game.look_around()
    game.sends(game.ben, "act", seat=2, action="shift 2", seen=1)
    game.mira.post(f"/t/{CODE}/consent", consent="0")
    game.sends(game.ben, "act", seat=2, action="mend star-group 1", seen=1)
    game.mira.post(f"/t/{CODE}/consent", consent="1")
    game.sends(game.ben, "act", seat=2, action="mend star-group 0", seen=1, intent="mira14")
    game.sends(game.ben, "act", seat=1, action="life 3 8")
    game.sends(game.zoe, "act", seat=1, action="end")
    game.hear()
    wish(game)
    for path in ("agree", "withdraw"):
        game.sends(game.zoe, path, proposal=last_event(game))
    game.look_around()
    game.sends(game.ben, "withdraw", seat=2, proposal=last_event(game))
    game.look_around()


def wish(game: Game) -> None:
    """Mira would like to take back what she did last: she saw a token by it."""
    entry = table_of(game).last_entry_of(1)
    path = f"/t/{CODE}/take-back"
    headers = {**game.mira.headers, "HX-Request": "true"}
    data = {"entry": entry.seq, "seat": 1, "intent": "wish"}
    answer = game.mira.client.post(path, data=data, headers=headers)
    assert "Waiting for someone to approve" in answer.text
    game.hear()


def token_of(phone: Phone) -> str:
    """The secret in this phone's cookie."""
    phone.get("/")
    with phone.client.session_transaction() as cookie:
        return str(cookie["phone"])


def table_of(game: Game) -> Any:
    return game.app.extensions["companion"].store.latest(CODE)


def last_event(game: Game) -> int:
    return int(table_of(game).seq)


@pytest.mark.long
def test_two_games_with_other_secrets_look_the_same_to_others(
    play: Callable[[str], Game],
) -> None:
    one, other = play("one"), play("other")
    tell_everything(one, ONE)
    tell_everything(other, OTHER)
    assert len(one.seen) == len(other.seen) > 100
    for here, there in zip(one.seen, other.seen, strict=True):
        assert here == there
    own = [game.mira.get(f"/t/{CODE}/own").text for game in (one, other)]
    assert own[0] != own[1], "Mira sees what she told"


@pytest.mark.long
def test_the_secrets_are_there_to_be_found(play: Callable[[str], Game]) -> None:
    """The test above is worth nothing if its games hold no secret, or nobody looks at them."""
    game = play("one")
    tell_everything(game, ONE)
    board = table_of(game).state.board(1)
    assert [life.value for life in board.lives] == [8, 7] and board.entered is not None
    looked_at = {path for path, *_ in game.seen}
    assert {"stream", "act", "withdraw", f"/t/{CODE}", f"/t/{CODE}/own"} <= looked_at
    assert {f"/t/{CODE}/{each}" for each in ("history", "transcript", "screen")} <= looked_at
    files = {f"/groups/{GROUP}", f"/groups/{GROUP}/games.csv", f"/evenings/of/{CODE}"}
    answered = {path for path, status, *_ in game.seen if status == 200}
    assert files <= answered, "the group is Ben's and the watcher's"
    said = "".join(text for *_, text in game.seen)
    # Not `in` as it stands: pytest would take minutes to print all that was said.
    expected = (
        "Mira created advanced life",
        "Mira entered their cards",
        "asks the table. ",
        "Meanwhile",
    )
    assert [words for words in (*expected, "Something got mixed up") if words not in said] == []


def test_after_the_reveal_everybody_may_see_them(play: Callable[[str], Game]) -> None:
    """What is turned over is on everybody's page, so the comparison above would have seen it."""
    game = play("one")
    for action in (*ONE, "end stabilise", "mend supply 0"):
        game.plays(action)
    for action in ("shift 2", "collect", "took", "end stabilise", "goal supernovae"):
        answer = game.ben.tap(CODE, action, seat=2)
        assert answer.status_code == 200, answer.text
    assert '<td role="cell">15</td>' not in game.ben.get(f"/t/{CODE}").text
    game.plays("reveal")
    assert '<td role="cell">15</td>' in game.ben.get(f"/t/{CODE}").text
    assert "life 3 8" in game.zoe.get(f"/t/{CODE}/transcript").text
