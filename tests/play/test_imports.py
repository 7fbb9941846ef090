"""Games from elsewhere: BG Stats' form out and in again, the same once, and trouble by its line."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.evenings import About, FinishedPlay, Player
from companion.ledger.opening import open_ledger
from companion.ledger.where import Where
from companion.live.bell import Bell
from companion.play import TableStore, imports
from companion.web.export.evenings import as_bg_stats
from tests.kit.toy_game import HEAP

WORDS = st.text("abcÄß", min_size=1, max_size=6)


@pytest.fixture
def store(kept: Callable[[str], Where]) -> Iterator[TableStore]:
    ledger = open_ledger(kept("tables"))
    clock = lambda: 5_000_000.0  # noqa: E731
    yield TableStore(ledger, Bell(clock), clock, {"heap": HEAP})
    ledger.close()


@st.composite
def plays(draw: st.DrawFn) -> FinishedPlay:
    totals = draw(st.lists(st.integers(-9, 300), min_size=1, max_size=5))
    names = draw(st.lists(WORDS, min_size=len(totals), max_size=len(totals), unique=True))
    players = tuple(
        Player(seat, name, points, 1 + sum(x > points for x in totals), points == max(totals))
        for seat, (name, points) in enumerate(zip(names, totals, strict=True), 1)
    )
    about = About(draw(WORDS), draw(WORDS), draw(st.sampled_from(["", "Moons", "Moons, Suns"])))
    ended = float(draw(st.integers(1_000_000, 2_000_000_000)))
    return FinishedPlay("K7QX", "Go", ended, players, about, draw(st.integers(0, 300)))


@settings(deadline=None)
@given(plays())
def test_bg_stats_out_and_in_again_loses_nothing(play: FinishedPlay) -> None:
    text = as_bg_stats([play], {}, {"Go": "Go"})
    ((_, again),) = imports._of_bg_stats(json.loads(text), text)
    assert isinstance(again, FinishedPlay)
    assert again.code == imports.id_of(play)
    told = ("game", "ended", "players", "about", "minutes")
    assert [getattr(again, name) for name in told] == [getattr(play, name) for name in told]


def test_the_same_file_twice_is_once_and_own_games_are_there_already(store: TableStore) -> None:
    two = (Player(1, "Ana", 5, 1, True), Player(2, "Ben", 4, 2, False))
    play = FinishedPlay("K7QX", "heap", 1_000_000.0, two)
    text = as_bg_stats([play], {}, {"heap": HEAP.title})
    assert [one.taken for one in imports.take_in(store, text, "pa", ())] == [True]
    assert [one.taken for one in imports.take_in(store, text, "pa", ())] == [False]
    (kept,) = imports.imported(store, "pa")
    assert (kept.game, kept.players) == ("heap", two)
    assert imports.imported(store, "pb") == []
    assert not imports.take_in(store, text, "pb", {imports.id_of(play)})[0].taken


def test_a_csv_says_what_was_not_understood_by_its_line(store: TableStore) -> None:
    text = "Date;Game;Player;Points\n2024-05-01;Go;Ana;5\n2024-05-01;Go;Ben;7\nsoon;Go;Ana;5\n"
    said = imports.take_in(store, text + "2024-05-02;Go;Ana;many\n", "pa", ())
    assert [(one.line, one.taken) for one in said] == [(2, True), (4, False), (5, False)]
    (kept,) = imports.imported(store, "pa")
    assert [(one.name, one.total, one.won) for one in kept.players] == [
        ("Ana", 5, False),
        ("Ben", 7, True),
    ]


def test_a_saved_game_counts_once_whatever_its_comments(store: TableStore) -> None:
    text = "# a game\ngame heap\nseats 2\noption heap 3\n1 take 3\n"
    assert [one.taken for one in imports.take_in(store, text, "pa", ())] == [True]
    assert [one.taken for one in imports.take_in(store, text, "pa", ())] == [False]
    (unfinished,) = imports.take_in(store, text.replace("take 3", "take 1"), "pa", ())
    assert not unfinished.taken


@pytest.mark.parametrize("text", ["", "hello", "a,b\n1,2", "\x00", "[" * 9000])
def test_what_is_no_file_of_games_is_refused_in_words(store: TableStore, text: str) -> None:
    try:
        said = imports.take_in(store, text, "pa", ())
    except imports.Unlike as bad:
        assert bad.reason.source
    else:
        assert not any(one.taken for one in said)
    assert imports.imported(store, "pa") == []
