"""Chapter "end": the end of a turn and of a round, and what follows. The game's end: `game.py`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated

from companion.games.crafting.board import (
    CRAFT,
    DONE,
    Board,
    lay_tile,
    pieces_left_in_pile,
    stabilise_proto_life,
    with_life_places_unknown,
    with_star_places_unknown,
)
from companion.games.crafting.instructions import green_side_up
from companion.games.crafting.pieces import (
    ELEMENTS,
    GOALS_PER_GAME,
    SECTOR_NAMES,
    UNKNOWN_SECTOR,
    NebulaSize,
    SectorName,
)
from companion.games.crafting.rules.game import is_last_round, with_end_or_next_round
from companion.games.crafting.rules.nebula import impossible_star_needs_objections
from companion.games.crafting.rules.slider import (
    ConvertStar,
    StabiliseLife,
    no_proto_life_objections,
)
from companion.games.crafting.rules.turn import star_count_words, start_next_turn
from companion.games.crafting.state import DISCARD, DRAW, OVER, PLAY, REVEAL_LIFE, SCORE, State
from companion.games.crafting.tiles import Tile, TileCode
from companion.referee.actions import Action, Objections, Revealed, action
from companion.referee.notation import Word, one_of, whole_number_reader
from companion.referee.ruling import Doubt, Objection
from companion.referee.text import SeatName, Text, joined_texts


def _closed(seat: int, a: EndTurn) -> Text:
    if a.act == "stabilise":
        return Text("{who} ended the turn and stabilised 1 proto life", who=SeatName(seat))
    if a.size is not None and a.sector == UNKNOWN_SECTOR:
        return Text(
            "{who} ended the turn with a size {size} nebula", who=SeatName(seat), size=a.size
        )
    if a.size is not None and a.sector is not None:
        return Text(
            "{who} ended the turn with a size {size} nebula in {sector}",
            who=SeatName(seat),
            size=a.size,
            sector=SECTOR_NAMES[a.sector],
        )
    return Text("{who} ended the turn", who=SeatName(seat))


@action("end", "end nebula 2 phi", Text("End the turn with an end-of-turn action"), when=CRAFT)
class EndTurn(Action):
    """Ends the turn with a nebula, with a stabilised proto life, or with neither.

    Before that it spends `dna` DNA points, and a supernova point on `nova`.
    """

    grounds = ("end.omega", "end.sliders")
    offers = (
        (
            "{who} ended the turn and stabilised 1 proto life",
            Text("End the turn and stabilise 1 proto life"),
        ),
        (
            "{who} ended the turn with a size {size} nebula",
            Text("End the turn with a size {size} nebula"),
        ),
        (
            "{who} ended the turn with a size {size} nebula in {sector}",
            Text("End the turn with a size {size} nebula in {sector}"),
        ),
    )

    act: Annotated[str | None, one_of("nebula", "stabilise")] = None
    size: NebulaSize | None = None
    sector: SectorName | None = None
    code: TileCode | None = None
    dna: Annotated[int | None, Word("dna", whole_number_reader(1, 20), lead="dna")] = None
    nova: Annotated[str | None, Word("star", one_of(*ELEMENTS), lead="nova")] = None

    def __post_init__(self) -> None:
        has_nebula = self.size is not None and self.sector is not None
        if (self.act == "nebula") != has_nebula:
            raise ValueError("a nebula needs its size and sector")

    def slider_actions(self) -> Iterator[Action]:
        """Yields the slider actions of this end of turn, in this order."""
        if self.nova:
            yield ConvertStar(self.nova)
        if self.dna:
            yield StabiliseLife(self.dna)

    def objections(self, s: State, seat: int) -> Objections:
        before = s.board(seat)
        for spent in self.slider_actions():
            yield from spent.objections(s, seat)
            s = spent.apply(s, seat)
        board = s.board(seat)
        if board.drawn:
            yield Objection(
                "energy.nebula-size",
                Text("Which size is the nebula you drew?"),
                Text("Tap its size, or leave it out"),
            )
        if self.act == "stabilise":
            yield from _nothing_left(self, before, board)
        if self.act == "nebula" and pieces_left_in_pile(board, "nebula") == 0:
            yield Objection(
                "energy.supply-short",
                Text("You said no nebula can be taken"),
                Text("Stabilise 1 proto life, or just end your turn"),
                "end stabilise" if board.proto else "end",
                Text("End turn, stabilise 1") if board.proto else Text("End turn without either"),
            )
        yield from impossible_star_needs_objections(self.size or 0, self.code)
        if self.act is None:
            yield from _without_either(s, board)

    def apply(self, s: State, seat: int) -> State:
        for spent in self.slider_actions():
            s = spent.apply(s, seat)
        board = s.board(seat)
        if board.graviton and board.lines:
            # Moves are no longer asked for: with gravitons left, pieces may be anywhere.
            board = with_star_places_unknown(with_life_places_unknown(board))
        if self.act == "stabilise":
            board = stabilise_proto_life(board, 1)
        elif self.size is not None and self.sector is not None:
            board = lay_tile(board, Tile(self.size, self.sector, code=self.code or ""))
        # Gains that were not placed are lost, and so are slider points (rules place.lost,
        # slider.lost). Cards, crystals and power cards stay.
        board = replace(
            board,
            step=DONE,
            ended=" ".join(
                str(word) for word in (self.act, self.size, self.sector) if word is not None
            ),
            held_stars=(0, 0, 0, 0),
            held_proto=0,
            held_tiles=(),
            drawn=0,
            nova=0,
            dna=0,
            graviton=0,
            lines=(),
            left=(),
            shed=0,
        )
        s = start_next_turn(s.with_board(seat, board))
        over = s.stage == PLAY and all(b.step == DONE for b in s.boards)
        return _end_round(s) if over else s

    def log_line(self, s: State, seat: int) -> Text:
        spent = [
            *(
                [Text("{star} turned into a supernova", star=star_count_words(self.nova))]
                if self.nova
                else ()
            ),
            *([Text("{n} DNA used", "{n} DNA used", n=self.dna)] if self.dna else ()),
        ]
        return joined_texts([_closed(seat, self), *spent])

    def reveals(self, s: State) -> Revealed:
        return Revealed.ON_TABLE if self.act == "nebula" else Revealed.NOTHING

    def instruct(self, s: State, seat: int, after: State) -> Iterator[Text]:
        if self.act == "nebula":
            yield Text("set the end-of-turn marker on the nebula spot at omega")
        elif self.act == "stabilise":
            yield Text("set the end-of-turn marker on the stabilise spot at omega")
        yield from green_side_up((self.dna or 0) + (self.act == "stabilise"))
        if self.nova:
            yield Text("turn the star over")
        board = s.board(seat)
        if board.has_unplaced_pieces:
            yield Text("what you didn't place goes back to its pile")
        if board.dna or board.nova or board.graviton:
            yield Text("set all sliders to 0")


def _nothing_left(a: EndTurn, before: Board, board: Board) -> Objections:
    """Yields an objection if no proto life is left to stabilise after the DNA (end.proto)."""
    # Flipping more than there is has its own objection.
    if not a.dna or a.dna != before.proto:
        yield from no_proto_life_objections(board, "end.proto")
        return
    fewer = f"end stabilise dna {a.dna - 1}" if a.dna > 1 else "end stabilise"
    yield Objection(
        "end.proto",
        Text("Your DNA flips all your proto life, so none is left"),
        Text("Flip 1 less, or take a nebula"),
        "" if a.nova else fewer,
        Text("Flip 1 less and end turn"),
    )


def can_end_only_without_nebula_or_life(board: Board) -> bool:
    """Returns whether neither choice is possible, as far as the app knows."""
    return not board.proto and pieces_left_in_pile(board, "nebula") == 0


def _without_either(s: State, board: Board) -> Objections:
    reason = Text("You must take a nebula or stabilise 1 proto life if you can (our reading)")
    choice = s.option_value("end.omega-must")
    if can_end_only_without_nebula_or_life(board):
        return
    if choice == "must" and board.proto:
        reason = Text("At your table an omega action is a must, and you have proto life")
        remedy = Text("Stabilise 1 proto life")
        does = Text("End turn, stabilise 1")
        yield Objection("end.omega-must", reason, remedy, "end stabilise", does)
    elif choice == "must":
        yield from _no_nebula(s, board)
    elif choice != "optional":
        yield Doubt("end.omega-must", reason)


def _no_nebula(s: State, board: Board) -> Objections:
    """Yields an objection or a doubt if only a nebula is left to choose (end.omega-none)."""
    choice = s.option_value("end.omega-none")
    if choice == "just-end":
        return
    reason = Text("You have no proto life, so only the nebula is left")
    if choice == "any-size":
        yield Objection("end.omega-none", reason, Text("Take a nebula of any size"))
    else:
        yield Doubt("end.omega-none", reason)


def _end_round(s: State) -> State:
    """Returns the state with the goals moved; the goal that reaches space 4 is scored first."""
    s = replace(s, moves=())
    return replace(s, stage=SCORE) if s.goal_due_at_round_end else with_next_goal_or_game_end(s)


def with_next_goal_or_game_end(s: State) -> State:
    """Returns the state with the next goal due; if none is, with the end of the game checked."""
    totals = tuple(b.points.total for b in s.boards)
    return _next_goal(replace(s, history=(*s.history, totals)))


def does_round_end_reveal_goal(s: State) -> bool:
    """Returns whether the end of this round reveals a goal that is not entered yet."""
    return len(s.goals) < min(GOALS_PER_GAME, s.round + 1)


def _next_goal(s: State) -> State:
    """Returns the state that waits for a due goal, unless it is never scored (game.last-goals)."""
    due = does_round_end_reveal_goal(s) and not is_last_round(s)
    return replace(s, stage=DRAW) if due else with_end_or_next_round(s)


def with_game_end_rechecked(s: State) -> State:
    """Returns the state with the end of the game checked again after a correction of the supply."""
    if s.stage in (DRAW, DISCARD):
        return with_end_or_next_round(s) if is_last_round(s) else s
    if s.stage not in (REVEAL_LIFE, OVER) or is_last_round(s):
        return s
    boards = tuple(replace(b, revealed=False, points=replace(b.points, life=0)) for b in s.boards)
    history = s.history[:-1] if s.stage == OVER else s.history
    return _next_goal(replace(s, boards=boards, history=history))
