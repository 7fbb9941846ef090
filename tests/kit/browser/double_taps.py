"""Fingers that bounce: every kind of button of a page, tapped twice at a table brought that far.

A kind is what a button asks of the server by its first word, or which sheet it opens; of two
buttons of one kind one is tapped. What is tapped counts, so the game goes on, and the next kind is
looked for on the page that comes of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import cycle
from typing import cast

from playwright.sync_api import Page

from companion import transcript
from tests.kit import places
from tests.kit.browser.handsets import Phone
from tests.kit.browser.openings import is_live
from tests.kit.browser.waiting import by_its_own_clock, holds, press_over

#: Milliseconds between the two halves.
PAUSES = (0, 30, 120)
#: What is looked for on a page, see there.
SCRIPT = (places.ROOT / "tests/kit/browser/double_taps.js").read_text(encoding="utf-8")


@dataclass(frozen=True)
class Found:
    """One button, and what came of tapping it twice. `news`: how many events it made; `meant`: of
    another tap after a pause, None where there was nothing left to tap; `closed`: the sheet that it
    stood in.
    """

    kind: str
    says: str
    off: bool
    each: bool
    opens: str
    pause: int
    news: int = 0
    intents: int = 0
    red: tuple[str, ...] = ()
    sheets: tuple[str, ...] = ()
    meant: int | None = None
    closed: bool = False
    gone: bool = False


@dataclass
class Fingers:
    """Taps every kind that it meets, once. `known`: those it has met."""

    phone: Phone
    known: set[str] = field(default_factory=set)
    pauses: Iterator[int] = field(default_factory=lambda: cycle(PAUSES))
    last: list[float] = field(default_factory=list)
    stirred: bool = False

    @property
    def page(self) -> Page:
        return self.phone.page

    def at(self, game: str, seat: int, tabs: bool) -> Iterator[Found]:
        """What this game, as a text, has for this seat now; `tabs`: beside its turn, too."""
        self.phone.bring(game)
        self.phone.sit(seat, "Mira")
        self.page.clock.install()
        self.phone.go()
        is_live(self.phone)
        self.page.evaluate(SCRIPT)
        for tab in self.page.locator("nav.tabs a").all()[: None if tabs else 1]:
            tab.click()
            yield from self._here()

    def _here(self, in_sheet: bool = False) -> Iterator[Found]:
        while True:
            new = [
                each
                for each in self.page.evaluate("() => look()")
                if each["kind"] not in self.known
            ]
            if not new:
                return
            self.known.add(new[0]["kind"])
            spot = self._spot(new[0])
            if spot == "gone":
                self.known.remove(new[0]["kind"])
                if not in_sheet and self._open():
                    # It opened by itself, after what was tapped before.
                    self.page.keyboard.press("Escape")
                continue
            found = self._twice(new[0], spot) if spot else None
            if found:
                yield found
            if found and found.sheets:
                yield from self._here(in_sheet=True)
                self.page.keyboard.press("Escape")

    def _spot(self, one: dict[str, object]) -> list[float] | str | None:
        """Where the button is; "gone" if it is no longer the same, None if something covers it."""
        if self.stirred:
            # The phone holds back what would move under a finger: only then is the page at rest.
            self._rest()
        return cast("list[float] | str | None", self.page.evaluate("one => rested(one)", one))

    def _twice(self, one: dict[str, object], spot: list[float]) -> Found:
        if self.last and all(abs(a - b) < 40 for a, b in zip(spot, self.last, strict=True)):
            self._rest()
        self.last = spot
        pause, before = next(self.pauses), self._seen()
        self.page.evaluate("() => { window.red = []; window.sent = []; }")
        sheets = self._open()
        with by_its_own_clock(self.page) as go_on:
            self.page.touchscreen.tap(*spot)
            if pause:
                go_on(pause)
            self.page.touchscreen.tap(*spot)
        self._answered()
        # To a page whose clock has leapt the line was silent, on a busy machine: live.js gives up
        # what is under way, and taps.js sends it again.
        heard = self.phone.complaints
        heard[:] = [each for each in heard if "htmx:error: timeout" not in each]
        red, sent = self.page.evaluate("() => [[...new Set(red)], [...sent]]")
        news, opened = self._seen() - before, [each for each in self._open() if each not in sheets]
        self.stirred, meant = bool(sent), None
        if news and one["again"] and self._still(one):
            meant = self._again()
        return Found(
            *(str(one[name]) for name in ("kind", "says")),
            bool(one["off"]),
            bool(one["each"]),
            str(one["opens"]),
            pause,
            news,
            len(set(sent)),
            tuple(red),
            tuple(opened),
            meant,
            bool(set(sheets) - set(self._open())),
            one["kind"] not in [each["kind"] for each in self.page.evaluate("() => look()")],
        )

    def _still(self, one: dict[str, object]) -> bool:
        """Whether the very same button is there, not redrawn and not greyed."""
        return bool(
            self.page.evaluate(
                "() => tapped.isConnected && tapped.checkVisibility()"
                " && !tapped.closest('[popover]')"
                " && !tapped.hasAttribute('aria-disabled')"
            )
        ) and one["kind"] in [each["kind"] for each in self.page.evaluate("() => look()")]

    def _again(self) -> int | None:
        before, says = self._seen(), self.page.evaluate("() => tapped.value")
        self._rest()
        if self.page.evaluate("() => !tapped.isConnected || tapped.value") != says:
            return None
        self.page.evaluate("() => tapped.click()")
        self._answered()
        return self._seen() - before

    def _seen(self) -> int:
        return int(self.page.locator("#seen").input_value())

    def _open(self) -> list[str]:
        script = "() => [...document.querySelectorAll('[popover]:popover-open')].map(({id}) => id)"
        return list(self.page.evaluate(script))

    def _answered(self) -> None:
        self.page.wait_for_function(
            "() => !window.sent || (open_ === 0"
            " && Number(document.getElementById('seen')?.value ?? 0) >= newest)"
        )
        # Another page has not opened.
        holds(self.page, "Boolean(window.sent)")
        self.page.evaluate("() => frames_()")

    def _rest(self) -> None:
        """Until the next tap is one of its own, and the page shows what the last one has done."""
        press_over(self.page)


def stages(game: str, name: str) -> Iterator[tuple[str, int]]:
    """A recorded game until each of its verbs is due for the first time, and whose it is."""
    text = (places.GAMES / game / "games" / name).read_text(encoding="utf-8")
    known: set[str] = set()
    told = text.splitlines()
    played = transcript.read_transcript(text)
    lines = [i for i, line in enumerate(told) if line[:1].isdigit()]
    assert len(lines) == len(played.moves)
    for i, move in zip(lines, played.moves, strict=True):
        verb = move.action.split()[0]
        if verb not in known:
            known.add(verb)
            yield "\n".join(told[:i]), move.seat
