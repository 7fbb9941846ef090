"""Words corrections and proposals as sentences for one seat.

Only what the log holds is used; callers leave out secrets beforehand.
"""

from __future__ import annotations

from functools import reduce
from itertools import groupby
from typing import Any, assert_never

from companion.referee.ruling import Ruling
from companion.referee.text import SeatName, Text, joined_texts, untranslated
from companion.referee.told import reason_for
from companion.tables import (
    CORRECTION_KINDS,
    PROPOSAL_DECISION_KINDS,
    ActionEntry,
    Correction,
    CountChanges,
    Event,
    InsertAction,
    Kind,
    NewlyRefusedEntries,
    Overrule,
    OwnRule,
    Proposal,
    ReplaceAction,
    SeatPhoneChange,
    SeparateLastPart,
    SettleQuestion,
    Table,
    TakeBack,
    corrected_number,
    read_correction,
)
from companion.web.language.sentences import say

LOG_MARK_TEXTS = {
    "overruled": Text("allowed by the table"),
    "older-rules": Text("allowed by the rules of the saved game, refused today"),
    "inserted": Text("added later"),
    "changed": Text("changed"),
    "separated": Text("now a line of its own"),
}

_CONSENTS = {
    "0": Text("From now on, corrections need no approval"),
    "1": Text("From now on, one player must approve corrections"),
    "all": Text("From now on, everyone must approve corrections"),
}

_NEWS: dict[str, Text] = {
    Kind.PROPOSED: Text("{name} asks the table. {wish}"),
    Kind.SECONDED: Text("{name} approved. {wish}"),
    Kind.AGREED: Text("{name} approved: done. {wish}"),
    Kind.RECOUNT: Text("{name} asks everyone to check their numbers"),
    Kind.RIGHT: Text("{name}'s numbers are correct"),
    Kind.RECOUNTED: Text("{name} confirmed too: all numbers are correct"),
    Kind.RECOUNT_ENDED: Text("{name} went on without the others"),
}


_MOVES = {
    "asked": Text("Another phone asked to play as {name}"),
    "kept": Text("{name} stays on the same phone"),
    "moved": Text("{name} is played on another phone now"),
    "back": Text("{name}'s own phone took the seat back"),
    "link": Text("A phone came back as {name}"),
    "freed": Text("The host freed the seat of {name}"),
    "left": Text("{name} gave up the seat"),
    "sat": Text("Someone sat down to play as {name}"),
}


def proposal_text(table: Table, wanted: Correction, before: Any, viewer: int) -> Text:
    """Returns the correction in words for this viewer. `before`: the state at its place."""
    match wanted:
        case TakeBack():
            return _undo_text(table, wanted, viewer)
        case SettleQuestion(key, choice, _):
            return Text(
                "{asks} Answer: {choice}",
                asks=question_text(table, key),
                choice=answer_text(table, key, choice),
            )
        case Overrule(seat, action):
            return Text("Let it count: {line}", line=_said(table, before, seat, action, viewer))
        case OwnRule(asks, says):
            return _own_rule_text(asks, says)
        case InsertAction():
            return _added_text(table, wanted, before, viewer)
        case ReplaceAction(entry_seq, action):
            seat = table.entry(entry_seq).seat
            return Text(
                "{line} (instead of: {old})",
                line=_said(table, before, seat, action, viewer),
                old=_entry_text(table, entry_seq, viewer),
            )
        case SeparateLastPart(entry_seq):
            return Text("In two lines: {line}", line=_entry_text(table, entry_seq, viewer))
        case _:
            assert_never(wanted)


def _added_text(table: Table, wanted: InsertAction, before: Any, viewer: int) -> Text:
    if change := corrected_number(table.game, before, wanted):
        name = SeatName(change.seat)
        return Text("Approve: {name}, {what}", name=name, what=change.words)
    line = _said(table, before, wanted.seat, wanted.action, viewer)
    if table.game.corrects(before, table.game.read(wanted.action)):
        return Text("Approve: {line}", line=line)
    return Text("Add: {line}", line=line)


def _undo_text(table: Table, wanted: TakeBack, viewer: int) -> Text:
    line, n = _entry_text(table, wanted.entry_seq, viewer), len(wanted.others)
    if not n:
        return Text("Undo: {line}", line=line)
    return Text(
        "Undo this and {n} more action: {line}",
        "Undo this and {n} more actions: {line}",
        line=line,
        n=n,
    )


def _own_rule_text(asks: str, says: str) -> Text:
    if not says:
        return Text("No longer counts: {asks}", asks=untranslated(asks))
    return Text("{asks} Answer: {choice}", asks=untranslated(asks), choice=untranslated(says))


def correction_line(table: Table, event: Event, viewer: int) -> Text | None:
    """Returns the event's line in the log; None if the log shows it at the action itself."""
    name = SeatName(event.seat)
    if event.kind == Kind.PROPOSED or event.kind in PROPOSAL_DECISION_KINDS:
        return _word_text(table, event, viewer)
    if event.kind == Kind.CONSENT:
        return _CONSENTS[event.text]
    if event.kind in _NEWS:
        return _NEWS[event.kind].filled(name=name)
    wanted = read_correction(event.kind, event.text)
    if isinstance(wanted, SettleQuestion | OwnRule):
        # Answers carried over from the game before have no seat and no line.
        if not event.seat:
            return None
        settled = proposal_text(table, wanted, None, viewer)
        return Text("{name} decided for the table: {wish}", name=name, wish=settled)
    if isinstance(wanted, TakeBack) and (
        wanted.others or table.entry(wanted.entry_seq).seat != event.seat
    ):
        return _taken_back(table, event, wanted, viewer)
    return None


def screen_reader_text(table: Table, event: Event, viewer: int) -> Text | None:
    """Returns the event's sentence for a screen reader. Unlike `correction_line` it words every
    undo, for the mark at the action is only visible.
    """
    if event.kind == Kind.TOOK_BACK:
        wanted = read_correction(event.kind, event.text)
        assert isinstance(wanted, TakeBack), event.text
        return _taken_back(table, event, wanted, viewer)
    return correction_line(table, event, viewer)


def what_came_first(table: Table, entry: ActionEntry, seat: int, viewer: int) -> Text | None:
    """Returns what others did to or with this entry so that an action of `seat` was too late; None
    if the seat itself did it.
    """
    line = log_line_text(table, entry, viewer)
    if not entry.undone:
        if entry.seat == seat:
            return None
        if entry.mark == "inserted":
            return Text("Added meanwhile: {line}", line=line)
        return Text("{name} was first: {line}", name=SeatName(entry.seat), line=line)
    event = next((each for each in table.group_events if each.seq == entry.undone), None)
    if event is None or event.seat == seat:
        return None
    made = correction_made(table, event)
    if isinstance(made, ReplaceAction):
        wish = proposal_text(table, made, entry.state_before, viewer)
        return Text("{name} changed: {wish}", name=SeatName(event.seat), wish=wish)
    return screen_reader_text(table, event, viewer)


def seat_move_text(move: SeatPhoneChange) -> Text:
    """Returns the log's line for a seat that changed phones."""
    name = SeatName(move.seat)
    if move.kind == "moved" and move.by not in (0, move.seat):
        return Text(
            "{name} is played on another phone now; {who} agreed", name=name, who=SeatName(move.by)
        )
    if move.kind == "vouched":
        return Text("{who} confirmed the new phone of {name}", name=name, who=SeatName(move.by))
    return _MOVES[move.kind].filled(name=name)


def _taken_back(table: Table, event: Event, wanted: TakeBack, viewer: int) -> Text:
    line = _entry_text(table, wanted.entry_seq, viewer)
    name, n = SeatName(event.seat), len(wanted.others)
    if not n:
        return Text("{name} undid: {line}", name=name, line=line)
    return Text(
        "{name} undid this and {n} more action: {line}",
        "{name} undid this and {n} more actions: {line}",
        name=name,
        line=line,
        n=n,
    )


def _word_text(table: Table, event: Event, viewer: int) -> Text | None:
    proposal = table.proposal_numbered(
        event.seq if event.kind == Kind.PROPOSED else int(event.text)
    )
    if proposal is None:
        return None
    wish = proposal_text(table, proposal.wanted, proposal.before, viewer)
    name = SeatName(event.seat)
    if event.kind != Kind.WITHDRAWN:
        return _NEWS[event.kind].filled(name=name, wish=wish)
    if event.seat == proposal.seat:
        return Text("{name} withdrew it. {wish}", name=name, wish=wish)
    return Text("{name} said no. {wish}", name=name, wish=wish)


def correction_made(table: Table, event: Event) -> Correction | None:
    """Returns the correction that this event makes, at once or with the last yes; None if none."""
    if event.kind in CORRECTION_KINDS:
        return read_correction(event.kind, event.text)
    if event.kind == Kind.AGREED:
        proposal = table.proposal_numbered(int(event.text))
        return proposal.wanted if proposal else None
    return None


def newly_refused_lines(
    table: Table, misfits: NewlyRefusedEntries, viewer: int
) -> list[tuple[str, str]]:
    """Returns each action that no longer fits, with the reason, for this viewer: as the table's log
    words it, not as it would read after the correction.
    """
    return [
        (
            say(log_line_text(table, table.find_entry(entry.seq) or entry, viewer)),
            say(first_reason(table, ruling, viewer)),
        )
        for entry, ruling in misfits
    ]


def first_reason(table: Table, ruling: Ruling, viewer: int) -> Text:
    """Returns why the action is refused, worded for this viewer."""
    return reason_for(ruling.objections[0].reason, ruling.seat, viewer, table.game.told_of_seat)


#: Counts that are told to change, at most.
MAX_CHANGES_TOLD = 9


def changes_text(changes: CountChanges) -> Text | None:
    """Returns what to set right on the real table, seat by seat: "This changes: Ana: proto life
    from 1 to 2"; None if nothing.
    """
    lines = counts_text(changes[:MAX_CHANGES_TOLD])
    if lines is None:
        return None
    if len(changes) > MAX_CHANGES_TOLD:
        return Text("This changes: {lines}; and more", lines=lines)
    return Text("This changes: {lines}", lines=lines)


def counts_text(changes: CountChanges) -> Text | None:
    """Returns the counts seat by seat: "Ana: proto life from 1 to 2"; None if there are none."""
    parts = [
        Text(
            "{name}: {what}",
            name=SeatName(seat),
            what=joined_texts(each.words for each in some),
        )
        for seat, some in groupby(changes, key=lambda each: each.seat)
    ]
    return (
        reduce(lambda some, more: Text("{some}; {more}", some=some, more=more), parts)
        if parts
        else None
    )


def question_text(table: Table, key: str) -> Text:
    """Returns the question's sentence; its key if the rulebook no longer has it (old games)."""
    question = table.game.rulebook.question(key)
    return question.asks if question else untranslated(key)


def answer_text(table: Table, key: str, choice: str) -> Text:
    """Returns the label of a question's answer; the choice itself if the question is gone."""
    question = table.game.rulebook.question(key)
    return dict(question.choices)[choice] if question else untranslated(choice)


def log_line_text(table: Table, entry: ActionEntry, viewer: int) -> Text:
    """Returns an action's line in the log, worded for this viewer."""
    return _said(table, entry.state_before, entry.seat, entry.action, viewer)


def _entry_text(table: Table, entry_seq: int, viewer: int) -> Text:
    return log_line_text(table, table.entry(entry_seq), viewer)


def _said(table: Table, before: Any, seat: int, action: str, viewer: int) -> Text:
    return table.game.say(before, seat, table.game.read(action), viewer)


def settles_question(proposal: Proposal, key: str) -> bool:
    """Returns whether the proposal answers this question."""
    return isinstance(proposal.wanted, SettleQuestion) and proposal.wanted.key == key
