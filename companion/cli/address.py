"""Prints the companion's address on the terminal."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import click

from companion.ledger.where import DatabaseLocation
from companion.networks import (
    TUNNEL,
    is_loopback,
    other_addresses,
    own_addresses,
    own_ipv6_addresses,
)
from companion.referee.text import Text, english_translator
from companion.server.sockets import EVERY_ADDRESS
from companion.settings import Settings, platform_hosts

english_text = english_translator().say


STOP_HINT = Text("Press Ctrl-C to stop; nothing is lost")


def print_address(
    address: str,
    *,
    past_proxies: bool = False,
    ending: Text | None = STOP_HINT,
    database: DatabaseLocation | None = None,
    page: str = "",
    network_awaited: bool = False,
) -> None:
    """Prints the companion's address with a QR code, the location of its tables, and the one-time
    link to the server's `page`. `network_awaited`: it listens on every address, so one for phones
    was looked for.
    """
    if past_proxies:
        note = Text(
            "Warning: COMPANION_PROXIES is set, but phones can also reach this port directly, and"
            " could then pretend to be someone else. Use --host 127.0.0.1, or a firewall."
        )
        click.echo(english_text(note), err=True)
    click.echo(english_text(Text("Open this on the phones: {address}", address=address)))
    if is_loopback_only(address) and network_awaited:
        click.echo(
            ". ".join(IPV6_ALONE)
            if own_ipv6_addresses()
            else "This machine is in no network: join the Wi-Fi or open a hotspot. The address for"
            " phones is then told here."
        )
    elif is_loopback_only(address):
        click.echo("Only this machine can open that address; on phones, use your proxy's.")
        click.echo(NO_PATH_HINT)
    else:
        _draw_code(address)
    if database:
        file = database.absolute() if isinstance(database, Path) else database
        click.echo(f"The tables are kept in {file}")
    if page:
        click.echo(f"How it does, backups, a code for the Wi-Fi; the link works once: {page}")
    if ending:
        click.echo(english_text(ending))


#: A network without the addresses that it listens on unless told, and the remedy.
IPV6_ALONE = ("This machine is in a network of IPv6 alone", "Start it with --host ::")

#: Links, styles and streams begin at the root of a name.
NO_PATH_HINT = "A proxy gives it a name of its own; below a path (/cosmos/) it can't be."


def print_other_addresses(host: str, address: str, chosen: str) -> None:
    """Prints where else phones may find the companion, unless somebody chose the address: this
    machine may be in several networks, or in a tunnel.
    """
    if chosen or host not in EVERY_ADDRESS or is_loopback_only(address):
        return
    printed = urlsplit(address)
    port = f":{printed.port}" if printed.port else ""
    for each in other_addresses(printed.hostname or ""):
        why = "a tunnel (VPN)" if each.kind == TUNNEL else "another network"
        click.echo(f"If phones can't open it: http://{each.address}{port} ({each.card}, {why})")
    if any(each.kind == TUNNEL for each in own_addresses()):
        click.echo("A tunnel (VPN) is on. It may keep phones away: see companion doctor.")
    if surrounded := surroundings():
        click.echo(". ".join(surrounded))


#: What Docker and Podman leave in a container, and how Linux inside Windows calls itself.
CONTAINER_MARKS = (Path("/.dockerenv"), Path("/run/.containerenv"))
SYSTEM_RELEASE, WINDOWS_MARK = Path("/proc/sys/kernel/osrelease"), "microsoft"


def surroundings() -> tuple[str, str] | None:
    """Returns in what this machine runs that phones may not see into, and the remedy."""
    with suppress(OSError):
        if WINDOWS_MARK in SYSTEM_RELEASE.read_text(encoding="utf-8").lower():
            what = "This is Linux inside Windows (WSL), where phones seldom reach it"
            return what, "Double-click serve.cmd in Windows instead"
    if any(mark.exists() for mark in CONTAINER_MARKS):
        what = "This is a container: phones open the address of the machine around it"
        return what, "--address says which"
    return None


def server_page_address(settings: Settings, address: str, token: str) -> str:
    """Returns the address of the server's page with this one-time token: by a name that phones
    open, where a proxy stands before us and one is known.
    """
    names = [name for name in (*settings.hosts, *platform_hosts()) if not name.startswith(".")]
    origin = f"https://{names[0].rstrip('.')}" if settings.proxies and names else address
    if settings.origins:
        origin = settings.origins[0].rstrip("/")
    return f"{origin}/server/{token}"


def is_loopback_only(address: str) -> bool:
    """Returns whether no phone can open the address: a scanned code would lead each to itself."""
    return is_loopback(urlsplit(address).hostname or "")


#: What the QR code is drawn with.
HALF_BLOCKS = "\u2580\u2584\u2588\xa0"


def _draw_code(address: str) -> None:
    # Inside the function, as only who reads the terminal needs it.
    from qrcode.main import QRCode

    try:
        HALF_BLOCKS.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        click.echo("(this terminal can't draw the QR code: type the address)")
        return
    code = QRCode(border=2)
    code.add_data(address)
    code.print_ascii(out=sys.stdout, invert=sys.stdout.isatty())
