"""Four phones join by the QR code and play a whole round, down to the goal track.

Nobody reloads a page; the one who acts taps little, and the others need not tap at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from statistics import median

import pytest
from playwright.sync_api import expect

from tests.kit.browser.handsets import Phone, mark, never_reloaded
from tests.kit.browser.house import House
from tests.kit.browser.qr_reading import scan

pytestmark = pytest.mark.browser

NAMES = ("Mira", "Ben", "Ana", "Tom")
#: One by one from Light, clockwise; Mira's is the last player marble.
MARBLES = ("Dark", "Ben", "Dark", "Ana", "Tom", "Dark", "Mira")
BUDGET = 7


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Open to the whole house, so that the code on the page is that of another phone's way in."""
    house = House(tmp_path_factory.mktemp("house"), host="0.0.0.0")
    yield house
    house.stop()


def sit_down(phone: Callable[..., Phone]) -> list[Phone]:
    """Mira opens a table; the others scan the code on her phone and take their seats."""
    mira = phone()
    mira.open_table("Mira", 4)
    address = scan(mira.page.locator("svg.qr"))
    assert f"/J/{mira.code}-" in address
    phones = [mira]
    for seat, name in enumerate(NAMES[1:], start=2):
        phones.append(phone())
        phones[-1].join(address, name, seat)
        mark(phones[-1])
    for each in phones:
        expect(each.page.locator("#seats")).to_contain_text("4 of 4")
    mira.press("Start with 4")
    expect(mira.banner).to_be_visible()
    mark(mira)
    return phones


def lay_out(phones: list[Phone]) -> None:
    """The marbles as they lie, the goal that was revealed; each tapped in by somebody else."""
    mira, ben, *_ = phones
    mira.press("Enter the marbles we drew")
    for place, owner in enumerate(MARBLES, start=1):
        mira.pick(f"Marble {place}", owner)
    mira.press("Save marbles", mira.sheet())
    for each in phones:
        expect(each.page.locator("#panel-first")).to_contain_text("Mira goes first")
    ben.press("Enter the goal we drew")
    ben.press("Most stable life", ben.sheet())
    expect(mira.page.locator("#panel-first-goal")).to_contain_text("stable life")
    mira.press("Begin round 1")


Steps = tuple[tuple[str, Callable[[Phone], None]], ...]


def _button(label: str) -> Callable[[Phone], None]:
    return lambda phone: phone.press(label)


def _marble(owner: str) -> Callable[[Phone], None]:
    return lambda phone: phone.tap(phone.marble(owner))


def _to(control: str) -> Callable[[Phone], None]:
    return lambda phone: phone.press(f"Move your marble to {control}")


def _end(choice: str) -> Callable[[Phone], None]:
    """The sheet that ends the turn: the choice, then the one main button."""

    def answer(phone: Phone) -> None:
        phone.press("End otherwise")
        phone.pick("Then choose one", choice)
        phone.press("End turn", phone.sheet())

    return answer


def _complete(tile: str, sector: str, points: str, star: str) -> Callable[[Phone], None]:
    def answer(phone: Phone) -> None:
        row = phone.page.locator("#panel-open-tiles details").filter(has_text=tile).first
        phone.tap(row.locator("> summary"))
        phone.pick("Sector", sector)
        phone.pick("Star you discarded", star)
        phone.press(points, row)

    return answer


#: What each seat does in its turn, each step with the line that it leaves in everybody's log.
TURNS: tuple[Steps, ...] = (
    (
        ("Mira moved their marble from Gravity to Chemistry", _to("Chemistry")),
        ("Mira collected and placed everything", _button("Collect")),
        ("Mira placed a size 1 nebula", _button("Size 1")),
        ("Mira ended the turn and stabilised 1", _end("Stabilise 1 proto")),
    ),
    (
        ("Ben moved a dark marble from Light to Time", _marble("Dark")),
        ("Ben moved their marble from Time to Gravity", _marble("Ben")),
        ("Ben collected and placed everything", _button("Collect")),
        ("Ben turned 1 helium star into a supernova", _button("helium")),
        ("Ben ended the turn with a size 2 nebula in Phi", _end("2 in Φ")),
    ),
    (
        ("Ana moved their marble from Chemistry to Light", _to("Light")),
        ("Ana collected and placed everything", _button("Collect")),
        (
            "Ana completed a size 1 nebula in Psi for 2 points",
            _complete("Size 1", "Ψ", "2", "hydrogen"),
        ),
        ("Ana ended the turn with a size 1 nebula in Delta", _end("1 in Δ")),
    ),
    (
        ("Tom moved their marble from Light to Time", _to("Time")),
        ("Tom collected and placed everything", _button("Collect")),
        ("Tom stabilised 1 proto life", _button("1")),
        ("Tom ended the turn with a size 2 nebula in Delta", _end("2 in Δ")),
    ),
)
#: How the others see a turn go on, after so many of its steps.
STAGES = {"moved": "shifting energy", "collected": "crafting"}


def play_turn(phones: list[Phone], seat: int) -> list[int]:
    """Plays the seat's whole turn; how often each phone was tapped in it."""
    actor = phones[seat - 1]
    before = [phone.taps for phone in phones]
    actor.sees("Your turn")
    for line, do in TURNS[seat - 1]:
        do(actor)
        everyone_sees(phones, actor, line)
    return [phone.taps - taps for phone, taps in zip(phones, before, strict=True)]


def everyone_sees(phones: list[Phone], actor: Phone, line: str) -> None:
    """Everyone's log has the line; the others read on top of their phone how far it is."""
    name, verb = line.split()[:2]
    for each in phones:
        expect(each.log).to_contain_text(line)
        if each is not actor and verb in STAGES and "star" not in line:
            each.sees(f"{name} is {STAGES[verb]}")


@pytest.mark.spine
def test_four_phones_play_a_round(phone: Callable[..., Phone]) -> None:
    phones = sit_down(phone)
    screen = phone(viewport={"width": 1280, "height": 800}, is_mobile=False)
    screen.visit(f"{screen.address}/t/{phones[0].code}/screen")
    mark(screen)
    lay_out(phones)
    counts = [play_turn(phones, seat) for seat in range(1, 5)]
    acting = [taps[seat] for seat, taps in enumerate(counts)]
    print("taps of the acting phones:", dict(zip(NAMES, acting, strict=True)))
    assert median(acting) <= BUDGET
    assert [sum(taps) - taps[seat] for seat, taps in enumerate(counts)] == [0, 0, 0, 0]
    move_the_goals(phones)
    expect(screen.log).to_be_visible()
    expect(screen.log).to_contain_text("New goal on space 1: Most supernovae")
    for each in (*phones, screen):
        never_reloaded(each)  # a page was loaded anew


def move_the_goals(phones: list[Phone]) -> None:
    """The end of the round: the goals move on, and the next round begins with the next seat."""
    for each in phones:
        each.sees("End of round 1")
        small = each.page.locator("#panel-goals-draw li")
        expect(small.nth(0)).to_contain_text("The next card")
        expect(small.nth(1)).to_contain_text("Most stable life")
        expect(small.nth(1)).to_be_visible()
    ana, ben = phones[2], phones[1]
    ana.press("Enter the card we drew")
    ana.press("Most supernovae", ana.sheet())
    ben.sees("Your turn")
    for each in phones:
        spaces = each.page.locator("#panel-track .track > li")
        expect(spaces.nth(0)).to_contain_text("Most supernovae")
        expect(spaces.nth(1)).to_contain_text("Most stable life")
        expect(each.banner).to_contain_text("Round 2")
    # Who waits has them beside the points.
    expect(ana.page.locator("#panel-chances .card").last).to_contain_text("Most supernovae")
    ana.tab("Goals")
    expect(ana.page.locator("#panel-track")).to_be_visible()
