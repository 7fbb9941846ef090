"""A tile that nobody entered: what it may give is at a glance, with the way to enter it, without a
reproach each; taken, it is one line; and the guide is about it, not about the end of the turn.
"""

from __future__ import annotations

from companion.games.cosmogenesis import GAME
from companion.games.cosmogenesis.state import State
from companion.games.cosmogenesis.tiles import GIFTS
from companion.referee.lessons import guided_step
from companion.referee.panels import Choices, Sheet
from companion.referee.text import english_translator
from tests.games.cosmogenesis.positions import opened
from tests.kit.scenarios import played_on

SAY = english_translator().say
#: Ana has a planet with a moon, and an objective in her hand
READY = ("1 begin 1", "1 set 1 rock-3", "1 keep planetary-8", "1 moon ii rock-1 1")
REVEALED = (*READY, "1 reveal planetary-8 1")


def gains(s: State) -> Choices:
    (found,) = [each for each in GAME.show(s, 1) if each.id == "gains"]
    assert isinstance(found, Choices)
    return found


def test_all_that_it_may_give_stands_at_a_glance_with_the_way_to_enter_it() -> None:
    s = played_on(GAME, opened(2, None), *REVEALED)
    shown = gains(s)
    assert len(shown.choices) == len(GIFTS) + 1
    last = shown.choices[-1]
    assert SAY(last.label) == "Enter this tile"
    sheets = {each.id for each in GAME.show(s, 1) if isinstance(each, Sheet)}
    assert last.sheet in sheets and "Planetary 8" in SAY(shown.title or last.label)


def test_none_of_it_says_that_the_app_does_not_know_the_tile() -> None:
    s = played_on(GAME, opened(2, None), *REVEALED)
    assert not any(each.doubt for each in gains(s).choices)
    assert [*GAME.objections(s, 1, GAME.read("gain asteroid"))] == [], "it counts as it is"


def test_it_is_folded_once_something_was_taken() -> None:
    s = played_on(GAME, opened(2, None), *REVEALED, "1 gain asteroid")
    shown = gains(s)
    assert not shown.choices and len(shown.folded) == len(GIFTS) + 1 and shown.fold


def test_the_sheet_that_enters_it_is_there_once() -> None:
    for more in ((), ("1 gain asteroid",)):
        s = played_on(GAME, opened(2, None), *REVEALED, *more)
        ids = [each.id for each in GAME.show(s, 1)]
        assert ids.count("enter") == 1 and "unread" not in ids


def guided_key(*lines: str) -> str:
    s = played_on(GAME, opened(2, None), *lines)
    played = [(int(line[0]), line[2:]) for line in lines]
    card = guided_step(GAME.lessons, 1, GAME.current_step(s, 1), played, ())
    return card.card.key if card else ""


def test_the_guide_is_about_the_reward_and_then_about_the_end() -> None:
    assert guided_key(*REVEALED) == "reward"
    assert guided_key(*REVEALED, "1 gain asteroid") == "end"
    assert guided_key(*READY) == "extra"


def test_so_it_is_of_a_tile_that_was_entered() -> None:
    entered = (*READY, "1 tile planetary-8 5,needs=rock,gives=moon+collide")
    lines = (*entered, "1 reveal planetary-8 1")
    assert guided_key(*lines) == "reward"
    # The moon that hits its own planet has no more room: what nothing can take is no loss.
    assert guided_key(*lines, "1 gain moon 1", "1 gain collide 1") == "end"
