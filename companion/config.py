"""Config: what a running companion works with, out of its settings and what it finds around it.

It never holds a secret in code: the secret key lies in a file of its own beside the database,
made on first start and readable by its owner alone. Several servers with one PostgreSQL database
find it in there, or are told it by COMPANION_SECRET.
"""

from __future__ import annotations

import os
import socket
import stat
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from companion.chance import new_token
from companion.ledger.opening import need_driver
from companion.ledger.where import Where
from companion.settings import SHORTEST_KEY, Environment, platform_hosts, read_settings

#: An address set aside for documentation (RFC 5737): connecting a UDP socket to it sends
#: nothing, but makes the machine say by which of its own addresses it would go out.
NOWHERE = ("192.0.2.1", 9)

#: Names under which no public domain can be had; routers and multicast DNS use them.
HOUSE_DOMAINS = ("local", "lan", "home", "home.arpa", "internal", "localdomain", "fritz.box")


#: What every file of SQLite begins with.
SQLITE_FILE = b"SQLite format 3\0"


#: Where the tables are kept where nothing else is said; and where they were until version 0.1.
FOLDER, OLD_FOLDER, FILE = "cosmos-companion", "instance", "companion.sqlite"


class BadKey(Exception):
    """The key that signs the phones' cookies is "missing", "empty" or "short", and there are
    tables: with another key every phone would lose its seats, and nobody would know why.
    """

    def __init__(self, kind: str, file: Path | str) -> None:
        super().__init__(kind, file)
        self.kind = kind
        self.file = file
        self.detail = f"{file}: {'too short' if kind == 'short' else kind}"


#: Seconds: longer than most turns are thought over.
QUIET = 300.0


@dataclass(frozen=True)
class Config:
    """`address`: scheme, host and port by which phones in the house reach us ("" = unknown).

    `origins`: further origins we are known by, behind a proxy. `hosts`: names that a request may
    be for, besides those in the addresses; ".example.org" is all below it.

    `heartbeat`: seconds between two beats on a quiet stream. `busy`: seconds to wait for a locked
    database. `release`: a name of its own for every release, instead of looking at the files.
    `streams`: phones that may watch at once. `pace`: seconds between two steps in the telling of a
    result, 0 for all at once.
    `proxies`: how many of our own proxies stand before us, each adding whom it speaks for.
    `streams_each`, `connections_each`: of one address, 0 for any number. `looks`: how many pages a
    second one phone may ask for, for long, 0 for any number.
    `openings`: how many tables an hour one address may open, or files hand in, 0 for any number.
    `taps`: how many taps a second one phone may send for long, 0 for any number. `log`: the least
    important kind of line in the log, DEBUG for instance; "" = Python's own choice. `json_log`: its
    lines are JSON, one of them for every request.
    `quiet`: seconds after which a table where nothing is done is put away from memory. `backups`:
    of how many days a copy of the file is kept beside it, 0 for none.
    """

    database: Where
    secret: str
    address: str = ""
    origins: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    heartbeat: float = 10.0
    busy: float = 5.0
    release: str = ""
    streams: int = 20_000
    streams_each: int = 0
    connections_each: int = 0
    looks: float = 0.0
    openings: float = 60.0
    pace: float = 2.5
    proxies: int = 0
    taps: float = 0.0
    log: str = ""
    json_log: bool = False
    quiet: float = QUIET
    backups: int = 0


def from_environment(
    environment: Environment = None,
    *,
    database: Where | None = None,
    address: str = "",
) -> Config:
    """The config of this process; what is passed in wins over the environment. Raises
    `WrongSettings`, `BadKey`, `Unavailable`.
    """
    told = read_settings(environment)
    place = find_database(environment, database)
    return Config(
        database=place,
        secret=ensure_secret(place)
        if told.secret is None
        else _long_enough(told.secret, "COMPANION_SECRET"),
        address=address,
        origins=tuple(each.rstrip("/") for each in told.origins),
        hosts=(*told.hosts, *platform_hosts(environment), *local_names()),
        heartbeat=told.heartbeat,
        release=told.release,
        streams=told.streams,
        streams_each=told.streams_each,
        connections_each=told.connections_each,
        looks=told.looks,
        openings=told.openings,
        pace=told.pace,
        proxies=told.proxies,
        taps=told.taps,
        log=told.log.upper(),
        json_log=told.log_format == "json",
        quiet=told.quiet,
        backups=told.backups,
    )


def find_database(environment: Environment = None, database: Where | None = None) -> Where:
    """Where the tables are kept. The folder of a file is made. Raises `WrongSettings`."""
    place = database or read_settings(environment).place or default_database_path().file
    if isinstance(place, Path):
        place.parent.mkdir(parents=True, exist_ok=True)
    return place


@dataclass(frozen=True)
class DefaultDatabase:
    """The file of tables where none is named; `aside`: another one that is left alone."""

    file: Path
    aside: Path | None = None


def default_database_path() -> DefaultDatabase:
    """In the user's folder for such things, wherever the companion is started. One that an earlier
    version has made in the folder that we stand in is used as before; where there is one in either
    place, that one too, and nothing of the two is ever put together.
    """
    own, old = platformdirs.user_data_path(FOLDER) / FILE, Path.cwd() / OLD_FOLDER / FILE
    if not old.exists():
        return DefaultDatabase(own)
    return DefaultDatabase(old, own if own.exists() else None)


def ensure_secret(database: Where) -> str:
    """The secret key of these tables; made on first use, and where there are tables never. Raises
    `BadKey`, `Unavailable`.
    """
    if isinstance(database, Path):
        return secret_of_file(database)
    need_driver()
    from companion.ledger.postgres.keys import shared_key

    found = shared_key(database.address, _new_secret())
    if found is None:
        raise BadKey("missing", str(database))
    return found


def current_secret(database: Where, environment: Environment = None) -> str:
    """The key that goes with these tables, which are to be copied: their own, or else the one that
    every server is told. Raises `BadKey`, `Unavailable`, `WrongSettings`.
    """
    try:
        return ensure_secret(database)
    except BadKey:
        told = read_settings(environment).secret
        if told is None:
            raise
        return _long_enough(told, "COMPANION_SECRET")


def secret_of_file(database: Path) -> str:
    """The secret key kept beside this database; made on first use, mode 0600. Raises `BadKey`."""
    file = database.with_suffix(".secret")
    # Asked first: a server that has made the database has made its key before.
    used = _is_database(database)
    if not file.exists():
        if used:
            raise BadKey("missing", file)
        _make_secret(file)
    if stat.S_IMODE(file.stat().st_mode) != 0o600:
        file.chmod(0o600)
    secret = file.read_text(encoding="utf-8", errors="replace").strip()
    return _long_enough(secret, file)


def _long_enough(secret: str, place: Path | str) -> str:
    if len(secret) < SHORTEST_KEY:
        raise BadKey("short" if secret else "empty", place)
    return secret


def _is_database(file: Path) -> bool:
    """Whether there are tables: something else in their place is told about by whoever opens it."""
    if not file.is_file():
        return False
    with file.open("rb") as begun:
        return begun.read(len(SQLITE_FILE)) == SQLITE_FILE


def keep_secret(database: Where, secret: str) -> None:
    """This key from now on, where tables were copied to."""
    if isinstance(database, Path):
        file = database.with_suffix(".secret")
        if file.exists():
            file.replace(file.with_name(f"{file.name}.old"))
        _write_secret(file, secret)
        return
    need_driver()
    from companion.ledger.postgres.keys import change_key

    change_key(database.address, secret)


def renew_secret(database: Where) -> None:
    """Another key from now on; the old one, where there is one in a file, is kept aside."""
    keep_secret(database, _new_secret())


def _new_secret() -> str:
    return new_token() + new_token()


def _make_secret(file: Path) -> None:
    _write_secret(file, _new_secret())


def _write_secret(file: Path, secret: str) -> None:
    """Writes the secret aside first, so that nobody ever reads half of one. One that is there
    stays.
    """
    aside = file.with_name(f"{file.name}.{os.getpid()}")
    handle = os.open(aside, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as out:
        out.write(secret)
        out.flush()
        os.fsync(out.fileno())
    try:
        os.link(aside, file)
    except FileExistsError:
        pass  # another process of ours was quicker; its secret counts
    finally:
        aside.unlink()


def local_address() -> str:
    """This machine's address on the local network; the loopback one where there is none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(NOWHERE)
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def local_names(machine: str = "") -> tuple[str, ...]:
    """What phones in the house may call this machine: its own name, alone or as multicast DNS and
    routers lengthen it. Nobody outside can make one of these lead elsewhere.
    """
    full = (machine or socket.gethostname()).lower()
    short = full.partition(".")[0]
    # Of two machines with one name in a house, multicast DNS numbers the second.
    shorts = (short, *(f"{short}-{number}" for number in range(2, 10)))
    lengthened = (f"{name}.{domain}" for name in shorts for domain in HOUSE_DOMAINS)
    return tuple(dict.fromkeys((full, short, *lengthened)))
