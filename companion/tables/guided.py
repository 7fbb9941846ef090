"""The guided first rounds: the current step. It follows from the log alone."""

from __future__ import annotations

from functools import partial

from companion.referee.judge import has_legal_action
from companion.referee.lessons import GUIDED_ROUND_COUNT, GuidedStep, guided_step
from companion.tables.event import LED_ENDED_TEXT, LED_PAUSED_TEXT
from companion.tables.table import Table


def current_guided_step(table: Table) -> GuidedStep | None:
    """Returns the step that the acting seat is guided through; None if the table isn't guided, or
    that is paused, ended or over.
    """
    if (
        not table.guided
        or not table.seats_to_act
        or table.guided_marks & {LED_PAUSED_TEXT, LED_ENDED_TEXT}
    ):
        return None
    if table.game.current_round(table.state) > GUIDED_ROUND_COUNT:
        return None
    seat = min(table.seats_to_act)
    tapped = [mark.split(" ") for mark in table.guided_marks if " " in mark]
    return guided_step(
        table.game.lessons,
        seat,
        table.game.current_step(table.state, seat),
        [(each.seat, each.action) for each in table.entries if not each.undone],
        [(int(who), key) for key, who in tapped],
        partial(has_legal_action, table.game, table.state, seat),
    )


def has_guided_rounds(table: Table) -> bool:
    """Returns whether the guided rounds go on or are paused, so that they can be ended."""
    if not table.started or not table.guided or not table.game.lessons.led:
        return False
    return (
        LED_ENDED_TEXT not in table.guided_marks
        and table.game.current_round(table.state) <= GUIDED_ROUND_COUNT
    )


def has_finished_guided_rounds(table: Table) -> bool:
    """Returns whether the guided rounds went on until they were over."""
    if not table.started or not table.guided or not table.game.lessons.led:
        return False
    return (
        LED_ENDED_TEXT not in table.guided_marks
        and table.game.current_round(table.state) > GUIDED_ROUND_COUNT
    )


def can_still_be_guided(table: Table) -> bool:
    """Returns whether guided rounds can be offered to a table that began without them."""
    if not table.started or table.guided or not table.game.lessons.led or table.outcome:
        return False
    return table.game.current_round(table.state) <= GUIDED_ROUND_COUNT
