"""The law of Ten Thousand: its state; its actions, with what speaks against each, what it does and
its line in the log; the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any

from companion.referee.actions import Action, Objections, action, notation_from_actions
from companion.referee.notation import Word, one_of, whole_number_reader
from companion.referee.ruling import Doubt, Objection, Outcome, Standing
from companion.referee.text import SeatName, Text, untranslated

from ten_thousand.book import ENTRY, RULEBOOK, TARGET
from ten_thousand.scoring import DICE, FACES, UNIT, House, is_three_pairs, worth

#: More than anybody can have: what a number set right by hand may be.
MOST = 30_000


# -------------------------------------------------------------------------------- the state


@dataclass(frozen=True)
class State:
    """What has happened so far.

    `points`: banked, by seat. `turn`: whose turn it is. `unbanked`: scored in this turn; `left`:
    the dice to throw; `aside`: the others, 0 for one that the app doesn't know. `closer`: who
    has reached the target first, 0 before; when it would be that seat's turn again, it is over.
    `turns`: each seat's points after each of its turns.
    """

    points: tuple[int, ...]
    turns: tuple[tuple[int, ...], ...]
    turn: int = 1
    unbanked: int = 0
    left: int = DICE
    aside: tuple[int, ...] = ()
    closer: int = 0
    options: tuple[tuple[str, str], ...] = ()

    @property
    def seats(self) -> range:
        return range(1, len(self.points) + 1)

    @property
    def over(self) -> bool:
        return self.turn == self.closer

    @property
    def hot(self) -> bool:
        """All six dice have scored: they are thrown again, all of them."""
        return self.left == DICE and self.unbanked > 0

    @property
    def entry(self) -> int:
        return int(self._chosen(ENTRY.key) or ENTRY.default)

    @property
    def target(self) -> int:
        return int(self._chosen(TARGET.key) or TARGET.default)

    @property
    def house(self) -> House:
        return House(self.answer("score.more"), self.answer("score.pairs") == "yes")

    def answer(self, question: str) -> str:
        """What the table has answered, or what the rulebook proposes."""
        asked = RULEBOOK.question(question)
        return self._chosen(question) or (asked.default if asked else "")

    def is_open(self, question: str) -> bool:
        """Whether the table has still to answer it."""
        return not self._chosen(question)

    def _chosen(self, key: str) -> str:
        return dict(self.options).get(key, "")


def setup(seats: int, options: Mapping[str, str]) -> State:
    return State((0,) * seats, ((),) * seats, options=tuple(sorted(options.items())))


def seats_to_act(s: State) -> frozenset[int]:
    return frozenset() if s.over else frozenset({s.turn})


# ------------------------------------------------------------------------------ the actions


@action("aside", "aside 1 5", Text("Set dice of one throw aside"), turn="turn.order")
class Aside(Action):
    """Dice of one throw are set aside and score."""

    dice: Annotated[tuple[int, ...], Word("die", whole_number_reader(1, 6))]

    def objections(self, s: State, seat: int) -> Objections:
        if not self.dice:
            yield Objection(
                "aside.one", Text("No die is set aside"), Text("Set one aside that scores")
            )
        elif len(self.dice) > s.left:
            yield Objection(
                "aside.left",
                Text("There was {n} die to throw", "There were {n} dice to throw", n=s.left),
                Text("Set aside {n} at most", n=s.left),
            )
        elif idle := worth(self.dice, s.house).idle:
            yield _idle(s, self.dice, idle)
        else:
            yield from _unsettled(s, self.dice)

    def apply(self, s: State, seat: int) -> State:
        scored = s.unbanked + worth(self.dice, s.house).points
        if len(self.dice) >= s.left:
            return replace(s, unbanked=scored, left=DICE, aside=())
        lying = (*s.aside, *sorted(self.dice))
        return replace(s, unbanked=scored, left=s.left - len(self.dice), aside=lying)

    def log_line(self, s: State, seat: int) -> Text:
        points = worth(self.dice, s.house).points
        dice = dice_words(self.dice)
        return Text(
            "{who} sets aside {dice}: {points}", who=SeatName(seat), dice=dice, points=points
        )


def _idle(s: State, dice: tuple[int, ...], idle: tuple[int, ...]) -> Objection:
    """Of these dice some score nothing; where the table itself has said so, its answer is cited."""
    if is_three_pairs(dice) and not s.house.pairs:
        rule = "score.pairs"
    elif s.house.more == "three" and any(dice.count(die) > 3 for die in idle):
        rule = "score.more"
    else:
        rule = "aside.scores"
    reason = Text("{dice}: that scores nothing", dice=dice_words(idle))
    rest = sorted(dice)
    for die in idle:
        rest.remove(die)
    if not rest:
        return Objection(rule, reason, Text("Set aside 1s, 5s or three of a kind"))
    remedy = Text("Set aside {dice} alone", dice=dice_words(rest))
    return Objection(rule, reason, remedy, NOTATION.write(Aside(tuple(rest))))


def _unsettled(s: State, dice: tuple[int, ...]) -> Iterator[Doubt]:
    """What the rules leave open about these dice, while the table has not answered it."""
    if is_three_pairs(dice) and s.is_open("score.pairs"):
        yield Doubt("score.pairs", Text("The rules don't say what three pairs score"))
    if any(dice.count(face) > 3 for face in FACES) and s.is_open("score.more"):
        yield Doubt("score.more", Text("The rules don't say what more than three of a kind score"))


@action("bank", "bank", Text("Bank the points of this turn"), turn="turn.order")
class Bank(Action):
    """The turn ends, and its points count."""

    def objections(self, s: State, seat: int) -> Objections:
        if not s.unbanked:
            yield Objection(
                "bank.scored",
                Text("Nothing is set aside in this turn"),
                Text("Nothing scored"),
                "bust",
            )
            return
        if s.points[seat - 1] == 0 and s.unbanked < s.entry:
            reason = Text("You need {entry} to get in; this turn has {has}",
                          entry=s.entry, has=s.unbanked)  # fmt: skip
            yield Objection("bank.entry", reason, Text("Throw again"))
        if s.hot and s.answer("turn.hot") == "must":
            reason = Text("All six dice have scored")
            yield Objection("turn.hot", reason, Text("Throw all six again"))
        elif s.hot and s.is_open("turn.hot"):
            yield Doubt(
                "turn.hot", Text("The rules don't say whether all six must be thrown again")
            )

    def apply(self, s: State, seat: int) -> State:
        return _next_turn(_with_points(s, seat, s.points[seat - 1] + s.unbanked), seat)

    def log_line(self, s: State, seat: int) -> Text:
        return Text("{who} banks {points}", who=SeatName(seat), points=s.unbanked)


@action("bust", "bust", Text("Nothing scored"), turn="turn.order")
class Bust(Action):
    """The throw scored nothing: the turn ends, and its points are lost."""

    def apply(self, s: State, seat: int) -> State:
        return _next_turn(s, seat)

    def log_line(self, s: State, seat: int) -> Text:
        who, points = SeatName(seat), s.unbanked
        if not points:
            return Text("{who} throws nothing that scores", who=who)
        return Text("{who} throws nothing more and loses {points}", who=who, points=points)


@action("mend", "mend points 2450", Text("Fix a number"))
class Mend(Action):
    """A number is set right: the seat's own points, or of the turn that is being played."""

    field: Annotated[str, one_of("points", "unbanked", "dice", "turn")]
    value: Annotated[int, Word("number", whole_number_reader(0, MOST))]

    def objections(self, s: State, seat: int) -> Objections:
        if self.field in ("points", "unbanked") and self.value % UNIT:
            near = self.value - self.value % UNIT
            reason = Text("{value} can't be: points come in fifties", value=self.value)
            remedy = Text("Set it to {near}", near=near)
            yield Objection("app.fix", reason, remedy, NOTATION.write(Mend(self.field, near)))
        elif self.field == "dice" and self.value not in range(1, DICE + 1):
            yield Objection("app.fix", Text("There are 1 to {n} dice to throw", n=DICE))
        elif self.field == "turn" and self.value not in s.seats:
            yield Objection("app.fix", Text("There is no seat {n}", n=self.value))

    def apply(self, s: State, seat: int) -> State:
        if self.field == "points":
            return _reached(_with_points(s, seat, self.value))
        if self.field == "unbanked":
            return replace(s, unbanked=self.value)
        if self.field == "dice":
            left = min(max(self.value, 1), DICE)
            return replace(s, left=left, aside=(0,) * (DICE - left))
        return _fresh(s, self.value if self.value in s.seats else s.turn)

    def log_line(self, s: State, seat: int) -> Text:
        if self.field == "turn":
            return Text("It's {who}'s turn", who=SeatName(self.value))
        if self.field == "dice":
            return Text("{n} die to throw", "{n} dice to throw", n=self.value)
        if self.field == "unbanked":
            return Text("{points} in this turn", points=self.value)
        return Text("{who} has {points} points", who=SeatName(seat), points=self.value)

    def corrects(self, s: State) -> bool:
        return self.field in ("points", "turn")


NOTATION = notation_from_actions((Aside, Bank, Bust, Mend))


def _next_turn(s: State, seat: int) -> State:
    """The dice go on; this seat's turn stands among its turns."""
    place = seat - 1
    told = (*s.turns[place], s.points[place])
    turns = (*s.turns[:place], told, *s.turns[seat:])
    return _reached(_fresh(replace(s, turns=turns), s.turn % len(s.points) + 1))


def _fresh(s: State, turn: int) -> State:
    return replace(s, turn=turn, unbanked=0, left=DICE, aside=())


def _with_points(s: State, seat: int, points: int) -> State:
    return replace(s, points=(*s.points[: seat - 1], points, *s.points[seat:]))


def _reached(s: State) -> State:
    """Who has reached the target, after points have changed. Its own turn, if it is that, is over:
    everybody else has one more.
    """
    if s.closer and s.points[s.closer - 1] >= s.target:
        return s
    most = max(s.points)
    if most < s.target:
        return replace(s, closer=0)
    closer = s.points.index(most) + 1
    s = replace(s, closer=closer)
    return _fresh(s, closer % len(s.points) + 1) if s.turn == closer else s


# ------------------------------------------------------------------------------------- the end


def outcome(s: State) -> Outcome | None:
    """The most points win; equal points share the place."""
    if not s.over:
        return None
    most = max(s.points)
    ranking = tuple(
        Standing(seat, 1 + sum(other > has for other in s.points), has)
        for seat, has in enumerate(s.points, 1)
    )
    winners = tuple(place.seat for place in ranking if place.rank == 1)
    return Outcome(winners, ranking, Text("{most} points", most=most), "end.winner")


def candidates(s: State, seat: int) -> list[Any]:
    """What might be said now: the usual dice, banking, nothing scored."""
    return [*(Aside(dice) for dice in usual(s.left)), Bank(), Bust()]


def usual(left: int) -> list[tuple[int, ...]]:
    """What scores with one tap, out of so many dice: single dice, three of a kind, all six."""
    singles = [(1,), (5,)]
    threes = [(face,) * 3 for face in FACES] if left >= 3 else []
    return [*singles, *threes, *([tuple(FACES)] if left == DICE else [])]


def dice_words(dice: Iterable[int]) -> Text:
    """The dice as they are called: "1 1 5"."""
    return untranslated(" ".join(str(die) for die in dice))
