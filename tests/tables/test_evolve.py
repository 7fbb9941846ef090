"""A table is the fold of its events, however they are cut; taking back is as if never played."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.referee.judge import judge, legal_actions
from companion.tables import COLOURS, Event, Table, apply_event, table_from_events, without_entry
from tests.kit.toy_game import CATALOGUE

PHONES = ("pa", "pb", "pc")


def log(*lines: tuple[int, str, str]) -> list[Event]:
    """Events with numbers, from (seat, kind, text)."""
    return [
        Event("K7QX", seq, 100.0 + seq, seat, kind, text, f"i{seq}")
        for seq, (seat, kind, text) in enumerate(lines, start=1)
    ]


def table_of(*lines: tuple[int, str, str]) -> Table:
    table = table_from_events(log((0, "opened", "tally 3 pa"), *lines), CATALOGUE)
    assert table is not None
    return table


def _log(seats: int, picks: list[int]) -> list[Event]:
    """A log as play would write it: each pick chooses one of the lines that make sense then."""
    lines: list[tuple[int, str, str]] = [(0, "opened", f"tally {seats} pa")]
    table = table_from_events(log(*lines), CATALOGUE)
    for pick in picks:
        assert table is not None
        choices = _anywhere(table) + (_in_play(table) if table.started else _in_lobby(table))
        lines.append(choices[pick % len(choices)])
        table = apply_event(table, log(*lines)[-1], CATALOGUE)
    return log(*lines)


def logs() -> st.SearchStrategy[list[Event]]:
    return st.builds(_log, st.integers(1, 4), st.lists(st.integers(0, 5000), max_size=30))


def _anywhere(table: Table) -> list[tuple[int, str, str]]:
    seats = [one.number for one in table.seats]
    lines = [(seat, "named", name) for seat in seats for name in ("Ana", "")]
    lines += [(seat, "coloured", COLOURS[seat + 2]) for seat in seats]
    lines += [(seat, "took-seat", phone) for seat in seats for phone in PHONES]
    return [*lines, (1, "freed", ""), (0, "locked", ""), (0, "unlocked", "")]


def _in_lobby(table: Table) -> list[tuple[int, str, str]]:
    order = " ".join(str(seat.number) for seat in reversed(table.seats))
    sizes = [(0, "resized", str(seats)) for seats in range(1, 5)]
    return [*([(0, "started", "")] * 20), (0, "option", "heap 5"), (0, "ordered", order), *sizes]


def _in_play(table: Table) -> list[tuple[int, str, str]]:
    lines = [
        (seat.number, "played", table.game.write(action))
        for seat in table.seats
        for action in legal_actions(table.game, table.state, seat.number)
    ] * 4
    live = [entry for entry in table.entries if not entry.undone]
    lines += [(entry.seat, "took-back", str(entry.seq)) for entry in live]
    lines += [(entry.seat, "proposed", str(entry.seq)) for entry in live]
    for proposal in table.open_proposals:
        lines += [(1, kind, str(proposal.seq)) for kind in ("agreed", "withdrawn")]
    return lines


@given(logs(), st.data())
def test_fold_is_evolve_step_by_step_from_anywhere(
    events: list[Event], data: st.DataObject
) -> None:
    whole = table_from_events(events, CATALOGUE)
    cut = data.draw(st.integers(0, len(events)))
    table = table_from_events(events[:cut], CATALOGUE)
    for event in events[cut:]:
        table = apply_event(table, event, CATALOGUE)
    assert table == whole
    assert table is not None and (table.seq, table.at) == (len(events), events[-1].at)


@given(logs(), st.data())
def test_evolve_leaves_the_table_before_as_it_was(events: list[Event], data: st.DataObject) -> None:
    cut = data.draw(st.integers(1, len(events)))
    before = table_from_events(events[:cut], CATALOGUE)
    copy = table_from_events(events[:cut], CATALOGUE)
    table = before
    for event in events[cut:]:
        table = apply_event(table, event, CATALOGUE)
    assert before == copy


@given(logs(), st.data())
def test_taking_back_is_as_if_it_had_never_been_played(
    events: list[Event], data: st.DataObject
) -> None:
    table = table_from_events(events, CATALOGUE)
    assert table is not None
    live = [entry for entry in table.entries if not entry.undone]
    if not live:
        return
    entry = data.draw(st.sampled_from(live))
    back = Event("K7QX", table.seq + 1, 999.0, entry.seat, "took-back", str(entry.seq))
    after = apply_event(table, back, CATALOGUE)
    never = table_from_events((event for event in events if event.seq != entry.seq), CATALOGUE)
    assert never is not None
    assert after.state == never.state
    kept = tuple(old for old in after.entries if old.seq != entry.seq)
    assert kept == never.entries
    assert after.entry(entry.seq).undone == back.seq
    assert after.entry(entry.seq).action == entry.action


@given(logs())
def test_the_entries_hold_the_state_before_them(events: list[Event]) -> None:
    table = table_from_events(events, CATALOGUE)
    assert table is not None
    live = [entry for entry in table.entries if not entry.undone]
    afters = [*(entry.state_before for entry in live[1:]), table.state]
    for entry, after in zip(live, afters[-len(live) :] if live else [], strict=True):
        action = table.game.read(entry.action)
        assert table.game.apply(entry.state_before, entry.seat, action) == after


START = (0, "started", "")


def test_misfits_are_the_later_actions_that_were_fine_and_are_no_longer() -> None:
    table = table_of(
        START, (1, "played", "take 2"), (2, "played", "take 1"), (3, "played", "grab ruby")
    )
    preview = without_entry(table, 3)
    changed, misfits = preview.changed, preview.misfits
    assert [(entry.action, ruling.allowed) for entry, ruling in misfits] == [("take 1", False)]
    assert misfits[0][1].objections[0].rule == "turn.yours"
    assert changed.state.heap == 19 and changed.state.gems == ("ruby",)


def test_what_was_against_the_rules_already_is_no_misfit() -> None:
    table = table_of(START, (1, "played", "take 1"), (1, "played", "take 1"))
    assert not judge(
        table.game, table.entries[1].state_before, 1, table.game.read("take 1")
    ).allowed
    assert without_entry(table, 3).misfits == ()


def test_only_open_proposals_remain_and_agreeing_takes_back() -> None:
    lines = [START, (1, "played", "peek"), (1, "proposed", "3"), (2, "played", "grab opal")]
    table = table_of(*lines)
    assert [(one.seq, one.seat, one.entry_seq) for one in table.open_proposals] == [(4, 1, 3)]
    agreed = table_of(*lines, (2, "agreed", "4"))
    assert agreed.open_proposals == () and agreed.entry(3).undone == 6 and agreed.state.peeks == 0
    assert agreed.state.gems == ("opal",)
    assert table_of(*lines, (2, "agreed", "4"), (3, "agreed", "4")).state == agreed.state
    withdrawn = table_of(*lines, (1, "withdrawn", "4"))
    assert withdrawn.open_proposals == () and withdrawn.state == table.state


def test_what_is_undone_stays_undone_by_the_first() -> None:
    table = table_of(START, (1, "played", "peek"), (1, "took-back", "3"), (1, "took-back", "3"))
    assert table.entry(3).undone == 4 and table.state.peeks == 0


def test_people_keep_name_colour_and_phone_when_the_seats_are_ordered() -> None:
    table = table_of((2, "named", "Bo"), (2, "took-seat", "pb"), (0, "ordered", "3 2 1"))
    assert [seat.number for seat in table.seats] == [1, 2, 3]
    moved = table_of((1, "named", "Ana"), (1, "took-seat", "pa"), (0, "ordered", "2 3 1"))
    last = moved.seat_at(3)
    assert (last.name, last.colour, last.phone, last.symbol) == ("Ana", "magenta", "pa", "moon")
    assert moved.seats_of("pa") == (3,) and moved.seats_of("") == ()


def test_a_new_seat_gets_a_colour_that_nobody_has() -> None:
    table = table_of((1, "coloured", "amber"), (0, "resized", "4"))
    assert [seat.colour for seat in table.seats] == ["amber", "cyan", "violet", "magenta"]
    assert len(table_of((0, "resized", "2")).seats) == 2


def test_the_start_uses_the_options_and_the_outcome_ends_the_turns() -> None:
    table = table_of((0, "option", "heap 5"), START)
    assert (table.state.heap, table.seats_to_act, table.outcome) == (5, frozenset({1}), None)
    over = table_of(
        (0, "option", "heap 5"), START, (1, "played", "take 3"), (2, "played", "take 2")
    )
    assert over.seats_to_act == frozenset()
    assert over.outcome is not None and over.outcome.winners == (1,)
    assert table_of().seats_to_act == frozenset() and table_of().outcome is None


def test_nothing_makes_no_table() -> None:
    assert table_from_events([], CATALOGUE) is None
