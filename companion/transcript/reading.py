"""Reads a file that may hold a game, as text or JSON, into one value; not judged yet. Nothing is
trusted: what deviates from the format is refused with its line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.referee.replay import OVERRULED_PREFIX, TABLE_SEAT
from companion.referee.text import Text
from companion.tables import Kind
from companion.transcript.foreign import foreign_kind
from companion.transcript.json_file import FORMAT_NAME, FORMAT_VERSION
from companion.transcript.text_file import BadGameFile, Transcript, read_transcript

#: The last second of the year 9999, which is what clocks can show.
LATEST_EVENT_UNIX_SECONDS = 253_402_300_799.0

#: Maximum characters of a name, an option or an action.
MAX_TEXT_CHARACTERS = 400

MAX_FILE_EVENTS = 6000

_KEYS = frozenset(
    {"format", "version", "game", "seats", "options", "over", "rulings", "rules", "events"}
)

_EVENTS = re.compile(r'"events"\s*:\s*\[\s*')

_GAP = re.compile(r"\s*,?\s*")


@dataclass(frozen=True)
class FileEvent:
    """One event of a file: its line there, time (Unix seconds; 0: none), seat, kind and text."""

    line: int
    at: float
    seat: int
    kind: str
    text: str


@dataclass(frozen=True)
class GameRecord:
    """A game as a file describes it. `seats`: names and colours, "" if unknown."""

    slug: str
    seats: tuple[tuple[str, str], ...]
    options: tuple[tuple[str, str], ...]
    events: tuple[FileEvent, ...]
    #: The version of the rules that it was played by; "" in older files.
    rules: str = ""


def decode_game_file(sent: bytes) -> str:
    """Returns the text of a file in UTF-8. Raises `BadGameFile` for another encoding, and for what
    is no text.
    """
    if (kind := foreign_kind(sent)) is not None:
        raise BadGameFile(0, kind)
    try:
        return sent.decode("utf-8")
    except UnicodeDecodeError as error:
        line = sent.count(b"\n", 0, error.start) + 1
        raise BadGameFile(line, Text("This isn't text in UTF-8")) from error


def read_game_file(text: str) -> GameRecord:
    """Reads JSON if the text begins like it, else a transcript; editors may have put a byte order
    mark first. Raises `BadGameFile`.
    """
    text = text.removeprefix("\ufeff")
    if text.lstrip().startswith("{"):
        return read_game_json(text)
    return _from_transcript(read_transcript(text))


def _from_transcript(played: Transcript) -> GameRecord:
    events = []
    for move in played.moves:
        kind, text = Kind.PLAYED, move.action
        if move.seat == TABLE_SEAT:
            kind, text = Kind.SETTLED, move.action.removeprefix("settle ")
        elif text.startswith(OVERRULED_PREFIX):
            kind, text = Kind.OVERRULED, f"{move.seat} {text.removeprefix(OVERRULED_PREFIX)}"
        events.append(FileEvent(move.line, 0.0, move.seat, kind, text))
    if len(events) > MAX_FILE_EVENTS:
        raise BadGameFile(events[MAX_FILE_EVENTS].line, Text("This game is too long"))
    seats = (("", ""),) * played.seats
    return GameRecord(played.slug, seats, played.options, tuple(events), played.rules)


def read_game_json(text: str) -> GameRecord:
    """Reads what `write_game_json` writes. Raises `BadGameFile`."""
    try:
        whole = json.loads(text, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        raise BadGameFile(error.lineno, Text("This isn't valid JSON")) from error
    except (ValueError, RecursionError) as error:
        raise BadGameFile(1, Text("This JSON is nested too deeply")) from error
    if not isinstance(whole, dict) or not _KEYS.issuperset(whole):
        raise BadGameFile(1, Text("This should be a single object with a game's keys"))
    if whole.get("format") != FORMAT_NAME:
        raise BadGameFile(1, Text("This isn't a game saved by the app"))
    if whole.get("version") != FORMAT_VERSION:
        raise BadGameFile(
            1, Text("This should be version {version} of the format", version=FORMAT_VERSION)
        )
    return _record(whole, text)


def _record(whole: dict[str, Any], text: str) -> GameRecord:
    slug, seats, options = whole.get("game"), whole.get("seats"), whole.get("options", {})
    if not _is_word(slug):
        raise BadGameFile(1, Text("This should name the game"))
    if not isinstance(seats, list) or not all(_is_seat(seat) for seat in seats):
        raise BadGameFile(1, Text("This should list the seats, each with a name and a colour"))
    if not isinstance(options, dict) or not all(map(_is_word, options.values())):
        raise BadGameFile(1, Text("This line should say which options you chose"))
    rules = whole.get("rules", "")
    if not _is_word(rules):
        raise BadGameFile(1, Text("This should give the version of the rules"))
    named = tuple((seat.get("name", ""), seat.get("colour", "")) for seat in seats)
    events = tuple(_file_event(whole.get("events"), text))
    return GameRecord(str(slug), named, tuple(options.items()), events, str(rules))


def _file_event(events: Any, text: str) -> Iterator[FileEvent]:
    if not isinstance(events, list):
        raise BadGameFile(1, Text("This should list the events"))
    if len(events) > MAX_FILE_EVENTS:
        raise BadGameFile(1, Text("This game is too long"))
    latest = 0.0
    for event, line in zip(events, _lines_of(text, len(events)), strict=False):
        if not _is_event(event):
            raise BadGameFile(line, Text("An event needs at, seat, kind and text"))
        # A clock that was set back during a game does not invalidate it.
        latest = max(latest, float(event["at"]))
        yield FileEvent(line, latest, event["seat"], event["kind"], event["text"])


def _lines_of(text: str, count: int) -> Iterator[int]:
    """Yields the line on which each event begins. The key cannot occur in a string, where its
    quotes are escaped, and no allowed value before the events has keys of its own.
    """
    found = _EVENTS.search(text)
    decoder = json.JSONDecoder()
    at, line, counted = found.end() if found else 0, 1, 0
    for _ in range(count):
        line += text.count("\n", counted, at)
        counted = at
        yield line
        at = decoder.raw_decode(text, at)[1] if found else at
        gap = _GAP.match(text, at)
        at = gap.end() if gap else at


def _refuse_constant(name: str) -> Any:
    raise ValueError(name)


def _is_word(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= MAX_TEXT_CHARACTERS and value.isprintable()


def _is_seat(seat: Any) -> bool:
    known = isinstance(seat, dict) and {"name", "colour"}.issuperset(seat)
    return known and all(
        isinstance(each, str) and len(each) <= MAX_TEXT_CHARACTERS for each in seat.values()
    )


def _is_event(event: Any) -> bool:
    if not isinstance(event, dict) or set(event) != {"at", "seat", "kind", "text"}:
        return False
    at, seat = event["at"], event["seat"]
    if isinstance(at, bool) or not isinstance(at, int | float) or isinstance(seat, bool):
        return False
    if not isinstance(seat, int) or not 0 <= seat < 100:
        return False
    # False for infinity and NaN; exact for integers of any length.
    return (
        0 <= at <= LATEST_EVENT_UNIX_SECONDS and _is_word(event["kind"]) and _is_word(event["text"])
    )
