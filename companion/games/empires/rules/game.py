"""Chapter "game": leaving and returning, and corrections of cards, what they print, credits, the
turn, culture cards, whose turn it is.

The app follows the table: the rules of play do not restrict a correction, and the opposite
correction restores everything.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, Any

from companion.games.empires.pieces import (
    BASE_CULTURES,
    CARD_FIELD_NAMES,
    CARD_KIND_NAMES,
    CARD_KINDS,
    CARDS,
    DICE_TOTALS,
    MAX_PRINTED_NUMBER,
    PRINTED_CARD_FIELDS,
    CardSlug,
    actions_per_turn,
    card_words,
)
from companion.games.empires.rules.build import CardAction, copies_left_objections
from companion.games.empires.rules.culture import (
    culture_correction_objections,
    with_corrected_culture,
)
from companion.games.empires.rules.end import with_turn_ended
from companion.games.empires.rules.production import (
    FREE_CYCLE,
    FREE_MECH,
    FREE_SHIFT,
    arrival_of_corrected_card,
    cards_with_ability,
    payout_if_confirmed_at,
)
from companion.games.empires.rules.turn import resumed_turn
from companion.games.empires.state import (
    ACT,
    PLAY,
    ROLL,
    SETUP,
    BuiltCard,
    RemovedCard,
    RollPayout,
    State,
    changed_printed_values,
)
from companion.referee.actions import Action, Objections, action
from companion.referee.notation import Word, one_of, whole_number_reader
from companion.referee.ruling import Doubt, Objection
from companion.referee.text import SeatName, Text, untranslated

#: the fewest players of a game
MIN_PLAYERS = 2


@action("leave", "leave", Text("Leave the game"), when=PLAY, log=Text("{who} left the game"))
class LeaveGame(Action):
    """Lets this player leave the game."""

    grounds = ("game.correct",)
    from_box = True

    def objections(self, s: State, seat: int) -> Objections:
        if s.empire(seat).gone:
            yield Objection("game.leaving", Text("You've already left"), Text("Come back first"))
        elif len(s.playing_seats) <= MIN_PLAYERS:
            reason = Text("Only 1 player would be left")
            yield Objection("game.leaving", reason, Text("End the table instead"))
        elif not s.option_value("game.leaving"):
            yield Doubt("game.leaving", Text("Your turns are skipped, and you can't win any more"))

    def apply(self, s: State, seat: int) -> State:
        """Returns the state without this player, whose turn ends."""
        s = s.with_empire(seat, replace(s.empire(seat), gone=True))
        return with_turn_ended(s) if s.stage == PLAY and s.turn.seat == seat else s


@action(
    "return",
    "return",
    Text("Come back to the game"),
    when=PLAY,
    log=Text("{who} is back in the game"),
)
class RejoinGame(Action):
    """Lets this player return."""

    grounds = ("game.correct",)
    from_box = True

    def objections(self, s: State, seat: int) -> Objections:
        if not s.empire(seat).gone:
            reason = Text("You haven't left")
            yield Objection("game.leaving", reason, Text("Keep playing when it's your turn"))

    def apply(self, s: State, seat: int) -> State:
        return s.with_empire(seat, replace(s.empire(seat), gone=False))


@action("add", "add t-wing", Text("Add a missing card"))
class AddCard(CardAction):
    """Adds a card that the app missed to the seat's empire."""

    grounds = ("game.correct",)

    def objections(self, s: State, seat: int) -> Objections:
        card = s.card(self.card)
        yield from copies_left_objections(s, card)
        if card.has_builder_chosen_roll and self.value not in DICE_TOTALS:
            yield Objection(
                "game.correct",
                Text("{card} has a roll value of 2 to 8", card=card.name),
                Text("Enter the value it was given"),
            )

    def apply(self, s: State, seat: int) -> State:
        """Returns the state with the card; one removed before is back where and when it was."""
        empire = s.empire(seat)
        chosen = (
            self.value
            if self.value in DICE_TOTALS and s.card(self.card).has_builder_chosen_roll
            else 0
        )
        back = next((lost for lost in reversed(empire.lost) if lost.card == self.card), None)
        lost = list(empire.lost)
        if back is None:
            back = RemovedCard(self.card, arrival_of_corrected_card(s), len(empire.cards))
        else:
            lost.remove(back)
        place = min(back.place, len(empire.cards))
        cards, came = list(empire.cards), list(empire.card_arrivals)
        cards.insert(place, BuiltCard(self.card, chosen or 0))
        came.insert(place, back.arrival)
        return s.with_empire(
            seat, replace(empire, cards=tuple(cards), arrivals=tuple(came), lost=tuple(lost))
        )

    def log_line(self, s: State, seat: int) -> Text:
        card = card_words(self.card, self.value)
        return Text("{who} added {card}", who=SeatName(seat), card=card)

    def corrects(self, s: State) -> bool:
        return s.stage != SETUP


def _meant(s: State, seat: int, a: RemoveCard) -> int | None:
    """Returns the place of the newest such copy, any if no value is given; None if none."""
    cards = s.empire(seat).cards
    for place in reversed(range(len(cards))):
        if cards[place].card == a.card and a.value in (None, cards[place].chosen):
            return place
    return None


@action("remove", "remove t-wing", Text("Remove a card"))
class RemoveCard(CardAction):
    """Removes a card that is not really in the seat's empire."""

    grounds = ("game.correct",)

    def objections(self, s: State, seat: int) -> Objections:
        if _meant(s, seat, self) is None:
            yield Objection(
                "game.correct",
                Text("The app has no such {card} in your empire", card=s.card(self.card).name),
                Text("Choose a card the app shows there"),
            )

    def apply(self, s: State, seat: int) -> State:
        """Returns the state without the newest copy: what was built before keeps its place."""
        place, empire = _meant(s, seat, self), s.empire(seat)
        if place is None:
            return s
        lost = RemovedCard(self.card, empire.card_arrivals[place], place)
        kept = replace(
            empire,
            cards=(*empire.cards[:place], *empire.cards[place + 1 :]),
            arrivals=(*empire.card_arrivals[:place], *empire.card_arrivals[place + 1 :]),
            lost=(*empire.lost, lost),
        )
        return s.with_empire(seat, kept)

    def log_line(self, s: State, seat: int) -> Text:
        card = card_words(self.card, self.value)
        return Text("{who} removed {card}", who=SeatName(seat), card=card)

    def corrects(self, s: State) -> bool:
        return s.stage != SETUP


def _printed(word: str) -> int | str:
    return word if word in CARD_KINDS else whole_number_reader(0, 99)(word)


@action("card", "card t-wing cost 2", Text("Use the value that your card says"))
class CorrectPrintedValue(Action):
    """Corrects what this group's cards print."""

    grounds = ("game.cards",)
    from_box = True

    card: CardSlug
    field: Annotated[str, one_of(*PRINTED_CARD_FIELDS)]
    value: Annotated[int | str, _printed]

    def __post_init__(self) -> None:
        if (self.field == "kind") != (self.value in CARD_KINDS):
            raise ValueError("a type needs a type, everything else a number")

    def objections(self, s: State, seat: int) -> Objections:
        card = s.card(self.card)
        if self.field == "production" and card.production is None:
            reason = Text("{card} has no printed production", card=card.name)
            yield Objection("game.cards", reason, Text("Change its cost, type or roll value"))
        elif self.field == "roll" and card.has_builder_chosen_roll:
            reason = Text("{card} has no printed roll value: you choose it", card=card.name)
            yield Objection("game.cards", reason, Text("Change its cost, type or production"))
        elif isinstance(self.value, int):
            yield from _unprintable(self.field, self.value)

    def apply(self, s: State, seat: int) -> State:
        return replace(
            s, changes=changed_printed_values((*s.changes, (self.card, self.field, self.value)))
        )

    def log_line(self, s: State, seat: int) -> Text:
        value = (
            CARD_KIND_NAMES[self.value]
            if self.value in CARD_KINDS
            else untranslated(str(self.value))
        )
        return Text(
            "{who}: on our cards, the {field} of {card} is {value}",
            who=SeatName(seat),
            field=CARD_FIELD_NAMES[self.field],
            card=CARDS[self.card].name,
            value=value,
        )

    def corrects(self, s: State) -> bool:
        """What a card prints is open to all until a seat has built it; then totals depend on it."""
        return s.stage != SETUP and any(
            built.card == self.card for seat in s.all_seats for built in s.empire(seat).cards
        )


def _unprintable(field: str, value: int) -> Objections:
    low, high = (DICE_TOTALS[0], DICE_TOTALS[-1]) if field == "roll" else (0, MAX_PRINTED_NUMBER)
    if not low <= value <= high:
        yield Objection(
            "game.cards",
            Text("No card has the {field} {value}", value=value, field=CARD_FIELD_NAMES[field]),
            Text("Enter {low} to {high}", low=low, high=high),
        )


#: numbers of the present turn; only its own seat corrects them
CORRECTABLE_TURN_FIELDS = ("actions", "total", "shifted", "fabricated", "scouted", "paired")

#: what belongs to the whole table; any seat corrects it
CORRECTABLE_TABLE_FIELDS = ("turn", "first")

_ABILITIES = {"shifted": FREE_SHIFT, "fabricated": FREE_MECH, "scouted": FREE_CYCLE}


def max_turn_field_value(s: State, seat: int, field: str) -> int:
    """Returns the highest value of this number of the turn."""
    if field == "actions":
        return actions_per_turn(s.seats)
    if field == "paired":
        return int("industrious" in s.empire(seat).open)
    return cards_with_ability(s, seat, _ABILITIES[field])


_MENDED = {
    "credits": Text("{who} corrected: {n} credit", "{who} corrected: {n} credits"),
    "actions": Text("{who} corrected: {n} action left", "{who} corrected: {n} actions left"),
    "total": Text("{who} corrected: the total is {n}"),
    "shifted": Text(
        "{who} corrected: Seraph Gate used {n} time",
        "{who} corrected: Seraph Gate used {n} times",
    ),
    "fabricated": Text(
        "{who} corrected: Fabricator Belt used {n} time",
        "{who} corrected: Fabricator Belt used {n} times",
    ),
    "scouted": Text(
        "{who} corrected: Deepspace Scouts used {n} time",
        "{who} corrected: Deepspace Scouts used {n} times",
    ),
    "paired": Text(
        "{who} corrected: Industrious used {n} time",
        "{who} corrected: Industrious used {n} times",
    ),
}
_SEATED = {
    "turn": Text("{who} corrected: it's {seat}'s turn"),
    "first": Text("{who} corrected: {seat} went first"),
}
_STANDS = (
    Text("{who} corrected: {card} is face down"),
    Text("{who} corrected: {card} is open"),
    Text("{who} corrected: {card} was shown and is hidden again"),
)


@action("mend", "mend credits 12", Text("Fix a number"))
class CorrectNumber(Action):
    """Corrects a number of the seat's empire or turn, or whose turn it is. A culture card's number:
    0 face down, 1 open, 2 shown and hidden again.
    """

    grounds = ("game.correct",)

    field: Annotated[str, one_of(*_MENDED, *_SEATED, *BASE_CULTURES)]
    value: Annotated[int, Word("number", whole_number_reader(0, 999))]

    def objections(self, s: State, seat: int) -> Objections:
        if self.field in BASE_CULTURES:
            yield from culture_correction_objections(s, seat, self.field, self.value)
        elif self.field in CORRECTABLE_TABLE_FIELDS:
            yield from _may_seat(s, self)
        elif self.field in CORRECTABLE_TURN_FIELDS:
            yield from _of_the_turn(s, seat, self)

    def apply(self, s: State, seat: int) -> State:
        if self.field in BASE_CULTURES:
            return with_corrected_culture(s, seat, self.field, self.value)
        if self.field in CORRECTABLE_TURN_FIELDS and s.turn.seat != seat:
            return s
        mended: State = _MENDERS[self.field](s, seat, self.value)
        return mended

    def log_line(self, s: State, seat: int) -> Text:
        who = SeatName(seat)
        if self.field in BASE_CULTURES:
            line = _STANDS[min(self.value, len(_STANDS) - 1)]
            return line.filled(who=who, card=BASE_CULTURES[self.field].name)
        if self.field in _MENDED:
            said = _MENDED[self.field]
            return said.filled(who=who, n=self.value)
        if self.value not in s.all_seats:
            return Text("{who} corrected a number", who=who)
        return _SEATED[self.field].filled(who=who, seat=SeatName(self.value))

    def corrects(self, s: State) -> bool:
        return s.stage != SETUP


def _of_the_turn(s: State, seat: int, a: CorrectNumber) -> Objections:
    if s.stage != PLAY or s.turn.seat != seat:
        reason = Text("It's not your turn: there's nothing to fix")
        if a.field == "actions":
            reason = Text("Only the player whose turn it is has actions")
        yield Objection("game.correct", reason, Text("Fix them in your own turn"))
    elif a.field == "total":
        yield from _may_total(s, a)
    elif a.value > max_turn_field_value(s, seat, a.field):
        most = max_turn_field_value(s, seat, a.field)
        yield Objection(
            "game.correct",
            Text("{value} is too many: {most} at most", value=a.value, most=most),
            Text("Enter 0 to {most}", most=most),
            f"mend {a.field} {most}",
            Text("Fix it: {most}", most=most),
        )


def _may_total(s: State, a: CorrectNumber) -> Objections:
    if a.value not in DICE_TOTALS:
        reason = Text("Two 4-sided dice can't total {total}", total=a.value)
        yield Objection("roll.dice", reason, Text("Add both dice up: 2 to 8"))
    elif not s.turn.total:
        first = s.turn.step == ACT
        reason = Text("Your first turn has no roll") if first else Text("You haven't rolled yet")
        yield Objection("game.correct", reason, Text("Fix the total after a roll"))
    elif s.turn.step == ACT and (poor := _spent(s, a.value)):
        reason = Text(
            "{who} has already spent what the roll of {total} paid",
            who=SeatName(poor),
            total=s.turn.total,
        )
        yield Objection("game.correct", reason, Text("Undo what was built with it first"))


def _spent(s: State, total: int) -> int:
    """Returns a seat that has spent what it would have to give back; 0 if there is none."""
    paid = _paid_instead(s, total)
    old = s.paid or paid
    short = (
        n
        for n in s.all_seats
        if s.empire(n).credits + paid.amount_for_seat(n) < old.amount_for_seat(n)
    )
    return next(short, 0)


def _may_seat(s: State, a: CorrectNumber) -> Objections:
    if s.stage == SETUP:
        reason = Text("The game hasn't begun")
        yield Objection("game.correct", reason, Text("Choose who goes first"))
    elif s.closed and a.field == "turn":
        reason = Text("The last turn is over: it's no one's turn")
        yield Objection("game.correct", reason, Text("Undo what ended the last turn"))
    elif a.value not in s.playing_seats:
        reason = Text("No one is playing seat {seat}", seat=a.value)
        yield Objection("game.correct", reason, Text("Choose someone who is playing"))


def _credits(s: State, seat: int, value: int) -> State:
    return s.with_empire(seat, replace(s.empire(seat), credits=value))


def _actions(s: State, seat: int, value: int) -> State:
    return replace(s, turn=replace(s.turn, actions=min(value, actions_per_turn(s.seats))))


def _used(field: str) -> Callable[[State, int, int], State]:
    """Returns a function that sets how often an ability was used this turn."""

    def mended(s: State, seat: int, value: int) -> State:
        changed: dict[str, Any] = {field: bool(value) if field == "paired" else value}
        return replace(s, turn=replace(s.turn, **changed))

    return mended


def _total(s: State, seat: int, value: int) -> State:
    """Returns the state with this total; once confirmed, every seat is paid for it instead."""
    if value not in DICE_TOTALS or not s.turn.total or s.turn.step == ROLL:
        return s
    turned = replace(s, turn=replace(s.turn, total=value))
    return _paid_again(turned, _paid_instead(s, value)) if s.turn.step == ACT else turned


def _paid_instead(s: State, total: int) -> RollPayout:
    """Returns what this total would have paid when it was confirmed, or what it did pay before."""
    known = s.paid
    while known is not None:
        if known.total == total:
            return known
        known = known.instead
    moment = s.moment if s.paid is None else s.paid.at
    return replace(payout_if_confirmed_at(s, total, moment), instead=s.paid)


def _paid_again(s: State, paid: RollPayout) -> State:
    old = s.paid or replace(paid, seats=((),) * s.seats)
    for seat in s.all_seats:
        empire = s.empire(seat)
        has = empire.credits + paid.amount_for_seat(seat) - old.amount_for_seat(seat)
        s = s.with_empire(seat, replace(empire, credits=max(0, has)))
    return replace(s, paid=paid)


def _turn(s: State, seat: int, value: int) -> State:
    fits = s.stage != SETUP and not s.closed and value in s.playing_seats
    return replace(s, turn=resumed_turn(s, value)) if fits else s


def _first(s: State, seat: int, value: int) -> State:
    return replace(s, first=value) if s.stage != SETUP and value in s.playing_seats else s


_MENDERS: dict[str, Callable[[State, int, int], State]] = {
    "credits": _credits,
    "actions": _actions,
    "total": _total,
    **{field: _used(field) for field in ("shifted", "fabricated", "scouted", "paired")},
    "turn": _turn,
    "first": _first,
}
