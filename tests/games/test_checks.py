"""What a seat compares with the real table: in every kept game, of every game."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import Any

from companion.games import CATALOGUE
from companion.referee.checks import FINISH, ROUND, HeldNumbers
from companion.referee.game import Game
from companion.referee.replay import TABLE_SEAT
from companion.tables import Event, Kind, Table, apply_event
from tests.kit.kept_games import each_kept_game, moves, states, transcript_of

#: Every so many lines of a kept game are looked at.
APART = 25


def _said(game: Game, state: Any, seat: int) -> tuple[HeldNumbers, HeldNumbers]:
    assert game.check is not None
    return game.held(state, seat), game.check(state, seat, FINISH).held


@each_kept_game
def test_the_same_things_are_said_all_game_long(slug: str, file: Path) -> None:
    game, found = CATALOGUE[slug], set()
    for state in [*states(slug, file)][::APART]:
        for each in _said(game, state, 1):
            things = tuple(dict.fromkeys((held.strip or held.word).source for held in each))
            assert 3 <= len(things) <= 6
            found.add(things)
    assert len(found) == 2


@each_kept_game
def test_a_number_that_is_corrected_is_the_one_that_is_said(slug: str, file: Path) -> None:
    game = CATALOGUE[slug]
    for state in [*states(slug, file)][APART::APART]:
        if game.outcome(state) is not None:
            continue
        for place, group in enumerate(_said(game, state, 1)):
            for at, held in enumerate(group):
                if held.verb:
                    wanted = held.value + (1 if held.value < held.high else -1)
                    after = game.apply(state, 1, game.read(f"{held.verb} {wanted}"))
                    assert _said(game, after, 1)[place][at].value == wanted, held.label.source


@each_kept_game
def test_a_word_that_is_in_the_plural_has_its_singular(slug: str, file: Path) -> None:
    """It stands beside its number, on a phone and on the television: "1 asteroid"."""
    for state in [*states(slug, file)][::APART]:
        for held in (each for group in _said(CATALOGUE[slug], state, 1) for each in group):
            if held.said is None and not held.strip:
                assert held.word.plural or not held.word.source.endswith(("s", "ae"))
                assert not held.word.plural or dict(held.word.values)["n"] == held.value


@each_kept_game
def test_nothing_of_it_hangs_on_what_one_seat_alone_knows(slug: str, file: Path) -> None:
    """Told without their secrets, the same lines show the same numbers until all is revealed."""
    game, told = CATALOGUE[slug], transcript_of(file)
    assert game.check is not None
    whole = public = game.setup(told.seats, dict(told.options))
    for number, (seat, line) in enumerate(moves(file)):
        action = game.read(line.removeprefix("! "))
        redacted = None if seat == TABLE_SEAT else game.redact(action)
        whole = game.apply(whole, seat, action)
        public = public if redacted is None else game.apply(public, seat, redacted)
        if line.startswith(("reveal ", "worth ")) or game.outcome(whole) is not None:
            break
        if number % APART == 0:
            for each in range(1, told.seats + 1):
                assert game.held(whole, each) == game.held(public, each)
                for which in (FINISH, ROUND, ""):
                    assert game.check(whole, each, which) == game.check(public, each, which)


def _table(slug: str, file: Path, quiet: bool = False) -> list[Table]:
    """The tables of a kept game, from its start on."""
    told, seqs = transcript_of(file), count(1)

    def event(kind: str, seat: int, text: str) -> Event:
        return Event("CODE", next(seqs), 0.0, seat, kind, text)

    table = apply_event(None, event(Kind.OPENED, 0, f"{slug} {told.seats} host"))
    for key, value in told.options:
        table = apply_event(table, event(Kind.OPTION, 0, f"{key} {value}"))
    table = apply_event(table, event(Kind.STARTED, 0, ""))
    if quiet:
        table = apply_event(table, event(Kind.QUIET, 1, "1"))
    found = [table]
    for seat, line in moves(file):
        if seat != TABLE_SEAT:
            found.append(apply_event(found[-1], event(Kind.PLAYED, seat, line)))
    return found


def _checks(tables: list[Table]) -> list[str]:
    opened = [table.recount.check if table.recount else "" for table in tables]
    return [now for was, now in zip(["", *opened], opened, strict=False) if now and now != was]


def test_a_game_starts_its_checks_by_itself_and_each_once() -> None:
    """Before the reveal; in Cosmogenesis after half the rounds, too. Never while the app says less,
    nor in a game that is over at once.
    """
    wanted = {
        ("crafting", "two-players-tie-break"): [FINISH],
        ("empires", "two-players-hybrid"): [FINISH],
        ("empires", "two-players-at-once"): [],
        ("cosmogenesis", "two-players"): [ROUND, FINISH],
    }
    for slug, name in wanted:
        file = Path(__file__).parent / slug / "games" / f"{name}.txt"
        tables = _table(slug, file)
        assert _checks(tables) == wanted[slug, name], name
        assert tables[-1].recount is None, "the result is nobody's question any more"
        assert _checks(_table(slug, file, quiet=True)) == []


def _at_the_finish() -> Table:
    file = Path(__file__).parent / "crafting" / "games" / "two-players-tie-break.txt"
    tables = _table("crafting", file)
    return next(table for table in tables if table.recount)


def test_who_goes_on_without_the_rest_is_not_asked_again() -> None:
    table = _at_the_finish()
    seq = table.seq + 1
    gone_on = apply_event(table, Event("CODE", seq, 0.0, 2, Kind.RECOUNT_ENDED, ""))
    assert gone_on.recount is None
    noted = apply_event(gone_on, Event("CODE", seq + 1, 0.0, 1, Kind.CONSENT, "0"))
    assert noted.recount is None and noted.state == table.state


def test_a_check_whose_moment_is_taken_back_goes_on_when_it_comes_again() -> None:
    table = _at_the_finish()
    last = table.entries[-1]
    seq = table.seq + 1
    agreed = apply_event(table, Event("CODE", seq, 0.0, 1, Kind.RIGHT, ""))
    back = apply_event(
        agreed, Event("CODE", seq + 1, 0.0, last.seat, Kind.TOOK_BACK, f"{last.seq}")
    )
    assert back.recount is None
    played = Event("CODE", seq + 2, 0.0, last.seat, Kind.PLAYED, last.action)
    again = apply_event(back, played)
    assert again.recount is not None and again.recount.right == (1,)


def test_a_check_that_a_player_asks_for_takes_the_place_of_the_games_own() -> None:
    """As a log of before says it: then the app asked for none by itself."""
    table = _at_the_finish()
    asked = apply_event(table, Event("CODE", table.seq + 1, 0.0, 1, Kind.RECOUNT, ""))
    assert asked.recount is not None and asked.recount.seat == 1
    over = apply_event(asked, Event("CODE", table.seq + 2, 0.0, 1, Kind.RECOUNTED, ""))
    assert over.recount is None, "and it isn't asked twice"
