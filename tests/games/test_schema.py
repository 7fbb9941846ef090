"""The schema of saved games: it knows every kind of event, and refuses what reading refuses."""

from __future__ import annotations

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from companion import transcript
from companion.transcript.reading import MAX_FILE_EVENTS, MAX_TEXT_CHARACTERS
from companion.transcript.validation import READABLE_EVENT_KINDS

SCHEMA = json.loads(transcript.SCHEMA_PATH.read_text(encoding="utf-8"))
GAME: dict[str, Any] = {
    "format": transcript.FORMAT_NAME,
    "version": transcript.FORMAT_VERSION,
    "game": "crafting",
    "seats": [{"name": "Ana", "colour": "cyan"}, {}],
    "options": {"deal": "app"},
    "events": [
        {"at": 0, "seat": 1, "kind": "played", "text": "goal helium"},
        {"at": 5.5, "seat": 0, "kind": "settled", "text": "end.omega-must optional 1"},
        {"at": 6, "seat": 2, "kind": "proposed", "text": "1"},
        {"at": 7, "seat": 1, "kind": "recount", "text": ""},
    ],
}
BROKEN: list[dict[str, Any]] = [
    {"format": "another"},
    {"version": 2},
    {"game": 7},
    {"seats": [{"name": 1}]},
    {"options": {"deal": 1}},
    {"events": [{"at": 0, "seat": 1, "kind": "played"}]},
    {"events": [{"at": -1, "seat": 1, "kind": "played", "text": "go"}]},
    {"events": [{"at": 0, "seat": 100, "kind": "played", "text": "go"}]},
    {"events": [{"at": 0, "seat": 1, "kind": "played", "text": "g" * (MAX_TEXT_CHARACTERS + 1)}]},
    {"extra": True},
]


def is_fine(game: dict[str, Any]) -> bool:
    return bool(Draft202012Validator(SCHEMA).is_valid(game))


def test_it_is_a_schema_with_the_same_limits() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    event = SCHEMA["$defs"]["event"]["properties"]
    assert set(event["kind"]["enum"]) == set(READABLE_EVENT_KINDS)
    assert SCHEMA["$defs"]["words"]["maxLength"] == MAX_TEXT_CHARACTERS
    assert SCHEMA["properties"]["events"]["maxItems"] == MAX_FILE_EVENTS


def test_what_it_allows_can_be_read() -> None:
    assert is_fine(GAME)
    assert len(transcript.read_game_json(json.dumps(GAME)).events) == 4


@pytest.mark.parametrize("part", BROKEN, ids=str)
def test_what_it_refuses_cannot_be_read(part: dict[str, Any]) -> None:
    broken = {**GAME, **part}
    assert not is_fine(broken)
    with pytest.raises(transcript.BadGameFile):
        transcript.read_game_json(json.dumps(broken))
