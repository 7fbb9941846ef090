"""Rows: panels whose every line has its own controls. Values only, as in `panels`."""

from __future__ import annotations

from dataclasses import dataclass

from companion.referee.controls import Choice, Field, Pick
from companion.referee.panels import Panel
from companion.referee.ruling import Objection
from companion.referee.text import Text


@dataclass(frozen=True, kw_only=True)
class Row:
    """One thing with its controls, beside it or, with `fold`, under it.

    `marks`: icons in a line. `worth`: a short word at the right. With `verb` the picks fill the
    word at place `at` of a form with `fields`; otherwise `choices` are sent by one tap each.
    `refusal`: greyed. `quick`: the likely taps of a folded row, always visible. With
    `asked_after` each has the first words of its action; those of each field are asked in the same
    spot, one tap each.
    """

    label: Text
    icon: str = ""
    detail: Text | None = None
    marks: tuple[str, ...] = ()
    worth: Text | None = None
    fold: bool = False
    asks: Text | None = None
    choices: tuple[Choice, ...] = ()
    verb: str = ""
    fields: tuple[Field, ...] = ()
    picks: tuple[Pick, ...] = ()
    at: int = 0
    refusal: Objection | None = None
    quick: tuple[Pick, ...] = ()
    asked_after: tuple[Field, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Rows(Panel):
    """Rows with controls. `aside`: a choice beside the title."""

    rows: tuple[Row, ...]
    title: Text | None = None
    aside: Choice | None = None
