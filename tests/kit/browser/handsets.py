"""Phones at a table: real pages that are tapped with a finger. Every tap is counted.

What a test does here a person could do; only `send` and its like go past the page, for laying a
table out before a test begins.
"""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any

from playwright.sync_api import (
    BrowserContext,
    ConsoleMessage,
    Error,
    Locator,
    Page,
    Response,
    TimeoutError,
    expect,
)

from tests.kit.browser.past_the_page import Answer, ask
from tests.kit.browser.waiting import at_rest, becomes, comes, holds, loads, press_over
from tests.kit.served import GENEROUS

#: Milliseconds: nobody waits so long but where something is broken, however busy a machine.
PATIENCE = 1000 * GENEROUS
#: Milliseconds: what cannot be tapped for so long is looked at anew.
SOON = 1000
#: What Chromium itself says of a refused tap (422), and htmx of a stream whose page is left.
EXPECTED = re.compile("Failed to load resource|htmx:sse:error")
#: What htmx says of a request that is under way when a test lets minutes pass at once.
LEAPT_OVER = re.compile("htmx:error: timeout")
#: Pixels: what is nearer may be the same press; see static/js/press.js.
NEAR = 40
#: What lies under the bar at the foot is scrolled up, as a hand does.
SPOT = """element => {
  element.scrollIntoViewIfNeeded();
  const at = () => element.getBoundingClientRect();
  const dock = document.querySelector(".dock")?.getBoundingClientRect();
  if (dock && !element.closest(".dock, [popover]") && at().bottom > dock.top)
    element.scrollIntoView({block: "center", behavior: "instant"});
  const {x, y, width, height} = at();
  return [x + width / 2, y + height / 2, element.type === "submit" ? element.value : ""];
}"""
#: The sheet of a word of the sill that it is in, where that is closed.
BEHIND = "each => each.closest('.said:not(:popover-open), #asks-sheet:not(:popover-open)')?.id"
MIDDLE = "element => element.scrollIntoView({block: 'center', behavior: 'instant'})"


#: Every tab is opened as soon as it has changed, so that a test may look into those behind it.
OPENED = """document.addEventListener("htmx:after:swap", () => {
  for (const tab of document.querySelectorAll("section[id^=tab-]"))
    tab.dispatchEvent(new ToggleEvent("beforetoggle", { newState: "open" }));
})"""

#: Puts the phone to sleep, or wakes it.
HIDE = """hidden => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def starting(label: str) -> re.Pattern[str]:
    """The accessible name of what begins with these words: the rest is the detail below."""
    return re.compile(rf"^{re.escape(label)}(?!\w)")


def put_away(context: BrowserContext) -> None:
    """Closes it, whatever its pages are about to do: a full Chromium that is told to close a page
    while another one is on its way there waits for ever.
    """
    for page in context.pages:
        with suppress(Error):
            page.goto("about:blank")
    context.close()


class Phone:
    """One person's phone. `complaints`: what its console had to say, and broken answers."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.page: Page = context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.address = address
        self.code = ""
        self.taps = 0
        self._spot = [-99.0, -99.0]
        self._done = ""
        self._leaps = False
        self.complaints: list[str] = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._listen)
        self.page.on("response", self._look)

    def _listen(self, message: ConsoleMessage) -> None:
        expected = EXPECTED.search(message.text)
        if self._leaps:
            expected = expected or LEAPT_OVER.search(message.text)
        if message.type in ("error", "warning") and not expected:
            self.complaints.append(message.text)

    def _look(self, answer: Response) -> None:
        if answer.status >= 500:
            self.complaints.append(f"{answer.status}: {answer.url}")

    def leap(self, milliseconds: int) -> None:
        """So much of the page's own time (`page.clock.install`) passes at once, when no request is
        under way: one that begins meanwhile is asked for again, as after an outage.
        """
        at_rest(self.page)
        self._leaps = True
        self.page.clock.fast_forward(milliseconds)

    # -- what a finger does

    def tap(self, what: Locator) -> None:
        """A tap on something that is there and not covered. Where the last one was, and before
        the same is done again, a person looks first at what is there now.
        """
        self.taps += 1
        *spot, means = what.evaluate(SPOT)
        near = all(abs(now - then) < NEAR for now, then in zip(spot, self._spot, strict=True))
        if near or (means and means == self._done):
            press_over(self.page)
        what.tap()
        self._spot, self._done = spot, means

    def press(self, label: str, inside: Locator | None = None) -> None:
        """A tap on the visible button that begins with these words; where a word of the sill hides
        it, on that word first.
        """
        if inside is not None:
            self._open_word(inside.get_by_role("button", name=starting(label), include_hidden=True))
        self.tap(self.button(label, inside))

    def _open_word(self, wanted: Locator) -> None:
        expect(wanted.first).to_be_attached()
        sheet = wanted.first.evaluate(BEHIND)
        if sheet and not wanted.filter(visible=True).count():
            word = self.page.locator(f"[popovertarget='{sheet}']")
            self._open_sheet(word, self.page.locator(f"#{sheet}:popover-open"))

    def _open_sheet(self, word: Locator, sheet: Locator) -> Locator:
        """The sheet behind a word of the sill: by a tap, or by itself, as a question of the table
        does on a phone that waits, and then the word is out of reach.
        """
        word = word.filter(visible=True).first
        self.taps += 1

        def opened() -> bool:
            if not sheet.is_visible():
                with suppress(TimeoutError):
                    word.tap(timeout=SOON)
                    sheet.wait_for(timeout=5 * SOON)
            return sheet.is_visible()

        press_over(self.page)
        comes(self.page, opened, True)
        # What lies there now may lie where the word was tapped: that tap is over first.
        press_over(self.page)
        return sheet

    def press_link(self, label: str) -> None:
        """A tap on the visible link that begins with these words."""
        self.tap(self.page.get_by_role("link", name=starting(label)).filter(visible=True).first)

    def press_refused(self, what: Locator) -> None:
        """A tap on a greyed control: it stays tappable, and earns its reason."""
        expect(what).to_have_attribute("aria-disabled", "true")
        what.evaluate(MIDDLE)
        self.taps += 1
        what.tap(force=True)

    def unfold(self, label: str) -> None:
        """A tap on the closed line that begins with these words: what it holds is to be seen."""
        self.tap(self.page.locator("summary", has_text=starting(label)).first)

    def pick(self, group: str, option: str) -> None:
        """A tap on one option of a sheet's field."""
        field = self.page.get_by_role("radiogroup", name=starting(group))
        self.tap(field.get_by_role("radio", name=starting(option)))

    def tab(self, name: str) -> None:
        """A tap on one of the sections in the dock."""
        self.tap(self.page.get_by_role("link", name=name, exact=True))

    def under_table(self, name: str) -> None:
        """A tap on one of the parts of the tab "Table"."""
        self.tap(self.page.locator(".parts").get_by_role("link", name=name, exact=True))

    # -- what an eye finds

    def button(self, label: str, inside: Locator | None = None) -> Locator:
        place = inside or self.page.locator("body")
        found = place.get_by_role("button", name=starting(label))
        return found.filter(visible=True).first

    def marble(self, owner: str) -> Locator:
        """The first marble of this owner ("Dark": a dark one) on the wheel."""
        whose = "Dark marble" if owner == "Dark" else f"{owner}'s marble"
        return self.page.get_by_role("button", name=starting(whose)).first

    @property
    def banner(self) -> Locator:
        return self.page.locator("#panel-banner")

    @property
    def log(self) -> Locator:
        return self.page.locator("#log")

    @property
    def toast(self) -> Locator:
        return self.page.locator("#toast")

    def whole_word(self, begins: str = "") -> Locator:
        """The sheet that says all of what the sill says, behind its word, once it begins so."""
        word = self.page.locator(".dock .word")
        if begins:
            word = word.filter(has_text=starting(begins))
        return self._open_sheet(word, self.sheet())

    def part(self, selector: str) -> Locator:
        """A part of the page."""
        return self.page.locator(selector)

    def sheet(self) -> Locator:
        """The sheet that is open."""
        return self.page.locator("[popover]:popover-open").last

    def sees(self, words: str) -> None:
        """Waits until the top of the phone says this."""
        expect(self.banner).to_contain_text(words)
        expect(self.banner).to_be_visible()

    # -- joining

    def open_table(self, name: str, seats: int) -> str:
        """Opens a table from the first page; its code."""
        self.visit(self.address)
        self.press("Crafting the Cosmos")
        expect(self.page.locator("#slot-seats")).to_be_visible()
        self.code = self.page.url.rpartition("/")[2]
        # A phone that knows its owner's name gives it by itself; a page that is being read
        # still has no field.
        self.page.wait_for_load_state("domcontentloaded")
        if (field := self.page.get_by_label("Your name")).is_visible():
            field.fill(name)
            self.press("Save", self.page.locator("#my-name-form"))
        expect(self.page.locator("#seat-1")).to_contain_text(name)
        if self.page.locator("#seats li").count() != seats:
            self.press(str(seats), self.page.locator("#seats .players"))
        return self.code

    def join(self, address: str, name: str, seat: int) -> None:
        """Goes where the code leads, chooses the seat's marble if it isn't yet, types a name."""
        self.visit(address)
        self.code = address.rpartition("/")[2].partition("-")[0]
        marble = self.page.locator(f".seat-disc > input[value='{seat}']")
        if not marble.is_checked():
            self.tap(marble)
        self.page.get_by_label("Your name (optional)").fill(name)
        self.press("Sit here")
        expect(self.page.locator("#slot-seats")).to_be_visible()

    def join_address(self) -> str:
        return f"{self.address}/j/{self.code}"

    # -- quicker than a finger

    def send(self, seat: int, *actions: str) -> None:
        """Actions of this phone's seat, past the page. `actions_done` tells whether all counted."""
        for action in actions:
            answer = self._post("act", seat=str(seat), action=action)
            assert answer.status == 303, f"{action}: {answer.text}"

    def actions_done(self) -> int:
        """How many actions the table's history has."""
        answer = self.read("/history")
        found = re.search(r"<p>(\d+) actions?</p>", answer.text)
        assert found, answer.text
        return int(found[1])

    def has_done(self, actions: int) -> None:
        """Waits until nothing of this phone is under way, and the history has so many actions."""
        at_rest(self.page)
        comes(self.page, self.actions_done, actions)

    def is_up_to_date(self) -> None:
        """Waits until the page shows all that this phone would be given now, and is at rest."""
        newest = re.search(r'id="seen"[^>]* value="(\d+)"', self.read("").text)
        assert newest, "the page does not say how new it is"
        seen = "document.getElementById('seen')?.value"
        becomes(self.page, seen, lambda now: now is not None and int(now) >= int(newest[1]))
        at_rest(self.page)

    def choose(self, key: str, value: str) -> None:
        """A house rule, before the start."""
        assert self._post("option", key=key, value=value).status == 303

    def switch_to(self, seat: int) -> None:
        """The phone goes to another of its players: covered until they have it."""
        assert self._post("switch", seat=str(seat)).status == 303

    def be_taught(self) -> None:
        """This phone explains each step from now on."""
        assert self._post("lessons", on="1").status == 303

    def set_consent(self, consent: str) -> None:
        """How many others have to agree to a correction."""
        assert self._post("consent", consent=consent).status < 400

    def set_clock(self, clock: str) -> None:
        """The table's clock, by the host's phone."""
        assert self._post("clock", clock=clock).status == 303

    def pause(self) -> None:
        """Everybody's clock stands still."""
        assert self._post("pause", on="1").status < 400

    def start(self) -> None:
        assert self._post("start").status == 303

    def answer_question(self, seat: int, key: str, choice: str) -> None:
        """This seat's answer to a question of the rulebook: proposed, where others must agree."""
        fields = {"seat": str(seat), "key": key, "choice": choice}
        assert self._post("settle", **fields).status < 400

    def send_unveil(self) -> int:
        """The whole result at once; how it was answered."""
        return self._post("unveil").status

    def open_at_once(self, game: str, name: str, seats: int) -> str:
        """A new table without its first page; its code."""
        answer = self._ask("/tables", game=game, name=name, seats=str(seats))
        self.code = answer.headers["location"].rpartition("/")[2]
        return self.code

    def bring(self, game: str) -> str:
        """A table with this game on it, as a saved text; its code."""
        answer = self._ask("/tables/import", text=game)
        assert answer.status == 303, answer.text
        self.code = answer.headers["location"].rpartition("/")[2]
        return self.code

    def sit(self, seat: int, name: str) -> None:
        assert self._post("sit", seat=str(seat), name=name).status == 303

    def go(self, path: str = "") -> None:
        """A page of this phone's table."""
        self.visit(f"{self.address}/t/{self.code}{path}")

    def visit(self, address: str) -> Response | None:
        """Any page, by its whole address."""
        return loads(lambda: self.page.goto(address))

    def reload(self) -> None:
        """The same page anew, as a person does who doubts it."""
        loads(self.page.reload)

    def read(self, path: str) -> Answer:
        """What this phone's browser would be given there."""
        return ask(self.page.context, self.address, f"/t/{self.code}{path}")

    def _post(self, path: str, **fields: str) -> Answer:
        return self._ask(f"/t/{self.code}/{path}", **fields)

    def _ask(self, path: str, **fields: str) -> Answer:
        return ask(self.page.context, self.address, path, fields)


def mark(phone: Phone) -> None:
    """Leaves something on the page that a reload would wipe away."""
    phone.page.evaluate("window.neverReloaded = true")


def never_reloaded(phone: Phone) -> None:
    """The mark is still there."""
    holds(phone.page, "window.neverReloaded === true")


def settings(**more: Any) -> dict[str, Any]:
    """A phone of today, held upright; its owner's clock and language do not matter."""
    upright = {"width": 390, "height": 844}
    return {"viewport": upright, "has_touch": True, "is_mobile": True, **more}
