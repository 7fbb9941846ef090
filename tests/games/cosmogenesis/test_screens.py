"""What Cosmogenesis shows: to who watches, of a body that is set right, of tiles that are known."""

from __future__ import annotations

import re
from pathlib import Path

from companion import transcript
from companion.app import create_app
from companion.config import Config
from companion.games import CATALOGUE
from companion.games.cosmogenesis.pieces import EXPANDED_ORBIT_COUNT
from companion.games.cosmogenesis.rules.score import has_anybody_moved, seat_points
from companion.games.cosmogenesis.show.table import (
    system_board_drawings,
    tally,
    waiting_scores,
)
from companion.play import lobby, simulated
from companion.referee.panels import ABOVE_ALL_TABS, Banner, Choices, Scene, Sheet
from companion.referee.text import english_translator
from tests.games.cosmogenesis.positions import opened
from tests.kit.kept_games import kept_games, states
from tests.kit.scenarios import played_on
from tests.web.routes.test_cosmogenesis_weight import seated

GAME = CATALOGUE["cosmogenesis"]
SAY = english_translator().say
BEGUN = "1 begin 1"
LIVING = (BEGUN, "1 set 1 rock-3 wet life 2", "1 set 1.1 asteroid", "1 set 2 gas-red-1 rings")


def sheets(state: object, seat: int = 1) -> dict[str, Sheet]:
    return {each.id: each for each in GAME.show(state, seat) if isinstance(each, Sheet)}


def test_whoever_watches_sees_the_system_of_who_acts() -> None:
    state = opened(2, None, BEGUN)
    shown = [panel for panel in GAME.show(state, 0) if panel.tab == "turn"]
    (system,) = [panel for panel in shown if isinstance(panel, Scene)]
    assert SAY(system.facts.picture.name) == "seat 1's system"
    assert system.screen == "no", "the table screen has all of them already"


def test_a_body_is_set_right_from_what_it_is() -> None:
    state = played_on(GAME, opened(2, None), *LIVING)
    found = sheets(state)
    filled = {name: [each.value for each in found[name].fields] for name in found if "set-" in name}
    assert filled == {
        "set-1-0": ["rock-3", "wet", "2"],
        "set-1-1": ["asteroid", "", ""],
        "set-2-0": ["gas-red-1", "rings", ""],
        "set-new": ["", "", "", ""],
    }
    assert {each.sheet for each in found["set"].choices} == {*filled}


def test_whoever_is_asked_reads_what_a_body_was_and_becomes() -> None:
    state = played_on(GAME, opened(2, None), *LIVING)
    told = SAY(GAME.say(state, 1, GAME.read("set 1 rock-3"), 2))
    assert "size 3 rock, water, fish" in told.partition("was")[2], told
    assert "water" not in told.partition("was")[0]


def test_a_tile_that_was_entered_is_read_before_anybody_takes_it() -> None:
    state = played_on(GAME, opened(2, None), BEGUN, "2 tile stellar-7 2,per=moons")
    (entered,) = [each for each in GAME.show(state, 1) if each.id == "entered"]
    assert isinstance(entered, Choices)
    assert [SAY(each.label) for each in entered.folded] == ["Stellar 7"]
    known = {SAY(each.label): each.detail for each in sheets(state)["from-i"].choices}
    assert known["8"] is None
    assert known["7"] is not None and SAY(known["7"]) == "2 each"


def test_the_head_has_the_number_that_wins_for_a_seat_alone() -> None:
    state = opened(2, None, BEGUN)
    for viewer, points in ((1, GAME.points(state, 1)), (0, None)):
        (banner,) = [p for p in GAME.show(state, viewer) if isinstance(p, Banner)]
        assert banner.points == points


def test_the_head_promises_no_points_that_another_may_take() -> None:
    seen = set[bool]()
    for state in states("cosmogenesis", kept_games("cosmogenesis")[0]):
        for seat in state.all_seats:
            (head,) = (each for each in GAME.show(state, seat) if isinstance(each, Banner))
            points = seat_points(state, seat)
            wander = points.belt + points.monolith
            loose = wander if has_anybody_moved(state) and not state.ended else 0
            assert head.unsure == loose
            assert head.points == GAME.points(state, seat) - loose
            seen.add(bool(loose))
    assert seen == {True, False}


def test_one_is_one() -> None:
    state = opened(2, None, BEGUN)
    assert SAY(GAME.say(state, 1, GAME.read("mend asteroids 1"), 2)).endswith(" 1 asteroid")


def test_simulated_players_show_planets_early(tmp_path: Path) -> None:
    app = create_app(Config(tmp_path / "tables.sqlite", "not so secret", heartbeat=60))
    store = app.extensions["companion"].store
    code = lobby.open_table(store, "cosmogenesis", 2, "one").code
    lobby.sit_down_at_seat(store, code, 1, "one")
    lobby.sit_down_at_seat(store, code, 2, "other")
    lobby.start_game(store, code, "one")
    for _ in range(200):
        for phone in ("one", "other"):
            if store.latest(code).state.round < 3:
                simulated.play_next_tap(store, code, phone)
    assert store.latest(code).state.round == 3
    for system in store.latest(code).state.systems:
        assert len(list(system.bodies())) >= 2, system
    app.extensions["companion"].close()


def test_a_drawing_fills_a_card_half_as_wide_again_as_high() -> None:
    """On a television with two players, or with a module, it would be a strip with hard edges."""
    state = opened(2, None, BEGUN, "1 mend module 1")
    for seat in (1, 2):
        (own,) = (each for each in GAME.show(state, seat) if each.id == "own")
        picture = own.facts.picture
        (board,) = (each for each in system_board_drawings(state) if each.id == picture.board)
        ends = [float(number) for number in re.findall(r"[MLH]\s*(-?[\d.]+)", board.zone)]
        beyond = (1.5 * picture.height - picture.width) / 2
        assert min(ends) <= -beyond and max(ends) >= picture.width + beyond


def test_a_page_has_the_board_of_an_expanded_system_before_it_is_expanded() -> None:
    """The boards are above all tabs: one may be closed while a module comes."""
    before, after = (opened(2, None, BEGUN, *more) for more in ((), ("1 mend module 1",)))
    (boards,) = (each for each in GAME.show(before, 1) if each.id == "boards")
    (own,) = (each for each in GAME.show(after, 1) if each.id == "own")
    assert own.facts.picture.room == EXPANDED_ORBIT_COUNT
    assert boards.tab == ABOVE_ALL_TABS
    assert own.facts.picture.board in [each.id for each in boards.facts]


def test_the_legend_says_where_a_fourth_moon_goes(tmp_path: Path) -> None:
    app = create_app(Config(tmp_path / "tables.sqlite", "not so secret", heartbeat=60))
    code, phones = seated(app, transcript.read_transcript("game cosmogenesis\nseats 2\n"))
    legend = "A fourth moon goes back to the reserve"
    for n, action in enumerate(("begin 1", "set 1 rock-3", *(f"set 1.{k} rock-1" for k in "123"))):
        assert legend not in phones[1].get(f"/t/{code}").text
        assert phones[1].tap(code, action, seat=1, intent=f"tap{n}").status_code == 200
    assert legend in phones[1].get(f"/t/{code}").text
    app.extensions["companion"].close()


def test_a_tile_to_be_counted_that_nobody_entered_says_only_its_number() -> None:
    """More of them are in sight."""
    (file,) = [each for each in kept_games("cosmogenesis") if "nothing-entered" in each.stem]
    asked = [
        panel
        for state in list(states("cosmogenesis", file))[-8:]
        for panel in GAME.show(state, 1)
        if isinstance(panel, Choices) and panel.id.startswith("asks-")
    ]
    assert asked and all(panel.note is None for panel in asked)


def test_points_that_wander_are_told_apart_until_the_end() -> None:
    seen = set[bool]()
    for state in states("cosmogenesis", kept_games("cosmogenesis")[0]):
        if not has_anybody_moved(state):
            continue
        shown = ((tally(state), " (belt, Monolith)"), (waiting_scores(state), ""))
        for score, why in ((score, why) for panel, why in shown for score in panel.scores):
            points = seat_points(state, score.seat)
            wander = points.belt + points.monolith
            told = [english_translator().say(mark) for mark in score.marks]
            words = f"{points.total - wander} + {wander} not final{why}"
            assert (words in told) is bool(wander and not state.ended), (words, told)
            seen.add(state.ended)
    assert seen == {True, False}
