"""The address by which phones reach the server is asked anew where it is shown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from flask import Flask

from companion.app import create_app
from companion.config import Config
from companion.networks import ADDRESS_KNOWN_SECONDS, PhonesAddress
from companion.web.site import Site
from tests.kit.phones import Phone
from tests.kit.toy_game import HEAP

NONE, WIFI, HOTSPOT = "http://127.0.0.1:8000", "http://192.168.1.5:8000", "http://10.42.0.1:8000"
PAGES = ("/t/{}", "/t/{}/screen", "/t/{}/qr", "/t/{}/lobby")


@pytest.fixture
def network() -> list[str]:
    """The address of the machine now."""
    return [NONE]


@pytest.fixture
def laptop(config: Config, network: list[str]) -> Iterator[Flask]:
    now = iter(range(10**6))
    address = PhonesAddress(lambda: network[0], lambda: next(now) * ADDRESS_KNOWN_SECONDS)
    app = create_app(replace(config, address=address), games={"heap": HEAP})
    yield app
    app.extensions["companion"].close()


@pytest.mark.parametrize("path", PAGES)
def test_every_page_of_the_host_has_the_code_of_now(
    laptop: Flask, network: list[str], path: str
) -> None:
    host = Phone(laptop)
    at = path.format(host.open_table())
    page = host.get(at).text
    assert "Join the Wi-Fi or open a hotspot" in page and "data-address" not in page
    for network[0] in (WIFI, HOTSPOT):
        assert f'data-address="{network[0]}/j/' in host.get(at).text
    network[0] = NONE
    assert "data-address" not in host.get(at).text


@pytest.mark.parametrize("page", ["lobby", "screen"])
def test_an_open_page_is_sent_the_new_code_alone(
    laptop: Flask, network: list[str], page: str
) -> None:
    here: Site = laptop.extensions["companion"]
    host = Phone(laptop)
    stream = host.watch(host.open_table(), page=page)
    assert "data-address" not in stream.message()
    for network[0] in (WIFI, HOTSPOT):
        here.stream_hub.wake_all()
        news = stream.message()
        assert f'data-address="{network[0]}/j/' in news and "slot-seats" not in news
    stream.close()


def test_a_page_by_an_address_that_is_gone_shows_the_new_one(
    laptop: Flask, network: list[str]
) -> None:
    """And one by an address that never was ours, as behind a container's door, keeps that."""
    network[0] = WIFI
    host = Phone(laptop)
    code = host.open_table()

    def shown(base: str) -> str:
        return laptop.test_client().get(f"/t/{code}/qr", base_url=base).text

    assert f'data-address="{WIFI}/j/' in shown(WIFI)
    network[0] = HOTSPOT
    assert f'data-address="{HOTSPOT}/j/' in shown("http://localhost:8000")
    assert f'data-address="{HOTSPOT}/j/' in shown(WIFI)
    assert 'data-address="http://192.168.7.7:9000/j/' in shown("http://192.168.7.7:9000")
    network[0] = WIFI
    host.get("/")
    assert f'data-address="{WIFI}/j/' in shown("http://localhost:8000")
    assert f'data-address="{WIFI}/j/' in shown(WIFI)


def test_the_page_of_the_server_shows_what_phones_open(laptop: Flask, network: list[str]) -> None:
    host = Phone(laptop)
    host.post(f"/server/{laptop.extensions['companion'].link.token}")
    assert "Join the Wi-Fi or open a hotspot" in host.get("/server").text
    network[0] = WIFI
    assert f'data-address="{WIFI}"' in host.get("/server").text
