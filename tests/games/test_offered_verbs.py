"""The notation is what the pages offer: every kind of action can be tapped at some position of the
scenarios and the kept games. What no page offers stands here by name, with its reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from itertools import islice
from typing import Any

import pytest

from companion.games import CATALOGUE
from companion.referee.offered import offers_of_panels, sheets_by_offered_verb
from tests.kit import sentences
from tests.kit.kept_games import kept_games, states, transcript_of
from tests.kit.positions import POSITIONS

VALUE = re.compile(r"{\w+}")
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


def everything(thing: Any) -> Iterator[Any]:
    """The thing and all parts of it, whatever their types may hold, without refused ones."""
    if isinstance(thing, tuple):
        for part in thing:
            yield from everything(part)
    elif is_dataclass(thing) and getattr(thing, "refusal", None) is None:
        yield thing
        for each in fields(thing):
            yield from everything(getattr(thing, each.name))


@pytest.mark.parametrize("slug", CATALOGUE)
def test_what_the_types_rule_out_holds_no_control(slug: str) -> None:
    found = 0
    for state, seat in islice(positions(slug), 0, 200, 10):
        for panel in CATALOGUE[slug].show(state, seat):
            sent = [
                getattr(each, "action", "") or getattr(each, "verb", "")
                for each in everything(panel)
            ]
            verbs = {each.split(" ", 1)[0] for each in sent if isinstance(each, str) and each}
            offers = offers_of_panels([panel])
            assert {verb for verb, _ in offers.verbs} == verbs
            opened = {getattr(each, "sheet", "") for each in everything(panel)} - {""}
            assert {sheet for sheet, _ in offers.sheets} == opened
            found += len(verbs)
    assert found


@pytest.mark.parametrize("slug", CATALOGUE)
def test_an_offer_is_found_by_a_sentence_of_the_log_and_fills_no_more(slug: str) -> None:
    """A sentence of the log that is put into other words would leave its offer unsaid."""
    said = {each.source for each in sentences.everything()}
    actions = {form.make for form in CATALOGUE[slug].notation.forms}
    offers = [each for action in actions for each in getattr(action, "offers", ())]
    assert offers
    for line, offer in offers:
        assert line in said, line
        assert set(VALUE.findall(offer.source)) <= set(VALUE.findall(line)), line
