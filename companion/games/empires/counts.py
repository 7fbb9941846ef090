"""What a player should have before them, and the checks that all compare on."""

from __future__ import annotations

from companion.games.empires.pieces import BASE_CULTURES
from companion.games.empires.rules.end import final_total
from companion.games.empires.state import CULTURES_OFF, REVEAL, Empire, State
from companion.referee.checks import FINISH, Check, Held, HeldNumbers
from companion.referee.text import Text, joined_texts, printed


def held_by_seat(s: State, seat: int) -> HeldNumbers:
    """Returns what the seat should have before it (`Game.held`): production as all can add it up,
    without culture cards that lie face down.
    """
    empire = s.empire(seat)
    credits = Held(
        word=Text("credit", "credits", n=empire.credits),
        label=Text("Credits"),
        value=empire.credits,
        icon="hexagon",
        verb="mend credits",
        high=999,
    )
    production = Held(
        word=Text("production"),
        label=Text("Production"),
        value=final_total(s, seat),
        icon="score",
    )
    cards = Held(
        word=Text("card", "cards", n=len(empire.cards)),
        label=Text("Cards built"),
        value=len(empire.cards),
        icon="cards",
    )
    return (credits, production, cards, *_cultures(s, seat, empire))


def _cultures(s: State, seat: int, empire: Empire) -> HeldNumbers:
    if s.culture_variant == CULTURES_OFF:
        return ()
    names = tuple(printed(BASE_CULTURES[slug].name) for slug in empire.open)
    return (
        Held(
            word=Text("revealed culture"),
            label=Text("Culture cards, face up"),
            value=len(empire.open),
            icon="reveal",
            detail=joined_texts(names) if names else None,
        ),
        Held(
            word=Text("hidden culture"),
            label=Text("Culture cards, face down"),
            value=s.hidden_culture_count(seat),
            icon="hand",
        ),
    )


def check_due(s: State) -> str:
    """Returns `FINISH` during the last reveals, "" else (`Game.check_due`)."""
    return FINISH if s.stage == REVEAL else ""


def check_of_seat(s: State, seat: int, which: str) -> Check:
    """Returns the photo finish: the numbers that make the result (`Game.check`)."""
    credits, production, cards, *cultures = held_by_seat(s, seat)
    return Check(
        title=Text("Number check"),
        asks=Text("Is this in front of you?"),
        held=(production, credits, cards, *cultures),
        then=Text("Then the last culture cards are revealed"),
    )
