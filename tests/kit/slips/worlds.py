"""Two worlds: one as kept, one with a slip; both go on with the kept lines until one is refused."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from companion.referee.judge import judge
from companion.referee.ruling import Ruling
from tests.kit.slips.kept import KeptGame, Line, after


@dataclass(frozen=True)
class Slip:
    """`told` instead of the lines from `at` on, `instead_of` of them; `kind` names it. `seat`:
    whose pieces it is about, 0: of who acts. `in_the_wood`: all was told, and hands did `told`
    instead.
    """

    kind: str
    at: int
    told: tuple[Line, ...]
    instead_of: int = 1
    seat: int = 0
    in_the_wood: bool = False


@dataclass(frozen=True)
class Drift:
    """What became of a slip. `noticed`: the kept line that was refused first, -1 for one of the
    slip's own, the number of lines where a seat is still awaited after all of them; None: nobody
    had to notice. `states`: of the world with the slip, the first of them the one after what was
    told, the others after each kept line that followed.
    """

    kept: KeptGame
    slip: Slip
    noticed: int | None
    ruling: Ruling | None
    states: tuple[Any, ...]
    before_last_told: Any = None

    @property
    def goes_on(self) -> int:
        """The first kept line that follows the slip."""
        return self.slip.at + self.slip.instead_of

    @property
    def healed(self) -> bool:
        """Whether both worlds were equal again, before anybody had to notice."""
        return (
            self.noticed is None
            and self.states[-1] == self.kept.states[self.goes_on + len(self.states) - 1]
        )

    @property
    def is_harmful(self) -> bool:
        """Whether points or winner are others than they should be in the end."""
        game, wood, told = self.kept.game, self.kept.states[-1], self.states[-1]
        return any(
            game.points(wood, seat) != game.points(told, seat) for seat in self.kept.seats
        ) or _winners(game.outcome(wood)) != _winners(game.outcome(told))

    @property
    def turns_later(self) -> int:
        """How many turns lie between the slip and what was refused; 0: the same one."""
        if self.noticed is None or self.noticed < 0:
            return 0
        seats = [line.seat for line in self.kept.lines[self.slip.at : self.noticed + 1]]
        return sum(one != other for one, other in pairwise(seats))


def _winners(outcome: Any) -> Any:
    return outcome and (outcome.winners, tuple(each.total for each in outcome.ranking))


def drift_of(kept: KeptGame, slip: Slip) -> Drift:
    """Folds the world with the slip until a line is refused, or both are equal again."""
    before = state = kept.states[slip.at]
    for line in slip.told:
        ruling = _refused(kept, state, line)
        if ruling:
            return Drift(kept, slip, -1, ruling, (state,))
        before, state = state, after(kept.game, state, line)
    return replace(_go_on(kept, slip, state), before_last_told=before)


def _go_on(kept: KeptGame, slip: Slip, state: Any) -> Drift:
    told, start = [state], slip.at + slip.instead_of
    for at in range(start, len(kept.lines)):
        if state == kept.states[at]:
            break
        ruling = _refused(kept, state, kept.lines[at])
        if ruling:
            return Drift(kept, slip, at, ruling, tuple(told))
        state = after(kept.game, state, kept.lines[at])
        told.append(state)
    waits = kept.game.outcome(state) is None and kept.game.outcome(kept.states[-1]) is not None
    return Drift(kept, slip, len(kept.lines) if waits else None, None, tuple(told))


def _refused(kept: KeptGame, state: Any, line: Line) -> Ruling | None:
    """The ruling against a line; None where it is allowed, or was never judged."""
    if not line.is_action:
        return None
    action = kept.game.read(line.text)
    ruling = judge(kept.game, state, line.seat, action)
    return None if ruling.allowed else ruling
