"""The page of a group's box: it saves a file and loads one, and says so where it cannot."""

from __future__ import annotations

import io
import json
from collections.abc import Callable

import pytest
from werkzeug.test import TestResponse

from tests.kit.phones import Phone


def load(phone: Phone, sent: bytes) -> TestResponse:
    return phone.post("/box", file=(io.BytesIO(sent), "box.json"))


def test_the_file_is_saved_and_comes_back(phone: Callable[[], Phone]) -> None:
    ana = phone()
    assert 'enctype="multipart/form-data"' in ana.get("/box").text
    saved = ana.get("/box/heap.json")
    assert saved.headers["Content-Disposition"] == 'attachment; filename="box-heap.json"'
    assert json.loads(saved.text)["game"] == "heap"
    answer = load(ana, saved.data)
    assert answer.status_code == 200 and "0 entries loaded" in answer.text
    assert ana.get("/box/chess.json").status_code == 404


@pytest.mark.parametrize("sent", [b"", b"\xff\xfe", b"{}", b'{"format": "cosmos-companion-box"}'])
def test_a_bad_file_is_a_clear_word(phone: Callable[[], Phone], sent: bytes) -> None:
    answer = load(phone(), sent)
    assert answer.status_code == 422
    assert "Nothing was loaded." in answer.text


def test_what_a_game_does_not_know_is_counted(phone: Callable[[], Phone]) -> None:
    told = {"format": "cosmos-companion-box", "version": 1, "game": "heap", "known": {"x": "1"}}
    answer = load(phone(), json.dumps(told).encode())
    assert "1 entry this game doesn" in answer.text


def test_a_file_without_end_is_not_read(phone: Callable[[], Phone]) -> None:
    assert load(phone(), b" " * 70_000).status_code == 413
