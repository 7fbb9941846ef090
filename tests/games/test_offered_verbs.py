"""The notation is what the pages offer: every kind of action can be tapped at some position of the
scenarios and the kept games. What no page offers stands here by name, with its reason.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion.games import CATALOGUE
from companion.referee.offered import sheets_by_offered_verb
from tests.kit.kept_games import kept_games, states, transcript_of
from tests.kit.positions import POSITIONS

#: By game, the verbs that no page offers. The notation only grows: older logs hold them.
UNOFFERED: dict[str, dict[str, str]] = {
    "crafting": {},
    "empires": {},
    "cosmogenesis": {},
}


def positions(slug: str) -> Iterator[tuple[Any, int]]:
    """States that were played to, each with a seat: those of the scenarios first, for they are few
    and differ most.
    """
    for scenario in POSITIONS[slug].scenarios:
        yield POSITIONS[slug].at(scenario), int(scenario.action.split()[0])
    for file in kept_games(slug):
        seats = range(1, transcript_of(file).seats + 1)
        yield from ((state, seat) for state in states(slug, file) for seat in seats)


@pytest.mark.long
@pytest.mark.parametrize("slug", CATALOGUE)
def test_every_action_but_the_named_ones_is_offered(slug: str) -> None:
    game = CATALOGUE[slug]
    missing = {form.verb for form in game.notation.forms} - UNOFFERED[slug].keys()
    for state, seat in positions(slug):
        offered = sheets_by_offered_verb(game.show(state, seat)).keys()
        assert not offered & UNOFFERED[slug].keys(), "it is offered after all"
        missing -= offered
        if not missing:
            return
    assert not missing, "no page offers it: it goes, or is named with its reason"
