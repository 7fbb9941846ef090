""" "What can I do now?": what scores comes first, what ends one's part last, each title once, and
what changes is told as what lies there then.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.app import create_app
from companion.config import Config
from companion.games import CATALOGUE
from companion.play import advice
from companion.play.advice import PossibleAction
from companion.referee.text import english_translator
from companion.web.page.effects import ordered_effects, refused_by_reason, titled_ways
from tests.games.crafting.positions import opened, played
from tests.kit.kept_games import kept_games, transcript_of
from tests.kit.recorded import Moment, Recorded, Scene


@pytest.fixture
def recorded(tmp_path: Path) -> Iterator[Recorded]:
    app = create_app(Config(tmp_path / "tables.sqlite", "not so secret", heartbeat=60))
    app.testing = True
    yield Recorded(app)
    app.extensions["companion"].close()


def scene_of(recorded: Recorded, slug: str) -> tuple[Scene, int]:
    """A table in the middle of a game, and a seat that acts."""
    file = kept_games(slug)[0]
    scene = recorded.at(slug, Moment(file, len(transcript_of(file).moves) // 3))
    return scene, min(scene.table.seats_to_act)


def deeds_of(scene: Scene, seat: int) -> tuple[PossibleAction, ...]:
    """What the seat is told."""
    held = {each.number: each.phone for each in scene.table.seats}
    return advice.possible_actions(scene.table, seat, held[seat] or "")


@pytest.mark.parametrize("slug", sorted(CATALOGUE))
def test_what_scores_is_first_and_what_ends_ones_part_last(slug: str, recorded: Recorded) -> None:
    scene, seat = scene_of(recorded, slug)
    deeds = [each for each in deeds_of(scene, seat) if each.ways]
    assert deeds
    ends = [all(way.passes for way in each.ways) for each in deeds]
    assert ends == sorted(ends)
    scored = [
        max(0, *(way.points_of(seat) for way in each.ways), 0)
        for each, last in zip(deeds, ends, strict=True)
        if not last
    ]
    assert scored == sorted(scored, reverse=True)


@pytest.mark.parametrize("slug", sorted(CATALOGUE))
def test_what_changes_is_told_from_a_to_b_and_nothing_twice(slug: str, recorded: Recorded) -> None:
    scene, seat = scene_of(recorded, slug)
    told = 0
    for deed in deeds_of(scene, seat):
        groups = titled_ways(deed.ways)
        titles = [each.title for each in groups if each.title]
        assert len(titles) == len(set(titles)), titles
        for way in deed.ways:
            changes = ordered_effects(way.sketch, seat) if way.sketch else []
            assert len(changes) == len(set(changes))
            told += len(changes)
    assert told
    page = scene.phones[seat].get(f"/t/{scene.code}/may").text
    pills = re.findall(r'<li class="pill[^"]*">(.*?)</li>', page, re.DOTALL)
    assert pills and not [each for each in pills if re.search(r">\s*[+−]\d", each)]
    assert "The log would say" not in page


def test_a_number_says_of_what_and_a_reason_stands_once(recorded: Recorded) -> None:
    scene, _ = scene_of(recorded, "crafting")
    held = {each.number: each.phone for each in scene.table.seats}
    crafts = played(opened("crafting"), "1 mend proto 6", "1 mend stable 6", "1 mend dna 2")
    crafts = played(crafts, "1 tiles done 2 psi 1")
    table = replace(scene.table, state=crafts, seats=scene.table.seats[:2])
    deeds = {each.verb: each for each in advice.possible_actions(table, 1, held[1] or "")}
    say = english_translator().say
    for verb, words in (("life", "Discard 2 proto life"), ("stabilise", "Stabilise 2 proto life")):
        buttons = [way.button for way in deeds[verb].ways if way.button]
        told = [say(each.words) for each in buttons if each.words]
        assert words in told and not [each for each in told if each.isdecimal()], told
    refused = refused_by_reason(advice.possible_actions(table, 2, held[2] or ""))
    reasons = [each.reason for each in refused]
    assert len(reasons) == len(set(reasons)) and any(len(each.deeds) > 1 for each in refused)
