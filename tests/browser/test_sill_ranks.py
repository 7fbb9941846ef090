"""The sill never goes mute: of two words the higher is in sight, and once it is gone the lower is.

What stands there is what the server really sends, with the white space of its templates, swapped in
by htmx; and it goes as it does at a table: by a tap, by its sheet that was read, by news.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import pytest
from flask import render_template
from playwright.sync_api import Browser, Page

from companion.tables import Table
from companion.tables.guided import current_guided_step
from companion.web.page.lessons import guided_step_pieces
from companion.web.page.lobby import SeatMoveRow
from companion.web.page.presence import Attendance
from companion.web.page.render import draw_app_piece
from companion.web.page.slots import Piece, Slot, htmx_fragment
from companion.web.page.toast import Toast
from companion.web.reply.reply import toast_html
from companion.web.request.phone import set_current_table
from tests.kit.browser.kept_pictures import STORIES
from tests.kit.browser.kept_tables import ORIGIN, KeptTable, a_table, phones_at
from tests.kit.browser.reading import wait_until_drawn
from tests.kit.browser.waiting import FRAMES, becomes

pytestmark = pytest.mark.browser

#: Swaps in what the server sends.
SWAP = """text => htmx.swap({
  sourceElement: document.body, target: document.body, swap: "none", text })"""
#: The places whose word can be read, once it is drawn.
IN_SIGHT = f"""async () => {{
  await {FRAMES};
  return [...new Set([...document.querySelectorAll(
      ".dock > #waits .note, .dock > #toast .ws, .sill .ws")]
    .filter((each) => each.checkVisibility({{ visibilityProperty: true }}))
    .map((each) => each.closest("#waits, #toast, .sill > *").id))];
}}"""
#: A tap that waits, and a hint: the phone itself puts them there and takes them away.
WAITS = """() => document.getElementById("waits").append(
  document.getElementById("waits-note").content.cloneNode(true))"""
HINT = """() => document.getElementById("hint").append(window.hint)"""
#: A hint is kept, and none comes by itself any more; nobody is awaited.
HINT_KEPT = """async () => {
  const lessons = document.getElementById("lessons");
  const deck = await (await fetch(lessons.dataset.deck)).text();
  const read = new DOMParser().parseFromString(deck, "text/html");
  window.hint = document.adoptNode(read.querySelector(".lesson"));
  lessons.remove();
  document.getElementById("slot-awaited").replaceChildren();
}"""
GOES = "place => document.querySelector(`#${place} > *`).remove()"
#: The sheet of a word is opened and closed again.
READ = """async place => {
  const sheet = document.querySelector(`#${place} .said[popover]`);
  for (const change of ["showPopover", "hidePopover"]) {
    const told = new Promise((go) => sheet.addEventListener("toggle", go, { once: true }));
    sheet[change]();
    await told;
  }
}"""
#: A tap on a control of the room, each time another one.
TAP = """() => {
  const control = document.getElementById("main").appendChild(document.createElement("button"));
  control.click();
  control.remove();
}"""
#: A script and what it is given.
Deed = tuple[str, str]


@dataclass(frozen=True)
class Word:
    """A word of the sill, in the element `place`: how it comes, and each way in which it goes."""

    name: str
    place: str
    comes: Deed
    goes: tuple[Deed, ...]


def asked_for_a_seat(now: Table) -> Piece:
    """A seat that another phone asks for."""
    moves = SeatMoveRow("asked", 2, 1, 42, own=True, may=True)
    return draw_app_piece("handing", now, 1, rows=(moves,), row=moves, once="")


def missed_word(now: Table) -> Word:
    """What happened while the phone slept."""
    missed = {"lines": ["Ben moved."], "earlier": 0, "number": 1}
    away = render_template("table/_away.html", table=now, viewer=1, **missed)
    told = (SWAP, htmx_fragment("#away", "innerHTML", away))
    return Word("away", "away", told, ((READ, "away"),))


def words_of(table: KeptTable) -> tuple[list[Word], str]:
    """All that the sill can say above round and turn, the highest first; and what empties it."""
    now = table.site.store.latest("KEPT")
    step = current_guided_step(now)
    assert step is not None and step.seat == 1
    set_current_table(now)

    def news(place: str, *pieces: Piece) -> Deed:
        return SWAP, Slot(place, pieces, at=1).news(-1)

    def word(name: str, place: str, piece: Piece) -> Word:
        return Word(name, place, news(place, piece), (news(place),))

    def toast(name: str, kind: str, *goes: Deed) -> Word:
        html = toast_html(now, 1, Toast(kind, f"This is {kind}."))
        none = (SWAP, htmx_fragment("#toast", "innerHTML", toast_html(now, 1, None)))
        told = (SWAP, htmx_fragment("#toast", "innerHTML", html))
        return Word(name, "toast", told, (none, *goes))

    question = draw_app_piece("asks", now, 1, kind="question", seat=0, words="Which?", number=1)
    [coach] = guided_step_pieces(now, 1)
    watched = draw_app_piece("coach", now, 2, step=step, sheets=(), laid=False)
    asleep = draw_app_piece("awaited", now, 1, rows=(Attendance(2, "asleep"),))
    gain = draw_app_piece("scored", now, 0, key=1, gains=((2, 3),), words="a planet")
    words = [
        Word("waits", "waits", (WAITS, ""), ((GOES, "waits"),)),
        toast("no", "no", (TAP, "")),
        word("asks", "slot-asks", question),
        toast("wood", "info", (READ, "toast")),
        word("handing", "slot-handing", asked_for_a_seat(now)),
        word("led", "slot-coach", coach),
        missed_word(now),
        word("coach", "slot-coach", watched),
        Word("hint", "hint", (HINT, ""), ((GOES, "hint"),)),
        word("paused", "slot-paused", draw_app_piece("paused", now, 0, since=1)),
        word("awaited", "slot-awaited", asleep),
        word("scored", "slot-scored", gain),
    ]
    return words, "".join(news(each)[1] for each in ("slot-asks", "slot-coach", "slot-scored"))


def sees(page: Page, place: str, when: str) -> Iterator[str]:
    """What is wrong where not this word alone is in sight."""
    found = page.evaluate(IN_SIGHT)
    if found != [place]:
        yield f"{when}: {found} in sight, not {place}"


def faults(page: Page, higher: Word, lower: Word) -> Iterator[str]:
    """What is wrong with these two, in either order, and with each way in which the higher goes."""
    for way, goes in enumerate(higher.goes):
        for first, second in ((lower, higher), (higher, lower)):
            for comes in (first.comes, second.comes):
                page.evaluate(*comes)
            yield from sees(page, higher.place, f"{first.name}, then {second.name}")
            page.evaluate(*goes)
            yield from sees(page, lower.place, f"{higher.name} gone ({way}) over {lower.name}")
            page.evaluate(*lower.goes[0])
            yield from sees(page, "slot-facts", f"after {higher.name} and {lower.name}")


@pytest.mark.parametrize("story", STORIES)
def test_what_was_covered_comes_back(chromium: Browser, tmp_path: Path, story: str) -> None:
    with a_table(tmp_path, story) as table, phones_at(chromium, table) as pages:
        led, headers = {"led": "begin"}, {"Origin": ORIGIN}
        table.start()
        mira = table.clients["mira"]
        assert (
            mira.post("/t/KEPT/led", base_url=ORIGIN, data=led, headers=headers).status_code < 400
        )
        page = pages("mira")
        page.goto(f"{ORIGIN}/t/KEPT")
        wait_until_drawn(page)
        with table.app.test_request_context(base_url=ORIGIN):
            words, empty = words_of(table)
        page.evaluate(HINT_KEPT)
        page.evaluate(SWAP, empty)
        becomes(page, IN_SIGHT, ["slot-facts"])
        wrong = [
            fault
            for higher, lower in combinations(words, 2)
            if higher.place != lower.place
            for fault in faults(page, higher, lower)
        ]
        assert wrong == []
