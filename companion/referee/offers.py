"""Offers actions as controls, judged by the game's `objections` alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, TypedDict, TypeVar, Unpack

from companion.referee.controls import Choice
from companion.referee.notation import Notation
from companion.referee.panels import Dock
from companion.referee.ruling import Doubt, Objection
from companion.referee.text import Text

_K = TypeVar("_K")


class _More(TypedDict, total=False):
    """Fields of a `Choice` that few have."""

    main: bool
    pressed: bool
    each: bool
    facts: Any
    opens: str


@dataclass(frozen=True)
class ChoiceBuilder:
    """Builds choices for a game's actions by its own `notation` and `objections`."""

    notation: Notation
    objections: Callable[[Any, int, Any], Iterable[Objection | Doubt]]

    def refusal(self, s: Any, seat: int, a: Any) -> Objection | None:
        """Returns the first objection to the action; None if it is allowed."""
        return _first(Objection, self.objections(s, seat, a))

    def offer(
        self,
        s: Any,
        seat: int,
        a: Any,
        label: Text,
        detail: Text | None = None,
        icon: str = "",
        **more: Unpack[_More],
    ) -> Choice:
        """Returns a button for this action, with its first objection and doubt, if any."""
        answers = tuple(self.objections(s, seat, a))
        return Choice(
            label=label,
            action=self.notation.write(a),
            detail=detail,
            icon=icon,
            refusal=_first(Objection, answers),
            doubt=_first(Doubt, answers),
            **more,
        )

    def first_refusal(self, s: Any, seat: int, tries: Iterable[Any]) -> Objection | None:
        """Returns the first objection if all these actions are refused; None if one is allowed."""
        first: Objection | None = None
        for a in tries:
            answer = self.refusal(s, seat, a)
            if answer is None:
                return None
            first = first or answer
        return first


def _first(kind: type[_K], answers: Iterable[object]) -> _K | None:
    for answer in answers:
        if isinstance(answer, kind):
            return answer
    return None


def as_main_choice(choice: Choice) -> Choice:
    """Returns the choice marked as the suggested next action."""
    return replace(choice, main=True)


def main_dock(choice: Choice) -> Dock:
    """Returns the dock with the one next thing to do."""
    return Dock(id="dock", choices=(as_main_choice(choice),))
