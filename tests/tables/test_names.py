"""Names as people type them: nothing invisible, and nothing that is a part of a letter lost."""

from __future__ import annotations

import pytest

from companion.tables.names import without_invisible_characters
from companion.web.request.phone import clean_name

WALES = "\U0001f3f4\U000e0067\U000e0062\U000e0077\U000e006c\U000e0073\U000e007f"
FAMILY = "👨\u200d👩\u200d👧\u200d👦"


@pytest.mark.parametrize(
    "name",
    ["Ana", "'t Hart", WALES, f"{WALES} Gwen", FAMILY, "ที่รักกี้ปิ๊กู้", "क्षत्रिय", "נֹעָה", "👩🏽\u200d🚀"],
)
def test_a_name_stays(name: str) -> None:
    assert clean_name(name) == name


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("A\U000e0067na", "Ana"),
        ("\U000e0067\U000e007f", ""),
        ("\u202eAna", "Ana"),
        ("  Ana \u2800 B ", "Ana B"),
        ("\U0001f3f4\U000e0067 Ana", "\U0001f3f4 Ana"),
    ],
)
def test_what_is_drawn_as_nothing_goes(typed: str, name: str) -> None:
    assert without_invisible_characters(typed) == name


def test_twenty_letters_of_any_script() -> None:
    assert clean_name("x" * 30) == "x" * 20
    assert clean_name("กี้" * 30) == "กี้" * 20
    assert len(clean_name("x" + "\u0301\u0302\u0303" * 99)) <= 80
