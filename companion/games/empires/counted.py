"""What lies before a player and all can count, each with its name and the words of its changes."""

from __future__ import annotations

from companion.games.empires.pieces import CARDS
from companion.games.empires.rules.end import final_total
from companion.games.empires.state import State
from companion.referee.counts import POINTS, Count, from_to, plain_count
from companion.referee.text import Text, printed


def _credits_set_right(before: int, after: int) -> Text:
    values = {"n": abs(after - before), "before": before, "after": after}
    if after < before:
        return Text(
            "give {n} credit back: {before} to {after}",
            "give {n} credits back: {before} to {after}",
            **values,
        )
    return Text(
        "take {n} credit: {before} to {after}",
        "take {n} credits: {before} to {after}",
        **values,
    )


def counts_of_seat(s: State, seat: int) -> tuple[Count, ...]:
    """Returns the counts of this seat (`Game.counts`)."""
    empire = s.empire(seat)
    return (
        Count(
            "credits",
            Text("credits"),
            empire.credits,
            from_to(Text("credits from {before} to {after}")),
            _credits_set_right,
        ),
        plain_count(
            POINTS,
            Text("production"),
            final_total(s, seat),
            Text("production from {before} to {after}"),
        ),
        *(
            plain_count(
                slug,
                printed(card.name),
                empire.copies_of_card(slug),
                Text("{card} from {before} to {after}", card=printed(card.name)),
            )
            for slug, card in CARDS.items()
        ),
        plain_count(
            "open",
            Text("revealed culture cards"),
            len(empire.open),
            Text("face-up culture cards from {before} to {after}"),
        ),
    )
