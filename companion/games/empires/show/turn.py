"""The top of the phone, and the turn tab: rolling, shifting, building, cycling; affordable cards
first, with price and gain.

Before the total is confirmed, the cards to build confirm it: one tap pays every seat and builds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from companion.games.empires.pieces import (
    DICE_TOTALS,
    MECH,
    Card,
    actions_per_turn,
    cost_words,
    count_rolls_with_totals,
    final_round_threshold,
    totals_chance_words,
)
from companion.games.empires.rules import NOTATION, objections, seats_to_act
from companion.games.empires.rules.build import (
    BuildCard,
    card_price,
    is_next_mech_built_by_fabricator_belt,
)
from companion.games.empires.rules.card import CopyCard, ScoutCard, copyable_card
from companion.games.empires.rules.cycle import CycleCard, credits_for_cycling
from companion.games.empires.rules.end import EndTurn, final_total
from companion.games.empires.rules.production import (
    FREE_CYCLE,
    FREE_MECH,
    FREE_SHIFT,
    cards_with_ability,
    payout_of_total,
    production_gain,
    production_inputs,
    remaining_ability_uses,
    seat_payout,
    seat_roll_values,
)
from companion.games.empires.rules.roll import (
    SHIFT_AMOUNT_BY_DIRECTION,
    ConfirmTotal,
    EnterTotal,
    RollDice,
    ShiftTotal,
)
from companion.games.empires.rules.turn_remainder import has_more_to_do
from companion.games.empires.show.faces import CardFace, printed_card_face
from companion.games.empires.show.table import (
    BAR_HEIGHT_PER_COMBINATION,
    card_pays_words,
    final_round_panels,
)
from companion.games.empires.state import (
    ACT,
    OVER,
    PLAY,
    REVEAL,
    ROLL,
    SETUP,
    SHIFT,
    BuiltCard,
    RollPayout,
    State,
    Turn,
)
from companion.referee.controls import Choice
from companion.referee.memo import memoized_by_parts
from companion.referee.offers import ChoiceBuilder, main_dock
from companion.referee.panels import (
    Banner,
    Choices,
    Count,
    Counts,
    Dock,
    Notice,
    OwnStyle,
    Panel,
    Sheet,
)
from companion.referee.text import SeatName, Text, printed

CHOICE_BUILDER = ChoiceBuilder(NOTATION, objections)
offer, first_refusal = CHOICE_BUILDER.offer, CHOICE_BUILDER.first_refusal


_NAMES = {
    FREE_SHIFT: (Text("Seraph Gate: shift for free"), "move"),
    FREE_MECH: (Text("Fabricator Belt: build a Mech"), "power"),
    FREE_CYCLE: (Text("Deepspace Scouts: cycle"), "refresh"),
}

_USED_IN = {ROLL: (), SHIFT: (FREE_SHIFT, FREE_CYCLE), ACT: (FREE_MECH, FREE_CYCLE)}


def scout_cycle_choice(s: State, seat: int) -> tuple[Choice, ...]:
    """Returns the choice to cycle with Deepspace Scouts; () for a seat that has none."""
    if not cards_with_ability(s, seat, FREE_CYCLE):
        return ()
    label, detail = Text("Cycle with Deepspace Scouts"), Text("takes no action, pays no credits")
    return (offer(s, seat, ScoutCard(), label, detail, "refresh"),)


def ability_panels(s: State, seat: int) -> tuple[Panel, ...]:
    """Returns what the seat's cards still allow in this step; () if it has no such card."""
    counts = tuple(_used_abilities(s, seat))
    if not counts:
        return ()
    title = Text("Besides your actions")
    return (Counts(id="abilities", title=title, counts=counts, rule="turn.free"),)


def _count(name: Text, icon: str, rest: int, most: int) -> Count:
    used = Text("{used} of {most} used", used=most - rest, most=most)
    return Count(label=name, value=rest, icon=icon, detail=used)


def _used_abilities(s: State, seat: int) -> Iterator[Count]:
    for ability, (name, icon) in _NAMES.items():
        own = cards_with_ability(s, seat, ability)
        if own and ability in _USED_IN[s.turn.step]:
            yield _count(name, icon, remaining_ability_uses(s, seat, ability), own)
    if "industrious" in s.empire(seat).open and s.turn.step == ACT:
        yield _count(Text("Industrious: second copy"), "reveal", int(not s.turn.paired), 1)


_STEPS = (Text("Roll"), Text("Shift and pay"), Text("Build or cycle"))
_MINE = {
    ROLL: (Text("Your turn"), 0),
    SHIFT: (Text("You rolled {total}"), 1),
    ACT: (Text("Build or cycle"), 2),
}
_THEIRS = {
    ROLL: Text("{who} is rolling"),
    SHIFT: Text("{who} rolled {total}"),
    ACT: Text("{who} is building"),
}
_STAGES = {
    SETUP: Text("Set up the table"),
    REVEAL: Text("The last turn is over"),
    OVER: Text("Final score"),
}


def banner(s: State, viewer: int) -> Banner:
    """Returns the title and facts for this seat (0: a spectator)."""
    has: dict[str, Any] = {"id": "banner", "seat": viewer}
    if viewer and s.stage != SETUP:
        most = final_round_threshold(s.seats)
        has |= {"points": final_total(s, viewer), "most": most, "unit": Text("production")}
    if s.stage != PLAY:
        title = _STAGES[s.stage]
        return Banner(title=title, line=_waits_for(s), **has)
    turn = s.turn
    if viewer:
        has["purse"] = ("hexagon", s.empire(viewer).credits)
    if turn.seat != viewer:
        title = _THEIRS[turn.step].filled(who=SeatName(turn.seat), total=turn.total)
        return Banner(title=title, line=_facts(s, viewer), **has)
    source, current = _MINE[turn.step]
    if turn.step == ACT and not turn.actions:
        source = Text("No actions left")
    return Banner(
        title=source.filled(total=turn.total),
        whole=_whole_title(turn),
        line=_facts(s, viewer),
        steps=_STEPS,
        current=current,
        **has,
    )


def _whole_title(turn: Turn) -> Text | None:
    """Returns the head's title with what is left of the turn; None if the title says it."""
    if turn.step == ROLL:
        return Text("Your turn: Roll")
    if turn.step == SHIFT and not turn.actions:
        return Text("You rolled {total}: no actions left", total=turn.total)
    if turn.step == SHIFT:
        return Text(
            "You rolled {total}: {n} action",
            "You rolled {total}: {n} actions",
            total=turn.total,
            n=turn.actions,
        )
    if turn.actions:
        return Text("Build or cycle: {n} action", "Build or cycle: {n} actions", n=turn.actions)
    return None


def _facts(s: State, viewer: int) -> Text:
    if s.caller:
        return Text("Round {round}, the final round", round=s.round)
    if not viewer:
        return Text(
            "Round {round}, to {most} production",
            round=s.round,
            most=final_round_threshold(s.seats),
        )
    if _has_acted(s, viewer):
        return holdings_words(s, viewer)
    return payout_words(s, viewer) or Text("Round {round}", round=s.round)


def _has_acted(s: State, seat: int) -> bool:
    """Returns whether this seat, whose turn it is, has built or cycled in it."""
    turn = s.turn
    spent = turn.actions < actions_per_turn(s.seats) or turn.fabricated
    return bool(turn.seat == seat and turn.step == ACT and spent)


def holdings_words(s: State, seat: int) -> Text:
    """Returns what lies before a seat, to be compared before it passes the dice."""
    return Text(
        "You: {n} credit, production {made}",
        "You: {n} credits, production {made}",
        n=s.empire(seat).credits,
        made=final_total(s, seat),
    )


def payout_words(s: State, seat: int) -> Text | None:
    """Returns what the last total has paid this seat, from how many credits to how many; None if
    nothing.
    """
    paid = _income(s, seat)
    if not paid or s.paid is None:
        return None
    has = s.empire(seat).credits
    return Text(
        "A roll of {total} pays you {paid}: from {was} to {n} credit",
        "A roll of {total} pays you {paid}: from {was} to {n} credits",
        total=s.paid.total,
        paid=paid,
        was=has - paid,
        n=has,
    )


def _waits_for(s: State) -> Text:
    if s.stage == OVER:
        return Text("Round {round} was the last one", round=s.round)
    waiting = sorted(seats_to_act(s))
    if s.stage == SETUP or len(waiting) > 1:
        return Text("Anyone can tap the next step") if s.stage == SETUP else Text("Last reveals")
    return Text("The table waits for {who}", who=SeatName(waiting[0]))


def action_panels(s: State, seat: int, besides: tuple[Choice, ...] = ()) -> tuple[Panel, ...]:
    """Returns everything a seat may build and cycle, with reasons where it may not.

    What comes and goes in a turn stands below the cards, so that none of them moves.
    """
    return (
        *build_panels(s, seat, besides),
        *_copy_sheet(s, seat),
        *_searching(s),
        *ability_panels(s, seat),
        Dock(id="dock", choices=(_end(s, seat),)),
    )


def build_panels(s: State, seat: int, besides: tuple[Choice, ...] = ()) -> tuple[Panel, ...]:
    """Returns all cards, always in the same places, so that players remember them; below them what
    may come while one builds. `besides`: choices that stand beside cycling.
    """
    hubs = {
        card.slug: _hub_sheet(s, seat, card)
        for card in s.cards.values()
        if card.has_builder_chosen_roll
    }
    shelf = _shelf(s, seat, is_next_mech_built_by_fabricator_belt(s, seat))
    cycle = cycle_choice(s, seat)
    cards = tuple([_tile(s, seat, offered, hubs.get(offered.card.slug)) for offered in shelf])
    extras = _extras(s, seat)
    if not s.turn.actions and (extras or any(each.refusal is None for each in besides)):
        extras += (Choices(id="cycle", choices=besides),) if besides else ()
        return _without_actions(s, (*cards, cycle), extras, tuple(hubs.values()))
    return (
        Choices(
            id="build",
            title=Text("Build or cycle"),
            choices=cards,
            style=OwnStyle("deck"),
            drawing="card",
        ),
        *hubs.values(),
        Choices(id="cycle", choices=(cycle, *besides)),
        *extras,
        *final_round_panels(s),
        Choices(id="legend", note=_to_build((cycle, *cards)), choices=()),
    )


def _without_actions(
    s: State, shelf: tuple[Choice, ...], extras: tuple[Panel, ...], hubs: tuple[Sheet, ...]
) -> tuple[Panel, ...]:
    """Returns what is free, as no action is left; what takes one is folded below it."""
    free = tuple(each for each in shelf if each.refusal is None)
    dead = tuple(each for each in shelf if each.refusal is not None)
    return (
        *extras,
        Choices(
            id="build",
            choices=free,
            folded=dead,
            fold=Text("Not possible now, and why"),
            style=OwnStyle("deck"),
            drawing="card",
        ),
        *hubs,
        *final_round_panels(s),
    )


_ENDING = Text("Your next action ends your turn")
_LEGEND = Text("Gold: cost. Triangle: the roll that pays. Right: production added")
_NOTHING = Text("There's nothing you can build now")


def _to_build(choices: tuple[Choice, ...]) -> Text:
    """Returns the line that tells of the cards and of cycling."""
    now = [each for each in choices if each.refusal is None]
    if not now:
        return _NOTHING
    return _ENDING if all(each.icon == "end" for each in now if each.action) else _LEGEND


def action_with_confirmation(s: State, action: BuildCard | CopyCard | CycleCard) -> Any:
    """Returns the action within the tap that confirms the total; unchanged if that is done."""
    if s.turn.step != SHIFT or isinstance(action, CopyCard):
        return action
    if isinstance(action, BuildCard):
        return ConfirmTotal("build", action.card, action.value, action.last)
    return ConfirmTotal("cycle", last=action.last)


def turn_ending_choice(
    s: State,
    seat: int,
    action: BuildCard | CopyCard | CycleCard,
    label: Text,
    detail: Text | None = None,
    icon: str = "",
) -> Choice:
    """Returns a choice that also ends the turn, and says so, if nothing would be left of it."""
    first = action_with_confirmation(s, action)
    choice = offer(s, seat, first, label, detail, icon)
    if (
        choice.refusal is not None
        or s.turn.actions > 1
        or has_more_to_do(first.apply(s, seat), seat)
    ):
        return choice
    words = Text("{what}. Ends your turn", what=detail) if detail else Text("Ends your turn")
    return offer(
        s, seat, action_with_confirmation(s, replace(action, last="end")), label, words, "end"
    )


def cycle_choice(s: State, seat: int) -> Choice:
    """Returns the choice to cycle a card as an action."""
    detail = Text("1 action; take {pay} credits", pay=credits_for_cycling(s, seat))
    return turn_ending_choice(s, seat, CycleCard(), Text("Cycle a card"), detail, "refresh")


@dataclass(frozen=True)
class OfferedCard:
    """A card to build: what building it means for a seat, in words and drawn."""

    card: Card
    words: Text
    face: CardFace


# Saves 0.3 % of the calls of a tap and its pages; with the five like it, a tenth of their time.
@memoized_by_parts(lambda s, seat, belt: (*production_inputs(s, seat), belt))
def _shelf(s: State, seat: int, belt: bool) -> tuple[OfferedCard, ...]:
    """Returns the cards in the order of the box, by roll value, the same whatever the seat's
    credits.

    `belt`: a Fabricator Belt builds the next Mech.
    """
    return tuple(
        [_offered(s, seat, card, belt and MECH in card.kinds) for card in s.cards.values()]
    )


def _searching(s: State) -> tuple[Panel, ...]:
    if not s.turn.searching:
        return ()
    return (
        Notice(
            id="searching",
            kind="info",
            words=Text("You can build from the whole deck this turn"),
            detail=Text("Keep it in order; shuffle it when your turn ends"),
            rule="culture.scientific",
        ),
    )


def _extras(s: State, seat: int) -> tuple[Panel, ...]:
    """Returns what abilities allow: cycling with Deepspace Scouts, a second copy; () if nothing."""
    pair = copyable_card(s, seat) if s.turn.step == ACT else ""
    copy = (_copy(s, seat, s.card(pair)),) if pair else ()
    choices = (*scout_cycle_choice(s, seat), *copy)
    return (Choices(id="extras", choices=choices),) if choices else ()


def _copy(s: State, seat: int, card: Card) -> Choice:
    label = Text("Build a second {card} for free", card=card.name)
    detail = Text("Industrious: only if the pool had 2 of them")
    if not card.has_builder_chosen_roll:
        return turn_ending_choice(s, seat, CopyCard(), label, detail, "plus")
    no = first_refusal(s, seat, (CopyCard(value) for value in DICE_TOTALS))
    return Choice(label=label, sheet="copy", detail=detail, icon="plus", refusal=no)


def _tile(s: State, seat: int, offered: OfferedCard, sheet: Sheet | None) -> Choice:
    """Returns the choice that builds a card, or opens the sheet that chooses its roll value."""
    card, name = offered.card, printed(offered.card.name)
    if sheet is None:
        built = turn_ending_choice(s, seat, BuildCard(card.slug), name, offered.words, "card")
        return replace(built, facts=replace(offered.face, ends=built.icon == "end"))
    allowed = any(choice.refusal is None for choice in sheet.choices)
    no = None if allowed else sheet.choices[0].refusal
    return Choice(
        label=name,
        sheet=sheet.id,
        detail=offered.words,
        icon="card",
        refusal=no,
        facts=offered.face,
    )


def _offered(s: State, seat: int, card: Card, free: bool) -> OfferedCard:
    """Returns when it pays, its price for this seat, what it adds, whether it takes no action."""
    cost, (least, most) = card_price(s, seat, card.slug), _gains(s, seat, card)
    words = {
        "roll": Text("Roll {roll}", roll=card.rolls[0]) if card.rolls else Text("Any roll"),
        "price": cost_words(cost),
        "gain": _gain_words(least, most),
    }
    adds = f"+{least}" if least == most else f"+{least}–{most}"
    face = replace(printed_card_face(card), cost=cost, made=adds, free=free)
    if free:
        return OfferedCard(card, Text("{roll}, {price}, no action, {gain}", **words), face)
    return OfferedCard(card, Text("{roll}, {price}, {gain}", **words), face)


def _gains(s: State, seat: int, card: Card) -> tuple[int, int]:
    """Returns the least and the most that it adds, which differ with a chosen roll value."""
    if not card.has_builder_chosen_roll:
        gain = production_gain(s, seat, BuiltCard(card.slug))
        return gain, gain
    taken = seat_roll_values(s, seat)
    values = [value for value in DICE_TOTALS if value not in taken]
    gains = [production_gain(s, seat, BuiltCard(card.slug, value)) for value in values or [0]]
    return min(gains), max(gains)


def _gain_words(least: int, most: int) -> Text:
    if least == most:
        return Text("+{n} production", n=least)
    return Text("+{least} to +{most} production", least=least, most=most)


def _hub_sheet(s: State, seat: int, card: Card) -> Sheet:
    return Sheet(
        id=f"build-{card.slug}",
        title=printed(card.name),
        note=Text("None of your other cards can have its roll value"),
        choices=tuple(_hub_value(s, seat, card, value) for value in DICE_TOTALS),
        icon="card",
    )


def _hub_value(s: State, seat: int, card: Card, value: int) -> Choice:
    gain = production_gain(s, seat, BuiltCard(card.slug, value))
    detail = Text("{chance}, +{gain} production", chance=totals_chance_words((value,)), gain=gain)
    label = Text("On {value}", value=value)
    return turn_ending_choice(s, seat, BuildCard(card.slug, value), label, detail)


def _copy_sheet(s: State, seat: int) -> tuple[Sheet, ...]:
    slug = copyable_card(s, seat)
    if not slug or not s.card(slug).has_builder_chosen_roll:
        return ()
    values = tuple(
        turn_ending_choice(s, seat, CopyCard(value), Text("On {value}", value=value))
        for value in DICE_TOTALS
    )
    return (Sheet(id="copy", title=Text("The second copy"), choices=values, icon="card"),)


def _end(s: State, seat: int) -> Choice:
    unused = Text("{n} action unused", "{n} actions unused", n=s.turn.actions)
    detail = unused if s.turn.actions else Text("Pass the dice")
    return offer(s, seat, EndTurn(), Text("End turn"), detail, "end", main=True)


@dataclass(frozen=True)
class DiceTotalButton:
    """A total of the dice to be tapped: the height of its bar, of the highest one's, and the
    credits that it pays the seat.
    """

    tall: int
    most: int
    credits: int


def roll_panels(s: State, seat: int) -> tuple[Panel, ...]:
    """Returns the choices to roll in the app, or to enter the total of the real dice."""
    roll = offer(
        s,
        seat,
        RollDice(),
        Text("Roll in the app"),
        Text("No dice at hand?"),
        "refresh",
    )
    return (
        Choices(
            id="totals",
            title=Text("Enter your roll"),
            choices=tuple(_total(s, seat, total) for total in DICE_TOTALS),
            style=OwnStyle("rolls"),
            drawing="total",
        ),
        Choices(id="app-roll", choices=(roll,), style="list"),
    )


def _income_at(s: State, seat: int, total: int) -> int:
    return sum([pay.amount for pay in seat_payout(s, seat, total)])


def _mine(s: State, seat: int, total: int) -> Text:
    return _gets(_income_at(s, seat, total))


def _gets(amount: int) -> Text:
    return Text("you get {n} credit", "you get {n} credits", n=amount)


def _total(s: State, seat: int, total: int) -> Choice:
    detail, mine = totals_chance_words((total,)), _income_at(s, seat, total)
    if mine:
        detail = Text("{chance}, {mine}", chance=detail, mine=_gets(mine))
    most = max(count_rolls_with_totals((each,)) for each in DICE_TOTALS)
    bar = DiceTotalButton(
        BAR_HEIGHT_PER_COMBINATION * count_rolls_with_totals((total,)),
        BAR_HEIGHT_PER_COMBINATION * most,
        mine,
    )
    return offer(s, seat, EnterTotal(total), Text("{n}", n=total), detail, facts=bar)


def shift_panels(s: State, seat: int, besides: tuple[Choice, ...] = ()) -> tuple[Panel, ...]:
    """Returns the choices to shift the total as often as can be paid, then to confirm it."""
    confirm = offer(
        s,
        seat,
        ConfirmTotal(),
        Text("Confirm {total}", total=s.turn.total),
        Text("Everyone's cards pay: {mine}", mine=_mine(s, seat, s.turn.total)),
        "check",
    )
    return (
        Choices(
            id="shifts",
            title=Text("Shift the total"),
            choices=tuple(_shift(s, seat, way) for way in ("down", "up")),
        ),
        *build_panels(s, seat, besides),
        *ability_panels(s, seat),
        main_dock(_confirm_and_end(s, seat) if _all_used(s, seat) else confirm),
    )


def _all_used(s: State, seat: int) -> bool:
    """Returns whether nothing is left to choose: no shift, no build, no cycle."""
    free = (
        remaining_ability_uses(s, seat, FREE_SHIFT)
        or remaining_ability_uses(s, seat, FREE_MECH)
        or remaining_ability_uses(s, seat, FREE_CYCLE)
    )
    return not s.turn.actions and not free


def _confirm_and_end(s: State, seat: int) -> Choice:
    """Returns the choice that confirms the total and ends the turn."""
    detail = Text("Total {total}: {mine}", total=s.turn.total, mine=_mine(s, seat, s.turn.total))
    return offer(s, seat, ConfirmTotal("end"), Text("Confirm and end turn"), detail, "end")


def _shift(s: State, seat: int, way: str) -> Choice:
    total = s.turn.total + SHIFT_AMOUNT_BY_DIRECTION[way]
    price = (
        Text("free, Seraph Gate")
        if remaining_ability_uses(s, seat, FREE_SHIFT)
        else Text("1 action")
    )
    label = (
        Text("Raise to {total}", total=total)
        if way == "up"
        else Text("Lower to {total}", total=total)
    )
    detail = Text(
        "{price}; on a roll of {total} you get {n} credit",
        "{price}; on a roll of {total} you get {n} credits",
        price=price,
        total=total,
        n=_income_at(s, seat, total),
    )
    return offer(s, seat, ShiftTotal(way), label, detail, "plus" if way == "up" else "minus")


def pending_payout_panels(s: State) -> tuple[Panel, ...]:
    """Returns what every seat would be paid for the present total; () if it is not open."""
    if s.stage != PLAY or s.turn.step != SHIFT:
        return ()
    payout = payout_of_total(s, s.turn.total)
    return (
        _paid_counts(
            "pays", Text("What a roll of {total} would pay", total=payout.total), payout, "turn"
        ),
    )


def last_payout_panels(s: State) -> tuple[Panel, ...]:
    """Returns what the last confirmed total has paid; () if there is none. Until the next total is
    rolled it stands in that one's place: nothing moves when it comes.
    """
    if s.paid is None or s.turn.step == SHIFT:
        return ()
    words = (
        Text("Last roll: {total}") if s.turn.step == ROLL else Text("What a roll of {total} pays")
    )
    return (_paid_counts("pays", words.filled(total=s.paid.total), s.paid, "turn"),)


@dataclass(frozen=True)
class PayLine:
    """What a total pays one seat. `key`: names the credits to take, for the tick of a phone; "" if
    there are none.
    """

    amount: int
    words: Text
    detail: Text | None
    key: str


def own_pay_panels(s: State, seat: int) -> tuple[Panel, ...]:
    """Returns the line with what the seat takes, until the next total is rolled: while it acts in
    the place where the total was shifted, while another shifts what the total would pay; () before
    the first roll, and where the seat rolls or shifts and takes nothing.
    """
    line = _pay_line(s, seat)
    if line is None:
        return ()
    return (
        Notice(
            id="own-pay",
            kind="info",
            words=line.words,
            detail=line.detail,
            drawing="pay",
            facts=line,
        ),
    )


def _pay_line(s: State, seat: int) -> PayLine | None:
    mine = s.turn.seat == seat
    if s.turn.step == SHIFT:
        return None if mine else _would_pay(s, seat)
    if s.paid is None:
        return None
    total, amount = s.paid.total, s.paid.amount_for_seat(seat)
    if mine and s.turn.step == ROLL and not amount:
        return None
    detail = card_pays_words(s.paid.seats[seat - 1]) if amount else None
    if _has_acted(s, seat):
        detail = holdings_words(s, seat)
    if not amount:
        return PayLine(0, Text("A roll of {total} pays you nothing", total=total), detail, "")
    words = Text(
        "The roll is {total}: take {n} credit",
        "The roll is {total}: take {n} credits",
        total=total,
        n=amount,
    )
    return PayLine(amount, words, detail, f"pay {seat} {_last_roll(s)} {total}")


def _last_roll(s: State) -> str:
    """Returns which roll was paid last: whose, and in which of its turns."""
    playing, roller = s.playing_seats, s.turn.seat
    if s.turn.step == ROLL and roller in playing:
        roller = playing[playing.index(roller) - 1]
    return f"{roller} {s.empire(roller).turns}"


def _would_pay(s: State, seat: int) -> PayLine:
    total, pays = s.turn.total, seat_payout(s, seat, s.turn.total)
    amount = sum(pay.amount for pay in pays)
    if not amount:
        return PayLine(0, Text("A roll of {total} would pay you nothing", total=total), None, "")
    words = Text("A roll of {total} would pay you {n}", total=total, n=amount)
    return PayLine(amount, words, card_pays_words(pays), "")


def _income(s: State, seat: int) -> int:
    """Returns the credits that this seat takes now; 0 after the turn."""
    return s.paid.amount_for_seat(seat) if s.paid is not None and s.turn.step == ACT else 0


def _paid_counts(panel_id: str, title: Text, payout: RollPayout, tab: str) -> Counts:
    return Counts(
        id=panel_id,
        tab=tab,
        shared=True,
        screen="side",
        title=title
        if any(payout.seats)
        else Text("A roll of {total} pays no one", total=payout.total),
        rule="roll.paid",
        counts=tuple(
            Count(
                label=Text("{who}", who=SeatName(n)),
                value=payout.amount_for_seat(n),
                seat=n,
                detail=card_pays_words(payout.seats[n - 1]),
            )
            for n in range(1, len(payout.seats) + 1)
        ),
    )
