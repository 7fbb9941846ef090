"""Games from elsewhere: BG Stats' form out and in again, the same once, and trouble by its line."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.evenings import EveningNotes, FinishedPlay, Player
from companion.play import TableStore, imports
from companion.play.imports import bg_stats as bg_stats_file
from companion.play.imports import csv_file, fields
from companion.play.shelf import NoteStore
from companion.referee.text import english_translator
from companion.web.export.evenings import plays_bg_stats, plays_json
from tests.kit.toy_game import HEAP

WORDS = st.text("abcÄß", min_size=1, max_size=6)


@pytest.fixture
def store(heap_store: TableStore) -> TableStore:
    return heap_store


@st.composite
def plays(draw: st.DrawFn) -> FinishedPlay:
    totals = draw(st.lists(st.integers(-9, 300), min_size=1, max_size=5))
    names = draw(st.lists(WORDS, min_size=len(totals), max_size=len(totals), unique=True))
    names[0] = draw(st.sampled_from(["", names[0]]))
    # A tie may be broken, or all have lost together.
    won = draw(st.sets(st.integers(1, len(totals))))
    players = tuple(
        Player(seat, name, points, 1 + sum(x > points for x in totals), seat in won)
        for seat, (name, points) in enumerate(zip(names, totals, strict=True), 1)
    )
    about = EveningNotes(
        draw(WORDS), draw(WORDS), draw(st.sampled_from(["", "Moons", "Moons, Suns"]))
    )
    ended = float(draw(st.integers(1_000_000, 2_000_000_000)))
    minutes, rounds = draw(st.integers(0, 300)), draw(st.integers(0, 9))
    starter = draw(st.integers(0, len(totals)))
    return FinishedPlay("K7QX", "Go", ended, players, about, minutes, rounds, starter)


@settings(deadline=None)
@given(plays())
def test_bg_stats_out_and_in_again_loses_nothing(play: FinishedPlay) -> None:
    text = plays_bg_stats([play], {}, {"Go": "Go"})
    ((_, again),) = bg_stats_file.read_bg_stats(json.loads(text), text, {"go": "Go"})
    assert isinstance(again, FinishedPlay)
    assert replace(again, code="") == replace(play, code="")
    assert again.code == fields.finished_play_id(play)


def bg_stats(*plays: dict[str, Any], low: bool = False) -> str:
    """A file with Ana and somebody without a name, each of these games one line."""
    people = [{"id": 1, "name": "Ana"}, {"id": 2, "name": "Anonymous", "isAnonymous": True}]
    games = [{"id": 1, "name": "Heap", "highestWins": not low}]
    usual = {"gameRefId": 1, "playDate": "2024-05-01 20:00:00", "playerScores": scores("5", "7")}
    lines = [json.dumps({**usual, "uuid": f"{at:024}", **one}) for at, one in enumerate(plays)]
    told = ",\n".join(lines)
    head = f'{{"players": {json.dumps(people)}, "games": {json.dumps(games)}, "plays": [\n'
    return f"{head}{told}]}}"


def scores(*points: str, **last: Any) -> list[dict[str, Any]]:
    """Of Ana first; the last one with these fields, too."""
    told = [{"playerRefId": at, "score": each} for at, each in enumerate(points, 1)]
    return [*told[:-1], {**told[-1], **last}]


def test_a_play_that_bg_stats_ignores_is_named_by_its_line_and_not_counted(
    store: TableStore,
) -> None:
    text = bg_stats({"ignored": True}, {"ignored": False}, {"ignored": True})
    said = imports.import_plays(store, text, "pa", ())
    assert [(one.line, one.taken) for one in said] == [(2, False), (3, True), (4, False)]
    assert english_translator().say(said[0].words) == (
        "Heap, 2024-05-01: marked as ignored, so it isn't counted"
    )
    assert len(imports.stored_imports_of_phone(store, "pa")) == 1


@pytest.mark.parametrize(
    ("play", "low", "names", "won"),
    [
        ({}, False, ["Ana", ""], [False, True]),
        ({}, True, ["Ana", ""], [True, False]),
        ({"manualWinner": True}, False, ["Ana", ""], [False, False]),
        (
            {"playerScores": scores("5", "5", anonymousName="Ulf", winner=True)},
            False,
            ["Ana", "Ulf"],
            [False, True],
        ),
    ],
)
def test_who_played_and_won_in_bg_stats(
    store: TableStore, play: dict[str, Any], low: bool, names: list[str], won: list[bool]
) -> None:
    imports.import_plays(store, bg_stats(play, low=low), "pa", ())
    (kept,) = imports.stored_imports_of_phone(store, "pa")
    assert [one.name for one in kept.players] == names
    assert [one.won for one in kept.players] == won


def test_what_is_not_kept_of_a_play_is_said(store: TableStore) -> None:
    told = {"rounds": 4, "rating": 3}
    told["playerScores"] = scores("5", "7", startPlayer=True, role="Fox")  # type: ignore[assignment]
    taken, left = imports.import_plays(store, bg_stats(told), "pa", ())
    assert taken.taken and not left.taken
    assert english_translator().say(left.words) == "Not kept: rating, role"
    (kept,) = imports.stored_imports_of_phone(store, "pa")
    assert (kept.rounds, kept.starter) == (4, 2)


def test_games_beyond_what_is_read_of_one_file_are_not_left_out_in_silence() -> None:
    many = bg_stats(*({"uuid": f"{n:036}"} for n in range(fields.MAX_GAMES + 1)))
    for others in (False, True):
        read = [
            *bg_stats_file.read_bg_stats(json.loads(many), many, {"heap": "Heap"}, others=others)
        ]
        plays, told = read[: fields.MAX_GAMES], read[fields.MAX_GAMES :]
        assert all(isinstance(play, FinishedPlay) for _, play in plays)
        assert told == [(0, fields.MORE_GAMES)]


PEOPLE = fields.MAX_PLAYERS + 3


def many_players(form: str) -> str:
    """A file in this form whose one game has `PEOPLE` players."""
    everybody = range(1, PEOPLE + 1)
    match form:
        case "BG Stats":
            score = [{"anonymousName": f"P{at}", "score": str(at)} for at in everybody]
            return bg_stats({"playDate": "2024-05-01", "playerScores": score})
        case "evenings":
            players = [{"name": f"P{at}", "total": at} for at in everybody]
            told = {"game": {"title": "Heap"}, "ended": "2024-05-01", "players": players}
            return json.dumps({"form": "companion-evenings", "games": [told]})
        case _:
            rows = "".join(f"2024-05-01,Heap,P{at},{at}\n" for at in everybody)
            return f"Date,Game,Player,Points\n{rows}"


@pytest.mark.parametrize("form", ["BG Stats", "evenings", "CSV"])
def test_players_beyond_those_of_a_game_are_not_left_out_in_silence(
    store: TableStore, form: str
) -> None:
    taken, left = imports.import_plays(store, many_players(form), "pa", ())
    assert taken.taken and not left.taken
    told = "Heap, 2024-05-01: no more than 20 players are read, left out: 3"
    assert english_translator().say(left.words) == told
    (kept,) = imports.stored_imports_of_phone(store, "pa")
    assert len(kept.players) == fields.MAX_PLAYERS


def test_rows_beyond_those_of_a_file_are_not_left_out_in_silence(
    store: TableStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(csv_file, "MAX_ROWS", 5)
    rows = "".join(f"2024-05-{day},Heap,{who},{day}\n" for day in (10, 11, 12) for who in "AB")
    text = f"Date,Game,Player,Points\n{rows}"
    taken, also, left = imports.import_plays(store, text, "pa", ())
    assert taken.taken and also.taken and (left.line, left.taken) == (7, False)
    told = "No more than 5 rows are read from one file, left out: 2"
    assert english_translator().say(left.words) == told, "of the last game not half is kept"
    kept = imports.stored_imports_of_phone(store, "pa")
    assert [len(play.players) for play in kept] == [2, 2]
    whole = imports.import_plays(store, text.replace("2024-05-12,Heap,B,12\n", ""), "pb", ())
    assert [one.taken for one in whole] == [True] * 3


def test_entries_beyond_those_of_a_list_are_not_left_out_in_silence(
    store: TableStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bg_stats_file, "MAX_NAMED", 1)
    taken, left = imports.import_plays(store, bg_stats({}), "pa", ())
    assert taken.taken and not left.taken
    told = "No more than 1 games, players and places each are read, left out: 1"
    assert english_translator().say(left.words) == told


def test_the_same_file_twice_is_once_and_own_games_are_there_already(store: TableStore) -> None:
    two = (Player(1, "Ana", 5, 1, True), Player(2, "Ben", 4, 2, False))
    play = FinishedPlay("K7QX", "heap", 1_000_000.0, two)
    text = plays_bg_stats([play], {}, {"heap": HEAP.title})
    assert [one.taken for one in imports.import_plays(store, text, "pa", ())] == [True]
    assert [one.taken for one in imports.import_plays(store, text, "pa", ())] == [False]
    (kept,) = imports.stored_imports_of_phone(store, "pa")
    assert (kept.game, kept.players) == ("heap", two)
    assert imports.stored_imports_of_phone(store, "pb") == []
    assert not imports.import_plays(store, text, "pb", {fields.finished_play_id(play)})[0].taken


def test_a_csv_says_what_was_not_understood_by_its_line(store: TableStore) -> None:
    text = "Date;Game;Player;Points\n2024-05-01;Go;Ana;5\n2024-05-01;Go;Ben;7\nsoon;Go;Ana;5\n"
    said = imports.import_plays(store, text + "2024-05-02;Go;Ana;many\n", "pa", ())
    assert [(one.line, one.taken) for one in said] == [(2, True), (4, False), (5, False)]
    (kept,) = imports.stored_imports_of_phone(store, "pa")
    assert [(one.name, one.total, one.won) for one in kept.players] == [
        ("Ana", 5, False),
        ("Ben", 7, True),
    ]


@pytest.mark.parametrize("ended", [1_000_000.2, 1_000_000.7])
def test_own_games_of_our_own_files_are_there_already(store: TableStore, ended: float) -> None:
    two = (Player(1, "Ana", 5, 1, True), Player(2, "Ben", 4, 2, False))
    play = FinishedPlay("K7QX", "heap", ended, two)
    there = imports.known_play_ids([play])
    text = plays_json([play], {}, {"heap": HEAP.title})
    moment = json.loads(text)["games"][0]["ended"]
    rows = "".join(f"{moment},{HEAP.title},K7QX,{one.name},{one.total}\n" for one in two)
    table = f"Ended,Game,Table code,Player,Points\n{rows}"
    for told in (text, table):
        # Older files told the second before.
        for each in (told, told.replace(":41Z", ":40Z")):
            assert [one.taken for one in imports.import_plays(store, each, "pa", there)] == [False]


def taken(store: TableStore, text: str) -> list[tuple[str, tuple[int | None, ...]]]:
    """The games that a CSV brings, with their points."""
    imports.import_plays(store, text, "pa", ())
    plays = imports.stored_imports_of_phone(store, "pa")
    return sorted((play.game, tuple(one.total for one in play.players)) for play in plays)


def test_two_games_of_one_day_stay_two(store: TableStore) -> None:
    head = "Date,Game,Player,Points\n"
    rows = "".join(f"2024-05-01,Go,{who}\n" for who in ("Ana,5", "Ben,7", "Ben,4", "Ana,9"))
    assert taken(store, head + rows) == [("Go", (4, 9)), ("Go", (5, 7))]


def test_a_place_in_the_column_of_tables_names_no_game(store: TableStore) -> None:
    head, long = "Date,Game,Table,Player,Points\n", "The long table of the kitchen"
    rows = "2024-05-01,Go,Kitchen,Ana,5\n2024-05-01,Chess,Kitchen,Ana,6\n"
    more = f"2024-05-02,Go,{long},Ana,7\n2024-05-03,Go,{long},Ana,8\n"
    games = [("Chess", (6,)), ("Go", (5,)), ("Go", (7,)), ("Go", (8,))]
    assert taken(store, head + rows + more) == games


def test_a_note_with_a_semicolon_makes_no_day_first(store: TableStore) -> None:
    text = "Date,Game,Player,Points,Note\n11/05/2026,Go,Ana,5,late; good\n"
    (said,) = imports.import_plays(store, text, "pa", ())
    assert not said.taken and "two different days" in said.words.source


def test_a_game_called_game_of_life_is_a_row_of_a_csv(store: TableStore) -> None:
    text = "Game,Date,Player,Points\ngame of life,2026-11-01,Ana,61\n"
    assert taken(store, text) == [("game of life", (61,))]


def test_a_saved_game_counts_once_whatever_its_comments(store: TableStore) -> None:
    text = "# a game\ngame heap\nseats 2\noption heap 3\n1 take 3\n"
    assert [one.taken for one in imports.import_plays(store, text, "pa", ())] == [True]
    assert [one.taken for one in imports.import_plays(store, text, "pa", ())] == [False]
    (unfinished,) = imports.import_plays(store, text.replace("take 3", "take 1"), "pa", ())
    assert not unfinished.taken


@pytest.mark.parametrize("text", ["", "hello", "a,b\n1,2", "\x00", "[" * 9000])
def test_what_is_no_file_of_games_is_refused_in_words(store: TableStore, text: str) -> None:
    try:
        said = imports.import_plays(store, text, "pa", ())
    except fields.WrongFormat as bad:
        assert bad.reason.source
    else:
        assert not any(one.taken for one in said)
    assert imports.stored_imports_of_phone(store, "pa") == []


#: Numbers and dates that are well-formed and that no page could show, and what is no number at all.
ODD = (10**400, -(10**400), 10**7, True, None, [], {}, "9" * 400, "1+" * 900 + "1", 1e308)
ODD_DATES = ("9999-12-31", "0001-01-01", "2024-05-01T25:00", "x" * 5000, 5, None, [], "9999-12-31Z")


@pytest.mark.parametrize("score", ODD)
@pytest.mark.parametrize("date", [*ODD_DATES, "2024-05-01"])
def test_odd_numbers_are_words_and_never_stay(store: TableStore, score: Any, date: Any) -> None:
    text = bg_stats({"playDate": date, "durationMin": score, "playerScores": scores("5", "7")})
    text = text.replace('"5"', json.dumps(score))
    evenings = {"form": "companion-evenings", "games": [{"table": score, "game": {"title": "Go"}}]}
    evenings["games"] += [{"game": {"title": "Go"}, "ended": date, "players": [{"total": score}]}]
    row = f'date,game,player,points\n"{date}",Go,Ana,"{score}"\n'
    for sent in (text, json.dumps(evenings), row):
        try:
            imports.import_plays(store, sent, "phone", ())
        except fields.WrongFormat as bad:
            assert english_translator().say(bad.reason)
    for play in imports.stored_imports_of_phone(store, "phone"):
        assert all(abs(each.total or 0) <= fields.MAX_POINTS for each in play.players)
        datetime.fromtimestamp(play.ended)
        assert 0 <= play.minutes <= fields.MAX_COUNT


def test_what_an_older_companion_kept_closes_nothing_and_can_be_taken_out(
    store: TableStore,
) -> None:
    imports.import_plays(store, bg_stats({}), "phone", ())
    shelf = NoteStore(store, "phone", "-plays")
    (good,) = shelf.read()
    kept = json.loads(shelf.read()[good])
    far, huge = (
        {**kept, "ended": 253402300799.0},
        json.dumps(kept).replace('"total": 7', '"total": 1' + "0" * 400),
    )
    shelf.write(
        {"far": json.dumps(far), "huge": huge, "broken": "{", "empty": "{}", "null": "null"}
    )
    assert [play.code for play in imports.stored_imports_of_phone(store, "phone")] == [good]
    assert len(imports.stored_import_ids(store, "phone")) == 6
    imports.take_out_imports(store, "phone", [good, "no such game"])
    assert imports.stored_imports_of_phone(store, "phone") == []
    (again,) = imports.import_plays(store, bg_stats({}), "phone", ())
    assert again.taken, "the file may bring it again"
    imports.take_out_imports(store, "phone", imports.stored_import_ids(store, "phone"))
    assert imports.stored_import_ids(store, "phone") == []
