"""The heap with an end to look at: result, breakdown and graph, as the real games show them."""

from __future__ import annotations

from dataclasses import replace

from companion.referee.panels import Panel
from companion.referee.result_panels import Breakdown, Graph, Result
from companion.referee.text import Text, untranslated
from tests.kit.toy_game import HEAP, State, outcome
from tests.kit.toy_game import show as show_heap


def show(state: State, viewer: int) -> tuple[Panel, ...]:
    """What the heap shows; and at the end who won, halves and rests, and one step of a graph."""
    end = outcome(state)
    if end is None:
        return show_heap(state, viewer)
    ranked = sorted(end.ranking, key=lambda place: place.rank)
    seats = tuple(place.seat for place in ranked)
    taken = [state.taken[seat - 1] for seat in seats]
    rows = (
        (Text("First half"), tuple(count // 2 for count in taken)),
        (Text("The rest"), tuple(count - count // 2 for count in taken)),
    )
    series = tuple((seat, (0, count)) for seat, count in enumerate(state.taken, start=1))
    return (
        *show_heap(state, viewer),
        Result(id="result", shared=True, winners=end.winners, reason=end.reason, rule=end.rule),
        Breakdown(
            id="breakdown",
            shared=True,
            title=Text("Where it came from"),
            seats=seats,
            rows=rows,
            total=tuple(taken),
        ),
        Graph(
            id="graph",
            shared=True,
            title=Text("Steps"),
            series=series,
            labels=(untranslated("0"), untranslated("end")),
        ),
    )


CLOSING = replace(HEAP, show=show)
