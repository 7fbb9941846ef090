"""What a piece of a page may use of its table: nothing by which two moments of play differ."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from pathlib import Path

import pytest

from companion.play import TableStore
from companion.tables import Table
from companion.web.page.render import table_settings_key
from companion.web.page.slots import NO_TOKEN, UNKNOWN, PageKind, Piece, Token, View
from companion.web.page.table_cache import TableCache
from tests.kit.places import CODE, TEMPLATES

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


#: How the companion's own pieces are drawn, each by its name.
DRAWN = re.compile(r'draw_app_piece\(\s*"(\w+)"')
#: Sent within another piece alone.
INSIDE = {"wish"}
NAMED = sorted(
    {name for path in CODE.rglob("*.py") for name in DRAWN.findall(path.read_text("utf-8"))}
    - INSIDE
)


@pytest.mark.parametrize("name", NAMED)
def test_an_element_has_the_name_of_its_piece(name: str) -> None:
    """News of a piece is put where a page has that name: without it the page stays as it was."""
    text = (TEMPLATES / "table" / f"_{name}.html").read_text(encoding="utf-8")
    ids = {each for each in re.findall(r'\sid="([^"]+)"', text) if "{" not in each}
    assert name in ids


def shown(cache: TableCache, seq: int, drawn: list[str], **contents: str) -> View:
    """The view of a page with these pieces, each in its slot."""

    def piece(name: str, content: str) -> Piece:
        def draw(piece: Piece) -> str:
            drawn.append(name)
            return f'<p id="{name}">{content}</p>'

        return cache.known_piece(name, 0, content) or cache.new_piece(name, 0, content, draw)

    pieces = {f"slot-{name}": (piece(name, each),) for name, each in contents.items()}
    return cache.view(PageKind("table"), seq, pieces)


def news(cache: TableCache, before: View, after: View) -> str:
    return after.news(cache.shown(after, before.token))


def test_only_what_is_another_is_drawn_and_sent() -> None:
    cache, drawn = TableCache(), list[str]()
    before = shown(cache, 1, drawn, a="x", b="old")
    assert drawn == []
    sent = news(cache, before, shown(cache, 2, drawn, a="x", b="new"))
    assert drawn == ["b"] and 'hx-target="#b"' in sent and "#a" not in sent


def test_what_has_become_what_it_was_is_not_sent() -> None:
    cache, drawn = TableCache(), list[str]()
    before = shown(cache, 1, drawn, a="x")
    assert 'hx-target="#slot-a"' in before.news(UNKNOWN)
    shown(cache, 2, drawn, a="y")
    sent = news(cache, before, shown(cache, 3, drawn, a="x"))
    assert 'hx-target="#seen"' in sent and "#a" not in sent


def test_a_phone_that_missed_much_is_sent_all_of_the_slot() -> None:
    cache, drawn = TableCache(), list[str]()
    before = shown(cache, 1, drawn, a="0", b="x")
    for number in range(1, 9):
        view = shown(cache, number, drawn, a=str(number), b="x")
    sent = news(cache, before, view)
    assert 'hx-target="#slot-a" hx-swap="innerMorph"' in sent and "slot-b" not in sent


def test_a_view_of_which_nothing_is_another_is_the_same_one() -> None:
    cache, drawn = TableCache(), list[str]()
    view = shown(cache, 3, drawn, a="x")
    assert shown(cache, 3, drawn, a="x") is view and news(cache, view, view) == ""
    assert shown(cache, 4, drawn, a="x") is not view


def test_another_caches_token_names_the_version_alone() -> None:
    one, other = TableCache(), TableCache()
    view, page = shown(one, 3, [], a="x"), shown(other, 3, [], a="x")
    assert one.shown(view, view.token) == (view.token.at, 3, False)
    assert one.shown(view, page.token) == (view.token.at, 3, True)
    assert one.shown(view, page.token._replace(seq=2)) is UNKNOWN
    assert one.shown(view, page.token._replace(kind="another")) is UNKNOWN


def test_of_another_caches_page_what_hangs_on_the_version_is_known() -> None:
    cache = TableCache()
    lasting, moment = (cache.new_piece(name, 0, name, lambda _: "<p></p>") for name in "ab")
    view = cache.view(PageKind("table"), 3, {"slot-b": (moment,)}, {"slot-a": (lasting,)})
    sent = view.news(cache.shown(view, view.token._replace(epoch="other", at=900)))
    assert "slot-b" in sent and "slot-a" not in sent


@pytest.mark.parametrize(
    "text", ["", "x", "1.2.3", "1.k.e.-4.a", "1.k.e.4", "1.k.e.4.5.6", "²." * 3 + "1", "1." * 99]
)
def test_what_is_no_token_names_nothing(text: str) -> None:
    assert Token.read(text) == NO_TOKEN


def test_a_token_is_read_as_it_was_written() -> None:
    token = Token(7, "1f", "3ab", 12, "9c")
    assert Token.read(f"{token}") == token


def test_what_is_remembered_is_as_new_as_the_last_writing(
    store: TableStore, game: tuple[str, object]
) -> None:
    code = game[0]
    assert store.cached_table(code) == store.latest(code)
