"""What changes in a drawn system moves once, holds nothing up, and not where motion is unwanted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.kit.browser.handsets import Phone
from tests.kit.browser.openings import is_live
from tests.kit.browser.waiting import at_rest, becomes

pytestmark = pytest.mark.browser

#: Keeps what moves in a drawing: its class, and when it ends.
WATCHED = """() => {
  window.moved = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, times) {
    if (this.ownerSVGElement) {
      const {duration, delay} = times;
      const kinds = frames.flatMap(Object.keys);
      window.moved.push([this.getAttribute("class") ?? this.tagName, duration + delay, kinds]);
    }
    return animate.call(this, frames, times);
  };
}"""
LONGEST = 750


def alone(phone: Callable[..., Phone], **more: Any) -> Phone:
    """Ana at a table for two at which nobody has to agree, with two planets of hers."""
    ana, ben = phone(**more), phone(**more)
    ana.open_at_once("cosmogenesis", "Ana", 2)
    ben.code = ana.code
    ben.sit(2, "Ben")
    ana.set_consent("0")
    ana.start()
    ana.send(1, "begin 1", "set 1 rock-2", "set 2 gas-red-1")
    ana.go()
    is_live(ana)
    ana.page.evaluate(WATCHED)
    return ana


def moved_by(ana: Phone, action: str, seen: str) -> set[str]:
    """What moves in the own system once this is done, and the page shows a body of this name."""
    ana.page.evaluate("window.moved = []")
    ana.send(1, action)
    expect(ana.page.locator("#panel-now").get_by_role("img", name=seen)).to_be_attached()
    at_rest(ana.page)  # what else shows this body is drawn, too
    expect(ana.page.locator(".flash, .flying")).to_have_count(0)
    found = ana.page.evaluate("window.moved")
    assert all(ends <= LONGEST for _, ends, _ in found), found
    assert {kind for *_, kinds in found for kind in kinds} <= {"opacity", "transform", "offset"}
    return {name for name, *_ in found}


@pytest.mark.spine
def test_what_a_body_gets_moves_once(phone: Callable[..., Phone]) -> None:
    ana = alone(phone)
    assert "flash" in moved_by(ana, "set 1 rock-3", "orbit 1: size 3 rock")
    assert "drop" not in moved_by(ana, "set 1.1 rock-1", "moon 1 in orbit 1")
    water = moved_by(ana, "set 1 rock-3 wet", "orbit 1: size 3 rock, water")
    assert water and "flash" not in water
    assert "ring" in moved_by(ana, "set 2 gas-red-1 rings", "rings")
    assert moved_by(ana, "set 1 rock-3 wet life 0", "bacterium")
    assert moved_by(ana, "set 1 rock-3 wet life 1", "jellyfish")
    assert not moved_by(ana, "mend asteroids 1", "1 asteroid, 0 comets")


def test_nothing_moves_where_motion_is_unwanted(phone: Callable[..., Phone]) -> None:
    ana = alone(phone, reduced_motion="reduce")
    assert not moved_by(ana, "set 1 rock-3", "orbit 1: size 3 rock")


def test_a_board_is_there_before_any_other_tab_was_opened(phone: Callable[..., Phone]) -> None:
    """Also for who watches since the lobby: a tab is sent when it is opened."""
    ana, watcher = phone(), phone(opened=False)
    watcher.code = ana.open_at_once("cosmogenesis", "Ana", 2)
    watcher.go()
    is_live(watcher)
    ana.sit(2, "Ben")
    ana.start()
    ana.send(1, "begin 1")
    board = watcher.page.locator("#panel-theirs use[href='#board-upright-5']")
    expect(board).to_be_visible()
    becomes(board, "used => used.getBBox().height", lambda high: high > 0)
