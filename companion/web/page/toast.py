"""Words the answer to a tap as a toast: done, refused and why, or not accepted.

It repeats the ruling and never softens it.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict, dataclass, fields, replace
from functools import reduce

from flask import flash, get_flashed_messages, session

from companion.play.answer import (
    Corrected,
    Declined,
    Played,
    Proposed,
    Refused,
    TapAnswer,
    Unchanged,
)
from companion.play.proposals import consenting_phones_needed
from companion.referee.controls import Choice
from companion.referee.text import SeatName, Text, untranslated
from companion.tables import ActionEntry, OwnRule, SettleQuestion, Table, TakeBack
from companion.web.language.sentences import say, sentence
from companion.web.page.correction_text import answer_text as decision
from companion.web.page.correction_text import (
    changes_text,
    correction_line,
    first_reason,
    log_line_text,
    newly_refused_lines,
    what_came_first,
)
from companion.web.page.echo import MOST_LETTERS, echo_of_entry, fitting, guided_echo
from companion.web.page.past_action import Place, place_for_forgotten_action
from companion.web.request.phone import is_phone_guided


@dataclass(frozen=True)
class Toast:
    """A notice on a phone. `kind`: its style; `rule`: a key of the rulebook; other texts are
    finished sentences.

    `remedy`: what would make the action legal; `button`: the label of `remedy_action`, if any.
    `appeal`: the refused action, to propose to the table; `forgotten`: the entry after which it may
    be added, 0 if none; `forgotten_before`: before what this did last, in notation; `alone`: the
    proposal would count at once. `spoken`: a screen reader reads it with the table's news.
    `whole`: what the sheet says instead of `detail`, if the sill has no room for all of it.
    `again`: the intent of the refused tap, if something may have been forgotten before it.
    `anyway`: label of a button that repeats the tap with the sender's confirmation, posted `to`
    this address with the fields of `same`.
    """

    kind: str
    words: str
    detail: str = ""
    whole: str = ""
    rule: str = ""
    remedy: str = ""
    remedy_action: str = ""
    button: str = ""
    first: str = ""
    appeal: str = ""
    forgotten: int = 0
    forgotten_before: str = ""
    again: str = ""
    alone: bool = False
    spoken: bool = False
    anyway: str = ""
    to: str = ""
    same: tuple[tuple[str, str], ...] = ()

    @property
    def remedy_choice(self) -> Choice | None:
        """The remedy as a control; None if no single action does it."""
        if not self.remedy_action:
            return None
        return Choice(label=untranslated(self.button), action=self.remedy_action, icon="ok")


def toast_for_answer(answer: TapAnswer, viewer: int) -> Toast | None:
    """Returns the toast for this answer; None if the page's change says it all."""
    match answer:
        case Declined():
            anyway = say(answer.anyway) if answer.anyway else ""
            return Toast("ask" if anyway else "no", say(answer.reason), anyway=anyway)
        case Refused():
            return _refused(answer, viewer)
        case Proposed():
            detail = _consequences(answer, viewer) or _seen_hidden(answer)
            return Toast("ask", _waits_for(answer.missing), detail)
        case Corrected():
            return _corrected(answer, viewer)
        case Played():
            return _with_echo(answer, _played(answer) or _meanwhile(answer, viewer), viewer)
        case Unchanged():
            toast = Toast("info", say(answer.word)) if answer.word else None
            return toast or _meanwhile(answer, viewer)


def _played(answer: Played) -> Toast | None:
    """Returns the toast for a doubt that was raised or a ruling that applied; None if neither."""
    if answer.doubts:
        silent = say(Text("The rulebook doesn't say. Your table decides"))
        doubt = answer.doubts[0]
        # The question's card comes with the page; the toast only mentions it.
        return Toast("ask", silent, say(doubt.reason), rule=doubt.question)
    if answer.precedents:
        key = answer.precedents[0]
        decided = decision(answer.table, key, answer.table.chosen_answers[key])
        return Toast("info", say(Text("As your table decided:")), say(decided), rule=key)
    return None


def _with_echo(answer: Played, toast: Toast | None, viewer: int) -> Toast | None:
    """Returns the toast extended by what lies where now; while the phone is guided, by what hands
    do for it, in their order.
    """
    entry = answer.table.entry(answer.entry_seq)
    if is_phone_guided(answer.table):
        echo = guided_echo(answer.table, entry)
    else:
        echo = echo_of_entry(answer.table, entry, viewer)
    if echo is None:
        return toast
    if toast is None:
        return Toast("info", "", echo.words, whole=echo.whole, spoken=echo.logged)
    return replace(toast, first=echo.words)


def _meanwhile(answer: Played | Unchanged, viewer: int) -> Toast | None:
    """Returns what others did since this phone's version; None if nothing."""
    if not answer.others:
        return None
    lines = " ".join(
        translated_log_line(answer.table, entry, viewer) for entry in answer.others[-3:]
    )
    return Toast("info", say(Text("Done. Meanwhile:")), lines, spoken=True)


def _no_longer_fits(answer: Proposed | Corrected, viewer: int) -> str:
    lines = newly_refused_lines(answer.table, answer.misfits, viewer)[:3]
    if not lines:
        return ""
    left = reduce(
        lambda some, more: Text("{some}; {more}", some=some, more=more),
        (untranslated(line) for line, _ in lines),
    )
    return say(Text("This no longer fits: {lines}", lines=left))


def _consequences(answer: Proposed | Corrected, viewer: int) -> str:
    """Returns why what is put in is refused, what no longer fits and what changes on the real
    table; "" if nothing.
    """
    changes, refused, against = changes_text(answer.changes), answer.refused, ""
    if refused:
        against = say(first_reason(answer.table, refused, viewer))
    parts = (against, _no_longer_fits(answer, viewer), say(changes) if changes else "")
    return reduce(
        lambda first, then: say(Text("{told}. {then}", told=first, then=then)) if first else then,
        filter(None, parts),
        "",
    )


def _corrected(answer: Corrected, viewer: int) -> Toast | None:
    wanted, detail = answer.wanted, _consequences(answer, viewer)
    if isinstance(wanted, SettleQuestion):
        settled = decision(answer.table, wanted.key, wanted.choice)
        words = say(Text("Your table has decided:"))
        return Toast("ok", words, say(settled), rule=wanted.key, spoken=True)
    if isinstance(wanted, OwnRule):
        words = say(Text("Your table has decided:"))
        counts = f"{wanted.asks} {wanted.says}"
        gone = say(Text("No longer counts: {asks}", asks=untranslated(wanted.asks)))
        return Toast("ok", words, counts if wanted.says else gone, spoken=True)
    if isinstance(wanted, TakeBack):
        return _undone(answer, detail)
    return Toast("warn" if detail else "ok", say(Text("Approved.")), detail)


def _undone(answer: Corrected, detail: str) -> Toast | None:
    """Returns what an undo left behind: what no longer fits, else what goes back on the table."""
    words, own = say(Text("Undone.")), answer.own
    if detail or not own:
        return Toast("warn", words, detail) if detail else None
    some, whole = fitting(own, MOST_LETTERS - len(words)), fitting(own, sys.maxsize)
    return Toast("info", words, sentence(some), whole=sentence(whole))


def _waits_for(missing: int) -> str:
    if missing < 2:
        return say(Text("Waiting for someone to approve."))
    return say(Text("{n} other player must approve.", "{n} other players must approve.", n=missing))


def _seen_hidden(answer: Proposed) -> str:
    wanted = answer.wanted
    if not isinstance(wanted, TakeBack):
        return ""
    entry, game = answer.table.entry(wanted.entry_seq), answer.table.game
    seen = game.reveals_hidden_pieces(entry.state_before, game.read(entry.action))
    return say(Text("You saw something hidden.")) if seen else ""


def closed_proposal_toast(table: Table, after: int, viewer: int) -> Toast | None:
    """Returns how others closed this seat's proposal after this event; None if they didn't."""
    closed = [w for w in table.proposals if w.seat == viewer and w.closed > after]
    closed = [proposal for proposal in closed if proposal.closer != viewer]
    if not viewer or not closed:
        return None
    event = next((each for each in table.group_events if each.seq == closed[-1].closed), None)
    text = correction_line(table, event, viewer) if event else None
    other = Text("{name} decided this differently.", name=SeatName(closed[-1].closer))
    kind = "ok" if closed[-1].fate == "done" else "info"
    return Toast(kind, say(text or other), spoken=text is not None)


def _refused(answer: Refused, viewer: int) -> Toast:
    ruling = answer.ruling
    objection = ruling.objections[0]
    others = " ".join(say(more.reason) for more in ruling.objections[1:])
    first, left_out = "", Place(0)
    if objection.forgotten:
        left_out = place_for_forgotten_action(answer.table, ruling.seat, ruling.action)
    if answer.beaten_by is not None:
        first_words = what_came_first(answer.table, answer.beaten_by, ruling.seat, viewer)
        first = say(first_words) if first_words else ""
    return Toast(
        kind="no",
        words=say(objection.reason),
        detail=others,
        rule=objection.rule,
        remedy=say(objection.remedy) if objection.remedy else "",
        remedy_action=objection.remedy_action,
        button=say(objection.button_label) if objection.button_label else "",
        first=first,
        appeal=ruling.action,
        forgotten=left_out.after,
        forgotten_before=left_out.before,
        again=answer.intent if _may_be_forgotten(answer) else "",
        alone=not consenting_phones_needed(answer.table, ruling.seat),
    )


def _may_be_forgotten(answer: Refused) -> bool:
    """Returns whether the refusal is a symptom of what its seat did and never told."""
    rule = answer.table.game.rulebook.find_entry(answer.ruling.objections[0].rule)
    own = answer.table.last_entry_of(answer.ruling.seat)
    return rule.symptom and own is not None


def translated_log_line(table: Table, entry: ActionEntry, viewer: int) -> str:
    """Returns an action's line in the log, worded for this viewer."""
    return say(log_line_text(table, entry, viewer))


def store_toast(table: Table, toast: Toast | None) -> None:
    """Keeps the toast in the session for this table's next page, for phones without scripts. Only
    the newest: a cookie has no room for many, and none but that is shown.
    """
    if toast is not None:
        session.pop("_flashes", None)
        flash(json.dumps(asdict(toast)), table.code)


def pop_stored_toast(table: Table) -> Toast | None:
    """Removes the kept toasts and returns the newest one of this table; None if there is none.
    Another table's may cite a rule that this game doesn't have.
    """
    known = {each.name for each in fields(Toast)}
    for left in reversed(get_flashed_messages(category_filter=[table.code])):
        values = json.loads(str(left))
        return Toast(**{name: value for name, value in values.items() if name in known})
    return None
