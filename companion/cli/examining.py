"""`companion doctor`: what would keep the companion from running well, and each remedy. It changes
nothing: it makes no key, sets no permissions and updates no database.
"""

from __future__ import annotations

import os
import shutil
import stat
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import click

from companion.cli.address import CONTAINER_MARKS, IPV6_ALONE, NO_PATH_HINT, surroundings
from companion.cli.place import nearest_folder, place_trouble
from companion.config import find_default_database
from companion.ledger import DatabaseTooNew, Unavailable, daily
from companion.ledger import backup as files
from companion.ledger.inspection import integrity_errors, pending_migrations
from companion.ledger.opening import OLD_SQLITE_MESSAGE, is_sqlite_new_enough
from companion.ledger.sqlite import SQLITE_VERSION
from companion.ledger.where import DatabaseLocation, PostgresAddress
from companion.moments import dated
from companion.networks import TUNNEL, local_address, own_addresses, own_ipv6_addresses
from companion.server.sockets import (
    companion_answers,
    create_listener,
    phones_can_bypass_proxies,
    port_trouble,
)
from companion.settings import (
    MIN_KEY_LENGTH,
    InvalidSettings,
    Settings,
    platform_hosts,
    read_settings,
    time_zone_setting,
    unknown_settings,
)

#: Bytes that should be free: a year of evenings, their backups and SQLite's own work.
MIN_FREE_BYTES = 200_000_000
#: Seconds by which a clock may be behind the newest event: two machines never agree exactly.
MAX_CLOCK_LAG_SECONDS = 300.0
#: Seconds of play that the newest backup may lack.
MAX_BACKUP_LAG_SECONDS = 2 * daily.DAY_SECONDS
#: Today's clocks show no earlier time. A small computer without a battery starts in 1970.
EARLIEST_PLAUSIBLE_UNIX_SECONDS = 1_750_000_000.0


@dataclass(frozen=True)
class CheckResult:
    """One check: its subject, its result, and the remedy; "" if all is well."""

    what: str
    found: str
    mend: str = ""


@dataclass(frozen=True)
class CheckInput:
    """The input of the checks: the database, the settings and the address for phones."""

    database: DatabaseLocation
    settings: Settings
    host: str
    port: int


def run_doctor_checks(database: DatabaseLocation | None, host: str, port: int) -> int:
    """Prints a line per check, with its remedy; returns 1 if anything is wrong, else 0."""
    findings = list(_all(database, host, port))
    for each in findings:
        click.echo(f"{'wrong' if each.mend else 'well':6} {each.what}: {each.found}")
        if each.mend:
            click.echo(f"       {each.mend}")
    wrong = sum(bool(each.mend) for each in findings)
    click.echo(f"{wrong} wrong, {len(findings) - wrong} well.")
    return 1 if wrong else 0


def _all(database: DatabaseLocation | None, host: str, port: int) -> Iterator[CheckResult]:
    yield from _settings()
    try:
        settings = read_settings()
    except InvalidSettings:
        settings = Settings()
    given = CheckInput(
        database or settings.database_location or find_default_database().file, settings, host, port
    )
    for look in DOCTOR_CHECKS:
        try:
            yield from look(given)
        except PermissionError:
            # A folder that is another user's alone: the check of rights says which.
            continue


def _settings() -> Iterator[CheckResult]:
    wrong = [f"{each}: there's no such setting" for each in unknown_settings()]
    try:
        read_settings()
    except InvalidSettings as bad:
        wrong += [f"{each.name}={each.given!r} can't be: {each.allowed}" for each in bad.wrong]
    for line in wrong:
        yield CheckResult("settings", line, "Change it; `companion settings` prints all there are.")
    if not wrong:
        yield CheckResult("settings", "each can be read")


def _database(given: CheckInput) -> Iterator[CheckResult]:
    where = given.database
    if isinstance(where, PostgresAddress):
        yield _server(where)
    elif left := files.leftover_database_files(where):
        lost = f"{where} is empty or gone, but {left[0]} is there"
        yield CheckResult("database", lost, "Put a backup in place: companion restore")
    elif not where.exists():
        yield CheckResult("database", f"{where} isn't there yet; the first start makes it")
    else:
        yield _file(where)


def _file(file: Path) -> CheckResult:
    try:
        files.check_ledger_file(file)
        behind = pending_migrations(file)
    except files.NotALedger as bad:
        return CheckResult("database", f"{file}: {bad}", "Put a backup in place: companion restore")
    except DatabaseTooNew:
        return CheckResult("database", f"a newer version wrote {file}", "Update the companion.")
    well = "whole" if not behind else "whole; the next start brings it up to date"
    return CheckResult("database", f"{file} is {well}")


def _server(where: PostgresAddress) -> CheckResult:
    try:
        behind = pending_migrations(where)
    except Unavailable as failure:
        return CheckResult("database", failure.detail, f"Start {where}, or correct its address.")
    except DatabaseTooNew:
        return CheckResult("database", f"a newer version wrote {where}", "Update the companion.")
    well = "answers" if not behind else "answers; the next start brings it up to date"
    return CheckResult("database", f"{where} {well}")


def _sqlite(given: CheckInput) -> Iterator[CheckResult]:
    if isinstance(given.database, Path):
        mend = "" if is_sqlite_new_enough() else OLD_SQLITE_MESSAGE
        yield CheckResult("SQLite", SQLITE_VERSION, mend)


def _rights(given: CheckInput) -> Iterator[CheckResult]:
    if not isinstance(given.database, Path):
        return
    if trouble := place_trouble(given.database):
        yield CheckResult("rights", trouble.found, trouble.mend)
        return
    for file in (given.database, files.key_file_path(given.database)):
        if not file.exists():
            continue
        if os.name == "nt":
            # There a file has no bits that say who may read it.
            yield CheckResult("rights", f"{file} has the rights of its folder")
        elif stat.S_IMODE(file.stat().st_mode) & 0o077:
            mend = f"chmod 600 {file} (on a stick that changes nothing: keep the tables elsewhere)"
            yield CheckResult("rights", f"others can read {file}", mend)
        else:
            yield CheckResult("rights", f"{file} is its owner's alone")


def _key(given: CheckInput) -> Iterator[CheckResult]:
    if given.settings.secret is not None:
        if len(given.settings.secret) < MIN_KEY_LENGTH:
            mend = f"Give COMPANION_SECRET {MIN_KEY_LENGTH} letters or more."
            yield CheckResult("key", "COMPANION_SECRET is too short", mend)
        else:
            yield CheckResult("key", "COMPANION_SECRET is long enough")
        return
    if not isinstance(given.database, Path):
        return
    file = files.key_file_path(given.database)
    mend = "Restore it from a backup, or start once with --new-key: everybody then sits down anew."
    if not file.exists():
        there = given.database.exists()
        end = "" if there else " yet; the first start makes it"
        yield CheckResult("key", f"{file} isn't there{end}", mend if there else "")
    elif os.access(file, os.R_OK):
        short = len(file.read_text(encoding="utf-8", errors="replace").strip()) < MIN_KEY_LENGTH
        yield CheckResult("key", f"{file} is {'too short' if short else 'whole'}", mend * short)


MEND_CLOCK = (
    "Set it, or let it follow: in the system's settings, on Linux: sudo timedatectl set-ntp true"
)


def _clock(given: CheckInput) -> Iterator[CheckResult]:
    now, last = time.time(), 0.0
    if isinstance(given.database, Path):
        last = files.newest_event_time(given.database)
    shown = datetime.fromtimestamp(dated(now), UTC).strftime("%Y-%m-%d %H:%M UTC")
    if now < EARLIEST_PLAUSIBLE_UNIX_SECONDS or now + MAX_CLOCK_LAG_SECONDS < last:
        found = f"{shown} is over: the tables hold something later" if last > now else shown
        yield CheckResult("clock", found, MEND_CLOCK)
    else:
        yield CheckResult("clock", shown)


def _zone(_: CheckInput) -> Iterator[CheckResult]:
    """Moments are drawn in this machine's zone: a container has UTC unless it is told another."""
    zone = time_zone_setting()
    local = datetime.now().astimezone()
    shown = f"{local.tzname()}, now {local:%H:%M}"
    mend = "Say the players' own, as TZ=Europe/Berlin, where the companion is started."
    try:
        known = zone is None or bool(ZoneInfo(zone.removeprefix(":")))
    except (ZoneInfoNotFoundError, ValueError, OSError):
        known = False
    if not known:
        yield CheckResult("time zone", f"TZ={zone} is none that this system knows: {shown}", mend)
    elif zone is None and any(each.exists() for each in CONTAINER_MARKS):
        yield CheckResult("time zone", f"none is told, so it's {shown}", mend)
    else:
        yield CheckResult("time zone", shown)


def _disk(given: CheckInput) -> Iterator[CheckResult]:
    if not isinstance(given.database, Path):
        return
    free = shutil.disk_usage(nearest_folder(given.database.absolute().parent)).free
    size = given.database.stat().st_size if given.database.exists() else 0
    need = max(MIN_FREE_BYTES, 2 * size)
    mend = f"Free some: {need // 1_000_000} MB hold the tables and a copy of them."
    yield CheckResult("disk", f"{free // 1_000_000} MB free", mend if free < need else "")


def _backups(given: CheckInput) -> Iterator[CheckResult]:
    if isinstance(given.database, PostgresAddress):
        command = given.database.backup_command
        yield CheckResult("backups", f"PostgreSQL's are made by you, say every night: {command}")
    if not isinstance(given.database, Path) or not given.database.exists():
        return
    days = given.settings.backups
    copies, now = daily.backup_copies(given.database), time.time()
    yield from (_from_the_future(each) for each in copies if each.at > now)
    found = daily.newest_daily_copy(copies, now)
    if not days:
        yield CheckResult("backups", "none are made by themselves: COMPANION_BACKUPS is 0")
    elif found is None:
        yield CheckResult("backups", "none yet; the companion makes one when it runs")
    elif errors := integrity_errors(found.file):
        mend = f"Delete {found.file}, and look for what is wrong with the disk."
        yield CheckResult("backups", f"{found.file} is broken: {errors[0]}", mend)
    else:
        yield _age(given.database, found)


def _from_the_future(copy: daily.BackupCopy) -> CheckResult:
    mend = "The clock was ahead: it's never taken as the newest. Delete it if a later one is whole."
    return CheckResult("backups", f"{copy.file} is from the future", mend)


def _age(database: Path, found: daily.BackupCopy) -> CheckResult:
    at = datetime.fromtimestamp(dated(found.at), UTC).strftime("%Y-%m-%d %H:%M UTC")
    if files.newest_event_time(database, time.time()) - found.at > MAX_BACKUP_LAG_SECONDS:
        mend = "Look into the log for why none was made since, or: companion backup FILE"
        return CheckResult("backups", f"the newest, of {at}, lacks more than two days", mend)
    return CheckResult("backups", f"the newest, of {at}, is whole")


def _port(given: CheckInput) -> Iterator[CheckResult]:
    try:
        create_listener(given.host, given.port).close()
    except OSError as trouble:
        if companion_answers(given.host, given.port):
            yield CheckResult("port", f"a companion answers on {given.port}")
        else:
            yield CheckResult("port", *port_trouble(given.port, trouble))
    else:
        yield CheckResult("port", f"{given.port} is free")


def _names(given: CheckInput) -> Iterator[CheckResult]:
    address, settings = local_address(ipv6=given.host == "::"), given.settings
    if given.settings.proxies:
        known = (*settings.hosts, *settings.origins, *platform_hosts())
        mend = "Say the name that phones open: COMPANION_HOSTS=cosmos.example.org"
        found = ", ".join(known) or "a proxy is told of and no name: every page answers 421"
        yield CheckResult("names", found, "" if known else mend)
    elif address == "127.0.0.1":
        if own_ipv6_addresses():
            yield CheckResult("names", *IPV6_ALONE)
            return
        mend = "Join the Wi-Fi of the phones, then look again."
        yield CheckResult("names", "this machine is in no network", mend)
    else:
        yield CheckResult(
            "names", f"phones in the house open {address}{_name(settings.name, given)}"
        )
        yield from _tunnels(address)
        if (surrounded := surroundings()) and "(WSL)" in surrounded[0]:
            yield CheckResult("names", *surrounded)


def _tunnels(address: str) -> Iterator[CheckResult]:
    for each in own_addresses():
        if each.kind != TUNNEL:
            continue
        found = f"a tunnel (VPN) is on: {each.card} with {each.address}"
        mend = f"If phones can't open {address}, end it or let it leave the local network alone."
        if each.address == address:
            mend = "Join the Wi-Fi of the phones: no phone in the house opens a tunnel's address."
        yield CheckResult("tunnel", found, mend)


def _name(name: str, given: CheckInput) -> str:
    """Returns what is said of the name in the house: the one it has, where it is being told."""
    if not name:
        return ""
    if find_spec("zeroconf") is not None and companion_answers(given.host, given.port):
        from companion.server.mdns import AnnouncedName, held_name

        if held := held_name(AnnouncedName(name, given.port)):
            return f", and {held}"
    return f", and {name}.local where nobody else has it"


def _proxy(given: CheckInput) -> Iterator[CheckResult]:
    if phones_can_bypass_proxies(given.host, given.settings.proxies):
        found = "phones can come past it, and say they are someone else"
        yield CheckResult("proxy", found, "Start with --host 127.0.0.1, or close the port outside.")
    else:
        proxies = given.settings.proxies
        found = f"{proxies} before us. {NO_PATH_HINT}" if proxies else "none is told of"
        yield CheckResult("proxy", found)


DOCTOR_CHECKS: tuple[Callable[[CheckInput], Iterator[CheckResult]], ...] = (
    _database,
    _sqlite,
    _rights,
    _key,
    _clock,
    _zone,
    _disk,
    _backups,
    _port,
    _names,
    _proxy,
)
