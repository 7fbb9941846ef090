"""`:has()` in the style sheets: what the server or a script knows is a class on the element or its
frame. A browser asks each such rule again whenever something changes that it might mean.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.web.files import TELEVISION_PATTERN
from tests.kit.places import ROOT

STYLES = ROOT / "static" / "css"
#: What a television alone reads: its processor is another, and little changes on it.
OF_A_TELEVISION = ("screen.css", "moments.css")
OF_A_SCREEN = re.compile(r"\.(screen|wide)\b(?<!not\(\.screen)")
#: How many a phone may have, by file: where neither the server nor a script knows, or where no
#: script need run.
ON_A_PHONE = {
    "app.css": 2,
    "cosmogenesis.css": 1,
    "empires.css": 2,
    "landscape.css": 5,
    "panels.css": 17,
    "print.css": 1,
    "say.css": 2,
}
BEGIN = re.compile(r"(html|body|main|:root|#main|#table)\b[^\s>+~]*:has\(")
#: Has a selector's last part a name, by which a browser finds what it means?
NAMED = re.compile(r"[.#&]?[\w-]|[&\[]")


def without_comments(file: Path) -> str:
    return re.sub(r"/\*.*?\*/", "", file.read_text("utf-8"), flags=re.DOTALL)


def selectors(css: str) -> Iterator[str]:
    """Every selector of a style sheet by itself."""
    for words in re.findall(r"([^{};]+)\{", css):
        if not words.strip().startswith(("@", "from", "to")):
            yield from split(" ".join(words.split()), ",")


def split(words: str, at: str) -> list[str]:
    """The parts between these signs that stand in no bracket."""
    parts, deep = [""], 0
    for sign in words:
        deep += (sign in "([") - (sign in ")]")
        if sign in at and not deep:
            parts.append("")
        else:
            parts[-1] += sign
    return [part.strip() for part in parts if part.strip()]


def names_nothing(selector: str) -> bool:
    """Whether its last part could be any element: then all below becomes doubtful."""
    last = split(selector, " >+~")[-1]
    if any_of := re.match(r":is\((.*)\)", last):
        return any(names_nothing(each) for each in split(any_of[1], ","))
    bare = re.sub(r"::?[\w-]+(\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))?", "", last)
    return not NAMED.match(bare)


def on_a_phone() -> Iterator[tuple[str, str]]:
    for file in sorted(STYLES.rglob("*.css")):
        if file.name not in OF_A_TELEVISION:
            css = TELEVISION_PATTERN.sub("", without_comments(file))
            for each in selectors(css):
                if ":has(" in each and not OF_A_SCREEN.search(each):
                    yield file.name, each


def test_a_phone_has_few_of_them() -> None:
    found = [name for name, _ in on_a_phone()]
    assert [name for name in {*found} if found.count(name) > ON_A_PHONE.get(name, 0)] == []


def test_none_begins_at_the_page_or_could_mean_anything() -> None:
    each = [*on_a_phone()]
    assert [rule for _, rule in each if BEGIN.match(rule)] == []
    assert [rule for _, rule in each if names_nothing(rule)] == []


@pytest.mark.parametrize(
    ("selector", "nothing"),
    [
        (".dock:has(> #waits > *) > #foot > .sill > *", True),
        (".cycle:has(> :last-child :checked) > :first-child", True),
        (".cycle:has(> :last-child :checked) > .chip:first-child", False),
        (":has(p) > :is(.muted, [hidden], .pill)", False),
        (".scripts :has(> #a:not([hidden])) > :not(#slot-ceremony)", True),
        ("li:has(form)", False),
    ],
)
def test_what_could_mean_anything_is_seen(selector: str, nothing: bool) -> None:
    assert names_nothing(selector) is nothing
