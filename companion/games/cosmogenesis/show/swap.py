"""What to do with the real tokens after the last action, drawn: what goes back to the reserve, what
comes from it, and what becomes of the bodies. Every seat and the television see the same until the
next action.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.games.cosmogenesis.bodies import Body, format_body
from companion.games.cosmogenesis.instructions import result_bodies, result_words, swap_words
from companion.games.cosmogenesis.state import State
from companion.games.cosmogenesis.words import place_words
from companion.referee.panels import Notice, Panel
from companion.referee.text import SeatName, Text, joined_texts

_LIFE, _MONOLITH = "life-0", "monolith"


@dataclass(frozen=True)
class TokenSwap:
    """The tokens by their icons. `whose`: who has to do it, None: the viewer; `lines`: what becomes
    of a body or has to be done besides, each with its icon and which side lies up: "wet",
    "ringed", "" else.
    """

    back: tuple[str, ...]
    take: tuple[str, ...]
    lines: tuple[tuple[str, Text, str], ...]
    whose: Text | None


def token_swap_panels(s: State, viewer: int) -> tuple[Panel, ...]:
    """Returns the drawing of what to do with the real tokens; () if there is nothing."""
    wood, acting = s.turn.wood, s.turn.wood.hands or s.turn.seat
    lines = tuple(_lines(s, acting)) if acting else ()
    if not (wood.back or wood.take or lines):
        return ()
    whose = None if acting == viewer else Text("{who} on the table:", who=SeatName(acting))
    words = [*swap_words(s, acting), *(each for _, each, _ in _besides(s))]
    return (
        Notice(
            id="wood",
            kind="ok",
            words=whose or Text("On the table:"),
            detail=joined_texts(words),
            drawing="swap",
            facts=TokenSwap(wood.back, wood.take, lines, whose),
        ),
    )


def _lines(s: State, seat: int) -> Iterator[tuple[str, Text, str]]:
    for body, words in zip(result_bodies(s, seat), result_words(s, seat), strict=True):
        yield format_body(body), words, _side_up(body)
    yield from _besides(s)


def _side_up(body: Body) -> str:
    if body.wet:
        return "wet"
    return "ringed" if body.rings else ""


def _besides(s: State) -> Iterator[tuple[str, Text, str]]:
    wood = s.turn.wood
    for place in wood.fell:
        words = Text("life on {place} goes back to the bacterium", place=place_words(place))
        yield _LIFE, words, ""
    if wood.monolith:
        yield _MONOLITH, Text("take the Monolith"), ""
