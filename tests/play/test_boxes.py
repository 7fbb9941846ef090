"""What a group knows of its box goes to another group as a file; of a bad file nothing is kept."""

from __future__ import annotations

import json

import pytest

from companion.games import CATALOGUE
from companion.play import TableStore, lobby, phone
from companion.play.phone import BadBoxFile

GAME = CATALOGUE["crafting"]
TILES = {"tile.3.h1he2c3": "10", "tile.1.h1": "4"}


@pytest.fixture
def store(games_store: TableStore) -> TableStore:
    return games_store


def file(**changed: object) -> str:
    told = {"format": "cosmos-companion-box", "version": 1, "game": "crafting", "known": TILES}
    return json.dumps({**told, **changed})


def test_what_one_group_saved_another_groups_next_table_knows(store: TableStore) -> None:
    phone.store_box_facts(store, phone.read_box_file(file(), CATALOGUE), "pa")
    saved = phone.write_box_file(GAME, phone.box_facts_of_phone(store, GAME, "pa"))
    assert phone.box_facts_of_phone(store, GAME, "pb") == {}
    phone.store_box_facts(store, phone.read_box_file(saved, CATALOGUE), "pb")
    assert phone.box_facts_of_phone(store, GAME, "pb") == TILES
    options = dict(lobby.open_table(store, "crafting", 2, "pb").options)
    assert {name: options[name] for name in TILES} == TILES


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("tile.3.h1he2c3", "999"),
        ("tile.9.h1", "4"),
        ("nonsense", "1"),
        ("tile.1.h1", 4),
        ("tile.1.h1", ""),
        ("x" * 5000, "1"),
        ("overlap", "yes"),
        ("life-check", "no"),
    ],
)
def test_what_is_no_fact_about_the_box_is_left_out(name: str, value: object) -> None:
    box = phone.read_box_file(file(known={**TILES, name: value}), CATALOGUE)
    assert box.strange == 1
    assert box.known == {key: TILES[key] for key in TILES if key != name or value == TILES[key]}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        "[" * 100_000,
        "\x00",
        '"cosmos-companion-box"',
        file(format="cosmos-companion-game"),
        file(version=2),
        file(game="chess"),
        file(game=["crafting"]),
        file(known=["tile.1.h1"]),
        file(known={f"tile.{n}": "1" for n in range(301)}),
    ],
)
def test_a_bad_file_says_so_in_a_sentence(text: str) -> None:
    with pytest.raises(BadBoxFile) as bad:
        phone.read_box_file(text, CATALOGUE)
    assert bad.value.reason.source.endswith(("here", "read", "first", "things", "at most"))


@pytest.mark.parametrize("slug", CATALOGUE)
def test_every_game_has_a_file(slug: str) -> None:
    box = phone.read_box_file(phone.write_box_file(CATALOGUE[slug], {}), CATALOGUE)
    assert (box.game.slug, box.known, box.strange) == (slug, {}, 0)
