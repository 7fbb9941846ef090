"""A round on two phones that are no Chromium: half of all phones are iPhones, some have Firefox.

Run by `make test-browsers`, over the machine's own address: over plain http no browser gives there
what it gives on 127.0.0.1.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from companion.networks import local_address
from tests.browser.test_round import TURNS
from tests.kit.browser.house import House
from tests.kit.browser.openings import NAMES
from tests.kit.browser.screens import LAID_OUT

#: At the table, of whom two have a phone.
SEATS = 4
pytestmark = [
    pytest.mark.browser,
    pytest.mark.elsewhere,
    # The two drivers warn of what they do themselves.
    pytest.mark.filterwarnings("ignore"),
]


@pytest.fixture(params=["webkit", "firefox"])
def phones(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Any, Any]]:
    # Only where these tests run are they there: `make test-browsers` brings them.
    from tests.kit.browser.elsewhere import two_of

    with two_of(request.param, tmp_path) as phones:
        yield phones


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    name = local_address()
    house = House(tmp_path, host=name)
    house.address = f"http://{name}:{house.port}"
    yield house
    house.stop()


def seated(mira: Any, ben: Any, address: str) -> str:
    """Mira's phone has her seat alone; Ben's sits for all the others until they go."""
    for each in (mira, ben):
        each.visit(address)
    table = mira.send("/tables", game="crafting", name=NAMES[0], seats=str(SEATS))
    code = table.rpartition("/")[2]
    for seat, name in enumerate(NAMES[1:SEATS], start=2):
        ben.send(f"/t/{code}/sit", seat=str(seat), name=name)
    mira.send(f"/t/{code}/start")
    for seat, action in LAID_OUT:
        mira.send(f"/t/{code}/act", seat=str(seat), action=action)
    for each in (mira, ben):
        each.visit(f"{address}/t/{code}")
        each.is_live()
    return code


def play(phones: tuple[Any, Any], seat: int) -> None:
    """The seat's whole turn, by taps; both phones' logs follow each of them."""
    for line, do in TURNS[seat - 1]:
        do(cast("Any", phones[seat - 1]))
        for each in phones:
            each.sees(line, "#log")


def test_a_round_with_sheets_a_lost_stream_and_a_reload(
    phones: tuple[Any, Any], house: House
) -> None:
    mira, ben = phones
    code = seated(mira, ben, house.address)
    assert not mira.run("return isSecureContext")
    mira.sees("Your turn")
    if mira.run("return awake.by") == "film":
        mira.until("return document.querySelector('video.awake').currentTime > 0")
    play(phones, 1)
    ben.sees("Your turn")

    for each in phones:
        each.run("window.neverReloaded = true")
    house.kill()
    for each in phones:
        each.until("return document.body.dataset.live === 'off'")
    house.start()
    for each in phones:
        each.is_live()
        assert each.run("return window.neverReloaded"), "it came back by itself"

    ben.visit(f"{house.address}/t/{code}")
    ben.is_live()
    ben.sees("Your turn")
    play(phones, 2)
    mira.sees("Ana", "#panel-banner")
