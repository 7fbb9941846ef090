"""A guided table: the phones explain each step, and the host shows the tour."""

from __future__ import annotations

from companion.play.lobby import require_host
from companion.play.permissions import NotAllowed, require_game_started, require_own_seat
from companion.play.store import NewEvent, table_change
from companion.referee.text import SeatName, Text
from companion.tables import Kind, Table
from companion.tables.event import LED_ENDED_TEXT, LED_PAUSED_TEXT, LED_RESUMED_TEXT
from companion.tables.guided import current_guided_step, has_guided_rounds


@table_change
def set_guided(table: Table, on: bool, phone: str) -> NewEvent | None:
    """Turns the explanations of each first step on or off for the table; a phone may override it.

    Before the start every phone with a seat may, later the host's. Raises `UnknownTable`,
    `NotAllowed`, `Unavailable`.
    """
    if table.started or not table.seats_of(phone):
        require_host(table, phone)
    same = table.guided == on
    return None if same else NewEvent(0, Kind.TAUGHT, "1" if on else "0")


@table_change
def set_guided_round(table: Table, seat: int, wanted: str, phone: str) -> NewEvent | None:
    """Advances the guided round past the card with the key `wanted`, or pauses, resumes or ends it.

    The acting seat or the host advances; any player may pause or end. No change if it is not guided
    or this card is not current. `seat`: the seat that asks, 0 if the phone holds none. Raises as
    `set_guided` does, and `UnknownSeat`.
    """
    require_game_started(table)
    if seat:
        require_own_seat(table, seat, phone)
    seats = table.seats_of(phone)
    if not seats and table.host != phone:
        raise NotAllowed(Text("Only players at this table can do that."))
    if wanted in (LED_PAUSED_TEXT, LED_RESUMED_TEXT, LED_ENDED_TEXT):
        # The guided round is on unless it was paused.
        same = (
            (LED_PAUSED_TEXT not in table.guided_marks)
            if wanted == LED_RESUMED_TEXT
            else wanted in table.guided_marks
        )
        return None if same or not has_guided_rounds(table) else NewEvent(0, Kind.LED, wanted)
    now = current_guided_step(table)
    if now is None or now.card.key != wanted or not now.card.tap:
        return None
    if now.seat not in seats and table.host != phone:
        raise NotAllowed(Text("{who} goes on from here.", who=SeatName(now.seat)))
    return NewEvent(now.seat, Kind.LED, f"{wanted} {now.seat}")


@table_change
def show_tour_card(table: Table, card: int, phone: str) -> NewEvent | None:
    """Shows this card of the tour on the table screen, counted from 1; 0 hides the tour.

    Raises as `set_guided` does.
    """
    require_host(table, phone)
    there = min(max(card, 0), len(table.game.lessons.tour))
    return None if table.tour == there else NewEvent(0, Kind.TOURED, str(there))
