"""What every seat sees: who earns what on each total, all empires, the tally, the warnings; and how
a number is made up, in words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache

from companion.games.empires.pieces import (
    BASE_CULTURES,
    CARDS,
    DICE_TOTALS,
    count_rolls_with_totals,
    final_round_threshold,
    totals_chance_words,
)
from companion.games.empires.rules import seats_to_act
from companion.games.empires.rules.end import final_total
from companion.games.empires.rules.production import (
    built_roll_values,
    card_names_owned_twice,
    card_production,
    copies_by_card,
    is_bio,
    most_copies_of_one_card,
    production_inputs,
    seat_payout,
    seat_roll_values,
    total_production,
)
from companion.games.empires.show.faces import CardFace, built_card_face
from companion.games.empires.state import PLAY, ROLL, SETUP, SHIFT, BuiltCard, CardPayout, State
from companion.referee.boards import DrawnBoard, PieceShape
from companion.referee.memo import memoized_by_identity, memoized_by_parts
from companion.referee.panels import Notice, Panel, Scene, SeatScore, Tally
from companion.referee.text import SeatName, Text, joined_texts, printed, untranslated


def card_count_words(slug: str, number: int) -> Text:
    """Returns a number of cards: "2 T-Wing"."""
    return Text("{number} {card}", number=number, card=CARDS[slug].name)


def _bios(s: State, seat: int) -> Text:
    counted = copies_by_card(s.empire(seat))
    own = [card_count_words(slug, n) for slug, n in counted.items() if is_bio(s, seat, slug)]
    return Text("Bios: {cards}", cards=joined_texts(own)) if own else Text("no Bio")


def _pairs(s: State, seat: int) -> Text:
    names = [printed(CARDS[slug].name) for slug in card_names_owned_twice(s, seat)]
    if not names:
        return Text("no card twice")
    return Text("2 for each card owned twice: {cards}", cards=joined_texts(names))


def _largest(s: State, seat: int) -> Text:
    most = most_copies_of_one_card(s, seat)
    slug = next((slug for slug, n in copies_by_card(s.empire(seat)).items() if n == most), "")
    return (
        Text("largest group: {cards}", cards=card_count_words(slug, most)) if slug else Text("none")
    )


def _values(s: State, seat: int) -> Text:
    values = [untranslated(str(roll)) for roll in sorted(seat_roll_values(s, seat))]
    if not values:
        return Text("none")
    return Text("1 for each roll value: {values}", values=joined_texts(values))


_WORDS: dict[str, Callable[[State, int], Text]] = {
    "bios": _bios,
    "pairs": _pairs,
    "largest-group": _largest,
    "roll-values": _values,
}


def production_calculation_words(s: State, seat: int, slug: str) -> Text | None:
    """Returns how the production of a variable card is worked out; None for a printed number."""
    card = s.card(slug)
    return _WORDS[card.works](s, seat) if card.production is None else None


def built_card_words(s: State, seat: int, built: BuiltCard, copies: int) -> Text:
    """Returns what each of the copies of a card produces, when, and how it is worked out."""
    rolls = built_roll_values(s, built)
    where = joined_texts(untranslated(str(roll)) for roll in rolls) if rolls else Text("?")
    made = card_production(s, seat, built.card)
    each = (
        Text("a roll of {rolls} pays {made} each")
        if copies > 1
        else Text("a roll of {rolls} pays {made}")
    )
    words = each.filled(rolls=where, made=made)
    how = production_calculation_words(s, seat, built.card)
    return Text("{told}; {how}", told=words, how=how) if how else words


def card_pays_words(pays: tuple[CardPayout, ...]) -> Text:
    """Returns what was earned, card by card: "2 T-Wing: 2, 1 Ancient Gate: 3"."""
    if not pays:
        return Text("nothing")
    number = Counter(pay.card for pay in pays)
    amount: Counter[str] = Counter()
    for pay in pays:
        amount[pay.card] += pay.amount
    return joined_texts(
        Text("{cards}: {amount}", cards=card_count_words(slug, n), amount=amount[slug])
        for slug, n in number.items()
    )


#: how much higher a bar is for each way to roll its total
BAR_HEIGHT_PER_COMBINATION = 6


@dataclass(frozen=True)
class DiceTotalColumn:
    """A total of the dice: its chance, in words and as ways to roll it; `current`: as rolled."""

    total: int
    chance: Text
    ways: int
    current: bool

    @property
    def bar_height(self) -> int:
        """The height of its bar."""
        return BAR_HEIGHT_PER_COMBINATION * self.ways


@dataclass(frozen=True)
class SeatPayouts:
    """What a seat earns on each total, in the order of the columns."""

    seat: int
    amounts: tuple[int, ...]


@dataclass(frozen=True)
class PayoutChart:
    """Who earns what on each total. `most`: the most ways that any total has."""

    columns: tuple[DiceTotalColumn, ...]
    rows: tuple[SeatPayouts, ...]
    most: int

    @property
    def bar_height(self) -> int:
        """The height of the highest bar."""
        return BAR_HEIGHT_PER_COMBINATION * self.most


@dataclass(frozen=True)
class CardGroup:
    """Cards of one name on one roll value in an empire, in words and drawn."""

    words: Text
    face: CardFace


#: the drawn length of a point of the race, and the points drawn beyond its goal
POINT_LENGTH, POINTS_BEYOND_GOAL = 20, 3


@dataclass(frozen=True)
class ProductionRace:
    """A seat's progress to `goal`, the production that starts the final round; it has `total`."""

    total: int
    goal: int

    @property
    def track_length(self) -> int:
        """The length of the drawn track, which includes seats past the goal."""
        return POINT_LENGTH * max(self.goal + POINTS_BEYOND_GOAL, self.total)

    @property
    def goal_position(self) -> int:
        """The position of the goal on it."""
        return POINT_LENGTH * self.goal

    @property
    def ship_position(self) -> int:
        """The position of the seat's ship on it."""
        return POINT_LENGTH * self.total


@dataclass(frozen=True)
class SeatEmpire:
    """One seat's empire as every seat sees it; `acting`: it is this seat's turn. `final`: the game
    ends with its turn. `paid`: the credits of the total on the dice, None while there is none.
    """

    seat: int
    acting: bool
    final: bool
    total: int
    race: ProductionRace
    facts: Text
    groups: tuple[CardGroup, ...]
    cultures: Text | None
    paid: int | None


def payout_scene(s: State) -> Scene:
    """Returns who earns what on each total; beside the roll while it is not confirmed."""
    rolling = s.stage == PLAY and s.turn.step in (ROLL, SHIFT)
    facts = PayoutChart(
        columns=_columns(s.turn.total if rolling else 0),
        rows=tuple([SeatPayouts(n, _amounts(s, n)) for n in s.turn_order]),
        most=max(count_rolls_with_totals((total,)) for total in DICE_TOTALS),
    )
    return Scene(
        id="payouts",
        drawing="payouts",
        screen="middle",
        facts=facts,
        shared=True,
        title=Text("Who earns what"),
    )


@dataclass(frozen=True)
class RollValue:
    """What a total pays one seat: the credits, and the cards, in words and by their names."""

    total: int
    amount: int
    words: Text
    cards: tuple[str, ...]
    current: bool


def own_rolls_scene(s: State, seat: int) -> Scene:
    """Returns what each total of the dice pays this seat, and by which of its cards."""
    return Scene(
        id="own-rolls",
        drawing="rolls",
        facts=tuple([_roll_value(s, seat, total) for total in DICE_TOTALS]),
        title=Text("What a roll pays you"),
    )


def _roll_value(s: State, seat: int, total: int) -> RollValue:
    pays = seat_payout(s, seat, total)
    cards = tuple(dict.fromkeys(pay.card for pay in pays))
    amount = sum(pay.amount for pay in pays)
    return RollValue(total, amount, card_pays_words(pays), cards, s.turn.total == total)


# Saves 3 % of an action's processor time.
@cache
def _columns(current: int) -> tuple[DiceTotalColumn, ...]:
    return tuple(
        DiceTotalColumn(
            total,
            totals_chance_words((total,)),
            count_rolls_with_totals((total,)),
            total == current,
        )
        for total in DICE_TOTALS
    )


# Saves 6 % of the calls of a tap and its pages.
@memoized_by_parts(production_inputs)
def _amounts(s: State, seat: int) -> tuple[int, ...]:
    """Returns what a seat earns on each total."""
    return tuple(sum(pay.amount for pay in seat_payout(s, seat, total)) for total in DICE_TOTALS)


# Saves 5 % of the calls of a tap and its pages.
@memoized_by_identity
def empires_scene(s: State) -> Scene:
    """Returns every seat's cards, the same for all."""
    return Scene(
        id="empires",
        tab="table",
        drawing="empires",
        screen="scores",
        facts=tuple(_realm(s, seat) for seat in s.turn_order),
        shared=True,
        title=Text("Empires"),
    )


def _realm(s: State, seat: int) -> SeatEmpire:
    return SeatEmpire(
        seat=seat,
        acting=seat in seats_to_act(s),
        final=s.stage != SETUP and seat == s.last_playing_seat,
        total=final_total(s, seat),
        race=ProductionRace(final_total(s, seat), final_round_threshold(s.seats)),
        facts=_marks(s, seat),
        groups=_groups(s, seat),
        cultures=_cultures(s, seat),
        paid=_paid(s, seat),
    )


def _paid(s: State, seat: int) -> int | None:
    """Returns what the total on the dice pays, or has paid until the next one is rolled."""
    if s.stage != PLAY:
        return None
    if s.turn.step == SHIFT:
        return sum(pay.amount for pay in seat_payout(s, seat, s.turn.total))
    return None if s.paid is None else s.paid.amount_for_seat(seat)


#: cards in a row of a drawn empire, and the room of each
_CARDS, _CARD_WIDTH, _CARD_HEIGHT = 5, 78, 62


def empire_board(s: State, seat: int) -> DrawnBoard:
    """Returns the seat's cards as shapes, by roll value: what they are rolled on, and what they
    make, by how many.
    """
    faces = [group.face for group in _groups(s, seat)]
    shapes = (
        PieceShape(
            "card",
            (at % _CARDS + 0.5) * _CARD_WIDTH,
            (at // _CARDS + 0.5) * _CARD_HEIGHT,
            _CARD_HEIGHT / 2 - 4,
            face.roll + (f" ×{face.copies}" if face.copies > 1 else "") + f"\n{face.made}",
            None,
        )
        for at, face in enumerate(faces)
    )
    return DrawnBoard(tuple(shapes))


def _groups(s: State, seat: int) -> tuple[CardGroup, ...]:
    counted = Counter(s.empire(seat).cards)
    inside = sorted(counted.items(), key=lambda pair: (built_roll_values(s, pair[0]), pair[0]))
    return tuple(_group(s, seat, built, number) for built, number in inside)


def _group(s: State, seat: int, built: BuiltCard, number: int) -> CardGroup:
    face = built_card_face(s, seat, built, number)
    # The first turn has no roll: its total is 0, which no card has.
    pays = s.stage == PLAY and s.turn.total in built_roll_values(s, built)
    return CardGroup(card_count_words(built.card, number), replace(face, pays=pays))


def _cultures(s: State, seat: int) -> Text | None:
    if not s.cultures_per_player:
        return None
    hidden = Text("{n} face down", n=s.hidden_culture_count(seat))
    names = [printed(BASE_CULTURES[slug].name) for slug in s.empire(seat).open]
    return (
        joined_texts((*names, hidden))
        if s.hidden_culture_count(seat)
        else joined_texts(names or [Text("none")])
    )


def _marks(s: State, seat: int) -> Text:
    empire = s.empire(seat)
    return _facts(len(empire.cards), empire.credits)


def _facts(cards: int, has: int) -> Text:
    return Text(
        "{cards}, {credits}",
        cards=Text("{n} card", "{n} cards", n=cards),
        credits=Text("{n} credit", "{n} credits", n=has),
    )


def tally(s: State) -> Tally:
    """Returns all totals, the same for every seat."""
    return _tally(s, "tally", "table")


def waiting_tally(s: State) -> Tally:
    """Returns all totals for waiting seats, with the next one."""
    return _tally(s, "standing", "turn")


def _tally(s: State, panel_id: str, tab: str) -> Tally:
    return Tally(
        id=panel_id,
        tab=tab,
        shared=True,
        screen="no",
        title=Text("Production"),
        scores=_scores(s),
        unit=Text("production"),
    )


# Saves 3 % of the calls of a tap and its pages.
@memoized_by_identity
def _scores(s: State) -> tuple[SeatScore, ...]:
    return tuple([_score(s, seat) for seat in s.turn_order])


_NEXT, _FIRST, _FINAL = Text("next"), Text("first player"), Text("final player")


def _score(s: State, seat: int) -> SeatScore:
    flags = ((_next(s), _NEXT), (s.first, _FIRST), (s.last_playing_seat, _FINAL))
    begun = s.stage != SETUP  # until then nobody knows who goes first
    return SeatScore(
        seat=seat,
        points=final_total(s, seat),
        marks=(_marks(s, seat),),
        acting=s.stage == PLAY and s.turn.seat == seat,
        flags=tuple(flag for whose, flag in flags if whose == seat and begun),
    )


def _next(s: State) -> int:
    """Returns the seat that plays after this one; 0 if there is none."""
    playing = s.playing_seats
    if s.stage != PLAY or s.turn.seat not in playing:
        return 0
    if s.caller and s.turn.seat == s.last_playing_seat:
        return 0
    return playing[(playing.index(s.turn.seat) + 1) % len(playing)]


def final_round_panels(s: State) -> tuple[Panel, ...]:
    """Returns the warning that the final round has begun; () before that."""
    if not s.caller:
        return ()
    return (
        Notice(
            id="final-round",
            shared=True,
            kind="warn",
            words=Text(
                "Final round: {who} has {total} production",
                who=SeatName(s.caller),
                total=total_production(s, s.caller),
            ),
            detail=Text("The game ends after {final}'s turn", final=SeatName(s.last_playing_seat)),
            rule="end.final-round",
        ),
    )
