"""Every screen beside the table: the way in, what is looked up, changing hands, setting right.

Like `screens.py`, for looking at; a name is one screen.
"""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.kit.browser.handsets import Phone
from tests.kit.browser.openings import NAMES, is_live
from tests.kit.browser.qr_reading import scan
from tests.kit.browser.screens import GAME, LAID_OUT, SHIFTED, Moves, Visitor

#: Mira's turn up to its end, which leaves the rulebook's question whether an action was a must.
#: DNA for all the proto life that lies there: the turn may end with neither closing action.
CLOSING: Moves = [
    *LAID_OUT,
    *((1, action) for action in (*["shift 1"] * 3, "collect", "took")),
]


def _found(visitor: Visitor) -> Phone:
    phone = visitor.at("craft", visitor.crafting())
    phone.press("Ask")
    phone.sheet().get_by_label("Ask a rules question").fill("wild")
    expect(phone.sheet().locator("details").first).to_be_visible()
    return phone


def _what_if(visitor: Visitor) -> Phone:
    phone = visitor.sheet("Other tile")
    phone.press("What if?", phone.sheet())
    expect(phone.sheet()).to_contain_text("Something's missing")
    return phone


def _from_history(visitor: Visitor, path: str) -> Phone:
    """A page about an action in the middle of a whole game."""
    phone = visitor.at("result", visitor.whole, "/history")
    links = phone.page.locator(f"a[href*='/{path}/']")
    return visitor.visit(links.nth(200).get_attribute("href") or "")


def _naming(visitor: Visitor) -> Phone:
    """What was forgotten, on the panels as they were then."""
    phone = _from_history(visitor, "line")
    phone.press_link("Add a missed action after this")
    expect(phone.page.get_by_role("heading", name="Add it here")).to_be_visible()
    return phone


def _may(visitor: Visitor) -> Phone:
    """What nobody can tell yet, and what may not be done, opened."""
    phone = visitor.at("craft", visitor.crafting(), "/may")
    phone.tap(phone.page.locator("details.why-not summary").first)
    return phone


def _covered(visitor: Visitor) -> Phone:
    """One phone with three seats, on its way to the next player."""
    visitor.table("shift", SHIFTED)
    phone = visitor.others
    phone.switch_to(3)
    phone.go()
    expect(phone.page.get_by_role("heading", name="Hand the phone to Ana")).to_be_visible()
    return phone


def _shared(visitor: Visitor) -> Phone:
    """One phone with three seats, in the right hands."""
    phone = _covered(visitor)
    phone.press("I'm Ana")
    expect(phone.page.locator("#switch")).to_be_visible()
    return phone


def _scanned(visitor: Visitor, name: str) -> Phone:
    """What the code for Mira's seat opens on the phone that scans it."""
    offer = visitor.at(name, LAID_OUT, "/hand-over/1").page.locator("#offer svg.qr")
    visitor.stranger.visit(scan(offer))
    return visitor.stranger


def _lost(visitor: Visitor) -> Phone:
    """A phone whose seat was taken over while its page was open."""
    taker = _scanned(visitor, "lost")
    phone = visitor.at("lost", LAID_OUT)
    is_live(phone)
    taker.press("Play as Mira on this phone")
    expect(phone.button("Take the seat back")).to_be_visible()
    return phone


def _raised(visitor: Visitor) -> Phone:
    """The phone that has just raised a question."""
    phone = visitor.at("raised", CLOSING)
    is_live(phone)
    phone.press("End turn")
    phone.pick("Then choose one", "Neither")
    phone.press("End turn", phone.sheet())
    expect(phone.whole_word().locator("#questions")).to_be_visible()
    return phone


def _wished(visitor: Visitor) -> Phone:
    """The phone that is asked for its word: about an action that the app refuses."""
    visitor.table("wished", LAID_OUT)
    visitor.mira.go()
    visitor.mira.press_refused(visitor.mira.marble("Ben"))
    visitor.mira.press("Ask the table", visitor.mira.toast)
    visitor.others.go()
    expect(visitor.others.page.locator("#proposals")).to_be_visible()
    return visitor.others


def _lesson(visitor: Visitor) -> Phone:
    """A phone that explains each step, at the first one of a turn."""
    phone = visitor.at("taught", LAID_OUT)
    phone.be_taught()
    phone.go()
    expect(phone.page.locator("aside.lesson")).to_be_visible()
    return phone


def _evenings(visitor: Visitor, path: str = "") -> Phone:
    """A phone that has sat at a finished game."""
    visitor.at("result", visitor.whole)
    return visitor.visit(f"/evenings{path}")


def _evening(visitor: Visitor) -> Phone:
    """One evening, whose page for everybody Mira opened."""
    code = visitor.table("result", visitor.whole)
    phone = visitor.visit(f"/evenings/of/{code}")
    if phone.button("I agree, with my name").count():
        phone.press("I agree, with my name")
    expect(phone.page.locator("#public")).to_be_visible()
    return phone


def _public(visitor: Visitor) -> Phone:
    """What somebody with its link sees of a finished game."""
    path = _evening(visitor).page.locator("#public").input_value().partition("/game/")[2]
    return visitor.visit_as_stranger(f"/game/{path}")


def _timed(visitor: Visitor) -> Phone:
    """A table with a budget for a turn, paused."""
    phone = visitor.at("timed", LAID_OUT)
    phone.set_clock("turn 120")
    phone.pause()
    phone.go()
    expect(phone.page.locator(".clock").first).to_be_visible()
    return phone


def _wrong_name(visitor: Visitor) -> Phone:
    """Names of cards, two of which are the same."""
    phone = visitor.at("shift", SHIFTED, "/names")
    for card in ("Quasar", "Pulsar"):
        phone.page.get_by_label(card, exact=True).fill("Cuásar")
    phone.press("Save")
    expect(phone.page.locator("[aria-invalid]")).to_have_count(1)
    return phone


BESIDE: dict[str, Callable[[Visitor], Phone]] = {
    "home": lambda v: v.visit("/"),
    "unknown": lambda v: v.visit("/t/0000"),
    "join": lambda v: v.visit_as_stranger(f"/j/{v.lobby()}"),
    "qr": lambda v: v.visit(f"/t/{v.lobby()}/qr"),
    "bring": lambda v: v.visit("/bring"),
    "box": lambda v: v.visit("/box"),
    "names": lambda v: v.at("shift", SHIFTED, "/names"),
    "names-wrong": _wrong_name,
    "hand-over": lambda v: v.at("shift", SHIFTED, "/hand-over/2"),
    "take-over": lambda v: _scanned(v, "take-over"),
    "lost": _lost,
    "cover": _covered,
    "shared": _shared,
    "rules": lambda v: v.visit(f"/rules/{GAME}"),
    "rules-shelf": lambda v: v.visit("/rules?q=tie"),
    "ask": _found,
    "what-if": _what_if,
    "may": _may,
    "legal": lambda v: _from_history(v, "legal"),
    "step": lambda v: _from_history(v, "at"),
    "history": lambda v: v.at("result", v.whole, "/history"),
    "raised": _raised,
    "wished": _wished,
    "rulings": lambda v: v.at("raised", CLOSING, "/rulings"),
    "line": lambda v: _from_history(v, "line"),
    "naming": _naming,
    "lesson": _lesson,
    "lessons": lambda v: v.at("taught", LAID_OUT, "/lessons"),
    "tour": lambda v: v.at("taught", LAID_OUT, "/tour?card=3"),
    "evenings": _evenings,
    "player": lambda v: _evenings(v, f"/player?name={NAMES[0]}"),
    "evening": _evening,
    "public": _public,
    "timed": _timed,
}
