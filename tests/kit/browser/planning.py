"""Hands that plan a recorded turn of Crafting while another seat crafts, by taps alone, and count
the plan when it comes. What can't be foreseen (a card that is drawn, a tile) they do in the turn,
as anybody does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from playwright.sync_api import Locator, expect

from companion.games.crafting import GAME
from companion.games.crafting.pieces import CARD_PRICE_BY_POWER_SLOT, POWERS
from companion.games.crafting.plan import UNSPOKEN_ANSWERS
from tests.kit.browser.tapping import NOT_ASKED, Player, Turn, crafted, moves_of_marbles
from tests.kit.browser.waiting import becomes, press_over

#: The line is read as it stands.
IS_READ = """() => document.getElementById("say-line").value ===
  (document.querySelector("#said [name=read]")?.value ?? "")"""
#: The plan is read on the turn that has come, or after moves that were made by hand.
IS_CURRENT = """words => !document.querySelector("#plan-bar b")?.textContent.startsWith(words)"""
#: Stands among the parts of a turn for a move of a marble.
MOVE = -1
#: What ends a turn, as it is said.
ENDS = {("stabilise",): "stable", (): "end"}


class Planner(Player):
    """What is planned and not counted yet, by its place in what the turn crafts, is in `_parts`."""

    _parts: tuple[int, ...] = ()

    def plan(self, turn: Turn) -> None:
        """Plans as much of a turn as can be foreseen, in its order; nothing if its moves can't."""
        moves, self._parts = said_moves(turn), ()
        opener = self.page.locator("#planner").filter(visible=True)
        if not opener.count():
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

    def ends_at_once(self, turn: Turn) -> bool:
        rest = crafted(turn)
        return bool(self._parts) and rest[self._parts[-1]][0] == "end"

    def planned(self) -> frozenset[int]:
        return frozenset(self._parts)

    def counted(self, turn: Turn) -> frozenset[int]:
        if not self._parts:
            return frozenset()
        becomes(self.page, IS_CURRENT, True, "Planned")
        did = self._count()
        if did and MOVE in self._parts:
            self._shift(moves_of_marbles(turn.actions)[did.count(MOVE) :])
        self._parts = tuple(each for each in self._parts if each != MOVE)
        return frozenset(did)

    def counted_on(self, actions: list[tuple[str, ...]], i: int) -> frozenset[int]:
        becomes(self.page, IS_CURRENT, True, "No longer fits")
        if actions[i][0] != "gain":
            return frozenset(self._count())
        asks = self.page.locator("#plan-bar [data-open]")
        if not self.page.locator("#say-sheet:popover-open").count():
            if not asks.count():
                self._parts = self._parts[1:]
                return frozenset()
            self._tap(asks)
        card = self.page.locator(f"#say-sheet button[name=counts][value$=' {actions[i][2]}']")
        expect(card).to_be_visible()
        press_over(self.page)
        self._act(card)
        self._parts = self._parts[1:]
        return frozenset((i, *(self._count() if self._parts else ())))

    def _count(self) -> tuple[int, ...]:
        """One tap for what counts of the plan; its places. What was left out is not planned now."""
        counts = self.page.locator("#plan-bar form:not([inert]) button")
        expect(self.page.locator("#plan-bar form[inert]")).to_have_count(0)
        if not counts.count():
            return ()
        did = self._counted_by(counts.locator("xpath=.."))
        self._act(counts)
        last = max(self._parts.index(each) for each in did)
        self._parts = self._parts[last + did.count(self._parts[last]) :]
        return did

    def _counted_by(self, form: Locator) -> tuple[int, ...]:
        """The places of what this form counts, by where the words of each begin in the line."""
        said = form.locator("[name=said]").input_value()
        actions = [each.input_value() for each in form.locator("[name=counts]").all()]
        starts = {each.input_value() for each in form.locator("[name=at]").all()[: len(actions)]}
        begins = [str(each.start()) for each in re.finditer(r"[^\s,][^,]*", said)]
        parts = zip(begins[-len(self._parts) :], self._parts, strict=True)
        moves = [each for each in actions if each.startswith(("shift", "collect"))]
        crafted = tuple(each for at, each in parts if each != MOVE and at in starts)
        return (*(MOVE for _ in moves), *crafted)

    def _said_parts(self, turn: Turn, moves: list[str]) -> Iterator[int]:
        for words in moves:
            if not self._say(words):
                return
            yield MOVE
        rest, drawn = crafted(turn), set[str]()
        for i, words in enumerate(rest):
            if words[0] in NOT_ASKED:
                continue
            if words[0] == "lay":
                drawn.add(words[1])
            if words[0] == "complete" and words[1] in drawn:
                return
            if not self._say_part(words, [other[1] for other in rest[i:] if other[0] == "use"]):
                return
            yield i

    def _say_part(self, words: tuple[str, ...], used: list[str]) -> bool:
        """Whether this is said: not what hangs on a card that is drawn before."""
        if words[0] == "gain":
            return words[2] not in used and self._say_gain(words[1], words[2])
        if words[0] == "use" or (words[1:] and words[1] in POWERS):
            return self._say_power(words)
        return any(self._say(*phrase) for phrase in phrases_of(words))

    def _say_gain(self, slot: str, power: str) -> bool:
        if not self._say(said(f"gain {POWERS[power].deck}")):
            return False
        chip = self.page.locator(".chips-said > li").last
        price = CARD_PRICE_BY_POWER_SLOT[int(slot)]
        if f"for {price} cards" not in chip.inner_text():
            self._read(chip.locator("[name=instead]", has_text=f"{price} cards"))
        return True

    def _say_power(self, words: tuple[str, ...]) -> bool:
        verb, slug, *more = words
        picks = more[: more.index("with")] if "with" in more else more
        name = said(f"{verb} {slug}" if verb == "discharge" else slug)
        answers = [said(each) for each in picks if each not in UNSPOKEN_ANSWERS]
        if self._say(" ".join((name, *answers))):
            return True
        first = self._offered().filter(has_text=re.compile(f"^{re.escape(name)} "), visible=True)
        if len(answers) < 2 or not first.count():
            return False
        self._read(first.first)
        for at in range(1, len(answers) + 1):
            wanted = re.compile("^" + re.escape(" ".join(answers[:at])) + r"( |$)")
            others = self.page.locator(".chips-said > li").last.locator("button[name=instead]")
            other = others.filter(has_text=wanted)
            if other.count():
                self._read(other.first)
        line = self.page.locator("#say-line").input_value()
        assert line.endswith(" ".join((name, *answers))), (line, words)
        return True

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
    """The moves as they are said: where the own one goes, which collects, and before or after it
    the dark ones; the own one last where a dark one moves amid its way.
    """
    moves = moves_of_marbles(turn.actions)
    own = [at for at, words in enumerate(moves) if words[1] != "dark"]
    amid = bool(own) and own != list(range(own[0], own[0] + len(own)))
    told = [" ".join(words[1:3]) for words in moves if words[1] == "dark"]
    told.insert(len(told) if amid or not own else own[0], turn.to if own else "collect")
    return told


def phrases_of(words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """How this is said, and the star that goes back; each way that there may be."""
    verb, *more = words
    match verb:
        case "complete":
            size, sector, points, star = more[:4]
            for told in (f"{sector} ", ""):
                yield said(f"nebula {size} {told}{points}"), said(star)
        case "end":
            yield (said(f"new nebula {more[1]}" if "nebula" in more else ENDS[tuple(more)]),)
        case _:
            names = {"lay": "nebula", "convert": "nova", "stabilise": "dna", "five": "trade"}
            yield (said(f"{names.get(verb, verb)} {' '.join(more[:1]) or 1}"),)


def said(words: str) -> str:
    assert GAME.speech
    return GAME.speech.as_spoken(words, "en")
