"""A run of the benchmark: where it works, how long it measures, and the servers side by side."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from companion.paths import find_nginx
from tests.benchmarks.client import Driver
from tests.benchmarks.fixtures import SEATS, Ledgers, Move, taps
from tests.benchmarks.rendering import install_renderer, page_table, renderer_server
from tests.benchmarks.servers import Server, install_peer, open_match, our_server, peer_server

#: The peer's counterpart of each of our games.
PEERS = {"small": "small", "crafting": "large"}


@dataclass
class Bench:
    """`peer`: the folder in which the peer is installed, None to do without it; `rendering`: the
    same for the one that renders. `seconds`: how long one stretch of load lasts; `rounds`: how
    often the sides take turns.
    """

    peer: Path | None
    seconds: float = 10.0
    rounds: int = 3
    tables: int = 200
    rendering: Path | None = None
    say: Callable[[str], None] = print
    folder: Path = field(default_factory=lambda: Path(tempfile.mkdtemp(prefix="companion-bench-")))

    @property
    def core_counts(self) -> tuple[int, ...]:
        """How many servers share the tables: one, and where it can be done one for every core."""
        cores = os.cpu_count() or 1
        return (1, cores) if cores > 1 and find_nginx() else (1,)

    @cached_property
    def renderer(self) -> Path | None:
        """The peer that renders, installed; None to do without it, or where it can't be had."""
        try:
            return install_renderer(self.rendering) if self.rendering else None
        except (OSError, subprocess.CalledProcessError) as trouble:
            self.say(f"NiceGUI is left out: {trouble}")
            return None

    def close(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)

    def fresh(self, name: str) -> Path:
        """A new folder of this run."""
        return Path(tempfile.mkdtemp(prefix=f"{name}-", dir=self.folder))

    @contextmanager
    def ours(
        self, slug: str, count: int, each: int, cores: int = 1, **settings: str
    ) -> Iterator[tuple[Server, Driver, list[dict[str, Any]]]]:
        """Our server with so many tables in the middle of a game, and all their phones open."""
        database = self.fresh("ours") / "tables.sqlite"
        ledgers = Ledgers(database)
        told = ledgers.tables(slug, count, each)
        ledgers.close()
        with self.on(database, cores, **settings) as (server, driver):
            yield server, driver, told

    @contextmanager
    def on(
        self, database: Path | str, cores: int = 1, **settings: str
    ) -> Iterator[tuple[Server, Driver]]:
        """Our server on this database; with more cores, as many servers behind one address."""
        server = our_server(database, cores, **settings)
        try:
            with Driver(server) as driver:
                yield server, driver
        finally:
            server.stop()

    @contextmanager
    def theirs(
        self, game: str, store: str, count: int, each: int
    ) -> Iterator[tuple[Server, Driver, list[dict[str, Any]]]]:
        """The peer's server, the same."""
        if self.peer is None:
            raise RuntimeError("No folder for the peer was given")
        server = peer_server(install_peer(self.peer), store, self.fresh("peer"))
        try:
            told = [open_match(server, game, SEATS) for _ in range(count)]
            for number, match in enumerate(told):
                match["moves"] = peer_moves(game, number, each)
            with Driver(server) as driver:
                yield server, driver, told
        finally:
            server.stop()

    @contextmanager
    def rendered(
        self, count: int, each: int, sync: str = "NORMAL"
    ) -> Iterator[tuple[Server, Driver, list[dict[str, Any]]]]:
        """The server of the peer that renders, the same; nine cells alone."""
        if self.renderer is None:
            raise RuntimeError("The peer that renders is not installed")
        server = renderer_server(self.renderer, self.fresh("renderer"), sync)
        try:
            told = [page_table(n, peer_moves("small", n, each)) for n in range(count)]
            with Driver(server) as driver:
                yield server, driver, told
        finally:
            server.stop()


def peer_moves(game: str, seed: int, each: int) -> list[Move]:
    """As many moves of the peer's game as our table has actions."""
    source = taps(seed)
    moves = [next(source) for _ in range(each)]
    if game == "small":
        return moves
    return [(seat, f"mend {number % 50}") for number, (seat, _) in enumerate(moves)]
