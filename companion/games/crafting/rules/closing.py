"""Chapters "end" and "game": closing a turn, a round and the game; who wins."""

from __future__ import annotations

from dataclasses import replace

from companion.games.crafting.actions import Discard, End, ShowLife
from companion.games.crafting.galaxy import (
    lay_tile,
    life_moved,
    spend_cards,
    stabilise,
    stars_moved,
)
from companion.games.crafting.pieces import CONTROLS, GOALS_PER_GAME, HAND_LIMIT
from companion.games.crafting.piles import left_of
from companion.games.crafting.rules.completing import tile_answers
from companion.games.crafting.rules.life import impossible_values
from companion.games.crafting.rules.powers import kind_missing
from companion.games.crafting.rules.sliders import may_spend, no_proto, spend, spendings
from companion.games.crafting.rules.turns import start_next
from companion.games.crafting.state import (
    CRAFT,
    DISCARD,
    DONE,
    DRAW,
    OVER,
    PLAY,
    REVEAL,
    SCORE,
    WAITING,
    Board,
    Life,
    State,
)
from companion.games.crafting.tiles import Tile
from companion.referee.deeds import Answers, Deed
from companion.referee.ruling import Doubt, Objection
from companion.referee.text import Text


def _may_end(s: State, seat: int, a: End) -> Answers:
    for spent in spendings(a):
        yield from may_spend(s, seat, spent)
        s = spend(s, seat, spent)
    board = s.board(seat)
    if board.drawn:
        yield Objection(
            "energy.nebula-size",
            Text("Where is the nebula you drew?"),
            Text("Tap its size and sector, or leave it out"),
        )
    if a.act == "stabilise":
        yield from no_proto(board, "end.proto")
    if a.act == "nebula" and left_of(board, "nebula") == 0:
        yield Objection(
            "energy.supply-short",
            Text("You said that no nebula can be taken"),
            Text("Stabilise 1 proto life, or end without either"),
            "end stabilise" if board.proto else "end",
        )
    yield from tile_answers(a.size or 0, a.code)
    if a.act is None:
        yield from _without_either(s, board)


def _without_either(s: State, board: Board) -> Answers:
    reason = Text("The rulebook doesn't say whether you must choose one")
    choice = s.option("end.omega-must")
    if choice == "must" and board.proto:
        reason = Text("At your table you must choose one, and you have proto life")
        remedy = Text("Stabilise 1 proto life")
        yield Objection("end.omega-must", reason, remedy, "end stabilise")
    elif choice == "must":
        yield from _no_nebula(s, board)
    elif choice != "optional":
        yield Doubt("end.omega-must", reason)


def _no_nebula(s: State, board: Board) -> Answers:
    """Without proto life only a nebula is left to choose: the app cannot see whether it fits."""
    choice = s.option("end.omega-none")
    if choice == "just-end" or left_of(board, "nebula") == 0:
        return
    reason = Text("You have no proto life, so the nebula is the action that is left")
    if choice == "any-size":
        yield Objection("end.omega-none", reason, Text("Take a nebula of any size"))
    else:
        yield Doubt("end.omega-none", reason)


def _end(s: State, seat: int, a: End) -> State:
    for spent in spendings(a):
        s = spend(s, seat, spent)
    board = s.board(seat)
    if board.graviton and board.lines:
        # Moves are not asked any more: with gravitons left, pieces may be anywhere.
        board = stars_moved(life_moved(board))
    if a.act == "stabilise":
        board = stabilise(board, 1)
    elif a.size is not None and a.sector is not None:
        board = lay_tile(board, Tile(a.size, a.sector, code=a.code or ""))
    # What was gained and not placed is lost, and so are slider points (rules place.lost,
    # slider.lost). Cards, crystals and power cards stay.
    board = replace(
        board,
        step=DONE,
        ended=" ".join(str(word) for word in (a.act, a.size, a.sector) if word is not None),
        held_stars=(0, 0, 0, 0),
        held_proto=0,
        held_tiles=(),
        drawn=0,
        nova=0,
        dna=0,
        graviton=0,
        lines=(),
        left=(),
    )
    s = start_next(s.with_board(seat, board))
    over = s.stage == PLAY and all(b.step == DONE for b in s.boards)
    return _end_round(s) if over else s


def _end_round(s: State) -> State:
    """The goals move; the one that reaches space 4 is scored before anything else."""
    s = replace(s, moves=())
    return replace(s, stage=SCORE) if s.goal_at_end else after_goal(s)


def after_goal(s: State) -> State:
    """A new goal comes, if one is due; then the end of the game is checked."""
    totals = tuple(b.points.total for b in s.boards)
    return _next_goal(replace(s, history=(*s.history, totals)))


def goal_left(s: State) -> bool:
    """Whether this round's end turns up a goal that has not been entered."""
    return len(s.goals) < min(GOALS_PER_GAME, s.round + 1)


def _next_goal(s: State) -> State:
    """A goal that comes as the game ends is never scored (rule game.last-goals): not asked for."""
    due = goal_left(s) and not is_last_round(s)
    return replace(s, stage=DRAW) if due else after_reveal(s)


def is_last_round(s: State) -> bool:
    """No crystal left in the supply, or all 6 goals scored (rule game.end)."""
    return s.supply == 0 or len(s.scored) >= GOALS_PER_GAME


def after_reveal(s: State) -> State:
    """The end check, then hands, then the next round."""
    if is_last_round(s):
        boards = tuple(replace(b, step=DONE, revealed=not b.lives) for b in s.boards)
        return _maybe_over(replace(s, stage=REVEAL, boards=boards))
    if any(b.hand > HAND_LIMIT for b in s.boards):
        return replace(s, stage=DISCARD)
    return _next_round(s)


def end_checked_anew(s: State) -> State:
    """After the supply was corrected: the end of the game is checked as if it had been so."""
    if s.stage in (DRAW, DISCARD):
        return after_reveal(s) if is_last_round(s) else s
    if s.stage not in (REVEAL, OVER) or is_last_round(s):
        return s
    boards = tuple(replace(b, revealed=False, points=replace(b.points, life=0)) for b in s.boards)
    history = s.history[:-1] if s.stage == OVER else s.history
    return _next_goal(replace(s, boards=boards, history=history))


def _next_round(s: State) -> State:
    # With two players the first player never changes (rule turn.first).
    first = s.first if s.seats == 2 else s.first % s.seats + 1
    boards = tuple(replace(b, step=WAITING, count=None) for b in s.boards)
    return start_next(replace(s, stage=PLAY, round=s.round + 1, first=first, boards=boards))


def _may_discard(s: State, seat: int, a: Discard) -> Answers:
    over = s.board(seat).hand - HAND_LIMIT
    if over <= 0:
        yield Objection(
            "card.limit",
            Text("You have {n} card in hand", "You have {n} cards in hand", n=s.board(seat).hand),
            Text("Keep them; the limit is {limit}", limit=HAND_LIMIT),
        )
    elif a.kinds and len(a.kinds) != over:
        yield Objection(
            "card.limit",
            Text("You chose {named} cards", named=len(a.kinds)),
            Text("Discard {over}, down to {limit}", over=over, limit=HAND_LIMIT),
            "discard",
        )
    else:
        for kind in sorted(set(a.kinds)):
            yield from kind_missing(s.board(seat), a.kinds.count(kind), kind)


def _discard(s: State, seat: int, a: Discard) -> State:
    board = s.board(seat)
    over = board.hand - HAND_LIMIT
    if len(a.kinds) == over:
        for kind in CONTROLS:
            board = spend_cards(board, a.kinds.count(kind), kind)
    elif over > 0:
        board = spend_cards(board, over, None)
    return s.with_board(seat, board)


def after_hands(s: State) -> State:
    """The next round, once no hand is over the limit: by discarding, or because one was mended."""
    done = s.stage == DISCARD and not any(b.hand > HAND_LIMIT for b in s.boards)
    return _next_round(s) if done else s


def shown_lives(s: State, seat: int, a: ShowLife) -> tuple[Life, ...]:
    """The seat's tokens with the values that are shown now."""
    lives = s.board(seat).lives
    if len(a.values) != len(lives):
        return lives
    return tuple(replace(life, value=v) for life, v in zip(lives, a.values, strict=True))


def _may_show(s: State, seat: int, a: ShowLife) -> Answers:
    board = s.board(seat)
    if a.values and len(a.values) != len(board.lives):
        yield Objection(
            "game.reveal",
            Text(
                "You entered {named} values and have {n} token",
                "You entered {named} values and have {n} tokens",
                named=len(a.values),
                n=len(board.lives),
            ),
            Text("Enter one value for each token, in the order drawn"),
        )
        return
    if board.revealed and not a.values:
        yield Objection(
            "game.reveal",
            Text("You've already revealed your tokens"),
            Text("Enter their values again if one is wrong"),
        )
        return
    lives = shown_lives(s, seat, a)
    if any(life.value is None for life in lives):
        yield Objection(
            "life.not-missing",
            Text("Some token values are missing"),
            Text("Flip your tokens and enter their values"),
        )
    others = (n for n in s.all_seats if n != seat and s.board(n).revealed)
    shown = [life for n in others for life in s.board(n).lives]
    yield from impossible_values((*shown, *lives), s.seats)


def _show(s: State, seat: int, a: ShowLife) -> State:
    board, lives = s.board(seat), shown_lives(s, seat, a)
    points = replace(board.points, life=sum(life.value or 0 for life in lives))
    board = replace(board, lives=lives, points=points, revealed=True)
    return _maybe_over(s.with_board(seat, board)) if s.stage == REVEAL else s


def _maybe_over(s: State) -> State:
    if not all(b.revealed for b in s.boards):
        return s
    totals = tuple(b.points.total for b in s.boards)
    return replace(s, stage=OVER, history=(*s.history, totals))


DEEDS = {
    End: Deed(CRAFT, _may_end, _end),
    Discard: Deed(DISCARD, _may_discard, _discard),
    ShowLife: Deed(REVEAL, _may_show, _show),
}
