"""Each kind of tile of Cosmogenesis is taken, entered, used and revealed by thumb, in few taps."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.test_cosmogenesis_round import finished, sit_down, taken
from tests.kit.browser.handsets import Phone
from tests.kit.browser.waiting import at_rest

pytestmark = pytest.mark.browser

#: taps to enter a tile with two needs and a reward, on the sheet that opens by itself
ENTERING = 4
MAKES = Callable[..., Phone]


def at_table(phone: MAKES, *sent: tuple[int, str]) -> list[Phone]:
    """Ana and Ben after these actions, with Ana's turn."""
    phones = sit_down(phone)
    for seat, action in sent:
        phones[seat - 1].send(seat, action)
    ana, ben = phones
    ana.sees("Your turn")
    at_rest(ana.page)
    ana.taps = ben.taps = 0
    return phones


#: a turn of each, with a planet of size 3
PLANETS = ((1, "planet ii rock-3"), (1, "end"), (2, "planet ii rock-3"), (2, "end"))
#: the first round, without the entering of its stellar objectives
ROUND = (
    *PLANETS,
    *((1, "belt asteroid"), (1, "end"), (2, "belt asteroid"), (2, "end")),
    *((1, "discard i"), (1, "end"), (2, "discard i"), (2, "end")),
    *((1, "discard iii"), (1, "end"), (2, "discard iii"), (2, "end"), (1, "next")),
)


def chip(phone: Phone, name: str, field: str = "") -> None:
    """A tap on a need or a reward."""
    place: Locator = phone.sheet()
    if field:
        place = place.get_by_role("group", name=field)
    phone.tap(place.get_by_role("radiogroup", name=name, exact=True))


def number(phone: Phone, field: str, said: str) -> None:
    """The tap on a number that sends its sheet. What the table learns goes to the box after it has
    gone to the phones.
    """
    found = phone.sheet().get_by_role("group", name=field)
    with phone.page.expect_response(lambda answer: answer.url.endswith("/act")):
        phone.tap(found.get_by_role("button", name=said, exact=True))


def wait_for_sheet(phone: Phone, sheet: str) -> None:
    """Waits for the sheet that opens by itself."""
    expect(phone.sheet()).to_have_id(f"panel-{sheet}")


def closed(phone: Phone) -> None:
    expect(phone.page.locator("[popover]:popover-open")).to_have_count(0)


def test_a_stellar_objective_asks_what_it_says(phone: MAKES) -> None:
    ana, ben = at_table(phone)
    ana.press("I")
    ana.press("7")
    wait_for_sheet(ana, "enter")
    before = ana.taps
    ana.pick("Once, or for each", "Moon")
    chip(ana, "Rings")
    chip(ana, "Rings")
    number(ana, "Points", "3")
    assert ana.taps - before <= ENTERING
    ana.sees("Anything else?")
    closed(ana)
    expect(ana.page.locator("#panel-open")).to_contain_text(
        "3 points per moon, needs: 2 gas giants"
    )
    assert finished(ana, ben) <= 2 + ENTERING + 1
    ana.visit(f"{ana.address}/box")
    expect(ana.page.locator("main")).to_contain_text("1 entry known")


def test_who_enters_no_tile_is_asked_once(phone: MAKES) -> None:
    ana, ben = at_table(phone)
    ana.press("I")
    ana.press("7")
    wait_for_sheet(ana, "enter")
    ana.press("Close", ana.sheet())
    assert finished(ana, ben) == 4
    ben.sees("Your turn")
    ana.taps = 0
    ben.press("I")
    ben.press("9")
    ben.sees("Anything else?")
    at_rest(ben.page)
    closed(ben)
    ben.press("Enter stellar objective 9")
    wait_for_sheet(ben, "enter")
    ben.press("Close", ben.sheet())
    assert finished(ben, ana) == 5


@pytest.mark.spine
def test_an_exotic_object_is_entered_and_used(phone: MAKES) -> None:
    ana, ben = at_table(phone, *PLANETS)
    ana.press("III: Exotic")
    ana.press("3", ana.sheet())
    wait_for_sheet(ana, "enter")
    chip(ana, "Moon")
    number(ana, "Counters", "2")
    ana.sees("Anything else?")
    closed(ana)
    at_rest(ana.page)
    before = ana.taps
    # Its only gift asks for its place at once.
    ana.press("Use exotic object 3")
    wait_for_sheet(ana, "gain-moon")
    ana.press("Moon in orbit 1")
    assert ana.taps - before == 2
    moon = ana.page.get_by_role("img", name="moon 1 in orbit 1: asteroid").first
    expect(moon).to_be_attached()
    assert finished(ana, ben) <= 7


def test_a_planetary_objective_is_taken_by_its_number(phone: MAKES) -> None:
    ana, ben = at_table(phone, *ROUND)
    ana.press("Take it face down")
    ana.sees("Anything else?")
    assert finished(ana, ben) == 2
    ben.sees("Your turn")
    ben.taps = ana.taps = 0
    ben.press("I")
    number(ben, "Its number", "4")
    wait_for_sheet(ben, "enter-held")
    before = ben.taps
    chip(ben, "Rings")
    chip(ben, "Water")
    chip(ben, "Comet", "You get right away")
    number(ben, "Points", "5")
    assert ben.taps - before <= ENTERING
    closed(ben)
    assert finished(ben, ana) <= 2 + ENTERING + 1
    # It is Ben's secret until he reveals it.
    for path in ("", "/transcript"):
        assert "planetary-4" not in ana.read(path).text


GIFTS = [("comet", 3), ("moon", 4)]


@pytest.mark.parametrize(("gift", "most"), GIFTS)
def test_a_revealed_objective_ends_the_turn_once_nothing_is_left(
    phone: MAKES, gift: str, most: int
) -> None:
    said = f"tile planetary-4 5,needs=rock,gives={gift}"
    ana, ben = at_table(phone, (1, said), (1, "keep planetary-4"), *PLANETS)
    ana.press("IV: 1 asteroid")
    ana.sees("Anything else?")
    ana.press("Reveal")
    ana.press("Planetary 4", ana.sheet())
    if gift == "moon":
        wait_for_sheet(ana, "gain-moon")
        ana.press("Moon in orbit 1")
    ben.sees("Your turn")
    assert (ana.taps, ben.taps) == (most, 0)
    # One tap takes it back.
    ana.press("Undo")
    ana.sees("Anything else?")


def test_an_objective_nobody_named_is_revealed_and_entered(phone: MAKES) -> None:
    ana, ben = at_table(phone, *PLANETS)
    ana.press("IV: 1 asteroid")
    ana.sees("Anything else?")
    # Beside the only planet there is.
    ana.press("Reveal")
    number(ana, "Its number", "4")
    wait_for_sheet(ana, "enter")
    before = ana.taps
    chip(ana, "Terrestrial planet")
    chip(ana, "Comet", "You get right away")
    number(ana, "Points", "5")
    assert ana.taps - before <= ENTERING
    expect(ana.page.locator("#panel-open")).to_contain_text("5 points")
    assert finished(ana, ben) <= 7


def test_every_body_is_taken_in_few_taps(phone: MAKES) -> None:
    ana, ben = at_table(phone)

    taps = {
        "first planet": taken(ana, ben, "II: Rock 3"),
        "gas giant": taken(ben, ana, "II", "red 1"),
        "rock": taken(ana, ben, "III: Rock 1", "Moon in orbit 1"),
        "discarded": taken(ben, ana, "III", "Discard it"),
        "comet that hits": taken(ana, ben, "IV: Collide the comet", "Comet on the planet"),
        "asteroid": taken(ben, ana, "IV: 1 asteroid"),
    }
    print(taps)
    assert max(taps.values()) <= 3
