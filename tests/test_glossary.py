"""One word for one thing in every language, and translations that somebody has read."""

from __future__ import annotations

import re
import tomllib

import pytest

from companion.web.language.languages import CATALOGUES_FOLDER, SOURCE_LANGUAGE
from tests.kit.languages import OTHERS, each_language, each_other
from tests.kit.sentences import VALUE
from tests.kit.stamps import pairs, stamp, unread

GLOSSARY: dict[str, dict[str, dict[str, object]]] = tomllib.loads(
    (CATALOGUES_FOLDER / "glossary.toml").read_text(encoding="utf-8")
)


def said(language: str) -> set[str]:
    if language != SOURCE_LANGUAGE:
        return {text for _, text in pairs(language)}
    return {source for source, _ in pairs(OTHERS[0])}


def offences(language: str, texts: set[str]) -> list[tuple[str, str]]:
    patterns = [
        re.compile(rf"(?<!\w)(?:{word})(?!\w)", re.IGNORECASE)
        for entry in GLOSSARY[language].values()
        for word in entry["never"]  # type: ignore[attr-defined]
    ]
    return sorted(
        (found.group(), text)
        for text in texts
        for pattern in patterns
        if (found := pattern.search(VALUE.sub("", text)))
    )


@each_language
def test_each_thing_has_one_name(language: str) -> None:
    assert offences(language, said(language)) == []


def test_another_name_is_noticed() -> None:
    assert offences("es", {"Elige una ranura"}) == [("ranura", "Elige una ranura")]
    assert offences("es", {"Elige un hueco", "la arandela"}) == []


@each_other
def test_translations_are_read_beside_their_english(
    language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """It tells which nobody has read: `python -m tests.kit.stamps es`. Most must have been."""
    waiting = unread(language)
    with capsys.disabled():
        print(f"\n{language}: {len(waiting)} translations unread", end="")
        print("".join(f"\n  {source} | {text}" for source, text in waiting[:10]))
    assert len(waiting) < len(dict.fromkeys(pairs(language))) / 4


def test_a_stamp_is_of_both_texts() -> None:
    assert len({stamp(pair) for pair in (("a", "b"), ("a", "c"), ("d", "b"), ("ab", ""))}) == 4
