"""Every screen of a table, each on a table of its own that is brought that far once.

For looking at: by axe, by a ruler, by people. Four sit at the tables, the late ones are games of
the collection cut short. The pages beside the table are in `beside.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from itertools import groupby
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, FloatRect, Page, expect

from companion import transcript
from tests.kit import places
from tests.kit.browser.handsets import OPENED, Phone, put_away, settings
from tests.kit.browser.house import House
from tests.kit.browser.openings import NAMES

GAME = "crafting"
GAMES = places.GAMES / GAME / "games"
PICTURES = places.ROOT / "artefacts" / "pictures"
Theme = Literal["dark", "light"]
Motion = Literal["reduce", "no-preference"]
THEMES: tuple[Theme, ...] = ("dark", "light")
Moves = list[tuple[int, str]]
Options = Sequence[tuple[str, str]]

LAID_OUT: Moves = [
    (1, "deal dark 2 dark 3 4 dark 1"),
    (1, "goal stable-life"),
    (1, "begin"),
]
SHIFTED: Moves = [*LAID_OUT, (1, "shift dark time"), (1, "shift 1")]
COLLECTING: Moves = [*SHIFTED, (1, "collect")]


#: How much of a page is on its picture, in pixels: a book of rules is twenty times as long, all of
#: it alike, and half a minute's work to draw.
LONGEST = 2600


def widths_of(screen: str) -> tuple[int, ...]:
    """A phone's page is looked at on phones and a tablet, the table screen on larger ones."""
    return (768, 1280) if screen.startswith("screen") else (320, 390, 768)


def resize(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800 if width == 1280 else 844})


def show_in(page: Page, theme: Theme, motion: Motion = "reduce") -> None:
    page.emulate_media(color_scheme=theme, reduced_motion=motion)


def picture(page: Page, name: str, theme: Theme) -> None:
    """Leaves a picture of the page as far as LONGEST, or of an open sheet as it lies over it."""
    width = (page.viewport_size or {"width": 0})["width"]
    path = PICTURES / f"{name}-{width}-{theme}.png"
    if page.locator("[popover]:popover-open").count():
        page.screenshot(path=path)
        return
    tall: int = page.evaluate("document.documentElement.scrollHeight")
    clip: FloatRect = {"x": 0, "y": 0, "width": width, "height": min(tall, LONGEST)}
    page.screenshot(path=path, full_page=True, clip=clip)


@contextmanager
def a_visitor(browser: Browser, folder: Path) -> Iterator[Visitor]:
    """A visitor in a house of its own; its database lies in this folder."""
    house = House(folder)
    # No emulated phone: it would shrink a page that is too wide instead of scrolling it.
    contexts = [browser.new_context(**settings(is_mobile=False)) for _ in range(3)]
    for context in contexts:
        context.add_init_script(OPENED)
    yield Visitor(*(Phone(context, house.address) for context in contexts))
    for context in contexts:
        put_away(context)
    house.stop()


class Visitor:
    """Mira, who looks at most, one phone on which the three others play, and a stranger."""

    def __init__(self, mira: Phone, others: Phone, stranger: Phone) -> None:
        self.mira = mira
        self.others = others
        self.stranger = stranger
        self._tables: dict[str, str] = {}

    @cached_property
    def whole(self) -> Moves:
        """A finished game for four."""
        for file in sorted(GAMES.glob("*.txt")):
            played = transcript.read_transcript(file.read_text(encoding="utf-8"))
            if played.seats == 4 and not played.options:
                return [(move.seat, move.action) for move in played.moves]
        raise AssertionError(f"{GAMES} has no such game")

    def before_last(self, verb: str, seat: int = 0) -> Moves:
        """The game until somebody (or this seat) does this for the last time."""
        found = [
            i
            for i, (who, action) in enumerate(self.whole)
            if action.split()[0] == verb and seat in (0, who)
        ]
        return self.whole[: found[-1]]

    def before_first(self, verb: str) -> Moves:
        return self.whole[: [action.split()[0] for _, action in self.whole].index(verb)]

    def crafting(self) -> Moves:
        """Mira's last craft phase, with everything still to be placed."""
        moves = self.before_last("took", seat=1)
        return self.whole[: len(moves) + 1]

    def lobby(self, name: str = "lobby", game: str = GAME) -> str:
        """The code of a table where Tom's seat is still free."""
        if name not in self._tables:
            code = self.mira.open_at_once(game, "Mira", 4)
            self.others.code = code
            for seat in (2, 3):
                self.others.sit(seat, NAMES[seat - 1])
            self._tables[name] = code
        self.mira.code = self.others.code = self._tables[name]
        return self._tables[name]

    def table(self, name: str, moves: Moves, game: str = GAME, options: Options = ()) -> str:
        """A table with these moves done; made at the first asking."""
        new = name not in self._tables
        code = self.lobby(name, game)
        if new:
            self.others.sit(4, NAMES[3])
            for key, value in options:
                self.mira.choose(key, value)
            self.mira.start()
            for seat, some in groupby(moves, key=lambda move: move[0]):
                phone = self.mira if seat == 1 else self.others
                phone.send(seat, *(action for _, action in some))
            assert self.mira.actions_done() == len(moves), (
                f"a move was refused on the way to {name}"
            )
        return code

    def visit(self, path: str) -> Phone:
        """Mira's phone, with this page on it."""
        self.mira.visit(f"{self.mira.address}{path}")
        return self.mira

    def visit_as_stranger(self, path: str) -> Phone:
        self.stranger.visit(f"{self.mira.address}{path}")
        return self.stranger

    def at(self, name: str, moves: Moves, path: str = "") -> Phone:
        return self.visit(f"/t/{self.table(name, moves)}{path}")

    def sheet(self, opener: str) -> Phone:
        """A sheet of the craft phase."""
        phone = self.at("craft", self.crafting())
        phone.press(opener)
        expect(phone.sheet()).to_be_visible()
        return phone


def _refused(visitor: Visitor) -> Phone:
    phone = visitor.at("laid-out", LAID_OUT)
    phone.press_refused(phone.marble("Ben"))
    expect(phone.toast).to_contain_text("Ben's marble")
    return phone


def _why(visitor: Visitor) -> Phone:
    phone = _refused(visitor)
    phone.whole_word()
    expect(phone.sheet()).to_be_visible()
    return phone


def _say(visitor: Visitor) -> Phone:
    """What counts, what is not understood, what is refused, what is asked and what waits."""
    phone = visitor.at("shift", SHIFTED)
    phone.press("Describe your turn")
    phone.page.locator("#say-line").fill("chem, nebula 2 delta 7, lief 2, life 1, stable")
    expect(phone.page.locator(".chips-said > li")).to_have_count(6)
    return phone


SCREENS: dict[str, Callable[[Visitor], Phone]] = {
    "lobby": lambda v: v.visit(f"/t/{v.lobby()}"),
    "setup": lambda v: v.at("setup", []),
    "shift": lambda v: v.at("shift", SHIFTED),
    "say": _say,
    "refused": _refused,
    "waiting": lambda v: v.at("waiting", v.before_last("collect", seat=2)),
    "collect": lambda v: v.at("collect", COLLECTING),
    "craft": lambda v: v.at("craft", v.crafting()),
    "why": _why,
    "sheet-complete": lambda v: v.sheet("Other tile"),
    "sheet-end": lambda v: v.sheet("End turn"),
    "galaxy": lambda v: v.at("craft", v.crafting(), "/own"),
    "goals": lambda v: v.at("craft", v.crafting(), "/shared"),
    "table": lambda v: v.at("craft", v.crafting(), "/table"),
    "table-people": lambda v: v.at("craft", v.crafting(), "/table?part=people"),
    "table-settings": lambda v: v.at("craft", v.crafting(), "/table?part=settings"),
    "score": lambda v: v.at("score", v.before_last("score")),
    "draw": lambda v: v.at("draw", v.before_last("goal")),
    "reveal": lambda v: v.at("reveal", v.before_first("reveal")),
    "result": lambda v: v.at("result", v.whole),
    "screen-lobby": lambda v: v.visit(f"/t/{v.lobby()}/screen"),
    "screen-shift": lambda v: v.at("shift", SHIFTED, "/screen"),
    "screen": lambda v: v.at("craft", v.crafting(), "/screen"),
    "screen-result": lambda v: v.at("result", v.whole, "/screen"),
}
