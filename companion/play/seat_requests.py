"""Requests for a seat that another phone holds: who may accept, and when its secrets are shown.

The seat's own phone accepts or refuses. If that phone is silent, another seat's phone may accept;
then the new phone plays at once, but sees what the seat hides only after the old one had time to
object. Every step is an event, so everyone can read it in the log.
"""

from __future__ import annotations

from companion.play.permissions import NotAllowed, require_seat
from companion.play.store import NewEvent, TableStore, table_change
from companion.referee.text import SeatName, Text
from companion.tables import (
    SEAT_CLAIM_OBJECTION_SECONDS,
    SEAT_CLAIM_OBJECTION_SECONDS_ALONE,
    Kind,
    Seat,
    SeatClaim,
    SeatRequest,
    Table,
)

#: Seconds for which a request waits for an answer.
SEAT_REQUEST_SECONDS = 60.0

#: The same for a phone whose link was opened in another browser: then its seats follow.
LINK_REQUEST_SECONDS = SEAT_CLAIM_OBJECTION_SECONDS_ALONE

#: Seconds after which a request cannot be repeated without a new code.
SEAT_REQUEST_REPEATABLE_SECONDS = 600.0

#: Seconds that a phone must have been silent before another seat may accept for it.
SILENCE_SECONDS_BEFORE_ADMITTING = 60.0

#: The same if only the phone that showed the code can accept, as in a game of two.
SILENCE_SECONDS_BEFORE_ADMITTING_ALONE = 300.0


def repeat_seat_request(store: TableStore, code: str, seat: int, phone: str) -> Table:
    """Repeats a request that was not answered in time. Raises as `admit_phone`."""

    def decide(table: Table) -> NewEvent | Table:
        asked = _seat_of(table, seat).asked
        if (
            asked is None
            or asked.phone != phone
            or _ago(store, table, asked) > SEAT_REQUEST_REPEATABLE_SECONDS
        ):
            raise NotAllowed(Text("This code has expired. Ask for a new one."))
        if has_open_request(store, table, asked):
            return table
        return NewEvent(seat, Kind.ASKED_SEAT, f"{phone} {asked.by}")

    return store.change(code, decide)


def admit_phone(store: TableStore, code: str, seat: int, asked_seq: int, phone: str) -> Table:
    """Accepts the phone that asks.

    Raises `UnknownTable`, `UnknownSeat`, `NotAllowed`, `Unavailable`.
    """

    def decide(table: Table) -> NewEvent | Table:
        place = _seat_of(table, seat)
        asked = _still_asked(store, table, place, asked_seq)
        if place.phone == phone:
            return NewEvent(seat, Kind.GAVE_SEAT, f"{asked.phone} {seat}")
        if not may_admit_phone(store, table, place, asked, phone):
            raise NotAllowed(_not_yet(table, place))
        return NewEvent(
            seat, Kind.GAVE_SEAT, f"{asked.phone} {_standing(store, table, seat, phone)}"
        )

    return store.change(code, decide)


@table_change
def end_seat_request(table: Table, seat: int, asked_seq: int, phone: str) -> NewEvent | None:
    """Refuses or cancels a request: the seat's phone or the asking one. Raises as `admit_phone`."""
    place = _seat_of(table, seat)
    if place.asked is None or place.asked.seq != asked_seq:
        return None
    if phone not in (place.phone, place.asked.phone):
        raise NotAllowed(Text("This seat belongs to another phone."))
    return NewEvent(seat, Kind.KEPT_SEAT, str(asked_seq))


def confirm_seat_claim(
    store: TableStore, code: str, seat: int, claim_seq: int, phone: str
) -> Table:
    """Confirms, for another seat, the phone that sat down. Raises as `admit_phone`."""

    def decide(table: Table) -> NewEvent | Table:
        place = _seat_of(table, seat)
        claim = place.claim
        if claim is None or claim.seq != claim_seq or not is_claim_unconfirmed(claim):
            return table
        if not may_confirm_seat_claim(store, table, place, phone):
            raise NotAllowed(Text("Another player has to confirm this phone."))
        return NewEvent(seat, Kind.VOUCHED, f"{claim.seq} {_standing(store, table, seat, phone)}")

    return store.change(code, decide)


def minutes_of_sleep(table: Table, seat: int, phone: str, by: int) -> int:
    """Returns for how many minutes the seat's phone must be asleep before another player can agree
    that `phone` plays it. `by`: the seat of the phone that showed the code, 0 for none.
    """
    shown_by = table.seat_at(by).phone if by else ""
    others = {each.phone for each in table.seats}
    others -= {"", table.seat_at(seat).phone, phone, shown_by}
    wait = SILENCE_SECONDS_BEFORE_ADMITTING if others else SILENCE_SECONDS_BEFORE_ADMITTING_ALONE
    return round(wait / 60)


def has_open_request(store: TableStore, table: Table, asked: SeatRequest) -> bool:
    """Returns whether the request can still be answered."""
    by_link = is_request_by_link(table, asked)
    seconds = LINK_REQUEST_SECONDS if by_link else SEAT_REQUEST_SECONDS
    return _ago(store, table, asked) <= seconds


def is_request_by_link(table: Table, asked: SeatRequest) -> bool:
    """Returns whether the seat's own phone asks: another browser, with the link that it kept."""
    return any(seat.asked == asked and seat.phone == asked.phone for seat in table.seats)


def is_by_link_of(table: Table, seat: int, asked_seq: int, phone: str) -> bool:
    """Returns whether that request for the seat was made with the link of this phone."""
    asked = next((each.asked for each in table.seats if each.number == seat), None)
    if asked is None or (asked.seq, asked.phone) != (asked_seq, phone):
        return False
    return is_request_by_link(table, asked)


def require_no_other_request(store: TableStore, table: Table, seat: int, phone: str) -> None:
    """Raises `NotAllowed` while another phone asks: an answer is for the phone it is meant for."""
    asked = table.seat_at(seat).asked
    if asked and asked.phone != phone and has_open_request(store, table, asked):
        raise NotAllowed(Text("Another phone is asking for this seat. Wait a minute."))


def seconds_until_secrets_shown(store: TableStore, table: Table, seat: int) -> float:
    """Returns the seconds for which the seat's secrets are still kept from its phone."""
    claim = table.seat_at(seat).claim if seat else None
    if claim is None or table.outcome is not None:
        return 0.0
    return max(
        0.0,
        claim.until - claim.at - store.since.min_elapsed_seconds(table.code, claim.seq, claim.at),
    )


def is_claim_unconfirmed(claim: SeatClaim) -> bool:
    """Returns whether the claim stays open until another seat confirms it."""
    return claim.until - claim.at > max(
        SEAT_CLAIM_OBJECTION_SECONDS, SEAT_CLAIM_OBJECTION_SECONDS_ALONE
    )


def may_admit_phone(
    store: TableStore, table: Table, seat: Seat, asked: SeatRequest, phone: str
) -> bool:
    """Returns whether this phone may accept although the seat is not its own."""
    if not _standing(store, table, seat.number, phone):
        return False
    quiet = store.stream_hub.seconds_since_last_request(table.code, seat.phone)
    shown_by = table.seat_at(asked.by).phone if asked.by else ""
    another = phone not in (asked.phone, shown_by)
    return quiet >= (
        SILENCE_SECONDS_BEFORE_ADMITTING if another else SILENCE_SECONDS_BEFORE_ADMITTING_ALONE
    )


def may_confirm_seat_claim(store: TableStore, table: Table, seat: Seat, phone: str) -> bool:
    """Returns whether this phone may confirm who took a seat that was freed."""
    if phone in (table.host, seat.phone):
        return False
    return bool(_standing(store, table, seat.number, phone))


def _standing(store: TableStore, table: Table, seat: int, phone: str) -> int:
    """Returns another seat that gives this phone a say, held long enough; 0 if none."""
    for place in table.seats:
        mine = place.number != seat and phone and place.phone == phone
        settled = not seconds_until_secrets_shown(store, table, place.number)
        if mine and settled and store.clock() - place.since >= SEAT_CLAIM_OBJECTION_SECONDS_ALONE:
            return place.number
    return 0


def _still_asked(store: TableStore, table: Table, seat: Seat, asked_seq: int) -> SeatRequest:
    asked = seat.asked
    if asked is None or asked.seq != asked_seq or not has_open_request(store, table, asked):
        raise NotAllowed(Text("No one is asking for this seat now."))
    return asked


def _not_yet(table: Table, seat: Seat) -> Text:
    if len({each.phone for each in table.seats} - {"", seat.phone}) < 2:
        return Text(
            "{name}'s phone has to agree, or be asleep for five minutes.",
            name=SeatName(seat.number),
        )
    return Text(
        "{name}'s phone has to agree. If it's asleep for a minute, another player can.",
        name=SeatName(seat.number),
    )


def _ago(store: TableStore, table: Table, asked: SeatRequest) -> float:
    return store.since.max_elapsed_seconds(table.code, asked.seq, asked.at)


def _seat_of(table: Table, seat: int) -> Seat:
    require_seat(table, seat)
    return table.seat_at(seat)
