"""What lies before a player and all can count, each with its name."""

from __future__ import annotations

from companion.games.empires.pieces import CARDS
from companion.games.empires.rules.end import final_total
from companion.games.empires.state import State
from companion.referee.text import Text, printed


def counts_of_seat(s: State, seat: int) -> tuple[tuple[Text, int], ...]:
    """Returns the counts of this seat (`Game.counts`)."""
    empire = s.empire(seat)
    return (
        (Text("credits"), empire.credits),
        *((printed(card.name), empire.copies_of_card(slug)) for slug, card in CARDS.items()),
        (Text("revealed culture cards"), len(empire.open)),
        (Text("production"), final_total(s, seat)),
    )
