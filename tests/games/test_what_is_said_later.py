"""What a page says of a past action stays true: its line, word for word, as the log has it; its
numbers, those of the state in which it happened.

Random games with random corrections; COMPANION_TESTS=all looks at more of them.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from companion.app import create_app
from companion.config import Config
from companion.games import CATALOGUE
from companion.games.crafting.board import CRAFT
from companion.games.crafting.rules.energy import CollectEnergy
from companion.referee.game import Game
from companion.referee.judge import judge
from companion.referee.panels import Checklist
from companion.tables import (
    CorrectionPreview,
    InsertAction,
    ReplaceAction,
    Table,
    TakeBack,
    apply_event,
    count_changes,
    newly_refused_entries,
    preview_correction,
    public_correction,
    table_seen_by,
    table_seen_with_new_actions,
    undo_with_what_hangs_on_it,
    write_correction,
    write_proposal,
)
from companion.tables.corrections import Correction
from companion.tables.event import Event
from companion.web.language.sentences import say
from companion.web.page.correction_text import newly_refused_lines, proposal_text
from companion.web.page.history import group_by_round
from companion.web.page.log import NO_LONGER_FITS, log_line_of_event, log_lines
from tests.games.test_every_correction import table_of
from tests.kit.strategies import choose, make_up, play, with_chance

GAMES = 500 if os.environ.get("COMPANION_TESTS") == "all" else 6


Wished = TakeBack | ReplaceAction | InsertAction


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    return create_app(Config(tmp_path_factory.mktemp("later") / "tables.sqlite", "a key"))


def wished(table: Table, rng: random.Random) -> Wished:
    """A correction of any kind that other actions may hang on."""
    game = table.game
    entry = rng.choice([each for each in table.entries if not each.undone])
    action = with_chance(game, entry.state_before, make_up(game, rng.choice), rng)
    text = game.write(action)
    kinds = [TakeBack(entry.seq), ReplaceAction(entry.seq, text)]
    return rng.choice([*kinds, InsertAction(entry.seq, entry.seat, text)])


def corrected(slug: str, seed: int) -> Iterator[tuple[Table, Wished]]:
    """A game on its way, with corrections wished and made."""
    rng = random.Random(seed)
    moves = len(play(slug, seed).moves)
    table = table_of(slug, seed, rng.randrange(moves // 3, moves))
    for _ in range(4):
        wanted = wished(table, rng)
        yield table, wanted
        table = apply_event(table, made(table, wanted, rng.choice(table.seats).number))


def made(table: Table, wanted: Correction, seat: int) -> Event:
    """The event that makes this correction at once."""
    kind, text = write_correction(wanted)
    return Event("K7QX", table.seq + 1, table.at + 1, seat, kind, text)


@pytest.mark.long
@pytest.mark.parametrize("slug", CATALOGUE)
@pytest.mark.parametrize("seed", range(GAMES))
def test_what_no_longer_fits_is_worded_as_in_the_log(slug: str, seed: int, app: Flask) -> None:
    rng = random.Random(seed)
    with app.test_request_context():
        for table, wanted in corrected(slug, seed):
            viewer = rng.randrange(len(table.seats) + 1)
            log = {line.seq: line.words for line in log_lines(table, viewer) if line.action}
            misfits = preview_correction(table_seen_by(table, viewer), wanted).misfits
            known = tuple(each for each in misfits if each[0].seq in log)
            lines = newly_refused_lines(table, known, viewer)
            assert [line for line, _ in lines] == [log[entry.seq] for entry, _ in known]
            if isinstance(wanted, TakeBack):
                undone = dict(proposal_text(table, wanted, None, viewer).values)["line"]
                assert say(undone) == log[wanted.entry_seq]


def counted(table: Table) -> dict[tuple[int, str], int]:
    """What lies before each seat, as all can count it."""
    game = table.game
    return {
        (seat.number, say(count.what)): count.number
        for seat in table.seats
        for count in game.counts(table.state, seat.number)
    }


@pytest.mark.parametrize("slug", CATALOGUE)
@pytest.mark.parametrize("seed", range(GAMES))
def test_what_a_correction_changes_on_the_real_table_is_told(
    slug: str, seed: int, app: Flask
) -> None:
    rng = random.Random(seed)
    with app.test_request_context():
        for table, wanted in corrected(slug, seed):
            place = wanted.after if isinstance(wanted, InsertAction) else wanted.entry_seq
            if place == next(table.newest_entries()).seq:
                continue  # What was done last, or is done now, everybody has before their eyes.
            seen = table_seen_by(table, rng.randrange(len(table.seats) + 1))
            told = count_changes(seen, preview_correction(seen, wanted).changed, wanted)
            after = apply_event(table, made(table, wanted, 1))
            was, now = counted(table), counted(after)
            assert {(each.seat, say(each.what)): each.after for each in told} == {
                key: n for key, n in now.items() if n != was[key]
            }


@pytest.mark.long
@pytest.mark.parametrize("slug", CATALOGUE)
@pytest.mark.parametrize("seed", range(GAMES))
def test_what_no_longer_fits_is_marked_in_the_log(slug: str, seed: int, app: Flask) -> None:
    with app.test_request_context():
        for table, wanted in corrected(slug, seed):
            after = apply_event(table, made(table, wanted, 1))
            misfits = newly_refused_entries(table_seen_by(table, 0), table_seen_by(after, 0))
            marked = {line.seq for line in log_lines(after, 0) if line.mark == NO_LONGER_FITS}
            assert {entry.seq for entry, _ in misfits if not entry.mark} <= marked
            seen = table_seen_by(after, 0)
            for entry in map(seen.entry, marked):
                action = table.game.read(entry.action)
                assert not judge(table.game, entry.state_before, entry.seat, action).allowed


@pytest.mark.long
@pytest.mark.some(2)
@pytest.mark.parametrize("slug", CATALOGUE)
@pytest.mark.parametrize("seed", range(GAMES))
def test_a_preview_continued_is_one_made_anew(slug: str, seed: int) -> None:
    """With every action, and with every other correction that the table makes meanwhile."""
    rng = random.Random(seed)
    moves = play(slug, seed).moves
    start = rng.randrange(len(moves) // 3, len(moves) - len(moves) // 4)
    table = table_of(slug, seed, start)
    wishes = [wished(table, rng) for _ in range(2)]
    wishes.append(undo_with_what_hangs_on_it(table, (rng.choice(table.entries).seq,)))
    viewers = range(len(table.seats) + 1)
    seen = {seat: table_seen_by(table, seat) for seat in viewers}
    known = {
        (seat, wish): preview_correction(seen[seat], told)
        for seat in viewers
        for wish in wishes
        if (told := public_correction(table, wish))
    }
    steps = Counter[str]()
    for seat, text in moves[start : start + 12]:
        if rng.random() < 0.1:
            line = (rng.choice(table.seats).number, *write_correction(wished(table, rng)))
        else:
            line = (seat, "played", text)
        old, event = table, Event("K7QX", table.seq + 1, table.at + 1, *line)
        table = apply_event(old, event)
        for viewer in viewers:
            grown = table_seen_with_new_actions(old, seen[viewer], table, viewer)
            seen[viewer] = grown or table_seen_by(table, viewer)
        for (viewer, wish), preview in known.items():
            after = known[viewer, wish] = preview.continued(seen[viewer])
            assert told_by(after) == told_by(preview_correction(seen[viewer], preview.wanted))
            steps[event.kind] += 1
    assert steps["played"] > 30


def told_by(preview: CorrectionPreview) -> tuple[object, ...]:
    return (
        preview.changed.state,
        preview.alone.state,
        [(entry.seq, entry.action, bool(entry.undone)) for entry in preview.alone.entries],
        [(entry.seq, ruling) for entry, ruling in preview.misfits],
    )


@pytest.mark.parametrize("slug", CATALOGUE)
@pytest.mark.parametrize("seed", range(GAMES))
def test_a_yes_stands_in_the_round_in_which_it_was_said(slug: str, seed: int, app: Flask) -> None:
    """Whichever other lines are shown with it."""
    game = CATALOGUE[slug]
    with app.test_request_context():
        for table, wanted in corrected(slug, seed):
            asked = Event("K7QX", table.seq + 1, 9.0, 1, "proposed", write_proposal(wanted))
            yes = Event("K7QX", asked.seq + 1, 9.0, 2, "agreed", str(asked.seq))
            waiting = apply_event(table, asked)
            after = apply_event(waiting, yes)
            said = game.current_round(waiting.state)
            if game.current_round(after.state) != said:
                continue  # It led back: that it was said later is told by its time.
            for seq in (asked.seq, yes.seq):
                line = log_line_of_event(after, seq, 0)
                if line and not line.action:
                    assert [each.number for each in group_by_round(after, [line])] == [said]


def instructions(game: Game, state: Any, seat: int) -> list[Any]:
    """What a page tells to take, and from where to where, after it was taken."""
    return [
        [(line.icon, line.detail) for part in panel.sections for line in part.lines]
        if isinstance(panel, Checklist)
        else panel
        for panel in game.show(state, seat)
        if panel.id in ("collect", "crystal")
    ]


@pytest.mark.long
@pytest.mark.parametrize("seed", range(GAMES))
def test_a_take_list_keeps_the_numbers_of_its_moment(seed: int) -> None:
    """Whatever is crafted, corrected or allowed by the table meanwhile."""
    game, rng = CATALOGUE["crafting"], random.Random(seed)
    played = play("crafting", seed)
    looked = 0
    for state, (seat, move) in zip(played.states, played.moves, strict=False):
        action = CollectEnergy("placed")
        if not move.startswith("collect") or not judge(game, state, seat, action).allowed:
            continue
        now = game.apply(state, seat, action)
        first = instructions(game, now, seat)
        lists = now.board(seat).lines
        for _ in range(12):
            other = choose(game, now, seat, rng, by_verb=True)
            if rng.random() < 0.3:
                other = with_chance(game, now, make_up(game, rng.choice), rng)
            if other is None or "collect" in game.write(other):
                continue  # A new list.
            after = game.apply(now, seat, other)
            if [line.got for line in after.board(seat).lines] != [line.got for line in lists]:
                continue  # The turn is over, or less was taken after all.
            now = after
            if now.board(seat).step == CRAFT:
                looked += 1
                assert instructions(game, now, seat) == first, game.write(other)
    assert looked
