"""Looking back: every past is the fold of its events, a long log is folded once."""

from __future__ import annotations

import pytest

from companion.play import TableStore, lobby
from companion.play import store as hall_module
from companion.play.past import EVENTS_PER_KEPT_STATE, RewindCache
from companion.tables import Event, Table, apply_events, table_from_events


@pytest.fixture
def gently(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Every log is a long one; how many events were folded each time."""
    folded: list[int] = []

    def counted(table: Table | None, events: list[Event], *more: object) -> Table | None:
        folded.append(len(events))
        return apply_events(table, events, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(hall_module, "LONG_LOG_EVENTS", 3)
    monkeypatch.setattr(hall_module, "PAUSE_SECONDS", 0)
    monkeypatch.setattr(hall_module, "apply_events", counted)
    return folded


def renamed(store: TableStore, table: Table, times: int) -> list[Event]:
    for number in range(times):
        lobby.name_seat(store, table.code, 1, f"Ana {number}", "pa")
    return store.ledger.events(table.code)


def test_every_past_is_the_fold_of_its_events(
    store: TableStore, table: Table, gently: list[int]
) -> None:
    events = renamed(store, table, 3 * EVENTS_PER_KEPT_STATE)
    for seq in (
        *range(2, len(events) + 1, 7),
        len(events),
        1,
        EVENTS_PER_KEPT_STATE,
        EVENTS_PER_KEPT_STATE + 1,
    ):
        assert store.table_after_event(table.code, seq) == table_from_events(
            events[:seq], store.catalogue
        )


def test_the_second_look_folds_one_step_alone(
    store: TableStore, table: Table, gently: list[int]
) -> None:
    events = renamed(store, table, 3 * EVENTS_PER_KEPT_STATE)
    store.table_after_event(table.code, len(events))
    gently.clear()
    store.table_after_event(table.code, len(events) - 1)
    store.table_after_event(table.code, 2 * EVENTS_PER_KEPT_STATE)
    assert sum(gently) <= 2 * EVENTS_PER_KEPT_STATE


def test_there_is_room_for_so_much() -> None:
    pasts = RewindCache(room=100)
    for code in ("AAAA", "BBBB", "CCCC"):
        table = table_from_events([Event(code, 1, 1.0, 0, "opened", "crafting 2 pa")])
        assert table is not None
        for seq in (1, 60):
            pasts.store_if_due(
                apply_events(table, [Event(code, seq, 1.0, 0, "locked", "")]) or table
            )
    assert (
        pasts.nearest_stored_table("AAAA", 99) is None
        and pasts.nearest_stored_table("CCCC", 99) is not None
    )
