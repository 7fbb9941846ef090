"""Announces a name such as cosmos.local by multicast DNS while this program runs.

    python -m companion.server.mdns NAME PORT [ADDRESS]

A program of its own: the library has an event loop, which the server's patched sockets would stop.
It prints a line with name and address whenever either changes, and ends with its standard input.
"""

from __future__ import annotations

import os
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import count

from zeroconf import (  # type: ignore[attr-defined]
    AddressResolverIPv4,
    DNSAddress,
    Error,
    IPVersion,
    ServiceInfo,
    Zeroconf,
)

from companion.networks import local_address

#: Milliseconds in which whoever has a name says so, and seconds between two looks at what is so.
PROBE_MILLISECONDS, CHECK_SECONDS = 1_000, 10.0
#: Names that are tried: `cosmos`, `cosmos-2` and so on.
MAX_NAMES_TRIED = 99
#: Names lost to another machine after which whoever runs the server is told.
MANY_LOSSES = 3
SERVICE_TYPE = "_http._tcp.local."


@dataclass(frozen=True)
class AnnouncedName:
    """The name and port to announce. `address`: where phones connect, "" for the house network."""

    name: str
    port: int
    address: str = ""

    def ip_address(self) -> str:
        return self.address or local_address()


def announce_mdns_name(
    wanted: AnnouncedName, say: Callable[[str, str], None], goes_on: Callable[[float], bool]
) -> None:
    """Announces the name until `goes_on` returns False, with a number added if it is taken, and
    again after the machine's address changes. `say` gets the name and the address, or two empty
    strings while there is none; `goes_on` waits the given seconds.
    """
    lost, losses = 0, 0
    while True:
        address = wanted.ip_address()
        try:
            if not address.startswith("127."):
                number = _announce(wanted, address, lost, (say, goes_on))
                if number is None:
                    return
                lost = number
                if lost:
                    losses += 1
                    warn_of_loss(wanted.name, losses)
                continue
        except (OSError, Error) as failure:
            # Another machine's answer, or a network that is only coming up: both pass.
            print(f"The name {wanted.name}.local is told to nobody: {failure}", file=sys.stderr)
        say("", "")
        if not goes_on(CHECK_SECONDS):
            return


def _announce(
    wanted: AnnouncedName,
    address: str,
    lost: int,
    how: tuple[Callable[[str, str], None], Callable[[float], bool]],
) -> int | None:
    """Announces the name past the one with the number `lost`, until the address changes (returns
    0), another machine takes it (its number) or the program ends (None).
    """
    say, goes_on = how
    with _named(wanted, address, lost) as (zeroconf, host, number):
        say(host, address)
        while goes_on(CHECK_SECONDS):
            if wanted.ip_address() != address:
                return 0
            if _has_better(zeroconf, host, address):
                return number
    return None


def warn_of_loss(name: str, losses: int) -> None:
    """Says on the standard error that other machines take our names again and again."""
    if losses == MANY_LOSSES:
        warning = f"Another machine took {name}.local or one like it {losses} times"
        print(f"{warning}: give this one another name with COMPANION_NAME.", file=sys.stderr)


def held_name(wanted: AnnouncedName) -> str:
    """Returns by which name, that or one with a number, this machine is known in the house; "" if
    by none, or if that can't be found out.
    """
    address = wanted.ip_address()
    try:
        zeroconf = Zeroconf(interfaces=[address], ip_version=IPVersion.V4Only)
    except (OSError, Error):
        return ""
    try:
        for number in range(1, MAX_NAMES_TRIED + 1):
            host = numbered_host(wanted.name, number)
            asked = AddressResolverIPv4(f"{host}.")
            if not asked.request(zeroconf, PROBE_MILLISECONDS):
                return ""
            if address in asked.parsed_addresses():
                return host
        return ""
    finally:
        zeroconf.close()


def numbered_host(name: str, number: int) -> str:
    """Returns `cosmos.local` for 1, `cosmos-2.local` for 2."""
    return f"{name}-{number}.local" if number > 1 else f"{name}.local"


@contextmanager
def _named(wanted: AnnouncedName, address: str, lost: int) -> Iterator[tuple[Zeroconf, str, int]]:
    """The first name that nobody has, past the one whose number was lost to somebody."""
    zeroconf = Zeroconf(interfaces=[address], ip_version=IPVersion.V4Only)
    try:
        for number in count(lost + 1):
            host = numbered_host(wanted.name, number)
            taken = AddressResolverIPv4(f"{host}.").request(zeroconf, PROBE_MILLISECONDS)
            if not taken or number >= MAX_NAMES_TRIED:
                break
        info = ServiceInfo(
            SERVICE_TYPE,
            f"Cosmos companion {host.partition('.')[0]}.{SERVICE_TYPE}",
            addresses=[socket.inet_aton(address)],
            port=wanted.port,
            server=f"{host}.",
        )
        zeroconf.register_service(info, allow_name_change=True)
        yield zeroconf, host, number
    finally:
        zeroconf.close()


def _has_better(zeroconf: Zeroconf, host: str, address: str) -> bool:
    """Whether another machine goes by the same name since the same moment: of two, the one with
    the higher address keeps it.
    """
    found = zeroconf.cache.entries_with_name(f"{host}.")
    others = (each.address for each in found if isinstance(each, DNSAddress))
    return any(len(each) == 4 and each > socket.inet_aton(address) for each in others)


def _wait_for_end() -> threading.Event:
    """Returns what is set once our standard input ends: whoever started this has ended. Read in a
    thread, as Windows waits for no pipe.
    """
    ended = threading.Event()

    def read() -> None:
        with suppress(OSError):
            os.read(sys.stdin.fileno(), 1)
        ended.set()

    threading.Thread(target=read, daemon=True).start()
    return ended


def main() -> None:
    name, port, *address = sys.argv[1:]
    announced, ended = ("-", "-"), _wait_for_end()

    def say(host: str, at: str) -> None:
        nonlocal announced
        if announced != (host, at):
            announced = (host, at)
            try:
                # Nothing of it is left for Python to write at the end.
                os.write(sys.stdout.fileno(), f"{host or '-'} {at or '-'}\n".encode())
            except OSError:
                sys.exit()  # Nobody listens any more.

    announce_mdns_name(
        AnnouncedName(name, int(port), *address), say, lambda seconds: not ended.wait(seconds)
    )


if __name__ == "__main__":
    main()
