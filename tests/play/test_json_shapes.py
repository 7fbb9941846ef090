"""A collector's JSON is read as the standard reader reads it, and never much of it in one go."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from companion.play.imports import fields, forms, json_text
from companion.play.imports.json_text import load_json
from tests.kit.collectors import collection

LISTS = ("games", "plays", "players", "locations")
#: Of each shape as much as a file may have (10 MB), a tenth of it: the same in small.
SHAPES = {
    "one key": "{" + ",".join(['"":1'] * 90_000) + "}",
    "keys": "{" + ",".join(f'"{n}":1' for n in range(90_000)) + "}",
    "keys of a play": '{"plays":[{' + ",".join(f'"{n}":1' for n in range(20_000)) + "}]}",
    "keys of plays": '{"plays":[' + ",".join(['{"a":{"b":{"c":1}}}'] * 20_000) + "]}",
    "nested lists": '{"plays":[{"a":' + "[" * 900 + "]" * 900 + "}]}",
    "numbers": '{"plays":[' + ",".join(["1"] * 400_000) + "]}",
    "strings": '{"form":"x","games":[' + ",".join([f'"{"y" * 99}"'] * 9_000) + "]}",
    "lists": '{"games":[' + ",".join(["[]"] * 90_000) + "]}",
}


@pytest.fixture
def goes(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """The bytes that are made into objects, between each two turns of others."""
    read = [0]
    whole = json_text._whole

    def counted(raw: Any) -> Any:
        read[-1] += memoryview(raw).nbytes
        return whole(raw)

    monkeypatch.setattr(json_text, "_whole", counted)
    monkeypatch.setattr(json_text, "let_others", lambda: read.append(0))
    yield read


@pytest.mark.parametrize("shape", SHAPES)
def test_of_no_shape_much_is_read_in_one_go(shape: str, goes: list[int]) -> None:
    data = load_json(SHAPES[shape])
    assert data is not None and json.loads(SHAPES[shape]).keys() & set(LISTS) <= data.keys()
    most = json_text.BYTES_IN_A_ROW + json_text.MAX_ENTRY_BYTES
    assert max(goes) <= most, goes
    if "plays" not in data:
        assert sum(goes) < 10, "keys that nobody asks for are passed over"


def test_an_entry_that_is_a_file_of_its_own_is_refused() -> None:
    keys = ",".join(f'"{n}":1' for n in range(40_000))
    with pytest.raises(fields.WrongFormat):
        load_json('{"plays":[{' + keys + "}]}")


def test_numbers_without_end_are_refused_before_they_are_read(heap_store: Any) -> None:
    text = '{"plays":[' + ",".join(["1"] * (forms.MAX_VALUES + 2)) + "]}"
    with pytest.raises(fields.WrongFormat, match="too many parts"):
        list(forms.games_of_file(text, heap_store, (), False))


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("seed", range(4))
def test_it_says_what_the_standard_reader_says(seed: int, indent: int | None) -> None:
    found = collection(seed, 60, 6)
    found["plays"][0]["playerScores"][0]["score"] = 1e400
    found["plays"][1]["comments"] = 'a \N{SNOWMAN} in \\ten "words" \u2028'
    found["plays"][2]["durationMin"] = 10**30
    text = json.dumps(found, indent=indent).replace("Infinity", "1e400")
    assert "1e400" in text
    data = load_json(text)
    assert data is not None
    assert {name: data[name] for name in LISTS} == {n: json.loads(text)[n] for n in LISTS}


@pytest.mark.parametrize(
    ("text", "data"),
    [
        ('{"plays":[{"score":NaN, "name":"\\ud83d"}]}', None),
        ('{"form":"companion-evenings","games":null}', {"form": "companion-evenings"}),
        ("[1, 2]", {}),
        ("5", {}),
        ("{", "none"),
        ('{"plays":[]} more', "none"),
        ("seat,name\n1,Ada", "none"),
    ],
)
def test_odd_texts(text: str, data: Any) -> None:
    found = load_json(text)
    if data is None:
        assert str(found) == str(json.loads(text)), "small files are read leniently"
        assert load_json(text + " " * json_text.MAX_LENIENT_CHARACTERS) is None
    else:
        assert found == (None if data == "none" else data)
