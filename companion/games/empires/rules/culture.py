"""Chapter "culture": the states of a culture card (face down, open, hidden again), entering the
hidden ones, revealing and correcting them.

What a seat entered is used for that seat alone: no other seat's ruling may depend on it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.games.empires.pieces import BASE_CULTURES, Culture, CultureSlug
from companion.games.empires.rules.build import INNOVATIVE_CREDITS_PER_BUILD
from companion.games.empires.rules.end import has_most_cards
from companion.games.empires.rules.production import arrival_of_corrected_card, total_production
from companion.games.empires.rules.turn import game_over_objection
from companion.games.empires.state import (
    CULTURES_OFF,
    OVER,
    PLAY,
    REVEAL,
    SETUP,
    CardArrival,
    Empire,
    RemovedCard,
    State,
    cultures_in_box_order,
)
from companion.referee.actions import Action, Objections, Revealed, action
from companion.referee.ruling import Doubt, Objection
from companion.referee.text import SeatName, Text


def seat_that_showed_culture(s: State, slug: str) -> int | None:
    """Returns the seat that showed this card to all; None if none did."""
    return next((n for n in s.all_seats if slug in s.empire(n).known), None)


def no_cultures_objections(s: State) -> Objections:
    """Yields an objection if this game has no culture cards (culture.deal)."""
    if s.culture_variant == CULTURES_OFF:
        yield Objection(
            "culture.deal",
            Text("This table plays without culture cards"),
            Text("Choose them before the next game"),
        )


def culture_reveal_words(slug: str, seat: int) -> Text:
    """Returns a sentence that names the seat that revealed the card."""
    return Text("{card} was revealed by {who}", card=BASE_CULTURES[slug].name, who=SeatName(seat))


def with_culture_opened(s: State, seat: int, culture: str, place: int | None = None) -> State:
    """Returns the state with this card open, as the last one or at that place."""
    empire = s.empire(seat)
    known = cultures_in_box_order({*empire.known, culture})
    entered = None if empire.entered is None else tuple(x for x in empire.entered if x != culture)
    cards = [slug for slug in empire.open if slug != culture]
    cards.insert(len(cards) if place is None else place, culture)
    return s.with_empire(seat, replace(empire, open=tuple(cards), known=known, entered=entered))


#: the states of a culture card: face down, open; Innovative can also be shown and hidden again
FACE_DOWN, OPEN, HIDDEN_AGAIN = 0, 1, 2


def culture_state_number(empire: Empire, culture: str) -> int:
    """Returns the state of a seat's culture card as a number to correct."""
    if culture in empire.open:
        return OPEN
    return HIDDEN_AGAIN if culture in empire.known else FACE_DOWN


def culture_correction_objections(s: State, seat: int, culture: str, value: int) -> Objections:
    """Yields an objection if a culture card cannot be corrected like this."""
    yield from no_cultures_objections(s)
    most = HIDDEN_AGAIN if culture == "innovative" else OPEN
    if s.culture_variant == CULTURES_OFF:
        return
    before, empire = seat_that_showed_culture(s, culture), s.empire(seat)
    if value > most:
        reason = Text("{value} is too many: {most} at most", value=value, most=most)
        yield Objection("game.correct", reason, Text("Enter 0 to {most}", most=most))
    elif value and before not in (None, seat):
        yield Objection("culture.reveal", culture_reveal_words(culture, before or 0), _ANOTHER)
    elif value and before is None and not s.hidden_culture_count(seat):
        reason = Text("You have no hidden culture card left")
        yield Objection("culture.reveal", reason, Text("Hide another one first"))
    elif value and before is None and empire.entered is not None and culture not in empire.entered:
        reason = Text("You entered other cards than {card}", card=BASE_CULTURES[culture].name)
        yield Objection("culture.keep", reason, Text("Enter your culture cards again"))


_ANOTHER = Text("Choose another card")


def with_corrected_culture(s: State, seat: int, culture: str, value: int) -> State:
    """Returns the state with this culture card corrected; a reveal's effect is kept."""
    now = culture_state_number(s.empire(seat), culture)
    if value == now or (value == HIDDEN_AGAIN and now == FACE_DOWN and culture != "innovative"):
        return s
    if value == OPEN:
        return _opened_again(s, seat, culture)
    if now == FACE_DOWN:
        s = with_culture_opened(s, seat, culture)
    s = _closed(s, seat, culture)
    return s if value else _unseen(s, seat, culture)


def _unseen(s: State, seat: int, culture: str) -> State:
    """Returns the state in which no other seat has seen the card; if cards were entered, it is."""
    empire = s.empire(seat)
    entered = None if empire.entered is None else cultures_in_box_order({*empire.entered, culture})
    known = tuple(slug for slug in empire.known if slug != culture)
    return s.with_empire(seat, replace(empire, known=known, entered=entered))


def _closed(s: State, seat: int, culture: str) -> State:
    """Returns the state with an open card closed; its place and time are kept for reopening."""
    empire = s.empire(seat)
    if culture not in empire.open:
        return s
    arrival = empire.transcendent if culture == "transcendent" else None
    lost = RemovedCard(culture, arrival or CardArrival(), empire.open.index(culture))
    return s.with_empire(
        seat,
        replace(
            empire,
            open=tuple(slug for slug in empire.open if slug != culture),
            early=tuple(slug for slug in empire.early if slug != culture),
            transcendent=None if culture == "transcendent" else empire.transcendent,
            lost=(*empire.lost, lost),
        ),
    )


def _opened_again(s: State, seat: int, culture: str) -> State:
    """Returns the state with the card open as before a correction closed it, else from now on."""
    before = [lost for lost in s.empire(seat).lost if lost.card == culture]
    s = with_culture_opened(s, seat, culture, before[-1].place if before else None)
    if culture != "transcendent":
        return s
    arrival = before[-1].arrival if before else arrival_of_corrected_card(s)
    return s.with_empire(seat, replace(s.empire(seat), transcendent=arrival))


@action(
    "keep",
    "keep orthodox",
    Text("Enter your hidden culture cards (only you see them)"),
    log=Text("{who} entered their culture cards"),
)
class EnterCultures(Action):
    """Enters the seat's face-down culture cards. No other seat sees them."""

    grounds = ("culture.keep",)
    rests_on_secrets = True

    cultures: tuple[CultureSlug, ...] = ()

    def objections(self, s: State, seat: int) -> Objections:
        yield from no_cultures_objections(s)
        if s.culture_variant == CULTURES_OFF:
            return
        hidden = s.hidden_culture_count(seat)
        # None means unknown, as on a sheet that was never opened.
        if self.cultures and (len(self.cultures) != hidden or len(set(self.cultures)) != hidden):
            yield Objection(
                "culture.keep",
                Text(
                    "You have {n} hidden culture card and chose {named}",
                    "You have {n} hidden culture cards and chose {named}",
                    n=hidden,
                    named=len(set(self.cultures)),
                ),
                Text("Choose each of them once"),
            )
        for slug in self.cultures:
            before = seat_that_showed_culture(s, slug)
            if before is not None:
                yield Objection(
                    "culture.keep", culture_reveal_words(slug, before), Text("Choose another card")
                )

    def apply(self, s: State, seat: int) -> State:
        entered = (
            cultures_in_box_order(self.cultures)
            if self.cultures or not s.hidden_culture_count(seat)
            else None
        )
        return s.with_empire(seat, replace(s.empire(seat), entered=entered))

    def public(self) -> None:
        return None


@action("reveal", "reveal awakened", Text("Reveal a culture card"))
class RevealCulture(Action):
    """Reveals a culture card."""

    grounds = ("culture.reveal", "culture.{culture}")
    rests_on_secrets = True

    culture: CultureSlug

    def objections(self, s: State, seat: int) -> Objections:
        culture, empire = BASE_CULTURES[self.culture], s.empire(seat)
        yield from no_cultures_objections(s)
        if s.stage == OVER:
            yield game_over_objection()
        elif s.stage == SETUP:
            reason = Text("The game hasn't begun")
            yield Objection("culture.reveal", reason, Text("Choose who goes first, then reveal"))
        elif s.culture_variant == CULTURES_OFF:
            return
        elif self.culture in empire.open:
            reason = Text("{card} is already open", card=culture.name)
            yield Objection("culture.reveal", reason, Text("It already works"))
        elif self.culture in empire.known:
            yield from _shown_again(empire.resting)
        else:
            yield from _first_time(s, seat, culture)
        if self.culture == "innovative":
            yield from _after_a_build(s, seat)
        yield from _in_anothers_turn(s, seat, culture)
        yield from _out_of_order(s, seat)

    def apply(self, s: State, seat: int) -> State:
        if self.culture in s.empire(seat).open:
            return s
        s = with_culture_opened(replace(s, moment=s.moment + 1), seat, self.culture)
        if self.culture == "transcendent":
            arrival = CardArrival(s.moment, late=s.stage == REVEAL)
            s = s.with_empire(seat, replace(s.empire(seat), transcendent=arrival))
        if s.stage != PLAY:
            return s
        return _in_own_turn(s, seat, self) if s.turn.seat == seat else _waiting(s, seat, self)

    def log_line(self, s: State, seat: int) -> Text:
        return Text(
            "{who} revealed {card}", who=SeatName(seat), card=BASE_CULTURES[self.culture].name
        )

    def reveals(self, s: State) -> Revealed:
        return Revealed.BY_APP

    def instruct(self, s: State, seat: int, after: State) -> Iterator[Text]:
        yield Text("turn {card} face up", card=BASE_CULTURES[self.culture].name)


def _after_a_build(s: State, seat: int) -> Objections:
    """Yields a doubt if Innovative is revealed after a build of the same turn."""
    mine = s.stage == PLAY and s.turn.seat == seat
    if mine and s.turn.built and not s.option_value("culture.innovative-late"):
        reason = Text(
            "You've built {n} card this turn. The app only pays for the ones after this",
            "You've built {n} cards this turn. The app only pays for the ones after this",
            n=s.turn.built,
        )
        yield Doubt("culture.innovative-late", reason)


def _in_anothers_turn(s: State, seat: int, culture: Culture) -> Objections:
    """Yields a doubt if a card that works "this turn" is revealed in another seat's turn."""
    theirs = s.stage == PLAY and s.turn.seat != seat
    if theirs and culture.when == "turn" and not s.option_value("culture.other-turn"):
        reason = Text(
            "{card} works only this turn, which is {who}'s: it brings you nothing",
            who=SeatName(s.turn.seat),
            card=culture.name,
        )
        yield Doubt("culture.other-turn", reason)


def _out_of_order(s: State, seat: int) -> Objections:
    """Yields an objection or a doubt if an earlier seat in turn order may still reveal a card."""
    waiting = [
        n for n in s.turn_order[: s.turn_order.index(seat)] if not s.has_finished_revealing(n)
    ]
    if s.stage != REVEAL or not waiting:
        return
    choice = s.option_value("end.reveal-order")
    reason = Text("{who} comes first in turn order and isn't done", who=SeatName(waiting[0]))
    if choice == "turn":
        remedy = Text("Wait for {who}", who=SeatName(waiting[0]))
        yield Objection("end.reveal-order", reason, remedy)
    elif choice != "any":
        yield Doubt("end.reveal-order", reason)


def _shown_again(resting: bool) -> Objections:
    """Yields an objection if Innovative is revealed again before a turn has passed."""
    if resting:
        yield Objection(
            "culture.innovative",
            Text("Innovative rests for a turn after you use it"),
            Text("You can reveal it again next turn"),
        )


#: the rules that keep a card hidden until the last turn is over
_AT_THE_END = {"militaristic": "culture.militaristic", "orthodox": "culture.orthodox"}


def _first_time(s: State, seat: int, culture: Culture) -> Objections:
    before, entered = seat_that_showed_culture(s, culture.slug), s.empire(seat).entered
    if before is not None:
        remedy = Text("Reveal a card you have")
        yield Objection("culture.reveal", culture_reveal_words(culture.slug, before), remedy)
    elif not s.hidden_culture_count(seat):
        yield Objection(
            "culture.reveal",
            Text("You have no hidden culture card left"),
            Text("Each player has {n} in this game", n=s.cultures_per_player),
        )
    elif entered is not None and culture.slug not in entered:
        yield Objection(
            "culture.reveal",
            Text("You entered other cards than {card}", card=culture.name),
            Text("Enter your culture cards again"),
        )
    elif culture.when == "end" and s.stage == PLAY:
        yield Objection(
            _AT_THE_END[culture.slug],
            Text("{card} is revealed at the end of the game", card=culture.name),
            Text("Keep it hidden until the last turn is over"),
        )
    elif culture.slug == "militaristic":
        yield from _most_cards_doubt(s, seat)
    elif culture.slug == "transcendent":
        yield from _too_late(s, seat)


def _most_cards_doubt(s: State, seat: int) -> Objections:
    """Yields a doubt if an open question decides whether this seat has the most cards."""
    s = with_culture_opened(s, seat, "militaristic")
    shared = s.option_value("culture.militaristic-tie") == "shared"
    cultures = s.option_value("culture.militaristic-cards") == "all"
    leads = has_most_cards(s, seat, shared=shared, cultures=cultures)
    by_tie = leads != has_most_cards(s, seat, shared=not shared, cultures=cultures)
    by_cards = leads != has_most_cards(s, seat, shared=shared, cultures=not cultures)
    if by_tie and not s.option_value("culture.militaristic-tie"):
        reason = Text("Others own as many cards as you: the app counts no bonus")
        yield Doubt("culture.militaristic-tie", reason)
    elif by_cards and not s.option_value("culture.militaristic-cards"):
        reason = Text("Militaristic: the app doesn't count culture cards")
        yield Doubt("culture.militaristic-cards", reason)


def _too_late(s: State, seat: int) -> Objections:
    """Yields an objection or a doubt if Transcendent would add something after the last turn."""
    if s.stage != REVEAL:
        return
    choice = s.option_value("culture.transcendent-late")
    reason = Text("The last turn is over, and Transcendent works during the game")
    if choice == "no":
        remedy = Text("Keep it hidden; only Militaristic and Orthodox count now")
        yield Objection("culture.transcendent-late", reason, remedy)
    elif choice != "yes":
        made = total_production(s, seat)
        if total_production(with_culture_opened(s, seat, "transcendent"), seat) != made:
            yield Doubt("culture.transcendent-late", reason)


def _waiting(s: State, seat: int, a: RevealCulture) -> State:
    """Returns the state in which an early reveal works in the seat's next turn, if so decided."""
    empire = s.empire(seat)
    waits = (
        BASE_CULTURES[a.culture].when == "turn" and s.option_value("culture.other-turn") == "next"
    )
    return s.with_empire(seat, replace(empire, early=(*empire.early, a.culture))) if waits else s


def _in_own_turn(s: State, seat: int, a: RevealCulture) -> State:
    """Returns the state with what works only in the turn of the reveal."""
    if a.culture == "scientific":
        return replace(s, turn=replace(s.turn, searching=True))
    if a.culture == "innovative" and s.option_value("culture.innovative-late") == "all":
        empire = s.empire(seat)
        pay = INNOVATIVE_CREDITS_PER_BUILD * s.turn.built
        return s.with_empire(seat, replace(empire, credits=empire.credits + pay))
    return s
