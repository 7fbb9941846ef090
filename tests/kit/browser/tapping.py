"""A recorded game of Crafting, played again by what can be seen and tapped: every tap is counted.

A recorded action is an intention: it becomes the taps that bring it about today. What the app no
longer asks (where pieces are, what it can work out) is not tapped. Between the turns, where
nothing is counted, the recorded actions are sent as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby

from playwright.sync_api import Locator, expect

from companion import transcript
from companion.games.crafting import GAME
from companion.games.crafting.pieces import POWERS
from companion.games.crafting.rules.goal import count_for_due_goal
from companion.games.crafting.rules.power_cards import CARD_STEP_BY_NAME
from companion.games.crafting.state import State
from companion.referee.replay import replay_moves
from companion.transcript import Transcript
from tests.kit import places
from tests.kit.browser.handsets import Phone
from tests.kit.browser.waiting import press_over

#: what belongs to a turn of its seat; anything else happens between the turns
OF_A_TURN = frozenset(
    ("shift", "back", "collect", "short", "took", "hand", "place", "lay", "complete", "move")
) | {"discharge", "life", "gain", "use", "five", "convert", "stabilise", "end"}
#: what the app asks no more: it cannot see where pieces are, and a told hand is a courtesy
NOT_ASKED = frozenset(("move", "hand", "place", "took", "back"))


GAMES = places.GAMES / "crafting" / "games"
NAMES = ("Mira", "Ben", "Ana", "Tom")


@dataclass(frozen=True)
class Turn:
    """What a seat did from its first shift to the end of its turn; `start`: the table before it."""

    seat: int
    actions: tuple[tuple[str, ...], ...]
    start: State


Part = Turn | tuple[int, str]

#: What scores or builds in a turn; stars that are laid and proto life that moves are how.
SCORING = frozenset(("complete", "discharge", "life", "gain", "use", "five"))


def kind_of(turn: Turn) -> str:
    """What BENCHMARKS.md calls such a turn: "nothing scored", "one nebula" or "busy"."""
    did = [words[0] for words in turn.actions if words[0] in SCORING]
    return {(): "nothing scored", ("complete",): "one nebula"}.get(tuple(did), "busy")


def parts_of(played: Transcript) -> Iterator[Part]:
    """The turns, each where it begins, and between them the other actions."""
    waiting: dict[int, list[tuple[str, ...]]] = {}
    starts: dict[int, State] = {}
    found: list[Part | int] = []
    state = replay_moves(GAME, played.seats, dict(played.options), [])
    for move in played.moves:
        words = tuple(move.action.split())
        before, state = state, GAME.apply(state, move.seat, GAME.read(move.action))
        if words[0] not in OF_A_TURN:
            found.append((move.seat, move.action))
            continue
        if move.seat not in waiting:
            waiting[move.seat], starts[move.seat] = [], before
            found.append(move.seat)
        waiting[move.seat].append(words)
        if words[0] == "end":
            turn = Turn(move.seat, tuple(waiting.pop(move.seat)), starts[move.seat])
            found[found.index(move.seat)] = turn
    return (part for part in found if not isinstance(part, int))


def turns_of(played: Transcript) -> list[Turn]:
    """The turns, each where it begins."""
    return [part for part in parts_of(played) if isinstance(part, Turn)]


def asks_nothing(power: str) -> bool:
    return not any(CARD_STEP_BY_NAME[name].asks for name, *_ in POWERS[power].does)


class Player:
    """One seat's hands. `taps` of each turn are told by the phone."""

    def __init__(self, phone: Phone, seat: int) -> None:
        self.phone = phone
        self.page = phone.page
        self.seat = seat

    def play(self, turn: Turn, meanwhile: Callable[[], None] = lambda: None) -> int:
        """Plays a turn; how many taps it took. `meanwhile`: once its marbles have moved."""
        self._waits_for("Your turn")
        self.puts_questions_away()
        before = self.phone.taps
        counted = self.begins(turn)
        # By then the page shows what the last move, or the plan, has collected.
        press_over(self.page)
        collect = self.page.locator("button[value='collect placed']")
        if collect.count():  # the last move has collected by itself
            self._act(collect)
        self._put_right(turn.actions)
        meanwhile()
        rest = crafted(turn)
        late = late_dna(rest) - counted - self.planned()
        spent = sum(int(rest[i][1]) for i in late)
        for i, words in enumerate(rest):
            if words[0] in NOT_ASKED or (words[0] == "stabilise" and i in late):
                continue
            if i in self.planned():
                counted |= self.counted_on(rest, i)
            if i in counted or (i - 1 not in counted and is_used_at_once(rest, i - 1)):
                continue
            # What stands elsewhere by now is no second half of the tap that moved it.
            press_over(self.page)
            self._do(rest, i, spent)
        return self.phone.taps - before

    # -- what is done while others play: these hands wait

    def puts_questions_away(self) -> None:
        """A question of the table has opened on a phone that waited: its suggestion stands."""
        asked = self.page.locator("#asks-sheet:popover-open")
        if asked.count():
            self._tap(asked.locator("[popovertargetaction='hide']"))
            expect(asked).to_have_count(0)

    def plan(self, turn: Turn) -> None:
        """Plans a turn."""

    def begins(self, turn: Turn) -> frozenset[int]:
        """Moves the marbles. Returns the places of what is counted with them of what the turn
        crafts.
        """
        self._shift(moves_of_marbles(turn.actions))
        return frozenset()

    def ends_at_once(self, turn: Turn) -> bool:
        """Whether the first tap of this turn may end it: nobody plans during it."""
        return False

    def planned(self) -> frozenset[int]:
        """The places of what is planned and not counted yet."""
        return frozenset()

    def counted_on(self, actions: list[tuple[str, ...]], i: int) -> frozenset[int]:
        """Counts what is planned from this place on. Returns its places."""
        return frozenset()

    # -- one tap, and one that the table answers

    def _waits_for(self, words: str) -> None:
        self.phone.sees(words)

    def _tap(self, what: str | Locator) -> None:
        found = self.page.locator(what) if isinstance(what, str) else what
        self.phone.tap(found.filter(visible=True).first)

    def _act(self, what: str | Locator) -> None:
        """A tap that the table takes: the page is a newer one then."""
        seen = self.page.locator("#seen").first.input_value()
        self._tap(what)
        self._is_newer_than(seen)

    def _is_newer_than(self, seen: str) -> None:
        self.page.wait_for_function(
            "was => document.getElementById('seen').value !== was", arg=seen
        )

    def _choose(self, inside: Locator, value: str) -> None:
        """A tap on an option, unless it is chosen already."""
        option = f"input[type=radio][value='{value}']"
        found = inside.locator(option).first
        folded = inside.locator("details:not([open])").filter(has=self.page.locator(option))
        if folded.count():
            self._tap(folded.locator("summary"))
        if not found.is_checked():
            self._tap(found.locator("xpath=.."))

    def _open(self, sheet: str) -> Locator:
        """The sheet that this opens, as the table has it now. The news of the tap before may be
        here sooner than its answer, which closes its sheet.
        """
        expect(self.page.locator(".sheet:popover-open")).to_have_count(0)
        self._tap(f"[popovertarget='panel-{sheet}'] >> visible=true")
        opened = self.page.locator(f"#panel-{sheet}:popover-open:not([data-later])")
        expect(opened).to_be_visible()
        return opened

    # -- the parts of a turn

    def _shift(self, moves: Sequence[tuple[str, ...]], then_more: bool = False) -> None:
        for i, words in enumerate(moves):
            if words[1] == "dark":
                marble = self.page.locator(f"button[value^='shift dark {words[2]}']")
                self._move(marble.first, last=i + 1 == len(moves) and not then_more)
            elif i == 0 or moves[i - 1] != words:
                run = next((n for n, other in enumerate(moves[i:]) if other != words), None)
                steps = len(moves) - i if run is None else run
                self._go(steps, last=i + steps == len(moves) and not then_more)

    def _go(self, steps: int, last: bool) -> None:
        """The own marble goes so many moves: one tap on the control where it then is."""
        goals = self.page.locator(".goal-of button")
        goal = goals.and_(self.page.get_by_role("button", name=f", {steps} move"))
        self._move(goal, last)

    def _move(self, marble: Locator, last: bool) -> None:
        """A tap; a finger that rests there collects after the last move, which counts as one."""
        if not (last and marble.get_attribute("data-hold")):
            self._act(marble)
            return
        seen = self.page.locator("#seen").first.input_value()
        marble.hover()
        self.page.mouse.down()
        self._is_newer_than(seen)
        self.page.mouse.up()
        self.phone.taps += 1

    def _put_right(self, actions: tuple[tuple[str, ...], ...]) -> None:
        """What ran out as it was taken."""
        for words in actions:
            if words[0] == "short":
                self._tap("details.got > summary")
                self._act(f"button[value='{' '.join(words)}']")

    def _do(self, actions: list[tuple[str, ...]], i: int, dna: int) -> None:
        words = actions[i]
        match words[0]:
            case "lay" | "convert" | "stabilise":
                self._act(f"button[value='{' '.join(without_sector(words))}']")
            case "complete":
                self._complete(*words[1:5])
            case "discharge" | "use":
                self._use(words)
            case "life":
                self._life(words[1])
            case "gain":
                self._gain(words[1], words[2], is_used_at_once(actions, i))
            case "five":
                self._five(words[1])
            case "end":
                self._end(words[1:], dna)

    def _complete(self, size: str, sector: str, points: str, star: str) -> None:
        mark = {"psi": "Psi", "phi": "Phi", "delta": "Delta", "?": ""}[sector]
        rows = self.page.locator("#panel-open-tiles details")
        there = rows.filter(has_text=f"Size {size} in {mark}")
        row = (there if there.count() else rows.filter(has_text=f"Size {size}")).first
        quick = row.locator("xpath=following-sibling::form")
        for told in (sector, "?"):
            if taps := quick_taps(quick, f"complete {size} {told} {points} {star}"):
                *held, sent = taps
                for tap in held:
                    self._tap(tap.locator("xpath=.."))
                    # What it asks is no second half of the same tap.
                    press_over(self.page)
                self._act(sent)
                return
        self._tap(row.locator("> summary"))
        sectors = row.locator(f"input[value='{sector}']")
        if sectors.count():
            self._choose(row, sector)
        self._choose(row, star)
        self._act(row.locator(f".picks button[value='{points}']"))

    def _use(self, words: tuple[str, ...]) -> None:
        verb, *rest = words
        answers = rest[: rest.index("with")] if "with" in rest else rest
        there = self.page.locator(f"button[value='{' '.join((verb, *answers))}']")
        if there.filter(visible=True).count():
            self._act(there)
            return
        sheet = self._open(f"use-{answers[0]}")
        if there.filter(visible=True).count():
            self._act(there)
            return
        fields, left = sheet.locator(".fld"), list(answers[1:])
        for n in range(fields.count()):
            if left:
                left = self._answer(fields.nth(n), left)
        self._act(sheet.locator(".foot .main"))

    def _answer(self, field: Locator, answers: list[str]) -> list[str]:
        """Answers one field with the first words, or with as many as it takes at once."""
        typed = field.locator("input[type=number]")
        if typed.count():
            for _ in range(int(answers[0]) - int(typed.input_value())):
                self._tap(field.locator("[data-step='1']"))
            return answers[1:]
        whole = " ".join(answers)
        values = [each.get_attribute("value") for each in field.locator("input").all()]
        word = whole if whole in values else answers[0]
        self._choose(field, word)
        return [] if word == whole else answers[1:]

    def _life(self, proto: str) -> None:
        """Its value is told when it is revealed."""
        at_once = self.page.locator(f"button[value='life {proto}']")
        if at_once.filter(visible=True).count():
            self._act(at_once)
            return
        sheet = self._open("life")
        self._choose(sheet.locator(".fld").first, proto)
        self._act(sheet.locator(".foot .main"))

    def _gain(self, slot: str, power: str, used: bool) -> None:
        sheet = self._open(f"gain-{POWERS[power].deck}")
        prices = {"1": 2, "2": 3, "3": 3, "4": 4}
        for option in sheet.locator("input[name='action.1']").all():
            value = option.get_attribute("value") or ""
            if prices[value] == prices[slot]:
                self._choose(sheet, value)
        words = f"{power} used" if used else power
        self._act(sheet.locator(f".cards button[value='{words}']"))

    def _five(self, kind: str) -> None:
        at_once = self.page.locator(f"#panel-tiles button[value='five {kind}']")
        if not at_once.count():
            self._open("five")
        self._act(f"button[value='five {kind}']")

    def _end(self, choice: tuple[str, ...], dna: int) -> None:
        spent = f" dna {dna}" if dna else ""
        untold = (*choice[:2], "?") if choice[:1] == ("nebula",) else choice
        at_once = self.page.locator(f"#panel-dock button[value='end {' '.join(untold)}{spent}']")
        if at_once.filter(visible=True).count():
            self._act(at_once)
            return
        self._end_in_the_sheet(choice, dna)

    def _end_in_the_sheet(self, choice: tuple[str, ...], dna: int) -> None:
        sheet = self._open("end")
        spent = sheet.locator(".fld").filter(has=self.page.locator("input[value='dna']"))
        if spent.count():
            self._choose(spent, str(dna) if dna else "")
        self._choose(sheet.locator(".grid3"), " ".join(choice))
        self._act(sheet.locator(".foot .main"))


def without_sector(words: tuple[str, ...]) -> tuple[str, ...]:
    """Where a nebula is laid, which is told when it is completed; other words as they are."""
    return (*words[:2], "?") if words[0] == "lay" else words


def quick_taps(quick: Locator, action: str) -> list[Locator]:
    """The inputs and the button that make this action, in order; [] if they don't make it."""
    found = []
    for group in (
        quick.locator("> .first > .pick"),
        *(each.locator("> .pick") for each in quick.locator(".then").all()),
    ):
        for each in group.locator("input").or_(group.and_(quick.locator("button"))).all():
            value = each.get_attribute("value") or ""
            if f"{action} ".startswith(f"{value} "):
                found.append(each)
                action = action[len(value) + 1 :]
                break
        else:
            return []
    return [] if action else found


def stabilised_at_once(actions: Iterable[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """The actions, with what is stabilised one by one in a row as one: nobody taps it twice."""
    told: list[tuple[str, ...]] = []
    for words, group in groupby(actions):
        alike = list(group)
        told += [(*words, str(len(alike)))] if words == ("stabilise",) else alike
    return told


def moves_of_marbles(actions: Iterable[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """The moves of a turn that were not put back."""
    moves = [words for words in actions if words[0] in ("shift", "back")]
    while ("back",) in moves:
        moves = moves[moves.index(("back",)) + 1 :]
    return moves


def crafted(turn: Turn) -> list[tuple[str, ...]]:
    """What a turn does once all is collected."""
    return stabilised_at_once(
        words for words in turn.actions if words[0] not in ("shift", "back", "collect", "short")
    )


def late_dna(actions: list[tuple[str, ...]]) -> frozenset[int]:
    """Which of a turn's stabilisings can wait for its end: those that nothing after depends on."""
    last = max(
        (i for i, words in enumerate(actions) if words[0] in ("life", "use", "discharge")),
        default=-1,
    )
    return frozenset(i for i, words in enumerate(actions) if words[0] == "stabilise" and i > last)


def is_used_at_once(actions: list[tuple[str, ...]], i: int) -> bool:
    """Whether the card gained here is used right after, and asks nothing."""
    if i < 0 or i + 1 >= len(actions) or actions[i][0] != "gain":
        return False
    power = actions[i][2]
    return actions[i + 1][:2] == ("use", power) and asks_nothing(power)


def sit_down(phone: Callable[..., Phone], played: Transcript) -> dict[int, Phone]:
    """A phone for each seat, at a table with the game's own house rules."""
    # Nothing here is about how things move; a finger waits for what moves.
    phone = partial(phone, reduced_motion="reduce")
    host = phone()
    host.open_at_once(GAME.slug, NAMES[0], played.seats)
    phones = {1: host}
    for seat in range(2, played.seats + 1):
        phones[seat] = phone()
        phones[seat].code = host.code
        phones[seat].sit(seat, NAMES[seat - 1])
    for key, value in played.options:
        host.choose(key, value)
    host.start()
    for each in phones.values():
        each.go()
    return phones


def reveal_of(played: Transcript, seat: int) -> str:
    """The seat turns its advanced life over and tells the values, which it kept to itself."""
    moves = [(move.seat, move.action) for move in played.moves]
    state = replay_moves(GAME, played.seats, dict(played.options), moves)
    return " ".join(("reveal", *(str(life.value) for life in state.board(seat).lives)))


def goal_counts(played: Transcript) -> Iterator[tuple[int | None, ...]]:
    """What every seat had for each goal that is scored: what the app did not ask, people count."""
    moves = [(move.seat, move.action) for move in played.moves]
    for i, (_, action) in enumerate(moves):
        if action.split()[0] == "score":
            state = replay_moves(GAME, played.seats, dict(played.options), moves[:i])
            yield tuple(count_for_due_goal(state, n) for n in state.all_seats)


def _plan(players: dict[int, Player], turn: Turn, following: list[Turn]) -> None:
    """Who is next plans while this turn crafts: the marbles stay where they are."""
    for each in following:
        if each.seat != turn.seat:
            players[each.seat].plan(each)


def play_through(
    phones: dict[int, Phone], played: Transcript, hands: Callable[[Phone, int], Player] = Player
) -> list[int]:
    """The whole game; the taps of each turn, in the order in which they began."""
    taps, counts, parts = list[int](), goal_counts(played), [*parts_of(played)]
    overlaps = dict(played.options).get("overlap") == "yes"
    players = {seat: hands(phone, seat) for seat, phone in phones.items()}
    turns = [part for part in parts if isinstance(part, Turn)]
    for part in parts:
        if isinstance(part, Turn):
            following = turns[len(taps) + 1 :][:1]
            plans = partial(_plan, players, part, following)
            if overlaps or players[part.seat].ends_at_once(part):
                plans()
                plans = partial(_plan, players, part, [])
            taps.append(players[part.seat].play(part, plans))
        else:
            seat, action = part
            if action.startswith("reveal"):
                action = reveal_of(played, seat)
            if action.startswith("score"):
                phones[seat].send(seat, *(f"count {n} {c}" for n, c in enumerate(next(counts), 1)))
            phones[seat].send(seat, action)
    return taps


def totals(played: Transcript, moves: list[tuple[int, str]]) -> dict[int, int]:
    """What each seat has in the end, by these moves."""
    end = GAME.outcome(replay_moves(GAME, played.seats, dict(played.options), moves))
    assert end is not None
    return {place.seat: place.total for place in end.ranking}


def saved_moves(phone: Phone) -> list[tuple[int, str]]:
    """The game as it is in the ledger, by the way that anybody has."""
    saved = transcript.read_transcript(phone.read("/transcript").text)
    return [(move.seat, move.action) for move in saved.moves]
