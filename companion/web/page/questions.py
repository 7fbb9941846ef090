"""Questions of the rulebook that came up lately, with their answers and who is for which."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from companion.play import proposals
from companion.referee.judge import judge
from companion.referee.rulebook import Question
from companion.referee.text import Text
from companion.tables import (
    Entry,
    Proposal,
    Settle,
    Table,
)
from companion.web.page.correction_text import is_about
from companion.web.page.table_cache import cache_of
from companion.web.request.visibility import public
from companion.web.site.site import site

#: A question that was raised longer ago than so many actions is left to the list of rulings.
LATELY = 6


@dataclass(frozen=True)
class AnswerChoice:
    """One answer to a question: who is for it, and by which proposal."""

    choice: str
    label: Text
    suggested: bool
    decided: bool
    backers: tuple[int, ...] = ()
    proposal: int = 0


@dataclass(frozen=True)
class QuestionCard:
    """A question that the table may answer. `since`: the action that raised it, 0 if none."""

    key: str
    asks: Text
    page: int
    sheet: Text | None
    since: int
    answers: tuple[AnswerChoice, ...]
    missing: int = 0


def open_questions(table: Table) -> list[QuestionCard]:
    """What was raised lately and is not settled, and what somebody wants settled otherwise."""
    return cache_of(table).keep("questions", table.seq, lambda: _open_questions(table))


def _open_questions(table: Table) -> list[QuestionCard]:
    raised = _raised(table)
    keys = {
        **raised,
        **{key: 0 for key in map(_key, table.open_proposals) if key and key not in raised},
    }
    known = ((table.game.rulebook.question(key), since) for key, since in keys.items())
    return [question_card(table, question, since) for question, since in known if question]


def _raised(table: Table) -> dict[str, int]:
    """The questions that the last actions have raised, with the first of these actions."""
    # As everybody knows the table: a question that shows here must give nothing away.
    newest = (entry for entry in reversed(public(table).entries) if not entry.undone)
    live = [*islice(newest, LATELY)][::-1]
    raised: dict[str, int] = {}
    decided = table.decided
    for entry in live:
        for question in _doubted(table, entry):
            if question not in decided:
                raised.setdefault(question, entry.seq)
    return raised


def _doubted(table: Table, entry: Entry) -> tuple[str, ...]:
    """The questions that this action raised when it was played; judged once."""
    book, key = site().sketchbook, (table.code, "doubted", entry.seq)
    known: tuple[object, tuple[str, ...]] | None = book.find(key)
    if known and known[0] is entry.past:
        return known[1]
    ruling = judge(table.game, entry.before, entry.seat, table.game.read(entry.action))
    questions = tuple(doubt.question for doubt in ruling.doubts)
    book.put(key, (entry.past, questions))
    return questions


def question_card(table: Table, question: Question, since: int = 0) -> QuestionCard:
    """A question with its answers and who is for which."""
    waiting = [each for each in table.open_proposals if is_about(each, question.key)]
    missing = min((proposals.consent_missing(table, each) for each in waiting), default=0)
    answers = tuple(
        _answer_choice(table, question, choice, waiting) for choice, _ in question.choices
    )
    return QuestionCard(
        question.key, question.asks, question.page, question.sheet, since, answers, missing
    )


def _answer_choice(
    table: Table, question: Question, choice: str, waiting: list[Proposal]
) -> AnswerChoice:
    wish = next(
        (w for w in waiting if isinstance(w.wanted, Settle) and w.wanted.choice == choice), None
    )
    return AnswerChoice(
        choice,
        dict(question.choices)[choice],
        suggested=choice == question.default,
        decided=table.decided.get(question.key) == choice,
        backers=(wish.seat, *wish.agreed) if wish else (),
        proposal=wish.seq if wish else 0,
    )


def _key(proposal: Proposal) -> str:
    return proposal.wanted.key if isinstance(proposal.wanted, Settle) else ""
