"""Collectors' files of BG Stats come in, go out as such a file, and come back as they were."""

from __future__ import annotations

import json
import random
from datetime import datetime
from typing import Any

import pytest
from flask import Flask

from companion.evenings import FinishedPlay, Player
from companion.games import CATALOGUE
from companion.play import TableStore, imports
from companion.web.export.evenings import plays_bg_stats
from tests.kit.collectors import collection

#: What our file says of a play, whatever its own ids are.
Told = tuple[object, ...]


def told(play: FinishedPlay) -> Told:
    players = tuple((one.seat, one.name, one.total, one.rank, one.won) for one in play.players)
    about, when = play.about, (play.ended, play.minutes, play.rounds, play.starter)
    return play.code, play.game, *when, about.place, about.note, players


def written(play: dict[str, Any]) -> Told:
    """What a collector's file says of a play."""
    seats = [(one["winner"], one["startPlayer"]) for one in play["playerScores"]]
    return play["playDate"], play["durationMin"], play["comments"], tuple(seats)


def test_a_game_carries_the_number_that_is_known_and_no_other() -> None:
    two = (Player(1, "Ana", 5, 1, True), Player(2, "Ben", 4, 2, False))
    plays = [FinishedPlay(slug, slug, 1_000_000.0, two) for slug in CATALOGUE]
    titles = {slug: game.title for slug, game in CATALOGUE.items()}
    known = {slug: game.bgg_id for slug, game in CATALOGUE.items() if game.bgg_id}
    games = json.loads(plays_bg_stats(plays, {}, titles, known))["games"]
    assert {game["name"]: game.get("bggId") for game in games} == {
        "Crafting the Cosmos": None,
        "Cosmos: Empires": 365211,
        "Cosmogenesis": None,
    }


@pytest.mark.parametrize("seed", range(50))
def test_a_collectors_file_comes_in_and_comes_back(
    app: Flask, store: TableStore, seed: int
) -> None:
    chance = random.Random(seed)
    sent = collection(seed, chance.randint(20, 300), chance.randint(1, 15))
    spaces = chance.choice((None, (",", ":")))
    text = json.dumps(sent, ensure_ascii=chance.random() < 0.5, separators=spaces)
    imports.import_plays(store, text.encode(), "pa", ())
    came = imports.stored_imports_of_phone(store, "pa")
    ours = {play["uuid"]: play for play in sent["plays"] if play["gameRefId"] == 1}
    assert {play.code for play in came} == {*ours}
    for play in came:
        at = f"{datetime.fromtimestamp(play.ended):%Y-%m-%d %H:%M:%S}"
        seats = tuple((one.won, one.seat == play.starter) for one in play.players)
        assert (at, play.minutes, play.about.note, seats) == written(ours[play.code])
    with app.test_request_context():
        back = plays_bg_stats(came, {}, {"heap": "Heap"})
    said = imports.import_plays(store, back.encode(), "pb", ())
    assert all(one.taken for one in said)
    again = imports.stored_imports_of_phone(store, "pb")
    assert sorted(map(told, again), key=str) == sorted(map(told, came), key=str)
