"""Answers a question about an action for this table: the verdict, what was played, the options."""

from __future__ import annotations

from dataclasses import dataclass

from companion.play.advice import Verdict, judge_past_action
from companion.play.verdicts import AskedAnswer, answer_at_table
from companion.referee.game import Game
from companion.rule_search.asking import QuestionReader
from companion.tables import Table
from companion.web.language.languages import language
from companion.web.language.rulebooks import action_words
from companion.web.language.sentences import current_seat_look, say
from companion.web.page.log import LogLine, log_line_of_action
from companion.web.request.phone import phone_id, viewer_seat
from companion.web.request.table import cached_public_table, table_for_viewer
from companion.web.site import current_site


@dataclass(frozen=True)
class TableAnswer:
    """What this table answers to the question, for the seat `viewer` (0: a spectator). `line` and
    `past`: the played action that is meant, and whether it was legal.
    """

    viewer: int
    answer: AskedAnswer
    line: LogLine | None = None
    past: Verdict | None = None


def answer_asked(table: Table, asked: str) -> TableAnswer | None:
    """Returns the answer for the phone of this request; None if the table has none."""
    if not asked or not table.started:
        return None
    viewer = viewer_seat(table)
    public = cached_public_table(table)
    table = table_for_viewer(table, viewer) if viewer else public
    reader = question_reader(table.game)
    seats = {current_seat_look(seat.number).name: seat.number for seat in table.seats}
    action = reader.read(table.card_names.as_printed(asked), seats, viewer)
    if action is None:
        return None
    answer = answer_at_table(table, public, viewer, phone_id(), action, reader)
    if answer is None:
        return None
    if answer.entry is None:
        return TableAnswer(viewer, answer)
    past = judge_past_action(current_site().store, table.code, answer.entry.seq, viewer)
    return TableAnswer(viewer, answer, log_line_of_action(table, answer.entry, viewer), past)


def question_reader(game: Game) -> QuestionReader:
    """Returns the reader of questions about this game's actions in the request's language."""
    readers, key = current_site().readers, (game.slug, language())
    if key not in readers:
        forms = game.notation.forms
        words = action_words(game, language(), {form.verb: say(form.means) for form in forms})
        readers[key] = current_site().search[language()].question_reader(game.slug, forms, words)
    return readers[key]
