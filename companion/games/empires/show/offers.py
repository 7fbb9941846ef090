"""Turning actions into things to tap: what a tap would earn comes from `objections` alone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from companion.games.empires.notation import NOTATION
from companion.games.empires.rules import objections
from companion.games.empires.state import State
from companion.referee.panels import Choice
from companion.referee.ruling import Doubt, Objection
from companion.referee.text import Text


def refusal(s: State, seat: int, a: Any) -> Objection | None:
    """The first objection that a tap would earn now."""
    return next((x for x in objections(s, seat, a) if isinstance(x, Objection)), None)


def offer(
    s: State, seat: int, a: Any, label: Text, detail: Text | None = None, icon: str = ""
) -> Choice:
    """A choice that sends this action, greyed with its objection where there is one."""
    answers = tuple(objections(s, seat, a))
    return Choice(
        label=label,
        action=NOTATION.write(a),
        detail=detail,
        icon=icon,
        refusal=next((x for x in answers if isinstance(x, Objection)), None),
        doubt=next((x for x in answers if isinstance(x, Doubt)), None),
    )


def main(choice: Choice) -> Choice:
    """The same choice as the one next thing."""
    return replace(choice, main=True)


def first_refusal(s: State, seat: int, tries: Iterable[Any]) -> Objection | None:
    """Why none of these would be allowed; None as soon as one is."""
    first: Objection | None = None
    for a in tries:
        answer = refusal(s, seat, a)
        if answer is None:
            return None
        first = first or answer
    return first
