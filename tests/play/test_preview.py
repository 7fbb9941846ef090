"""What an action would change is what it brings, not what comes on show with the next step."""

from __future__ import annotations

from companion.games.crafting import GAME
from companion.games.crafting.state import State
from companion.play.preview import compare_panels, offered_buttons
from companion.referee.text import english_translator
from companion.tables import differing_counts
from tests.games.crafting.positions import opened, played

SAY = english_translator(lambda seat: ("", "Mira", "Ben")[seat]).say


def brings(state: State, seat: int, action: str) -> list[tuple[str, int, int]]:
    """Every count that changes: its name, whose, by how much."""
    after = played(state, f"{seat} {action}")
    return [
        (SAY(each.what), each.seat, each.after - each.before)
        for each in differing_counts(GAME, state, after, (1, 2))
    ]


def test_points_that_come_on_show_are_not_scored() -> None:
    state = played(
        opened("last-turn-of-round-3"),
        *("2 mend points 3", "2 end nebula 1 psi", "1 mend stable 3", "1 score"),
        *("1 mend hand 10", "2 mend hand 10"),
    )
    assert brings(state, 2, "goal oxygen") == []


def test_points_that_are_scored_are_told_once_for_each_seat() -> None:
    state = played(opened("scoring"), "1 mend stable 3", "2 mend stable 1")
    assert brings(state, 2, "score") == [("points", 1, 6), ("points", 2, 3)]


def test_numbers_of_the_moment_change_where_they_stand_before_and_after() -> None:
    state = played(opened("shifting"))
    changed = compare_panels(GAME.show(state, 1), GAME.show(played(state, "1 shift 1 to light"), 1))
    assert {SAY(each.title) for each in changed.moment} <= {
        "You'll collect",
        "What your next turn could bring",
    }


def test_what_a_button_says_is_known_with_its_action_and_the_sheet_it_is_on() -> None:
    found = {button.action: button for button in offered_buttons(GAME.show(opened("crafting"), 1))}
    place, five = found["place c 1"].words, found["five light"]
    assert place and SAY(place) == "Place 1 carbon star"
    assert five.words and five.under
    assert SAY(five.under) == "5 matching cards for 6 points" and SAY(five.words) == "Light"
    wheel = {
        button.action: button.words for button in offered_buttons(GAME.show(opened("shifting"), 1))
    }
    light, dark = wheel["shift 1 to light"], wheel["shift dark light"]
    assert light and SAY(light) == "Move your marble to Light"
    assert dark and SAY(dark) == "Move a dark marble on from Light"
