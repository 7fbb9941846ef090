"""A game leaves as a file and comes back the same; what cannot be leaves no trace."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import transcript
from companion.play import TableStore, act, corrections, game_files, lobby, numbers, proposals
from companion.play.answer import Tap
from companion.tables import Event, Table, apply_event, table_from_events
from companion.transcript import BadGameFile
from tests.kit.toy_game import CATALOGUE

KEY = "turn.peek-twice"
PHONES = {1: "pa", 2: "pb", 3: "pc"}
Line = tuple[int, str, str]


def lived(store: TableStore, table: Table) -> Table:
    """A game with everything in it that the desk can do."""
    code = table.code

    def tap(seat: int, text: str = "") -> Tap:
        return Tap(PHONES[seat], seat, text)

    lobby.name_seat(store, code, 1, "Ana", "pa")
    first = act.play_tap(store, code, tap(1, "take 2")).entry_seq
    act.play_tap(store, code, tap(2, "take 1"))
    act.play_tap(store, code, tap(3, "peek"))
    doubtful = act.play_tap(store, code, tap(2, "peek")).entry_seq
    ruled = proposals.settle_question(store, code, tap(2), KEY, "double", doubtful)
    proposals.agree_to_proposal(store, code, tap(3), ruled.proposal_seq)
    let = corrections.allow_refused_action(store, code, tap(1, "take 1"))
    proposals.agree_to_proposal(store, code, tap(2), let.proposal_seq)
    added = corrections.insert_forgotten_action(store, code, tap(3, "grab ruby"), first)
    proposals.agree_to_proposal(store, code, tap(1), added.proposal_seq)
    other = corrections.replace_entry(store, code, tap(1, "take 3"), first)
    proposals.withdraw_proposal(store, code, tap(2), other.proposal_seq)
    corrections.take_back_entry(store, code, tap(1), first)
    proposals.set_consent(store, code, "0", "pa")
    numbers.ask_for_recount(store, code, 1, "pa")
    numbers.confirm_numbers(store, code, 2, "pb")
    act.play_tap(store, code, tap(1, "roll"))
    return corrections.take_back_entry(
        store, code, tap(3), store.latest(code).entries[-2].seq
    ).table


def same_game(one: Table, other: Table) -> bool:
    """Whether both tell the same of the game, but for the numbers of their events."""

    def facts(table: Table) -> Any:
        place = {entry.seq: i for i, entry in enumerate(table.entries)}
        return (
            table.state,
            [(e.seat, e.action, e.at, e.mark, bool(e.undone)) for e in table.entries],
            [(w.seat, w.fate, w.closer, len(w.agreed)) for w in table.proposals],
            [(r.key, r.choice, place.get(r.place)) for r in table.rulings],
            [(c.name, c.colour) for c in table.seats],
            [(e.seat, e.kind, e.at) for e in table.group_events],
            (table.consent, table.recount and table.recount.right, table.chosen_answers),
        )

    return bool(facts(one) == facts(other))


def test_json_brings_back_everything(store: TableStore, table: Table) -> None:
    before = lived(store, table)
    text = transcript.write_game_json(before)
    brought = game_files.import_game(store, text, "pz")
    assert brought.code != before.code and brought.host == "pz" and brought.seats_of("pz") == (1,)
    assert same_game(brought, before)
    assert transcript.write_game_json(brought) == text
    assert table_from_events(store.ledger.events(brought.code), store.catalogue) == brought
    assert not {"pa", "pb", "pc", before.code} & set(text.split('"'))


def test_a_transcript_brings_back_the_state(store: TableStore, table: Table) -> None:
    before = lived(store, table)
    text = transcript.write_transcript(before)
    assert "0 settle turn.peek-twice double" in text and "1 ! take 1" in text
    brought = game_files.import_game(store, text, "pz")
    assert brought.state == before.state
    assert transcript.write_transcript(brought) == text


def test_a_brought_game_goes_on(store: TableStore, table: Table) -> None:
    lived(store, table)
    brought = game_files.import_game(
        store, transcript.write_game_json(store.latest(table.code)), "pz"
    )
    seat = next(iter(brought.seats_to_act))
    lobby.sit_down_at_seat(store, brought.code, seat, "pz")
    answer = act.play_tap(store, brought.code, Tap("pz", seat, "take 1"))
    assert answer.entry_seq == answer.table.seq


def record(*events: dict[str, Any] | str, **head: Any) -> str:
    seats = [{"name": "Ana", "colour": "cyan"}, {"name": "", "colour": ""}]
    whole = {
        "format": transcript.FORMAT_NAME,
        "version": 1,
        "game": "tally",
        "seats": seats,
        **head,
    }
    lines = ",\n".join(each if isinstance(each, str) else json.dumps(each) for each in events)
    return json.dumps(whole)[:-1] + ', "events": [\n' + lines + "\n]}"


def event(seat: int, kind: str, text: str = "", at: Any = 5) -> dict[str, Any]:
    return {"at": at, "seat": seat, "kind": kind, "text": text}


FINE = event(1, "played", "take 2")
NOT_SO: list[tuple[str, int]] = [
    ("", 1),
    ("{", 1),
    ("[]", 1),
    ('{\n"format": 3,,\n}', 2),
    ("{" * 100_000, 1),
    ('{"a":' * 100_000, 1),
    ("game tally\nseats 2\n1 take 2\n1 take 2\n", 4),
    ("game tally\nseats 2\n1 take 2\n3 take 2\n", 4),
    ("game tally\nseats 2\n1 fly\n", 3),
    ("game tally\nseats 2\n1 roll\n", 3),
    ("game tally\nseats 2\n0 settle turn.peek-twice maybe\n", 3),
    ("game tally\nseats 2\n1 ! take 99\n", 3),
    ("game tally\nseats 9\n", 1),
    ("game none\nseats 2\n", 1),
    ("game tally\nseats 2\noption heap 7\n", 1),
    ("game tally\nseats 999999999999\n", 1),
    (record(FINE, version=2), 1),
    (record(FINE, format="other"), 1),
    (record(FINE, host="pa"), 1),
    (record(FINE, game=["tally"]), 1),
    (record(FINE, seats=[{"name": "A", "phone": "p"}]), 1),
    (record(FINE, seats="two"), 1),
    (record(FINE, options={"heap": 5}), 1),
    (record(FINE, options={"heap": "5", "x": "y"}), 1),
    (record(FINE, event(1, "played", "take 2")), 3),
    (record(FINE, event(2, "played", "fly")), 3),
    (record(FINE, event(2, "played", "roll")), 3),
    (record(FINE, event(3, "played", "take 1")), 3),
    (record(FINE, event(0, "played", "take 1")), 3),
    (record(FINE, FINE | {"more": 1}), 3),
    (record(FINE, event(1, "exploded")), 3),
    (record(FINE, event(1, "named", "Eve")), 3),
    (record(FINE, event(1, "took-seat", "px")), 3),
    (record(FINE, event(1, "opened", "tally 2 px")), 3),
    (record(FINE, event(1, "took-back", "2")), 3),
    (record(FINE, event(1, "took-back", "1"), event(1, "took-back", "1")), 4),
    (record(FINE, event(1, "took-back", "-1")), 3),
    (record(FINE, event(1, "took-back", "x")), 3),
    (record(FINE, event(1, "settled", "turn.heap yes")), 3),
    (record(FINE, event(1, "settled", f"{KEY} yes 9")), 3),
    (record(FINE, event(1, "settled", "")), 3),
    (record(FINE, event(1, "overruled", "1 fly")), 3),
    (record(FINE, event(1, "overruled", "7 take 1")), 3),
    (record(FINE, event(1, "inserted", "5 1 peek")), 3),
    (record(FINE, event(1, "changed", "1 fly")), 3),
    (record(FINE, event(1, "proposed", "9")), 3),
    (record(FINE, event(1, "proposed", "exploded 1")), 3),
    (record(FINE, event(2, "agreed", "1")), 3),
    (record(FINE, event(1, "proposed", "1"), event(2, "agreed", "2"), event(2, "agreed", "2")), 5),
    (record(FINE, event(0, "consent", "7")), 3),
    (record(FINE, event(1, "right")), 3),
    (record(FINE, event(1, "recount"), event(2, "recount")), 4),
    (record(FINE, event(1, "played", "take 1", at="now")), 3),
    (record(FINE, event(1, "played", "take 1", at=True)), 3),
    (record(FINE, event(1, "played", "take 1", at=1e300)), 3),
    (record(FINE, event(1, "played", "take 1", at=-1)), 3),
    (record(FINE, '{"at": NaN, "seat": 1, "kind": "played", "text": "take 1"}'), 1),
    (record(FINE, event(1, "played", "x" * 5000)), 3),
    (record(FINE, event(1, "played", "take 1\x00")), 3),
    (record(FINE, event(10**6, "played", "take 1")), 3),
    (record(*[event(1, "played", "peek")] * 6001), 1),
    (record(*[FINE | {"text": "peek"}] * 900, *[event(1, "inserted", "0 1 peek")] * 900), 1419),
]


@pytest.mark.parametrize(("text", "line"), NOT_SO, ids=[str(i) for i in range(len(NOT_SO))])
def test_what_cannot_be_is_refused_with_its_line(store: TableStore, text: str, line: int) -> None:
    with pytest.raises(BadGameFile) as caught:
        game_files.import_game(store, text, "pz")
    assert caught.value.line == line
    assert caught.value.expected.source
    assert store.ledger.table_codes() == []


def test_names_and_colours_of_a_file_are_made_fit(store: TableStore) -> None:
    seats = [{"name": "A\u202en\x07a " * 20, "colour": "cyan"}, {"name": "Bo", "colour": "mud"}]
    brought = game_files.import_game(store, record(FINE, seats=seats), "pz")
    assert all(seat.name.isprintable() and len(seat.name) <= 24 for seat in brought.seats)
    assert [seat.colour for seat in brought.seats] == ["magenta", "cyan"]
    twice = game_files.import_game(
        store, record(FINE, seats=[{"name": "Bo"}, {"name": "bo"}]), "pz"
    )
    assert [seat.name for seat in twice.seats] == ["Bo", ""]


def test_a_clock_that_was_set_back_loses_no_game(store: TableStore) -> None:
    events = [FINE | {"at": 100}, event(2, "played", "take 1", at=50)]
    brought = game_files.import_game(store, record(*events), "pz")
    assert [entry.at for entry in brought.entries] == [100, 100]


@pytest.mark.long
@given(st.text(max_size=300) | st.binary(max_size=200).map(lambda b: b.decode("latin-1")))
def test_no_text_does_harm(text: str) -> None:
    for beginning in ("", "{", "game tally\nseats 2\n", record(FINE)[:-40]):
        try:
            found = transcript.read_game_file(beginning + text)
            transcript.checked_events(found, CATALOGUE, "pz", 7.0)
        except BadGameFile as illegible:
            assert illegible.line >= 1


def _steps(picks: list[int]) -> Table:
    """A log that people could have made, desk and all."""
    opening: list[Line] = [(0, "opened", "tally 3 pa"), (0, "started", "")]
    table = table_from_events(
        [Event("K7QX", n, 10.0 + n, *line) for n, line in enumerate(opening, 1)], CATALOGUE
    )
    assert table is not None
    for pick in picks:
        choices = [(1, "settled", f"{KEY} double"), (2, "overruled", "2 take 3")]
        choices += [(s, "played", t) for s in (1, 2, 3) for t in ("peek", "roll 2 3")]
        choices += [(s, "played", f"take {n}") for s in table.seats_to_act for n in (1, 2)]
        for entry in [e for e in table.entries if not e.undone]:
            choices += [(entry.seat, "took-back", str(entry.seq))]
            choices += [(2, "inserted", f"{entry.seq} 3 peek"), (1, "changed", f"{entry.seq} peek")]
            choices += [(3, "settled", f"{KEY} yes {entry.seq}"), (1, "proposed", f"{entry.seq}")]
        choices += [
            (2, kind, str(w.seq)) for w in table.open_proposals for kind in ("agreed", "seconded")
        ]
        at = table.seq + 1
        line = choices[pick % len(choices)]
        table = apply_event(table, Event("K7QX", at, 10.0 + at, *line), CATALOGUE)
    return table


@given(st.lists(st.integers(0, 5000), max_size=16))
def test_export_import_and_replay_give_the_same(picks: list[int]) -> None:
    table = _steps(picks)
    again = _again(transcript.write_game_json(table))
    assert again.state == table.state and again.chosen_answers == table.chosen_answers
    assert transcript.write_game_json(again) == transcript.write_game_json(table)
    assert _again(transcript.write_transcript(table)).state == table.state


def _again(text: str) -> Table:
    lines = transcript.checked_events(transcript.read_game_file(text), CATALOGUE, "pz", 7.0)
    table = table_from_events(
        (Event("NEW", n, at, *line) for n, (at, line) in enumerate(lines, 1)), CATALOGUE
    )
    assert table is not None
    return table
