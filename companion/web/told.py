"""Told: what a phone is told after a tap, in words: done, refused and why, or not taken at all.

It says what the ruling says and never softens it.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from flask import session

from companion.play import Answer
from companion.referee.panels import Choice
from companion.referee.ruling import Objection, Ruling
from companion.referee.text import Seat, Text, raw
from companion.tables import Entry, Table
from companion.web.words import rule_of, say


@dataclass(frozen=True)
class Told:
    """`kind` as a notice's; `rule` a key of the rulebook; all else finished sentences."""

    kind: str
    words: str
    detail: str = ""
    rule: str = ""
    remedy: str = ""
    remedy_action: str = ""
    first: str = ""

    @property
    def way_out(self) -> Choice | None:
        """The remedy as something to tap, where one action does it."""
        if not self.remedy_action:
            return None
        return Choice(label=raw(self.remedy), action=self.remedy_action, icon="ok")


def told_of(answer: Answer, viewer: int) -> Told | None:
    """What there is to tell about this answer; None where the page itself tells it all."""
    ruling = answer.ruling
    if answer.refusal is not None:
        return Told("no", say(answer.refusal.reason))
    if answer.misfits or answer.proposal_seq:
        return _taken_back(answer, viewer)
    if ruling is not None and not ruling.allowed:
        return _refused(answer, ruling, viewer)
    if ruling is not None and ruling.doubts:
        silent = say(Text("The rulebook is silent: your table decides"))
        doubt = ruling.doubts[0]
        return Told("ask", silent, say(doubt.reason), doubt.question)
    if answer.others:
        lines = " ".join(line_of(answer.table, entry, viewer) for entry in answer.others[-3:])
        return Told("info", say(Text("Done. Meanwhile:")), lines)
    return None


def _taken_back(answer: Answer, viewer: int) -> Told:
    """A taking back that is not simply done: it waits for somebody, or others hang on it."""
    if answer.proposal_seq:
        words, kind = Text("Somebody else has to agree."), "ask"
    else:
        words, kind = Text("Taken back."), "warn"
    if not answer.misfits:
        return Told(kind, say(words), say(Text("You saw something hidden by it.")))
    lines = "; ".join(line_of(answer.table, entry, viewer) for entry, _ in answer.misfits[:3])
    return Told(kind, say(words), say(Text("This would no longer fit: {lines}", lines=raw(lines))))


def _refused(answer: Answer, ruling: Ruling, viewer: int) -> Told:
    objection: Objection = ruling.objections[0]
    others = " ".join(say(more.reason) for more in ruling.objections[1:])
    first = ""
    if answer.beaten_by is not None:
        first = say(
            Text(
                "{name} was first: {line}",
                name=Seat(answer.beaten_by.seat),
                line=raw(line_of(answer.table, answer.beaten_by, viewer)),
            )
        )
    return Told(
        kind="no",
        words=say(objection.reason),
        detail=others,
        rule=objection.rule,
        remedy=say(objection.remedy) if objection.remedy else "",
        remedy_action=objection.remedy_action,
        first=first,
    )


def line_of(table: Table, entry: Entry, viewer: int) -> str:
    """An action's line in the log, as this seat may read it."""
    game = table.game
    return say(game.say(entry.before, entry.seat, game.read(entry.action), viewer))


def leave_word(told: Told | None) -> None:
    """Keeps what is told for the page that comes next; for phones without scripts."""
    if told is None:
        session.pop("told", None)
    else:
        session["told"] = asdict(told)


def pick_up_word() -> Told | None:
    """What was left for this page, once."""
    left: Any = session.pop("told", None)
    return Told(**left) if isinstance(left, dict) else None


def title_of(key: str) -> str:
    """The title of a rule, or what a question asks; "" without a key."""
    if not key:
        return ""
    entry = rule_of(key)
    return say(getattr(entry, "title", None) or entry.asks)  # type: ignore[union-attr]
