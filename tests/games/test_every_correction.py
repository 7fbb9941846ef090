"""The desk on every game: settling a question is choosing it beforehand, a file brings a game back,
and what leaves before the end is what everybody could see.
"""

from __future__ import annotations

import json
import random
from functools import cache

import pytest
from jsonschema import Draft202012Validator

from companion import transcript
from companion.games import CATALOGUE
from companion.tables import Event, Table, apply_event, table_from_events, table_seen_by
from companion.tables.corrections import read_correction
from companion.web.page.correction_text import proposal_text
from tests.kit.strategies import PLAYS, make_up, play, with_chance

SOME = PLAYS[:4]
SCHEMA = Draft202012Validator(json.loads(transcript.SCHEMA_PATH.read_text(encoding="utf-8")))


@cache
def table_of(slug: str, seed: int, steps: int) -> Table:
    """A table at which this much of a random game was played."""
    played = play(slug, seed)
    lines = [(0, "opened", f"{slug} {played.seats} pa")]
    lines += [(0, "option", f"{key} {value}") for key, value in played.options]
    lines += [(0, "started", "")]
    lines += [(seat, "played", text) for seat, text in played.moves[:steps]]
    return _folded(lines)


def _folded(lines: list[tuple[int, str, str]]) -> Table:
    events = (Event("K7QX", seq, 5.0 + seq, *line) for seq, line in enumerate(lines, start=1))
    table = table_from_events(events)
    assert table is not None
    return table


def brought(text: str) -> Table:
    lines = transcript.checked_events(transcript.read_game_file(text), CATALOGUE, "pz", 7.0)
    return _folded([line for _, line in lines])


def faults(text: str) -> list[str]:
    """Where a file is not as its schema says."""
    return [f"{each.json_path}: {each.message}" for each in SCHEMA.iter_errors(json.loads(text))]


@pytest.mark.parametrize("slug", CATALOGUE)
def test_settling_is_choosing_beforehand(slug: str) -> None:
    game = CATALOGUE[slug]
    assert game.rulebook.questions
    left_open = {option.key: option.default for option in game.options}
    for seats in game.seats:
        for question in game.rulebook.questions:
            for choice, _ in question.choices:
                chosen = game.setup(seats, {**left_open, question.key: choice})
                settled = game.settle(game.setup(seats, left_open), question.key, choice)
                assert settled == chosen
                assert game.settle(settled, question.key, "") == game.setup(seats, left_open)


@pytest.mark.long
@pytest.mark.parametrize("slug", CATALOGUE)
@pytest.mark.parametrize("seed", SOME)
def test_a_finished_game_comes_back_whole(slug: str, seed: int) -> None:
    table = table_of(slug, seed, 10**6)
    for text in (transcript.write_transcript(table), transcript.write_game_json(table)):
        assert brought(text).state == table.state


@pytest.mark.long
@pytest.mark.parametrize("slug", CATALOGUE)
@pytest.mark.parametrize("seed", SOME)
def test_an_unfinished_game_comes_back_as_everybody_saw_it(slug: str, seed: int) -> None:
    moves = len(play(slug, seed).moves)
    for steps in (0, moves // 3, moves - 1):
        table = table_of(slug, seed, steps)
        seen = table_seen_by(table, 0)
        for text in (transcript.write_transcript(table), transcript.write_game_json(table)):
            again = brought(text)
            assert again.state == seen.state
            assert table.game.show(again.state, 0) == table.game.show(table.state, 0)


@pytest.mark.long
@pytest.mark.parametrize("slug", CATALOGUE)
@pytest.mark.parametrize("seed", SOME)
def test_any_correction_can_be_carried_and_told(slug: str, seed: int) -> None:
    """Nonsense that a table has let count, put in and undone, at every place."""
    rng = random.Random(seed)
    table = table_of(slug, seed, len(play(slug, seed).moves) // 2)
    game = table.game
    for _ in range(12):
        seat = rng.choice([one.number for one in table.seats])
        action = with_chance(game, table.state, make_up(game, rng.choice), rng)
        entry = rng.choice([e for e in table.entries if not e.undone])
        kind, text = rng.choice(
            [
                ("overruled", f"{seat} {game.write(action)}"),
                ("inserted", f"{entry.seq} {seat} {game.write(action)}"),
                ("changed", f"{entry.seq} {game.write(action)}"),
                ("took-back", str(entry.seq)),
            ]
        )
        for viewer in range(len(table.seats) + 1):
            assert proposal_text(table, read_correction(kind, text), table.state, viewer).source
        event = Event("K7QX", table.seq + 1, 5.0 + table.seq + 1, seat, kind, text)
        table = apply_event(table, event)
    seen = table_seen_by(table, 0)
    assert brought(transcript.write_game_json(table)).state == seen.state
    assert brought(transcript.write_transcript(table)).state == seen.state
    assert faults(transcript.write_game_json(table)) == []


@pytest.mark.long
@pytest.mark.parametrize("slug", CATALOGUE)
def test_a_game_with_many_moves_answers_and_corrections_opens_from_its_own_files(slug: str) -> None:
    """568 moves, or a whole game; 11 answers; 33 corrections, anywhere in it."""
    rng = random.Random(568)
    seed = max(SOME, key=lambda each: len(play(slug, each).moves))
    table, game = table_of(slug, seed, 568), CATALOGUE[slug]
    asked = [question for question in game.rulebook.questions if not question.retired]
    wishes = [*rng.choices(asked, k=11), *[None] * 33]
    rng.shuffle(wishes)
    for question in wishes:
        entry = rng.choice([each for each in table.entries if not each.undone])
        action = game.write(with_chance(game, entry.state_before, make_up(game, rng.choice), rng))
        kind, text = rng.choice(
            [
                ("inserted", f"{entry.seq} {entry.seat} {action}"),
                ("changed", f"{entry.seq} {action}"),
                ("took-back", str(entry.seq)),
            ]
        )
        if question:
            kind, text = "settled", f"{question.key} {rng.choice(question.choices)[0]} {entry.seq}"
        event = Event("K7QX", table.seq + 1, 5.0 + table.seq + 1, entry.seat, kind, text)
        table = apply_event(table, event)
    seen = table_seen_by(table, 0)
    assert brought(transcript.write_game_json(table)).state == seen.state
    assert brought(transcript.write_transcript(table)).state == seen.state
