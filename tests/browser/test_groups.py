"""Groups on real phones: two of one person, five people, and a link that has gone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.kit.browser.handsets import Phone
from tests.kit.browser.waiting import becomes, holds
from tests.kit.kept_games import kept_games

pytestmark = pytest.mark.browser

GAME = next(file for file in kept_games("crafting") if "two-players-crystals" in file.stem)


def over(one: Phone, name: str, two: Phone, other: str) -> str:
    """A finished game of these two phones; its code."""
    two.code = one.open_at_once("crafting", name, 2)
    two.sit(2, other)
    told = [line.split(" ", 1) for line in GAME.read_text(encoding="utf-8").splitlines()]
    for key, value in (line[1].split(" ") for line in told if line[0] == "option"):
        one.choose(key, value)
    one.start()
    for seat, action in ((int(line[0]), line[1]) for line in told if line[0].isdigit()):
        (one if seat == 1 else two).send(seat, action)
    one.send_unveil()
    return one.code


def founded(phone: Phone, group: str, own: str) -> str:
    """A new group, typed and tapped; the link to it as the page shows it."""
    phone.visit(f"{phone.address}/groups")
    phone.page.get_by_label("Name of the group").fill(group)
    phone.page.get_by_label("Your name in it").fill(own)
    phone.press("Start the group")
    return link(phone)


def link(phone: Phone) -> str:
    """The path of the link that this group page shows."""
    shown = phone.page.get_by_label("Whoever opens it can join").input_value()
    return "/groups/" + shown.partition("/groups/")[2]


def comes(phone: Phone, way: str, own: str) -> None:
    """Opens the link, types a name, joins."""
    phone.visit(phone.address + way)
    phone.page.get_by_label("Your name in it").fill(own)
    phone.press("Join the group")
    expect(phone.page.locator("#members")).to_contain_text(own)


def about(phone: Phone, member: str, words: str) -> None:
    """A tap on these words under this member, whose line is opened where it is closed."""
    phone.reload()
    line = phone.page.locator("#members details", has_text=member)
    if line.get_attribute("open") is None:
        phone.tap(line.locator("summary"))
    phone.press(words, line)


def has_played(phone: Phone, games: str) -> None:
    """The group's page says so."""
    phone.reload()
    expect(phone.page.locator(".top p")).to_have_text(games)


def _opens_the_other_ones(tablet: Phone) -> None:
    """The picture is drawn and the game opens, though this phone had no seat there."""
    row = tablet.page.locator(".pastgame", has_text="Played on your other phone")
    tablet.tap(row.locator("summary"))
    drawn = row.get_by_role("img")
    expect(drawn).to_have_js_property("complete", True)
    becomes(drawn, "image => image.naturalWidth", lambda wide: wide > 0)
    tablet.tap(row.get_by_role("link", name="Look at this game"))
    expect(tablet.page.locator("main")).to_contain_text("Mira")


def test_two_phones_of_one_person(phone: Callable[..., Phone]) -> None:
    """Both confirm; then the group counts one person, and each phone has both phones' evenings."""
    mira, tablet, ben = phone(), phone(viewport={"width": 320, "height": 640}), phone()
    first, second = over(mira, "Mira", ben, "Ben"), over(tablet, "M.", ben, "Ben")
    way = founded(mira, "Thursdays", "Mira")
    group = mira.page.url
    comes(tablet, way, "Tablet")
    for each, code in ((mira, first), (tablet, second)):
        each.visit(f"{each.address}/evenings/of/{code}")
        each.press("Thursdays")
    for each in (mira, tablet):
        each.visit(f"{each.address}/evenings")
        expect(each.page.locator(".pastgame")).to_have_count(1)
    mira.visit(group)
    people = mira.page.get_by_role("table").first.get_by_role("rowheader")
    expect(people).to_have_count(3)
    about(mira, "Tablet", "That's my other phone")
    expect(mira.page.locator("#members")).to_contain_text("confirm on the other phone")
    mira.reload()
    expect(people).to_have_count(3)
    tablet.visit(group)
    expect(tablet.page.locator("#members")).to_contain_text("each of them shows all evenings")
    about(tablet, "Mira", "Yes, both are mine")
    expect(tablet.page.locator("#members")).to_contain_text("your other phone")
    mira.reload()
    expect(people).to_have_count(2)
    expect(mira.page.locator("#members")).to_contain_text("your other phone")
    for each in (mira, tablet):
        each.visit(f"{each.address}/evenings")
        expect(each.page.locator(".pastgame")).to_have_count(2)
        expect(each.page.get_by_text("Played on your other phone")).to_have_count(1)
        becomes(each.page, "document.documentElement.scrollWidth <= innerWidth")
    _opens_the_other_ones(tablet)
    ben.visit(f"{ben.address}/evenings")
    expect(ben.page.locator(".pastgame")).to_have_count(2)
    tablet.visit(group)
    about(tablet, "Mira", "Two people after all")
    expect(tablet.page.locator("#members")).not_to_contain_text("your other phone")
    mira.visit(f"{mira.address}/evenings")
    expect(mira.page.locator(".pastgame")).to_have_count(1)


def _in_and_out(code: str, mira: Phone, ben: Phone, ana: Phone) -> None:
    """Mira puts the evening in, Ben is told and takes it out; Ana, who didn't play, looks."""
    mira.visit(f"{mira.address}/evenings/of/{code}")
    mira.press("Thursdays")
    expect(mira.page.locator("main")).to_contain_text("In the group Thursdays")
    has_played(ana, "1 game played")
    ben.visit(ben.address)
    expect(ben.page.locator("main")).to_contain_text("in the group Thursdays")
    ben.visit(f"{ben.address}/evenings/of/{code}")
    ben.press("Take the evening out")
    expect(ben.page.locator("main")).to_contain_text("You took it out of the group Thursdays")
    has_played(ana, "0 games played")


@pytest.mark.spine
def test_a_group_of_five(phone: Callable[..., Phone]) -> None:
    """An evening goes in and out again, two put one out, and the old link opens nothing."""
    mira, ben, ana, tom, eve = (phone() for _ in range(5))
    late = phone()
    code = over(mira, "Mira", ben, "Ben")
    way = founded(mira, "Thursdays", "Mira")
    group = mira.page.url
    for each, name in ((ben, "Ben"), (ana, "Ana"), (tom, "Tom"), (eve, "Eve")):
        comes(each, way, name)
    late.visit(late.address + way)
    expect(late.page.locator("main")).not_to_contain_text("Mira")
    has_played(ana, "0 games played")
    _in_and_out(code, mira, ben, ana)
    mira.visit(group)
    about(mira, "Eve", "Remove from the group")
    expect(mira.page.locator("#members")).to_contain_text("1 person wants to remove this phone")
    has_played(eve, "0 games played")
    about(tom, "Eve", "Remove from the group")
    expect(tom.page.locator("#members")).not_to_contain_text("Eve")
    for each, path in ((eve, group.partition(eve.address)[2]), (eve, way), (late, way)):
        answer = each.visit(each.address + path)
        assert answer is not None and answer.status == 404
        holds(each.page, "document.documentElement.outerHTML.includes('Thursdays')", False)
    ben.visit(group)
    changed = link(ben)
    assert changed != way
    ben.press("Make a new link")
    expect(ben.page.get_by_label("Whoever opens it can join")).not_to_have_value(changed)
    answer = late.visit(late.address + changed)
    assert answer is not None and answer.status == 404
    for each in (mira, ben, ana, tom):
        assert each.visit(group).status == 200  # type: ignore[union-attr]
        expect(each.page.locator("#members li")).to_have_count(4)
    comes(late, link(ben), "Late")
