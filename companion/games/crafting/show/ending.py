"""The sheets that end a turn or the game, with what would be lost; revealing advanced life; then
the result, with points by source.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.games.crafting.board import Board
from companion.games.crafting.pieces import (
    ELEMENTS,
    LIFE_VALUES,
    NEBULA_SIZES,
    UNKNOWN_SECTOR,
)
from companion.games.crafting.rules.end import EndTurn, can_end_only_without_nebula_or_life
from companion.games.crafting.rules.game import RevealLife, outcome
from companion.games.crafting.rules.turn import star_count_words
from companion.games.crafting.show.energy import placed_pieces_words, unplaced_pieces_sheets
from companion.games.crafting.show.finished import galaxies_scene
from companion.games.crafting.show.offers import (
    SECTOR_SYMBOLS,
    offer,
    star_picks,
)
from companion.games.crafting.state import State
from companion.referee.controls import Choice, Field, Pick, number_picks
from companion.referee.offers import main_dock
from companion.referee.panels import Count, Counts, Dock, Notice, Panel, Sheet
from companion.referee.result_panels import Breakdown, Graph, Result
from companion.referee.text import SeatName, Text, joined_texts, untranslated


def end_turn_sheets(s: State, seat: int) -> tuple[Sheet, ...]:
    """Returns the sheets of losses and omissions, and of the turn's end, preset as last time."""
    board = s.board(seat)
    out, lost = (
        unplaced_pieces_sheets(s, seat),
        end_turn_losses_words(board) if board.has_unplaced_pieces else None,
    )
    placed = placed_pieces_words(board)
    left = Choice(
        label=Text("Left something out?"),
        detail=Text("Placed: {what}", what=placed) if placed else None,
        sheet="left",
        icon="warn",
    )
    following = next_seat(s, seat)
    return (
        *out,
        Sheet(
            id="end",
            title=Text("End your turn"),
            verb="end",
            note=Text("Not placed or spent, so lost: {what}", what=lost) if lost else None,
            choices=(left,) if out else (),
            fields=(
                *_unspent(board),
                _closing(board, s.option_value("end.omega-must") == "optional"),
            ),
            submit=Text("End turn"),
            detail=Text("Then it's {who}'s turn", who=SeatName(following)) if following else None,
            icon="end",
        ),
    )


#: comes before the end: its sheet asks for another nebula, and would look like the place for it
ASKS_SIZE_DRAWN = Text("A nebula was drawn: which size?")


def end_turn_dock(s: State, seat: int) -> Dock:
    """Returns the dock that ends the turn in one tap, or opens its sheet if choices are left."""
    board = s.board(seat)
    if board.drawn:
        plain = offer(s, seat, EndTurn(), Text("End turn"), ASKS_SIZE_DRAWN, "end")
        return main_dock(plain)
    asked = Choice(label=Text("End turn"), sheet="end")
    if board.has_unplaced_pieces:
        placed = Text("Not placed yet: {what}", what=unplaced_pieces_words(board))
        return main_dock(replace(asked, detail=placed, icon="end"))
    if board.can_flip_star:
        # Ending would lose it: its row is the thing to tap, and this the way past it.
        return Dock(id="dock", choices=(asked,))
    if can_end_only_without_nebula_or_life(board):
        return main_dock(offer(s, seat, EndTurn(), Text("End turn"), icon="end"))
    return Dock(id="dock", choices=tuple(_ways(s, seat)), title=Text("End turn with"))


def end_otherwise_choices(s: State, seat: int) -> tuple[Choice, ...]:
    """Returns the choice that opens the sheet of all ways to end the turn, where the dock shows the
    usual ones; () elsewhere.
    """
    if end_turn_dock(s, seat).title is None:
        return ()
    detail = Text("Choose sector or DNA, or leave something out")
    return (Choice(label=Text("End otherwise"), detail=detail, sheet="end", icon="end"),)


def _ways(s: State, seat: int) -> Iterator[Choice]:
    """Yields a nebula of each size, and stable life; DNA flips as many as possible.

    Its sector counts when the nebula is completed, and is asked then.
    """
    board, last = s.board(seat), s.board(seat).ended
    most = min(board.dna, board.proto)
    for size in NEBULA_SIZES:
        label, pressed = Text("Size {size}", size=size), last.startswith(f"nebula {size}")
        a = EndTurn("nebula", size, UNKNOWN_SECTOR, dna=most or None)
        detail, icon = _beside(most, pressed), f"nebula-{size}"
        yield offer(s, seat, a, label, detail, icon, main=True, pressed=pressed)
    # One has to be left to be stabilised.
    fewer = max(0, min(board.dna, board.proto - 1))
    pressed = last == "stabilise" and board.proto > 0
    a = EndTurn("stabilise", dna=fewer or None)
    detail = _beside(fewer, pressed)
    yield offer(s, seat, a, Text("Stable"), detail, "stable", main=True, pressed=pressed)


def _beside(dna: int, again: bool) -> Text | None:
    """Returns that the DNA is used before, or "again" if last turn ended so; None if neither."""
    if dna:
        return Text("uses {n} DNA", "uses {n} DNA", n=dna)
    return Text("again") if again else None


def next_seat(s: State, seat: int) -> int:
    """Returns the seat that plays after this one; 0 if the round ends."""
    order = s.turn_order
    after = order[order.index(seat) + 1 :]
    return after[0] if after else 0


def _unspent(board: Board) -> Iterator[Field]:
    """Yields the slider points that would be lost: DNA preset to all that proto life allows."""
    most = min(board.dna, board.proto)
    if most:
        numbers = number_picks(range(most + 1), empty_zero=True)
        yield Field(
            label=Text("{n} DNA left. Flip proto life, or the DNA is lost", n=board.dna),
            kind="pick",
            picks=numbers,
            value=str(most),
            lead="dna",
            at=3,
        )
    if board.can_flip_star:
        none = Pick(value="", label=Text("No star"))
        yield Field(
            label=Text("1 supernova left. Flip a star and tap its kind, or the supernova is lost"),
            kind="pick",
            picks=(*star_picks(board, novae=False), none),
            value="-",
            lead="nova",
            at=4,
        )


def _closing(board: Board, free: bool) -> Field:
    """Returns the field of the action that ends the turn. `free`: this group may omit both; others
    may if no proto life can be left and the app cannot see whether a nebula fits.
    """
    tiles = tuple(
        Pick(
            value=f"nebula {size} {sector}",
            label=Text("{size} in {sector}", size=size, sector=mark),
            icon=f"nebula-{size}",
        )
        for size in NEBULA_SIZES
        for sector, mark in SECTOR_SYMBOLS.items()
    )
    stable = Pick(
        value="stabilise", label=Text("Stabilise 1 proto life"), icon="stable", off=not board.proto
    )
    neither = (Pick(value="", label=Text("Neither")),)
    offered = neither if free or board.dna >= board.proto else ()
    preset = board.ended if board.ended != "stabilise" or board.proto else "-"
    return Field(
        label=(
            Text("Then choose one: a new nebula or stable life (last turn's choice is marked)")
            if board.ended
            else Text("Then choose one: a new nebula or stable life")
        ),
        kind="grid",
        picks=(*tiles, stable, *offered),
        value=preset or "-",
        at=1,
    )


_CATEGORIES = (
    (Text("Nebulae"), "nebulae"),
    (Text("Time chamber"), "chamber"),
    (Text("Goals"), "goals"),
    (Text("Cards, powers"), "cards"),
    (Text("Advanced life"), "life"),
    (Text("Corrected"), "mended"),
)


def reveal_life_panels(s: State, seat: int) -> tuple[Panel, ...]:
    """Returns which seats have revealed their advanced life, and the choice that does it."""
    panels: tuple[Panel, ...] = (
        Counts(
            id="revealed",
            title=Text("Advanced life: who has revealed"),
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
    main = Choice(label=Text("Reveal your tokens"), sheet="reveal", icon="reveal")
    return (*panels, notice, _sheet(board), main_dock(main))


def _shown(s: State, n: int) -> Count:
    board = s.board(n)
    return Count(
        label=Text("{who}", who=SeatName(n)),
        value=board.points.life if board.revealed else None,
        seat=n,
        detail=_tokens(board),
    )


def _tokens(board: Board) -> Text:
    if not board.revealed:
        return Text("{n} token face down", "{n} tokens face down", n=len(board.lives))
    if not board.lives:
        return Text("no advanced life")
    return untranslated(" + ".join(str(life.value or "?") for life in board.lives))


def _reveal(s: State, seat: int) -> tuple[Choice, ...]:
    return (
        Choice(label=Text("Other values"), sheet="reveal", icon="pencil"),
        offer(s, seat, RevealLife(), Text("Reveal your tokens"), icon="reveal", main=True),
    )


def _sheet(board: Board) -> Sheet:
    picks = number_picks(LIFE_VALUES)
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


def result_panels(s: State) -> tuple[Panel, ...]:
    """Returns the winner and why, points by source, and the game's course; () before the end."""
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
        _graph(s).with_final_totals({seat: s.board(seat).points.total for seat in seats}),
        galaxies_scene(s, seats),
    )


def _graph(s: State) -> Graph:
    rounds = tuple(untranslated(str(n)) for n in range(len(s.history)))
    return Graph(
        id="graph",
        shared=True,
        title=Text("Points by round"),
        series=tuple(
            (seat, (0, *(totals[seat - 1] for totals in s.history))) for seat in s.all_seats
        ),
        labels=(*rounds, Text("life")),
    )


def _held_words(board: Board) -> list[Text]:
    parts = [star_count_words(e, n) for e, n in zip(ELEMENTS, board.held_stars, strict=True) if n]
    if board.held_proto:
        parts.append(Text("{n} proto life", "{n} proto life", n=board.held_proto))
    if board.held_tiles:
        parts.append(Text("{n} nebula", "{n} nebulae", n=len(board.held_tiles)))
    return parts


def _points(board: Board) -> list[Text]:
    sliders = (
        (board.nova, Text("{n} supernova", "{n} supernovae", n=board.nova)),
        (board.dna, Text("{n} DNA", "{n} DNA", n=board.dna)),
        (board.graviton, Text("{n} graviton", "{n} gravitons", n=board.graviton)),
    )
    return [words for number, words in sliders if number]


def end_turn_losses_words(board: Board) -> Text | None:
    """Returns everything that ending the turn now would lose; None if there is nothing."""
    parts = [*_held_words(board), *_points(board)]
    return joined_texts(parts) if parts else None


def unplaced_pieces_words(board: Board) -> Text:
    """Returns what is held and not placed: "3 hydrogen stars, 1 proto life, 1 nebula"."""
    return joined_texts(_held_words(board))
