"""What is remembered of a table is told again only for what it was worked out from."""

from __future__ import annotations

from companion.web.page.slots import UNKNOWN, PageKind, Shown, Token, View, VolatilePiece
from companion.web.page.table_cache import MAX_VALUES_PER_TABLE, MAX_VIEWS, TableCache


def test_the_same_basis_gives_the_very_same_value() -> None:
    cache = TableCache()
    first = cache.get_or_make("log", (1, ["a"]), lambda: ["drawn"])
    assert cache.get_or_make("log", (1, ["a"]), lambda: ["drawn"]) is first


def test_another_basis_is_worked_out_anew_and_the_old_one_forgotten() -> None:
    cache = TableCache()
    first = cache.get_or_make("log", 1, lambda: ["one"])
    assert cache.get_or_make("log", 2, lambda: ["two"]) == ["two"]
    assert cache.get_or_make("log", 1, lambda: ["one"]) is not first


def test_names_are_strangers_to_each_other() -> None:
    cache = TableCache()
    cache.get_or_make(("panel", "cards", 1), "same", lambda: "what Mira sees")
    assert (
        cache.get_or_make(("panel", "cards", 2), "same", lambda: "what Ben sees") == "what Ben sees"
    )


def test_it_never_grows_beyond_its_size() -> None:
    cache = TableCache()
    for number in range(2 * MAX_VALUES_PER_TABLE):
        cache.get_or_make(number, 0, lambda: "drawn")
    assert len(cache._known) == MAX_VALUES_PER_TABLE


class Board:
    """Tells how often it was compared."""

    compared = 0

    def __eq__(self, other: object) -> bool:
        Board.compared += 1
        return isinstance(other, Board)

    __hash__ = None  # type: ignore[assignment]


def test_whoever_comes_next_has_the_very_same_and_compares_nothing() -> None:
    cache, first, newest = TableCache(), Board(), Board()
    piece = cache.new_piece("board", 0, first, lambda _: "drawn")
    assert [cache.known_piece("board", 0, newest) for _ in range(4)] == [piece] * 4
    assert Board.compared == 1


def test_a_phone_stays_known_or_is_drawn_anew_however_many_others_come() -> None:
    """More kinds of phones than versions are kept of: each lobby phone is one."""
    cache, first = TableCache(), PageKind("lobby", "the first phone")
    for number in range(MAX_VIEWS + 5):
        cache.view(first, 1, {"slot-a": ()})
        cache.view(PageKind("lobby", number), 1, {"slot-a": ()})
    view = cache.view(first, 1, {"slot-a": ()})
    assert cache.shown(view, view.token) == Shown(view.token.at, 1)
    assert cache.shown(view, Token(1, view.token.kind, "of another server", 3)) == UNKNOWN


def test_a_piece_that_is_drawn_anew_is_sent_as_it_is_when_it_is_sent() -> None:
    now = iter(range(100))
    cache, kind = TableCache(), PageKind("table", (1,), 1, {})

    def view(basis: int) -> View:
        clock = cache.known_piece("clock", 1, basis) or cache.new_piece(
            "clock", 1, basis, lambda piece: f'<p id="clock">{next(now)}</p>', kind=VolatilePiece
        )
        return cache.view(kind, basis, {"slot-clock": [clock]})

    shown = view(1).token
    newer = view(2)
    first, second = (newer.news(cache.shown(newer, shown)) for _ in range(2))
    assert "clock" in first and first != second, "the time of the second phone"
