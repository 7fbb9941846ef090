"""`companion serve`: finds the address, the key and the tables, then runs the server. Import it
only after the standard library was patched.
"""

from __future__ import annotations

import ipaddress
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

import click
from flask import Flask

from companion.cli.address import (
    STOP_HINT,
    english_text,
    is_loopback_only,
    print_address,
    print_other_addresses,
    server_page_address,
)
from companion.cli.keying import DATABASE_TOO_NEW_MESSAGE, config_or_exit, database_error_text
from companion.cli.setting import settings_or_exit
from companion.cluster.workers import ONE_TIME_LINK_FILE_NAME
from companion.config import Config
from companion.games import CATALOGUE
from companion.ledger import DatabaseTooNew, Unavailable
from companion.ledger.where import DatabaseLocation
from companion.networks import local_address
from companion.referee.game import Game
from companion.server.mdns_process import start_announcing
from companion.server.run import make_app, serve_until_signal
from companion.server.sockets import (
    EVERY_ADDRESS,
    Place,
    companion_answers,
    create_listener,
    find_phones_address,
    listen,
    listen_for_nginx,
    phones_can_bypass_proxies,
    set_connection_options,
)
from companion.settings import read_settings
from companion.web.site import Site

#: Called when phones can connect, with the site, its address, and whether they can bypass a proxy;
#: returns the path of the page that they open.
ReadyCallback = Callable[[Site, str, bool], str]


def serve(
    place: Place,
    database: DatabaseLocation | None,
    games: Mapping[str, Game] = CATALOGUE,
    begun: ReadyCallback | None = None,
    open_page: bool = False,
) -> None:
    """Serves until a signal stops it (SIGTERM or Ctrl-C). `open_page`: in this machine's browser
    too.
    """
    listener = set_connection_options(
        _listen_at_a_double_click(place) if open_page else listen(place.host, place.port)
    )
    place = replace(place, port=listener.getsockname()[1])
    config = config_or_exit(database, find_phones_address(place))
    if begun:  # A demonstration is temporary.
        config = replace(config, backups=0, name="", cookie_days=1)
    app = _companion(config, games)
    site: Site = app.extensions["companion"]

    def greet() -> None:
        past = phones_can_bypass_proxies(place.host, config.proxies)
        path = begun(site, site.address.current, past) if begun else ""
        if not begun:
            _tell(config, place, site, config.database, past)
            _go_by_name(config, place, site)
        _follow_network(site, lambda address: _tell_new(config, place, site, path))
        if open_page:
            _open_page(place)

    # A proxy holds all connections; it limits its clients itself.
    serve_until_signal(listener, app, 0 if config.proxies else config.connections_each, greet)


#: How far from a port that is taken others are tried: systems keep whole hundreds for themselves.
OTHER_PORTS = (1, 1_000, 2_000)


def _listen_at_a_double_click(place: Place) -> socket.socket:
    """Who double-clicked can't say another port: one is found. Where a companion runs already its
    page, which may have been closed, opens again.
    """
    try:
        return listen(place.host, place.port)
    except SystemExit:
        if companion_answers(place.host, place.port):
            _open_page(place)
            raise
        for step in OTHER_PORTS:
            with suppress(OSError, OverflowError):
                return create_listener(place.host, place.port + step)
        raise


def _tell(
    config: Config,
    place: Place,
    site: Site,
    database: DatabaseLocation | None = None,
    past_proxies: bool = False,
    path: str = "",
) -> None:
    """Prints the address as it is now. `path`: of the page that phones open. Without `database`
    it is told again.
    """
    address, token = site.address.current, site.link.token
    unused, again = not path and site.link.is_valid(token), database is None
    settings = settings_or_exit(read_settings)
    print_address(
        address + path,
        past_proxies=past_proxies,
        database=database,
        page=server_page_address(settings, address, token) if unused else "",
        ending=None if again else STOP_HINT,
        network_awaited=site.address.awaits_network and not config.proxies,
    )
    print_other_addresses(place.host, address, place.address)


def _tell_new(config: Config, place: Place, site: Site, path: str) -> None:
    click.echo("\nThe network of this machine has changed.")
    _tell(config, place, site, path=path)


def _open_page(place: Place) -> None:
    host = "127.0.0.1" if place.host in EVERY_ADDRESS else place.host
    # In a process of its own: the server's patched sockets and waits are none of a browser's.
    command = [sys.executable, "-m", "webbrowser", f"http://{host}:{place.port}/"]
    with suppress(OSError):
        subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def _follow_network(site: Site, tell: Callable[[str], None]) -> None:
    """Shows the new code on open pages, and tells the address, whenever this machine gets one."""

    def changed(address: str) -> None:
        site.stream_hub.wake_all()
        tell(address)

    threading.Thread(target=site.address.follow, args=(changed,), daemon=True).start()


def _go_by_name(config: Config, place: Place, site: Site) -> None:
    """Behind a proxy, and where no phone comes, no name leads to us."""
    address = site.address.current
    if config.proxies or (is_loopback_only(address) and not site.address.awaits_network):
        return
    alone = "" if place.host in EVERY_ADDRESS else place.host
    host_name = urlsplit(address).hostname or ""
    if not (alone or site.address.follows) and _is_number(host_name):
        alone = "" if host_name == local_address() else host_name
    port = urlsplit(address).port or 80

    def tell(name: str) -> None:
        named = f"http://{name}" if port == 80 else f"http://{name}:{port}"
        click.echo(f"Or by name, but on Android 11 and older: {named}")

    if ":" not in alone:
        start_announcing(config.name, port, alone, site.mdns_name, tell)


def _is_number(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def serve_behind_nginx(
    file: Path,
    place: Place,
    database: DatabaseLocation | None,
    games: Mapping[str, Game] = CATALOGUE,
) -> None:
    """Serves some of this address's tables on a Unix socket, behind nginx."""
    address = find_phones_address(place)
    config = config_or_exit(database, address)
    config = replace(
        config, proxies=config.proxies + 1, link=file.with_name(ONE_TIME_LINK_FILE_NAME)
    )
    app = _companion(config, games)
    site: Site = app.extensions["companion"]
    # Only now: the first server takes an existing socket for ready.
    serve_until_signal(
        listen_for_nginx(file), app, 0, lambda: _follow_network(site, lambda address: None)
    )


def _companion(config: Config, games: Mapping[str, Game]) -> Flask:
    try:
        return make_app(config, games)
    except Unavailable as failure:
        raise SystemExit(english_text(database_error_text(failure))) from failure
    except DatabaseTooNew as failure:
        raise SystemExit(english_text(DATABASE_TOO_NEW_MESSAGE)) from failure
