"""Address: where the companion listens, and how it says so."""

from __future__ import annotations

import ipaddress
import socket
import sys
from pathlib import Path
from urllib.parse import urlsplit

import click
from qrcode.main import QRCode

from companion.config import address_in_the_house
from companion.ledger.where import Where
from companion.referee.text import Text, english

SAY = english().say
#: Connections that may wait to be taken.
WAITING = 1024


def listen(host: str, port: int) -> socket.socket:
    """Listens there. Ends the program with a plain word where it cannot."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=WAITING)
    except OSError as trouble:
        told = Text(
            "Can't listen on port {port}: {why}. Try --port {other}",
            port=port,
            why=trouble.strerror or "",
            other=port + 1,
        )
        raise SystemExit(SAY(told)) from trouble


def address_of(host: str, port: int) -> str:
    """The address that phones in the house open."""
    name = address_in_the_house() if host in ("0.0.0.0", "::", "") else host
    return f"http://[{name}]:{port}" if ":" in name else f"http://{name}:{port}"


def reached_past_proxies(host: str, proxies: int) -> bool:
    """Whether phones can reach us directly although we believe what proxies say about them: then
    any of them can say that it is another one, and limits and addresses count for nothing.
    """
    if not proxies:
        return False
    try:
        return not ipaddress.ip_address(host or "0.0.0.0").is_loopback
    except ValueError:
        return host != "localhost"


NOTHING_LOST = Text("Press Ctrl-C to stop; nothing is lost")


def announce(
    address: str,
    past_proxies: bool = False,
    ending: Text = NOTHING_LOST,
    database: Where | None = None,
) -> None:
    """Says on the terminal where the companion is, with a QR code to scan, and where it keeps the
    tables.
    """
    if past_proxies:
        told = Text(
            "Warning: COMPANION_PROXIES is set, but phones can also reach this port directly, and"
            " could then pretend to be someone else. Use --host 127.0.0.1, or a firewall."
        )
        click.echo(SAY(told), err=True)
    click.echo(SAY(Text("Open this on the phones: {address}", address=address)))
    if is_here_alone(address):
        click.echo("Only this machine can open that address; on phones, use your proxy's.")
    else:
        _draw_code(address)
    if database:
        file = database.absolute() if isinstance(database, Path) else database
        click.echo(f"The tables are kept in {file}")
    click.echo(SAY(ending))


def is_here_alone(address: str) -> bool:
    """Whether no phone can open it: a code to scan would lead each to itself."""
    host = urlsplit(address).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _draw_code(address: str) -> None:
    code = QRCode(border=2)
    code.add_data(address)
    try:
        code.print_ascii(out=sys.stdout, invert=sys.stdout.isatty())
    except UnicodeEncodeError:
        click.echo(SAY(Text("(this terminal can't show the QR code)")))
