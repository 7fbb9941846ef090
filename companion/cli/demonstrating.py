"""The demonstration: a table of its own with two simulated players, for one person who looks.

They tap at a human pace, and only while somebody looks. The third seat is kept for the person, for
a while; whoever only watches sees the two play. Imported only after the standard library was
patched.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory

import click

from companion import chance
from companion.cli.address import SAY, announce
from companion.cli.naming import game_called
from companion.cli.serving import serve
from companion.ledger import Unavailable
from companion.play import NotAllowed, TableStore, lobby, simulated
from companion.play.store import UnknownTable
from companion.referee.game import Game
from companion.referee.text import Text, raw
from companion.web.site import Site

#: How the simulated players are called; nobody's colour is chosen for them.
NAMES = ("Ada", "Otto")
#: Taps' times for which the third seat is kept from the first look on, and, once it is taken, until
#: the game begins: the person enters a name.
KEPT, TAKEN = 10, 4
#: Seconds between two looks whether somebody looks.
GLANCE = 0.2
NOTHING_KEPT = Text("Press Ctrl-C to stop; nothing of it is kept")


def show(slug: str | None, host: str, port: int, pace: float, games: Mapping[str, Game]) -> None:
    """Serves the demonstration until it is told to stop."""
    slug = slug or next(iter(games))
    if not game_called(slug, games).lists_actions:
        raise SystemExit(f"{slug} names no `candidates`: it can't be played by itself.")
    with TemporaryDirectory(prefix="companion-demo-", ignore_cleanup_errors=True) as folder:
        begun = partial(_begin, slug, pace)
        serve(host, port, Path(folder) / "demo.sqlite", games, begun)
    # A tap that was being written while its folder went may have left a file.
    rmtree(folder, ignore_errors=True)


def _begin(slug: str, pace: float, site: Site, address: str, past: bool) -> None:
    demo = Demonstration.open(site, slug, pace)
    here = f"{address}/t/{demo.code}"
    screen = f"{here}/screen"
    title, (one, other) = raw(site.games[slug].title), map(raw, NAMES)
    playing = Text(
        "{game}: {one} and {other} play by themselves.", game=title, one=one, other=other
    )
    click.echo(SAY(playing))
    for line in made_by(site.games[slug]):
        click.echo(line)
    click.echo(SAY(Text("Table screen, to watch: {address}", address=screen)))
    announce(here, past, NOTHING_KEPT)
    threading.Thread(target=demo.run, daemon=True).start()


def made_by(game: Game) -> list[str]:
    """Who made the game, and that this is no product of theirs."""
    makers = game.rulebook.makers
    told = [
        ("designed by", ", ".join(makers.design)),
        ("art by", ", ".join(makers.illustration)),
        ("published by", makers.publisher),
    ]
    words = "; ".join(f"{what} {who}" for what, who in told if who)
    if not words:
        return []
    source = "" if makers.in_the_rulebook else " (others name its designer, its rulebook doesn't)"
    return [f"{game.title}: {words}{source}.", "This companion is no product of theirs."]


@dataclass(frozen=True)
class Demonstration:
    """One table and the phones that its simulated players would hold; the first is the host."""

    store: TableStore
    code: str
    phones: tuple[str, ...]
    pace: float

    @classmethod
    def open(cls, site: Site, slug: str, pace: float) -> Demonstration:
        """A new table; the first simulated player sits down."""
        phones = tuple(chance.new_token() for _ in NAMES)
        seats = min(len(NAMES) + 1, site.games[slug].seats[-1])
        table = lobby.open_table(site.store, slug, seats, phones[0])
        demo = cls(site.store, table.code, phones, pace)
        demo._sit(1)
        return demo

    def run(self) -> None:
        """All of it, from the first look to the end of the game."""
        try:
            for phone in self.phones:
                # Awake from beginning to end; it ends with the program.
                self.store.bell.watch(self.code, phone)
            self._gather()
            while not self._is_over:
                self._turn()
        except (Unavailable, UnknownTable):
            return  # it has been told to stop

    def _gather(self) -> None:
        self._wait()
        self._sit(2)
        left = KEPT
        while left > 0 and not self._is_over:
            seats = self.store.latest(self.code).seats
            left = min(left, TAKEN) if all(seat.phone for seat in seats) else left
            self._wait()
            left -= 1
        lobby.remove_empty_seats(self.store, self.code, self.phones[0])
        lobby.start(self.store, self.code, self.phones[0])

    def _sit(self, seat: int) -> None:
        phone = self.phones[seat - 1]
        lobby.sit(self.store, self.code, seat, phone)
        lobby.rename(self.store, self.code, seat, NAMES[seat - 1], phone)

    def _turn(self) -> None:
        """One tap of whoever can do something."""
        for phone in self.phones:
            self._wait()
            while not self._is_over:
                try:
                    if simulated.move(self.store, self.code, phone) is None:
                        break
                except NotAllowed:
                    break  # the person has put somebody else on this seat
                self._wait()

    def _wait(self) -> None:
        """A tap's time; longer while nobody looks."""
        time.sleep(self.pace)
        while not self._is_over and not self._is_looked_at:
            time.sleep(GLANCE)

    @property
    def _is_looked_at(self) -> bool:
        watched = self.store.bell.watched().get(self.code, {})
        return bool({*watched} - {*self.phones})

    @property
    def _is_over(self) -> bool:
        return self.store.bell.closed
