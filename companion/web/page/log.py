"""Words the log's lines: actions in the order of play, and the group's events.

Each line is worded as its reader's seat may know it; none is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from companion.referee.judge import judge
from companion.referee.text import Text
from companion.tables import (
    ActionEntry,
    Correction,
    Event,
    InsertAction,
    ReplaceAction,
    SeatPhoneChange,
    SettleQuestion,
    Table,
    TakeBack,
)
from companion.web.language.sentences import phone_time, say
from companion.web.page.correction_text import (
    LOG_MARK_TEXTS,
    correction_line,
    correction_made,
    log_line_text,
    screen_reader_text,
    seat_move_text,
)
from companion.web.page.table_cache import TableCache, cache_of_table
from companion.web.request.table import cached_public_table

LoggedEvent = Event | SeatPhoneChange

NO_LONGER_FITS = Text("no longer fits what came before")


@dataclass(frozen=True)
class LogLine:
    """One line of the log in the viewer's words. `at`: hours and minutes. `mark`: a later change of
    the action, None if there is none. `action`: False for events that are no action.
    """

    seq: int
    seat: int
    at: str
    words: str
    undone: bool = False
    mark: Text | None = None
    action: bool = True


def log_lines(table: Table, viewer: int, most: int = 0) -> list[LogLine]:
    """Returns the `most` newest lines, newest first; all if 0."""
    lines = _lines(table, viewer)
    return list(islice(lines, most) if most else lines)


def newest_log_lines(table: Table, most: int) -> tuple[list[LogLine], dict[int, list[LogLine]]]:
    """Returns the `most` newest lines as everybody reads them, and by seat those of each that reads
    another one among them.
    """

    def tell() -> tuple[list[LogLine], dict[int, list[LogLine]]]:
        public = log_lines(table, 0, most)
        if all(line.action for line in public):
            readers = [_readers(table, table.entry(line.seq)) for line in public]
            seats = frozenset().union(*readers)
        else:
            seats = frozenset(seat.number for seat in table.seats)
        others = {seat: log_lines(table, seat, most) for seat in seats}
        return public, {seat: lines for seat, lines in others.items() if lines != public}

    return cache_of_table(table).get_or_make(("newest", most), (table.seq, table.openly), tell)


def _readers(table: Table, entry: ActionEntry) -> frozenset[int]:
    """Returns the seats that read another line of this action than everybody."""

    def find() -> frozenset[int]:
        openly, seats = log_line_of_action(table, entry, 0), (each.number for each in table.seats)
        return frozenset(n for n in seats if log_line_of_action(table, entry, n) is not openly)

    return cache_of_table(table).get_or_make(("readers", entry.seq), (entry, table.seats), find)


def log_line_of_event(table: Table, seq: int, viewer: int) -> LogLine | None:
    """Returns the line of this event; None if it has none."""
    desk = (event for event in table.group_events if event.seq == seq)
    of_group = next((line for event in desk for line in _desk_line(table, event, viewer)), None)
    played = (entry for entry in table.entries if entry.seq == seq)
    return next((log_line_of_action(table, entry, viewer) for entry in played), of_group)


def log_lines_since(table: Table, after: int, viewer: int, most: int) -> list[tuple[int, str]]:
    """Returns number and sentence of the last `most` events after this one, newest last."""
    newest = sorted(table.entries_since(after), key=lambda entry: entry.seq)[-most:]
    words_by_seq = {entry.seq: log_line_of_action(table, entry, viewer).words for entry in newest}
    notes = _notes(table)
    if notes and notes[-1].seq > after:
        # An action that the table allowed is worded as the group event, which has the same number.
        words_by_seq |= {
            note.seq: say(text)
            for note in notes[-most:]
            if note.seq > after and (text := _note_text(table, note, viewer, screen_reader_text))
        }
    return sorted(words_by_seq.items())[-most:]


def missed_lines_since(table: Table, after: int, viewer: int) -> list[tuple[float, str]]:
    """Returns (unix seconds, sentence) of the others' actions that still count and of group events
    since, newest last.
    """
    missed = [
        (entry.seq, entry.at, log_line_of_action(table, entry, viewer).words)
        for entry in table.entries_since(after)
        if entry.seat != viewer and not entry.undone
    ]
    missed += [
        (note.seq, note.at, say(text))
        for note in _notes(table)
        if note.seq > after and (note.seat != viewer or isinstance(note, SeatPhoneChange))
        if (text := _note_text(table, note, viewer))
    ]
    return [(at, words) for _, at, words in sorted(missed)]


def _lines(table: Table, viewer: int) -> Iterator[LogLine]:
    desk, cache = list(_notes(table)), cache_of_table(table)
    for entry in reversed(table.entries):
        # An entry inserted later stands at its place in the game, not at its time.
        while desk and desk[-1].seq > entry.seq and not entry.is_written_late:
            yield from _desk_line(table, desk.pop(), viewer)
        yield _entry_line(cache, table, entry, viewer)
    while desk:
        yield from _desk_line(table, desk.pop(), viewer)


def log_line_of_action(table: Table, entry: ActionEntry, viewer: int) -> LogLine:
    """Returns the line of one action; the same object for viewers who get the same words."""

    return _entry_line(cache_of_table(table), table, entry, viewer)


def _entry_line(cache: TableCache, table: Table, entry: ActionEntry, viewer: int) -> LogLine:
    def tell() -> LogLine:
        words = say(log_line_text(table, entry, viewer))
        if viewer and (known := log_line_of_action(table, entry, 0)).words == words:
            return known
        mark = _went_along(table, entry) or LOG_MARK_TEXTS.get(entry.mark)
        mark = mark or (NO_LONGER_FITS if _no_longer_fits(table, entry) else None)
        time = phone_time(entry.at)
        return LogLine(entry.seq, entry.seat, time, words, bool(entry.undone), mark)

    return cache.get_or_make(("line", entry.seq, viewer), (entry, table.seats), tell)


def _went_along(table: Table, entry: ActionEntry) -> Text | None:
    """Returns that the action was undone with another one that it hung on; None if it wasn't."""
    if not entry.undone:
        return None
    event = next((each for each in table.group_events if each.seq == entry.undone), None)
    wanted = event and correction_made(table, event)
    along = isinstance(wanted, TakeBack) and entry.seq in wanted.others
    return Text("undone along with another action") if along else None


def _no_longer_fits(table: Table, entry: ActionEntry) -> bool:
    """Returns whether a correction of what came before made this action, which still counts, one
    that is refused where it stands; as far as all seats may know.
    """
    if entry.undone or not any(
        place < entry.seq < made for place, made in _corrected_places(table)
    ):
        return False
    seen = cached_public_table(table).find_entry(entry.seq)
    if seen is None or seen.undone:
        return False
    game = table.game
    return not judge(game, seen.state_before, seen.seat, game.read(seen.action)).allowed


def _corrected_places(table: Table) -> list[tuple[int, int]]:
    """Returns (entry at the place, event) of each correction behind actions that were there."""

    def find() -> list[tuple[int, int]]:
        made = ((event.seq, correction_made(table, event)) for event in table.group_events)
        return [(place, seq) for seq, wanted in made if (place := _place(wanted)) is not None]

    return cache_of_table(table).get_or_make("corrected", table.seq, find)


def _place(wanted: Correction | None) -> int | None:
    match wanted:
        case TakeBack(place, _) | ReplaceAction(place, _) | InsertAction(place, _, _):
            return place
        case SettleQuestion(_, _, since) if since:
            return since
        case _:
            return None


def _notes(table: Table) -> Sequence[LoggedEvent]:
    """Returns the log's events that are no actions: group events and seats that changed phones."""
    if not table.moves:
        return table.group_events
    return sorted((*table.group_events, *table.moves), key=lambda note: note.seq)


def _note_text(
    table: Table,
    note: LoggedEvent,
    viewer: int,
    words_of_event: Callable[[Table, Event, int], Text | None] = correction_line,
) -> Text | None:
    return (
        seat_move_text(note)
        if isinstance(note, SeatPhoneChange)
        else words_of_event(table, note, viewer)
    )


def _desk_line(table: Table, note: LoggedEvent, viewer: int) -> Iterator[LogLine]:
    text = _note_text(table, note, viewer)
    if text is not None:
        yield LogLine(note.seq, note.seat, phone_time(note.at), say(text), action=False)
