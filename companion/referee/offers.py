"""Offering: actions as things to tap. What a tap would earn comes from `objections` alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from companion.referee.controls import Choice
from companion.referee.notation import Notation
from companion.referee.ruling import Doubt, Objection
from companion.referee.text import Text

K = TypeVar("K")


@dataclass(frozen=True)
class Offers:
    """How a game offers its actions: with its own notation, judged by its own `objections`."""

    notation: Notation
    objections: Callable[[Any, int, Any], Iterable[Objection | Doubt]]

    def refusal(self, s: Any, seat: int, a: Any) -> Objection | None:
        """The first objection that a tap would earn now."""
        return _first(Objection, self.objections(s, seat, a))

    def offer(
        self, s: Any, seat: int, a: Any, label: Text, detail: Text | None = None, icon: str = ""
    ) -> Choice:
        """A choice that sends this action, greyed with its objection where there is one."""
        answers = tuple(self.objections(s, seat, a))
        return Choice(
            label=label,
            action=self.notation.write(a),
            detail=detail,
            icon=icon,
            refusal=_first(Objection, answers),
            doubt=_first(Doubt, answers),
        )

    def first_refusal(self, s: Any, seat: int, tries: Iterable[Any]) -> Objection | None:
        """Why none of these would be allowed; None as soon as one is."""
        first: Objection | None = None
        for a in tries:
            answer = self.refusal(s, seat, a)
            if answer is None:
                return None
            first = first or answer
        return first


def _first(kind: type[K], answers: Iterable[object]) -> K | None:
    for answer in answers:
        if isinstance(answer, kind):
            return answer
    return None


def as_main_choice(choice: Choice) -> Choice:
    """The same choice as the one next thing."""
    return replace(choice, main=True)
