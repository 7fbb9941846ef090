"""The next turn of a seat that waits: as if it began now, and what can be said in it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.crafting import GAME
from companion.games.crafting.board import CRAFT, DONE, SHIFT, WAITING
from companion.games.crafting.pieces import CONTROLS, DARK_MARBLE, POWERS
from companion.games.crafting.plan import next_phrases, state_at_next_turn
from companion.games.crafting.rules.energy import ShiftMarble
from companion.games.crafting.state import SCORE, State
from companion.games.crafting.tiles import Tile
from companion.referee.judge import judge
from companion.referee.listen import read_spoken_line
from companion.referee.speech import settled
from companion.referee.text import english_translator
from tests.games.crafting.test_speech import position, read

SPEECH = GAME.speech
assert SPEECH is not None


def waiting(step: str = WAITING) -> State:
    state = position("crafting")
    return state.with_board(2, replace(state.board(2), step=step))


def test_only_a_seat_that_waits_for_a_turn_that_will_come_plans() -> None:
    assert state_at_next_turn(waiting(), 1) is None, "it acts"
    assert state_at_next_turn(replace(waiting(), stage=SCORE), 2) is None
    played = waiting(DONE)
    assert state_at_next_turn(replace(waiting(), supply=0), 2) is not None
    assert state_at_next_turn(replace(played, supply=0), 2) is None, "the game ends with this round"
    here, later = state_at_next_turn(waiting(), 2), state_at_next_turn(played, 2)
    assert here is not None and later is not None
    assert (here.round, later.round) == (played.round, played.round + 1)
    for state in (here, later):
        assert [board.step for board in state.boards] == [WAITING, SHIFT]
        assert state.wheel == played.wheel and not state.moves


def test_what_comes_next_is_understood_and_allowed_in_every_language() -> None:
    state = state_at_next_turn(waiting(), 2)
    assert state is not None
    seen = set[str]()
    for _ in range(4):
        phrases = [words for words, _ in next_phrases(state, 2)]
        for words in phrases:
            for language in SPEECH.vocabularies:
                said = SPEECH.as_spoken(words, language)
                (phrase,) = read_spoken_line(GAME, state, 2, said, language)
                after = state
                for action in map(settled, phrase.actions):
                    assert judge(GAME, after, 2, action).allowed, (language, said)
                    after = GAME.apply(after, 2, action)
                assert phrase.actions, (language, said)
        seen |= set(phrases)
        going = next((each for each in phrases if each == "chemistry"), phrases[0])
        (phrase,) = read_spoken_line(GAME, state, 2, going, "en")
        for action in phrase.actions:
            state = GAME.apply(state, 2, action)
    assert {"chemistry", "dark light", "nebula 1", "stable", "end", "new nebula 3"} <= seen


def test_a_control_says_how_far_it_is_and_what_it_gives() -> None:
    state = state_at_next_turn(waiting(), 2)
    assert state is not None
    gives = dict(next_phrases(state, 2))["gravity"]
    assert gives is not None and gives.source == "{n} move: {gives}"
    actions, unclear = read(position("crafting"), "gravity", "en")
    assert actions and not unclear


def test_the_whole_way_round_is_said_where_three_moves_lead_it() -> None:
    wheel = ((DARK_MARBLE, DARK_MARBLE, DARK_MARBLE), (2,), (), (1, DARK_MARBLE))
    round_it = state_at_next_turn(replace(waiting(), wheel=wheel), 2)
    assert round_it is not None
    own = round_it.control_of_marble(2)
    assert own is not None and said(round_it)[2] == own, "past the full one, after the others"
    gives = dict(next_phrases(round_it, 2))[own]
    assert gives is not None and dict(gives.values)["n"] == 3
    is_read_and_allowed(round_it, own)
    (phrase,) = read_spoken_line(GAME, round_it, 2, own, "en")
    assert phrase.actions == (ShiftMarble(2, to=own, then="collect"),)
    line = english_translator().say(phrase.actions[0].log_line(round_it, 2))
    assert f"all the way round to {own.title()}" in line and "from" not in line
    assert own not in said(replace(round_it, wheel=((DARK_MARBLE,), *wheel[1:])))
    two_full = replace(
        round_it,
        wheel=((DARK_MARBLE, 1, 3), (2,), (DARK_MARBLE, DARK_MARBLE, 4), ()),
        moves=((DARK_MARBLE, "time", "gravity"),),
    )
    assert own not in said(two_full), "its name would mean to stay there"


def busy() -> State:
    """Ben's next turn: a supernova, a crystal that waits, DNA, life in reach, a card to use."""
    state = state_at_next_turn(waiting(), 2)
    assert state is not None
    board = replace(
        state.board(2),
        step=CRAFT,
        stars=(2, 2, 2, 2),
        nova=2,
        novae=2,
        under=(1, 1, 0, 0),
        dna=1,
        proto=5,
        stable=4,
        waiting=2,
        hand=8,
        entered=(5, 1, 1, 1),
        powers=((1, "quasar"),),
    )
    tiles = (Tile(2, "psi"), Tile(2, "psi"), Tile(1, "phi", completed=True))
    return state.with_board(2, replace(board, tiles=tiles))


def said(state: State) -> list[str]:
    return [words for words, _ in next_phrases(state, 2)]


def is_read_and_allowed(state: State, words: str) -> None:
    """In every language what is said is read, and may be done."""
    for language in SPEECH.vocabularies:
        spoken = SPEECH.as_spoken(words, language)
        (phrase,) = read_spoken_line(GAME, state, 2, spoken, language)
        assert phrase.actions, (language, spoken)
        assert all(judge(GAME, state, 2, settled(each)).allowed for each in phrase.actions), spoken


def played(state: State, words: str) -> State:
    (phrase,) = read_spoken_line(GAME, state, 2, words, "en")
    for action in phrase.actions:
        assert judge(GAME, state, 2, action).allowed, words
        state = GAME.apply(state, 2, action)
    return state


def test_all_of_a_busy_turn_is_planned_by_taps() -> None:
    state = busy()
    for words in ("supernova h", "discharge he", "nebula 2 psi 5", "trade light", "life 2"):
        words = words.replace("supernova", "nova")
        assert words in said(state), (words, said(state))
        state = played(state, words)
    assert "dna 1" in said(state)
    assert {"stable", "end"} <= set(said(state)), "what ends the turn stands there at any time"


def test_what_is_planned_next_is_allowed_and_read_in_every_language() -> None:
    state = busy()
    for words in said(state):
        is_read_and_allowed(state, words)


def test_a_planned_nebula_can_discard_any_star() -> None:
    state = busy()
    (phrase,) = read_spoken_line(GAME, state, 2, "nebula 2 psi 5", "en")
    others = dict(SPEECH.variants(state, 2, phrase.actions[0]))
    stars = {SPEECH.read(state, 2, tuple(words.split()))[0].star for words in others.values()}
    assert stars == {"h", "he", "o", "c", "nova"} - {phrase.actions[0].star}


@pytest.mark.parametrize("slug", POWERS)
def test_every_power_that_is_planned_is_read_and_allowed_in_every_language(slug: str) -> None:
    state = busy()
    board = replace(state.board(2), powers=((1, slug),), graviton=3, entered=(12, 0, 0, 0), hand=12)
    state = state.with_board(2, board)
    for words in said(state):
        if words.split()[0] == slug:
            is_read_and_allowed(state, words)


#: Cards that ask for more than one thing, and answers that differ from the first ones.
SEVERAL = {
    "nuclear-fission": ("c", "o"),
    "nuclear-fusion": ("o", "c"),
    "solar-wind": ("he", "2"),
    "star-stuff": ("gain", "delta"),
}


@pytest.mark.parametrize("slug", SEVERAL)
def test_a_card_that_asks_for_several_things_is_planned_by_taps(slug: str) -> None:
    state = busy()
    tiles = (Tile(1, "psi"), *state.board(2).tiles)
    board = replace(state.board(2), powers=((1, slug),), graviton=3, tiles=tiles, entered=None)
    state = state.with_board(2, board)
    offered = [words for words in said(state) if words.split()[0] == slug]
    assert len(offered) == 1, "one chip, not one for each way"
    (action,) = SPEECH.read(state, 2, tuple(offered[0].split()))
    ways = [action]
    for _ in SEVERAL[slug]:
        others = [words for way in ways for _, words in SPEECH.variants(state, 2, way)]
        ways += [SPEECH.read(state, 2, tuple(words.split()))[0] for words in dict.fromkeys(others)]
    assert SEVERAL[slug] in [way.picks for way in ways]
    assert all(judge(GAME, state, 2, way).allowed for way in ways)


def test_a_power_to_gain_is_planned_as_long_as_it_can_be_paid() -> None:
    state = busy()
    assert "gain light" in said(state)
    poor = state.with_board(2, replace(state.board(2), hand=1, entered=None))
    assert not [words for words in said(poor) if words.startswith("gain")]
    full = replace(
        state.board(2), powers=tuple(enumerate(("quasar", "pulsar", "wormhole", "evolution"), 1))
    )
    assert not [words for words in said(state.with_board(2, full)) if words.startswith("gain")]


#: Cards in hand, what was entered of them, and the types of which five may be there.
HANDS = (
    (8, None, CONTROLS),
    (4, None, ()),
    (8, (4, 1, 1, 1), ("light",)),  # one that was drawn since
    (7, (4, 1, 1, 1), ()),
    (8, (5, 1, 1, 1), ("light",)),
)


@pytest.mark.parametrize("hand,entered,kinds", HANDS)
def test_five_cards_are_planned_as_any_type_that_they_may_be(
    hand: int, entered: tuple[int, ...] | None, kinds: tuple[str, ...]
) -> None:
    board = replace(busy().board(2), hand=hand, entered=entered)
    state = busy().with_board(2, board)
    trades = [words for words in said(state) if words.startswith("trade")]
    assert trades == [f"trade {kind}" for kind in kinds]
    for words in trades:
        is_read_and_allowed(state, words)


def test_a_dark_marble_is_offered_after_the_own_one_while_moves_are_left() -> None:
    state = state_at_next_turn(waiting(), 2)
    assert state is not None
    for words, dark in (("gravity", True), ("chemistry", True), ("light", False)):
        action = SPEECH.read(state, 2, (words,))[0]
        assert bool([*SPEECH.goes_on(state, 2, action)]) is dark, words
    assert not [*SPEECH.goes_on(state, 2, GAME.read("end"))]


def test_a_power_that_asks_nothing_is_planned_by_a_tap() -> None:
    state = busy()
    board = replace(state.board(2), graviton=3, entered=(12, 0, 0, 0), hand=12)
    assert "quasar" in said(state.with_board(2, board))
