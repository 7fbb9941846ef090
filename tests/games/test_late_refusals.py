"""What was left out and is refused for later has a right way back: a place among the own turns at
which it can be added, and then what was refused is allowed.
"""

from __future__ import annotations

import pytest

from companion.games import CATALOGUE
from companion.referee.judge import judge
from companion.tables import Event, InsertAction, Table, table_from_events, table_if_corrected
from companion.web.page.forgotten import TURNS_ON_PAGE, steps_of_turn
from companion.web.page.past_action import last_turns_of_seat, place_to_insert
from tests.kit.kept_games import transcript_of
from tests.kit.slips.kept import kept_games_of
from tests.kit.slips.late import LateRefusal, late_refusals

#: One late refusal in so many is tried in a quick run.
SAMPLE = 9

#: Rules that say what has to be done now, or what another seat has not told.
SAY_WHAT_IS_NEXT = {
    "turn.phase",
    "turn.order",
    "energy.own-marble",
    "energy.collect-first",
    "energy.there",
    "goal.counts",
    "goal.when",
    "goal.deck",
    "power.price",
}


def _table(late: LateRefusal) -> Table:
    """The table as the phones know it when the line is refused."""
    kept, told = late.drift.kept, transcript_of(late.drift.kept.file)
    lines = [(0, "opened", f"{kept.game.slug} {told.seats} pa")]
    lines += [(0, "option", f"{key} {value}") for key, value in dict(told.options).items()]
    lines += [(0, "started", "")]
    lines += [(line.seat, "played", line.text) for line in late.played]
    events = (Event("K7QX", seq, 5.0 + seq, *line) for seq, line in enumerate(lines, start=1))
    table = table_from_events(events)
    assert table is not None
    return table


def _places(table: Table, seat: int) -> set[int]:
    """The entries after which something can be added, as the own turns offer it."""
    found = set()
    for turn in last_turns_of_seat(table, seat, TURNS_ON_PAGE):
        found |= {place for _, place in steps_of_turn(table, turn)}
        found.add(place_to_insert(table, seat, turn.last, in_turn=True).after)
    return found


def _leads_back(late: LateRefusal) -> bool:
    table, seat = _table(late), late.refused.seat
    action = table.game.read(late.refused.said)
    assert not judge(table.game, table.state, seat, action).allowed
    right = table.entries[late.place - 1].seq
    nearest = sorted(_places(table, seat), key=lambda place: abs(place - right))
    return any(
        judge(
            table.game,
            table_if_corrected(table, InsertAction(place, seat, late.forgotten.said)).state,
            seat,
            action,
        ).allowed
        for place in nearest[:3]
    )


def _symptoms(slug: str, games: slice) -> list[LateRefusal]:
    found = (late for kept in kept_games_of(slug)[games] for late in late_refusals(kept))
    return [late for late in found if late.is_symptom]


@pytest.mark.parametrize("slug", CATALOGUE)
def test_late_refusals_lead_to_a_right_way_back(slug: str) -> None:
    symptoms = _symptoms(slug, slice(-1, None))
    assert symptoms
    assert [late.forgotten for late in symptoms[::SAMPLE] if not _leads_back(late)] == []


@pytest.mark.long
@pytest.mark.parametrize("slug", CATALOGUE)
def test_nearly_all_of_them_do(slug: str) -> None:
    """Where turns overlap, what was the only thing between two actions of others has no place."""
    symptoms = _symptoms(slug, slice(None))
    lost = [late.forgotten for late in symptoms if not _leads_back(late)]
    assert len(lost) * 40 <= len(symptoms), lost


@pytest.mark.long
@pytest.mark.parametrize("slug", CATALOGUE)
def test_no_refusal_for_what_was_left_out_is_without_the_question(slug: str) -> None:
    found = (late for kept in kept_games_of(slug) for late in late_refusals(kept))
    rulings = (late.drift.ruling for late in found if not late.is_symptom)
    assert {each.objections[0].rule for each in rulings if each} <= SAY_WHAT_IS_NEXT


@pytest.mark.parametrize("slug", CATALOGUE)
def test_only_rules_that_refuse_are_symptoms(slug: str) -> None:
    rules = [each for each in CATALOGUE[slug].rulebook.rules if each.symptom]
    assert rules and all(each.judged for each in rules)
