"""Zipped answers: for phones that take them, and never the stream."""

from __future__ import annotations

import gzip

import pytest
from flask import Flask

from tests.kit.phones import Phone

TAKES = {"Accept-Encoding": "gzip, deflate"}


@pytest.mark.parametrize("path", ["/", "/t/{code}", "/static/css/app.css", "/static/companion.js"])
def test_a_page_and_a_file_go_zipped_and_say_the_same(
    game: tuple[str, Phone, Phone], path: str
) -> None:
    code, ana, _ = game
    address = path.format(code=code)
    with ana.get(address) as plain, ana.get(address, headers=TAKES) as zipped:
        assert "Content-Encoding" not in plain.headers
        assert zipped.headers["Content-Encoding"] == "gzip"
        assert len(zipped.data) < len(plain.data) / 2
        assert gzip.decompress(zipped.data).splitlines()[:5] == plain.data.splitlines()[:5]
        assert "Accept-Encoding" in ", ".join(zipped.headers.getlist("Vary"))


def test_a_page_still_varies_by_what_asks_for_it(app: Flask) -> None:
    vary = ", ".join(Phone(app).get("/", headers=TAKES).headers.getlist("Vary"))
    assert {"HX-Request", "Accept-Encoding"} <= set(vary.split(", "))


def test_an_answer_to_a_tap_is_zipped(app: Flask, game: tuple[str, Phone, Phone]) -> None:
    code, ana, _ = game
    headers = {**ana.headers, **TAKES, "HX-Request": "true"}
    answer = ana.client.post(f"/t/{code}/act", data={"action": "take 1"}, headers=headers)
    assert answer.status_code == 200
    assert answer.headers["Content-Encoding"] == "gzip"
    assert b'hx-target="#toast"' in gzip.decompress(answer.data)


def test_a_picture_is_not_packed_twice(app: Flask) -> None:
    with Phone(app).get("/static/icons/any-512.png", headers=TAKES) as answer:
        assert "Content-Encoding" not in answer.headers


def test_a_stream_is_never_zipped(game: tuple[str, Phone, Phone]) -> None:
    code, ana, _ = game
    stream = ana.watch(code, headers=TAKES)
    assert "Content-Encoding" not in stream.answer.headers
    assert "hx-partial" in stream.message()
    stream.close()


@pytest.mark.parametrize("path", ["/static/css/app.css", "/static/companion.css"])
def test_an_unchanged_file_is_not_sent_again(app: Flask, path: str) -> None:
    phone = Phone(app)
    with phone.get(path, headers=TAKES) as first:
        tag = first.headers["ETag"]
    with phone.get(path, headers={**TAKES, "If-None-Match": tag}) as second:
        assert (second.status_code, second.data) == (304, b"")
