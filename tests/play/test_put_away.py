"""Tables that are put away while somebody reads or writes them: none is shown older than before.
On both ledgers.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from companion import chance
from companion.play import TableStore, act, lobby
from companion.play.answer import Played, Tap
from companion.tables import Event, Table
from tests.kit.ledgers import BOTH

Halls = Callable[..., TableStore]
PHONES = {1: "pa", 2: "pb", 3: "pc"}


@pytest.fixture(params=BOTH)
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def tap(seat: int, text: str) -> Tap:
    return Tap(PHONES[seat], seat, text, "", 5)


def during_looks(
    here: TableStore, monkeypatch: pytest.MonkeyPatch, *happenings: Callable[[], None]
) -> None:
    """The next looks into the log take long: one of these happens in the middle of each."""
    events, waiting = here.ledger.events, list(happenings)

    def slow(code: str, after: int = 0) -> list[Event]:
        read = events(code, after)
        if waiting:
            happens = waiting.pop(0)
            with monkeypatch.context() as quick:
                quick.setattr(here.ledger, "events", events)
                happens()
        return read

    monkeypatch.setattr(here.ledger, "events", slow)


@pytest.mark.usefixtures("in_a_file")
def test_of_a_table_that_was_put_away_it_is_known_whether_it_has_gone_on(
    stores: Halls, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = stores(), stores()
    code = table.code
    seq = act.play_tap(here, code, tap(1, "take 1")).table.seq
    assert here.is_newest(code, seq, within=0.0)
    here.evict_table(code)
    read: list[str] = []
    events = here.ledger.events
    monkeypatch.setattr(
        here.ledger, "events", lambda code, after=0: read.append(code) or events(code, after)
    )
    assert here.is_newest(code, seq, within=0.0) and not here.is_newest(code, seq - 1, within=0.0)
    del read[:]
    assert here.is_newest(code, seq, within=0.0)
    assert not read and not here.is_cached(code)
    other = lobby.open_table(there, "tally", 1, "pz")
    assert here.is_newest(code, seq, within=0.0) and read == [code], "it may have been this one"
    act.play_tap(there, code, tap(2, "take 3"))
    assert here.is_newest(code, seq, within=1000.0)
    assert not here.is_newest(code, seq, within=0.0) and not here.is_cached(code)
    assert here.latest_within(code, within=0.0).seq == here.newest_seq(code) == seq + 1
    assert here.newest_seq(other.code) == 0
    there.delete(code)
    assert not here.is_newest(code, seq + 1, within=0.0)


@pytest.mark.parametrize("leave", ["put away", "no room"])
def test_a_look_that_took_long_sets_no_table_back(
    stores: Halls, table: Table, monkeypatch: pytest.MonkeyPatch, leave: str
) -> None:
    """It went on meanwhile and was let go of: the older one must not be shown after the newer."""
    here, code = stores(limit=1), table.code

    def go_on() -> None:
        act.play_tap(here, code, tap(1, "take 1"))
        if leave == "put away":
            here.evict_table(code)
        else:
            lobby.open_table(here, "tally", 1, "pz")
        assert not here.is_cached(code)

    during_looks(here, monkeypatch, go_on)
    assert (
        here.latest(code).seq
        == here.newest_seq(code)
        == here.cached_table(code).seq
        == table.seq + 1
    )


def test_two_looks_in_turn_that_took_long_set_no_table_back(
    stores: Halls, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, code = stores(), table.code

    def go_on(seat: int) -> None:
        assert isinstance(act.play_tap(here, code, tap(seat, "take 1")), Played)
        here.evict_table(code)

    during_looks(here, monkeypatch, partial(go_on, 1), partial(go_on, 2))
    assert (
        here.latest(code).seq
        == here.newest_seq(code)
        == here.cached_table(code).seq
        == table.seq + 2
    )


def test_a_writer_that_hears_late_of_it_sets_no_table_back(
    stores: Halls, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was written elsewhere on top of it is known here, and put away already."""
    here, elsewhere, code = stores(), stores(), table.code
    append = here.ledger.append

    def slow(event: Event, unless_refused: bool = False) -> None:
        append(event, unless_refused)
        act.play_tap(elsewhere, code, tap(2, "take 1"))
        assert here.latest(code).seq == event.seq + 1
        here.evict_table(code)

    monkeypatch.setattr(here.ledger, "append", slow)
    answer = act.play_tap(here, code, tap(1, "take 1"))
    assert isinstance(answer, Played) and answer.entry_seq == table.seq + 1
    assert here.newest_seq(code) == here.cached_table(code).seq == table.seq + 2


def test_a_code_that_was_given_away_elsewhere_is_the_new_table(
    stores: Halls, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, elsewhere, code = stores(), stores(), table.code
    act.play_tap(here, code, tap(1, "take 1"))
    here.evict_table(code)
    elsewhere.delete(code)
    monkeypatch.setattr(chance, "new_table_code", lambda length: code)
    again = lobby.open_table(elsewhere, "tally", 1, "pz")
    assert again.code == code and again.seq < table.seq
    assert here.latest(code).seq == again.seq == here.newest_seq(code)
    assert here.is_cached(code)
