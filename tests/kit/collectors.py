"""A collector's file of BG Stats: years of many games in one line, of which a few are ours."""

from __future__ import annotations

import random
from typing import Any

GAMES = ("Heap", "Wingspan", "Azul", "Brass: Birmingham", "Die Crew")


def collection(seed: int, plays: int, ours: int) -> dict[str, Any]:
    """A file as the app writes it: the ours spread among plays of other games."""
    chance = random.Random(seed)
    of_ours = set(chance.sample(range(plays), ours))
    return {
        "about": "",
        "tags": [],
        "players": [
            {"uuid": f"p{at}", "id": at, "name": f"Player {at}", "isAnonymous": False}
            for at in range(1, 30)
        ],
        "locations": [{"uuid": "l1", "id": 1, "name": "At home"}],
        "games": [
            {"uuid": f"g{at}", "id": at, "name": name, "bggId": 1000 + at, "highestWins": True}
            for at, name in enumerate(GAMES, 1)
        ],
        "plays": [
            _play(chance, at, 1 if at in of_ours else chance.randint(2, 5)) for at in range(plays)
        ],
        "userInfo": {"meRefId": 1},
    }


def _play(chance: random.Random, at: int, game: int) -> dict[str, Any]:
    day = f"20{chance.randint(15, 25)}-{chance.randint(1, 12):02}-{chance.randint(1, 28):02}"
    empty, teams = chance.random() < 0.4, chance.random() < 0.1
    seats = chance.sample(range(1, 30), chance.randint(2, 5))
    winner = chance.choice(seats)
    points = ("61", "58.0", "12+30-2", "7", "-3", "104.0")
    return {
        "uuid": f"{at:08}-0000-4000-8000-000000000000",
        "modificationDate": f"{day} 23:00:00",
        "entryDate": f"{day} 21:30:00",
        "playDate": f"{day} 21:30:00",
        "usesTeams": teams,
        "durationMin": chance.randint(0, 200),
        "ignored": False,
        "manualWinner": empty,
        "rounds": 0,
        "scoringSetting": 0,
        "locationRefId": chance.choice([0, 1]),
        "gameRefId": game,
        "board": "",
        "comments": 'Ünïcödé "quoted" {braces} [1]',
        "playerScores": [
            {
                "score": "" if empty else chance.choice(points),
                "winner": seat == winner,
                "newPlayer": False,
                "startPlayer": place == 0,
                "playerRefId": seat,
                "role": "",
                "team": "Red" if teams else "",
                "rank": 0,
                "seatOrder": place,
            }
            for place, seat in enumerate(seats)
        ],
        "expansionPlays": [],
    }
