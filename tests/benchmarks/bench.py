"""A run of the benchmark: where it works, how long it measures, and the servers side by side."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from companion.paths import find_nginx
from tests.benchmarks import peers
from tests.benchmarks.servers import Driver, Server, our_server
from tests.kit.filled_ledgers import Ledgers

Tables = list[dict[str, Any]]


class Side(NamedTuple):
    """A server, its driver, and the tables that the driver can open there."""

    server: Server
    driver: Driver
    tables: Tables


@dataclass
class Bench:
    """`peer`: the folder in which the peers are installed, None to do without them. `seconds`: how
    long one stretch of load lasts; `rounds`: how often the sides take turns.
    """

    peer: Path | None
    seconds: float = 10.0
    rounds: int = 3
    tables: int = 200
    say: Callable[[str], None] = print
    folder: Path = field(default_factory=lambda: Path(tempfile.mkdtemp(prefix="companion-bench-")))

    @property
    def core_counts(self) -> tuple[int, ...]:
        """How many servers share the tables: one, and where it can be done one for every core."""
        cores = os.cpu_count() or 1
        return (1, cores) if cores > 1 and find_nginx() else (1,)

    @cached_property
    def boardgame(self) -> Path | None:
        """boardgame.io, installed; None to do without it."""
        missing, install = peers.missing_for_boardgame(), peers.install_boardgame
        return self._installed("boardgame.io", missing, install)

    @cached_property
    def nicegui(self) -> Path | None:
        """NiceGUI, installed; None to do without it."""
        return self._installed("NiceGUI", peers.missing_for_nicegui(), peers.install_nicegui)

    def _installed(
        self, name: str, missing: list[str], install: Callable[[Path], Path]
    ) -> Path | None:
        if self.peer is None:
            return None
        try:
            if not missing:
                return install(self.peer)
            why = f"there is no {' and no '.join(missing)} here"
        except (OSError, subprocess.CalledProcessError) as trouble:
            why = str(trouble)
        self.say(f"{name} is left out: {why}")
        return None

    def close(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)

    def fresh(self, name: str) -> Path:
        """A new folder of this run."""
        return Path(tempfile.mkdtemp(prefix=f"{name}-", dir=self.folder))

    def ours(
        self, slug: str, count: int, each: int, cores: int = 1, **settings: str
    ) -> AbstractContextManager[Side]:
        """Our server with so many tables in the middle of a game, `each` actions to come."""
        database, (tables,) = self.filled(lambda ledgers: [ledgers.tables(slug, count, each)])
        return self.on(database, cores, tables, **settings)

    def filled(self, fill: Callable[[Ledgers], list[Tables]]) -> tuple[Path, list[Tables]]:
        """A new database, and what was put into it."""
        database = self.fresh("ours") / "tables.sqlite"
        ledgers = Ledgers(database)
        tables = fill(ledgers)
        ledgers.close()
        return database, tables

    def on(
        self, database: Path | str, cores: int = 1, tables: Tables | None = None, **settings: str
    ) -> AbstractContextManager[Side]:
        """Our server on this database; with more cores, as many servers behind one address."""
        return _driven(our_server(database, cores, **settings), lambda _: tables or [])

    def theirs(self, slug: str, store: str, count: int, each: int) -> AbstractContextManager[Side]:
        """The same on boardgame.io, with this store."""
        assert self.boardgame
        server = peers.boardgame_server(self.boardgame, store, self.fresh("peer"))
        return _driven(
            server, lambda s: [peers.boardgame_table(s, slug, n, each) for n in range(count)]
        )

    def rendered(self, count: int, each: int, sync: str = "NORMAL") -> AbstractContextManager[Side]:
        """The same on NiceGUI; nine cells alone."""
        assert self.nicegui
        server = peers.nicegui_server(self.nicegui, sync, self.fresh("renderer"))
        return _driven(server, lambda _: [peers.nicegui_table(n, each) for n in range(count)])


@contextmanager
def _driven(server: Server, tables: Callable[[Server], Tables]) -> Iterator[Side]:
    try:
        told = tables(server)
        with Driver(server.port) as driver:
            yield Side(server, driver, told)
    finally:
        server.stop()
