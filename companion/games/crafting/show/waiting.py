"""Shows a seat that is not on turn the scores in the order of play, the wheel, and what its next
turn could bring.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from companion.games.crafting.pieces import CONTROL_NAMES, CONTROLS, DARK, MOVES
from companion.games.crafting.player import COLLECT, CRAFT, DONE, SHIFT, Collected
from companion.games.crafting.rules.energy import tokens, yields_in
from companion.games.crafting.show.line_words import amount
from companion.games.crafting.show.scenes import chamber, wheel
from companion.games.crafting.state import State
from companion.games.crafting.wheel import carry, landing
from companion.referee.memo import memoized_by_parts
from companion.referee.panels import Count, Counts, Panel, Score, Tally
from companion.referee.text import Text, listed

_ACTING = (SHIFT, COLLECT, CRAFT)

_OWN = 1


def waiting(s: State, seat: int) -> tuple[Panel, ...]:
    """What is worth a look until it is this seat's turn."""
    return (_scores(s), wheel(s, 0), *_ahead(s, seat), chamber(s, seat))


# Saves 0.6 % of the calls of a tap and its pages.
@memoized_by_parts(lambda s: (s.boards, s.first))
def _scores(s: State) -> Tally:
    """In the order of play, with who comes next; the same for everyone who waits."""
    still = [n for n in s.order if s.board(n).step not in (*_ACTING, DONE)]
    return Tally(
        id="scores",
        shared=True,
        screen="no",
        title=Text("Points"),
        scores=tuple(
            Score(
                seat=n,
                points=s.board(n).points.total,
                marks=(Text("next"),) if still[:1] == [n] else (),
                acting=s.board(n).step in _ACTING,
            )
            for n in s.order
        ),
    )


def _ahead(s: State, seat: int) -> tuple[Panel, ...]:
    """What each control within reach would give, if only the own marble moved."""
    if s.where(seat) is None:
        return ()
    # Whose the others are makes no difference.
    wheel = tuple(
        [tuple(sorted([_OWN if m == seat else DARK for m in marbles])) for marbles in s.wheel]
    )
    return _brings(wheel, tokens(s.board(seat).powers))


@lru_cache(maxsize=1000)
def _brings(wheel: tuple[tuple[int, ...], ...], tokens: tuple[int, ...]) -> tuple[Panel, ...]:
    rows = tuple(_within_reach(wheel, tokens))
    note = Text("As the marbles are now, if you only move yours: moves, and what you'd collect")
    title = Text("Your next turn could bring")
    return (Counts(id="ahead", title=title, counts=rows, note=note),) if rows else ()


def _within_reach(wheel: tuple[tuple[int, ...], ...], tokens: tuple[int, ...]) -> Iterator[Count]:
    """Move by move: where the own marble comes to, and what that would give."""
    for move in range(1, MOVES + 1):
        place = _own_place(wheel)
        end = landing(wheel, place)
        if end == place:
            return
        wheel = carry(wheel, _OWN, place, end)
        lines = yields_in(_own_place(wheel), tuple(map(len, wheel)), tokens)
        words = _list(tuple(line for line in lines if line.amount))
        yield Count(label=CONTROL_NAMES[end], value=move, icon=end, detail=words)


def _own_place(wheel: tuple[tuple[int, ...], ...]) -> str:
    return next(c for c, marbles in zip(CONTROLS, wheel, strict=True) if _OWN in marbles)


def _list(lines: tuple[Collected, ...]) -> Text | None:
    each = [amount(line) for line in lines]
    if not each:
        return None
    return listed(each)
