"""The clock on the pages: only where one is on, right over pause and restart, no penalty."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from flask import Flask

from companion.app import create_app
from companion.config import Config
from companion.play import TableStore
from companion.play.clock import CLOCK_OPTIONS
from companion.web.page.clock import format_duration
from tests.kit.phones import Phone
from tests.kit.steady import clocked
from tests.kit.toy_game import HEAP

Game = tuple[str, Phone, Phone]


def shown(page: str) -> dict[str, str]:
    """Each seat's digits on a page, and those of the round."""
    piece = page.partition('id="slot-clock"')[2].partition("</section>")[0]
    names = re.findall(r'<li.*?(?:aria-label="(\w+),|class="of(round)")', piece, re.DOTALL)
    digits = re.findall(r"<time[^>]*>([^<]+)</time>", piece)
    return dict(zip(["".join(name) for name in names], digits, strict=True))


def test_without_a_clock_nothing_of_it_is_sent(game: Game) -> None:
    code, ana, _ = game
    for path in ("/", f"/t/{code}", f"/t/{code}/screen"):
        page = ana.get(path).text
        assert "clock.js" not in page and "clock.css" not in page and 'id="clock"' not in page


def test_a_clock_counts_whose_turn_it_is(game: Game, now: list[float]) -> None:
    code, ana, ben = game
    assert ana.post(f"/t/{code}/clock", clock="count").status_code == 303
    now[0] += 65
    assert shown(ana.get(f"/t/{code}").text) == {"Ana": "1:05", "round": "1:05"}
    ana.tap(code, "take 1", seat=1)
    now[0] += 7
    assert shown(ana.get(f"/t/{code}/screen").text) == {
        "Ana": "1:05",
        "Ben": "0:07",
        "round": "1:12",
    }
    assert shown(ben.get(f"/t/{code}").text) == {"Ben": "0:07", "round": "1:12"}


@pytest.mark.parametrize(
    ("clock", "left"),
    [("turn 60", {"Ana": "0:50", "Ben": "1:00"}), ("game 600", {"Ana": "9:30", "Ben": "9:55"})],
)
def test_a_budget_counts_down_for_a_turn_or_the_game(
    game: Game, now: list[float], clock: str, left: dict[str, str]
) -> None:
    code, ana, ben = game
    ana.post(f"/t/{code}/clock", clock=clock)
    for phone, seat, seconds in ((ana, 1, 20), (ben, 2, 5)):
        now[0] += seconds
        phone.tap(code, "take 1", seat=seat)
    now[0] += 10
    told = shown(ana.get(f"/t/{code}/screen").text)
    assert {name: told[name] for name in left} == left


def test_a_budget_that_is_used_up_costs_nothing(
    game: Game, now: list[float], store: TableStore
) -> None:
    code, ana, _ = game
    ana.post(f"/t/{code}/clock", clock="turn 60")
    now[0] += 67
    assert shown(ana.get(f"/t/{code}").text)["Ana"] == "−0:07"
    ana.tap(code, "take 2", seat=1)
    assert store.latest(code).state.taken == (2, 0)


def test_the_clock_is_right_over_a_pause_and_a_restart(
    game: Game, now: list[float], config: Config, app: Flask
) -> None:
    code, ana, ben = game
    ana.post(f"/t/{code}/clock", clock="count")
    now[0] += 30
    assert ben.post(f"/t/{code}/pause", on="1").status_code == 303
    now[0] += 500
    before = ana.get(f"/t/{code}").text
    assert "Paused" in before and shown(before)["Ana"] == "0:30"
    app.extensions["companion"].close()
    again = create_app(config, games={"heap": HEAP}, **clocked(lambda: now[0]))
    ana.client.application = again
    now[0] += 500
    assert shown(ana.get(f"/t/{code}").text) == shown(before)
    ana.post(f"/t/{code}/pause", on="0")
    now[0] += 12
    after = ana.get(f"/t/{code}").text
    assert shown(after)["Ana"] == "0:42" and "Paused" not in after
    now[0] -= 4000
    assert shown(ana.get(f"/t/{code}").text)["Ana"] == "0:30", "set back: what is certain"
    again.extensions["companion"].close()


def test_a_break_stands_still_by_itself(game: Game, now: list[float]) -> None:
    code, ana, _ = game
    ana.post(f"/t/{code}/clock", clock="count")
    now[0] += 1201
    page = ana.get(f"/t/{code}").text
    assert shown(page)["Ana"] == "0:00" and "data-still" in page


def test_only_the_host_chooses_and_only_players_pause(
    game: Game, phone: Callable[[], Phone], store: TableStore
) -> None:
    code, ana, ben = game
    ben.post(f"/t/{code}/clock", clock="count")
    ana.post(f"/t/{code}/clock", clock="hourglass")
    phone().post(f"/t/{code}/pause", on="1")
    assert store.latest(code).clock is None and store.latest(code).pauses == ()
    for clock in CLOCK_OPTIONS[::-1]:
        ana.post(f"/t/{code}/clock", clock=clock)
        assert store.latest(code).clock == clock
    ana.post(f"/t/{code}/clock", clock="turn 180")
    assert 'value="turn 180" aria-pressed="true"' in ana.get(f"/t/{code}/lobby").text
    seen = ben.get(f"/t/{code}/lobby").text
    assert "3 minutes a turn" in seen and 'name="clock"' not in seen


def test_everybody_is_sent_the_pause(game: Game) -> None:
    code, ana, ben = game
    ana.post(f"/t/{code}/clock", clock="count")
    stream = ben.watch(code)
    stream.message()
    ana.post(f"/t/{code}/pause", on="1")
    assert "No one&#39;s time" in (sent := stream.message()) or "No one's time" in sent
    stream.close()


def test_the_clock_comes_along_to_the_rematch(game: Game, store: TableStore) -> None:
    code, ana, ben = game
    ana.post(f"/t/{code}/clock", clock="turn 120")
    for count in (3, 3, 3):
        seat = min(store.latest(code).seats_to_act)
        (ana if seat == 1 else ben).tap(code, f"take {count}", seat=seat)
    onward = ana.post(f"/t/{code}/again").location.rpartition("/")[2]
    assert store.latest(onward).clock == "turn 120"
    assert 'id="clock"' not in ana.get(f"/t/{code}").text, "what is over needs none"


@pytest.mark.parametrize(
    ("seconds", "digits"),
    [(0, "0:00"), (59.9, "0:59"), (3600, "1:00:00"), (-0.5, "0:00"), (-61, "−1:01")],
)
def test_digits(seconds: float, digits: str) -> None:
    assert format_duration(seconds) == digits
