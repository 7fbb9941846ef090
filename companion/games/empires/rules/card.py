"""Chapter "card": what single cards allow: a free second copy (Industrious), Deepspace Scouts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.games.empires.pieces import RollValue, card_words
from companion.games.empires.rules.build import (
    INDUSTRIOUS_ADVICE_TEXT,
    INDUSTRIOUS_MAX_CARD_COST,
    build_from_deck_doubts,
    built_card_instructions,
    copies_left_objections,
    copy_before_industrious_doubts,
    copy_price_objections,
    darkspace_hub_objections,
    second_collective_doubts,
    with_built_card,
)
from companion.games.empires.rules.cycle import card_under_deck, empty_deck_objections
from companion.games.empires.rules.end import (
    MayEndTurn,
    TurnEndParameter,
    log_line_with_turn_end,
    with_optional_turn_end,
)
from companion.games.empires.rules.production import (
    FREE_CYCLE,
    cards_with_ability,
    remaining_ability_uses,
)
from companion.games.empires.rules.turn import ROLL_OR_LATER_STEP
from companion.games.empires.state import ACT, State
from companion.referee.actions import Action, Objections, Revealed, action
from companion.referee.ruling import Doubt, Objection
from companion.referee.text import SeatName, Text


def copyable_card(s: State, seat: int) -> str:
    """Returns the card just built that Industrious may copy, also if it was built just before the
    reveal; "" if there is none.
    """
    late = "industrious" in s.empire(seat).open and not s.turn.paired
    return s.turn.pair or (s.turn.latest if late else "")


@action("copy", "copy", Text("Industrious: build the second copy for free"), when=ACT)
class CopyCard(MayEndTurn):
    """Builds the second copy of the card just built (Industrious). `last`: the turn ends."""

    grounds = ("culture.industrious",)

    value: RollValue | None = None
    last: TurnEndParameter = None

    def objections(self, s: State, seat: int) -> Objections:
        slug = copyable_card(s, seat)
        if not slug:
            yield Objection("culture.industrious", _no_pair(s, seat), INDUSTRIOUS_ADVICE_TEXT)
            return
        card = s.card(slug)
        if not s.turn.pair:
            yield from copy_before_industrious_doubts(s, card)
        if s.turn.latest_price > INDUSTRIOUS_MAX_CARD_COST:
            yield Objection(
                "culture.industrious",
                Text(
                    "Only cards up to {most} are doubled; {card} cost {cost}",
                    card=card.name,
                    cost=s.turn.latest_price,
                    most=INDUSTRIOUS_MAX_CARD_COST,
                ),
                INDUSTRIOUS_ADVICE_TEXT,
            )
        elif card.cost > INDUSTRIOUS_MAX_CARD_COST:
            yield from copy_price_objections(s, card)
        yield from copies_left_objections(s, card)
        yield from darkspace_hub_objections(s, seat, card, self.value)
        yield from second_collective_doubts(s, seat, card)
        yield from build_from_deck_doubts(
            s, Text("Must the second copy be in the pool, or may it come from the deck?")
        )

    def unseen(self, s: State, seat: int) -> Text | None:
        return Text("Only your table shows whether a second copy is in the build pool.")

    def apply(self, s: State, seat: int) -> State:
        slug = copyable_card(s, seat)
        if s.turn.seat != seat or not slug:
            return s
        turn = replace(s.turn, pair="", paired=True, built=s.turn.built + 1, latest="")
        return with_optional_turn_end(
            replace(with_built_card(s, seat, slug, self.value), turn=turn), seat, self.last
        )

    def log_line(self, s: State, seat: int) -> Text:
        slug = copyable_card(s, seat)
        line = Text("{who} built a second copy for free", who=SeatName(seat))
        if slug:
            line = Text(
                "{who} built a second {card} for free, with Industrious",
                who=SeatName(seat),
                card=card_words(slug, self.value),
            )
        return log_line_with_turn_end(line, seat, self.last)

    def reveals(self, s: State) -> Revealed:
        return Revealed.ON_TABLE

    def instruct(self, s: State, seat: int, after: State) -> Iterator[Text]:
        if card := copyable_card(s, seat):
            yield from built_card_instructions(s, seat, card, self.value)


def _no_pair(s: State, seat: int) -> Text:
    if "industrious" not in s.empire(seat).open:
        return Text("You haven't revealed Industrious")
    if s.turn.paired:
        return Text("Industrious already gave you a card this turn")
    if s.turn.built:
        return Text("You cycled after building, so it's too late")
    return Text("You haven't just built a card")


@action(
    "scout",
    "scout",
    Text("Cycle a card with Deepspace Scouts"),
    when=ROLL_OR_LATER_STEP,
    log=Text("{who} cycled a card with Deepspace Scouts"),
)
class ScoutCard(Action):
    """Puts a card of the pool under the deck with Deepspace Scouts."""

    grounds = ("card.deepspace-scouts", "cycle.free")

    def objections(self, s: State, seat: int) -> Objections:
        own = cards_with_ability(s, seat, FREE_CYCLE)
        if not own:
            yield Objection(
                "card.deepspace-scouts",
                Text("You have no Deepspace Scouts"),
                Text("Cycle as an action instead"),
            )
        elif not remaining_ability_uses(s, seat, FREE_CYCLE):
            yield Objection(
                "card.deepspace-scouts",
                Text(
                    "Your Deepspace Scouts has already cycled this turn",
                    "Your {n} Deepspace Scouts have all cycled this turn",
                    n=own,
                ),
                Text("Cycle as an action instead"),
            )
        else:
            yield from _without_a_roll(s, seat)
        yield from empty_deck_objections(s)

    def apply(self, s: State, seat: int) -> State:
        if s.turn.seat != seat:
            return s
        return replace(s, turn=replace(s.turn, scouted=s.turn.scouted + 1, pair="", latest=""))

    def reveals(self, s: State) -> Revealed:
        return Revealed.ON_TABLE

    def instruct(self, s: State, seat: int, after: State) -> Iterator[Text]:
        yield from card_under_deck(s)
        yield Text("take no credits for it")


def _without_a_roll(s: State, seat: int) -> Objections:
    """Yields an objection or a doubt in a first turn, which has no roll (cycle.scouts-first)."""
    if s.turn.seat != seat or s.turn.total:
        return
    choice = s.option_value("cycle.scouts-first")
    if choice == "no":
        reason = Text("Deepspace Scouts cycle after the roll, and your first turn has none")
        yield Objection("cycle.scouts-first", reason, Text("Cycle as an action instead"))
    elif choice != "yes":
        yield Doubt("cycle.scouts-first", Text("Does it need a roll? Your first turn has none"))
