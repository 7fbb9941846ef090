"""A forgotten action inside one tap: what that did last is separated, so that it fits between.

Separating changes nothing that counts; what comes between is judged and told as ever.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from functools import cache

import pytest
from flask import Flask

from companion import transcript
from companion.app import create_app
from companion.config import Config
from companion.games import CATALOGUE
from companion.referee.judge import judge
from companion.tables import (
    Event,
    InsertAction,
    SeparateLastPart,
    Table,
    TakeBack,
    apply_event,
    separable_part,
    table_seen_by,
    write_correction,
)
from companion.tables.snapshot import read_snapshot, write_snapshot
from companion.web.page.log import log_lines
from tests.games.test_every_correction import brought, faults, table_of
from tests.kit.strategies import make_up, play, with_chance

pytestmark = pytest.mark.long

SEEDS = 60 if os.environ.get("COMPANION_TESTS") == "all" else 3
#: Actions of a game, from its beginning on.
MOVES = 140


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    return create_app(Config(tmp_path_factory.mktemp("inside") / "tables.sqlite", "a key"))


@cache
def with_combined(slug: str, seed: int) -> Table:
    """A random game in which every second pair of taps that one could have done was done by one."""
    rng = random.Random(seed)
    table, at = table_of(slug, seed, 0), 0
    moves = play(slug, seed).moves[:MOVES]
    while at < len(moves):
        seat, text = moves[at]
        after = moves[at + 1] if at + 1 < len(moves) else None
        if after and after[0] == seat and rng.random() < 0.5:
            both = [f"{text} then {after[1].split()[0]}", f"{text} {after[1]}"]
            fitting = next((each for each in both if does_both(table, seat, each, after[1])), "")
            text, at = fitting or text, at + bool(fitting)
        table = apply_event(table, event(table, seat, "played", text))
        at += 1
    return table


def does_both(table: Table, seat: int, text: str, last: str) -> bool:
    """Whether this is allowed, and its last part is that action."""
    game = table.game
    try:
        action = game.read(text)
    except ValueError:
        return False
    parts = game.parts(action)
    same = parts is not None and game.write(parts[1]) == last
    return same and judge(game, table.state, seat, action).allowed


def event(table: Table, seat: int, kind: str, text: str) -> Event:
    return Event("K7QX", table.seq + 1, table.at + 1, seat, kind, text)


def separated(table: Table, entry_seq: int) -> Table:
    return apply_event(table, event(table, 1, *write_correction(SeparateLastPart(entry_seq))))


def separable(table: Table) -> Iterator[int]:
    return (entry.seq for entry in table.entries if separable_part(table, entry.seq))


def is_as_before(table: Table, parted: Table) -> bool:
    """Whether everything that counts is the same; Cosmogenesis forgets with a tapped end of turn
    which tokens the turn's last tap moved.
    """
    game = table.game
    seats = range(len(table.seats) + 1)
    if game.slug != "cosmogenesis":
        return table.state == parted.state
    return all(
        each(table.state) == each(parted.state)
        for each in (game.seats_to_act, game.current_round, game.outcome, game.state_summary)
    ) and all(game.counts(table.state, n) == game.counts(parted.state, n) for n in seats[1:])


@pytest.mark.parametrize("slug", CATALOGUE)
@pytest.mark.parametrize("seed", range(SEEDS))
def test_separating_changes_nothing_but_lines(slug: str, seed: int, app: Flask) -> None:
    table, rng = with_combined(slug, seed), random.Random(seed)
    found = list(separable(table))
    for entry_seq in rng.sample(found, min(5, len(found))):
        whole = table.entry(entry_seq)
        parted = separated(table, entry_seq)
        first, last = parted.entry(entry_seq), parted.entry(parted.seq)
        game = table.game
        assert game.parts(game.read(whole.action)) == (
            game.read(first.action),
            game.read(last.action),
        )
        assert is_as_before(table, parted)
        place = parted.entries.index(first)
        assert parted.entries[place + 1] is last and last.at == first.at == whole.at
        # What was played since is as legal as it was.
        later = table.entries[place + 1 :], parted.entries[place + 2 :]
        was, now = ([(each.seq, each.action, each.seats_to_act) for each in some] for some in later)
        assert was == now
        with app.test_request_context():
            said = {line.seq: line.words for line in log_lines(table, 0)}
            says = {line.seq: line.words for line in log_lines(parted, 0)}
            assert said.keys() | {parted.seq} == says.keys()
            assert all(said[seq] == says[seq] for seq in said.keys() - {entry_seq})
        table = parted
    if found:
        files_tell(table)


@pytest.mark.parametrize("slug", CATALOGUE)
@pytest.mark.parametrize("seed", range(SEEDS))
def test_what_comes_between_and_is_undone_again(slug: str, seed: int) -> None:
    """Any action of the seat that is allowed there, and one that isn't."""
    table, rng = with_combined(slug, seed), random.Random(seed)
    game, found = table.game, list(separable(table))
    for entry_seq in {*found[:1], *rng.sample(found, min(2, len(found)))}:
        seat = table.entry(entry_seq).seat
        parted = separated(table, entry_seq)
        last = parted.entry(parted.seq)
        wishes = [*game.candidates(last.state_before, seat), make_up(game, rng.choice)]
        action = with_chance(game, last.state_before, rng.choice(wishes), rng)
        kind, text = write_correction(InsertAction(entry_seq, seat, game.write(action)))
        more = apply_event(parted, event(parted, seat, kind, text))
        at = next(i for i, entry in enumerate(more.entries) if entry.seq == entry_seq)
        assert [entry.seq for entry in more.entries[at : at + 3]] == [entry_seq, more.seq, last.seq]
        assert more.entries[at + 1].state_before == last.state_before
        if entry_seq == found[0]:
            files_tell(more)
        again = apply_event(more, event(more, seat, *write_correction(TakeBack(more.seq))))
        assert again.state == parted.state
        table = again


def files_tell(table: Table) -> None:
    """JSON and text bring the table back as everybody saw it, a snapshot as it is."""
    seen = table_seen_by(table, 0)
    told = transcript.write_game_json(table)
    assert faults(told) == []
    assert brought(told).state == seen.state
    assert brought(transcript.write_transcript(table)).state == seen.state
    newest = table.group_events[-1]
    inside = write_snapshot(table, newest)
    again = inside and read_snapshot(inside)
    assert again and again.table == table


@pytest.mark.parametrize("slug", CATALOGUE)
def test_there_is_something_to_separate(slug: str) -> None:
    assert sum(len(list(separable(with_combined(slug, seed)))) for seed in range(4)) > 10
