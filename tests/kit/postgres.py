"""A PostgreSQL server of the tests' own, started and stopped by them, with nothing else on it.

Its programs are Debian's, those on the path, those in the folder that POSTGRES names, or the ones
that the package pgserver brings along. PostgreSQL never runs as root; root starts it as `nobody`.
"""

from __future__ import annotations

import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from itertools import count
from pathlib import Path

from tests.kit.cable import Cable
from tests.kit.ports import HOUSE, free_port
from tests.kit.processes import runs
from tests.kit.served import until

#: The oldest that the companion runs on.
OLDEST = 15
#: How a test is skipped that needs one.
NONE = "no PostgreSQL 15 or newer here (Debian: apt-get install postgresql; POSTGRES=FOLDER)"
SETTINGS = {
    "fsync": "on",
    "wal_level": "replica",
    "max_connections": "150",
    "shared_buffers": "32MB",
    "autovacuum": "off",
    "logging_collector": "off",
}


@lru_cache(maxsize=1)
def programs() -> Path | None:
    """The folder with initdb and postgres of the newest version there is; None without any."""
    found = [each for each in _folders() if (each / "initdb").is_file() and _version(each)]
    return max(found, key=_version, default=None)


def _folders() -> Iterator[Path]:
    if named := os.environ.get("POSTGRES"):
        yield Path(named)
        return
    yield from Path("/usr/lib/postgresql").glob("*/bin")
    if found := shutil.which("initdb"):
        yield Path(found).resolve().parent
    package = importlib.util.find_spec("pgserver")
    if package and package.origin and os.geteuid() != 0:
        yield Path(package.origin).parent / "pginstall" / "bin"


@lru_cache
def _version(folder: Path) -> int:
    """0 where it cannot be run, or is too old."""
    asked = [str(folder / "postgres"), "--version"]
    try:
        told = subprocess.run(asked, capture_output=True, text=True, timeout=30, check=True).stdout
        version = int(told.split()[2].split(".")[0])
    except (OSError, subprocess.SubprocessError, ValueError, IndexError):
        return 0
    return version if version >= OLDEST else 0


class Postgres:
    """One server. `folder`: its own, made here. It may be killed and started again. `cable`: what
    it is reached by, where it is not simply on this machine.
    """

    def __init__(self, folder: Path, cable: Cable | None = None, **settings: str) -> None:
        self.folder = folder
        self.host = cable.there if cable else HOUSE
        self._cable = cable
        self.port = free_port()
        self._numbers = count(1)
        self.settings = {
            **SETTINGS,
            "listen_addresses": self.host,
            "unix_socket_directories": str(folder),
            **settings,
        }
        self.process: subprocess.Popen[bytes] | None = None

    def make(self) -> None:
        """A new, empty one."""
        self._run("initdb", "-D", "db", "-U", "companion", "-A", "trust", "-E", "UTF8", "--no-sync")
        if self._cable:
            with (self.folder / "db" / "pg_hba.conf").open("a") as rules:
                rules.write("host all all all trust\n")

    def start(self) -> None:
        values = {**self.settings, "port": str(self.port)}
        said = [part for name, value in values.items() for part in ("-c", f"{name}={value}")]
        command = [str(_bin("postgres")), "-D", "db", *said]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                self._cable.beyond(command) if self._cable else command,
                cwd=self.folder,
                stdout=log,
                stderr=log,
                start_new_session=True,
                **({} if self._cable else _as_user()),
            )
        self.wait()

    def wait(self) -> None:
        end = time.monotonic() + 60
        asked = [str(_bin("psql")), "-h", self.host, "-p", str(self.port), "-U", "companion"]
        asked += ["-d", "postgres", "-Atc", "SELECT 1"]
        while subprocess.run(asked, capture_output=True, check=False).stdout != b"1\n":
            assert self.process and self.process.poll() is None, self.log()
            assert time.monotonic() < end, self.log()
            time.sleep(0.05)

    def follow(self, leader: Postgres) -> None:
        """From now on a standby of this one; what it had is gone."""
        shutil.rmtree(self.folder / "db", ignore_errors=True)
        asked = ["-h", HOUSE, "-p", str(leader.port), "-U", "companion"]
        self._run("pg_basebackup", *asked, "-D", "db", "-R", "-X", "stream", "-c", "fast")
        self.start()

    def promote(self) -> None:
        """No standby any more; until it has one of its own again, it waits for none."""
        self.ask("SELECT pg_promote()")
        self.wait_for_standbys(False)

    def wait_for_standbys(self, wished: bool) -> None:
        """Whether what is committed has to be on a standby, too. Returns once that is so."""
        self.ask(f"ALTER SYSTEM SET synchronous_standby_names = '{'*' if wished else ''}'")
        self.ask("SELECT pg_reload_conf()")
        end = time.monotonic() + 60
        while wished and self.standbys() != ["sync"]:
            assert time.monotonic() < end, self.log()
            time.sleep(0.05)

    def standbys(self) -> list[str]:
        """How each of those that stream from here follows: sync, or async."""
        told = self.ask("SELECT sync_state FROM pg_stat_replication WHERE state = 'streaming'")
        return told.split()

    def kill(self) -> None:
        """kill -9: the first process and all that it has begun, which is held still until they are
        known: once it is gone they are nobody's children, and might go on for a moment. Returns
        when all are gone: as long as one has the memory that they share, none can start again.
        """
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)
        children = _children(self.process.pid)
        self.process.kill()
        for pid in children:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait(30)
        until(lambda: not any(map(runs, children)), "what it had begun goes on")

    def stop(self) -> None:
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGQUIT)
            self.process.wait(30)

    def log(self) -> str:
        return (self.folder / "log").read_text(errors="replace")[-4000:]

    def address(self, database: str) -> str:
        return f"postgresql://companion@{self.host}:{self.port}/{database}"

    def new_database(self) -> str:
        """The address of an empty database."""
        name = f"t{os.getpid()}_{next(self._numbers)}"
        self.ask(f"CREATE DATABASE {name}", "postgres")
        return self.address(name)

    def ask(self, statement: str, database: str = "postgres") -> str:
        asked = ["-h", self.host, "-p", str(self.port), "-U", "companion", "-d", database]
        return self._run("psql", *asked, "-v", "ON_ERROR_STOP=1", "-Atqc", statement)

    def _run(self, program: str, *arguments: str) -> str:
        done = subprocess.run(
            [str(_bin(program)), *arguments],
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
            **_as_user(),
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()


@contextmanager
def running(cable: Cable | None = None, **settings: str) -> Iterator[Postgres]:
    """A server for as long as this lasts."""
    folder = Path(tempfile.mkdtemp(prefix="companion-pg-"))
    if os.geteuid() == 0:
        nobody = pwd.getpwnam("nobody")
        os.chown(folder, nobody.pw_uid, nobody.pw_gid)
    server = Postgres(folder, cable, **settings)
    try:
        server.make()
        server.start()
        yield server
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)


def _bin(program: str) -> Path:
    folder = programs()
    assert folder is not None
    return folder / program


def _as_user() -> dict[str, object]:
    if os.geteuid() != 0:
        return {}
    nobody = pwd.getpwnam("nobody")
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


def _children(pid: int) -> list[int]:
    told = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
    return [int(each) for each in told.split()]
