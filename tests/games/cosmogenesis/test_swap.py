"""What hands exchange after a collision or a comet: drawn for every seat and the television, first
of all, until the next action; and said on the sill while the game is taught.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import pytest

from companion.games.cosmogenesis import GAME
from companion.games.cosmogenesis.bodies import format_body
from companion.games.cosmogenesis.state import State, TokenInstructions
from companion.referee.panels import Choices, Notice, Panel, Scene
from companion.referee.text import english_translator
from tests.games.cosmogenesis.positions import opened
from tests.kit.kept_games import kept_games, moves, states
from tests.kit.scenarios import played_on

SAY = english_translator().say
FILES = kept_games("cosmogenesis")
#: Ana has a planet of size 3 with a moon of size 1
READY = ("1 begin 1", "1 set 1 rock-3", "1 set 1.1 rock-1")


def drawn(s: State, viewer: int) -> Notice | None:
    found = [each for each in GAME.show(s, viewer) if each.id == "wood"]
    assert len(found) <= 1
    return found[0] if found and isinstance(found[0], Notice) else None


def exchanges(name: str) -> Iterator[tuple[State, int, str, State]]:
    """Every action of a kept game that has hands exchange tokens, with the states around it."""
    (file,) = [each for each in FILES if each.stem == name]
    before, *after = states("cosmogenesis", file)
    for (seat, text), s in zip(moves(file), after, strict=True):
        if (s.turn.wood.back or s.turn.wood.take) and s.turn.wood != before.turn.wood:
            yield before, seat, text, s
        before = s


@pytest.mark.parametrize("name", [each.stem for each in FILES])
def test_every_seat_and_the_television_see_the_exchange(name: str) -> None:
    for _, seat, _, s in exchanges(name):
        for viewer in (0, *s.all_seats):
            shown = drawn(s, viewer)
            assert shown and shown.drawing == "swap" and shown.screen != "no"
            assert (shown.facts.back, shown.facts.take) == (s.turn.wood.back, s.turn.wood.take)
            assert (shown.facts.whose is None) == (viewer == seat)


@pytest.mark.parametrize("name", [each.stem for each in FILES])
def test_it_stands_above_all_for_whose_hands_it_is_and_below_for_others(name: str) -> None:
    for _, _, _, s in exchanges(name):
        for viewer in s.all_seats:
            room = [each.id for each in GAME.show(s, viewer) if takes_room(each)]
            # What comes and goes with others' actions moves nothing of who waits; whoever's own
            # turn it ended has it in sight until somebody acts.
            hands = s.turn.wood.hands or s.turn.seat
            assert room[0 if viewer == hands else -1] == "wood", room


def takes_room(panel: Panel) -> bool:
    return panel.tab == "turn" and isinstance(panel, Notice | Scene | Choices)


@pytest.mark.parametrize("name", [each.stem for each in FILES])
def test_what_a_learner_is_told_to_do_has_the_exchange(name: str) -> None:
    for before, seat, text, s in exchanges(name):
        told = GAME.piece_instructions(before, seat, GAME.read(text))
        assert told is not None
        assert ("return " in SAY(told)) == bool({*s.turn.wood.back} - {"comet"}), text
        assert "take " in SAY(told) or not s.turn.wood.take, text


def test_a_token_that_flies_in_and_stays_is_told_where_and_which_side_up() -> None:
    """A size 4 that hits a size 3 with water lies there itself; with three moons none is left."""
    moons = ("1 set 1.2 rock-1", "1 set 1.3 rock-1")
    wet = (*READY, *moons, "1 comet 1", "1 end", "2 discard i", "2 end")
    before = played_on(GAME, opened(2, None), *wet)
    told = GAME.piece_instructions(before, 1, GAME.read("collide ii rock-4 1"))
    assert told is not None
    assert "return 3, the planet in orbit 1 is now size 4, water side up" in SAY(told)


def test_it_is_gone_with_the_next_action() -> None:
    s = played_on(GAME, opened(2, None), *READY, "1 collide ii rock-1 1.1")
    assert drawn(s, 2)
    after = played_on(GAME, s, "1 end", "2 discard i")
    assert drawn(after, 1) is None and drawn(after, 2) is None


def test_the_exchange_and_what_it_makes_is_what_the_system_has() -> None:
    """Counted on the tokens: what lay there, came in and went out is what lies there now."""
    hits = ("collide ii rock-1 1.1", "collide iii rock-3 1", "collide iii rock-3 1.1")
    for text in hits:
        before = played_on(GAME, opened(2, None), *READY)
        s = played_on(GAME, before, f"1 {text}")
        shown = drawn(s, 1)
        assert shown is not None
        flying = text.split()[2]
        lay = Counter(map(side, ("rock-3", "rock-1", flying)))
        lies = lay - Counter(map(side, shown.facts.back)) + Counter(map(side, shown.facts.take))
        bodies = [body for _, body in s.system(1).bodies()]
        assert lies == Counter(side(f"rock-{body.size}") for body in bodies), text


def side(token: str) -> str:
    """The token that has this size on one of its sides."""
    return "small" if token in ("rock-1", "rock-2") else token


@pytest.mark.parametrize("moons", [1, 3])
@pytest.mark.parametrize("hit", ["asteroid", "rock-1", "rock-2", "rock-3"])
@pytest.mark.parametrize("flying", ["asteroid", "rock-1", "rock-2", "rock-3", "rock-4"])
def test_hands_that_do_what_is_said_have_each_token_on_its_side(
    flying: str, hit: str, moons: int
) -> None:
    """A token that is turned over is said, as all that is exchanged."""
    rest = ["rock-1"] * (moons - 1)
    lay = (hit, *rest)
    set_up = (f"1 set 1.{n} {each}" for n, each in enumerate(lay, start=1))
    before = played_on(GAME, opened(2, None), "1 begin 1", "1 set 1 rock-4", *set_up)
    if flying == "asteroid":
        before = played_on(GAME, before, "1 mend asteroids 1", "1 discard i")
    collide = "extra-collide" if flying == "asteroid" else f"collide ii {flying}"
    action = GAME.read(f"{collide} 1.1")
    s = GAME.apply(before, 1, action)
    shown = drawn(s, 1)
    assert shown is not None
    hands = Counter((flying, *lay)) - Counter(shown.facts.back) + Counter(shown.facts.take)
    told = GAME.piece_instructions(before, 1, action)
    assert told is not None
    turned = Counter(re.findall(r"turn (\d) over to|turn (it) over", SAY(told)))
    words = " ".join(SAY(each) for _, each, _ in shown.facts.lines)
    over = {"1": "now size 2: turn it over" in words, "2": "size 1, turned over" in words}
    assert turned.total() == sum(over.values()), (SAY(told), words)
    for size, other in (("1", "2"), ("2", "1")):
        if over[size]:
            hands = hands - Counter([f"rock-{size}"]) + Counter([f"rock-{other}"])
    bodies = (body for place, body in s.system(1).bodies() if place.moon)
    assert hands == Counter(map(format_body, bodies)), (SAY(told), words)


def test_what_came_of_it_is_said_with_its_place_and_size() -> None:
    s = played_on(GAME, opened(2, None), *READY, "1 collide iii rock-3 1")
    shown = drawn(s, 1)
    assert shown is not None
    said = [(icon, SAY(words)) for icon, words, _ in shown.facts.lines]
    assert said == [
        ("rock-4", "the planet in orbit 1 is now size 4"),
        ("rock-2", "new in orbit 1: moon 2, size 2"),
    ]


def test_a_comet_of_two_asteroids_returns_them_and_no_comet() -> None:
    ready = (*READY, "1 mend asteroids 2", "1 discard i")
    s = played_on(GAME, opened(2, None), *ready, "1 extra-comet 1")
    assert s.turn.wood.back == ("asteroid", "asteroid") and not s.turn.wood.take
    assert s.turn.wood != TokenInstructions()


@pytest.mark.parametrize(
    ("body", "side"),
    [("rock-4", "wet"), ("gas-red-1", "ringed")],
)
def test_what_a_comet_turns_over_is_drawn_with_the_side_that_comes_up(body: str, side: str) -> None:
    s = played_on(GAME, opened(2, None), "1 begin 1", f"1 set 1 {body}", "1 comet 1")
    shown = drawn(s, 1)
    assert shown is not None
    said = [(icon, SAY(words), up) for icon, words, up in shown.facts.lines]
    assert said == [(body, "turn over the planet in orbit 1", side)]


def test_the_answer_says_what_lies_there_before_points_that_may_change() -> None:
    told = [each.key for each in GAME.counts(opened(2, None), 1)]
    assert told.index("asteroids") < told.index("points")
