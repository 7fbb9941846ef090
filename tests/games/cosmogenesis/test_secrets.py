"""The planetary objectives in a seat's hand, and what it noted about them, show to nobody else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.cosmogenesis import GAME
from companion.games.cosmogenesis.state import State, box_facts
from companion.play.phone import read_box_file, write_box_file
from tests.games.cosmogenesis.positions import opened
from tests.games.cosmogenesis.random_games import play

HANDS = ((), ("planetary-3",), ("planetary-25",))
NOTES = ((), (("planetary-3", "4,needs=rings"),))
PROBES = [f"{verb} planetary-3{rest}" for verb, rest in (("reveal", " 1"), ("keep", ""))]


def seen(state: State, owner: int) -> list[object]:
    """All that the others get to see, and what they would hear if they tried to find out."""
    others = [seat for seat in state.all_seats if seat != owner]
    views: list[object] = [GAME.show(state, viewer) for viewer in (0, *others)]
    actions = [GAME.read(text) for text in PROBES]
    views += [tuple(GAME.objections(state, n, a)) for n in others for a in actions]
    views += [tuple(GAME.candidates(state, n)) for n in others]
    return [
        *views,
        GAME.state_summary(state),
        GAME.seats_to_act(state),
        GAME.outcome(state),
        box_facts(state),
    ]


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
def test_a_hand_shows_to_nobody_else(seed: int) -> None:
    played = play(seed)
    state: State = GAME.setup(played.seats, played.options)
    for index, (seat, line) in enumerate(played.lines):
        state = GAME.apply(state, seat, GAME.read(line))
        if index % 40:
            continue
        for owner in state.all_seats:
            twins = []
            for told in HANDS:
                for noted in NOTES:
                    system = replace(state.system(owner), entered=told, noted=noted)
                    twins.append(seen(state.with_system(owner, system), owner))
            assert all(twin == twins[0] for twin in twins)


def test_what_was_noted_is_known_once_the_objective_is_revealed() -> None:
    lines = ("1 begin 1", "1 set 1 gas-red-1 rings", "1 keep planetary-3", "1 discard i")
    state = opened(2, {}, *lines, "1 note planetary-3 4,needs=rings")
    assert "tile.planetary-3" not in box_facts(state)
    assert (
        state.tile_text("planetary-3") is None
        and state.tile_text_for_seat(1, "planetary-3") is not None
    )
    assert state.tile_text_for_seat(2, "planetary-3") is None
    offered = [GAME.write(a) for a in GAME.candidates(state, 1)]
    assert "reveal planetary-3 1 4,needs=rings" in offered
    state = GAME.apply(state, 1, GAME.read("reveal planetary-3 1 4,needs=rings"))
    assert box_facts(state)["tile.planetary-3"] == "4,needs=rings"


def test_what_is_told_of_the_box_opens_the_next_table() -> None:
    told = ("1 tile exotic-3 0,gives=asteroid,uses=2", "1 colour d yellow")
    state = opened(2, {}, "1 begin 1", *told)
    known = box_facts(state)
    assert known == {"tile.exotic-3": "0,gives=asteroid,uses=2", "colour.d": "yellow"}
    assert all(GAME.accepts_option(key, value) for key, value in known.items())
    again: State = GAME.setup(3, known)
    assert (
        again.tile_text("exotic-3") == state.tile_text("exotic-3")
        and again.colour_name_at_table("d") == "yellow"
    )
    assert box_facts(again) == known
    box = read_box_file(write_box_file(GAME, known), {GAME.slug: GAME})
    assert (box.known, box.strange) == (known, 0)
    for key, value in (("tile.stellar-20", "3"), ("tile.exotic-1", "3"), ("colour.red", "blue")):
        assert not GAME.accepts_option(key, value)


def test_the_log_says_no_secret() -> None:
    state = opened(2, {}, "1 begin 1")
    for text in ("keep planetary-3", "planetary planetary-3", "note planetary-3 4,needs=rings"):
        said = str(GAME.say(state, 1, GAME.read(text), 1))
        assert "3" not in said.replace("Seat(number=1)", "")
