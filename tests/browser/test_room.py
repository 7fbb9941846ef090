"""The living-room test: plain http over a cable that loses packets, and that is cut as a tap waits.

`COMPANION_ROOM=45` leaves the cable out for that many seconds, and every phone's times are printed:
`pytest -s tests/browser/test_room.py`.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from functools import partial
from statistics import median

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.test_round import TURNS
from tests.kit.browser.browsers import a_chromium
from tests.kit.browser.handsets import (
    OPENED,
    Phone,
    mark,
    never_reloaded,
    put_away,
    settings,
)
from tests.kit.browser.house import House
from tests.kit.browser.openings import LAID_OUT, NAMES, is_live
from tests.kit.browser.room import HOUSE, NoRoom, Room
from tests.kit.browser.waiting import passes

pytestmark = pytest.mark.browser

#: Seconds without a cable.
OUT = float(os.environ.get("COMPANION_ROOM", "8"))
SEND = """([path, fields]) => fetch(path, {method: "POST", body: new URLSearchParams(fields)})
  .then((answer) => [answer.ok, answer.url])"""
#: How Mira's turn begins: each tap with the line that it leaves.
TAPS = TURNS[0][:2]


@pytest.fixture(scope="module")
def room() -> Iterator[Room]:
    try:
        with Room() as room:
            yield room
    except NoRoom as why:
        pytest.skip(str(why))


@pytest.fixture(scope="module")
def house(room: Room, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    house = House(tmp_path_factory.mktemp("house"), host=HOUSE, within=room.home)
    house.address = f"http://{HOUSE}:{house.port}"
    yield house
    house.stop()


@pytest.fixture(scope="module")
def chromium(room: Room, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with a_chromium(partial(room.wrapped, folder=tmp_path_factory.mktemp("phones"))) as browser:
        yield browser


@pytest.fixture
def phones(chromium: Browser, house: House, room: Room) -> Iterator[tuple[Phone, Phone]]:
    """Mira and Ben, laid out and live, over a cable that is whole."""
    room.loses(0)
    contexts = [chromium.new_context(**settings()) for _ in range(2)]
    for context in contexts:
        context.add_init_script(OPENED)
    mira, ben = (Phone(context, house.address) for context in contexts)
    for each in (mira, ben):
        each.visit(each.address)
    mira.code = ben.code = sent(mira, "/tables", game="crafting", name=NAMES[0], seats="2")
    sent(ben, f"/t/{ben.code}/sit", seat="2", name=NAMES[1])
    sent(mira, f"/t/{mira.code}/start")
    for action in LAID_OUT:
        sent(mira, f"/t/{mira.code}/act", seat="1", action=action)
    for each in (mira, ben):
        each.go()
        is_live(each)
        # It is fetched behind its tab, and can't be any more once the cable is out.
        expect(each.log).to_be_attached()
    yield mira, ben
    room.mend()
    room.loses(0)
    for context in contexts:
        put_away(context)


def sent(phone: Phone, path: str, **fields: str) -> str:
    """A form from the phone's own page; the table's code where its answer leads."""
    ok, url = phone.page.evaluate(SEND, [path, fields])
    assert ok, (path, fields)
    return str(url).rpartition("/")[2]


def seen(phones: tuple[Phone, Phone], line: str, since: float) -> list[float]:
    """After how many seconds each phone had this line; it counts once."""
    times = []
    for each in phones:
        expect(each.log).to_contain_text(line)
        times.append(time.monotonic() - since)
        expect(each.log.get_by_text(line)).to_have_count(1)
    return times


@pytest.mark.parametrize("loss", [0, 5, 20])
def test_a_cable_that_loses_packets_loses_no_tap(
    phones: tuple[Phone, Phone], room: Room, loss: int
) -> None:
    room.loses(loss)
    times = []
    for line, tap in TAPS:
        tap(phones[0])
        times += seen(phones, line, time.monotonic())
    told = [f"{each * 1000:.0f}" for each in (median(times), max(times))]
    print(f"loss {loss} %: a tap is on all phones after {told[0]} ms, at worst {told[1]} ms")


@pytest.mark.parametrize("noticed", [True, False], ids=["pulled", "silent"])
def test_a_tap_waits_for_the_cable_and_counts_once(
    phones: tuple[Phone, Phone], room: Room, noticed: bool
) -> None:
    """`noticed`: the phone's own machine sees the cable out; otherwise nothing comes through."""
    mira, ben = phones
    for each in phones:
        mark(each)
    room.cut() if noticed else room.loses(100)
    begun = time.monotonic()
    line, tap = TAPS[0]
    tap(mira)
    waits = mira.page.locator("#waits")
    expect(waits).to_contain_text("is waiting for a connection")
    passes(mira.page, round(1000 * max(0, begun + OUT - time.monotonic())))
    expect(ben.log).not_to_contain_text(line)
    room.mend()
    room.loses(0)
    times = seen(phones, line, time.monotonic())
    expect(waits).to_be_empty()
    for each in phones:
        is_live(each)
        never_reloaded(each)
    cut = "pulled" if noticed else "silent"
    print(f"cable {cut} for {OUT:.0f} s: all phones follow after {max(times) * 1000:.0f} ms")
