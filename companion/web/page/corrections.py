"""Builds the pieces for pending corrections and for questions that the table may settle.

They show who asked, who agreed and which actions would no longer fit.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from threading import Lock

from companion.play import proposals
from companion.play.corrections import undo_damage_words
from companion.referee.judge import judge
from companion.referee.rulebook import Question
from companion.referee.text import Text, untranslated
from companion.tables import (
    ActionEntry,
    Correction,
    CorrectionPreview,
    CountChanges,
    NewlyRefusedEntries,
    Overrule,
    Proposal,
    SettleQuestion,
    Table,
    TakeBack,
    correction_seen_by,
    count_changes,
    preview_correction,
)
from companion.web.language.sentences import say
from companion.web.page.asked_number import AskedNumber, asked_number, asked_number_words
from companion.web.page.checks import agree_pieces
from companion.web.page.correction_text import (
    answer_text,
    changes_text,
    first_reason,
    newly_refused_lines,
    proposal_text,
    question_text,
    settles_question,
)
from companion.web.page.render import draw_app_piece, table_setting
from companion.web.page.slots import Piece
from companion.web.page.table_cache import cache_of_table
from companion.web.request.table import cached_public_table, cached_table_seen_by
from companion.web.site import current_site

#: Questions raised longer ago, in actions, are listed among the rulings only.
MAX_QUESTION_AGE_ACTIONS = 6
#: Actions that no longer fit which a card names; it counts the others.
MAX_MISFITS_NAMED = 6


@dataclass(frozen=True)
class QuestionAnswer:
    """One answer to a question. `backers`: its seats; `proposal`: its event, 0 if none."""

    choice: str
    label: Text
    suggested: bool
    decided: bool
    backers: tuple[int, ...] = ()
    proposal: int = 0


@dataclass(frozen=True)
class OpenQuestion:
    """A question that the table may answer. `since`: the action that raised it, 0 if none;
    `missing`: consents that the nearest proposal still needs.
    """

    key: str
    asks: Text
    page: int
    sheet: Text | None
    since: int
    answers: tuple[QuestionAnswer, ...]
    missing: int = 0


def open_questions(table: Table) -> list[OpenQuestion]:
    """Returns the unsettled questions of the last actions, and those with an open proposal."""
    return cache_of_table(table).get_or_make("questions", table.seq, lambda: _open_questions(table))


def _open_questions(table: Table) -> list[OpenQuestion]:
    raised = _raised(table)
    keys = {
        **raised,
        **{key: 0 for key in map(_key, table.open_proposals) if key and key not in raised},
    }
    known = ((table.game.rulebook.question(key), since) for key, since in keys.items())
    return [make_open_question(table, question, since) for question, since in known if question]


def _raised(table: Table) -> dict[str, int]:
    """Returns the questions that the last `MAX_QUESTION_AGE_ACTIONS` actions raised, with the first
    such action.
    """
    # Judged on the public table: a question that shows here must reveal nothing secret.
    newest = islice(cached_public_table(table).newest_entries(), MAX_QUESTION_AGE_ACTIONS)
    live = [*newest][::-1]
    raised: dict[str, int] = {}
    decided = table.chosen_answers
    for entry in live:
        for question in _doubted(table, entry):
            if question not in decided and not _is_answered(table, entry, question):
                raised.setdefault(question, entry.seq)
    return raised


def _is_answered(table: Table, entry: ActionEntry, question: str) -> bool:
    """Returns whether something public that was entered since answers it."""
    now, game = cached_public_table(table).state, table.game
    return game.answered_since(now, game.read(entry.action), question)


def _doubted(table: Table, entry: ActionEntry) -> tuple[str, ...]:
    """Returns the questions that this action raised when played; judged once per entry."""
    book, key = current_site().html_cache, (table.code, "doubted", entry.seq)
    known: tuple[object, tuple[str, ...]] | None = book.find(key)
    if known and known[0] is entry.past:
        return known[1]
    ruling = judge(table.game, entry.state_before, entry.seat, table.game.read(entry.action))
    questions = tuple(doubt.question for doubt in ruling.doubts)
    book.put(key, (entry.past, questions))
    return questions


def make_open_question(table: Table, question: Question, since: int = 0) -> OpenQuestion:
    """Returns the card of a question: its answers and who backs each."""
    waiting = [each for each in table.open_proposals if settles_question(each, question.key)]
    missing = min((proposals.missing_consent_count(table, each) for each in waiting), default=0)
    answers = tuple(
        _answer_choice(table, question, choice, waiting) for choice, _ in question.choices
    )
    return OpenQuestion(
        question.key, question.asks, question.page, question.sheet, since, answers, missing
    )


def _answer_choice(
    table: Table, question: Question, choice: str, waiting: list[Proposal]
) -> QuestionAnswer:
    wish = next(
        (w for w in waiting if isinstance(w.wanted, SettleQuestion) and w.wanted.choice == choice),
        None,
    )
    return QuestionAnswer(
        choice,
        dict(question.choices)[choice],
        suggested=choice == question.default,
        decided=table.chosen_answers.get(question.key) == choice,
        backers=(wish.seat, *wish.agreed) if wish else (),
        proposal=wish.seq if wish else 0,
    )


def _key(proposal: Proposal) -> str:
    return proposal.wanted.key if isinstance(proposal.wanted, SettleQuestion) else ""


@dataclass(frozen=True)
class ProposalCard:
    """A proposal as this seat sees it. `damage`: what an undo takes along; `changes`: what to set
    right on the real table; `why`: the refusal it overrules; `misfits`: of the actions that no
    longer fit the first ones, with the reasons; `more_misfits`: how many others there are; `said`:
    agreed already; `number`: the one that it sets.
    """

    seq: int
    seat: int
    words: str
    damage: str
    why: str
    misfits: tuple[tuple[str, str], ...]
    more_misfits: int
    changes: Text | None
    number: AskedNumber | None
    agreed: tuple[int, ...]
    missing: int
    said: bool


def correction_pieces(table: Table, viewer: int) -> list[Piece]:
    """Returns the pieces for open proposals and recent questions; [] if none."""
    # Each is drawn by itself: what changes one of them leaves the others as they are.
    waiting = [
        draw_app_piece(
            "wish", table, viewer, among=each.seq, wish=_proposal_card(table, each, viewer)
        )
        for each in table.open_proposals
        if not _settles(each)
    ]
    # After the end open questions stand on the page of rulings only.
    questions = open_questions(table) if table.outcome is None else []
    pieces = [draw_app_piece("proposals", table, viewer, proposals=waiting)] if waiting else []
    if questions:
        pieces.append(draw_app_piece("questions", table, viewer, questions=questions))
    return pieces


def ask_pieces(table: Table, viewer: int) -> list[Piece]:
    """Returns the word of what the table is asked now, the first, and how many that is; [] if it is
    asked nothing.
    """
    wishes = [each for each in table.open_proposals if not _settles(each)]
    questions = open_questions(table) if table.outcome is None else []
    if wishes:
        wish = wishes[0]
        words = asked_number_words(table, wish) or say(
            proposal_text(table, wish.wanted, wish.before, viewer)
        )
        asked = {"kind": "proposal", "seat": wish.seat, "words": words}
    elif questions:
        asked = {"kind": "question", "seat": 0, "words": say(questions[0].asks)}
    else:
        return agree_pieces(table, viewer)
    number = len(wishes) + len(questions)
    return [draw_app_piece("asks", table, viewer, **asked, number=number)]


def corrections_card(table: Table, viewer: int) -> Piece:
    """Returns the card for corrections: the ways to one, recount, rulings so far."""
    rulings = [
        (question_text(table, key), answer_text(table, key, c))
        for key, c in table.chosen_answers.items()
    ]
    rulings += [(untranslated(own.asks), untranslated(own.says)) for own in table.own_rules]
    return draw_app_piece("desk", table, viewer, rulings=rulings)


def manners_card(table: Table, viewer: int, is_host: bool) -> Piece:
    """Returns the card for how the table deals with corrections: required consents, say less."""
    values = {"is_host": is_host, "consents": proposals.CONSENT_OPTIONS}
    return draw_app_piece("manners", table, viewer, **values)


def _proposal_card(table: Table, proposal: Proposal, viewer: int) -> ProposalCard:
    seen = cached_table_seen_by(table, viewer)
    wanted = correction_seen_by(table, proposal.wanted, viewer)
    # Seats that see the same share a preview.
    shared = seen is table and wanted is proposal.wanted
    preview, changes = (
        _preview(proposal, seen, wanted, None if shared else viewer) if wanted else (None, ())
    )
    misfits = preview.misfits if preview else ()
    return ProposalCard(
        proposal.seq,
        proposal.seat,
        say(proposal_text(table, proposal.wanted, proposal.before, viewer)),
        _undo_damage(table, proposal),
        _refusal(seen, wanted, preview, viewer),
        _named(table, proposal, misfits[:MAX_MISFITS_NAMED], viewer),
        len(misfits[MAX_MISFITS_NAMED:]),
        changes_text(changes) if preview else None,
        asked_number(seen, proposal, wanted) if wanted else None,
        proposal.agreed,
        proposals.missing_consent_count(table, proposal),
        viewer in proposal.agreed,
    )


class ContinuedPreview:
    """What a waiting correction would do: made once, then continued with each new action."""

    #: Its share of the cache's limit, in bytes: the states before 16 actions and before each 64th.
    room = 100_000

    def __init__(self) -> None:
        self._newest: CorrectionPreview | None = None
        self._changes: CountChanges = ()
        self._turn = Lock()

    def at(self, table: Table, wanted: Correction) -> tuple[CorrectionPreview, CountChanges]:
        """Returns the preview of the correction at this table, and what it changes there."""
        # Of phones that ask at the same time one does the work.
        with self._turn:
            newest = self._newest
            if newest is None or newest.wanted != wanted:
                newest = preview_correction(table, wanted)
            elif newest.table is not table:
                newest = newest.continued(table)
            if newest is not self._newest:
                self._changes = count_changes(table, newest.changed, newest.wanted)
            self._newest = newest
            return newest, self._changes


def _preview(
    proposal: Proposal, table: Table, wanted: Correction, viewer: int | None
) -> tuple[CorrectionPreview, CountChanges]:
    """Returns what the proposal would do to this table as the viewer sees it; None: as it is."""
    key = (table.code, "preview", proposal.seq, table.openly, viewer)
    return current_site().html_cache.get_or_draw(key, ContinuedPreview).at(table, wanted)


def _named(
    table: Table, proposal: Proposal, misfits: NewlyRefusedEntries, viewer: int
) -> tuple[tuple[str, str], ...]:
    """Returns what no longer fits, in words; worded once."""
    as_played = tuple(table.find_entry(entry.seq) or entry for entry, _ in misfits)
    return cache_of_table(table).get_or_make(
        ("misfits", proposal.seq, viewer),
        (table_setting(table), as_played, misfits),
        lambda: tuple(newly_refused_lines(table, misfits, viewer)),
    )


def _undo_damage(table: Table, proposal: Proposal) -> str:
    """Returns what an undo takes along, for those who approve it; "" if nothing."""
    wanted = proposal.wanted
    if not isinstance(wanted, TakeBack) or not wanted.others:
        return ""
    return cache_of_table(table).get_or_make(
        ("damage", proposal.seq, table.openly),
        (table.seq, table_setting(table)),
        lambda: say(
            undo_damage_words(table, wanted, _preview(proposal, table, wanted, None)[0].changed)
        ),
    )


def _refusal(
    seen: Table, wanted: Correction | None, preview: CorrectionPreview | None, viewer: int
) -> str:
    """Returns why the judge refuses what the correction puts in; "" if it doesn't."""
    ruling = preview.refused if preview else None
    if isinstance(wanted, Overrule):
        ruling = judge(seen.game, seen.state, wanted.seat, seen.game.read(wanted.action))
    if ruling is None or ruling.allowed:
        return ""
    return say(first_reason(seen, ruling, viewer))


def _settles(proposal: Proposal) -> bool:
    return isinstance(proposal.wanted, SettleQuestion)
