"""The top of the phone: whose turn it is, what to do, and for whom the game waits."""

from __future__ import annotations

from companion.games.crafting.board import COLLECT, CRAFT, DONE, SHIFT, Board
from companion.games.crafting.pieces import CONTROL_NAMES
from companion.games.crafting.rules import seats_to_act
from companion.games.crafting.rules.game import seat_names_words
from companion.games.crafting.show.left import left_words
from companion.games.crafting.state import DISCARD, DRAW, OVER, REVEAL_LIFE, SCORE, SETUP, State
from companion.referee.panels import Banner
from companion.referee.text import SeatName, Text

_MAX_ROUND_COUNT = 8
_STEPS = (Text("Shift energy"), Text("Collect"), Text("Craft"), Text("End turn"))
_MINE = {
    SHIFT: (Text("Your turn"), 0),
    COLLECT: (Text("Collect your resources"), 1),
    CRAFT: (Text("Craft your galaxy"), 2),
}
_THEIRS = {
    SHIFT: Text("{who} is shifting energy"),
    COLLECT: Text("{who} is collecting"),
    CRAFT: Text("{who} is crafting"),
}
_STAGES = {
    SETUP: Text("Set up the table"),
    SCORE: Text("End of round {round}"),
    DRAW: Text("End of round {round}"),
    DISCARD: Text("End of round {round}"),
    REVEAL_LIFE: Text("The last round is over"),
    OVER: Text("Final score"),
}


def banner(s: State, viewer: int) -> Banner:
    """Returns the title and facts for this seat (0: a spectator)."""
    step = s.board(viewer).step if viewer else ""
    if s.stage in _STAGES:
        title = _STAGES[s.stage].filled(round=s.round)
        return Banner(id="banner", title=title, line=_waits_for(s), seat=viewer)
    if step in _MINE:
        return _my_turn(s.board(viewer), viewer, s.round, s.control_of_marble(viewer))
    points = s.board(viewer).points.total if viewer else 0
    return _their_turn(viewer, step, s.round, points, _who_acts(s), _before(s, viewer))


def _my_turn(board: Board, viewer: int, now: int, where: str | None) -> Banner:
    step = board.step
    source, current = _MINE[step]
    line = Text("Round {round}", round=now)
    if step == CRAFT:
        line = _lost_at_end(board) or left_words(board) or line
    if step == COLLECT and where:
        line = Text("Your marble is in {control}", control=CONTROL_NAMES[where])
    return Banner(
        id="banner",
        title=source,
        line=line,
        whole=Text("Your turn: Shift energy") if step == SHIFT else None,
        seat=viewer,
        steps=_STEPS,
        current=current,
        points=board.points.total,
    )


def _lost_at_end(board: Board) -> Text | None:
    """Returns what this turn alone gives and is still to be used; None if there is nothing."""
    if board.can_flip_star:
        return Text(
            "{n} supernova left: tap the star you flipped",
            "{n} supernovae left: tap the stars you flipped",
            n=board.nova,
        )
    if dna := min(board.dna, board.proto):
        return Text("Ending flips proto life with the {n} DNA that is left", n=dna)
    return None


def _their_turn(
    viewer: int, step: str, now: int, points: int, acts: tuple[int, str], before: tuple[int, ...]
) -> Banner:
    seat, does = acts
    title = _THEIRS[does].filled(who=SeatName(seat)) if seat else Text("Round {round}", round=now)
    line = Text("Round {round}", round=now)
    if not viewer:
        last = now == _MAX_ROUND_COUNT
        words = Text("Round {round} of 8") if last else Text("Round {round} of at most 8")
        line = words.filled(round=now)
    elif step == DONE:
        line = Text("Round {round} · your turn is over", round=now)
    elif before:
        line = Text(
            "Round {round} · before you: {names}", round=now, names=seat_names_words(before)
        )
    elif seat:
        line = Text("Round {round} · you're next", round=now)
    return Banner(
        id="banner", title=title, line=line, seat=viewer, points=points if viewer else None
    )


def _who_acts(s: State) -> tuple[int, str]:
    """Returns the seat that acts, and its step; (0, "") if none does."""
    steps = ((seat, s.board(seat).step) for seat in s.turn_order)
    return next((acts for acts in steps if acts[1] in _THEIRS), (0, ""))


def _before(s: State, viewer: int) -> tuple[int, ...]:
    """Returns the seats whose turns come after the one that acts and before the viewer's."""
    order = s.turn_order
    if viewer not in order:
        return ()
    earlier = order[: order.index(viewer)]
    return tuple(n for n in earlier if s.board(n).step not in (*_THEIRS, DONE))


def _waits_for(s: State) -> Text:
    waiting = tuple(sorted(seats_to_act(s)))
    if s.stage == OVER:
        return Text("Round {round} was the last one", round=s.round)
    if s.stage == REVEAL_LIFE and len(waiting) == s.seats:
        return Text("Everyone reveals their advanced life")
    if s.stage == SETUP or len(waiting) == s.seats:
        return Text("Anyone can tap the next step")
    return Text("Waiting for {names}", names=seat_names_words(waiting))
