"""Chapter "culture": telling the app the hidden culture cards, and revealing them.

What a seat has told is used for that seat alone: no other seat's ruling may depend on it.
"""

from __future__ import annotations

from dataclasses import replace

from companion.games.empires.actions import Keep, Reveal
from companion.games.empires.empire import Arrival
from companion.games.empires.pieces import CULTURES, Culture
from companion.games.empires.rules.build import INNOVATIVE_PAY
from companion.games.empires.rules.card_production import total_production
from companion.games.empires.rules.culture_cards import (
    lies_before,
    not_in_play,
    opened,
    shown_by,
)
from companion.games.empires.rules.end_ranking import leads_in_cards
from companion.games.empires.rules.turn import game_over
from companion.games.empires.state import OFF, OVER, PLAY, REVEAL, SETUP, State, in_order
from companion.referee.action_rules import ANY, ActionRule, Answers
from companion.referee.ruling import Doubt, Objection
from companion.referee.text import Text, Who


def _may_keep(s: State, seat: int, a: Keep) -> Answers:
    yield from not_in_play(s)
    if s.culture == OFF:
        return
    hidden = s.hidden(seat)
    # None: they stay unsaid, as on the sheet until somebody opens it.
    if a.cultures and (len(a.cultures) != hidden or len(set(a.cultures)) != hidden):
        yield Objection(
            "culture.keep",
            Text(
                "You have {n} hidden culture card and chose {named}",
                "You have {n} hidden culture cards and chose {named}",
                n=hidden,
                named=len(set(a.cultures)),
            ),
            Text("Choose each of them once"),
        )
    for slug in a.cultures:
        before = shown_by(s, slug)
        if before is not None:
            yield Objection("culture.keep", lies_before(slug, before), Text("Choose another card"))


def _keep(s: State, seat: int, a: Keep) -> State:
    told = in_order(a.cultures) if a.cultures or not s.hidden(seat) else None
    return s.with_empire(seat, replace(s.empire(seat), told=told))


def _may_reveal(s: State, seat: int, a: Reveal) -> Answers:
    culture, empire = CULTURES[a.culture], s.empire(seat)
    yield from not_in_play(s)
    if s.stage == OVER:
        yield game_over()
    elif s.stage == SETUP:
        reason = Text("The game hasn't begun")
        yield Objection("culture.reveal", reason, Text("Choose who goes first, then reveal"))
    elif s.culture == OFF:
        return
    elif a.culture in empire.open:
        reason = Text("{card} is already open", card=culture.name)
        yield Objection("culture.reveal", reason, Text("It works without another tap"))
    elif a.culture in empire.known:
        yield from _shown_again(empire.resting)
    else:
        yield from _first_time(s, seat, culture)
    if a.culture == "innovative":
        yield from _after_a_build(s, seat)
    yield from _in_anothers_turn(s, seat, culture)
    yield from _out_of_order(s, seat)


def _after_a_build(s: State, seat: int) -> Answers:
    """Innovative is revealed when something was built in this turn already."""
    mine = s.stage == PLAY and s.turn.seat == seat
    if mine and s.turn.built and not s.option("culture.innovative-late"):
        reason = Text(
            "You built {n} card this turn already: the app pays only for the next ones",
            "You built {n} cards this turn already: the app pays only for the next ones",
            n=s.turn.built,
        )
        yield Doubt("culture.innovative-late", reason)


def _in_anothers_turn(s: State, seat: int, culture: Culture) -> Answers:
    """What works in "this turn" is revealed while somebody else plays."""
    theirs = s.stage == PLAY and s.turn.seat != seat
    if theirs and culture.when == "turn" and not s.option("culture.other-turn"):
        reason = Text(
            "It's {who}'s turn, and {card} works only this turn: you get nothing from it",
            who=Who(s.turn.seat),
            card=culture.name,
        )
        yield Doubt("culture.other-turn", reason)


def _out_of_order(s: State, seat: int) -> Answers:
    """Somebody who comes earlier in turn order may still reveal a card after the last turn."""
    waiting = [n for n in s.order[: s.order.index(seat)] if not s.has_passed(n)]
    if s.stage != REVEAL or not waiting:
        return
    choice = s.option("end.reveal-order")
    reason = Text("{who} comes first in turn order and isn't done", who=Who(waiting[0]))
    if choice == "turn":
        remedy = Text("Wait for {who}", who=Who(waiting[0]))
        yield Objection("end.reveal-order", reason, remedy)
    elif choice != "any":
        yield Doubt("end.reveal-order", reason)


def _shown_again(resting: bool) -> Answers:
    """Only Innovative is ever hidden again; a turn must pass in between."""
    if resting:
        yield Objection(
            "culture.innovative",
            Text("Innovative was hidden at the start of your latest turn"),
            Text("Reveal it from your next turn on"),
        )


#: the rules that keep a card hidden until the last turn is over
_AT_THE_END = {"militaristic": "culture.militaristic", "orthodox": "culture.orthodox"}


def _first_time(s: State, seat: int, culture: Culture) -> Answers:
    before, told = shown_by(s, culture.slug), s.empire(seat).told
    if before is not None:
        remedy = Text("Reveal a card you have")
        yield Objection("culture.reveal", lies_before(culture.slug, before), remedy)
    elif not s.hidden(seat):
        yield Objection(
            "culture.reveal",
            Text("You have no hidden culture card left"),
            Text("Each player has {n} in this game", n=s.cultures_each),
        )
    elif told is not None and culture.slug not in told:
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


def _most_cards_doubt(s: State, seat: int) -> Answers:
    """Where it depends on the table's answer whether this seat has the most cards."""
    s = opened(s, seat, "militaristic")
    shared = s.option("culture.militaristic-tie") == "shared"
    cultures = s.option("culture.militaristic-cards") == "all"
    leads = leads_in_cards(s, seat, shared=shared, cultures=cultures)
    by_tie = leads != leads_in_cards(s, seat, shared=not shared, cultures=cultures)
    by_cards = leads != leads_in_cards(s, seat, shared=shared, cultures=not cultures)
    if by_tie and not s.option("culture.militaristic-tie"):
        reason = Text("Others own as many cards as you: the app counts no bonus")
        yield Doubt("culture.militaristic-tie", reason)
    elif by_cards and not s.option("culture.militaristic-cards"):
        reason = Text("Who has the most cards depends on culture cards: the app leaves them out")
        yield Doubt("culture.militaristic-cards", reason)


def _too_late(s: State, seat: int) -> Answers:
    """Transcendent after the last turn, where it would add something."""
    if s.stage != REVEAL:
        return
    choice = s.option("culture.transcendent-late")
    reason = Text("The last turn is over, and Transcendent works during the game")
    if choice == "no":
        remedy = Text("Keep it hidden; only Militaristic and Orthodox count now")
        yield Objection("culture.transcendent-late", reason, remedy)
    elif choice != "yes":
        made = total_production(s, seat)
        if total_production(opened(s, seat, "transcendent"), seat) != made:
            yield Doubt("culture.transcendent-late", reason)


def _reveal(s: State, seat: int, a: Reveal) -> State:
    if a.culture in s.empire(seat).open:
        return s
    s = opened(replace(s, moment=s.moment + 1), seat, a.culture)
    if a.culture == "transcendent":
        arrival = Arrival(s.moment, late=s.stage == REVEAL)
        s = s.with_empire(seat, replace(s.empire(seat), transcendent=arrival))
    if s.stage != PLAY:
        return s
    return _in_own_turn(s, seat, a) if s.turn.seat == seat else _waiting(s, seat, a)


def _waiting(s: State, seat: int, a: Reveal) -> State:
    """Revealed in another's turn: where the table says so, it works in the own next one."""
    empire = s.empire(seat)
    waits = CULTURES[a.culture].when == "turn" and s.option("culture.other-turn") == "next"
    return s.with_empire(seat, replace(empire, early=(*empire.early, a.culture))) if waits else s


def _in_own_turn(s: State, seat: int, a: Reveal) -> State:
    """What works in the turn of the reveal alone."""
    if a.culture == "scientific":
        return replace(s, turn=replace(s.turn, searching=True))
    if a.culture == "innovative" and s.option("culture.innovative-late") == "all":
        empire = s.empire(seat)
        pay = INNOVATIVE_PAY * s.turn.built
        return s.with_empire(seat, replace(empire, credits=empire.credits + pay))
    return s


ACTION_RULES = {
    Keep: ActionRule(ANY, _may_keep, _keep),
    Reveal: ActionRule(ANY, _may_reveal, _reveal),
}
