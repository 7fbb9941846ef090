"""A package of before 0.8, which says by field of `Game` what an action's class says now."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import Annotated, Any

import pytest

from companion.referee.actions import Action, RandomDraw, Revealed, action
from companion.referee.game import Game
from companion.referee.notation import ActionForm, Notation, Word, whole_number_reader
from companion.referee.older_game import OLDER_FIELDS, OlderGame
from companion.referee.text import untranslated
from tests.kit.toy_game import HEAP, TALLY, Grab, Hide, Peek, Roll, Take, Wave

STATE = HEAP.setup(2, {})
DRAW = RandomDraw(("1", "2"), 1)

#: each field, what a package passed, and what the core hears of it
PASSED: dict[str, tuple[Any, Callable[[Game], Any], Any]] = {
    "draw_for_action": (lambda s, a: DRAW, lambda g: g.draw_for_action(STATE, Wave()), DRAW),
    "redact": (lambda a: None, lambda g: g.redact(Wave()), None),
    "reveals_hidden_pieces": (
        lambda s, a: isinstance(a, Wave),
        lambda g: [g.reveals_hidden_pieces(STATE, each) for each in (Wave(), Peek())],
        [True, False],
    ),
    "on_the_table": (lambda s, a: True, lambda g: g.on_the_table(STATE, Wave()), True),
    "parts": (lambda a: (a, a), lambda g: g.parts(Wave()), (Wave(), Wave())),
    "piece_instructions": (
        lambda s, seat, a: untranslated("wave back"),
        lambda g: g.piece_instructions(STATE, 1, Wave()),
        untranslated("wave back"),
    ),
    "corrects": (lambda s, a: a == Take(2), lambda g: g.corrects(STATE, Take(2)), True),
    "awaits": (lambda a: a == Take(2), lambda g: g.awaits(Take(2)), True),
    "answered_since": (
        lambda s, a, question: question == "turn.wave",
        lambda g: g.answered_since(STATE, Wave(), "turn.wave"),
        True,
    ),
    "grounds": (
        {"grab": ("turn.gem", "turn.{gem}"), "wave": ("turn.wave",)},
        lambda g: [g.grounds_of(Grab("ruby")), g.grounds_of(Wave()), g.grounds_of(Take(1))],
        [("turn.gem",), ("turn.wave",), ()],
    ),
    "told_by_the_box": (frozenset({"wave"}), lambda g: g.is_from_box(Wave()), True),
    "shows": (frozenset({"grab"}), lambda g: g.shows_game(Grab("ruby")), True),
    "rests_on_secrets": (frozenset({Take}), lambda g: g.rests_on_secrets, frozenset({Take})),
}


def test_every_older_field_is_looked_at() -> None:
    assert set(PASSED) == OLDER_FIELDS
    assert not OLDER_FIELDS & {field.name for field in fields(Game)}


@pytest.mark.parametrize("name", PASSED)
def test_an_older_field_still_works_and_is_warned_of(name: str) -> None:
    value, asked, heard = PASSED[name]
    with pytest.warns(FutureWarning, match=f"heap: {name} of Game"):
        older = replace(HEAP, **{name: value})
    assert asked(older) == heard
    # Said once: what makes another game of it is no package.
    assert asked(replace(older, title="Another")) == heard
    assert asked(HEAP) != heard and asked(TALLY) != heard, "the same actions in another game"


def test_what_is_not_passed_is_asked_of_the_actions_class() -> None:
    with pytest.warns(FutureWarning):
        older = replace(HEAP, corrects=lambda state, action: False)  # type: ignore[call-arg]
    assert older.reveals_hidden_pieces(STATE, Peek()) and older.redact(Hide(5)) is None
    assert older.draw_for_action(STATE, Roll(())) == RandomDraw(tuple("123456"), 2, again=True)
    assert older.grounds_of(Take(1)) == ("turn.heap",)


@dataclass(frozen=True)
class Step:
    """An action as they were before there was a class for them."""

    count: int


def test_actions_that_are_no_class_of_ours_say_nothing_beyond() -> None:
    word = Word("count", whole_number_reader(1, 9))
    form = ActionForm("step", Step, (word,), "step 3", untranslated("Step"))
    game = replace(HEAP, notation=Notation((form,)))
    assert isinstance(game, OlderGame)
    said = {name: asked for name, (_, asked, _) in PASSED.items() if name not in ("grounds",)}
    step = Step(3)
    assert not game.corrects(STATE, step) and not game.awaits(step)  # type: ignore[arg-type]
    assert game.redact(step) == step and game.parts(step) is None  # type: ignore[arg-type]
    assert game.rests_on_secrets is None and said


def test_a_field_may_not_hide_what_every_action_is_asked() -> None:
    with pytest.raises(TypeError, match="asks an action for reveals"):

        @action("look", "look 3", untranslated("Look"))
        class Look(Action):
            reveals: Annotated[int, whole_number_reader(1, 9)]  # type: ignore[assignment]

    assert Action().reveals(None) is Revealed.NOTHING
