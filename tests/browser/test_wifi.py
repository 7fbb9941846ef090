"""The code that joins the Wi-Fi: a guest's camera reads it off the host's screens."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from tests.kit.browser.handsets import Phone
from tests.kit.browser.house import House
from tests.kit.browser.qr_reading import scan
from tests.kit.browser.waiting import becomes, holds

pytestmark = pytest.mark.browser

SAID = r"WIFI:T:WPA;S:Küche\; 2;P:mond\,und\:sterne;;"
#: No part of it lies outside what holds it.
IN_SIGHT = """code => {
  const { left, right } = code.getBoundingClientRect();
  for (let each = code.parentElement; each; each = each.parentElement) {
    const box = each.getBoundingClientRect();
    const cuts = getComputedStyle(each).overflowX !== "visible";
    if (cuts && (left < box.left - 1 || right > box.right + 1)) return false;
  }
  return right <= innerWidth && left >= 0;
}"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Open to the whole house, so that the code on the page is that of another phone's way in."""
    house = House(tmp_path_factory.mktemp("house"), host="0.0.0.0")
    yield house
    house.stop()


def test_a_guest_scans_the_wifi_and_then_the_table(
    phone: Callable[..., Phone], house: House
) -> None:
    small = {"width": 320, "height": 568}
    host, server = (phone(viewport=small) for _ in range(2))
    tv = phone(viewport={"width": 1280, "height": 720})
    code = host.open_table("Mira", 2)
    tv.visit(f"{house.address}/t/{code}/screen")
    expect(tv.page.locator("#invite svg.qr")).to_have_count(1)
    server.visit(f"{house.address}{house.link}")
    server.press("Open")
    server.page.get_by_label("Name of the Wi-Fi").fill("Küche; 2")
    server.page.get_by_label(re.compile("Its password")).fill("mond,und:sterne")
    server.press("Show it in lobbies and on televisions")
    assert scan(server.page.locator("#wifi svg.qr")) == SAID
    for each in (host, tv):
        both = each.page.locator("#invite svg.qr")
        expect(both).to_have_count(2)
        assert scan(both.nth(1)) == SAID
        assert scan(both.nth(0)).startswith(f"{house.address}/J/{code}-".upper())
        for code_shown in both.all():
            becomes(code_shown, IN_SIGHT)
        holds(each.page, "document.documentElement.scrollWidth <= innerWidth")
    server.press("Remove the Wi-Fi")
    for each in (host, tv):
        expect(each.page.locator("#invite svg.qr")).to_have_count(1)
