"""What is remembered of requests stays small, however long and however different they are."""

from __future__ import annotations

import random
import string
import tracemalloc
from collections.abc import Callable

import pytest
from flask import Flask
from werkzeug.test import EnvironBuilder, run_wsgi_app

from companion.rule_search.lexicon import MAX_CACHED_STEMS, Lexicon
from companion.web.language import languages
from companion.web.request import cookie, security
from tests.kit.phones import Phone

#: Letters of one header; and how many requests bring another one each.
LONG, MANY = 8_000, 400

BRINGS: dict[str, Callable[[str], str]] = {
    "HTTP_HOST": str,
    "HTTP_ACCEPT_LANGUAGE": str,
    "HTTP_COOKIE": lambda odd: f"companion={odd}",
    "HTTP_X_REQUEST_ID": str,
    "QUERY_STRING": lambda odd: f"q={odd}",
}


@pytest.mark.long
@pytest.mark.parametrize("name", BRINGS)
def test_of_long_headers_nothing_is_kept(app: Flask, name: str) -> None:
    def ask(odd: str) -> None:
        environ = EnvironBuilder("/rules").get_environ()
        answer, status, _ = run_wsgi_app(app, {**environ, name: BRINGS[name](odd)})
        list(answer)
        assert not status.startswith("5")

    for _ in range(20):
        ask("warm" * 20)
    tracemalloc.start()
    try:
        for number in range(MANY):
            ask(f"{number}-{'x' * LONG}")
        kept, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert kept < MANY * LONG / 4


def test_every_cache_of_headers_has_an_end_in_bytes() -> None:
    for cache, longest in (
        (security._is_known, security.MAX_HOST_HEADER_CHARACTERS),
        (languages._best, languages.MAX_ACCEPT_LANGUAGE_CHARACTERS),
        (cookie._remembered, cookie.MAX_CACHED_COOKIE_CHARACTERS),
    ):
        assert (cache.cache_info().maxsize or 10**9) * longest <= 16_000_000


@pytest.mark.filterwarnings("ignore:The 'companion-\\w+' cookie is too large")
def test_a_cookie_that_no_browser_would_keep_is_nobody(app: Flask) -> None:
    ana = Phone(app)
    code = ana.open_table()
    signer = app.session_interface.get_signing_serializer(app)  # type: ignore[attr-defined]
    sent = ana.cookie
    assert sent is not None
    token = signer.loads(sent.value)["phone"]
    for padding, seated in ((1_000, True), (2_500, True), (5_000, False)):
        # As random letters: what repeats is zipped.
        letters = "".join(random.Random(1).choices(string.ascii_letters, k=padding))
        ana.keep(signer.dumps({"phone": token, "odd": letters}))
        held = ana.cookie
        assert held is not None and (len(held.value) <= cookie.MAX_COOKIE_CHARACTERS) == seated
        assert (">you" in ana.get(f"/t/{code}").text) == seated


def test_stems_of_what_was_asked_are_forgotten_again() -> None:
    lexicon = Lexicon("en")
    for number in range(MAX_CACHED_STEMS + 500):
        lexicon.stem(f"w{number}")
    assert len(lexicon._stems) == MAX_CACHED_STEMS
