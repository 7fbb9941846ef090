"""What has just been scored stands at the foot of every phone, in a line whose room is kept."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.app import create_app
from companion.config import Config
from companion.games import CATALOGUE
from companion.referee.panels import Tally
from companion.tables import Table
from companion.web.page.scored import MAX_ACTIONS_AFTER_SCORING
from companion.web.site import Site
from tests.kit.elements import Element, parsed
from tests.kit.kept_games import kept_games, transcript_of
from tests.kit.phones import Phone, targets
from tests.kit.recorded import Moment, Recorded, Scene


@pytest.fixture
def recorded(tmp_path: Path) -> Iterator[Recorded]:
    app: Flask = create_app(Config(tmp_path / "tables.sqlite", "not so secret", heartbeat=60))
    app.testing = True
    yield Recorded(app)
    app.extensions["companion"].close()


def tallied(slug: str, state: Any) -> dict[int, int]:
    """The points as everybody reads them in the list of all players; where others' moves can take
    some of them again, the rest.
    """
    lasting = CATALOGUE[slug].lasting_points
    if lasting:
        return {seat: lasting(state, seat) for seat in state.all_seats}
    tally = next(each for each in CATALOGUE[slug].show(state, 0) if isinstance(each, Tally))
    return {score.seat: score.points for score in tally.scores}


def scoring(slug: str, file: Path) -> list[tuple[int, dict[int, int]]]:
    """How many actions there are with each one that changes points, and who gets how many."""
    game, found = CATALOGUE[slug], []
    state = game.setup(transcript_of(file).seats, dict(transcript_of(file).options))
    for done, move in enumerate(transcript_of(file).moves, start=1):
        had, state = tallied(slug, state), game.apply(state, move.seat, game.read(move.action))
        now = tallied(slug, state)
        got = {seat: now[seat] - had[seat] for seat in now if now[seat] != had[seat]}
        if got and game.outcome(state) is None:
            found.append((done, got))
    return found


def shown(scene: Scene, viewer: int) -> Element:
    return scene.page(viewer, "").by_id["slot-scored"]


@pytest.mark.long
@pytest.mark.some(3)
@pytest.mark.parametrize("slug", CATALOGUE)
def test_every_phone_shows_who_has_just_scored_what(slug: str, recorded: Recorded) -> None:
    file = kept_games(slug)[0]
    steps = scoring(slug, file)
    assert len(steps) > 5
    for done, got in [*steps[:3], *steps[-3:]]:
        scene = recorded.at(slug, Moment(file, done))
        for viewer in range(len(scene.table.seats) + 1):
            line = shown(scene, viewer).words
            for seat, change in got.items():
                assert f"{change:+d}".replace("-", "−") in line, (done, viewer, line)
                name = name_of(scene.table, seat)
                assert name in line or any(name in each for each in names(scene, viewer))


def name_of(table: Table, seat: int) -> str:
    return table.seat_at(seat).name or ""


def names(scene: Scene, viewer: int) -> list[str]:
    return [each.said.get("aria-label", "") for each in shown(scene, viewer).all("span")]


@pytest.mark.long
@pytest.mark.parametrize("slug", CATALOGUE)
def test_after_the_end_the_result_says_it_all(slug: str, recorded: Recorded) -> None:
    file = kept_games(slug)[0]
    scene = recorded.at(slug, Moment(file, len(transcript_of(file).moves)))
    assert scene.table.outcome is not None and not shown(scene, 1).words


def test_a_tap_that_scores_says_so_on_both_phones(game: tuple[str, Phone, Phone]) -> None:
    code, ana, ben = game
    stream = ben.watch(code)
    stream.message()
    for news in (ana.tap(code, "take 2", seat=1).text, stream.message()):
        assert "slot-scored" in targets(news)
        assert (
            "+2 points"
            in news.partition('hx-target="#slot-scored"')[2].partition("</hx-partial>")[0]
        )
    stream.close()


def test_who_acted_is_named_once(game: tuple[str, Phone, Phone]) -> None:
    code, ana, ben = game
    ana.tap(code, "take 2", seat=1)
    for each in (ana, ben):
        line = parsed(each.get(f"/t/{code}").text).by_id["slot-scored"].words
        assert line.endswith("+2 points : Ana took 2 counters") and "Ana +2" not in line


def test_what_the_words_say_of_each_seat_is_said_once(recorded: Recorded) -> None:
    """A goal that is scored says who has how many of it."""
    (file,) = [each for each in kept_games("crafting") if each.stem == "four-players-last-goal"]
    verb = re.compile("score( |$)")
    goals = [each for each in scoring("crafting", file) if verb.match(said(file, each[0]))]
    for done, got in goals[:2]:
        line = shown(recorded.at("crafting", Moment(file, done)), 2).words
        assert line.count("+") == len(got), line


def said(file: Path, done: int) -> str:
    return transcript_of(file).moves[done - 1].action


def test_what_was_undone_is_no_news(game: tuple[str, Phone, Phone], here: Site) -> None:
    code, ana, _ = game
    ana.tap(code, "take 2", seat=1)
    entry = here.store.latest(code).entries[-1].seq
    assert parsed(ana.get(f"/t/{code}").text).by_id["slot-scored"].words
    ana.post(f"/t/{code}/consent", consent="0")
    ana.post(f"/t/{code}/take-back", seat=1, entry=entry)
    assert here.store.latest(code).entries[-1].undone
    assert not parsed(ana.get(f"/t/{code}").text).by_id["slot-scored"].words


def test_what_was_scored_leaves_after_some_actions(game: tuple[str, Phone, Phone]) -> None:
    code, ana, _ = game
    ana.tap(code, "take 2", seat=1)
    words = []
    for n in range(MAX_ACTIONS_AFTER_SCORING):
        words.append(parsed(ana.get(f"/t/{code}").text).by_id["slot-scored"].words)
        ana.tap(code, "wave", seat=1, intent=f"wave{n}")
    assert all(words) and not parsed(ana.get(f"/t/{code}").text).by_id["slot-scored"].words


def test_what_was_scored_leaves_when_another_seat_acts(game: tuple[str, Phone, Phone]) -> None:
    code, ana, ben = game
    ana.tap(code, "take 2", seat=1)
    assert parsed(ana.get(f"/t/{code}").text).by_id["slot-scored"].words
    ben.tap(code, "wave", seat=2)
    assert not parsed(ana.get(f"/t/{code}").text).by_id["slot-scored"].words
