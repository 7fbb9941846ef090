"""How a culture card is with a seat: face down, open, hidden again; and correcting that."""

from __future__ import annotations

from dataclasses import replace

from companion.games.empires.empire import Arrival, Empire, Lost
from companion.games.empires.pieces import CULTURES
from companion.games.empires.rules.card_production import told_now
from companion.games.empires.state import OFF, State, in_order
from companion.referee.action_rules import Answers
from companion.referee.ruling import Objection
from companion.referee.text import Text, Who


def shown_by(s: State, slug: str) -> int | None:
    """The seat before which everybody has seen this card."""
    return next((n for n in s.all_seats if slug in s.empire(n).known), None)


def not_in_play(s: State) -> Answers:
    """The objection where no culture cards are played with."""
    if s.culture == OFF:
        yield Objection(
            "culture.deal",
            Text("This table plays without culture cards"),
            Text("Choose them before the next game"),
        )


def lies_before(slug: str, seat: int) -> Text:
    return Text("{card} was revealed by {who}", card=CULTURES[slug].name, who=Who(seat))


def opened(s: State, seat: int, culture: str, place: int | None = None) -> State:
    """The table with this card open, as the last one or at that place."""
    empire = s.empire(seat)
    known = in_order({*empire.known, culture})
    told = None if empire.told is None else tuple(x for x in empire.told if x != culture)
    cards = [slug for slug in empire.open if slug != culture]
    cards.insert(len(cards) if place is None else place, culture)
    return s.with_empire(seat, replace(empire, open=tuple(cards), known=known, told=told))


#: what a corrected culture card may be: face down, open; Innovative also shown and hidden again
FACE_DOWN, OPEN, HIDDEN_AGAIN = 0, 1, 2


def standing_of(empire: Empire, culture: str) -> int:
    """How a culture card is with a seat, as a number to correct."""
    if culture in empire.open:
        return OPEN
    return HIDDEN_AGAIN if culture in empire.known else FACE_DOWN


def may_stand(s: State, seat: int, culture: str, value: int) -> Answers:
    """What speaks against a corrected culture card."""
    yield from not_in_play(s)
    most = HIDDEN_AGAIN if culture == "innovative" else OPEN
    if s.culture == OFF:
        return
    before, empire = shown_by(s, culture), s.empire(seat)
    if value > most:
        reason = Text("{value} is too many: {most} at most", value=value, most=most)
        yield Objection("game.correct", reason, Text("Enter 0 to {most}", most=most))
    elif value and before not in (None, seat):
        yield Objection("culture.reveal", lies_before(culture, before or 0), _ANOTHER)
    elif value and before is None and not s.hidden(seat):
        reason = Text("You have no hidden culture card left")
        yield Objection("culture.reveal", reason, Text("Hide another one first"))
    elif value and before is None and empire.told is not None and culture not in empire.told:
        reason = Text("You entered other cards than {card}", card=CULTURES[culture].name)
        yield Objection("culture.keep", reason, Text("Enter your culture cards again"))


_ANOTHER = Text("Choose another card")


def stood(s: State, seat: int, culture: str, value: int) -> State:
    """The table with this culture card corrected. What a reveal has done stays done."""
    now = standing_of(s.empire(seat), culture)
    if value == now or (value == HIDDEN_AGAIN and now == FACE_DOWN and culture != "innovative"):
        return s
    if value == OPEN:
        return _opened_again(s, seat, culture)
    if now == FACE_DOWN:
        s = opened(s, seat, culture)
    s = _closed(s, seat, culture)
    return s if value else _unseen(s, seat, culture)


def _unseen(s: State, seat: int, culture: str) -> State:
    """Nobody else has seen the card: whoever told the app the hidden ones holds it too."""
    empire = s.empire(seat)
    told = None if empire.told is None else in_order({*empire.told, culture})
    known = tuple(slug for slug in empire.known if slug != culture)
    return s.with_empire(seat, replace(empire, known=known, told=told))


def _closed(s: State, seat: int, culture: str) -> State:
    """Not open any more; its place and time are remembered, should it be opened again."""
    empire = s.empire(seat)
    if culture not in empire.open:
        return s
    arrival = empire.transcendent if culture == "transcendent" else None
    lost = Lost(culture, arrival or Arrival(), empire.open.index(culture))
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
    """Open as it was before a correction closed it, else from now on."""
    before = [lost for lost in s.empire(seat).lost if lost.card == culture]
    s = opened(s, seat, culture, before[-1].place if before else None)
    if culture != "transcendent":
        return s
    arrival = before[-1].arrival if before else told_now(s)
    return s.with_empire(seat, replace(s.empire(seat), transcendent=arrival))
