"""What a phone and the table screen are taught: the lessons that fit now, a card of the tour.

Which card a phone shows and where, its own script decides: it knows what was understood there.
"""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from companion.referee.lessons import Card, fitting
from companion.referee.panels import Panel
from companion.tables import Table
from companion.web.page.render import draw_own, draw_then, panels_for
from companion.web.page.slots import Piece, Slot
from companion.web.page.table_cache import cache_of
from companion.web.request.phone import is_taught

#: Where nothing is taught any more.
SILENT = Slot("slot-lessons", ())


@dataclass(frozen=True)
class TourCard:
    """A card of the tour as it is shown; `scene`: its drawing, if it has one. `back` and `on`: the
    numbers of the cards beside it, 0 where there is none.
    """

    card: Card
    number: int
    most: int
    scene: Markup

    @property
    def back(self) -> int:
        return self.number - 1

    @property
    def on(self) -> int:
        return self.number + 1 if self.number < self.most else 0


def lessons_slots(table: Table, viewer: int) -> tuple[Slot, ...]:
    """The lessons about what this seat sees now, for a phone that wants them. Where nobody ever
    asked, there is not even a place for them.
    """
    if not viewer or not is_taught(table):
        return () if table.taught is None else (SILENT,)
    key = ("lessons", viewer)
    return (cache_of(table).keep(key, table.seq, lambda: _fitting(table, viewer)),)


def _fitting(table: Table, viewer: int) -> Slot:
    game, state = table.game, table.state
    fits = fitting(game.lessons, game.step_of(state, viewer), panels_for(table, viewer))
    return Slot("slot-lessons", (draw_own("lessons", table, viewer, fits=fits),))


def tour_card(table: Table, number: int) -> TourCard:
    """This card of the game's tour; the nearest one there is. Called inside a request only."""
    cards = table.game.lessons.tour
    card = cards[min(max(number, 1), len(cards)) - 1]
    panel = _scene(table, card)
    scene = draw_then(table, 0, panel) if panel else Markup()
    return TourCard(card, cards.index(card) + 1, len(cards), scene)


def tour_on_screen(table: Table) -> list[Piece]:
    """The card that the host shows to everybody."""
    if not table.tour:
        return []
    return [draw_own("tour", table, 0, shown=tour_card(table, table.tour))]


def _scene(table: Table, card: Card) -> Panel | None:
    """The panel of the example that the card shows, as a spectator sees it."""
    if not card.scene:
        return None
    game, example = table.game, table.game.lessons.example
    state = game.setup(example.seats, {})
    for seat, action in example.actions[: card.after]:
        state = game.apply(state, seat, game.read(action))
    return next(panel for panel in game.show(state, 0) if panel.id == card.scene)
