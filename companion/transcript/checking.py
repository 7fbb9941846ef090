"""Judges a game from a file event by event; reports what is not allowed with its line.

Nothing is trusted: an action counts if it is allowed at its place or the file says that the table
overruled; everything else must make sense at its place. Actions that older rules allowed and ours
refuse count as overruled by the table itself, and are marked so in the log.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import takewhile
from typing import assert_never

from companion.referee.game import Game
from companion.referee.replay import TABLE_SEAT
from companion.referee.ruling import Ruling
from companion.referee.text import Text
from companion.referee.version import is_newer_edition
from companion.tables import (
    COLOURS,
    CORRECTION_KINDS,
    PROPOSAL_DECISION_KINDS,
    Correction,
    Event,
    InsertAction,
    Kind,
    Overrule,
    OwnRule,
    ReplaceAction,
    SeparateLastPart,
    SettleQuestion,
    Table,
    TakeBack,
    UnreadableEvent,
    apply_event,
    read_correction,
    read_proposal,
    write_correction,
    write_proposal,
)
from companion.transcript.opening import UnnumberedEvent, opening_events, started_table
from companion.transcript.reading import FileEvent, GameRecord
from companion.transcript.text_file import BadGameFile
from companion.transcript.validation import (
    EVENT_DOES_NOT_FIT_TEXT,
    ActionRefusedByCurrentRules,
    check_for_event_kind,
)

#: Entries that corrections may make the table apply again, in all: limits a file's cost. A game of
#: 1,000 actions with 500 corrections anywhere stays below.
MAX_REAPPLIED_ENTRIES = 600_000
#: As many answers of the table cost as much at each entry as applying it.
ANSWERS_AS_COSTLY_AS_AN_ENTRY = 20


def checked_events(
    record: GameRecord,
    catalogue: Mapping[str, Game],
    host: str,
    now: float,
    pause: Callable[[], None] = lambda: None,
    mark: Callable[[int, Ruling], None] = lambda line, ruling: None,
) -> list[tuple[float, UnnumberedEvent]]:
    """Returns the events that make this game one of our tables, with their times; the first opens
    it.

    `now`: the time of events without one. `pause`: called between two events. `mark`: called with
    line and ruling of each action that only other rules allowed. Raises `BadGameFile`.
    """
    game = _game(record, catalogue)
    seats = _named_seats(record)
    begin = opening_events(game.slug, host, seats, record.options)
    older = record.rules != game.version
    table = started_table(game, seats, record.options)
    checked = _checked(table, record.events, older, pause, mark)
    first = next((each.at for each in record.events if each.at), now)
    lines = [(first, line) for line in begin]
    shift = len(begin)
    return lines + [(at or now, _moved(line, shift)) for at, line in checked]


def _game(record: GameRecord, catalogue: Mapping[str, Game]) -> Game:
    game = catalogue.get(record.slug)
    if game is None:
        raise BadGameFile(1, Text("There's no game with this name here"))
    if len(record.seats) not in game.seats:
        low, high = game.seats[0], game.seats[-1]
        raise BadGameFile(1, Text("This game is for {low} to {high} players", low=low, high=high))
    if not all(game.accepts_option(key, value) for key, value in record.options):
        raise BadGameFile(1, Text("This game doesn't have that option"))
    if is_newer_edition(record.rules, game.version):
        raise BadGameFile(1, Text("This game was saved by a newer app. Update this one first"))
    return game


def _named_seats(record: GameRecord) -> list[tuple[str, str]]:
    """Returns names and colours, made valid and each used once; "" where invalid or repeated."""
    names: set[str] = set()
    colours: set[str] = set()
    seats = []
    for typed, colour in record.seats:
        seen = "".join(letter if letter.isprintable() else " " for letter in typed)
        name = " ".join(seen.split())[:24].strip()
        name = "" if name.casefold() in names else name
        colour = colour if colour in COLOURS and colour not in colours else ""
        names.add(name.casefold())
        colours.add(colour)
        seats.append((name, colour))
    return seats if all(colour for _, colour in seats) else [(name, "") for name, _ in seats]


def _checked(
    table: Table,
    events: Iterable[FileEvent],
    older: bool,
    pause: Callable[[], None],
    mark: Callable[[int, Ruling], None],
) -> list[tuple[float, UnnumberedEvent]]:
    good: list[tuple[float, UnnumberedEvent]] = []
    again = 0
    for number, each in enumerate(events, start=1):
        pause()
        seat, kind, text = _line(table, each, older, mark)
        event = Event("", number, each.at, seat, kind, text)
        try:
            after = apply_event(table, event, {table.game.slug: table.game})
        except UnreadableEvent as senseless:
            raise BadGameFile(each.line, EVENT_DOES_NOT_FIT_TEXT) from senseless
        again += _reapplied_entry_count(table, after) * (
            1 + len(table.rulings) // ANSWERS_AS_COSTLY_AS_AN_ENTRY
        )
        if again > MAX_REAPPLIED_ENTRIES:
            raise BadGameFile(each.line, Text("Too many corrections for one game"))
        table = after
        good.append((each.at, (seat, kind, text)))
    return good


def _reapplied_entry_count(before: Table, after: Table) -> int:
    """Returns how many of the table's entries were applied again; a new one at the end is none."""
    pairs = zip(before.entries, after.entries, strict=False)
    kept = sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1], pairs))
    return len(before.entries) - kept


def _line(
    table: Table, event: FileEvent, older: bool, mark: Callable[[int, Ruling], None]
) -> UnnumberedEvent:
    """Returns the event as the table writes it. An action that only older rules allowed is
    overruled by the table itself, seat 0.
    """
    try:
        return (event.seat, *check_for_event_kind(event)(table, event))
    except ActionRefusedByCurrentRules as forbidden:
        if not older:
            raise
        mark(forbidden.line, forbidden.ruling)
        return TABLE_SEAT, *write_correction(Overrule(event.seat, forbidden.ruling.action))


def _moved(line: UnnumberedEvent, shift: int) -> UnnumberedEvent:
    """Renumbers the events that the line names by `shift`."""
    seat, kind, text = line
    if kind in PROPOSAL_DECISION_KINDS:
        return seat, kind, str(int(text) + shift)
    if kind == Kind.PROPOSED:
        return seat, kind, write_proposal(_shifted(read_proposal(text), shift))
    if kind in CORRECTION_KINDS:
        wanted = read_correction(kind, text)
        moved = _shifted(wanted, shift)
        # One that names no event stays as it was written.
        return line if moved == wanted else (seat, kind, write_correction(moved)[1])
    return line


def _shifted(wanted: Correction, shift: int) -> Correction:
    match wanted:
        case TakeBack(entry_seq, others):
            return TakeBack(entry_seq + shift, tuple(other + shift for other in others))
        case ReplaceAction(entry_seq, action):
            return ReplaceAction(entry_seq + shift, action)
        case SeparateLastPart(entry_seq):
            return SeparateLastPart(entry_seq + shift)
        case InsertAction(after, seat, action):
            return InsertAction(after + shift if after else 0, seat, action)
        case SettleQuestion(key, choice, since):
            return SettleQuestion(key, choice, since + shift if since else 0)
        case Overrule() | OwnRule():
            return wanted
        case _:
            assert_never(wanted)
