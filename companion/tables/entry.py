"""Entries: the actions in the order of play, each with the state before it.

States are kept for the newest entries and at checkpoints. The others are recomputed on demand from
the nearest kept state before; whose turn it was, and the round, are always kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, cast

from companion.referee.game import Game

#: Newest entries whose states are kept: those that phones show and players undo.
KEPT_NEWEST_STATE_COUNT = 16
#: Entries between two checkpoints.
ENTRIES_PER_KEPT_STATE = 64
#: Stretches between checkpoints whose recomputed states are cached.
MAX_CACHED_STATE_STRETCHES = 32

#: Answers that the table gave after an entry: question and choice.
SettledAnswers = tuple[tuple[str, str], ...]

_LET_GO: Any = object()


class StateBeforeAction:
    """What precedes an action: the state after the entry `last` and the answers that
    followed it.
    """

    __slots__ = ("_answers", "_game", "_last", "_seats_and_round", "_state")

    def __init__(
        self,
        game: Game,
        last: ActionEntry | None,
        answers: SettledAnswers,
        state: Any = _LET_GO,
        seats_and_round: tuple[frozenset[int], int] = (frozenset(), 0),
    ) -> None:
        self._game = game
        self._last = last
        self._answers = answers
        self._state = state
        #: Whose turn it was and the round, if the state is not kept.
        self._seats_and_round = seats_and_round

    @property
    def has_kept_state(self) -> bool:
        """Returns whether the state is kept."""
        return self._state is not _LET_GO

    @property
    def state(self) -> Any:
        """Returns the state, recomputed if it is not kept."""
        state = self._state
        return _looked_back(self) if state is _LET_GO else state

    @property
    def seats_to_act(self) -> frozenset[int]:
        """Returns the seats whose turn it was."""
        state = self._state
        return self._seats_and_round[0] if state is _LET_GO else self._game.seats_to_act(state)

    @property
    def round(self) -> int:
        """Returns the round."""
        state = self._state
        return self._seats_and_round[1] if state is _LET_GO else self._game.current_round(state)

    def keep_state(self, state: Any) -> None:
        """Keeps this state."""
        self._state = state

    def drop_state(self) -> None:
        """Drops the state, but keeps whose turn it was and the round."""
        if self._last is not None and self.has_kept_state:
            self._seats_and_round = shared_seats_and_round(self.seats_to_act, self.round)
            self._state = _LET_GO

    def computed_from_state_before(self, state: Any) -> Any:
        """Returns this state, computed from `state`, the one before it."""
        last, game = self._last, self._game
        assert last is not None
        if not last.undone:
            state = game.apply(state, last.seat, game.read(last.action))
        for key, choice in self._answers:
            state = game.settle(state, key, choice)
        return state

    @property
    def previous(self) -> StateBeforeAction:
        """Returns the past of the entry before."""
        assert self._last is not None, "the first one is always held"
        return self._last.past


@dataclass(frozen=True, slots=True, eq=False)
class ActionEntry:
    """One action that was played.

    `seq`: the event that played it; `undone`: the event that took it back, 0 if none. `mark`: "" as
    judged, "overruled" against a refusal, "older-rules" against a refusal that a saved game's older
    rules did not know, "inserted" later at its place, "changed" in place of another entry,
    "separated" from the action that it was the last part of. `whole`: the action as it was played,
    if its last part was separated since; else "".
    """

    seq: int
    at: float
    seat: int
    action: str
    past: StateBeforeAction = field(repr=False)
    undone: int = 0
    intent: str = ""
    mark: str = ""
    whole: str = ""

    @property
    def state_before(self) -> Any:
        """Returns the state before it."""
        return self.past.state

    @property
    def seats_to_act(self) -> frozenset[int]:
        """Returns the seats whose turn it was."""
        return self.past.seats_to_act

    @property
    def round(self) -> int:
        """Returns the round in which it was played."""
        return self.past.round

    @property
    def is_written_late(self) -> bool:
        """Returns whether it was written later than its place in the game: its time
        does not count.
        """
        return self.mark in ("inserted", "changed", "separated")

    @property
    def fields_without_past(self) -> tuple[Any, ...]:
        """Returns all fields but the past."""
        written = (self.seq, self.at, self.seat, self.action)
        return (*written, self.undone, self.intent, self.mark, self.whole)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, ActionEntry):
            return NotImplemented
        return self.fields_without_past == other.fields_without_past and (
            self.past is other.past or bool(self.state_before == other.state_before)
        )

    def __hash__(self) -> int:
        return hash(self.fields_without_past)


#: The past of an action that is not yet in the order of play.
EMPTY_PAST = StateBeforeAction(cast(Game, None), None, ())


def drop_old_states(entries: Sequence[ActionEntry], added: int = 1) -> None:
    """Drops the states that became old with the last `added` entries."""
    end = len(entries) - KEPT_NEWEST_STATE_COUNT
    for place in range(max(0, end - added), end):
        if place % ENTRIES_PER_KEPT_STATE:
            entries[place].past.drop_state()


def _looked_back(past: StateBeforeAction) -> Any:
    """Returns its state, recomputed from the last kept one and all entries between."""
    way = [past]
    while not (earlier := way[-1].previous).has_kept_state:
        way.append(earlier)
    known, state = _stretch(earlier), earlier.state
    for step in reversed(way):
        after = known.get(step, _LET_GO)
        if after is _LET_GO:
            after = known[step] = step.computed_from_state_before(state)
        state = after
    return state


# A player who looks back goes step by step, mostly backwards: each state is computed once.
@lru_cache(maxsize=MAX_CACHED_STATE_STRETCHES)
def _made_again(begins: StateBeforeAction) -> dict[StateBeforeAction, Any]:
    """Returns the cache of states recomputed after this one."""
    return {}


def drop_recomputed_states() -> None:
    """Empties the cache of recomputed states: each holds all that was played before it."""
    _made_again.cache_clear()


def _stretch(begins: StateBeforeAction) -> dict[StateBeforeAction, Any]:
    known = _made_again(begins)
    # Hypothetical tables that were dropped grow from the same past.
    if len(known) > 4 * ENTRIES_PER_KEPT_STATE:
        known.clear()
    return known


@lru_cache(maxsize=4096)
def shared_seats_and_round(seats_to_act: frozenset[int], round: int) -> tuple[frozenset[int], int]:
    """Returns one shared pair for equal values."""
    return seats_to_act, round
