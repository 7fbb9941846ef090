"""`companion serve --cores`: several workers behind one address."""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

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
    Place,
    find_phones_address,
    listen,
    phones_can_bypass_proxies,
)
from companion.settings import read_settings


def run_workers(
    server: Sequence[str], place: Place, cores: int, database: DatabaseLocation
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
    found = find_phones_address(replace(place, port=port))
    past = phones_can_bypass_proxies(host, settings.proxies)
    front = workers.NginxSettings(command, host, port, settings.proxies, CONNECTION_BACKLOG)
    token = new_token() + new_token()

    def tell(address: str, page: str = "", **more: Any) -> None:
        print_address(address, page=page, network_awaited=found.awaits_network, **more)
        print_other_addresses(host, address, place.address)

    def greet() -> None:
        page = server_page_address(settings, found.current, token)
        tell(found.current, page, past_proxies=past, database=database)
        threading.Thread(target=found.follow, args=(tell,), daemon=True).start()

    # Each server follows the network by itself, unless somebody chose the address.
    where = ["--host", host, "--port", str(port)]
    where += ["--address", found.current] if place.address else []
    workers.run_workers(server, workers.SharedWorkerSettings(front, where, token), cores, greet)
