"""A tile of the own system that nobody entered yet: once is enough, and this is the moment."""

from __future__ import annotations

from companion.games.cosmogenesis.show.tile_sheets import entering_one, first_unread
from companion.games.cosmogenesis.state import State
from companion.referee.controls import Choice
from companion.referee.panels import Choices, Panel
from companion.referee.text import Text


def ask_to_enter(s: State, seat: int) -> tuple[Panel, ...]:
    """The way to enter the first own tile of which the app knows nothing."""
    tile = first_unread(s, (*s.turn.unread, *s.system(seat).open_tiles))
    if not tile:
        return ()
    sheet = entering_one(tile)
    opens = Choice(
        label=sheet.title,
        sheet=sheet.id,
        icon="pencil",
        detail=Text("Once. Your group keeps it"),
    )
    return (Choices(id="unread", choices=(opens,), style="list"), sheet)
