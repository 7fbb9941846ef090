"""An additional action, or a gift, may end the turn with its own tap: as both in turn would, and
offered only where nothing else is left of it.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion import transcript
from companion.games.cosmogenesis import GAME
from companion.games.cosmogenesis.rules.extra import (
    CollideBeltAsteroid,
    CreateLife,
    ExpandSystem,
    HitWithBeltComet,
    MakeCometFromAsteroids,
    MakeMoonFromAsteroid,
)
from companion.games.cosmogenesis.state import State, TokenInstructions
from companion.referee.panels import Choices, Notice, Panel, Sheet
from companion.referee.text import english_translator
from tests.games.cosmogenesis.positions import opened
from tests.kit.places import GAMES
from tests.kit.scenarios import played_on

SAY = english_translator().say
FOLDER = GAMES / "cosmogenesis" / "games"
EXTRAS = (
    CreateLife,
    ExpandSystem,
    CollideBeltAsteroid,
    MakeCometFromAsteroids,
    MakeMoonFromAsteroid,
    HitWithBeltComet,
)
#: Ana has a wet planet with a moon, and asteroids; her main action is done
DONE = ("1 begin 1", "1 set 1 rock-3", "1 mend asteroids 3", "1 moon ii rock-1 1")


def offers(s: State) -> list[str]:
    """All that seat 1 can send with a place or by itself, of the additional actions."""
    panels: tuple[Panel, ...] = GAME.show(s, 1)
    spots = [
        spot.choice.action
        for panel in panels
        if isinstance(panel, Sheet) and panel.drawing
        for spot in panel.facts.spots
    ]
    tiles = [
        choice.action
        for panel in panels
        if isinstance(panel, Choices) and panel.id == "extras"
        for choice in panel.choices
    ]
    return [*spots, *tiles]


@pytest.mark.parametrize("name", [path.stem for path in sorted(FOLDER.glob("*.txt"))])
def test_it_is_what_both_taps_would_be(name: str) -> None:
    played = transcript.read_transcript((FOLDER / f"{name}.txt").read_text(encoding="utf-8"))
    s = GAME.setup(played.seats, dict(played.options))
    for move in played.moves:
        a = GAME.read(move.action)
        if isinstance(a, EXTRAS) and s.turn.seat == move.seat:
            apart = GAME.apply(GAME.apply(s, move.seat, a), move.seat, GAME.read("end"))
            at_once = GAME.apply(s, move.seat, replace(a, last="end"))
            told = GAME.apply(s, move.seat, a).turn.wood
            if apart.turn.seat and told != TokenInstructions():
                assert at_once.turn.wood == replace(told, hands=move.seat)
            assert at_once.with_turn(wood=TokenInstructions()) == apart
            text = GAME.notation.write(replace(a, last="end"))
            assert text == f"{move.action} then end" and GAME.read(text).last == "end"
        s = GAME.apply(s, move.seat, a)


def test_the_additional_action_ends_a_turn_in_which_nothing_else_is_left() -> None:
    s = played_on(GAME, opened(2, None), *DONE)
    found = offers(s)
    assert "extra-moon 1 then end" in found and "expand then end" in found
    more = played_on(GAME, s, "1 mend extras 2")
    assert not any(each.endswith("then end") for each in offers(more))


def test_what_is_left_to_do_with_the_tokens_is_still_told_after_it() -> None:
    s = played_on(GAME, opened(2, None), *DONE, "1 extra-collide 1.1 then end")
    assert s.turn.seat == 2
    (notice,) = (each for each in GAME.show(s, 1) if each.id == "wood")
    assert isinstance(notice, Notice) and SAY(notice.words) == "On the table:"
    after = played_on(GAME, s, "2 discard i")
    assert after.turn.wood.hands == 0


def test_it_is_refused_while_a_tile_still_gives_something() -> None:
    s = played_on(GAME, opened(2, None), *DONE)
    waiting = s.with_turn(gains=(("moon",),))
    assert [*GAME.objections(waiting, 1, GAME.read("extra-moon 1 then end"))]
    assert not [*GAME.objections(waiting, 1, GAME.read("extra-moon 1"))]


def state_with_tile(code: str) -> State:
    """Ana has nothing to pay with, and an objective in her hand that says this."""
    return played_on(
        GAME,
        opened(2, None),
        *("1 begin 1", "1 set 1 rock-3", "1 mend asteroids 0", f"1 tile planetary-4 {code}"),
        *("1 keep planetary-4", "1 moon ii rock-1 1"),
    )


def reveals(s: State) -> list[tuple[str, str]]:
    """The offered reveals, each with the sheet that opens after it."""
    (sheet,) = (each for each in GAME.show(s, 1) if each.id == "reveal")
    assert isinstance(sheet, Sheet)
    return [(choice.action, choice.opens) for choice in sheet.choices]


@pytest.mark.parametrize(
    ("code", "offered"),
    [
        ("5,needs=rock,gives=asteroid", ("reveal planetary-4 1 then end", "")),
        ("5,needs=rock,gives=moon", ("reveal planetary-4 1", "gain-moon")),
        ("5,needs=rock,gives=moon/comet", ("reveal planetary-4 1", "")),
        ("5,needs=rock,gives=extra", ("reveal planetary-4 1", "")),
    ],
)
def test_a_reveal_ends_a_turn_in_which_nothing_else_is_left(
    code: str, offered: tuple[str, str]
) -> None:
    s = state_with_tile(code)
    assert reveals(s) == [offered]
    assert played_on(GAME, s, f"1 {offered[0]}").turn.seat == (2 if "end" in offered[0] else 1)


def test_the_last_gift_ends_the_turn() -> None:
    s = played_on(GAME, state_with_tile("5,needs=rock,gives=moon"), "1 reveal planetary-4 1")
    assert "gain moon 1 then end" in offers(s)
    after = played_on(GAME, s, "1 gain moon 1 then end")
    assert after == played_on(GAME, s, "1 gain moon 1", "1 end")


def test_no_reveal_and_no_gift_ends_the_turn_while_a_gift_is_left() -> None:
    s = state_with_tile("5,needs=rock,gives=moon+collide")
    first = GAME.read("reveal planetary-4 1 then end")
    assert [*GAME.objections(s, 1, first)] and not [
        *GAME.objections(s, 1, replace(first, last=None))
    ]
    s = played_on(GAME, s, "1 reveal planetary-4 1")
    assert [*GAME.objections(s, 1, GAME.read("gain moon 1 then end"))]
    assert "gain moon 1" in offers(s)


def next_sheet(s: State, sheet: str, action: str) -> str:
    """The sheet that opens after this choice of a sheet."""
    (found,) = (each for each in GAME.show(s, s.turn.seat) if each.id == sheet)
    assert isinstance(found, Sheet)
    return next(choice.opens for choice in found.choices if choice.action == action)


def test_a_group_that_leaves_a_tile_unentered_is_not_asked_again() -> None:
    s = played_on(GAME, opened(2, None), "1 begin 1", "1 tile stellar-2 3")
    assert next_sheet(s, "from-i", "stellar stellar-7") == "enter"
    assert next_sheet(s, "from-i", "stellar stellar-2") == ""
    s = played_on(GAME, s, "1 stellar stellar-7", "1 end")
    assert next_sheet(s, "from-i", "stellar stellar-9") == ""
    s = played_on(GAME, s, "1 tile stellar-7 2,per=moons")
    assert next_sheet(s, "from-i", "stellar stellar-9") == "enter"
