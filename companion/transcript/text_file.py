"""A whole game as plain text, one action a line, in the order of play: write and read. Actions go
through `redact` until the game's end, so no secret is written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from companion.referee.replay import OVERRULED_PREFIX, TABLE_SEAT
from companion.referee.text import Text
from companion.tables import Table, public_action
from companion.transcript.opening import is_action_allowed_without_draw


class BadGameFile(ValueError):
    """A line that is not a line of a transcript. `line` counts from 1 over the file."""

    def __init__(self, line: int, expected: Text) -> None:
        super().__init__(line)
        self.line = line
        self.expected = expected


@dataclass(frozen=True)
class FileMove:
    """One action: its line in the file, its seat and text; seat 0 is the table, settling."""

    line: int
    seat: int
    action: str


@dataclass(frozen=True)
class Transcript:
    """A transcript's content, not judged yet."""

    slug: str
    seats: int
    options: tuple[tuple[str, str], ...]
    moves: tuple[FileMove, ...]
    #: The version of the rules that it was played by; "" in older files.
    rules: str = ""


def write_transcript(table: Table, pause: Callable[[], None] = lambda: None) -> str:
    """Returns the table's game so far. Actions that were taken back are left out. `pause`: called
    after each line of a seat.
    """
    lines = [f"game {table.game.slug}", f"seats {len(table.seats)}"]
    lines += [f"rules {table.game.version}"] if table.game.version else []
    lines += [f"option {key} {value}" for key, value in table.options if value]
    if table.started:
        for seat, action in seats_with_public_actions(table):
            lines.append(f"{seat} {action}")
            pause()
    return "\n".join(lines) + "\n"


def seats_with_public_actions(table: Table) -> Iterator[tuple[int, str]]:
    """Yields seat and public action, in the order of play. Replayed from the start they are
    allowed; overruled ones are marked.
    """
    state = table.game.setup(len(table.seats), dict(table.options))
    for key, choice in _settled(table, 0):
        yield TABLE_SEAT, f"settle {key} {choice}"
        state = table.game.settle(state, key, choice)
    for entry in table.entries:
        action = None if entry.undone else public_action(table, entry.action)
        if action is not None:
            yield entry.seat, _marked(table, state, entry.seat, action)
            state = table.game.apply(state, entry.seat, action)
        for key, choice in _settled(table, entry.seq):
            yield TABLE_SEAT, f"settle {key} {choice}"
            state = table.game.settle(state, key, choice)


def _settled(table: Table, place: int) -> list[tuple[str, str]]:
    return [(ruling.key, ruling.choice) for ruling in table.rulings if ruling.place == place]


def _marked(table: Table, state: Any, seat: int, action: Any) -> str:
    written = table.game.write(action)
    return (
        written
        if is_action_allowed_without_draw(table.game, state, seat, action)
        else OVERRULED_PREFIX + written
    )


def read_transcript(text: str) -> Transcript:
    """Reads what `write_transcript` writes; `#` begins a comment. Raises `BadGameFile`."""
    head: dict[str, str] = {}
    options: list[tuple[str, str]] = []
    found: list[FileMove] = []
    for number, line in enumerate(text.splitlines(), start=1):
        first, _, rest = line.partition("#")[0].strip().partition(" ")
        rest = rest.strip()
        if first.isascii() and first.isdecimal() and len(first) < 4 and rest:
            found.append(FileMove(number, int(first), rest))
        elif first == "option" and len(rest.split()) in (1, 2):
            # The first companions wrote options without a choice too.
            key, _, value = rest.partition(" ")
            options.append((key, value.strip()))
        elif first in ("game", "seats", "rules") and rest and first not in head:
            head[first] = rest
        elif first:
            raise BadGameFile(number, Text("This line should give a seat's number and its action"))
    return _transcript(head, options, found)


def _transcript(
    head: dict[str, str], options: list[tuple[str, str]], found: list[FileMove]
) -> Transcript:
    if "game" not in head:
        raise BadGameFile(1, Text("A line is missing: game NAME"))
    seats = head.get("seats", "")
    if not (seats.isascii() and seats.isdecimal() and len(seats) < 4):
        raise BadGameFile(1, Text("A line is missing: seats NUMBER"))
    rules = head.get("rules", "")
    return Transcript(head["game"], int(seats), tuple(options), tuple(found), rules)
