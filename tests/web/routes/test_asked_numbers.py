"""A correction of a number is asked for with the old number, the new one and the difference."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from companion.games import CATALOGUE
from companion.play import TableStore
from companion.referee.game import Game
from companion.tables import InsertAction, corrected_number, differing_counts
from tests.kit.elements import parsed
from tests.kit.kept_games import kept_games
from tests.kit.phones import Phone
from tests.kit.slips.kept import KeptGame
from tests.web.routes.test_lessons import table_of_two

New = Callable[..., Phone]


@pytest.fixture
def games() -> Mapping[str, Game]:
    return CATALOGUE


def asked_of(phone: Phone, code: str) -> str:
    """What the table is asked, as this phone reads it; "" if nothing."""
    card = parsed(phone.get(f"/t/{code}").text).by_id.get("proposals")
    return card.words if card else ""


def sill_of(phone: Phone, code: str) -> str:
    return parsed(phone.get(f"/t/{code}").text).by_id["slot-asks"].words


def crafting(phone: New) -> tuple[str, Phone, Phone]:
    """Mira has 28 points, the last 7 of them since she had 21."""
    code, mira, ben = table_of_two(phone, "crafting")
    mira.post(f"/t/{code}/start")
    for action in ("deal dark 2 1 dark dark dark", "goal stable-life", "begin"):
        assert mira.tap(code, action, seat=1).status_code == 200
    mira.post(f"/t/{code}/consent", consent="0")
    for points in (21, 28):
        assert ben.tap(code, f"mend points {points}", seat=2).status_code == 200
    mira.post(f"/t/{code}/consent", consent="1")
    return code, mira, ben


def test_a_corrected_number_is_asked_for_from_what_to_what(phone: New) -> None:
    code, mira, ben = crafting(phone)
    ben.tap(code, "mend points 35", seat=2)
    asked = asked_of(mira, code)
    assert "Ben corrects: points" in asked
    assert "from 28 to 35, +7" in asked
    assert "In the log Ben last went from 21 to 28 (+7)" in asked
    assert "Yes, 35" in asked and "No" in asked and "digits" not in asked
    assert "Points: from 28 to 35 (+7)" in sill_of(mira, code)
    assert "Yes, 35" not in asked_of(ben, code), "who asks doesn't agree"


def test_the_television_says_from_what_to_what(phone: New) -> None:
    code, mira, ben = crafting(phone)
    ben.tap(code, "mend points 35", seat=2)
    log = parsed(mira.get(f"/t/{code}/screen").text).by_id["slot-log"].words
    assert "Ben asks the table. Approve: Ben, marker from 28 to 35" in log


def test_the_sill_says_how_many_questions_are_open(phone: New) -> None:
    code, mira, ben = crafting(phone)
    ben.tap(code, "mend points 35", seat=2)
    assert sill_of(mira, code).endswith("Look")
    ben.tap(code, "mend supply 3", seat=2)
    assert sill_of(mira, code).endswith("2 questions")


def test_exchanged_digits_are_asked_once_more_and_named_to_the_others(
    phone: New, store: TableStore
) -> None:
    code, mira, ben = crafting(phone)
    answer = ben.tap(code, "mend points 82", seat=2)
    assert "From 28 to 82: same digits, other order." in answer.text
    assert "It is 82" in answer.text and not store.latest(code).open_proposals
    ben.tap(code, "mend points 82", seat=2, sure="1")
    asked = asked_of(mira, code)
    assert "from 28 to 82, +54" in asked
    assert "Same digits, other order: look again" in asked
    mira.post(f"/t/{code}/agree", proposal=store.latest(code).open_proposals[-1].seq, seat=1)
    assert store.latest(code).state.board(2).points.total == 82


def test_a_number_that_goes_down_says_so(phone: New) -> None:
    code, mira, ben = crafting(phone)
    ben.tap(code, "mend points 20", seat=2)
    assert "from 28 to 20, \N{MINUS SIGN}8" in asked_of(mira, code)


def test_what_sets_no_count_is_asked_for_in_words(phone: New) -> None:
    code, mira, ben = crafting(phone)
    ben.tap(code, "mend supply 3", seat=2)
    asked = asked_of(mira, code)
    assert "Ben asks the table." in asked and "Approve" in asked.split()


@pytest.mark.parametrize("slug", CATALOGUE)
def test_every_correction_of_a_count_is_known_by_its_number(slug: str) -> None:
    """Of every game: what a form of a number sets, and all can count, is what is told."""
    kept = KeptGame(CATALOGUE[slug], kept_games(slug)[0])
    game, state = kept.game, kept.states[len(kept.states) // 2]
    found = 0
    for held in game.held(state, 1):
        written = f"{held.verb} {held.value + 1}"
        if not held.verb or not game.corrects(state, game.read(written)):
            continue
        after = game.apply(state, 1, game.read(written))
        change = corrected_number(game, state, InsertAction(0, 1, written))
        if differing_counts(game, state, after, (1,)):
            assert change is not None, written
            assert change.after - change.before == 1, written
            found += 1
    assert found
