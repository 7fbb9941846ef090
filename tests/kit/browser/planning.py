"""Hands that plan a recorded turn of Crafting while others play, by taps alone, and count the plan
when it comes. What can't be foreseen (a card that is drawn) they do in the turn, as anybody does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from playwright.sync_api import Locator, expect

from companion.games.crafting import GAME
from tests.kit.browser.tapping import NOT_ASKED, Player, Turn, crafted, moves_of_marbles
from tests.kit.browser.waiting import becomes

#: The line is read as it stands.
IS_READ = """() => document.getElementById("say-line").value ===
  (document.querySelector("#said [name=read]")?.value ?? "")"""
#: Stands among the parts of a turn for a move of a marble.
MOVE = -1


class Planner(Player):
    """What is planned, by its place in what the turn crafts, waits in `_parts`."""

    _parts: tuple[int, ...] = ()

    def plan(self, turn: Turn) -> None:
        """Plans as much of a turn as can be foreseen, in its order; nothing if its moves can't."""
        moves, self._parts = said_moves(turn), ()
        opener = self.page.locator("#planner").filter(visible=True)
        if not moves or not opener.count():
            return
        self._tap(opener)
        becomes(self.page, IS_READ, True)
        expect(self._offered()).not_to_have_count(0)
        parts = tuple(self._said_parts(turn, moves))
        whole = parts.count(MOVE) == len(moves)
        self._tap("#say-sheet .btn.main" if whole else "#say-sheet > .row .ibtn")
        expect(self.page.locator(".sheet:popover-open")).to_have_count(0)
        if whole:
            self._parts = parts
        elif parts:
            self._tap("[data-drop-plan]")

    def counted(self, turn: Turn) -> frozenset[int]:
        parts, self._parts = self._parts, ()
        bar = self.page.locator("#plan-bar")
        if not parts:
            return frozenset()
        expect(bar.locator("form:not([inert]), [popovertarget]").first).to_be_visible()
        counts = bar.locator("form button")
        if not counts.count():
            return frozenset()
        some = re.search(r"(\d+) of \d+", counts.inner_text())
        self._act(counts)
        did = parts[: int(some[1])] if some else parts
        if did.count(MOVE) < parts.count(MOVE):
            self._shift(moves_of_marbles(turn.actions)[did.count(MOVE) :])
        return frozenset(did)

    def _said_parts(self, turn: Turn, moves: list[str]) -> Iterator[int]:
        for words in moves:
            if not self._say(words):
                return
            yield MOVE
        untold = False
        for i, words in enumerate(crafted(turn)):
            if words[0] in NOT_ASKED or (words[0] == "end" and untold):
                continue
            if any(self._say(*phrase) for phrase in phrases_of(words)):
                yield i
            elif words[0] == "gain":
                untold = True
            else:
                return

    def _offered(self) -> Locator:
        return self.page.locator(".says-next b")

    def _say(self, words: str, star: str = "") -> bool:
        """Taps what comes next, and the star that goes back where it isn't the likely one; whether
        that is offered.
        """
        exactly = re.compile(f"^{re.escape(words)}$")
        offered = self._offered().filter(has_text=exactly, visible=True)
        if not offered.count():
            return False
        self._read(offered.first)
        others = self.page.locator(".chips-said > li").last.locator("button[name=instead]")
        other = others.filter(has_text=re.compile(f"^{re.escape(star)}$"))
        if star and other.count():
            self._read(other.first)
        return True

    def _read(self, chip: Locator) -> None:
        line = self.page.locator("#say-line").input_value()
        self._tap(chip)
        expect(self.page.locator("#say-line")).not_to_have_value(line)
        becomes(self.page, IS_READ, True)


def said_moves(turn: Turn) -> list[str]:
    """The moves as they are said: dark marbles, then the own one, which collects; [] if the own one
    went first.
    """
    moves = moves_of_marbles(turn.actions)
    own = [words[1] != "dark" for words in moves]
    if own != sorted(own):
        return []
    dark = [" ".join(words[1:3]) for words in moves if words[1] == "dark"]
    return [*dark, turn.to if any(own) else "collect"]


def phrases_of(words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """How this is said, and the star that goes back; each way that there may be."""
    verb, *more = words
    paid = more.index("with") if "with" in more else len(more)
    match verb:
        case "complete":
            size, sector, points, star = more[:4]
            for told in (f"{sector} ", ""):
                yield said(f"nebula {size} {told}{points}"), said(star)
        case "end":
            ends = {"nebula": " ".join(("new", *more[:2])), "stabilise": "stable"}
            yield (said(ends.get("".join(more[:1]), "end")),)
        case "use":
            yield (said(" ".join(more[:paid])),)
        case _:
            names = {"lay": "nebula", "convert": "nova", "stabilise": "dna", "five": "trade"}
            yield (said(f"{names.get(verb, verb)} {' '.join(more[:1]) or 1}"),)


def said(words: str) -> str:
    assert GAME.speech
    return GAME.speech.as_spoken(words, "en")
