"""What a piece of a page may use of its table: nothing by which two moments of play differ."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from pathlib import Path

import pytest

from companion.play import TableStore
from companion.tables import Table
from companion.web.page.render import table_settings_key
from companion.web.page.slots import LazyPiece, PageFingerprints, Piece, Slot, View, changes_html
from tests.kit.places import TEMPLATES

#: What may be said of a table besides its setting: what never changes while it lives.
ALWAYS = {"code", "game", "seats_of", "seat_at"}
#: Pages, not pieces of them: drawn anew every time.
PAGES = {"history.html", "page.html", "screen.html"}
PIECES = sorted(
    path
    for folder in ("table", "panels", "games")
    for path in (TEMPLATES / folder).rglob("*.html")
    if path.name not in PAGES
)
#: Drawn by their own page each time, and never kept: see who includes them.
NOT_KEPT = {"_toast.html", "_away.html", "_top.html", "_main.html", "_foot.html"}


def of_the_setting() -> set[str]:
    """The parts of a table without which `setting` would be another."""
    names = {field.name for field in fields(Table)}
    table = Table("K7QX", None, 1, 0.0, "p", ())  # type: ignore[arg-type]
    return {
        name
        for name in names
        if table_settings_key(replace(table, **{name: "?"})) != table_settings_key(table)
    }


@pytest.mark.parametrize("path", PIECES, ids=lambda path: str(path.name))
def test_a_piece_uses_nothing_that_may_change_under_it(path: Path) -> None:
    if path.name in NOT_KEPT:
        return
    used = set(re.findall(r"(?<!')\btable\.(\w+)", path.read_text(encoding="utf-8")))
    assert used <= of_the_setting() | ALWAYS


def piece(name: str, content: str) -> Piece:
    return LazyPiece(name, hash(content), lambda: f'<p id="{name}">{content}</p>')


def view(seq: int, **pieces: str) -> View:
    return View("table", seq, tuple(Slot(f"slot-{k}", (piece(k, v),)) for k, v in pieces.items()))


def test_only_what_is_another_is_drawn_and_sent() -> None:
    drawn: list[str] = []

    def draw(name: str) -> str:
        drawn.append(name)
        return f'<p id="{name}"></p>'

    slots = tuple(Slot(f"slot-{n}", (LazyPiece(n, 1, lambda n=n: draw(n)),)) for n in "ab")  # type: ignore[misc]
    shown = View("table", 1, slots).fingerprints
    assert drawn == []
    after = (slots[0], Slot("slot-b", (LazyPiece("b", 2, lambda: draw("b")),)))
    sent = changes_html(shown, View("table", 2, after))
    assert drawn == ["b"] and 'hx-target="#b"' in sent and "#a" not in sent


def test_a_part_of_a_page_leaves_the_rest_as_it_is() -> None:
    shown = view(1, a="old", b="old").fingerprints
    part = view(2, b="new")
    assert 'hx-target="#a"' not in changes_html(shown, part)
    known = shown.after_sending(part)
    assert known.slots["slot-a"] == shown.slots["slot-a"]
    assert known.slots["slot-b"] != shown.slots["slot-b"] and known.seq == 2


def test_an_outline_to_which_nothing_was_sent_is_the_same_one() -> None:
    shown = view(3, a="x").fingerprints
    assert isinstance(shown, PageFingerprints)
    assert shown.after_sending(view(3, a="x")) is shown
    assert shown.after_sending(view(4, a="x")) is not shown


def test_what_is_remembered_is_as_new_as_the_last_writing(
    store: TableStore, game: tuple[str, object]
) -> None:
    code = game[0]
    assert store.cached_table(code) == store.latest(code)
