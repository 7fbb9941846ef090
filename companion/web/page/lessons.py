"""Builds what guides on a phone and the table screen: fitting lessons, guided steps, the tour.

The phone's script chooses which lesson shows and where; it knows which were dismissed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from markupsafe import Markup

from companion.referee.lessons import GUIDED_ROUND_COUNT, LessonCard, fitting_lessons
from companion.referee.offered import (
    Offers,
    offers_of_panels,
    sheets_by_offered_verb,
    sheets_on_the_way,
)
from companion.referee.panels import Panel, ShowByTab
from companion.tables import Table
from companion.tables.event import LED_PAUSED_TEXT
from companion.tables.guided import (
    can_still_be_guided,
    current_guided_step,
    has_finished_guided_rounds,
    has_guided_rounds,
)
from companion.web.page.render import (
    draw_app_piece,
    draw_past_panel,
    panels_at_once_for_seat,
    tab_panels,
    tab_parts,
)
from companion.web.page.set_up import is_laid_out
from companion.web.page.slots import Piece
from companion.web.page.table_cache import PiecesBySlot, cache_of_table
from companion.web.request.phone import (
    has_phone_asked_for_hints,
    is_phone_guided,
    phone_id,
)

#: The slots once a phone is no longer guided.
EMPTY_LESSON_SLOTS: PiecesBySlot = {"slot-lessons": (), "slot-coach": ()}


@dataclass(frozen=True)
class TourCard:
    """A card of the tour as shown. `scene`: its drawing, empty if none. `number` of `most`."""

    card: LessonCard
    number: int
    most: int
    scene: Markup

    @property
    def previous_number(self) -> int:
        """The number of the previous card; 0 if there is none."""
        return self.number - 1

    @property
    def next_number(self) -> int:
        """The number of the next card; 0 if there is none."""
        return self.number + 1 if self.number < self.most else 0


def lesson_pieces(table: Table, viewer: int) -> PiecesBySlot:
    """Returns the slots for the guided step and for lessons that fit what the seat sees; {} if
    it was never guided, empty slots once it no longer is.
    """
    if not is_phone_guided(table):
        return {} if table.guided is None else {**EMPTY_LESSON_SLOTS, **_offer(table, viewer)}
    coach = tuple(guided_step_pieces(table, viewer)) or _closing(table, viewer)
    # Who was led to the end knows how to play: hints are for who asks for them, or was not led.
    was_led = has_finished_guided_rounds(table) and not has_phone_asked_for_hints(table)
    if not viewer or was_led:
        return {"slot-lessons": (), "slot-coach": coach}
    step = table.game.current_step(table.state, viewer)
    # Beside the guide no hint is shown: what is offered, and behind which sheets, isn't asked.
    ways = None if coach else _ways(table, viewer)
    fits = fitting_lessons(table.game.lessons, step, ways)
    early = table.game.current_round(table.state) <= GUIDED_ROUND_COUNT
    values = {"fits": fits, "turn": _turn(table, viewer), "early": early}
    own = draw_app_piece("lessons", table, viewer, **values)
    return {"slot-lessons": (own,), "slot-coach": coach}


def _turn(table: Table, viewer: int) -> int:
    """Returns what tells this seat's turns apart, the same for all of a turn; 0 while it waits."""
    if viewer not in table.seats_to_act:
        return 0
    others = (each.seq for each in reversed(table.entries) if each.seat != viewer)
    return next(others, 0)


def _offer(table: Table, viewer: int) -> PiecesBySlot:
    """Returns the slot with the guide's offer, for the host's phone until the first action."""
    offered = viewer and not table.entries and may_begin_guided_rounds(table)
    return {"slot-coach": (draw_app_piece("guide_offer", table, viewer),)} if offered else {}


def may_begin_guided_rounds(table: Table) -> bool:
    """Returns whether this phone may have a table guided that began without."""
    return table.host == phone_id() and can_still_be_guided(table)


def _closing(table: Table, viewer: int) -> tuple[Piece, ...]:
    """Returns the guide's last word, in the round after the guided ones; () if it isn't due."""
    last = table.game.current_round(table.state) == GUIDED_ROUND_COUNT + 1
    due = viewer and last and not table.outcome and has_finished_guided_rounds(table)
    return (draw_app_piece("guide_over", table, viewer),) if due else ()


def guided_step_pieces(table: Table, viewer: int) -> list[Piece]:
    """Returns the piece of the current guided step, or of its pause; [] if the table isn't guided.
    `viewer`: 0 for the wording that everybody reads.
    """
    # All phones of a table ask for the same.
    step = cache_of_table(table).get_or_make(
        "guided step", table.seq, lambda: current_guided_step(table)
    )
    paused = has_guided_rounds(table) and LED_PAUSED_TEXT in table.guided_marks
    if step is None and not paused:
        return []
    sheets: tuple[str, ...] = ()
    if step and step.seat == viewer:
        # What a step is about stands on the turn's tab, or in sheets that open from there.
        ways = sheets_by_offered_verb(panels_at_once_for_seat(table, viewer))
        verbs = {does.split(" ", 1)[0] for does in step.card.does}
        sheets = tuple(sorted(frozenset().union(*(ways.get(verb, ()) for verb in verbs))))
    laid = bool(step and step.card.ticks and is_laid_out(table, step.seat))
    return [draw_app_piece("coach", table, viewer, step=step, sheets=sheets, laid=laid)]


def _ways(table: Table, viewer: int) -> Mapping[str, frozenset[str]]:
    """Returns the sheets that lead to each kind of action that this seat is offered now."""
    return cache_of_table(table).get_or_make(
        ("ways", viewer),
        (table.seq, table.openly),
        lambda: sheets_on_the_way(_offers(table, viewer)),
    )


def _offers(table: Table, viewer: int) -> Iterator[Offers]:
    """Yields what the page offers, each tab read anew only after a change of what it hangs on."""
    yield offers_of_panels(panels_at_once_for_seat(table, viewer))
    show = table.game.show
    for tab in show.later if isinstance(show, ShowByTab) else ():
        parts = tab_parts(table, viewer, tab)
        yield cache_of_table(table).get_or_make(
            ("offers", tab, viewer),
            (table.seq if parts is None else parts, table.openly),
            partial(_offers_of_tab, table, viewer, tab),
        )


def _offers_of_tab(table: Table, viewer: int, tab: str) -> Offers:
    return offers_of_panels(tab_panels(table, viewer, tab))


def tour_card(table: Table, number: int) -> TourCard:
    """Returns the tour's card of this number, or the nearest one. Needs a request context."""
    cards = table.game.lessons.tour
    card = cards[min(max(number, 1), len(cards)) - 1]
    panel = _scene(table, card)
    scene = draw_past_panel(table, 0, panel) if panel else Markup()
    return TourCard(card, cards.index(card) + 1, len(cards), scene)


def screen_tour_pieces(table: Table) -> list[Piece]:
    """Returns the card that the host shows on the table screen; [] if none."""
    if not table.tour:
        return []
    return [draw_app_piece("tour", table, 0, shown=tour_card(table, table.tour))]


def _scene(table: Table, card: LessonCard) -> Panel | None:
    """Returns the panel that the card shows; None if it has none."""
    if not card.scene:
        return None
    game, example = table.game, table.game.lessons.example
    state = game.setup(example.seats, {})
    for seat, action in example.actions[: card.after]:
        state = game.apply(state, seat, game.read(action))
    return next(panel for panel in game.show(state, card.seat) if panel.id == card.scene)
