"""`companion serve --cores`: several workers behind one address."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass

from companion.chance import new_token
from companion.cli.address import (
    english_text,
    print_address,
    print_other_addresses,
    server_page_address,
)
from companion.cli.setting import settings_or_exit
from companion.cluster import workers
from companion.ledger.where import DatabaseLocation
from companion.paths import find_nginx
from companion.referee.text import Text
from companion.server.connections import increase_file_limit
from companion.server.sockets import (
    CONNECTION_BACKLOG,
    listen,
    phones_can_bypass_proxies,
    server_address_for_phones,
)
from companion.settings import read_settings


@dataclass(frozen=True)
class WorkersPlace:
    """Where the workers listen together; `address`: what phones open, "" to find it."""

    host: str
    port: int
    address: str = ""


def run_workers(
    server: Sequence[str], place: WorkersPlace, cores: int, database: DatabaseLocation
) -> None:
    """Runs `cores` of these servers behind one address until a signal stops it. `server`: a command
    without its `--socket` and `--address`; `database`: the location of their tables.
    """
    settings = settings_or_exit(read_settings)
    if os.name == "nt":
        alone = Text("On Windows there is one server: leave out --cores.")
        raise SystemExit(english_text(alone))
    if (command := find_nginx()) is None:
        needed = Text("Several servers need nginx (on Debian: apt-get install nginx-light).")
        raise SystemExit(english_text(needed))
    increase_file_limit()
    host, port = place.host, place.port
    with listen(host, port) as free:
        port = free.getsockname()[1]
    address = server_address_for_phones(host, port, place.address)
    past = phones_can_bypass_proxies(host, settings.proxies)
    front = workers.NginxSettings(command, host, port, settings.proxies, CONNECTION_BACKLOG)
    token = new_token() + new_token()
    page = server_page_address(settings, address, token)

    def greet() -> None:
        print_address(address, past, database=database, page=page)
        print_other_addresses(host, address, place.address)

    workers.run_workers(server, workers.SharedWorkerSettings(front, address, token), cores, greet)
