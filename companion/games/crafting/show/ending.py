"""The end: turning over advanced life, then the result with where the points came from."""

from __future__ import annotations

from companion.games.crafting.actions import ShowLife
from companion.games.crafting.player import Board
from companion.games.crafting.rules.game import outcome
from companion.games.crafting.show.offers import offer
from companion.games.crafting.state import State
from companion.referee.controls import Choice, Field, Pick
from companion.referee.panels import Count, Counts, Dock, Notice, Panel, Sheet
from companion.referee.result_panels import Breakdown, Graph, Result
from companion.referee.text import Text, Who, raw

_CATEGORIES = (
    (Text("Nebulae"), "nebulae"),
    (Text("Time chamber"), "chamber"),
    (Text("Goals"), "goals"),
    (Text("Cards, powers"), "cards"),
    (Text("Advanced life"), "life"),
    (Text("Corrected"), "mended"),
)


def revealing(s: State, seat: int) -> tuple[Panel, ...]:
    """Who has turned over the advanced life, and the tap that does it."""
    panels: tuple[Panel, ...] = (
        Counts(
            id="revealed",
            title=Text("Advanced life, revealed"),
            counts=tuple(_shown(s, n) for n in s.all_seats),
            rule="game.reveal",
            shared=True,
        ),
    )
    if not seat or s.board(seat).revealed:
        return panels
    board = s.board(seat)
    if all(life.value is not None for life in board.lives):
        return (*panels, _sheet(board), Dock(id="dock", choices=_reveal(s, seat)))
    notice = Notice(
        id="missing",
        kind="warn",
        words=Text("Flip your tokens and enter their values"),
        rule="life.not-missing",
    )
    main = Choice(label=Text("Reveal my tokens"), sheet="reveal", icon="reveal", main=True)
    return (*panels, notice, _sheet(board), Dock(id="dock", choices=(main,)))


def _shown(s: State, n: int) -> Count:
    board = s.board(n)
    return Count(
        label=Text("{who}", who=Who(n)),
        value=board.points.life if board.revealed else None,
        seat=n,
        detail=_tokens(board),
    )


def _tokens(board: Board) -> Text:
    if not board.revealed:
        return Text("{n} token face down", "{n} tokens face down", n=len(board.lives))
    if not board.lives:
        return Text("no advanced life")
    return raw(" + ".join(str(life.value or "?") for life in board.lives))


def _reveal(s: State, seat: int) -> tuple[Choice, ...]:
    main = offer(s, seat, ShowLife(), Text("Reveal my tokens"), Text("Reveal"), "reveal")
    return (
        Choice(label=Text("Other values"), sheet="reveal", icon="pencil"),
        Choice(
            label=main.label,
            detail=main.detail,
            action=main.action,
            icon=main.icon,
            refusal=main.refusal,
            main=True,
        ),
    )


def _sheet(board: Board) -> Sheet:
    picks = tuple(Pick(value=str(n), label=raw(str(n))) for n in (4, 5, 6, 7, 8))
    return Sheet(
        id="reveal",
        title=Text("Your advanced life"),
        verb="reveal",
        fields=tuple(
            Field(
                label=Text("Token {n}, in the order drawn", n=i),
                kind="pick",
                picks=picks,
                value="" if life.value is None else str(life.value),
            )
            for i, life in enumerate(board.lives, start=1)
        ),
        submit=Text("Reveal them"),
        icon="reveal",
    )


def result(s: State) -> tuple[Panel, ...]:
    """The winner and why, where the points came from, and how the game went."""
    end = outcome(s)
    if end is None:
        return ()
    seats = tuple(place.seat for place in end.ranking)
    points = [s.board(seat).points for seat in seats]
    rows = tuple(
        (label, tuple(getattr(p, name) for p in points))
        for label, name in _CATEGORIES
        if name != "mended" or any(p.mended for p in points)
    )
    return (
        Result(id="result", shared=True, winners=end.winners, reason=end.reason, rule=end.rule),
        Breakdown(
            id="breakdown",
            shared=True,
            title=Text("Points by source"),
            seats=seats,
            rows=rows,
            total=tuple(p.total for p in points),
        ),
        _graph(s).up_to({seat: s.board(seat).points.total for seat in seats}),
    )


def _graph(s: State) -> Graph:
    rounds = tuple(raw(str(n)) for n in range(len(s.history)))
    return Graph(
        id="graph",
        shared=True,
        title=Text("Points by round"),
        series=tuple(
            (seat, (0, *(totals[seat - 1] for totals in s.history))) for seat in s.all_seats
        ),
        labels=(*rounds, Text("life")),
    )
