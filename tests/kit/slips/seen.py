"""When a drift that nobody has to notice is shown: by the turn's end, the round's, the game's."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from companion.referee.checks import FINISH
from companion.referee.game import Game
from tests.kit.slips.kept import KeptGame
from tests.kit.slips.voices import Voices
from tests.kit.slips.worlds import Drift


@dataclass(frozen=True)
class Sight:
    """Where a drift is shown first: at which kept line `at` (None: nowhere), and by which voice."""

    drift: Drift
    at: int | None
    by: str = ""

    @property
    def by_the_turns_end(self) -> bool:
        """Whether it is shown until the turn of its seat ends."""
        return self._is_by(self._turn_end)

    @property
    def by_the_rounds_end(self) -> bool:
        """Whether it is shown until the round ends, or the own turn if that is later."""
        slip = self.drift.slip
        return self._is_by(max(self._turn_end, round_end(self.drift.kept, slip.at)))

    @property
    def before_the_result(self) -> bool:
        """Whether it is shown before the result."""
        return self.at is not None

    def _is_by(self, line: int) -> bool:
        return self.at is not None and self.at <= line

    @property
    def _turn_end(self) -> int:
        kept, slip = self.drift.kept, self.drift.slip
        return turn_end(kept, slip.at, slip.seat or kept.lines[slip.at].seat)


class World(NamedTuple):
    """The states of one world before and after a line."""

    before: Any
    after: Any


class Step(NamedTuple):
    """A kept line in both worlds: as the phones have it, and as it lies there."""

    at: int
    told: World
    lies: World


def sight_of(drift: Drift, voices: Voices) -> Sight:
    """Where this drift is shown first."""
    kept = drift.kept
    if _is_answered_otherwise(drift, voices):
        return Sight(drift, drift.slip.at, "answer")
    for step in _steps(drift):
        over = kept.game.outcome(step.lies.after) is not None
        by = _shown_before(kept, step, voices)
        shown = _shown_with_the_result if over else _shown_by
        by = by or shown(kept, step, drift.goes_on, voices)
        if by:
            return Sight(drift, step.at, by)
        if over:
            break
    return Sight(drift, None)


def turn_end(kept: KeptGame, at: int, seat: int) -> int:
    """The line with which the next turn of this seat ends, from line `at` on."""
    for line in range(at, len(kept.lines)):
        if ends_turn(kept.game, World(kept.states[line], kept.states[line + 1]), seat):
            return line
    return len(kept.lines)


def round_end(kept: KeptGame, at: int) -> int:
    """The line with which the round ends in which line `at` was said."""
    now = kept.game.current_round(kept.states[at])
    for line in range(at, len(kept.lines)):
        if kept.game.current_round(kept.states[line + 1]) > now:
            return line
    return len(kept.lines)


def ends_turn(game: Game, world: World, seat: int) -> bool:
    """Whether it was this seat's turn alone and is no longer."""
    return game.seats_to_act(world.before) == {seat} != game.seats_to_act(world.after)


def _is_answered_otherwise(drift: Drift, voices: Voices) -> bool:
    """Whether what was told by mistake, or done otherwise, is answered with what does not lie
    there.
    """
    kept, slip = drift.kept, drift.slip
    if not slip.told:
        return False
    line, game = kept.lines[slip.at], kept.game
    told = slip.told[0] if slip.in_the_wood else slip.told[-1]
    before = kept.states[slip.at]
    said = World(before if slip.in_the_wood else drift.before_last_told, drift.states[0])
    lies = World(before, kept.states[drift.goes_on])

    def answer(world: World, seat: int, text: str, to: int) -> Any:
        return voices.answer(game, world.before, world.after, seat, game.read(text), to)

    return any(
        answer(said, told.seat, told.said, to) != answer(lies, line.seat, line.said, to)
        for to in {told.seat, slip.seat} - {0}
    )


def _steps(drift: Drift) -> Iterator[Step]:
    """Each line from the slip on; the slip itself is the first."""
    kept, at, start = drift.kept, drift.slip.at, drift.goes_on
    wood = kept.states
    yield Step(start - 1, World(wood[at], drift.states[0]), World(wood[at], wood[start]))
    for n, after in enumerate(drift.states[1:]):
        lies = World(wood[start + n], wood[start + n + 1])
        yield Step(start + n, World(drift.states[n], after), lies)


def _shown_before(kept: KeptGame, step: Step, voices: Voices) -> str:
    """Whether the line of the page tells another number before the turn is ended."""
    game, (told, lies) = kept.game, step[1:]
    said = voices.ending
    ends = (seat for seat in kept.seats if ends_turn(game, told, seat))
    other = (said(game, told.before, seat) != said(game, lies.before, seat) for seat in ends)
    return "line" if any(other) else ""


def _shown_by(kept: KeptGame, step: Step, goes_on: int, voices: Voices) -> str:
    """The voice that shows a difference at this line; "" for none."""
    game, (told, lies) = kept.game, step[1:]
    if step.at >= goes_on and _is_otherwise_answered(kept, step, voices):
        return "answer"
    if any(
        ends_turn(game, told, seat)
        and voices.turn_end(game, told.after, seat) != voices.turn_end(game, lies.after, seat)
        for seat in kept.seats
    ):
        return "turn"
    for seat in kept.seats:
        card = voices.check(game, told.after, seat)
        if card and card != voices.check(game, lies.after, seat):
            return "check"
    return ""


def _shown_with_the_result(kept: KeptGame, step: Step, _: int, voices: Voices) -> str:
    """The voice that shows a difference before a result that comes at once; "" for none. Where the
    last check has stood before, nothing is said again.
    """
    game, (told, lies) = kept.game, step[1:]
    if game.outcome(told.after) is None or any(
        game.check_due(state) == FINISH for state in kept.states
    ):
        return ""
    said = voices.unasked
    other = (said(game, told.after, seat) != said(game, lies.after, seat) for seat in kept.seats)
    return "result" if any(other) else ""


def _is_otherwise_answered(kept: KeptGame, step: Step, voices: Voices) -> bool:
    """Whether a kept line says something, and another thing than where all was told."""
    line, game = kept.lines[step.at], kept.game
    if not line.is_action:
        return False
    action = game.read(line.said)
    for seat in kept.seats:
        said, lies = (
            voices.answer(game, world.before, world.after, line.seat, action, seat)
            for world in (step.told, step.lies)
        )
        if said and said != lies:
            return True
    return False
