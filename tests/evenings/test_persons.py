"""Persons of a group: by seat and phone; a recount over random evenings, and what never happens."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.evenings import player_statistics
from companion.evenings.persons import GroupIdentityFacts, plays_of_group
from companion.tables import Event, Table, table_from_events
from tests.kit.toy_game import HEAP

PHONES, NAMES = ("pa", "pb", "pc", "pd"), ("Ana", "Ben", "Cleo")


@st.composite
def evenings(draw: st.DrawFn) -> tuple[list[Table], GroupIdentityFacts]:
    tables = []
    for number in range(draw(st.integers(0, 8))):
        phones = draw(st.lists(st.sampled_from(PHONES), min_size=2, max_size=3, unique=True))
        lines = [(0, "opened", f"heap {len(phones)} {phones[0]}")]
        for seat, phone in enumerate(phones, 1):
            lines += [(seat, "took-seat", phone), (seat, "named", draw(st.sampled_from(NAMES)))]
        lines += [(0, "option", "heap 3"), (0, "started", ""), (1, "played", "take 3")]
        at = draw(st.integers(0, 1000))
        log = [Event(f"T{number}", n, at + n / 100, *each) for n, each in enumerate(lines, 1)]
        table = table_from_events(log, {"heap": HEAP})
        assert table is not None
        tables.append(table)
    same = draw(st.sets(st.sampled_from([("pa", "pb"), ("pb", "pc"), ("pd", "pa")])))
    members = draw(st.sampled_from([{}, {"pa": "Ana"}, {"pa": "Zoe", "pb": "Ben"}]))
    cells = [(table.code, seat.number) for table in tables for seat in table.seats]
    hidden = draw(st.sets(st.sampled_from(cells))) if cells else set()
    return tables, GroupIdentityFacts(members, same, hidden)


@pytest.mark.long
@settings(max_examples=300, deadline=None)
@given(evenings())
def test_games_and_wins_are_those_of_the_phones(
    drawn: tuple[list[Table], GroupIdentityFacts],
) -> None:
    tables, known = drawn
    plays = plays_of_group(tables, known)
    counted = player_statistics(plays, {})
    seats = [(t, s) for t in tables for s in t.seats if (t.code, s.number) not in known.hidden]
    assert sum(one.games for one in counted) == len(seats)
    assert sum(one.wins for one in counted) == sum(seat.number == 1 for _, seat in seats)
    for play in plays:
        names = [one.name.casefold() for one in play.players if one.name]
        assert len(names) == len(set(names)), "two at one table are two people"
        hidden = {one.seat for one in play.players if not one.name}
        assert hidden == {seat for code, seat in known.hidden if code == play.code}


@pytest.mark.long
@settings(max_examples=300, deadline=None)
@given(evenings())
def test_one_phone_is_one_person_and_two_phones_are_not(
    drawn: tuple[list[Table], GroupIdentityFacts],
) -> None:
    tables, known = drawn
    if known.same:
        return
    label: dict[str, set[str]] = {}
    by_code = {table.code: table for table in tables}
    for play in plays_of_group(tables, known):
        for one in play.players:
            if one.name:
                phone = by_code[play.code].seat_at(one.seat).phone
                label.setdefault(phone, set()).add(one.name)
    assert all(len(names) == 1 for names in label.values())
    assert len({name for names in label.values() for name in names}) == len(label)
