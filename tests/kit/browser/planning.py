"""Hands that plan a recorded turn of Crafting while another seat crafts, by taps alone, and count
the plan when it comes. What can't be foreseen (a card that is drawn, a tile) they do in the turn,
as anybody does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, TimeoutError, expect

from companion.games.crafting import GAME
from companion.games.crafting.pieces import CARD_PRICE_BY_POWER_SLOT, CONTROLS, POWERS
from companion.games.crafting.plan import UNSPOKEN_ANSWERS
from companion.games.crafting.state import State
from tests.kit.browser.handsets import SOON, Phone
from tests.kit.browser.tapping import NOT_ASKED, Player, Turn, crafted, moves_of_marbles
from tests.kit.browser.waiting import becomes, comes, press_over

#: The line is read as it stands.
IS_READ = """() => document.getElementById("say-line").value ===
  (document.querySelector("#said [name=read]")?.value ?? "")"""
#: Stands among the parts of a turn for a move of a marble.
MOVE = -1
Moves = Sequence[tuple[str, ...]]
#: What becomes of a plan: its marbles were moved with it, some of what it crafts was counted after
#: marbles that were moved by hand, nothing of it was counted; or there was none.
FITTED, KEPT, LOST, UNPLANNED = "marbles fit", "crafting kept", "nothing kept", "not planned"
#: What ends a turn, as it is said.
ENDS = {("stabilise",): "stable", (): "end"}


@dataclass(frozen=True)
class Way:
    """How a plan says the moves of a turn: in these phrases, each with the moves that it stands
    for, after those that are made by hand `first`. `other`: they are other moves than those of the
    turn, which are all made by hand.
    """

    said: tuple[str, ...]
    moves: tuple[Moves, ...] = ()
    first: Moves = ()
    other: bool = False


class Planner(Player):
    """What is planned and not counted yet, by its place in what the turn crafts, is in `_parts`;
    `_way` is how its moves are said. `outcomes` are told what became of the plan of each turn.
    """

    def __init__(self, phone: Phone, seat: int, outcomes: list[str]) -> None:
        super().__init__(phone, seat)
        self._parts: tuple[int, ...] = ()
        self._way = Way(())
        self._outcome, self._outcomes = UNPLANNED, outcomes

    def play(self, turn: Turn, meanwhile: Callable[[], None] = lambda: None) -> int:
        self._outcome = LOST if self._parts else UNPLANNED
        taps = super().play(turn, meanwhile)
        self._outcomes.append(self._outcome)
        return taps

    # -- while others play

    def plan(self, turn: Turn) -> None:
        """Plans as much of a turn as can be foreseen, in its order. Where its moves can't be said
        on the wheel as it is, it is planned with those with which most of the rest can.
        """
        self._parts = ()
        if not self._sees(self.page.locator("#planner").filter(visible=True)):
            return
        comes(self.page, self._opens_its_sheet, True)
        becomes(self.page, IS_READ, True)
        expect(self._offered()).not_to_have_count(0)
        self._parts = self._say_best(turn)
        sheet = self.page.locator("#say-sheet:popover-open")
        self._tap(sheet.locator(".btn.main" if self._parts else ":scope > .row .ibtn"))
        expect(sheet).to_have_count(0)
        if not self._parts and self.page.locator("[data-drop-plan]").count():
            self._tap("[data-drop-plan]")

    def _opens_its_sheet(self) -> bool:
        """Whether it is open. A question of the table may come at the same moment."""
        self.puts_questions_away()
        sheet = self.page.locator("#say-sheet:popover-open")
        if not sheet.count():
            with suppress(TimeoutError):
                self.page.locator("#planner").tap(timeout=SOON)
        return bool(sheet.count())

    def ends_at_once(self, turn: Turn) -> bool:
        rest = crafted(turn)
        ends = bool(self._parts) and rest[self._parts[-1]][0] == "end"
        return ends and not (self._way.other or self._way.first)

    def _say_best(self, turn: Turn) -> tuple[int, ...]:
        """Says the turn as its moves were, else with the moves with which most of the rest is said;
        the places of what is said, () if none of the rest is.
        """
        wanted = sum(words[0] not in NOT_ASKED for words in crafted(turn))
        tried = list[tuple[int, Way]]()
        for way in (*ways_of(turn), *self._other_ways(turn)):
            parts = self._say_turn(turn, way)
            crafts = len(parts) - parts.count(MOVE)
            if (parts and not way.other) or crafts == wanted:
                return parts
            if crafts:
                tried.append((crafts, way))
        if not tried:
            self._clear()
            return ()
        return self._say_turn(turn, max(tried, key=lambda each: each[0])[1])

    def _other_ways(self, turn: Turn) -> Iterator[Way]:
        """Moves that are offered now: as near as can be to where the turn went, then the others."""
        self._clear()
        offered = self._offered().all_inner_texts()
        own = said(control_after(turn, moves_of_marbles(turn.actions)))
        controls = [words for words in offered if words in map(said, (*CONTROLS, "collect"))]
        for words in sorted(controls, key=lambda each: each != own):
            yield Way((words,), other=True)

    def _say_turn(self, turn: Turn, way: Way) -> tuple[int, ...]:
        """The places of what is said; () if the moves can't be."""
        self._clear()
        self._way = way
        if not all(self._say(said(words)) for words in way.said):
            return ()
        return (*(MOVE for _ in way.said), *self._said_parts(turn))

    def _clear(self) -> None:
        line = self.page.locator("#say-line")
        if line.input_value():
            line.fill("")
            becomes(self.page, IS_READ, True)
            expect(self.page.locator(".chips-said")).to_have_count(0)
            expect(self._offered()).not_to_have_count(0)

    # -- in the turn

    def planned(self) -> frozenset[int]:
        return frozenset(self._parts)

    def begins(self, turn: Turn) -> frozenset[int]:
        if not self._parts:
            return super().begins(turn)
        way, did = self._way, tuple[int, ...]()
        if way.other:
            super().begins(turn)
        else:
            self._shift(way.first, then_more=True)
            did = self._count()
            self._shift([words for moves in way.moves[did.count(MOVE) :] for words in moves])
        if MOVE in did:
            self._outcome = FITTED
        self._parts = tuple(each for each in self._parts if each != MOVE)
        return frozenset(did)

    def counted_on(self, actions: list[tuple[str, ...]], i: int) -> frozenset[int]:
        asks = self.page.locator("#plan-bar [data-open]")
        sheet = self.page.locator("#say-sheet:popover-open")
        did = tuple[int, ...]()
        if actions[i][0] != "gain":
            did = self._count()
        elif sheet.count() or self._sees(asks):
            if not sheet.count():
                self._tap(asks)
            card = sheet.locator(f"button[name=counts][value$=' {actions[i][2]}']")
            expect(card).to_be_visible()
            press_over(self.page)
            self._act(card)
            self._leave_behind(i)
            did = (i, *(self._count() if self._parts else ()))
        self._leave_behind(i)
        return frozenset(did)

    def _leave_behind(self, i: int) -> None:
        """What comes up to this place is counted, or done by hand."""
        self._parts = tuple(each for each in self._parts if each > i)

    def _sees(self, what: Locator) -> bool:
        """Whether this is in the plan as it is read now."""
        self.phone.is_up_to_date()
        return bool(what.count())

    def _count(self) -> tuple[int, ...]:
        """One tap for what counts of the plan; its places. What was left out is not planned now."""
        counts = self.page.locator("#plan-bar form button")
        if not self._sees(counts):
            return ()
        expect(self.page.locator("#plan-bar form[inert]")).to_have_count(0)
        did = self._counted_by(counts.locator("xpath=.."))
        self._act(counts)
        if self._outcome == LOST:
            self._outcome = KEPT
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

    def _said_parts(self, turn: Turn) -> Iterator[int]:
        drawn = set[tuple[str, str]]()
        for i, words in enumerate(crafted(turn)):
            if words[0] in NOT_ASKED:
                continue
            # A tile, or a card, that nobody knows before it is drawn.
            if words[:2] in drawn or not self._say_part(words):
                return
            if words[0] == "lay":
                drawn.add(("complete", words[1]))
            elif words[0] == "gain":
                drawn |= {("use", words[2]), ("discharge", words[2])}
            yield i

    def _say_part(self, words: tuple[str, ...]) -> bool:
        """Whether this is said."""
        if words[0] == "gain":
            return self._say_gain(words[1], words[2])
        if words[0] == "use" or (words[1:] and words[1] in POWERS):
            return self._say_power(words)
        return any(self._say(*phrase) for phrase in phrases_of(words))

    def _say_gain(self, slot: str, power: str) -> bool:
        if not self._say(said(f"gain {POWERS[power].deck}")):
            return False
        price = CARD_PRICE_BY_POWER_SLOT[int(slot)]
        if f"for {price} cards" in self._last_said().inner_text():
            return True
        other = self._last_said().locator("[name=instead]", has_text=f"{price} cards")
        return self._reads(other) or self._takes_back()

    def _say_power(self, words: tuple[str, ...]) -> bool:
        verb, slug, *more = words
        picks = more[: more.index("with")] if "with" in more else more
        name = said(f"{verb} {slug}" if verb == "discharge" else slug)
        answers = [said(each) for each in picks if each not in UNSPOKEN_ANSWERS]
        if self._say(" ".join((name, *answers))):
            return True
        first = self._offered().filter(has_text=re.compile(f"^{re.escape(name)} "), visible=True)
        if not answers or not first.count():
            return False
        self._read(first.first)
        for at in range(1, len(answers) + 1):
            wanted = re.compile("^" + re.escape(" ".join(answers[:at])) + r"( |$)")
            others = self._last_said().locator("button[name=instead]")
            self._reads(others.filter(has_text=wanted))
        line = self.page.locator("#say-line").input_value()
        return line.endswith(" ".join((name, *answers))) or self._takes_back()

    def _offered(self) -> Locator:
        return self.page.locator(".says-next b")

    def _last_said(self) -> Locator:
        return self.page.locator(".chips-said > li").last

    def _say(self, words: str, star: str = "") -> bool:
        """Taps what comes next, and the star that goes back where it isn't the likely one; whether
        both are offered.
        """
        exactly = re.compile(f"^{re.escape(words)}$")
        if not self._reads(self._offered().filter(has_text=exactly, visible=True)):
            return False
        if not star or self._gives_back(star):
            return True
        others = self._last_said().locator("button[name=instead]")
        other = others.filter(has_text=re.compile(f"^{re.escape(said(star))}$"))
        return self._reads(other) or self._takes_back()

    def _gives_back(self, star: str) -> bool:
        """Whether what was said last discards this star."""
        meant = self.page.locator("#said .meant").last.get_attribute("value") or ""
        return meant.endswith(f" {star}")

    def _takes_back(self) -> bool:
        """Leaves out what was said last, which is not what is wanted."""
        self._read(self._last_said().locator(":scope > .ibtn"))
        return False

    def _reads(self, chips: Locator) -> bool:
        """Taps the first of these; whether there is one."""
        if not chips.count():
            return False
        self._read(chips.first)
        return True

    def _read(self, chip: Locator) -> None:
        line = self.page.locator("#say-line").input_value()
        self._tap(chip)
        expect(self.page.locator("#say-line")).not_to_have_value(line)
        becomes(self.page, IS_READ, True)


def ways_of(turn: Turn) -> Iterator[Way]:
    """The ways to say the moves of a turn that lead where they led: the own marble's with the dark
    ones before or after it, at its end where a dark one moves amid its way; or with the dark ones
    made by hand first.
    """
    moves = moves_of_marbles(turn.actions)
    dark = [words for words in moves if words[1] == "dark"]
    own = [words for words in moves if words[1] != "dark"]
    at = moves.index(own[0]) if own and is_in_a_row(moves, own[0]) else len(dark)
    to = control_after(turn, moves) if own else "collect"
    told: list[tuple[str, Moves]] = [(" ".join(words[1:3]), (words,)) for words in dark]
    told.insert(at, (to, own))
    told_moves = [words for _, each in told for words in each]
    if wheel_after(turn, told_moves) == wheel_after(turn, moves):
        yield Way(tuple(words for words, _ in told), tuple(each for _, each in told))
    if dark and wheel_after(turn, [*dark, *own]) == wheel_after(turn, moves):
        yield Way((to,), (own,), dark)


def is_in_a_row(moves: Moves, words: tuple[str, ...]) -> bool:
    """Whether these moves of one marble follow each other."""
    at = [i for i, other in enumerate(moves) if other == words]
    return at[-1] - at[0] + 1 == len(at)


def wheel_after(turn: Turn, moves: Moves) -> Any:
    """The wheel once these moves are made at the turn's beginning."""
    return state_after(turn, moves).wheel


def control_after(turn: Turn, moves: Moves) -> str:
    """Where the own marble then is."""
    return state_after(turn, moves).control_of_marble(turn.seat) or ""


def state_after(turn: Turn, moves: Moves) -> State:
    """The table once these moves are made at the turn's beginning."""
    state = turn.start
    for words in moves:
        state = GAME.read(" ".join(words)).with_marble_moved(state)
    return state


def phrases_of(words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """How this is said, and the star that goes back; each way that there may be."""
    verb, *more = words
    match verb:
        case "complete":
            size, sector, points, star = more[:4]
            for told in (f"{sector} ", ""):
                yield said(f"nebula {size} {told}{points}"), star
        case "end":
            yield (said(f"new nebula {more[1]}" if "nebula" in more else ENDS[tuple(more)]),)
        case _:
            names = {"lay": "nebula", "convert": "nova", "stabilise": "dna", "five": "trade"}
            yield (said(f"{names.get(verb, verb)} {' '.join(more[:1]) or 1}"),)


def said(words: str) -> str:
    assert GAME.speech
    return GAME.speech.as_spoken(words, "en")
