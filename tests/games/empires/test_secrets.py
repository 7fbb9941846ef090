"""The hidden culture cards of a seat show to nobody else, wherever in a game they were told."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.games.empires import GAME
from companion.games.empires.pieces import BASE_CULTURES
from companion.games.empires.state import State
from tests.kit.kept_games import kept_games, states, transcript_of

each_with_cultures = pytest.mark.parametrize(
    "file",
    [
        file
        for file in kept_games("empires")
        if dict(transcript_of(file).options)["culture"] != "off"
    ],
    ids=lambda file: file.stem,
)
HANDS = (None, ("orthodox",), ("awakened", "militaristic"))
PROBES = [f"{verb} {slug}" for verb in ("keep", "reveal") for slug in BASE_CULTURES]


def telling(state: State, seat: int, hand: tuple[str, ...] | None) -> State:
    return state.with_empire(seat, replace(state.empire(seat), entered=hand))


def seen(state: State, owner: int) -> list[object]:
    """All that the others get to see, and what they would hear if they tried to find out."""
    others = [seat for seat in state.all_seats if seat != owner]
    views: list[object] = [GAME.show(state, viewer) for viewer in (0, *others)]
    actions = [GAME.read(text) for text in PROBES]
    views += [tuple(GAME.objections(state, n, a)) for n in others[:2] for a in actions]
    return [*views, GAME.state_summary(state), GAME.seats_to_act(state), GAME.outcome(state)]


@each_with_cultures
def test_what_a_seat_told_shows_to_nobody_else(file: Path) -> None:
    for state in list(states("empires", file))[::20]:
        owner = 1 + state.round % state.seats
        views = [seen(telling(state, owner, hand), owner) for hand in HANDS]
        assert all(view == views[0] for view in views)


@each_with_cultures
def test_the_owner_is_offered_what_was_told(file: Path) -> None:
    state = next(
        state
        for state in states("empires", file)
        if state.stage == "play" and state.hidden_culture_count(1)
    )
    one = telling(state, 1, ("orthodox",))
    assert GAME.show(one, 1) != GAME.show(telling(state, 1, ("awakened",)), 1)


def test_telling_is_left_out_of_every_line_and_export() -> None:
    one, other = GAME.read("keep orthodox"), GAME.read("keep militaristic")
    assert GAME.redact(one) is None and GAME.redact(other) is None
    state = GAME.setup(2, {"culture": "single"})
    for viewer in (0, 1, 2):
        assert GAME.say(state, 1, one, viewer) == GAME.say(state, 1, other, viewer)
    assert GAME.show(GAME.apply(state, 1, one), 2) == GAME.show(GAME.apply(state, 1, other), 2)
    assert GAME.redact(GAME.read("reveal orthodox")) == GAME.read("reveal orthodox")
