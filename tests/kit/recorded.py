"""Pages of recorded games: tables brought to the moments that show every kind of panel, and what
each kind of viewer is sent there, parsed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from flask import Flask

from companion.games import CATALOGUE
from companion.play import TableStore
from companion.tables import Event, Kind, Table
from tests.kit.elements import Element, parsed
from tests.kit.kept_games import kept_games, states, transcript_of
from tests.kit.phones import Phone


@dataclass(frozen=True)
class Moment:
    """So many actions of a recorded game."""

    file: Path
    steps: int

    def __str__(self) -> str:
        return f"{self.file.stem}, {self.steps} actions"


@cache
def moments(slug: str) -> tuple[Moment, ...]:
    """Few moments that together show every kind of panel to whoever acts, waits or watches; of the
    moments that show as many, the latest, for late pages hold most.
    """
    kinds = {
        Moment(file, steps): frozenset(_kinds(slug, state))
        for file in kept_games(slug)
        for steps, state in reversed([*enumerate(states(slug, file))])
    }
    chosen = [Moment(kept_games(slug)[0], 0)]
    missing = frozenset[Any]().union(*kinds.values()) - kinds[chosen[0]]
    while missing:
        best = max(kinds, key=lambda moment: len(kinds[moment] & missing))
        chosen.append(best)
        missing -= kinds[best]
    return tuple(sorted(chosen, key=lambda moment: (moment.file, moment.steps)))


def _kinds(slug: str, state: Any) -> Iterator[tuple[str, str, str]]:
    """What kinds of panels there are, by who looks. A number in a name makes no other kind."""
    game = CATALOGUE[slug]
    for who, seat in looking(game.seats_to_act(state), len(tuple(state.all_seats))):
        for panel in game.show(state, seat):
            yield who, type(panel).__name__, re.sub(r"[\d.]+", "#", panel.id)


def looking(acting: frozenset[int], seats: int) -> Iterator[tuple[str, int]]:
    """Somebody who acts, somebody who waits, somebody who watches (0), as far as there are."""
    waiting = [seat for seat in range(1, seats + 1) if seat not in acting]
    yield from (("acts", seat) for seat in sorted(acting)[:1])
    yield from (("waits", seat) for seat in waiting[-1:])
    yield "watches", 0


class Recorded:
    """Tables at which recorded games are played on, and their phones; seat 1's is the host. `name`:
    who sits in a seat.
    """

    def __init__(self, app: Flask, name: Callable[[int], str] = "Player {}".format) -> None:
        self.app, self.name = app, name
        self.store: TableStore = app.extensions["companion"].store
        self._tables: dict[Path, tuple[str, list[Phone]]] = {}

    def lobby(self, slug: str, file: Path) -> Scene:
        """The table of this game before it begins."""
        if file not in self._tables:
            self._tables[file] = self._open(slug, file)
        return Scene(self, *self._tables[file])

    def at(self, slug: str, moment: Moment) -> Scene:
        """The table at this moment. The moments of a game must come in their order."""
        self.lobby(slug, moment.file)
        code, phones = self._tables[moment.file]
        table = self.store.latest(code)
        if not table.started:
            phones[1].post(f"/t/{code}/start")
            table = self.store.latest(code)
        done = len(table.entries)
        moves = transcript_of(moment.file).moves[done : moment.steps]
        self.store.ledger.append_new_table(
            [
                Event(code, number, table.at, move.seat, Kind.PLAYED, move.action, f"s{number}")
                for number, move in enumerate(moves, start=table.seq + 1)
            ]
        )
        return Scene(self, code, phones)

    def _open(self, slug: str, file: Path) -> tuple[str, list[Phone]]:
        """A table in its lobby; the first phone is a watcher's."""
        phones = [Phone(self.app) for _ in range(transcript_of(file).seats + 1)]
        opened = phones[1].post(
            "/tables", game=slug, seats=transcript_of(file).seats, name=self.name(1)
        )
        code = opened.location.rpartition("/")[2]
        for seat in range(2, transcript_of(file).seats + 1):
            phones[seat].post(f"/t/{code}/sit", seat=seat, name=self.name(seat))
        for key, value in transcript_of(file).options:
            phones[1].post(f"/t/{code}/option", key=key, value=value)
        return code, phones


@dataclass(frozen=True)
class Scene:
    """A table at one moment, and the phones at it; number 0 watches."""

    recorded: Recorded
    code: str
    phones: list[Phone]

    @property
    def table(self) -> Table:
        return self.recorded.store.latest(self.code)

    def viewers(self) -> list[tuple[str, int]]:
        """Who looks; the host, too."""
        table = self.table
        acting = table.game.seats_to_act(table.state) if table.started else frozenset[int]()
        found = list(looking(acting, len(table.seats)))
        if ("acts", 1) in found:
            return found
        return [*found, ("hosts", 1)]

    def page(self, viewer: int, path: str = "") -> Element:
        answer = self.phones[viewer].get(f"/t/{self.code}{path}")
        assert answer.status_code == 200, (path, answer.status_code)
        return parsed(answer.text)
