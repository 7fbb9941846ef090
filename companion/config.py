"""The configuration of a running companion, from its settings and the machine.

The secret key is never in code: it is in a file beside the database, made at the first start and
readable by its owner only. Servers with a shared PostgreSQL database find it there, or get it by
COMPANION_SECRET.
"""

from __future__ import annotations

import os
import socket
import stat
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import platformdirs
from filelock import FileLock

from companion.chance import new_token
from companion.ledger.opening import require_postgres_driver
from companion.ledger.where import DatabaseLocation
from companion.networks import PhonesAddress, fixed_address
from companion.settings import MIN_KEY_LENGTH, EnvironmentVariables, platform_hosts, read_settings

#: Domains that cannot be registered; routers and multicast DNS use them.
LOCAL_DOMAINS = ("local", "lan", "home", "home.arpa", "internal", "localdomain", "fritz.box")


#: The first bytes of every SQLite file.
SQLITE_FILE_HEADER = b"SQLite format 3\0"


#: The default location of the tables, and the one until version 0.1.
DEFAULT_FOLDER_NAME, OLD_FOLDER_NAME, DEFAULT_FILE_NAME = (
    "cosmos-companion",
    "instance",
    "companion.sqlite",
)


class BadSecretKey(Exception):
    """The key that signs the phones' cookies is "missing", "empty" or "short", though there are
    tables. With another key every phone would lose its seats without an explanation.
    """

    def __init__(self, kind: str, file: Path | str) -> None:
        super().__init__(kind, file)
        self.kind = kind
        self.file = file
        self.detail = f"{file}: {'too short' if kind == 'short' else kind}"


#: Seconds: longer than players think about most turns.
IDLE_TABLE_SECONDS = 300.0


#: Megabytes for caches by themselves, and the part of the machine's memory between these.
LEAST_CACHE_MEGABYTES, MOST_CACHE_MEGABYTES, CACHE_DIVISOR = 32, 400, 8
#: Of a computer whose memory isn't asked for: what Windows 11 needs at least.
WINDOWS_MEGABYTES = 4_000
#: What limits the memory of a container or a service.
CGROUP_LIMIT_FILE = Path("/sys/fs/cgroup/memory.max")


@dataclass(frozen=True)
class CacheRoom:
    """What caches may hold: what phones were shown, html, and results of each memoized function."""

    view_bytes: int
    html_bytes: int
    memo_results: int


def cache_room(megabytes: int) -> CacheRoom:
    """Returns the room of the caches in so many megabytes; 0: as the machine's memory allows."""
    allowed = machine_megabytes() // CACHE_DIVISOR
    size = megabytes or min(max(allowed, LEAST_CACHE_MEGABYTES), MOST_CACHE_MEGABYTES)
    # As measured with games of all three: results take some 8 kB each, in thirty functions.
    return CacheRoom(600_000 * size, 150_000 * size, max(20, 5 * size // 2))


def machine_megabytes() -> int:
    """Returns the megabytes of memory of this machine, or of the container or service."""
    if sys.platform == "win32" or not hasattr(os, "sysconf"):
        return WINDOWS_MEGABYTES
    there = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    with suppress(OSError, ValueError):
        there = min(there, int(CGROUP_LIMIT_FILE.read_text(encoding="ascii")))
    return there // 1_000_000


#: Where nobody knows how phones reach the server, each is told the address that it came by.
NO_ADDRESS = fixed_address("")


@dataclass(frozen=True)
class Config:
    """`address`: scheme, host and port for phones in the house ("" if unknown).

    `origins`: further origins, behind a proxy. `frames`: those that may frame the table screen.
    `hosts`: names that requests may use, besides those in the addresses; ".example.org" covers all
    below it. `heartbeat`: seconds between two beats on a quiet stream. `busy`: seconds to wait
    for a locked database. `release`: a name for each release, instead of a hash of the files.
    `streams`: phones that may watch at once.
    `streams_each`, `connections_each`: per address, 0 for no limit. `pace`: seconds between two
    steps of revealing a result, 0 for all at once. `proxies`: trusted proxies before this server,
    each adding its client. `looks`, `taps`: sustained pages and taps per second of a phone, 0 for
    no limit. `work`: sustained processor seconds a second of its pages, 0 for no limit.
    `openings`: tables opened or files uploaded per hour of an address, 0 for no limit.
    `log`: the lowest level to log, such as DEBUG; "" = Python's default. `json_log`: JSON lines,
    one for every request. `quiet`: seconds after which an unused table is evicted. `memory`:
    megabytes for caches, 0 by the machine's memory. `backups`: days for which daily copies of the
    file are kept beside it, 0 for none. `name`: its multicast DNS name in the house, "" for none.
    `cookie_days`: for which a phone keeps who it is.
    `link`: the file of the one-time link that it shares with other servers behind the same address.
    """

    database: DatabaseLocation
    secret: str
    address: PhonesAddress = NO_ADDRESS
    origins: tuple[str, ...] = ()
    frames: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    heartbeat: float = 10.0
    busy: float = 5.0
    release: str = ""
    streams: int = 20_000
    streams_each: int = 0
    connections_each: int = 0
    looks: float = 0.0
    work: float = 0.0
    openings: float = 60.0
    pace: float = 2.5
    proxies: int = 0
    taps: float = 0.0
    log: str = ""
    json_log: bool = False
    quiet: float = IDLE_TABLE_SECONDS
    memory: int = 0
    backups: int = 0
    name: str = ""
    link: Path | None = None
    cookie_days: int = 390


def config_from_environment(
    environment: EnvironmentVariables = None,
    *,
    database: DatabaseLocation | None = None,
    address: PhonesAddress = NO_ADDRESS,
) -> Config:
    """Returns the config of this process; arguments take precedence over the environment.

    Raises `InvalidSettings`, `BadSecretKey`, `Unavailable`.
    """
    settings = read_settings(environment)
    place = find_database(environment, database)
    return Config(
        database=place,
        secret=ensure_secret(place)
        if settings.secret is None
        else _long_enough(settings.secret, "COMPANION_SECRET"),
        address=address,
        origins=tuple(each.rstrip("/") for each in settings.origins),
        frames=tuple(each.rstrip("/") for each in settings.frames),
        hosts=(*settings.hosts, *platform_hosts(environment), *local_host_names()),
        heartbeat=settings.heartbeat,
        release=settings.release,
        streams=settings.streams,
        streams_each=settings.streams_each,
        connections_each=settings.connections_each,
        looks=settings.looks,
        work=settings.work,
        openings=settings.openings,
        pace=settings.pace,
        proxies=settings.proxies,
        taps=settings.taps,
        log=settings.log.upper(),
        json_log=settings.log_format == "json",
        quiet=settings.quiet,
        memory=settings.memory,
        backups=settings.backups,
        name=settings.name,
    )


def find_database(
    environment: EnvironmentVariables = None, database: DatabaseLocation | None = None
) -> DatabaseLocation:
    """Returns the location of the tables; creates a file's folder. Raises `InvalidSettings`."""
    place = database or read_settings(environment).database_location or find_default_database().file
    if isinstance(place, Path):
        place.parent.mkdir(parents=True, exist_ok=True)
    return place


@dataclass(frozen=True)
class DefaultDatabase:
    """The default file of the tables; `aside`: another one that is not used."""

    file: Path
    aside: Path | None = None


def find_default_database() -> DefaultDatabase:
    """Returns the file in the user's data folder, wherever the companion is started. A file that an
    earlier version made in the current folder takes precedence; the two are never merged.
    """
    own, old = (
        platformdirs.user_data_path(DEFAULT_FOLDER_NAME) / DEFAULT_FILE_NAME,
        Path.cwd() / OLD_FOLDER_NAME / DEFAULT_FILE_NAME,
    )
    if not old.exists():
        return DefaultDatabase(own)
    return DefaultDatabase(old, own if own.exists() else None)


def ensure_secret(database: DatabaseLocation) -> str:
    """Returns the secret key of these tables; makes it on first use, but never if there are tables.

    Raises `BadSecretKey`, `Unavailable`.
    """
    if isinstance(database, Path):
        return secret_beside_database(database)
    require_postgres_driver()
    from companion.ledger.postgres.keys import database_secret_key

    found = database_secret_key(database.address, _new_secret())
    if found is None:
        raise BadSecretKey("missing", str(database))
    return found


def secret_to_copy(database: DatabaseLocation, environment: EnvironmentVariables = None) -> str:
    """Returns the key to copy with these tables: their own, else that of COMPANION_SECRET.

    Raises `BadSecretKey`, `Unavailable`, `InvalidSettings`.
    """
    try:
        return ensure_secret(database)
    except BadSecretKey:
        secret = read_settings(environment).secret
        if secret is None:
            raise
        return _long_enough(secret, "COMPANION_SECRET")


def secret_beside_database(database: Path) -> str:
    """Returns the key kept beside this database; makes it on first use, mode 0600.
    Raises `BadSecretKey`.
    """
    file = database.with_suffix(".secret")
    # Checked first: a server makes the key before the database.
    used = _is_database(database)
    if not file.exists():
        if used:
            raise BadSecretKey("missing", file)
        _make_secret(file)
    if stat.S_IMODE(file.stat().st_mode) != 0o600:
        file.chmod(0o600)
    secret = file.read_text(encoding="utf-8", errors="replace").strip()
    return _long_enough(secret, file)


def _long_enough(secret: str, place: Path | str) -> str:
    if len(secret) < MIN_KEY_LENGTH:
        raise BadSecretKey("short" if secret else "empty", place)
    return secret


def _is_database(file: Path) -> bool:
    """Returns whether the file has tables; opening it reports anything else in its place."""
    if not file.is_file():
        return False
    with file.open("rb") as begun:
        return begun.read(len(SQLITE_FILE_HEADER)) == SQLITE_FILE_HEADER


def store_secret(database: DatabaseLocation, secret: str) -> None:
    """Stores this key for copied tables; an older file is kept aside."""
    if isinstance(database, Path):
        file = database.with_suffix(".secret")
        if file.exists():
            file.replace(file.with_name(f"{file.name}.old"))
        _write_secret(file, secret)
        return
    require_postgres_driver()
    from companion.ledger.postgres.keys import replace_database_key

    replace_database_key(database.address, secret)


def renew_secret(database: DatabaseLocation) -> None:
    """Makes a new key; the old one, if in a file, is kept aside."""
    store_secret(database, _new_secret())


def _new_secret() -> str:
    return new_token() + new_token()


def _make_secret(file: Path) -> None:
    _write_secret(file, _new_secret())


def _write_secret(file: Path, secret: str) -> None:
    """Writes the secret to a temporary file first, so that half of one is never read. An existing
    secret stays.
    """
    aside = file.with_name(f"{file.name}.{os.getpid()}")
    handle = os.open(aside, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as out:
        out.write(secret)
        out.flush()
        os.fsync(out.fileno())
    with suppress(FileExistsError):  # Another process was quicker; its secret counts.
        _name_once(aside, file)
    aside.unlink(missing_ok=True)


def _name_once(aside: Path, file: Path) -> None:
    """Gives the finished file its name. Raises `FileExistsError` if there is one of that name."""
    try:
        os.link(aside, file)
    except FileExistsError:
        raise
    except OSError:
        # Sticks (exFAT, FAT) and some shares have no links.
        with FileLock(f"{file}.lock"):
            if file.exists():
                raise FileExistsError(file) from None
            aside.replace(file)


def local_host_names(machine: str = "") -> tuple[str, ...]:
    """Returns the names of this machine in the house: its own, alone and with local domains. No
    outsider can point one of these elsewhere.
    """
    full = (machine or socket.gethostname()).lower()
    short = full.partition(".")[0]
    # Of two machines with one name, multicast DNS numbers the second.
    shorts = (short, *(f"{short}-{number}" for number in range(2, 10)))
    lengthened = (f"{name}.{domain}" for name in shorts for domain in LOCAL_DOMAINS)
    return tuple(dict.fromkeys((full, short, *lengthened)))
