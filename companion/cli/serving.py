"""`companion serve`: finds the address, the key and the tables, then runs the server. Import it
only after the standard library was patched.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

import click
from flask import Flask

from companion.cli.address import (
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
    listen,
    listen_for_nginx,
    phones_can_bypass_proxies,
    server_address_for_phones,
    set_connection_options,
)
from companion.settings import read_settings
from companion.web.site import Site

#: Called when phones can connect, with the site, its address, and whether they can bypass a proxy.
ReadyCallback = Callable[[Site, str, bool], None]


def serve(
    host: str,
    port: int,
    database: DatabaseLocation | None,
    games: Mapping[str, Game] = CATALOGUE,
    begun: ReadyCallback | None = None,
    address: str = "",
) -> None:
    """Serves until a signal stops it (SIGTERM or Ctrl-C). `address`: what phones open, "" to find
    it.
    """
    chosen = address
    listener = set_connection_options(listen(host, port))
    address = server_address_for_phones(host, listener.getsockname()[1], chosen)
    config = config_or_exit(database, address)
    if begun:  # A demonstration is temporary.
        config = replace(config, backups=0, name="")
    app = _companion(config, games)
    past, site = phones_can_bypass_proxies(host, config.proxies), app.extensions["companion"]

    def greet() -> None:
        if begun:
            begun(site, address, past)
        else:
            settings = settings_or_exit(read_settings)
            page = server_page_address(settings, address, site.link.token)
            print_address(
                address,
                past,
                database=config.database,
                page=page,
                network_awaited=host in EVERY_ADDRESS and not chosen,
            )
            print_other_addresses(host, address, chosen)
            _go_by_name(config, host, address, site)

    # A proxy holds all connections; it limits its clients itself.
    serve_until_signal(listener, app, 0 if config.proxies else config.connections_each, greet)


def _go_by_name(config: Config, host: str, address: str, site: Site) -> None:
    """Behind a proxy, and where no phone comes, no name leads to us."""
    if config.proxies or is_loopback_only(address):
        return
    alone = "" if host in EVERY_ADDRESS else host
    host_name = urlsplit(address).hostname or ""
    if not alone and host_name != local_address() and _is_number(host_name):
        alone = host_name
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
    address: str,
    database: DatabaseLocation | None,
    games: Mapping[str, Game] = CATALOGUE,
) -> None:
    """Serves some of this address's tables on a Unix socket, behind nginx."""
    config = config_or_exit(database, address)
    config = replace(
        config, proxies=config.proxies + 1, link=file.with_name(ONE_TIME_LINK_FILE_NAME)
    )
    app = _companion(config, games)
    # Only now: the first server takes an existing socket for ready.
    serve_until_signal(listen_for_nginx(file), app, 0)


def _companion(config: Config, games: Mapping[str, Game]) -> Flask:
    try:
        return make_app(config, games)
    except Unavailable as failure:
        raise SystemExit(english_text(database_error_text(failure))) from failure
    except DatabaseTooNew as failure:
        raise SystemExit(english_text(DATABASE_TOO_NEW_MESSAGE)) from failure
