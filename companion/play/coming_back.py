"""A phone goes on in another browser, by the link that its owner kept: when its seats follow.

Who opens the link may have found it. While the phone is awake at a running table it is asked there,
as for a seat (`seat_requests`): it agrees, or refuses and so ends the link; without an answer its
seats follow after five minutes. Once it sleeps they follow at once. Every step is an event.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass

from companion.play.permissions import NotAllowed
from companion.play.phone import tables_of_phone
from companion.play.seat_requests import (
    LINK_REQUEST_SECONDS,
    SEAT_REQUEST_REPEATABLE_SECONDS,
    SILENCE_SECONDS_BEFORE_ADMITTING,
    require_no_other_request,
)
from companion.play.store import NewEvent, TableStore, WrittenEvent, table_change
from companion.tables import Kind, SeatRequest, Table

#: Running tables at which a phone is asked and its return is noted, those played last first.
MAX_TABLES_ASKED = 100


@dataclass(frozen=True)
class ReturnRequest:
    """What a browser asked a phone, at one table. `seq`: the request's event; 0 while another
    browser asks.
    """

    table: Table
    seq: int


def return_requests(store: TableStore, phone: str, asked: Mapping[str, int]) -> list[ReturnRequest]:
    """Returns the requests of a browser that the phone has not agreed to. `asked`: the events with
    which it asked, by table. Raises `Unavailable`.
    """
    tables = _tables_to_ask_at(store, phone, asked)
    found = ((table, _request_numbered(table, asked.get(table.code, 0))) for table in tables)
    return [ReturnRequest(table, one.seq) for table, one in found if one]


def ask_phone_awake(store: TableStore, phone: str, asked: Mapping[str, int]) -> list[ReturnRequest]:
    """Asks the phone wherever it is awake and this browser has no open request; returns those that
    it has not agreed to: none once its seats may follow. As `return_requests`.
    """
    tables = _tables_to_ask_at(store, phone, asked)
    return [_ask(store, table, phone, asked.get(table.code, 0)) for table in tables]


def _tables_to_ask_at(store: TableStore, phone: str, asked: Mapping[str, int]) -> list[Table]:
    running = _running_tables(store, phone)
    return [
        each for each in running if not _may_follow(store, each, phone, asked.get(each.code, 0))
    ]


def note_return(store: TableStore, phone: str) -> None:
    """Writes into the logs of the running tables that the phone came back. Raises `Unavailable`."""
    for table in _running_tables(store, phone):
        for seat in table.seats_of(phone):
            # A log that can't be continued tells nobody anything any more.
            with suppress(NotAllowed):
                _note_return(store, table.code, seat, phone)


@table_change
def _note_return(table: Table, seat: int, phone: str) -> NewEvent | None:
    return NewEvent(seat, Kind.TOOK_OVER, phone) if seat in table.seats_of(phone) else None


def _running_tables(store: TableStore, phone: str) -> Iterator[Table]:
    for table in tables_of_phone(store, phone, MAX_TABLES_ASKED):
        if table.started and table.outcome is None:
            yield table


def _may_follow(store: TableStore, table: Table, phone: str, seq: int) -> bool:
    """Returns whether the phone sleeps, or agreed to this request or left it unanswered for long
    enough.
    """
    silent = store.stream_hub.seconds_since_last_request(table.code, phone)
    if silent >= SILENCE_SECONDS_BEFORE_ADMITTING:
        return True
    if not seq:
        return False
    waiting = _request_numbered(table, seq)
    if waiting is None:
        events = store.ledger.events(table.code, after=seq)
        return any(each.kind == Kind.GAVE_SEAT and each.text.split()[0] == phone for each in events)
    waited = store.since.min_elapsed_seconds(table.code, waiting.seq, waiting.at)
    return LINK_REQUEST_SECONDS <= waited <= SEAT_REQUEST_REPEATABLE_SECONDS


def _request_numbered(table: Table, seq: int) -> SeatRequest | None:
    return next((each.asked for each in table.seats if each.asked and each.asked.seq == seq), None)


def _still_stands(store: TableStore, table: Table, asked: SeatRequest) -> bool:
    """Returns whether the request keeps other browsers from asking with the same link: also while
    its own may follow.
    """
    waited = store.since.max_elapsed_seconds(table.code, asked.seq, asked.at)
    return waited <= SEAT_REQUEST_REPEATABLE_SECONDS


def _ask(store: TableStore, table: Table, phone: str, seq: int) -> ReturnRequest:
    """Returns the open request of this browser, or writes one where none is open."""
    seat = table.seats_of(phone)[0]

    def decide(newest: Table) -> NewEvent | Table:
        asked = newest.seat_at(seat).asked
        if newest.seat_at(seat).phone != phone:
            return newest
        if asked and asked.phone == phone and _still_stands(store, newest, asked):
            return newest
        require_no_other_request(store, newest, seat, phone)
        return NewEvent(seat, Kind.ASKED_SEAT, f"{phone} 0")

    try:
        result = store.transact(table.code, decide)
    except NotAllowed:
        return ReturnRequest(table, 0)
    if isinstance(result, WrittenEvent):
        return ReturnRequest(result.table, result.table.seq)
    return ReturnRequest(result, seq if _request_numbered(result, seq) else 0)
