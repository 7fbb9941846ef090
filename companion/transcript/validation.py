"""Checks whether a line of a saved game makes sense at its place, by its kind."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import assert_never

from companion.referee.judge import judge
from companion.referee.notation import UnreadableAction
from companion.referee.ruling import Ruling
from companion.referee.text import Text
from companion.tables import (
    CORRECTION_KINDS,
    PROPOSAL_DECISION_KINDS,
    Correction,
    InsertAction,
    Kind,
    Overrule,
    OwnRule,
    ReplaceAction,
    SeparateLastPart,
    SettleQuestion,
    Table,
    TakeBack,
    read_correction,
    read_proposal,
    write_correction,
    write_proposal,
)
from companion.transcript.reading import FileEvent
from companion.transcript.text_file import BadGameFile

_CONSENTS = ("0", "1", "all")

EVENT_DOES_NOT_FIT_TEXT = Text("This doesn't fit here")


class ActionRefusedByCurrentRules(BadGameFile):
    """An action that today's rules refuse; its line is valid otherwise."""

    def __init__(self, line: int, ruling: Ruling) -> None:
        super().__init__(line, ruling.objections[0].reason)
        self.ruling = ruling


EventCheck = Callable[[Table, FileEvent], tuple[str, str]]


def check_for_event_kind(event: FileEvent) -> EventCheck:
    """Returns the check for the event's kind. Raises `BadGameFile` for an unknown kind."""
    check = _CHECKS.get(event.kind)
    if check is None:
        raise BadGameFile(event.line, Text("Unknown kind of event"))
    return check


def _played(table: Table, event: FileEvent) -> tuple[str, str]:
    require_existing_seat(table, event, event.seat)
    action = table.game.read(_readable(table, event, event.text))
    if table.game.draw_for_action(table.state, action) is not None:
        raise BadGameFile(event.line, Text("This line should say what was drawn or rolled"))
    ruling = judge(table.game, table.state, event.seat, action)
    if not ruling.allowed:
        raise ActionRefusedByCurrentRules(event.line, ruling)
    return event.kind, ruling.action


def _at_once(table: Table, event: FileEvent) -> tuple[str, str]:
    if event.seat:
        require_existing_seat(table, event, event.seat)
    try:
        wanted = read_correction(event.kind, event.text)
    except ValueError as error:
        raise BadGameFile(event.line, EVENT_DOES_NOT_FIT_TEXT) from error
    return write_correction(_sound(table, event, wanted))


def _proposed(table: Table, event: FileEvent) -> tuple[str, str]:
    require_existing_seat(table, event, event.seat)
    try:
        wanted = read_proposal(event.text)
    except (ValueError, KeyError) as error:
        raise BadGameFile(event.line, EVENT_DOES_NOT_FIT_TEXT) from error
    return event.kind, write_proposal(_sound(table, event, wanted))


def _word(table: Table, event: FileEvent) -> tuple[str, str]:
    require_existing_seat(table, event, event.seat)
    if event.text not in {str(proposal.seq) for proposal in table.open_proposals}:
        raise BadGameFile(event.line, Text("No such proposal is open here"))
    return event.kind, event.text


def _sound(table: Table, event: FileEvent, wanted: Correction) -> Correction:
    """Returns the correction with its action in our notation. Raises `BadGameFile` if a seat, entry
    or question that it names does not exist.
    """
    match wanted:
        case TakeBack(entry_seq, others):
            _need_entries(table, event, (entry_seq, *others))
            return wanted
        case SettleQuestion(key, choice, since):
            _need_choice(table, event, key, choice)
            _need_entries(table, event, (since,) if since else ())
            return wanted
        case Overrule(seat, action):
            require_existing_seat(table, event, seat)
            return Overrule(seat, _readable(table, event, action))
        case InsertAction(after, seat, action):
            require_existing_seat(table, event, seat)
            _need_place(table, event, after)
            return InsertAction(after, seat, _readable(table, event, action))
        case OwnRule():
            return wanted
        case ReplaceAction(entry_seq, action):
            _need_entry(table, event, entry_seq)
            return ReplaceAction(entry_seq, _readable(table, event, action))
        case SeparateLastPart(entry_seq):
            _need_parts(table, event, entry_seq)
            return wanted
        case _:
            assert_never(wanted)


def _readable(table: Table, event: FileEvent, action: str) -> str:
    try:
        return table.game.write(table.game.read(action))
    except UnreadableAction as unreadable:
        raise BadGameFile(event.line, unreadable.expected) from unreadable


def require_existing_seat(table: Table, event: FileEvent, seat: int) -> None:
    """Raises `BadGameFile` if the game has no such seat."""
    if not 1 <= seat <= len(table.seats):
        raise BadGameFile(event.line, Text("This game doesn't have that seat"))


def _need_entry(table: Table, event: FileEvent, seq: int) -> None:
    entry = table.find_entry(seq)
    if entry is None or entry.undone:
        raise BadGameFile(event.line, Text("There's no such action before this"))


def _need_parts(table: Table, event: FileEvent, seq: int) -> None:
    _need_entry(table, event, seq)
    if table.game.parts(table.game.read(table.entry(seq).action)) is None:
        raise BadGameFile(event.line, EVENT_DOES_NOT_FIT_TEXT)


def _need_entries(table: Table, event: FileEvent, seqs: Iterable[int]) -> None:
    for seq in seqs:
        _need_entry(table, event, seq)


def _need_place(table: Table, event: FileEvent, after: int) -> None:
    if after not in {0, *(entry.seq for entry in table.entries)}:
        raise BadGameFile(event.line, Text("There's no such action before this"))


def _need_choice(table: Table, event: FileEvent, key: str, choice: str) -> None:
    question = table.game.rulebook.question(key)
    if question is None or choice not in dict(question.choices):
        raise BadGameFile(event.line, Text("Unknown question or answer"))


def _consent(table: Table, event: FileEvent) -> tuple[str, str]:
    if event.seat or event.text not in _CONSENTS:
        raise BadGameFile(event.line, EVENT_DOES_NOT_FIT_TEXT)
    return event.kind, event.text


def _recount(table: Table, event: FileEvent) -> tuple[str, str]:
    require_existing_seat(table, event, event.seat)
    asked = table.recount is not None and not (event.kind == Kind.RECOUNT and table.recount.check)
    if event.text or asked == (event.kind == Kind.RECOUNT):
        raise BadGameFile(event.line, EVENT_DOES_NOT_FIT_TEXT)
    return event.kind, ""


_CHECKS: dict[str, EventCheck] = {
    Kind.PLAYED: _played,
    **dict.fromkeys(CORRECTION_KINDS, _at_once),
    Kind.PROPOSED: _proposed,
    **dict.fromkeys(PROPOSAL_DECISION_KINDS, _word),
    Kind.CONSENT: _consent,
    **dict.fromkeys((Kind.RECOUNT, Kind.RIGHT, Kind.RECOUNTED, Kind.RECOUNT_ENDED), _recount),
}

#: The kinds of events that a file may contain.
READABLE_EVENT_KINDS = frozenset(_CHECKS)
