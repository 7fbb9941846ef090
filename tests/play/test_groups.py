"""Groups: who is in, what they see, whom two put out, and which phones are one person."""

from __future__ import annotations

import pytest

from companion.evenings import FinishedPlay, player_statistics
from companion.evenings.persons import plays_of_group
from companion.play import NotAllowed, TableStore, groups
from companion.play.evenings import (
    counted_plays,
    finished_tables,
    forget_player,
    forgotten_names,
    imported_plays_of_person,
    rename_player,
)
from companion.play.groups import UnknownGroup
from companion.play.imports import import_plays
from companion.play.shelf import REMOVED_NOTE_VALUE, NoteStore, notes_owner_of_table
from companion.tables import Event
from companion.transcript import write_game_json


@pytest.fixture
def store(heap_store: TableStore) -> TableStore:
    return heap_store


def play(store: TableStore, code: str, *seats: tuple[str, str], at: float = 100.0) -> str:
    """A finished game of these phones and names; the first seat wins by 5 to nothing."""
    lines = [(0, "opened", f"heap {len(seats)} {seats[0][0]}")]
    for number, (phone, name) in enumerate(seats, 1):
        lines += [(number, "took-seat", phone)] * bool(phone) + [(number, "named", name)]
    lines += [(0, "option", "heap 3"), (0, "started", ""), (1, "played", "take 3")]
    store.ledger.append_new_table(
        [Event(code, n, at + n, *line) for n, line in enumerate(lines, 1)]
    )
    return code


def finished_plays(store: TableStore, group: str) -> list[FinishedPlay]:
    tables = groups.tables_of_group(store, group)
    return plays_of_group(tables, groups.group_identities(store, group, tables))


def member_of_phone(store: TableStore, group: str, phone: str) -> str:
    found = groups.group_for_member(store, group, phone).member_of_phone(phone)
    assert found
    return found.id


def joined(store: TableStore, group: str, host: str, **phones: str) -> None:
    for phone, name in phones.items():
        groups.join_group(store, groups.group_for_member(store, group, host), name, phone)


def test_an_evening_is_the_groups_only_once_somebody_who_sat_there_puts_it_in(
    store: TableStore,
) -> None:
    group = groups.create_group(store, "Thursdays", "Ana", "pa")
    joined(store, group, "pa", pc="Cleo")
    play(store, "T1", ("pa", "Ana"), ("pb", "Ben"))
    play(store, "T2", ("pa", "Ana"), ("pb", "Ben"))
    with pytest.raises(NotAllowed):
        groups.add_evening(store, group, "T1", "pc")
    with pytest.raises(UnknownGroup):
        groups.add_evening(store, group, "T1", "pb")
    groups.add_evening(store, group, "T1", "pa")
    assert [each.code for each in finished_plays(store, group)] == ["T1"]
    groups.remove_evening(store, group, "T1", "pb")
    assert finished_plays(store, group) == []
    for again in (groups.add_evening, groups.restore_evening):
        with pytest.raises(NotAllowed):
            again(store, group, "T1", "pa")
    # Ben took it out, and puts it back though he is no member; then Ana may take it out.
    groups.restore_evening(store, group, "T1", "pb")
    assert [each.code for each in finished_plays(store, group)] == ["T1"]
    with pytest.raises(NotAllowed):
        groups.restore_evening(store, group, "T1", "pb")
    groups.remove_evening(store, group, "T1", "pa")
    with pytest.raises(NotAllowed):
        groups.restore_evening(store, group, "T1", "pb")
    groups.add_evening(store, group, "T1", "pa")
    assert [each.code for each in finished_plays(store, group)] == ["T1"]


def test_one_person_with_two_browsers_throws_nobody_out(store: TableStore) -> None:
    group = groups.create_group(store, "Thursdays", "Ana", "pa")
    joined(store, group, "pa", pb="Ben", px="Xaver", py="Yann")
    ana, xaver = (member_of_phone(store, group, phone) for phone in ("pa", "px"))
    for voter in ("px", "py", "px"):
        with pytest.raises(NotAllowed):
            groups.vote_out_member(store, groups.group_for_member(store, group, voter), ana, voter)
    # Who goes and comes again, or takes another name, is as new as before.
    groups.leave_group(store, group, "px")
    joined(store, group, "pa", px="Xaver", py="Yannick")
    store.clock = lambda: 5_000_000.0 + groups.NEW_MEMBER_SECONDS - 1
    for voter in ("px", "py"):
        with pytest.raises(NotAllowed):
            groups.vote_out_member(store, groups.group_for_member(store, group, voter), ana, voter)
    for voter, gone in (("pa", False), ("pb", True)):
        of = groups.group_for_member(store, group, voter)
        assert groups.vote_out_member(store, of, xaver, voter) is gone


def test_of_the_first_members_each_has_a_vote_after_a_day(store: TableStore) -> None:
    group = groups.create_group(store, "Thursdays", "Ana", "pa")
    joined(store, group, "pa", pb="Ben", pc="Cleo")
    ana = member_of_phone(store, group, "pa")
    store.clock = lambda: 5_000_000.0 + groups.NEW_MEMBER_SECONDS
    for voter, gone in (("pb", False), ("pc", True)):
        of = groups.group_for_member(store, group, voter)
        assert groups.vote_out_member(store, of, ana, voter) is gone


@pytest.mark.parametrize("other", ["ANA", "\u0410na", "An\u0430", "\u0391na", "Ａｎａ"])
def test_names_that_look_alike_are_told(store: TableStore, other: str) -> None:
    group = groups.create_group(store, "Thursdays", "Ana", "pa")
    with pytest.raises(NotAllowed, match="already"):
        joined(store, group, "pa", pb=other)
    joined(store, group, "pa", pb="Анна", pc="Anna", pd="Ánna")


def test_a_deleted_tables_code_brings_nobody_elses_evening_in(store: TableStore) -> None:
    group = groups.create_group(store, "Thursdays", "Ana", "pa")
    play(store, "T1", ("pa", "Ana"), ("pb", "Ben"))
    groups.add_evening(store, group, "T1", "pa")
    store.delete("T1")
    play(store, "T1", ("px", "Xenia"), ("py", "Yan"), at=900.0)
    assert finished_plays(store, group) == []


def test_a_name_taken_out_is_nowhere_and_the_points_stay(store: TableStore) -> None:
    group = groups.create_group(store, "Thursdays", "Ana", "pa")
    play(store, "T1", ("pa", "Ana"), ("pb", "Ben"))
    groups.add_evening(store, group, "T1", "pa")
    groups.hide_name_in_group(store, group, "T1", "pb", 2)
    (only,) = finished_plays(store, group)
    assert [(one.name, one.total) for one in only.players] == [("Ana", 3), ("", 0)]
    with pytest.raises(NotAllowed):
        groups.hide_name_in_group(store, group, "T1", "pa", 2)
    groups.show_name_in_group(store, group, "T1", "pb", 2)
    assert [one.name for one in finished_plays(store, group)[0].players] == ["Ana", "Ben"]


def test_a_person_is_a_phone_however_the_name_is_written(store: TableStore) -> None:
    group = groups.create_group(store, "Thursdays", "Ana", "pa")
    play(store, "T1", ("pa", "Ana"), ("pb", "Ben"))
    play(store, "T2", ("pa", "Annie"), ("pc", "Ben"), at=200.0)
    play(store, "T3", ("pa", "ana"), ("pa", "Grandma"), at=300.0)
    for code in ("T1", "T2", "T3"):
        groups.add_evening(store, group, code, "pa")
    counted = {
        one.name: (one.games, one.wins)
        for one in player_statistics(finished_plays(store, group), {})
    }
    assert counted == {"Ana": (3, 3), "Ben": (1, 0), "Ben (2)": (1, 0), "Grandma": (1, 0)}


def test_two_phones_are_one_person_when_both_say_so(store: TableStore) -> None:
    group = groups.create_group(store, "Thursdays", "Ana", "pa")
    joined(store, group, "pa", p2="Ana's tablet", pb="Ben")
    play(store, "T1", ("pa", "Ana"), ("pb", "Ben"))
    play(store, "T2", ("p2", "A."), ("pb", "Ben"), at=200.0)
    groups.add_evening(store, group, "T1", "pa")
    groups.add_evening(store, group, "T2", "p2")
    assert not groups.declare_same_person(
        store,
        groups.group_for_member(store, group, "pa"),
        member_of_phone(store, group, "p2"),
        "pa",
    )
    assert len(player_statistics(finished_plays(store, group), {})) == 3
    assert groups.declare_same_person(
        store,
        groups.group_for_member(store, group, "p2"),
        member_of_phone(store, group, "pa"),
        "p2",
    )
    counted = {one.games for one in player_statistics(finished_plays(store, group), {})}
    assert counted == {2} and len(player_statistics(finished_plays(store, group), {})) == 2
    with pytest.raises(NotAllowed):
        groups.declare_same_person(
            store,
            groups.group_for_member(store, group, "pb"),
            member_of_phone(store, group, "pa"),
            "pb",
        )
    groups.declare_other_person(
        store,
        groups.group_for_member(store, group, "pa"),
        member_of_phone(store, group, "p2"),
        "pa",
    )
    assert len(player_statistics(finished_plays(store, group), {})) == 3


def test_two_people_put_one_out_and_two_phones_of_one_do_not(store: TableStore) -> None:
    group = groups.create_group(store, "Thursdays", "Ana", "pa")
    joined(store, group, "pa", p2="Tablet", pb="Ben", pc="Cleo")
    key = groups.group_for_member(store, group, "pa").key
    for one, two in (("pa", "p2"), ("p2", "pa")):
        groups.declare_same_person(
            store,
            groups.group_for_member(store, group, one),
            member_of_phone(store, group, two),
            one,
        )
    cleo = member_of_phone(store, group, "pc")
    for voter in ("pa", "p2", "pa"):
        assert not groups.vote_out_member(
            store, groups.group_for_member(store, group, voter), cleo, voter
        )
    assert groups.vote_out_member(store, groups.group_for_member(store, group, "pb"), cleo, "pb")
    with pytest.raises(UnknownGroup):
        groups.group_for_member(store, group, "pc")
    with pytest.raises(UnknownGroup):
        groups.group_from_link(store, group, key)
    assert groups.groups_of_phone(store, "pc") == {}
    assert {one.phone for one in groups.group_for_member(store, group, "pa").members} == {
        "pa",
        "p2",
        "pb",
    }


def test_a_person_with_two_phones_has_one_history_on_both(store: TableStore) -> None:
    """Once both say so, while both are in the group; renaming reaches the games of both."""
    group = groups.create_group(store, "Thursdays", "Ana", "pa")
    joined(store, group, "pa", p2="Tablet", pb="Ben")
    play(store, "T1", ("pa", "Ana"), ("pb", "Ben"))
    play(store, "T2", ("p2", "A."), ("pb", "Ben"), at=200.0)
    import_plays(store, "date,game,player,points\n2020-02-02,Chess,Zoe,3\n", "p2", ())

    def counted(phone: str) -> tuple[list[str], int]:
        tables = [table.code for table in finished_tables(store, phone)]
        return tables, len(imported_plays_of_person(store, phone))

    apart = {"pa": (["T1"], 0), "p2": (["T2"], 1), "pb": (["T2", "T1"], 0)}
    assert {phone: counted(phone) for phone in apart} == apart
    groups.declare_same_person(
        store,
        groups.group_for_member(store, group, "pa"),
        member_of_phone(store, group, "p2"),
        "pa",
    )
    assert {phone: counted(phone) for phone in apart} == apart, "one of them alone says nothing"
    groups.declare_same_person(
        store,
        groups.group_for_member(store, group, "p2"),
        member_of_phone(store, group, "pa"),
        "p2",
    )
    both = (["T2", "T1"], 1)
    assert counted("pa") == counted("p2") == both and counted("pb") == apart["pb"]
    assert rename_player(store, "pa", "A.", "Ana") == "Ana"
    assert rename_player(store, "pa", "Zoe", "Zoé") == "Zoé"
    assert forget_player(store, "pa", "Zoé") == 0
    assert forgotten_names(store, "pa") == ["zoe"]
    groups.leave_group(store, group, "p2")
    assert {phone: counted(phone) for phone in apart} == apart


def test_a_name_is_hidden_only_where_the_evening_is_and_odd_notes_break_nothing(
    store: TableStore,
) -> None:
    group = groups.create_group(store, "Friday", "Ana", "a")
    code = play(store, "AAAA", ("a", "Ana"), ("b", "Ben"))
    for odd in (f"{group} x", " ", "", "group-1 2 3", "x" * 15_000, group):
        with pytest.raises(NotAllowed):
            groups.hide_name_in_group(store, odd, code, "a", 1)
        with pytest.raises(NotAllowed):
            groups.show_name_in_group(store, odd, code, "a", 1)
    hidden = NoteStore(store, notes_owner_of_table(code), "-hidden")
    assert hidden.read_with_removed() == {}
    groups.add_evening(store, group, code, "a")
    # What an older companion wrote is still there.
    odd_notes = ("", " ", "x", "a b c", f"{group} x", f"{group}  1", f"{group} ²")
    hidden.write(dict.fromkeys(odd_notes, REMOVED_NOTE_VALUE))
    groups.hide_name_in_group(store, group, code, "a", 1)
    assert groups.seats_with_hidden_name(store, group, code) == {1}
    assert [player.name for player in finished_plays(store, group)[0].players] == ["", "Ben"]
    for kind in ("-votes", "-same"):
        NoteStore(store, group, kind).write({"one": "1", "a b c": "both", " ": "asked"})
    assert groups.group_for_member(store, group, "a").members


def test_a_file_of_a_table_that_the_other_phone_brought_counts_once(store: TableStore) -> None:
    group = groups.create_group(store, "Thursdays", "Ana", "pa")
    joined(store, group, "pa", p2="Tablet")
    play(store, "T1", ("pa", "Ana"), ("pb", "Ben"), at=1_000_000.0)
    import_plays(store, write_game_json(store.latest("T1")), "p2", ())
    for one, other in (("pa", "p2"), ("p2", "pa")):
        mine = groups.group_for_member(store, group, one)
        groups.declare_same_person(store, mine, member_of_phone(store, group, other), one)
    assert len(imported_plays_of_person(store, "pa")) == 1
    for phone in ("pa", "p2"):
        (counted,) = counted_plays(store, phone, finished_tables(store, phone))
        assert counted.code == "T1"
