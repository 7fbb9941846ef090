"""The rulebook and lessons of Crafting the Cosmos, read once; the options of a game; its steps, and
what players ask at each. Numbers in the tips are worked out.
"""

from __future__ import annotations

from pathlib import Path

from companion.games.crafting.board import COLLECT, CRAFT, DONE, SHIFT, WAITING
from companion.games.crafting.pieces import POWERS, Power
from companion.games.crafting.rules.power_cards import MAX_WORMHOLE_LIFE
from companion.games.crafting.state import (
    DISCARD,
    DRAW,
    OVER,
    PLAY,
    REVEAL_LIFE,
    SCORE,
    SETUP,
    State,
)
from companion.referee.examples import read_worked_examples
from companion.referee.game import Option, OptionValue, options_for_open_questions
from companion.referee.lessons import read_lessons
from companion.referee.rulebook import Rulebook, read_rulebook, with_signs_from_file
from companion.referee.text import Text
from companion.referee.tips import TipNumbers, with_tips


def first_gain_amount(power: Power) -> int:
    """Returns how much a power card gives of the first thing that it names."""
    first = power.does[0]
    if len(first) > 1 and first[1].isdecimal():
        return int(first[1])
    return sum(step == first for step in power.does)


TIP_NUMBERS_BY_RULE: TipNumbers = {
    **{f"power.{slug}": {"gives": first_gain_amount(power)} for slug, power in POWERS.items()},
    "power.quasar": {"pulsar": first_gain_amount(POWERS["pulsar"])},
    "power.evolution": {"pays": POWERS["evolution"].price.stable},
    "power.survival-of-the-fittest": {
        "needs": first_gain_amount(POWERS["survival-of-the-fittest"])
        + POWERS["survival-of-the-fittest"].price.proto
    },
    "power.speed-of-light": {"cards": POWERS["speed-of-light"].price.cards},
    "power.wormhole": {"moves": MAX_WORMHOLE_LIFE},
}


OVERLAPPING_TURNS_OPTION = Option(
    "overlap",
    Text("May the next player start while this one crafts?"),
    (
        OptionValue("no", Text("No, one after the other")),
        OptionValue("yes", Text("Yes, after collecting")),
    ),
)
LIFE_CAPACITY_CHECK_OPTION = Option(
    "life-check",
    Text("Check whether your board can hold that much life?"),
    (
        OptionValue("yes", Text("Yes, refuse what no board can hold")),
        OptionValue("no", Text("No, we check ourselves")),
    ),
    house=True,
)


def game_options(rulebook: Rulebook) -> tuple[Option, ...]:
    """Returns the options: the rulebook's own, then every question that it leaves to the group."""
    return (
        OVERLAPPING_TURNS_OPTION,
        LIFE_CAPACITY_CHECK_OPTION,
        *options_for_open_questions(rulebook),
    )


_AT_STAGE = {
    SETUP: ("setup.deal", "setup.start", "setup.crystals", "setup.goals"),
    SCORE: ("goal.ties", "goal.one", "goal.when", "place.border"),
    DRAW: ("goal.deck", "end.first-player", "game.last-goals", "goal.when"),
    DISCARD: ("card.limit", "card.five", "end.steps", "card.matching"),
    REVEAL_LIFE: ("game.reveal", "life.values", "game.tie", "life.secret"),
    OVER: ("game.tie", "game.winner", "game.hand", "game.points"),
}
_AT_STEP = {
    SHIFT: ("energy.own-marble", "energy.full-control", "energy.three-moves", "energy.passive"),
    COLLECT: ("energy.supply-short", "energy.display", "energy.power-bonus", "energy.order"),
    CRAFT: ("nebula.discard", "nebula.wild", "power.price", "place.proto"),
}
_WAITING = ("turn.overlap", "place.lost", "end.omega", "goal.counts")


def likely_rules(s: State) -> tuple[str, ...]:
    """Returns keys of rules, the likeliest first, for the seat that is furthest in its turn."""
    if s.stage in _AT_STAGE:
        return _AT_STAGE[s.stage]
    steps = {board.step for board in s.boards}
    return next((_AT_STEP[step] for step in (CRAFT, COLLECT, SHIFT) if step in steps), _WAITING)


#: setting up, with the marbles known
MARBLES_DEALT_STEP = "dealt"
STEPS = (
    SETUP,
    MARBLES_DEALT_STEP,
    SHIFT,
    COLLECT,
    CRAFT,
    DONE,
    WAITING,
    SCORE,
    DRAW,
    DISCARD,
    REVEAL_LIFE,
    OVER,
)


def current_step(s: State, seat: int) -> str:
    """Returns a seat's step while a round is played, otherwise the stage of the game."""
    if s.stage == SETUP and s.first:
        return MARBLES_DEALT_STEP
    return s.board(seat).step if s.stage == PLAY else s.stage


GAME_FOLDER = Path(__file__).parent

RULEBOOK = with_tips(
    with_signs_from_file(read_rulebook(GAME_FOLDER / "rulebook.toml"), GAME_FOLDER / "signs.toml"),
    GAME_FOLDER / "tips.toml",
    TIP_NUMBERS_BY_RULE,
)

EXAMPLES = read_worked_examples(GAME_FOLDER / "examples.toml")

LESSONS = read_lessons(GAME_FOLDER / "lessons.toml")
