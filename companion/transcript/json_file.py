"""Writes a whole game as JSON: players, rulings and the log with its times.

game.schema.json beside this file describes it. It contains no phone, host or table code, and no
secrets before the game's end.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, assert_never

from companion.tables import (
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
    apply_event,
    public_correction,
    public_text,
    read_correction,
    read_proposal,
    write_correction,
    write_proposal,
)
from companion.transcript.opening import is_action_allowed_without_draw, started_table

FORMAT_NAME = "cosmos-companion-game"

FORMAT_VERSION = 1

#: The JSON schema of this version.
SCHEMA_PATH = Path(__file__).with_name("game.schema.json")


def write_game_json(table: Table, pause: Callable[[], None] = lambda: None) -> str:
    """Returns the table's game so far as JSON, one event a line. `pause`: called before each."""
    events = [json.dumps(event, ensure_ascii=False) for event in _events(table, pause)]
    head = {
        "format": FORMAT_NAME,
        "version": FORMAT_VERSION,
        "game": table.game.slug,
        "seats": [{"name": seat.name, "colour": seat.colour} for seat in table.seats],
        "options": dict(table.options),
        "over": table.outcome is not None,
        "rulings": table.chosen_answers,
        **({"rules": table.game.version} if table.game.version else {}),
    }
    lines = [f"  {json.dumps(key)}: {json.dumps(head[key], ensure_ascii=False)}," for key in head]
    body = ",\n    ".join(events)
    inside = f"\n    {body}\n  " if events else ""
    return "\n".join(["{", *lines, f'  "events": [{inside}]', "}", ""])


def _events(table: Table, pause: Callable[[], None]) -> Iterator[dict[str, Any]]:
    """Yields the public part of the log. Actions that would be refused without the removed parts
    are marked as overruled, so that anyone can judge and replay the file.
    """
    numbers: dict[int, int] = {}
    mirror = started_table(table.game, [("", "")] * len(table.seats), table.options)
    for event in events_since_game_start(table):
        pause()
        public = _public_event(table, event, numbers)
        if public is None:
            continue
        number = len(numbers) + 1
        renumbered = replace(event, seq=number, kind=public[0], text=public[1])
        renumbered = _let(mirror, renumbered) if renumbered.kind == Kind.PLAYED else renumbered
        numbers[event.seq] = number
        mirror = apply_event(mirror, renumbered, {table.game.slug: table.game})
        yield {
            "at": renumbered.at,
            "seat": renumbered.seat,
            "kind": renumbered.kind,
            "text": renumbered.text,
        }


def _let(mirror: Table, event: Event) -> Event:
    action = mirror.game.read(event.text)
    if is_action_allowed_without_draw(mirror.game, mirror.state, event.seat, action):
        return event
    return replace(event, kind=Kind.OVERRULED, text=f"{event.seat} {event.text}")


def events_since_game_start(table: Table) -> list[Event]:
    """Returns the log from the game's start on: actions and group events."""
    done = {event.seq for event in table.group_events}
    played = [
        Event(table.code, entry.seq, entry.at, entry.seat, Kind.PLAYED, entry.whole or entry.action)
        for entry in table.entries
        if entry.seq not in done
    ]
    return sorted((*played, *table.group_events), key=lambda event: event.seq)


def _public_event(table: Table, event: Event, numbers: dict[int, int]) -> tuple[str, str] | None:
    """Returns the public kind and text of the event, with the file's numbers."""
    if event.kind == Kind.PLAYED:
        text = public_text(table, event.text)
        return (event.kind, text) if text else None
    if event.kind in CORRECTION_KINDS:
        wanted = _renumbered(table, read_correction(event.kind, event.text), numbers)
        return write_correction(wanted) if wanted else None
    if event.kind == Kind.PROPOSED:
        wanted = _renumbered(table, read_proposal(event.text), numbers)
        return (event.kind, write_proposal(wanted)) if wanted else None
    if event.kind in PROPOSAL_DECISION_KINDS:
        number = numbers.get(int(event.text))
        return (event.kind, str(number)) if number else None
    return event.kind, event.text


def _renumbered(table: Table, wanted: Correction, numbers: dict[int, int]) -> Correction | None:
    """Returns the correction with the file's numbers; None if it names a secret action."""
    match shown := _public(table, wanted):
        case TakeBack(entry_seq, others):
            public = [numbers[seq] for seq in (entry_seq, *others) if seq in numbers]
            return TakeBack(public[0], tuple(public[1:])) if public else None
        case ReplaceAction(entry_seq, action) if entry_seq not in numbers:
            after = _last_told(table, entry_seq, numbers)
            return InsertAction(after, table.entry(entry_seq).seat, action)
        case ReplaceAction(entry_seq, _):
            return replace(shown, entry_seq=numbers[entry_seq])
        case SeparateLastPart(entry_seq):
            return SeparateLastPart(numbers[entry_seq]) if entry_seq in numbers else None
        case InsertAction(after, _, _):
            return replace(shown, after=_last_told(table, after, numbers))
        case SettleQuestion(_, _, since):
            return replace(shown, since=numbers.get(since, 0))
        case Overrule() | OwnRule() | None:
            return shown
        case _:
            assert_never(shown)


def _public(table: Table, wanted: Correction) -> Correction | None:
    public = public_correction(table, wanted)
    if public is None and isinstance(wanted, ReplaceAction):
        # The new action is secret; that the old one no longer counts is not.
        return TakeBack(wanted.entry_seq)
    return public


def _last_told(table: Table, entry_seq: int, numbers: dict[int, int]) -> int:
    """Returns the file's number of the last public entry up to this one in the order of play."""
    last = 0
    for entry in table.entries if entry_seq else ():
        last = numbers.get(entry.seq, last)
        if entry.seq == entry_seq:
            break
    return last
