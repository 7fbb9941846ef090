"""Transcript: a whole game as plain text, one action a line, as exported and as replayed.

Pure. It writes no secret before the game's end: until then every action goes through `redact`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.referee.game import Game
from companion.referee.text import Text
from companion.tables import Entry, Table


class Illegible(ValueError):
    """A line that is no line of a transcript. `line` counts from 1 over the file."""

    def __init__(self, line: int, expected: Text) -> None:
        super().__init__(line)
        self.line = line
        self.expected = expected


@dataclass(frozen=True)
class Move:
    """One action: where it stands in the file, who, what."""

    line: int
    seat: int
    action: str


@dataclass(frozen=True)
class Transcript:
    """What a transcript says, still unjudged."""

    slug: str
    seats: int
    options: tuple[tuple[str, str], ...]
    moves: tuple[Move, ...]


def write(table: Table) -> str:
    """The table's game so far. Actions that were taken back are left out."""
    lines = [f"game {table.game.slug}", f"seats {len(table.chairs)}"]
    lines += [f"option {key} {value}" for key, value in table.options]
    lines += _moves(table)
    return "\n".join(lines) + "\n"


def _moves(table: Table) -> Iterator[str]:
    over = table.outcome is not None
    for entry in table.entries:
        action = entry.action if over else _redacted(table.game, entry)
        if not entry.undone and action:
            yield f"{entry.seat} {action}"


def _redacted(game: Game, entry: Entry) -> str:
    told = game.redact(game.read(entry.action))
    return game.write(told) if told is not None else ""


def read(text: str) -> Transcript:
    """Reads what `write` has written; `#` begins a comment. Raises `Illegible`."""
    head: dict[str, str] = {}
    options: list[tuple[str, str]] = []
    moves: list[Move] = []
    for number, line in enumerate(text.splitlines(), start=1):
        first, _, rest = line.partition("#")[0].strip().partition(" ")
        rest = rest.strip()
        if first.isascii() and first.isdecimal() and rest:
            moves.append(Move(number, int(first), rest))
        elif first == "option" and len(rest.split()) == 2:
            key, value = rest.split()
            options.append((key, value))
        elif first in ("game", "seats") and rest and first not in head:
            head[first] = rest
        elif first:
            raise Illegible(number, Text("Expected: a seat's number and its action"))
    return _transcript(head, options, moves)


def _transcript(
    head: dict[str, str], options: list[tuple[str, str]], moves: list[Move]
) -> Transcript:
    if "game" not in head:
        raise Illegible(1, Text("Expected a line: game NAME"))
    seats = head.get("seats", "")
    if not (seats.isascii() and seats.isdecimal()):
        raise Illegible(1, Text("Expected a line: seats NUMBER"))
    return Transcript(head["game"], int(seats), tuple(options), tuple(moves))
