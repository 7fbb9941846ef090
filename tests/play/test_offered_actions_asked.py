"""By machine: an action that a game lists, asked for in words, is judged as that action is.

Of positions of every game, in every language, by the seat whose turn it is and by another: the
verdict is the judge's on the action that is meant, for who asks; what can be done is that action.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest

from companion.games.crafting.pieces import CONTROLS
from companion.games.crafting.rules.energy import next_open_control
from companion.tables import Table
from tests.kit.asked_questions import matches, may, table_of, verdict_on
from tests.kit.languages import SPOKEN
from tests.kit.positions import POSITIONS
from tests.kit.worded_actions import worded

pytestmark = pytest.mark.long

#: Positions of a game, and actions at each of them.
POSITIONS_ASKED, ACTIONS_ASKED = 8, 5
#: The least share of verdicts.
LEAST_GIVEN = 0.9


def listed(table: Table, seat: int) -> list[str]:
    """The actions that the game lists for the seat, a marble's with both of its controls."""
    game, state = table.game, table.state
    found = [game.write(each) for each in game.candidates(state, seat)]
    if game.slug == "crafting":
        found += [f"shift dark {a} to {b}" for a, b in product(CONTROLS, CONTROLS) if a != b]
        found += [f"shift dark {a} to {next_open_control(state.wheel, a)}" for a in CONTROLS]
        found += ["use nuclear-fission o he", "use nuclear-fusion h c", f"shift {seat}"]
    return found


def asked_at(table: Table, language: str, chance: random.Random) -> Counter[str]:
    """How questions at this table are answered: "right", "missed", or what is wrong."""
    told, slug = Counter[str](), table.game.slug
    for asker in (1, 2):
        texts = [text for text in listed(table, asker) if [*worded(slug, language, asker, text)]]
        for text in chance.sample(texts, min(ACTIONS_ASKED, len(texts))):
            for words, meant in worded(slug, language, asker, text):
                told[outcome(table, asker, language, words, meant)] += 1
    return told


def outcome(table: Table, asker: int, language: str, words: str, meant: str) -> str:
    verdict = verdict_on(table, asker, language, words)
    if verdict is None:
        return "missed"
    allowed = may(table, asker, [meant])
    if verdict.seat != asker or verdict.allowed != allowed:
        return f"false {'yes' if verdict.allowed else 'no'}: {words}"
    other = verdict.tried and verdict.allowed and not matches(table, verdict.tried.action, [meant])
    return f"another: {words}" if other else "right"


@pytest.mark.parametrize("slug", POSITIONS)
def test_what_a_game_lists_is_judged_as_asked_for(
    slug: str, capsys: pytest.CaptureFixture[str]
) -> None:
    chance, told = random.Random(slug), Counter[str]()
    for language in (each for name, each in SPOKEN if name == slug):
        for scenario in chance.sample(POSITIONS[slug].scenarios, POSITIONS_ASKED):
            told += asked_at(table_of(slug, POSITIONS[slug].at(scenario)), language, chance)
    with capsys.disabled():
        print(f"\n{slug}: {told['right']} right, {told['missed']} without a verdict", end="")
    assert {*told} <= {"right", "missed"}
    assert told["right"] >= LEAST_GIVEN * told.total()
