"""A collector's file of BG Stats comes in: all of ours, and no other unless asked."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from companion.evenings import player_statistics
from companion.play import TableStore, imports
from companion.referee.text import english_translator
from tests.kit.collectors import GAMES, collection


@pytest.fixture
def store(heap_store: TableStore) -> TableStore:
    return heap_store


def said_of(said: list[imports.ImportedLine]) -> list[str]:
    return [english_translator().say(one.words) for one in said]


@pytest.mark.parametrize("seed", range(12))
def test_every_play_of_our_games_comes_in_and_no_other(store: TableStore, seed: int) -> None:
    plays = random.Random(seed).randint(80, 1500)
    told = collection(seed, plays, 15)
    text = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
    said = imports.import_plays(store, text.encode(), "pa", ())
    assert sum(one.taken for one in said) == 15
    kept = {play.code: play for play in imports.stored_imports_of_phone(store, "pa")}
    assert {play.game for play in kept.values()} == {"heap"}
    assert f"Plays of other games, left out: {plays - 15}" in said_of(said)
    assert len(said) < 40 and not any(one.line for one in said), "one line of a file is none"
    for play in told["plays"]:
        if play["gameRefId"] == 1:
            players = kept[play["uuid"]].players
            assert [one.won for one in players] == [one["winner"] for one in play["playerScores"]]
            empty = [not one["score"] for one in play["playerScores"]]
            assert [one.total is None for one in players] == empty
    player_statistics(kept.values(), {})


def test_plays_of_other_games_come_if_asked_and_leave_room_for_ours(store: TableStore) -> None:
    def send(seed: int, others: bool) -> list[imports.ImportedLine]:
        told = collection(seed, 1500, 15)
        for play in told["plays"]:
            play["uuid"] = f"{seed}-{play['uuid']}"
        return imports.import_plays(store, json.dumps(told), "pa", (), others=others)

    said = send(1, True)
    assert all(one.taken for one in said[:15]), "ours first"
    assert sum(one.taken for one in said) == 15 + imports.MAX_OTHER_GAMES
    refused = next(line for line in said_of(said) if "of other games are kept" in line)
    assert refused.split(",")[0] in GAMES and ", 20" in refused, "named by game and date"
    assert sum(one.taken for one in send(2, False)) == 15


def test_a_winner_without_points_is_kept_and_what_is_never_kept_is_said_once(
    store: TableStore,
) -> None:
    told = collection(3, 80, 20)
    for play in told["plays"]:
        play["manualWinner"] = False
        play["playerScores"][0] |= {"role": "Fox", "winner": True}
        for one in play["playerScores"]:
            one["score"] = ""
        for one in play["playerScores"][1:]:
            one["winner"] = False
    said = imports.import_plays(store, json.dumps(told), "pa", ())
    assert said_of(said)[-1].startswith("Not kept: ") and "role" in said_of(said)[-1]
    assert sum("Not kept" in line for line in said_of(said)) == 1
    for play in imports.stored_imports_of_phone(store, "pa"):
        assert [one.total for one in play.players] == [None] * len(play.players)
        assert [one.won for one in play.players] == [True] + [False] * (len(play.players) - 1)
        assert [one.rank for one in play.players] == [1] + [2] * (len(play.players) - 1)
    for person in player_statistics(imports.stored_imports_of_phone(store, "pa"), {}):
        assert person.records[0].average is None and person.records[0].best is None


@pytest.mark.parametrize(
    ("scores", "totals", "rounded"),
    [
        (["61.0", "58,0"], [61, 58], False),
        ([61.0, 58], [61, 58], False),
        (["61.5", "58.4"], [62, 58], True),
        (["\N{MINUS SIGN}3", " 40 + 12 "], [-3, 52], False),
        (["40+", None], [40, None], False),
        ([1e400, "40"], None, False),
        ([10**30, "40"], None, False),
        (["1.234", "40"], None, False),
        (["won", "40"], None, False),
    ],
)
def test_scores_as_people_write_them(
    store: TableStore, scores: list[Any], totals: list[int | None] | None, rounded: bool
) -> None:
    told = collection(5, 1, 1)
    told["plays"][0]["playerScores"] = [
        {"playerRefId": at, "score": score, "rank": at} for at, score in enumerate(scores, 1)
    ]
    said = said_of(imports.import_plays(store, json.dumps(told), "pa", ()))
    kept = imports.stored_imports_of_phone(store, "pa")
    assert [[one.total for one in play.players] for play in kept] == ([totals] if totals else [])
    assert any("rounded" in line for line in said) == rounded
    if totals is None:
        assert said[0].startswith("Heap, 20") and "Points that can't be read" in said[0]
    else:
        assert [one.rank for one in kept[0].players] == [1, 2], "as the file says"


@pytest.mark.parametrize("title", ["heap", "HEAP ", "Heap (2nd edition)", "«Heap»"])
def test_a_game_is_ours_however_its_title_is_written(store: TableStore, title: str) -> None:
    told = collection(6, 30, 3)
    told["games"][0]["name"] = title
    imports.import_plays(store, json.dumps(told), "pa", ())
    assert [play.game for play in imports.stored_imports_of_phone(store, "pa")] == ["heap"] * 3
