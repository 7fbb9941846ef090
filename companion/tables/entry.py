"""Entry: an action in the order of play, and the state before it.

That state is held for the newest entries and at checkpoints. Of the others it is worked out again
when somebody looks back, from the nearest one before that is held: nothing of it is a guess, and
what is asked most often of the past, whose turn it was and in which round, is kept beside.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, cast

from companion.referee.game import Game

#: Entries at the end whose states are held: what a phone shows of the log, and what is undone.
NEWEST = 16
#: Entries between two states that are held for good.
STRIDE = 64
#: Stretches of the past that were looked at lately.
STRETCHES = 32

#: Choices that the table made after an entry: question and answer.
Answers = tuple[tuple[str, str], ...]

_LET_GO: Any = object()


class Past:
    """What was before an action: the state after `last`, and after the answers that came then."""

    __slots__ = ("_answers", "_game", "_last", "_state", "_told")

    def __init__(
        self,
        game: Game,
        last: Entry | None,
        answers: Answers,
        state: Any = _LET_GO,
        told: tuple[frozenset[int], int] = (frozenset(), 0),
    ) -> None:
        self._game = game
        self._last = last
        self._answers = answers
        self._state = state
        #: Whose turn it was and in which round, where the state is not held.
        self._told = told

    @property
    def held(self) -> bool:
        return self._state is not _LET_GO

    @property
    def state(self) -> Any:
        state = self._state
        return _looked_back(self) if state is _LET_GO else state

    @property
    def to_act(self) -> frozenset[int]:
        """Whose turn it was."""
        state = self._state
        return self._told[0] if state is _LET_GO else self._game.to_act(state)

    @property
    def round(self) -> int:
        state = self._state
        return self._told[1] if state is _LET_GO else self._game.round_of(state)

    def hold(self, state: Any) -> None:
        self._state = state

    def let_go(self) -> None:
        """Keeps of the state no more than what is asked of it most often."""
        if self._last is not None and self.held:
            self._told = interned(self.to_act, self.round)
            self._state = _LET_GO

    def after(self, state: Any) -> Any:
        """The state that this one is, made of the one before it."""
        last, game = self._last, self._game
        assert last is not None
        if not last.undone:
            state = game.apply(state, last.seat, game.read(last.action))
        for key, choice in self._answers:
            state = game.settle(state, key, choice)
        return state

    @property
    def earlier(self) -> Past:
        assert self._last is not None, "the first one is always held"
        return self._last.past


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """One action that was played; `undone`: seq of the taking back.

    `seq` is the number of the event that played it. `mark`: "" as judged, "overruled" against a
    refusal, "older-rules" against one that the rules of a saved game did not know, "inserted"
    at its place later, "changed" in the place of another entry.
    """

    seq: int
    at: float
    seat: int
    action: str
    past: Past = field(repr=False)
    undone: int = 0
    intent: str = ""
    mark: str = ""

    @property
    def before(self) -> Any:
        """The state before it."""
        return self.past.state

    @property
    def to_act(self) -> frozenset[int]:
        """Whose turn it was."""
        return self.past.to_act

    @property
    def round(self) -> int:
        """In which round it was played."""
        return self.past.round

    @property
    def came_later(self) -> bool:
        """Whether it was written after its place in the game: its own time says nothing of it."""
        return self.mark in ("inserted", "changed")

    @property
    def written(self) -> tuple[Any, ...]:
        written = (self.seq, self.at, self.seat, self.action)
        return (*written, self.undone, self.intent, self.mark)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Entry):
            return NotImplemented
        return self.written == other.written and (
            self.past is other.past or bool(self.before == other.before)
        )

    def __hash__(self) -> int:
        return hash(self.written)


#: Where an action is that is not yet in the order of play.
NOWHERE = Past(cast(Game, None), None, ())


def let_go(entries: Sequence[Entry], added: int = 1) -> None:
    """Lets go of the states that have become old with the last ones added."""
    end = len(entries) - NEWEST
    for place in range(max(0, end - added), end):
        if place % STRIDE:
            entries[place].past.let_go()


def _looked_back(past: Past) -> Any:
    """Its state, made again from the last one that is held, with all that lie between."""
    way = [past]
    while not (earlier := way[-1].earlier).held:
        way.append(earlier)
    known, state = _stretch(earlier), earlier.state
    for step in reversed(way):
        after = known.get(step, _LET_GO)
        if after is _LET_GO:
            after = known[step] = step.after(state)
        state = after
    return state


# A player who looks back goes step by step, mostly to the one before: each is made again once.
@lru_cache(maxsize=STRETCHES)
def _made_again(begins: Past) -> dict[Past, Any]:
    """The states after this one that were made again lately."""
    return {}


def _stretch(begins: Past) -> dict[Past, Any]:
    known = _made_again(begins)
    # Tables that were thought out and thrown away grow from the same past.
    if len(known) > 4 * STRIDE:
        known.clear()
    return known


@lru_cache(maxsize=4096)
def interned(to_act: frozenset[int], round: int) -> tuple[frozenset[int], int]:
    """The very same pair for all that say the same."""
    return to_act, round
