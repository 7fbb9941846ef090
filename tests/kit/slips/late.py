"""Late refusals: what a seat left out shows later, when the rules refuse what it does with it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from companion.referee.rulebook import Rule
from tests.kit.slips.kept import KeptGame, Line
from tests.kit.slips.worlds import Drift, Slip, drift_of


class LateRefusal(NamedTuple):
    """`played` was told, the `forgotten` line is missing after `place` of them, and `refused` is
    refused for it.
    """

    played: tuple[Line, ...]
    place: int
    forgotten: Line
    refused: Line
    drift: Drift

    @property
    def is_symptom(self) -> bool:
        """Whether the game says that such a refusal may come of what was forgotten."""
        assert self.drift.ruling
        key = self.drift.ruling.objections[0].rule
        rule = self.drift.kept.game.rulebook.find_entry(key)
        return isinstance(rule, Rule) and rule.symptom


def late_refusals(kept: KeptGame) -> Iterator[LateRefusal]:
    """Each line of a game that is left out and makes a later one of its seat refused, if that one
    is told by the seat in a turn of its own.
    """
    for at, line in enumerate(kept.lines):
        drift = drift_of(kept, Slip("left out", at, ())) if line.is_action else None
        if drift is None or drift.ruling is None or drift.noticed is None or not drift.turns_later:
            continue
        refused = kept.lines[drift.noticed]
        if refused.seat == line.seat:
            played = (*kept.lines[:at], *kept.lines[at + 1 : drift.noticed])
            yield LateRefusal(played, at, line, refused, drift)
