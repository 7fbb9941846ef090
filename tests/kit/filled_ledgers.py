"""Tables with people on every seat, put straight into a new ledger before a server starts.

The phones' cookies are signed as the server signs them, with the secret beside the database.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from typing import Any

from flask.sessions import SecureCookieSessionInterface
from flask.testing import FlaskClient

from companion.app import create_app
from companion.chance import new_token
from companion.config import Config, ensure_secret
from companion.games import CATALOGUE
from companion.ledger.where import DatabaseLocation
from companion.play import TableStore, lobby
from companion.referee.judge import judge
from companion.rule_search import RuleSearch
from companion.tables import Event, Kind
from tests.kit.nine_cells import SMALL

GAMES = {**CATALOGUE, SMALL.slug: SMALL}
SEATS = 4
#: Different games that the tables of a benchmark play, each table from a place of its own.
PLAYS = 25
#: Actions of a play that nobody's phone is measured with: the set-up before the first round.
OPENING = 8
#: How a game of Crafting the Cosmos begins that corrections alone go on with: see `mends`.
DEALT = [(1, "deal 4 dark 2 3 1 dark dark"), (1, "goal helium"), (1, "begin")]

Move = tuple[int, str]


@dataclass(frozen=True)
class Phone:
    """A phone that sits at a table: how the ledger knows it, and how it knows itself."""

    hashed: str
    cookie: str


class Ledgers:
    """A new ledger to be filled. Close it before a server opens it."""

    def __init__(self, database: DatabaseLocation) -> None:
        config = Config(database, ensure_secret(database))
        self._app = create_app(config, games=GAMES)
        self.store: TableStore = self._app.extensions["companion"].store
        self.searches: Mapping[str, RuleSearch] = self._app.extensions["companion"].search

    def close(self) -> None:
        self._app.extensions["companion"].close()

    def phone(self) -> Phone:
        token = new_token()
        signer = SecureCookieSessionInterface().get_signing_serializer(self._app)
        assert signer is not None, "the app has a secret"
        cookie = f"companion={signer.dumps({'phone': token, '_permanent': True})}"
        return Phone(sha256(token.encode()).hexdigest()[:32], cookie)

    def client(self, cookie: str) -> FlaskClient:
        """A phone with this cookie, asking the app that filled the ledger."""
        client = self._app.test_client()
        name, _, value = cookie.partition("=")
        client.set_cookie(name, value)
        return client

    def table(
        self, slug: str, played: list[Move], moves: list[Move], questions: Sequence[str] = ()
    ) -> dict[str, Any]:
        """A started table with four phones, these actions done and these proposals open, as the
        driver wants it.
        """
        phones = [self.phone() for _ in range(SEATS)]
        table = lobby.open_table(self.store, slug, SEATS, phones[0].hashed)
        for seat, phone in enumerate(phones, start=1):
            lobby.sit_down_at_seat(self.store, table.code, seat, phone.hashed)
        table = lobby.start_game(self.store, table.code, phones[0].hashed)
        events = [
            Event(table.code, number, table.at, seat, "played", action, f"s{number}")
            for number, (seat, action) in enumerate(played, start=table.seq + 1)
        ]
        asked = [
            Event(table.code, number, table.at, number % SEATS + 1, Kind.PROPOSED, question)
            for number, question in enumerate(questions, start=table.seq + len(events) + 1)
        ]
        self.store.ledger.append_new_table([*events, *asked])
        told = [{"seat": n, "cookie": each.cookie} for n, each in enumerate(phones, start=1)]
        return {"code": table.code, "phones": told, "moves": moves}

    def tables(self, slug: str, count: int, each: int) -> list[dict[str, Any]]:
        """So many tables, each somewhere in a game, with moves for `each` more actions."""
        return [self.table(slug, *place(slug, number, each)) for number in range(count)]


def place(slug: str, number: int, each: int) -> tuple[list[Move], list[Move]]:
    """What the table with this number has played, and what it will."""
    if slug == SMALL.slug:
        return [], list(itertools.islice(taps(number), each))
    whole = game_at_random(slug, number % PLAYS)
    room = max(1, len(whole) - each - OPENING)
    start = OPENING + number * 37 % room
    return whole[:start], whole[start : start + each]


def taps(seed: int) -> Iterator[Move]:
    """Taps of the small game without end."""
    rng = random.Random(seed)
    while True:
        yield rng.randint(1, SEATS), f"tap {rng.randint(1, 9)}"


def mends(seats: int = SEATS) -> Iterator[Move]:
    """An action of Crafting the Cosmos that is allowed at any time, without end."""
    for number in itertools.count():
        yield number % seats + 1, f"mend points {number % 50}"


def long_log(events: int) -> list[Move]:
    """So many actions of Crafting the Cosmos, far more than a game has."""
    return [*DEALT, *itertools.islice(mends(), events - len(DEALT))]


@cache
def game_at_random(slug: str, seed: int) -> list[Move]:
    """A whole game of people who tap at random what is allowed; the same for the same seed."""
    game, rng = GAMES[slug], random.Random(seed)
    state, moves = game.setup(SEATS, {}), []
    while turn := sorted(game.seats_to_act(state)):
        seat = rng.choice(turn)
        offered = list(game.candidates(state, seat))
        rng.shuffle(offered)
        action = next((each for each in offered if judge(game, state, seat, each).allowed), None)
        if action is None:
            break
        drawn = game.draw_for_action(state, action)
        if drawn is not None:
            picked = rng.choices if drawn.again else rng.sample
            items = picked(drawn.pool, k=drawn.count)
            action = game.read(" ".join((game.write(action), *items)))
        moves.append((seat, game.write(action)))
        state = game.apply(state, seat, action)
    return moves
