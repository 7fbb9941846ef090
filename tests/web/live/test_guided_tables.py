"""What the guide costs: a guided table is pushed its hints for little more than the moves alone."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from types import FrameType

import pytest
from flask import Flask

from companion.app import create_app
from companion.config import Config
from companion.games import CATALOGUE
from tests.kit.filled_ledgers import SEATS, game_at_random
from tests.kit.phones import Phone, Stream

#: Actions of the first rounds, and those before them, in which most of the pages is drawn first.
ACTIONS, FIRST = 40, 8
#: Python functions called for a guided action, by those for an unguided one: measured 1.09 to 1.20.
#: It was 1.3 to 1.6 while it was asked for every seat what each tab offers.
MOST = 1.25


class Calls:
    """Counts calls of Python functions."""

    made = 0

    @contextmanager
    def counted(self) -> Iterator[None]:
        sys.setprofile(self._seen)
        try:
            yield
        finally:
            sys.setprofile(None)

    def _seen(self, frame: FrameType, event: str, told: object) -> None:
        self.made += event == "call"


class Table:
    """A table whose phones are all open."""

    def __init__(self, app: Flask, slug: str, *, led: bool) -> None:
        self.phones, self.calls = [Phone(app) for _ in range(SEATS)], Calls()
        host = self.phones[0]
        self.code = host.post("/tables", game=slug, seats=SEATS, name="P1").location[-4:]
        for seat, each in enumerate(self.phones, 1):
            each.post(f"/t/{self.code}/sit", seat=seat, name=f"P{seat}")
        if led:
            host.post(f"/t/{self.code}/teach", on="1")
        host.post(f"/t/{self.code}/start")
        table = app.extensions["companion"].store.latest(self.code)
        assert bool(table.guided) == led and table.started
        self.streams: list[Stream] = [each.watch(self.code) for each in self.phones]
        for each in self.streams:
            each.message()

    def plays(self, seat: int, action: str) -> None:
        """The tap, and what it pushes to all."""
        answer = self.phones[seat - 1].tap(self.code, action, seat=seat)
        assert answer.status_code == 200, answer.text
        for each in self.streams:
            each.message()


@pytest.mark.parametrize("slug", CATALOGUE)
def test_a_guided_table_costs_little_more(slug: str, tmp_path: Path) -> None:
    app = create_app(Config(tmp_path / "tables.sqlite", "not so secret", heartbeat=1e9))
    app.testing = True
    plain, led = (Table(app, slug, led=each) for each in (False, True))
    for number, (seat, action) in enumerate(game_at_random(slug, 0)[:ACTIONS]):
        for table in (plain, led):
            with table.calls.counted() if number >= FIRST else nullcontext():
                table.plays(seat, action)
    assert led.calls.made < MOST * plain.calls.made, led.calls.made / plain.calls.made
