"""Which language a phone gets of those that its browser wants."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.web.language.languages import preferred_language


@pytest.mark.parametrize(
    ("wanted", "language"),
    [
        ("fr-FR,en-US,en", "fr"),
        ("fr-CA, en;q=0.9", "fr"),
        ("de-AT,en", "de"),
        ("en-GB,de", "en"),
        ("en-GB,en;q=0.9,de;q=0.8", "en"),
        ("es-419,es;q=0.9,en;q=0.5", "es"),
        ("pt-BR,es;q=0.6,en;q=0.4", "es"),
        ("en;q=0.3,de;q=0.9", "de"),
        ("pl,ja", "en"),
        ("*", "en"),
        ("", "en"),
        ("DE-de", "de"),
        (",;q=,,", "en"),
    ],
)
def test_the_first_wanted_one_by_language_before_region(
    app: Flask, wanted: str, language: str
) -> None:
    with app.test_request_context(headers={"Accept-Language": wanted}):
        assert preferred_language() == language
