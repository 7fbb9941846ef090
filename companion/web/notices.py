"""Notices: what waits for the table's word, at the top of every phone, and the desk's own card.

It shows who asked, who has agreed and what would no longer fit; it decides nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import Any

from companion import play
from companion.referee.judge import judge
from companion.referee.rulebook import Question
from companion.referee.text import Text
from companion.tables import (
    Entry,
    Insert,
    Overrule,
    Proposal,
    Settle,
    Table,
    considered,
    open_wanted,
    seen_by,
)
from companion.web.drawing import draw_own
from companion.web.sight import public
from companion.web.site import site
from companion.web.slate import slate_of
from companion.web.view import Piece
from companion.web.wishes import answer, asked, is_about, misfit_lines, wish_text
from companion.web.words import say

#: A question that was raised longer ago than so many actions is left to the list of rulings.
LATELY = 6


@dataclass(frozen=True)
class Answering:
    """One answer to a question: who is for it, and by which proposal."""

    choice: str
    label: Text
    suggested: bool
    decided: bool
    backers: tuple[int, ...] = ()
    proposal: int = 0


@dataclass(frozen=True)
class Asking:
    """A question that the table may answer. `since`: the action that raised it, 0 if none."""

    key: str
    asks: Text
    page: int
    since: int
    answers: tuple[Answering, ...]
    missing: int = 0


@dataclass(frozen=True)
class Wish:
    """A proposal as this seat sees it. `said`: this seat has agreed already."""

    seq: int
    seat: int
    words: str
    why: str
    misfits: tuple[tuple[str, str], ...]
    agreed: tuple[int, ...]
    missing: int
    said: bool


def notices(table: Table, viewer: int) -> list[Piece]:
    """Proposals, questions that came up, a recount: nothing where nothing waits."""
    wishes = [_wish(table, each, viewer) for each in table.proposals if not _settles(each)]
    questions = open_questions(table)
    pieces = [draw_own("proposals", table, viewer, wishes=wishes)] if wishes else []
    if questions:
        pieces.append(draw_own("questions", table, viewer, questions=questions))
    if table.recount:
        missing = sorted(play.missing(table))
        pieces.append(draw_own("recount", table, viewer, missing=missing))
    return pieces


def desk(table: Table, viewer: int, is_host: bool) -> Piece:
    """The card from which things are set right: rulings, recount, who has to agree."""
    rulings = [(asked(table, key), answer(table, key, c)) for key, c in table.decided.items()]
    values = {"rulings": rulings, "is_host": is_host, "consents": play.CONSENTS}
    return draw_own("desk", table, viewer, **values)


def open_questions(table: Table) -> list[Asking]:
    """What was raised lately and is not settled, and what somebody wants settled otherwise."""
    return slate_of(table).keep("questions", table.seq, lambda: _open_questions(table))


def _open_questions(table: Table) -> list[Asking]:
    raised = _raised(table)
    keys = {**raised, **{key: 0 for key in map(_key, table.proposals) if key and key not in raised}}
    by_key = {question.key: question for question in table.game.rulebook.questions}
    return [asking(table, by_key[key], since) for key, since in keys.items()]


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
    book, key = site().sketchbook, ("doubted", table.code, entry.seq)
    known: tuple[Any, tuple[str, ...]] | None = book.find(key)
    if known and known[0] is entry.before:
        return known[1]
    ruling = judge(table.game, entry.before, entry.seat, table.game.read(entry.action))
    questions = tuple(doubt.question for doubt in ruling.doubts)
    book.put(key, (entry.before, questions))
    return questions


def asking(table: Table, question: Question, since: int = 0) -> Asking:
    """A question with its answers and who is for which."""
    waiting = [each for each in table.proposals if is_about(each, question.key)]
    missing = min((play.words_missing(table, each) for each in waiting), default=0)
    answers = tuple(_answering(table, question, choice, waiting) for choice, _ in question.choices)
    return Asking(question.key, question.asks, question.page, since, answers, missing)


def _answering(table: Table, question: Question, choice: str, waiting: list[Proposal]) -> Answering:
    wish = next(
        (w for w in waiting if isinstance(w.wanted, Settle) and w.wanted.choice == choice), None
    )
    return Answering(
        choice,
        dict(question.choices)[choice],
        suggested=choice == question.default,
        decided=table.decided.get(question.key) == choice,
        backers=(wish.seat, *wish.agreed) if wish else (),
        proposal=wish.seq if wish else 0,
    )


def _wish(table: Table, proposal: Proposal, viewer: int) -> Wish:
    seen = seen_by(table, viewer)
    own = isinstance(proposal.wanted, Overrule | Insert) and proposal.wanted.seat == viewer
    wanted = proposal.wanted if own else open_wanted(table, proposal.wanted)
    return Wish(
        proposal.seq,
        proposal.seat,
        say(wish_text(table, proposal.wanted, proposal.before, viewer)),
        _refusal(seen, wanted) if isinstance(wanted, Overrule) else "",
        tuple(misfit_lines(table, considered(seen, wanted)[1], viewer)) if wanted else (),
        proposal.agreed,
        play.words_missing(table, proposal),
        viewer in proposal.agreed,
    )


def _refusal(seen: Table, wanted: Overrule) -> str:
    """Why the app says no to it now; "" where it no longer does."""
    ruling = judge(seen.game, seen.state, wanted.seat, seen.game.read(wanted.action))
    return say(ruling.objections[0].reason) if ruling.objections else ""


def _settles(proposal: Proposal) -> bool:
    return isinstance(proposal.wanted, Settle)


def _key(proposal: Proposal) -> str:
    return proposal.wanted.key if isinstance(proposal.wanted, Settle) else ""
