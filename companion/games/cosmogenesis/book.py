"""The rulebook and lessons of Cosmogenesis, read once; the options of a game; its steps, and what
players ask at each.
"""

from __future__ import annotations

from pathlib import Path

from companion.games.cosmogenesis.pieces import EXOTIC_COUNT, ROUND_COUNT
from companion.games.cosmogenesis.rules.gain import has_reward_to_take
from companion.games.cosmogenesis.state import Stage, State, Step
from companion.referee.examples import read_worked_examples
from companion.referee.game import Option, options_for_open_questions
from companion.referee.lessons import read_lessons
from companion.referee.rulebook import Rulebook, read_rulebook, with_signs_from_file
from companion.referee.tips import with_tips


def game_options(rulebook: Rulebook) -> tuple[Option, ...]:
    """Returns the options: every question that the rulebook leaves to the group."""
    return options_for_open_questions(rulebook)


_AT_STAGE = {
    Stage.SETUP: ("setup.tokens", "setup.decks", "setup.sectors", "setup.keep"),
    Stage.ROUND: ("round.evolve", "round.clear", "round.refill", "round.first"),
    Stage.COUNT: ("score.stellar", "score.planetary", "objective.later", "score.belt"),
    Stage.OVER: ("game.tie", "game.winner", "score.belt", "score.life"),
}
_TAKING = ("sector.kind", "collide.result", "moon.size", "discard.any")
_AFTER = ("extra.one", "life.place", "exotic.use", "objective.reveal")


def likely_rules(s: State) -> tuple[str, ...]:
    """Returns the keys of rules that players look up now, the likeliest first."""
    return _AT_STAGE.get(s.stage) or (_TAKING if s.turn.step == Step.MAIN else _AFTER)


WAITING_STEP, REWARD_STEP = "waiting", "reward"
STEPS = (
    Stage.SETUP,
    Step.MAIN,
    Step.EXTRA,
    REWARD_STEP,
    WAITING_STEP,
    Stage.ROUND,
    Stage.COUNT,
    Stage.OVER,
)


def current_step(s: State, seat: int) -> str:
    """Returns a seat's step of its turn, or the stage of the game."""
    if s.stage != Stage.PLAY:
        return s.stage
    if s.turn.seat != seat:
        return WAITING_STEP
    return REWARD_STEP if has_reward_to_take(s, seat) else s.turn.step


GAME_FOLDER = Path(__file__).parent

RULEBOOK = with_tips(
    with_signs_from_file(read_rulebook(GAME_FOLDER / "rulebook.toml"), GAME_FOLDER / "signs.toml"),
    GAME_FOLDER / "tips.toml",
    {"exotic.use": {"rounds": ROUND_COUNT, "number": EXOTIC_COUNT}},
)

EXAMPLES = read_worked_examples(GAME_FOLDER / "examples.toml")

LESSONS = read_lessons(GAME_FOLDER / "lessons.toml")
