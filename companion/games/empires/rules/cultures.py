"""Chapter "culture": telling the app the hidden culture cards, and revealing them.

What a seat has told is used for that seat alone: no other seat's ruling may depend on it.
"""

from __future__ import annotations

from dataclasses import replace

from companion.games.empires.actions import Keep, Reveal
from companion.games.empires.pieces import CULTURES, Culture
from companion.games.empires.rules.closing import settled
from companion.games.empires.rules.turns import game_over
from companion.games.empires.rules.winning import leads_in_cards
from companion.games.empires.state import OFF, OVER, PLAY, REVEAL, SETUP, State
from companion.referee.deeds import ANY, Answers, Deed
from companion.referee.ruling import Doubt, Objection
from companion.referee.text import Seat, Text


def shown_by(s: State, slug: str) -> int | None:
    """The seat before which everybody has seen this card."""
    return next((n for n in s.all_seats if slug in s.empire(n).known), None)


def _not_in_play(s: State) -> Answers:
    if s.culture == OFF:
        yield Objection(
            "culture.deal",
            Text("This table plays without culture cards"),
            Text("Choose them before the next game"),
        )


def _may_keep(s: State, seat: int, a: Keep) -> Answers:
    yield from _not_in_play(s)
    if s.culture == OFF:
        return
    hidden = s.hidden(seat)
    if len(a.cultures) != hidden or len(set(a.cultures)) != hidden:
        yield Objection(
            "culture.keep",
            Text(
                "You hold {n} culture card face down, and named {named}",
                "You hold {n} culture cards face down, and named {named}",
                n=hidden,
                named=len(set(a.cultures)),
            ),
            Text("Name each of them once"),
        )
    for slug in a.cultures:
        before = shown_by(s, slug)
        if before is not None:
            yield Objection("culture.keep", _lies_before(slug, before), Text("Name another card"))


def _lies_before(slug: str, seat: int) -> Text:
    return Text("{card} was revealed by {who}", card=CULTURES[slug].name, who=Seat(seat))


def _keep(s: State, seat: int, a: Keep) -> State:
    return s.with_empire(seat, replace(s.empire(seat), told=a.cultures))


def _may_reveal(s: State, seat: int, a: Reveal) -> Answers:
    culture, empire = CULTURES[a.culture], s.empire(seat)
    yield from _not_in_play(s)
    if s.stage == OVER:
        yield game_over()
    elif s.stage == SETUP:
        reason = Text("The game has not begun")
        yield Objection("culture.reveal", reason, Text("Say who goes first, then reveal"))
    elif s.culture == OFF:
        return
    elif a.culture in empire.open:
        reason = Text("{card} lies open already", card=culture.name)
        yield Objection("culture.reveal", reason, Text("It works without another tap"))
    elif a.culture in empire.known:
        yield from _shown_again(empire.resting)
    else:
        yield from _first_time(s, seat, culture)


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
        remedy = Text("Reveal a card that you hold")
        yield Objection("culture.reveal", _lies_before(culture.slug, before), remedy)
    elif not s.hidden(seat):
        yield Objection(
            "culture.reveal",
            Text("You have no hidden culture card left"),
            Text("Each player has {n} in this game", n=s.cultures_each),
        )
    elif told is not None and culture.slug not in told:
        yield Objection(
            "culture.reveal",
            Text("You told the app other cards than {card}", card=culture.name),
            Text("Tell the app your culture cards again"),
        )
    elif culture.when == "end" and s.stage == PLAY:
        yield Objection(
            _AT_THE_END[culture.slug],
            Text("{card} is revealed at the end of the game", card=culture.name),
            Text("Keep it hidden until the last turn is over"),
        )
    elif culture.slug == "militaristic":
        yield from _most_cards_doubt(s, seat)


def _most_cards_doubt(s: State, seat: int) -> Answers:
    tied = leads_in_cards(s, seat, shared=True) and not leads_in_cards(s, seat, shared=False)
    if tied and not s.option("culture.militaristic-tie"):
        reason = Text("Others own as many cards as you: the app counts no bonus")
        yield Doubt("culture.militaristic-tie", reason)


def _reveal(s: State, seat: int, a: Reveal) -> State:
    empire = s.empire(seat)
    if a.culture in empire.open:
        return s
    known = empire.known if a.culture in empire.known else (*empire.known, a.culture)
    told = None if empire.told is None else tuple(x for x in empire.told if x != a.culture)
    empire = replace(empire, open=(*empire.open, a.culture), known=known, told=told)
    s = s.with_empire(seat, empire)
    if a.culture == "scientific" and s.stage == PLAY and s.turn.seat == seat:
        s = replace(s, turn=replace(s.turn, searching=True))
    return settled(s) if s.stage == REVEAL else s


DEEDS = {
    Keep: Deed(ANY, _may_keep, _keep),
    Reveal: Deed(ANY, _may_reveal, _reveal),
}
