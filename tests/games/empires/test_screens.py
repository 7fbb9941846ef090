"""What phones and the table screen show, as html, and that no hidden culture card is in a byte."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from jinja2 import StrictUndefined

from companion.app import create_app
from companion.config import Config
from companion.games.empires import GAME
from companion.games.empires.pieces import BASE_CULTURES, DICE_TOTALS
from companion.games.empires.rules import seats_to_act
from companion.games.empires.rules.build import BuildCard
from companion.games.empires.rules.production import total_production
from companion.games.empires.show import show
from companion.games.empires.show.turn import PayLine
from companion.games.empires.state import ACT, PLAY, REVEAL, ROLL, State
from companion.referee.controls import Choice
from companion.referee.judge import judge
from companion.referee.panels import Banner, Choices, Notice, Panel
from companion.referee.text import english_translator
from tests.kit.kept_games import each_file_of, kept_games, moves, states

TABS = ("", "/own", "/shared", "/table")


class House:
    """One phone a seat at one table, without scripts: every tap is a form."""

    def __init__(self, folder: Path, seats: int, **options: str) -> None:
        config = Config(folder / "house.sqlite", "s" * 32)
        self.app = create_app(config, games={"empires": GAME})
        self.app.jinja_env.undefined = StrictUndefined
        self.phones = [self.app.test_client() for _ in range(seats)]
        opened = self.post(1, "/tables", game="empires", seats=seats, name="Seat 1")
        self.table = re.sub(r".*(/t/\w+).*", r"\1", opened.location)
        for seat in range(2, seats + 1):
            self.post(seat, f"{self.table}/sit", seat=seat, name=f"Seat {seat}")
        for key, value in options.items():
            self.post(1, f"{self.table}/option", key=key, value=value)
        self.post(1, f"{self.table}/start")

    def post(self, phone: int, path: str, **fields: Any) -> Any:
        headers = {"Origin": "http://localhost"}
        answer = self.phones[phone - 1].post(path, data=fields, headers=headers)
        assert answer.status_code == 303, (path, fields, answer.text)
        return answer

    def tap(self, seat: int, action: str) -> None:
        self.post(seat, f"{self.table}/act", seat=seat, action=action)

    def page(self, seat: int, path: str = "") -> str:
        answer = self.phones[seat - 1].get(self.table + path)
        assert answer.status_code == 200, path
        return str(answer.text)


def panel(s: State, viewer: int, panel_id: str) -> Panel | None:
    return next((panel for panel in show(s, viewer) if panel.id == panel_id), None)


def test_every_page_of_a_whole_game_can_be_drawn(tmp_path: Path) -> None:
    house = House(tmp_path, 2, culture="hybrid")
    (file,) = (file for file in kept_games("empires") if file.stem == "two-players-hybrid")
    for number, (seat, action) in enumerate(moves(file)):
        house.tap(seat, action)
        if number % 3 == 0:
            assert "panel-banner" in house.page(1, TABS[number // 3 % len(TABS)])
            assert "panel-banner" in house.page(2) + house.page(2, "/screen")
    assert "panel-breakdown" in house.page(1) and "panel-result" in house.page(2, "/screen")


def test_a_hidden_culture_card_is_on_no_other_phone(tmp_path: Path) -> None:
    house = House(tmp_path, 3, culture="single")
    house.tap(1, "begin 1")
    plain = {path: house.page(2, path) for path in (*TABS, "/screen", "/history", "/transcript")}
    house.tap(1, "keep scientific")
    assert "Scientific" in house.page(1)
    offered = [slug for slug in BASE_CULTURES if f'value="reveal {slug}"' in house.page(1)]
    assert offered == ["scientific"]
    for path, before in plain.items():
        # The names of all cards stand in everybody's own sheet; the told one stands out nowhere.
        assert house.page(2, path).count("cientific") == before.count("cientific"), path
        assert house.page(3, path).count("keep scientific") == 0
    assert "keep" not in house.page(2, "/transcript")


def test_a_revealed_culture_card_is_on_every_phone(tmp_path: Path) -> None:
    house = House(tmp_path, 3, culture="single")
    for seat, action in ((1, "begin 1"), (1, "keep scientific"), (1, "reveal scientific")):
        house.tap(seat, action)
    assert "Scientific" in house.page(2, "/table") and "Scientific" in house.page(3, "/screen")
    assert "reveal scientific" in house.page(2, "/transcript")


def test_a_refused_tap_says_reason_rule_and_remedy(tmp_path: Path) -> None:
    house = House(tmp_path, 2)
    house.tap(1, "begin 1")
    house.tap(1, "build collective")
    house.tap(1, "build t-wing")
    said = house.page(1)
    for words in (
        "Costs you 1 credit; you have 0",
        "Pay the whole price",
        "First take 1 more credit",
    ):
        assert words in said


def test_the_rules_page_tells_the_chances(tmp_path: Path) -> None:
    house = House(tmp_path, 2)
    page = house.phones[0].get("/rules/empires").text
    for words in ("5 in 4 of 16 (25%)", "on 2 (6.25% of rolls)", "check your card"):
        assert words in page


@pytest.mark.long
@each_file_of("empires")
def test_the_screen_tells_who_earns_what_before_the_total_is_confirmed(file: Path) -> None:
    shown = 0
    for before, (seat, action) in zip(states("empires", file), moves(file), strict=False):
        scene = panel(before, 0, "payouts")
        if not action.startswith("confirm") or scene is None:
            continue
        after = GAME.apply(before, seat, GAME.read("confirm"))
        facts = scene.facts  # type: ignore[attr-defined]
        column = next(i for i, column in enumerate(facts.columns) if column.current)
        for row in facts.rows:
            earned = after.empire(row.seat).credits - before.empire(row.seat).credits
            assert row.amounts[column] == earned
            assert _paid_beside(before, row.seat) == _paid_beside(after, row.seat) == earned
        shown += 1
    assert shown > 3


def _paid_beside(state: Any, seat: int) -> int | None:
    """What the table screen shows beside this seat's production."""
    scene: Any = panel(state, 0, "empires")
    return next(empire.paid for empire in scene.facts if empire.seat == seat)


def test_the_deck_is_shuffled_before_the_pool_is_drawn() -> None:
    listed: Any = panel(GAME.setup(2, {"culture": "off"}), 1, "setup")
    pool = listed.sections[0].lines[0]
    assert "build pool" in english_translator().say(pool.words)
    assert "whole deck first" in english_translator().say(pool.detail)


@pytest.mark.long
def test_the_table_screen_names_no_aim_that_is_reached() -> None:
    aims = set()
    files = kept_games("empires")[:2]
    for state in (each for file in files for each in states("empires", file)):
        if state.stage != PLAY:
            continue
        banner = panel(state, 0, "banner")
        assert isinstance(banner, Banner)
        told = english_translator().say(banner.line)
        assert ("production" in told) is not bool(state.caller), told
        assert ("the final round" in told) is bool(state.caller), told
        aims.add(bool(state.caller))
    assert aims == {True, False}


@each_file_of("empires")
def test_the_table_screen_has_everybodys_cards_at_the_last_reveals(file: Path) -> None:
    """As they lie on the table: face down only how many, open what each adds to the production; and
    whoever decides is framed.
    """
    shown = [each for each in states("empires", file) if each.stage == REVEAL]
    for state in shown:
        scene: Any = panel(state, 0, "reveals")
        for row in scene.facts:
            empire = state.empire(row.seat)
            assert row.hidden == state.hidden_culture_count(row.seat)
            assert row.total - sum(row.adds) == total_production(state, row.seat)
            assert len(row.adds) == len({"militaristic", "orthodox"} & set(empire.open))
            assert row.decides is (row.seat in seats_to_act(state))
            entered = state.with_empire(row.seat, replace(empire, entered=("orthodox",)))
            assert panel(entered, 0, "reveals") == scene
    assert shown or "hybrid" not in file.stem


@each_file_of("empires")
def test_a_roll_value_is_asked_of_who_can_build_the_card(file: Path) -> None:
    """What else speaks against it comes first: the cost, or that no action is left."""
    refused = 0
    for state in states("empires", file):
        for choice in build_choices(state):
            if choice.refusal is None or not choice.sheet:
                continue
            refused += 1
            slug = choice.sheet.removeprefix("build-")
            tries = [BuildCard(slug, value) for value in DICE_TOTALS]
            rules = {
                no.rule
                for each in tries
                for no in judge(GAME, state, seat_of(state), each).objections
            }
            assert choice.refusal.rule != HUB or rules == {HUB}, rules
    assert refused


HUB = "card.darkspace-hub"


@each_file_of("empires")
def test_where_no_action_is_left_what_is_free_comes_first(file: Path) -> None:
    """What takes one is folded below it, with its reasons; where nothing is free no card moves."""
    seen = 0
    for state in states("empires", file):
        if state.stage != PLAY or state.turn.step != ACT or state.turn.actions:
            continue
        seen += 1
        shown = panel(state, seat_of(state), "build")
        assert isinstance(shown, Choices)
        ids = [each.id for each in show(state, seat_of(state))]
        shelf = len(state.cards)
        if len(shown.choices) == shelf:
            besides = panel(state, seat_of(state), "cycle")
            assert isinstance(besides, Choices) and "extras" not in ids
            assert all(choice.refusal is not None for choice in besides.choices)
            continue
        assert all(choice.refusal is None for choice in shown.choices)
        assert all(choice.refusal is not None for choice in shown.folded)
        assert len(shown.choices) + len(shown.folded) == shelf + 1  # with cycling
        assert [each for each in ids if each in ("extras", "cycle", "build")][-1] == "build"
    assert seen


def test_a_seats_pay_is_one_line_until_the_next_roll() -> None:
    (file,) = (file for file in kept_games("empires") if file.stem == "four-players-hybrid")
    keys, paid = dict[int, str](), None
    for state in states("empires", file):
        if state.stage != PLAY or state.turn.step not in (ROLL, ACT) or state.paid is None:
            continue
        for seat in state.all_seats:
            line = pay_of(state, seat)
            amount = state.paid.amount_for_seat(seat)
            if line is None:  # Whoever rolls is told of no nothing.
                assert not amount and state.turn.seat == seat
                continue
            assert line.amount == amount and bool(line.key) is bool(amount)
            if state.paid is paid and amount:
                assert line.key == keys[seat]
            elif amount:
                assert line.key != keys.get(seat)
            keys[seat] = line.key
        paid = state.paid
    assert len(keys) == 4


def pay_of(state: State, seat: int) -> PayLine | None:
    shown = panel(state, seat, "own-pay")
    if not isinstance(shown, Notice):
        return None
    assert isinstance(shown.facts, PayLine)
    return shown.facts


def seat_of(state: State) -> int:
    return min(seats_to_act(state))


def build_choices(state: State) -> tuple[Choice, ...]:
    if state.stage != PLAY:
        return ()
    shown = panel(state, seat_of(state), "build")
    return shown.choices if isinstance(shown, Choices) else ()
