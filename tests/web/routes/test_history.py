"""The history: a game stepped through state by state, told in rounds and turns."""

from __future__ import annotations

import re
from collections.abc import Callable

from companion.play import TableStore
from tests.kit.phones import Phone

Game = tuple[str, Phone, Phone]
New = Callable[[], Phone]


def test_the_game_is_stepped_through_state_by_state(game: Game, store: TableStore) -> None:
    code, ana, ben = game
    start = store.latest(code).seq
    ana.tap(code, "take 2", seat=1)
    ben.tap(code, "take 4", seat=2)
    pages = {seq: ana.get(f"/t/{code}/at/{seq}").text for seq in range(start, start + 3)}
    assert [re.findall(r"(\d+) on the heap", page)[0] for page in pages.values()] == ["9", "7", "3"]
    assert "The game begins." in pages[start]
    assert f'rel="next" href="/t/{code}/at/{start + 1}"' in pages[start]
    assert f'rel="prev" href="/t/{code}/at/{start + 1}"' in pages[start + 2]
    assert 'rel="next"' not in pages[start + 2]
    assert "Ben took 4 counters" in pages[start + 2]


def test_the_slider_goes_to_any_step(game: Game, store: TableStore) -> None:
    code, ana, ben = game
    ana.tap(code, "take 2", seat=1)
    ben.tap(code, "take 4", seat=2)
    page = ana.get(f"/t/{code}/at/{store.latest(code).seq}").text
    last = int(re.findall(r'type="range"[^>]*max="(\d+)"', page)[0])
    for step, number in ((str(last), last), (str(last - 1), last - 1), ("99", last), ("x", 1)):
        to = ana.get(f"/t/{code}/at?step={step}").headers["Location"]
        assert f"{number} of {last}" in ana.get(to).text


def test_a_taken_back_action_is_there_when_stepping_to_its_time(
    game: Game, store: TableStore
) -> None:
    code, ana, _ = game
    ana.tap(code, "take 2", seat=1)
    played = store.latest(code).seq
    ana.post(f"/t/{code}/take-back", entry=played, seat=1)
    assert "7 on the heap" in ana.get(f"/t/{code}/at/{played}").text
    assert "9 on the heap" in ana.get(f"/t/{code}/at/{played + 1}").text


def test_the_history_tells_rounds_and_turns_of_one_seat_alone(game: Game) -> None:
    code, ana, ben = game
    ana.tap(code, "take 2", seat=1)
    ben.tap(code, "take 1", seat=2)
    ana.tap(code, "wave", seat=1)
    everything = ana.get(f"/t/{code}/history").text
    turns = re.findall(r'<h3 class="row">.*?</span>(\w+)</h3>', everything, re.DOTALL)
    assert turns == ["Ana", "Ben", "Ana"]
    assert "<p>3 actions</p>" in everything and "Round 1" in everything
    bens = ana.get(f"/t/{code}/history?of=2").text
    assert "Ben took 1 counter" in bens and "Ana took" not in bens
    assert "<p>1 action</p>" in bens
    assert "<p>3 actions</p>" in ana.get(f"/t/{code}/history?of=99").text


def test_what_was_undone_says_so_beside_its_words_and_keeps_its_pencil_in_the_row(
    game: Game, store: TableStore
) -> None:
    """The width is shared by words, time and pencil: a mark is one of the words."""
    code, ana, _ = game
    ana.tap(code, "take 2", seat=1)
    ana.post(f"/t/{code}/take-back", entry=store.latest(code).seq, seat=1)
    page = ana.get(f"/t/{code}/history").text
    row = re.search(r'<li class="row" id="line-\d+">(.*?)</li>', page, re.DOTALL)
    assert row and "undone" in row[1]
    words, *beside = re.split(r"</a>", row[1])
    assert "undone" in words and "pill" not in "".join(beside)
    assert [re.findall(r'class="(\w+)"', part)[0] for part in beside[:2]] == ["at", "ibtn"]
