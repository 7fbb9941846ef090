"""Deeds: the kinds of action of a game: when one may be done, what speaks against it, what it does.

The chapters of a game's rules hold one for each of their actions; here they become the game's
`objections` and `apply`. It knows no rule: which step it is, the game's own door says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Generic, TypeVar

from companion.referee.ruling import Doubt, Objection

S = TypeVar("S")

#: an action that may be done whenever, as a correction or a note
ANY = "any"

Answers = Iterator[Objection | Doubt]


@dataclass(frozen=True)
class ActionRule(Generic[S]):
    """One kind of action: when it may be done, what speaks against it, what it does."""

    when: str
    objections: Callable[[S, int, Any], Answers]
    apply: Callable[[S, int, Any], S]


def nothing_against(s: Any, seat: int, a: Any) -> Answers:
    """No objection beyond the step itself."""
    yield from ()


@dataclass(frozen=True)
class ActionRules(Generic[S]):
    """All kinds of action of a game. `out_of_turn`: what speaks against doing something of this
    step now, whatever it is.
    """

    kinds: Mapping[type[Any], ActionRule[S]]
    out_of_turn: Callable[[S, int, str], Objection | None]

    @property
    def at_any_time(self) -> frozenset[type[Any]]:
        """The kinds that may be done whenever, after the end too."""
        return frozenset(kind for kind, rule in self.kinds.items() if rule.when == ANY)

    def objections(self, s: S, seat: int, a: Any) -> Iterable[Objection | Doubt]:
        """Everything that speaks against this action now, and every doubt about it.

        Out of turn or step, that alone is said: the rest would be noise.
        """
        deed = self.kinds[type(a)]
        barred = self.out_of_turn(s, seat, deed.when)
        return (barred,) if barred is not None else deed.objections(s, seat, a)

    def apply(self, s: S, seat: int, a: Any) -> S:
        """What happens; never checks, copes with any readable action."""
        return self.kinds[type(a)].apply(s, seat, a)


def kinds_in(chapters: Iterable[ModuleType]) -> dict[type[Any], ActionRule[Any]]:
    """The deeds of these chapters, each in its table `ACTION_RULES`."""
    return {action: deed for chapter in chapters for action, deed in chapter.ACTION_RULES.items()}
