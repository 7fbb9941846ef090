"""What has one possible answer is done with one tap, and what a seat may answer is a tap each."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from companion import transcript
from companion.games.crafting import GAME
from companion.games.crafting.pieces import CONTROLS, POWERS
from companion.games.crafting.state import State
from companion.referee.judge import judge
from companion.referee.panels import Banner, Choices, Dock, Panel, Scene, Sheet
from companion.referee.replay import replay_moves
from companion.referee.rows import Row, Rows
from companion.referee.text import english_translator
from tests.games.crafting.positions import opened, played
from tests.kit import places

#: Special relativity costs 2 matching cards
HAND = ("1 mend hand 12", "1 gain 1 special-relativity", "1 mend hand 4")


def panels(state: State) -> dict[str, Panel]:
    return {panel.id: panel for panel in GAME.show(state, 1)}


def actions(state: State, panel: str) -> list[str]:
    """Everything that this panel does with one tap."""
    found = panels(state)[panel]
    if isinstance(found, Rows):
        return [choice.action for row in found.rows for choice in row.choices if choice.action]
    assert isinstance(found, Choices)
    return [choice.action for choice in found.choices if choice.action]


@pytest.mark.parametrize(
    ("hand", "tap"),
    [
        ((), ["use special-relativity"]),
        (("1 hand 3 1 0 0",), ["use special-relativity with light"]),
        (("1 hand 1 0 3 0",), ["use special-relativity with gravity"]),
        (("1 hand 2 2 0 0",), []),
    ],
    ids=["hand unknown", "light alone can pay", "gravity alone can pay", "two types can pay"],
)
def test_a_card_that_asks_only_what_pays_it_is_one_tap_where_that_is_clear(
    hand: tuple[str, ...], tap: list[str]
) -> None:
    state = played(opened("crafting"), *HAND, *hand)
    assert actions(state, "powers") == tap
    assert ("use-special-relativity" in panels(state)) == (not tap)
    for action in tap:
        assert judge(GAME, state, 1, GAME.read(action)).allowed


def life_row(state: State) -> Row | None:
    rows = panels(state)["spending"]
    assert isinstance(rows, Rows)
    return next((row for row in rows.rows if row.icon == "life"), None)


def test_advanced_life_is_one_tap_for_each_mix_that_can_be() -> None:
    state = played(opened("placed"), "1 tiles done 2 psi 1", "1 mend stable 4", "1 mend proto 4")
    row = life_row(state)
    assert row and [choice.action for choice in row.choices] == ["life 2", "life 3", "life 4", ""]
    assert row.choices[-1].sheet == "life", "and the sheet, for its value"
    for choice in row.choices[:-1]:
        assert judge(GAME, state, 1, GAME.read(choice.action)).allowed


def test_what_cannot_be_is_on_no_page_of_a_turn() -> None:
    """Advanced life, a nebula, a power: "What can I do now?" tells why."""
    state = played(opened("placed"), "1 tiles done 2 psi 1", "1 mend stable 2", "1 mend proto 3")
    assert life_row(state) is None
    poor = played(state, "1 mend hand 1", "1 mend h 0", "1 mend he 0", "1 mend o 0", "1 mend c 0")
    for panel in GAME.show(poor, 1):
        if isinstance(panel, Choices):
            assert not panel.folded, panel.id
            assert all(each.refusal is None for each in panel.choices), panel.id
        if isinstance(panel, Rows):
            assert all(row.refusal is None for row in panel.rows), panel.id


def test_cards_that_came_to_a_known_hand_are_a_tap_each() -> None:
    chemistry = ("1 shift 1", "1 collect placed")
    state = played(opened("shifting"), *chemistry)
    assert state.board(1).hand == 6
    assert actions(state, "cards-drawn") == [], "nothing was ever entered"
    state = played(opened("shifting"), "1 hand 4 0 0 0", *chemistry)
    for kind in ("light", "time"):
        assert f"drew {kind}" in actions(state, "cards-drawn")
        state = played(state, f"1 drew {kind}")
    assert actions(state, "cards-drawn") == [] and state.board(1).entered == (5, 1, 0, 0)


def test_equal_tiles_share_a_row_that_says_how_many() -> None:
    state = played(opened("placed"), "1 tiles open 2 psi 2", "1 tiles open 1 phi 1")
    rows = panels(state)["open-tiles"]
    assert isinstance(rows, Rows)
    labels = [english_translator(lambda seat: "Mira").say(row.label) for row in rows.rows]
    assert "Size 2 in Psi ×2" in labels and "Size 1 in Phi" in labels
    assert "Size 2 in Psi" not in labels


def tile_row(state: State, label: str) -> Row:
    rows = panels(state)["open-tiles"]
    assert isinstance(rows, Rows)
    return next(row for row in rows.rows if english_translator().say(row.label) == label)


def title(state: State) -> str:
    rows = panels(state)["open-tiles"]
    assert isinstance(rows, Rows) and rows.title
    return english_translator().say(rows.title)


def quick_ways(row: Row) -> list[str]:
    """Every action that the likely taps of a row make: one of them, then one for each question."""
    asked = [row.quick, *(field.picks for field in row.asked_after)]
    return [" ".join(pick.value for pick in taps) for taps in product(*asked)]


def test_a_nebula_s_likely_points_are_a_tap_each_and_then_its_star() -> None:
    state = played(opened("placed"), "1 tiles open 1 phi 1", "1 mend c 0")
    row = tile_row(state, "Size 1 in Phi")
    assert not row.asked_after, "hydrogen is the only kind of star"
    assert quick_ways(row) == [f"complete 1 phi {n} h" for n in (2, 3, 4)]
    two = played(state, "1 mend c 1")
    ways = quick_ways(tile_row(two, "Size 1 in Phi"))
    assert ways == [f"complete 1 phi {n} {star}" for n in (2, 3, 4) for star in "hc"]
    for way in ways:
        assert judge(GAME, two, 1, GAME.read(way)).allowed


def test_a_sector_that_a_goal_counts_is_asked_when_the_nebula_is_completed() -> None:
    placed = played(opened("placed"), "1 mend c 0", "1 mend h 2")
    untold = quick_ways(tile_row(placed, "Size 2"))
    assert all(way.startswith("complete 2 ? ") for way in untold), "no goal counts it"
    for more in ("h 3", "o 2"):
        state = replace(played(placed, f"1 mend {more}"), goals=("nebulae-phi",))
        ways = quick_ways(tile_row(state, "Size 2"))
        stars = "ho" if "o" in more else "h"
        told = [(x, n, y) for x in ("psi", "phi", "delta") for n in (5, 6, 7) for y in stars]
        assert ways == [f"complete 2 {x} {n} {y}" for x, n, y in told]
        for way in ways:
            assert judge(GAME, state, 1, GAME.read(way)).allowed
    assert "points" in title(placed) and "points" not in title(state), "sectors come first"


@pytest.mark.parametrize("goal", ["stable-life", "nebulae-phi"])
def test_a_nebula_drawn_is_one_tap_on_its_size_whatever_the_goals_count(goal: str) -> None:
    state = played(opened("shifting"), "1 shift 1", "1 collect placed")
    state = replace(state, goals=(goal,))
    assert actions(state, "drawn") == ["lay 1 ?", "lay 2 ?", "lay 3 ?"]
    after = played(state, "1 lay 1 ?")
    assert actions(after, "drawn") == []
    first = tile_row(after, "Size 1 ×2").quick[0].value
    assert first == ("complete 1 psi" if goal == "nebulae-phi" else "complete 1 ? 2")


def test_the_last_move_collects_and_a_held_control_too() -> None:
    state = played(opened("shifting"))
    wheel = panels(state)["wheel"]
    assert isinstance(wheel, Scene)
    taps = {control.steps: (control.action, control.held) for control in wheel.facts.controls}
    for steps, (action, held) in taps.items():
        if steps:
            assert action.endswith("then collect") == (steps == 3)
            both = action if steps == 3 else held
            after = GAME.apply(state, 1, GAME.read(both))
            assert after.board(1).step == "craft", "one action, so one undo"


@pytest.mark.parametrize("goals", [(), ("nebulae-phi",)])
def test_a_turn_ends_with_one_tap_whatever_the_goals_count(goals: tuple[str, ...]) -> None:
    dock = panels(replace(played(opened("placed")), goals=goals))["dock"]
    assert isinstance(dock, Dock)
    assert [choice.action for choice in dock.choices] == [
        *(f"end nebula {size} ?" for size in (1, 2, 3)),
        "end stabilise",
    ]


def test_a_type_of_power_is_one_tap_and_its_cards_another() -> None:
    state = played(opened("crafting"), "1 mend hand 4")
    rows = panels(state)["spending"]
    assert isinstance(rows, Rows)
    row = next(row for row in rows.rows if row.icon == "power")
    assert [choice.sheet for choice in row.choices] == [f"gain-{deck}" for deck in CONTROLS]
    for choice in row.choices:
        sheet = panels(state)[choice.sheet]
        assert isinstance(sheet, Sheet)
        price, cards = sheet.fields
        assert {POWERS[pick.value].deck for pick in cards.picks} == {choice.icon}
        for pick in cards.picks:
            action = GAME.read(f"gain {price.value} {pick.value}")
            assert judge(GAME, state, 1, action).allowed


def test_a_dark_marble_can_collect_as_well_once_the_own_one_has_moved() -> None:
    def held(state: State) -> list[str]:
        wheel = panels(state)["wheel"]
        assert isinstance(wheel, Scene)
        marbles = {marble for control in wheel.facts.controls for marble in control.marbles}
        return sorted(marble.held for marble in marbles if marble.held and not marble.owner)

    state = played(opened("shifting"))
    assert not held(state), "the own marble has to move"
    moved = played(state, "1 shift 1")
    assert held(moved)
    for action in held(moved):
        after = GAME.apply(moved, 1, GAME.read(action))
        assert after.board(1).step == "craft", "one action, so one undo"


def test_a_crowded_page_keeps_the_answers_of_powers_in_sheets_and_life_in_sight() -> None:
    file = places.GAMES / "crafting" / "games" / "four-players-last-goal.txt"
    game = transcript.read_transcript(file.read_text(encoding="utf-8"))
    moves = [(move.seat, move.action) for move in game.moves]
    last = max(i for i, move in enumerate(moves) if move == (1, "collect"))
    late = (*moves[:last], (1, "collect placed"))
    state = replay_moves(GAME, game.seats, dict(game.options), late)
    told = panels(state)
    spending, powers = told["spending"], told["powers"]
    assert isinstance(spending, Rows) and isinstance(powers, Choices)
    flips = told["flip"]
    assert isinstance(flips, Rows) and [row.icon for row in flips.rows] == ["nova"]
    assert [row.icon for row in spending.rows] == ["life"]
    assert powers.choices[0].sheet == "use-relativity-phi"
    for choice in powers.choices:
        assert choice.action or isinstance(told[choice.sheet], Sheet)
    sheet = told["use-relativity-phi"]
    assert isinstance(sheet, Sheet)
    for choice in sheet.choices:
        assert judge(GAME, state, 1, GAME.read(choice.action)).allowed


def test_a_card_that_cannot_be_paid_is_not_there() -> None:
    rich = played(opened("crafting"), "1 mend hand 12", "1 gain 1 relativity-phi")
    assert any(each.startswith("use relativity-phi") for each in actions(rich, "spending"))
    poor = played(rich, "1 mend hand 0")
    assert not any(each.startswith("use") for each in actions(poor, "spending"))


def test_a_supernova_that_is_left_is_in_sight_and_the_end_is_the_quiet_way() -> None:
    """What would be lost stands above the nebulae, in the words at the bottom too."""
    state = played(opened("placed"), "1 mend nova 1")
    told = GAME.show(state, 1)
    order = [panel.id for panel in told]
    assert order.index("flip") < order.index("open-tiles")
    dock, banner = panels(state)["dock"], panels(state)["banner"]
    assert isinstance(dock, Dock) and isinstance(banner, Banner)
    (way,) = dock.choices
    assert way.sheet == "end" and not way.main
    say = english_translator().say
    assert say(banner.line) == "1 supernova left: tap the star you flipped"
    (row,) = panels(state)["flip"].rows  # type: ignore[attr-defined]
    spent = played(state, f"1 {row.choices[0].action}")
    assert not panels(spent)["flip"].rows  # type: ignore[attr-defined]
    assert any(each.main for each in panels(spent)["dock"].choices)  # type: ignore[attr-defined]
