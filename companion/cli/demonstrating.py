"""`companion demo`: a temporary table with two simulated players, for one person to watch.

They tap at a human pace, and only while a phone watches. The third seat is kept for the person for
a while; without them the two play alone. Import it only after the standard library was patched.
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
from companion.cli.address import english_text, print_address
from companion.cli.naming import game_or_exit
from companion.cli.serving import serve
from companion.ledger import Unavailable
from companion.play import NotAllowed, TableStore, lobby, simulated
from companion.play.store import UnknownTable
from companion.referee.game import Game
from companion.referee.text import Text, untranslated
from companion.server.sockets import Place
from companion.web.site import Site

#: The names of the simulated players; their colours stay as assigned.
PLAYER_NAMES = ("Ada", "Otto")
#: Number of paces for which the third seat is kept free from the first view on, and, once it is
#: taken, until the game begins: the person enters a name.
SEAT_KEPT_PACES, NAME_ENTRY_PACES = 7, 4
#: Who only watches sees so many actions in quick motion first, at this share of the pace: the game
#: is at its best when much is on the table.
QUICK_ACTIONS, QUICK_PACE_SHARE = 40, 0.1
#: Seconds between two checks whether a phone watches.
WATCHER_CHECK_SECONDS = 0.2
DEMONSTRATION_STOP_HINT = Text("Press Ctrl-C to stop; nothing of it is kept")


def run_demonstration(
    slug: str | None, host: str, port: int, pace: float, games: Mapping[str, Game]
) -> None:
    """Serves the demonstration until a signal stops it."""
    slug = slug or next(iter(games))
    if not game_or_exit(slug, games).has_action_candidates:
        raise SystemExit(f"{slug} names no `candidates`: it can't be played by itself.")
    with TemporaryDirectory(prefix="companion-demo-", ignore_cleanup_errors=True) as folder:
        begun = partial(_begin, slug, pace)
        serve(Place(host, port), Path(folder) / "demo.sqlite", games, begun)
    # A write during the removal may have left a file.
    rmtree(folder, ignore_errors=True)


def _begin(slug: str, pace: float, site: Site, address: str, past: bool) -> str:
    demo = Demonstration.open(site, slug, pace)
    path = f"/t/{demo.code}"
    here = f"{address}{path}"
    screen = f"{here}/screen"
    title, (one, other) = untranslated(site.games[slug].title), map(untranslated, PLAYER_NAMES)
    playing = Text(
        "{game}: {one} and {other} play by themselves.", game=title, one=one, other=other
    )
    click.echo(english_text(playing))
    for line in game_credit_lines(site.games[slug]):
        click.echo(line)
    click.echo(english_text(Text("Table screen, to watch: {address}", address=screen)))
    awaited = site.address.awaits_network
    print_address(here, past_proxies=past, ending=DEMONSTRATION_STOP_HINT, network_awaited=awaited)
    threading.Thread(target=demo.run, daemon=True).start()
    return path


def game_credit_lines(game: Game) -> list[str]:
    """Returns the game's makers, and that this is not their product."""
    makers = game.rulebook.makers
    named = [
        ("designed by", ", ".join(makers.design)),
        ("art by", ", ".join(makers.illustration)),
        ("published by", makers.publisher),
    ]
    words = "; ".join(f"{what} {who}" for what, who in named if who)
    if not words:
        return []
    source = "" if makers.in_the_rulebook else " (others name its designer, its rulebook doesn't)"
    return [f"{game.title}: {words}{source}.", "This companion is no product of theirs."]


@dataclass(frozen=True)
class Demonstration:
    """A table and the phones of its simulated players; the first is the host."""

    store: TableStore
    code: str
    phones: tuple[str, ...]
    pace: float

    @classmethod
    def open(cls, site: Site, slug: str, pace: float) -> Demonstration:
        """Opens a table where the first simulated player takes a seat."""
        phones = tuple(chance.new_token() for _ in PLAYER_NAMES)
        seats = min(len(PLAYER_NAMES) + 1, site.games[slug].seats[-1])
        table = lobby.open_table(site.store, slug, seats, phones[0])
        demo = cls(site.store, table.code, phones, pace)
        demo._sit(1)
        return demo

    def run(self) -> None:
        """Plays from the first view to the end of the game."""
        try:
            for phone in self.phones:
                # Awake throughout; the watching ends with the program.
                self.store.stream_hub.watch(self.code, phone)
            self._gather()
            while not self._is_over:
                self._turn()
        except (Unavailable, UnknownTable):
            return  # The server is stopping.

    def _gather(self) -> None:
        self._wait()
        self._sit(2)
        left = SEAT_KEPT_PACES
        while left > 0 and not self._is_over:
            seats = self.store.latest(self.code).seats
            left = min(left, NAME_ENTRY_PACES) if all(seat.phone for seat in seats) else left
            self._wait()
            left -= 1
        lobby.remove_empty_seats(self.store, self.code, self.phones[0])
        lobby.start_game(self.store, self.code, self.phones[0])

    def _sit(self, seat: int) -> None:
        phone = self.phones[seat - 1]
        lobby.sit_down_at_seat(self.store, self.code, seat, phone)
        lobby.name_seat(self.store, self.code, seat, PLAYER_NAMES[seat - 1], phone)

    def _turn(self) -> None:
        """Plays the simulated players' taps, one after the other."""
        for phone in self.phones:
            self._wait()
            while not self._is_over:
                try:
                    if simulated.play_next_tap(self.store, self.code, phone) is None:
                        break
                except NotAllowed:
                    break  # The person has given this seat to another phone.
                self._wait()

    def _wait(self) -> None:
        """Waits one pace, or part of one, and longer while no phone watches."""
        time.sleep(self.pace * (QUICK_PACE_SHARE if self._is_quick else 1))
        while not self._is_over and not self._is_looked_at:
            time.sleep(WATCHER_CHECK_SECONDS)

    @property
    def _is_quick(self) -> bool:
        table = self.store.latest(self.code)
        alone = all(seat.phone in self.phones for seat in table.seats)
        return table.started and alone and len(table.entries) < QUICK_ACTIONS

    @property
    def _is_looked_at(self) -> bool:
        watched = self.store.stream_hub.awake_phones_by_table().get(self.code, {})
        return bool({*watched} - {*self.phones})

    @property
    def _is_over(self) -> bool:
        return self.store.stream_hub.closed
