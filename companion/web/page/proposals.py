"""What waits for the table's consent, at the top of every phone, and the card of corrections.

It shows who asked, who has agreed and what would no longer fit; it decides nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from companion.play import numbers, proposals
from companion.referee.judge import judge
from companion.tables import (
    Change,
    Correction,
    Insert,
    Overrule,
    Proposal,
    Settle,
    Table,
    TakeBack,
    considered,
    public_correction,
    seen_by,
)
from companion.web.language.sentences import say
from companion.web.page.correction_text import answer, asked, misfit_lines, wish_text
from companion.web.page.questions import open_questions
from companion.web.page.render import draw_own
from companion.web.page.slots import Piece


@dataclass(frozen=True)
class ProposalCard:
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
    waiting = [
        _proposal_card(table, each, viewer) for each in table.open_proposals if not _settles(each)
    ]
    # After the end nobody is asked any more: what is left open is on the page of rulings.
    questions = open_questions(table) if table.outcome is None else []
    pieces = [draw_own("proposals", table, viewer, proposals=waiting)] if waiting else []
    if questions:
        pieces.append(draw_own("questions", table, viewer, questions=questions))
    if table.recount:
        missing = sorted(numbers.missing(table))
        pieces.append(draw_own("recount", table, viewer, missing=missing))
    return pieces


def corrections_card(table: Table, viewer: int, is_host: bool) -> Piece:
    """The card from which things are set right: rulings, recount, who has to agree."""
    rulings = [(asked(table, key), answer(table, key, c)) for key, c in table.decided.items()]
    values = {"rulings": rulings, "is_host": is_host, "consents": proposals.CONSENTS}
    return draw_own("desk", table, viewer, **values)


def _proposal_card(table: Table, proposal: Proposal, viewer: int) -> ProposalCard:
    seen = seen_by(table, viewer)
    wanted = _wanted_as_seen(table, proposal.wanted, viewer)
    return ProposalCard(
        proposal.seq,
        proposal.seat,
        say(wish_text(table, proposal.wanted, proposal.before, viewer)),
        _refusal(seen, wanted) if isinstance(wanted, Overrule) else "",
        tuple(misfit_lines(table, considered(seen, wanted)[1], viewer)) if wanted else (),
        proposal.agreed,
        proposals.consent_missing(table, proposal),
        viewer in proposal.agreed,
    )


def _wanted_as_seen(table: Table, wanted: Correction, viewer: int) -> Correction | None:
    """What is wanted, with its secrets for the seat that would act, without for the others."""
    match wanted:
        case Overrule(seat, _) | Insert(_, seat, _) if seat == viewer:
            return wanted
        case TakeBack() | Settle() | Overrule() | Insert() | Change():
            return public_correction(table, wanted)
        case _:
            assert_never(wanted)


def _refusal(seen: Table, wanted: Overrule) -> str:
    """Why the app says no to it now; "" where it no longer does."""
    ruling = judge(seen.game, seen.state, wanted.seat, seen.game.read(wanted.action))
    return say(ruling.objections[0].reason) if ruling.objections else ""


def _settles(proposal: Proposal) -> bool:
    return isinstance(proposal.wanted, Settle)
