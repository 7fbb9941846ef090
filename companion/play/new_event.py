"""An event that is to be written into a table's log, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass

from companion.referee.ruling import Ruling
from companion.tables import Event, Kind, Table


@dataclass(frozen=True)
class NewEvent:
    """An event that shall be written. `ruling`: what the judge said to it. `unless_refused`: not
    if the same intent was refused before.
    """

    seat: int
    kind: Kind
    text: str
    intent: str = ""
    ruling: Ruling | None = None
    unless_refused: bool = False


@dataclass(frozen=True)
class Written:
    """The table after the event, and what was to be written."""

    table: Table
    event: Event
    new: NewEvent
