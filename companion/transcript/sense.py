"""Whether a line of a saved game makes sense at its place, by its kind."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from companion.referee.judge import judge
from companion.referee.notation import Unreadable
from companion.referee.ruling import Ruling
from companion.referee.text import Text
from companion.tables import (
    CORRECTING,
    DECIDING,
    Change,
    Correction,
    Insert,
    Kind,
    Overrule,
    Settle,
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

NO_SENSE = Text("This doesn't fit here")


class Forbidden(BadGameFile):
    """An action that today's rules refuse; all else about its line is in order."""

    def __init__(self, line: int, ruling: Ruling) -> None:
        super().__init__(line, ruling.objections[0].reason)
        self.action = ruling.action


Check = Callable[[Table, FileEvent], tuple[str, str]]


def check_for(told: FileEvent) -> Check:
    check = _CHECKS.get(told.kind)
    if check is None:
        raise BadGameFile(told.line, Text("Unknown kind of event"))
    return check


def _played(table: Table, told: FileEvent) -> tuple[str, str]:
    need_seat(table, told, told.seat)
    action = table.game.read(_readable(table, told, told.text))
    if table.game.chance(table.state, action) is not None:
        raise BadGameFile(told.line, Text("Expected: what was drawn or rolled"))
    ruling = judge(table.game, table.state, told.seat, action)
    if not ruling.allowed:
        raise Forbidden(told.line, ruling)
    return told.kind, ruling.action


def _at_once(table: Table, told: FileEvent) -> tuple[str, str]:
    if told.seat:
        need_seat(table, told, told.seat)
    try:
        wanted = read_correction(told.kind, told.text)
    except ValueError as error:
        raise BadGameFile(told.line, NO_SENSE) from error
    return write_correction(_sound(table, told, wanted))


def _proposed(table: Table, told: FileEvent) -> tuple[str, str]:
    need_seat(table, told, told.seat)
    try:
        wanted = read_proposal(told.text)
    except (ValueError, KeyError) as error:
        raise BadGameFile(told.line, NO_SENSE) from error
    return told.kind, write_proposal(_sound(table, told, wanted))


def _word(table: Table, told: FileEvent) -> tuple[str, str]:
    need_seat(table, told, told.seat)
    if told.text not in {str(wish.seq) for wish in table.open_proposals}:
        raise BadGameFile(told.line, Text("No such proposal is open here"))
    return told.kind, told.text


def _sound(table: Table, told: FileEvent, wanted: Correction) -> Correction:
    """The same, its action in our own writing. What it names must be there."""
    match wanted:
        case TakeBack(entry_seq):
            _need_entry(table, told, entry_seq)
            return wanted
        case Settle(key, choice, since):
            _need_choice(table, told, key, choice)
            if since:
                _need_entry(table, told, since)
            return wanted
        case Overrule(seat, action):
            need_seat(table, told, seat)
            return Overrule(seat, _readable(table, told, action))
        case Insert(after, seat, action):
            need_seat(table, told, seat)
            if after not in {0, *(entry.seq for entry in table.entries)}:
                raise BadGameFile(told.line, Text("There's no such action before this"))
            return Insert(after, seat, _readable(table, told, action))
        case Change(entry_seq, action):
            _need_entry(table, told, entry_seq)
            return Change(entry_seq, _readable(table, told, action))
        case _:
            assert_never(wanted)


def _readable(table: Table, told: FileEvent, action: str) -> str:
    try:
        return table.game.write(table.game.read(action))
    except Unreadable as unreadable:
        raise BadGameFile(told.line, unreadable.expected) from unreadable


def need_seat(table: Table, told: FileEvent, seat: int) -> None:
    if not 1 <= seat <= len(table.seats):
        raise BadGameFile(told.line, Text("This game doesn't have that seat"))


def _need_entry(table: Table, told: FileEvent, seq: int) -> None:
    entry = table.find_entry(seq)
    if entry is None or entry.undone:
        raise BadGameFile(told.line, Text("There's no such action before this"))


def _need_choice(table: Table, told: FileEvent, key: str, choice: str) -> None:
    question = table.game.rulebook.question(key)
    if question is None or choice not in dict(question.choices):
        raise BadGameFile(told.line, Text("Unknown question or answer"))


def _consent(table: Table, told: FileEvent) -> tuple[str, str]:
    if told.seat or told.text not in _CONSENTS:
        raise BadGameFile(told.line, NO_SENSE)
    return told.kind, told.text


def _recount(table: Table, told: FileEvent) -> tuple[str, str]:
    need_seat(table, told, told.seat)
    if told.text or (table.recount is None) != (told.kind == Kind.RECOUNT):
        raise BadGameFile(told.line, NO_SENSE)
    return told.kind, ""


_CHECKS: dict[str, Check] = {
    Kind.PLAYED: _played,
    **dict.fromkeys(CORRECTING, _at_once),
    Kind.PROPOSED: _proposed,
    **dict.fromkeys(DECIDING, _word),
    Kind.CONSENT: _consent,
    **dict.fromkeys((Kind.RECOUNT, Kind.RIGHT, Kind.RECOUNTED, Kind.RECOUNT_ENDED), _recount),
}

#: The kinds of events that a file may hold.
KINDS = frozenset(_CHECKS)
