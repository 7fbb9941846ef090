"""Tables laid out for a test: who sits there, and how far the game is. Only allowed actions."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.kit.browser.handsets import Phone

NAMES = ("Mira", "Ben", "Ana", "Tom", "Eve", "Finn", "Gus", "Hana")
#: Mira's marble lies in Gravity, Ben's in Time; she goes first.
LAID_OUT = ("deal dark 2 1 dark dark dark", "goal stable-life", "begin")
#: Chemistry: a carbon star, a nebula, proto life, cards, time steps and gravitons.
SHIFTED = ("shift 1",)
COLLECTING = (*SHIFTED, "collect")
CRAFTING = (*COLLECTING, "took 1")


def two_at_a_table(
    phone: Callable[..., Phone], *actions: str, goal: str = "stable-life"
) -> tuple[Phone, Phone]:
    """Mira and Ben, the game begun, Mira's actions done; both look at their Turn."""
    mira, ben = phone(), phone()
    # Past their pages: none looks on meanwhile, and none was away. Joining has tests of its own.
    mira.open_at_once("crafting", "Mira", 2)
    ben.code = mira.code
    ben.sit(2, "Ben")
    mira.start()
    mira.send(1, *(line.replace("stable-life", goal) for line in LAID_OUT), *actions)
    assert mira.actions_done() == len(LAID_OUT) + len(actions)
    for each in (mira, ben):
        each.go()
        is_live(each)
    return mira, ben


def begun_alone(host: Phone) -> Phone:
    """The host's phone holds both seats of a game of two that has just begun."""
    host.open_at_once("crafting", "Mira", 2)
    host.sit(2, "Ben")
    host.start()
    host.send(1, *LAID_OUT)
    return host


def is_live(phone: Phone) -> None:
    """Waits until the phone hears from the table."""
    expect(phone.page.locator("body")).to_have_attribute("data-live", "on")
