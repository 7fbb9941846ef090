"""Shows a seat that is not on turn the scores in the order of play, the wheel, and what its next
turn could bring.
"""

from __future__ import annotations

from dataclasses import replace

from companion.games.crafting.pieces import CONTROL_NAMES, MOVES
from companion.games.crafting.player import COLLECT, CRAFT, DONE, SHIFT, Collected
from companion.games.crafting.rules.energy import yields
from companion.games.crafting.show.line_words import amount
from companion.games.crafting.show.scenes import chamber, wheel
from companion.games.crafting.state import State
from companion.games.crafting.wheel import carry, landing
from companion.referee.memo import memoized_by_identity, memoized_by_parts
from companion.referee.panels import Count, Counts, Panel, Score, Tally
from companion.referee.text import Text, listed

_ACTING = (SHIFT, COLLECT, CRAFT)


def waiting(s: State, seat: int) -> tuple[Panel, ...]:
    """What is worth a look until it is this seat's turn."""
    return (_scores(s), wheel(s, 0), *_ahead(s, seat), chamber(s, seat))


@memoized_by_identity
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


@memoized_by_parts(lambda s, seat: (s.wheel, s.board(seat).powers, seat))
def _ahead(s: State, seat: int) -> tuple[Panel, ...]:
    """What each control within reach would give, if only the own marble moved."""
    start = s.where(seat)
    if start is None:
        return ()
    rows, now = [], s
    for move in range(1, MOVES + 1):
        place = now.where(seat) or start
        end = landing(now.wheel, place)
        if end == place:
            break
        now = replace(now, wheel=carry(now.wheel, seat, place, end))
        words = _list(tuple(line for line in yields(now, seat) if line.amount))
        rows.append(Count(label=CONTROL_NAMES[end], value=move, icon=end, detail=words))
    note = Text("As the marbles are now, if you only move yours: moves, and what you'd collect")
    title = Text("Your next turn could bring")
    return (Counts(id="ahead", title=title, counts=tuple(rows), note=note),) if rows else ()


def _list(lines: tuple[Collected, ...]) -> Text | None:
    each = [amount(line) for line in lines]
    if not each:
        return None
    return listed(each)
