"""Chapter "roll": the production dice, shifting their total, and paying each seat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Annotated

from companion.games.empires.pieces import (
    DICE_COUNT,
    DICE_TOTALS,
    DIE_FACES,
    CardSlug,
    RollValue,
    actions_per_turn,
    require_choosable_roll_value,
)
from companion.games.empires.rules.build import BuildCard
from companion.games.empires.rules.cycle import CycleCard
from companion.games.empires.rules.end import EndTurn, MayEndTurn, TurnEndParameter
from companion.games.empires.rules.production import (
    FREE_SHIFT,
    from_bank,
    payout_of_total,
    remaining_ability_uses,
    with_payout_paid,
)
from companion.games.empires.rules.turn import no_action_left_objections, with_action_spent
from companion.games.empires.state import ACT, PLAY, ROLL, SHIFT, State
from companion.referee.actions import Action, Objections, RandomDraw, Revealed, action
from companion.referee.memo import memoized_by_identity
from companion.referee.notation import Word, one_of, whole_number_reader
from companion.referee.ruling import Doubt, Objection
from companion.referee.text import SeatName, Text, joined_texts, untranslated

SHIFT_AMOUNT_BY_DIRECTION = {"up": 1, "down": -1}
#: what may follow in the tap that confirms the total
VERBS_AFTER_CONFIRMATION = ("build", "cycle", "end")


@action("roll", "roll 3 2", Text("Roll the production dice, or enter your roll"), when=ROLL)
class RollDice(Action):
    """Enters what the dice show; empty: the app rolls them."""

    grounds = ("roll.dice", "turn.phase")

    dice: Annotated[tuple[int, ...], Word("die", whole_number_reader(0, 99))] = ()

    def objections(self, s: State, seat: int) -> Objections:
        if self.dice and len(self.dice) != DICE_COUNT:
            yield Objection(
                "roll.dice",
                Text("You entered {n} die", "You entered {n} dice", n=len(self.dice)),
                Text("Enter both dice, or roll in the app"),
                "roll",
                Text("Roll in the app"),
            )
        for die in self.dice:
            if die not in DIE_FACES:
                yield Objection(
                    "roll.dice",
                    Text("A 4-sided die can't show {die}", die=die),
                    Text("Enter both dice, 1 to 4 each, or roll in the app"),
                    "roll",
                    Text("Roll in the app"),
                )

    def apply(self, s: State, seat: int) -> State:
        fits = len(self.dice) == DICE_COUNT and all(die in DIE_FACES for die in self.dice)
        return _rolled(s, self.dice, sum(self.dice)) if fits else s

    def log_line(self, s: State, seat: int) -> Text:
        if not self.dice:
            return Text("{who} rolled", who=SeatName(seat))
        dice = untranslated(" + ".join(map(str, self.dice)))
        return Text(
            "{who} rolled {total} ({dice})", who=SeatName(seat), total=sum(self.dice), dice=dice
        )

    def draw(self, s: State) -> RandomDraw | None:
        if self.dice:
            return None
        return RandomDraw(tuple(str(face) for face in DIE_FACES), DICE_COUNT, again=True)

    def reveals(self, s: State) -> Revealed:
        # A typed total shows nothing: the real dice are still there.
        return Revealed.BY_APP


def _rolled(s: State, dice: Sequence[int], total: int) -> State:
    if s.turn.step != ROLL or total not in DICE_TOTALS:
        return s
    return replace(s, turn=replace(s.turn, step=SHIFT, dice=tuple(dice), total=total))


@action("total", "total 5", Text("Enter the total of the production dice"), when=ROLL)
class EnterTotal(Action):
    """Enters the sum of the real dice."""

    grounds = ("roll.dice", "turn.phase")
    from_box = True

    total: Annotated[int, whole_number_reader(0, 99)]

    def objections(self, s: State, seat: int) -> Objections:
        if self.total not in DICE_TOTALS:
            yield Objection(
                "roll.dice",
                Text("Two 4-sided dice can't total {total}", total=self.total),
                Text("Add both dice up: 2 to 8"),
            )

    def apply(self, s: State, seat: int) -> State:
        return _rolled(s, (), self.total)

    def log_line(self, s: State, seat: int) -> Text:
        return Text("{who} rolled {total}", who=SeatName(seat), total=self.total)


@action("shift", "shift up", Text("Shift by 1"), when=SHIFT)
class ShiftTotal(Action):
    """Shifts the total "up" or "down" by 1."""

    grounds = ("roll.shift", "roll.limits", "card.seraph-gate")

    way: Annotated[str, one_of(*SHIFT_AMOUNT_BY_DIRECTION)]

    def objections(self, s: State, seat: int) -> Objections:
        shifted = s.turn.total + SHIFT_AMOUNT_BY_DIRECTION[self.way]
        if shifted not in DICE_TOTALS:
            yield Objection(
                "roll.limits",
                Text("The total is {total}: it can't go there", total=s.turn.total),
                Text("Shift the other way, or confirm"),
                "confirm",
                Text("Confirm the total"),
            )
        if not remaining_ability_uses(s, seat, FREE_SHIFT):
            yield from no_action_left_objections(s, "roll.shift")

    def apply(self, s: State, seat: int) -> State:
        """Returns the state with the total shifted; an unused Seraph Gate pays before an action."""
        shifted = s.turn.total + SHIFT_AMOUNT_BY_DIRECTION[self.way]
        if s.turn.step != SHIFT or shifted not in DICE_TOTALS:
            return s
        turn = replace(s.turn, total=shifted)
        free = remaining_ability_uses(s, seat, FREE_SHIFT)
        return replace(
            s, turn=replace(turn, shifted=turn.shifted + 1) if free else with_action_spent(turn)
        )

    def log_line(self, s: State, seat: int) -> Text:
        total = s.turn.total + SHIFT_AMOUNT_BY_DIRECTION[self.way]
        if remaining_ability_uses(s, seat, FREE_SHIFT):
            return Text(
                "{who} shifted the total to {total} with Seraph Gate",
                who=SeatName(seat),
                total=total,
            )
        return Text("{who} shifted the total to {total}", who=SeatName(seat), total=total)


def action_after_confirmation(a: ConfirmTotal) -> BuildCard | CycleCard | EndTurn | None:
    """Returns the action that follows the confirmation in the same tap; None if there is none."""
    if a.card is not None:
        return BuildCard(a.card, a.value, a.last)
    if a.then == "cycle":
        return CycleCard(a.last)
    return EndTurn() if a.then == "end" else None


# Saves 14 % of the calls of a tap and its pages.
@memoized_by_identity
def with_confirmed_total_paid(s: State) -> State:
    """Returns the state with the total confirmed and each seat paid."""
    s = with_payout_paid(s, payout_of_total(s, s.turn.total))
    return replace(s, turn=replace(s.turn, step=ACT))


@action(
    "confirm",
    "confirm",
    Text("Confirm the total and pay everyone; then build, cycle or end in the same tap"),
    when=SHIFT,
)
class ConfirmTotal(MayEndTurn):
    """Confirms the total: each seat is paid. `then`: what follows in the same tap, "build", "cycle"
    or "end"; `card` and `value`: of the build. `last`: the turn ends with it.
    """

    grounds = ("roll.paid", "turn.phase")

    then: Annotated[str | None, one_of(*VERBS_AFTER_CONFIRMATION)] = None
    card: CardSlug | None = None
    value: RollValue | None = None
    last: TurnEndParameter = None

    def __post_init__(self) -> None:
        if self.last and self.then not in ("build", "cycle"):
            raise ValueError("only a build or cycling can be the last of a turn")
        if (self.then == "build") != (self.card is not None):
            raise ValueError("a build needs a card, nothing else takes one")
        if self.card is not None:
            require_choosable_roll_value(self.card, self.value)

    def objections(self, s: State, seat: int) -> Objections:
        """Yields the objections to what follows, with the credits that this total pays."""
        then = action_after_confirmation(self)
        if then is not None:
            yield from then.objections(with_confirmed_total_paid(s), seat)

    def apply(self, s: State, seat: int) -> State:
        if s.turn.step != SHIFT:
            return s
        then, s = action_after_confirmation(self), with_confirmed_total_paid(s)
        return s if then is None else then.apply(s, seat)

    def log_line(self, s: State, seat: int) -> Text:
        paid = payout_of_total(s, s.turn.total)
        earned = [
            Text("{who} +{amount}", who=SeatName(n), amount=paid.amount_for_seat(n))
            for n in s.all_seats
            if paid.amount_for_seat(n)
        ]
        line = Text("A roll of {total} pays no one", total=s.turn.total)
        if earned:
            line = Text(
                "A roll of {total} pays: {earned}", total=s.turn.total, earned=joined_texts(earned)
            )
        then = action_after_confirmation(self)
        if then is None:
            return line
        return Text(
            "{told}. {then}", told=line, then=then.log_line(with_confirmed_total_paid(s), seat)
        )

    def reveals(self, s: State) -> Revealed:
        return Revealed.ON_TABLE if self.then in ("build", "cycle") else Revealed.NOTHING

    def parts(self) -> tuple[Action, Action] | None:
        then = action_after_confirmation(self)
        return super().parts() or ((ConfirmTotal(), then) if then else None)

    def instruct(self, s: State, seat: int, after: State) -> Iterator[Text]:
        paid = payout_of_total(s, s.turn.total)
        for n in s.all_seats:
            if amount := paid.amount_for_seat(n):
                yield from_bank(amount, n)


@action(
    "cocked",
    "cocked",
    Text("A die was cocked: roll again"),
    when=SHIFT,
    log=Text("{who} rolls again: a die was cocked"),
)
class RerollCockedDie(Action):
    """Says that a die was cocked: both are rolled again."""

    grounds = ("roll.dice",)
    from_box = True

    def objections(self, s: State, seat: int) -> Objections:
        if s.turn.dice:
            reason = Text("The app rolled these dice, so no die was cocked")
            remedy, does = Text("Shift the total, or confirm it"), Text("Confirm the total")
            yield Objection("roll.dice", reason, remedy, "confirm", does)
        elif s.turn.actions < actions_per_turn(s.seats) or s.turn.shifted:
            reason = Text("You've already shifted this total")
            yield Objection("roll.cocked", reason, Text("Undo your shift first"))
        elif s.option_value("roll.cocked") == "stands":
            reason = Text("At your table a cocked die counts as it is")
            remedy, does = Text("Shift the total, or confirm it"), Text("Confirm the total")
            yield Objection("roll.cocked", reason, remedy, "confirm", does)
        elif s.option_value("roll.cocked") != "again":
            yield Doubt("roll.cocked", Text("Was a die cocked? The app lets you roll again"))

    def apply(self, s: State, seat: int) -> State:
        if s.turn.step != SHIFT or s.turn.dice:
            return s
        return replace(s, turn=replace(s.turn, step=ROLL, dice=(), total=0))


@action("short", "short 2", Text("The bank ran out: these credits were missing"), when=PLAY)
class EnterBankShortage(Action):
    """Enters how many of the seat's credits the bank lacked."""

    grounds = ("roll.paid",)
    from_box = True

    missing: Annotated[int, whole_number_reader(0, 999)]

    def objections(self, s: State, seat: int) -> Objections:
        has = s.empire(seat).credits
        if s.option_value("roll.empty-bank") == "unlimited":
            reason = Text("At your table credits never run out")
            yield Objection("roll.empty-bank", reason, Text("Use something else as tokens"))
        elif self.missing not in range(1, has + 1):
            reason = Text("{n} can't be missing: you have {has}", n=self.missing, has=has)
            yield Objection("game.correct", reason, Text("Enter how many tokens were missing"))
        elif s.option_value("roll.empty-bank") != "short":
            reason = Text("The rulebook doesn't say what happens when the bank is empty")
            yield Doubt("roll.empty-bank", reason)

    def apply(self, s: State, seat: int) -> State:
        empire = s.empire(seat)
        return s.with_empire(seat, replace(empire, credits=max(0, empire.credits - self.missing)))

    def log_line(self, s: State, seat: int) -> Text:
        return Text(
            "{who}: {n} credit was missing in the bank",
            "{who}: {n} credits were missing in the bank",
            who=SeatName(seat),
            n=self.missing,
        )
