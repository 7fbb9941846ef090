"""A turn planned while others played, on the table as it is now: what of it still fits.

Each part is what it was when it was planned, and never what its words would mean by now. The phone
keeps both; here nothing is kept or played.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from companion.play.permissions import require_game_started, require_own_seat
from companion.play.spoken import PartReader, SpokenPart
from companion.referee.game import Game
from companion.referee.listen import can_be_said, read_spoken_line
from companion.referee.notation import UnreadableAction
from companion.referee.speech import MAX_LINE_LENGTH, OpenPart, settled
from companion.referee.text import Text
from companion.tables import Table

#: Maximum actions of a plan: each is played, and judged, whenever the table changes.
MAX_PLANNED_ACTIONS = 60
#: An action as a phone keeps it: its points, and it in the notation.
_KEPT_ACTION = re.compile(r"(-?\d{1,3}) (\S.*)")


@dataclass(frozen=True)
class PlannedPart:
    """Words of a plan with their actions: each in the notation, with the points that it was to
    bring. What only the table settles is there as its `OpenPart.verb`.
    """

    words: str
    actions: tuple[tuple[str, int], ...]

    @property
    def kept(self) -> str:
        """It as a phone keeps it."""
        return "\t".join((self.words, *(f"{points} {action}" for action, points in self.actions)))


@dataclass(frozen=True)
class Plan:
    """The line of a plan, and what its parts were when it was made."""

    line: str
    parts: tuple[PlannedPart, ...]


def read_kept_parts(kept: Iterable[str]) -> tuple[PlannedPart, ...]:
    """Returns the parts of a plan as a phone has kept them, without what is none; () of more than
    a turn can have.
    """
    parts = list[PlannedPart]()
    for words, *actions in (each.split("\t") for each in kept):
        read = [found for found in map(_KEPT_ACTION.fullmatch, actions) if found]
        if words and read and len(read) == len(actions):
            parts.append(PlannedPart(words, tuple((each[2], int(each[1])) for each in read)))
    return tuple(parts) if sum(len(each.actions) for each in parts) <= MAX_PLANNED_ACTIONS else ()


def planned_parts(chips: Iterable[SpokenPart]) -> tuple[PlannedPart, ...]:
    """Returns what these chips mean now, to be kept."""
    alike = groupby((chip for chip in chips if chip.action), lambda chip: (chip.start, chip.words))
    return tuple(
        PlannedPart(words, tuple((_said_by(each), each.points) for each in phrase))
        for (_, words), phrase in alike
    )


def _said_by(chip: SpokenPart) -> str:
    return chip.open.verb if chip.open else chip.action


def parts_of_line(
    game: Game, line: str, parts: Sequence[PlannedPart], language: str
) -> list[tuple[int, PlannedPart]]:
    """Returns those of these parts that the line consists of, each with where it begins; [] if
    something else was said in it.
    """
    assert game.speech
    found, at = list[tuple[int, PlannedPart]](), 0
    for part in parts:
        start = line.find(part.words, at)
        if start >= 0 and not game.speech.split_line(line[at:start], language):
            found.append((start, part))
            at = start + len(part.words)
    return [] if game.speech.split_line(line[at:], language) else found


def read_planned_turn(
    table: Table, seat: int, phone: str, plan: Plan, language: str, *, sets_aside: bool
) -> list[SpokenPart]:
    """Returns what a plan says on the table as it is; [] if its line is not of its parts.

    `sets_aside`: its turn has come. What no longer fits is then left out, and what comes after that
    counts by itself; but what begins a turn is left to the hands if some of it no longer fits, and
    what ends one waits if anything else was left out. Raises `UnknownSeat`, `NotAllowed`.
    """
    require_own_seat(table, seat, phone)
    require_game_started(table)
    line = plan.line[:MAX_LINE_LENGTH]
    if table.game.speech is None:
        return []
    reader = PartReader(table.game, seat, line, language)
    planned = _PlanReader(reader, table.state, sets_aside=sets_aside)
    for start, part in parts_of_line(table.game, line, plan.parts, language):
        planned.read(start, part)
    return planned.parts


class _PlanReader:
    """What has been read of a plan so far, and the state after what counts of it."""

    def __init__(self, reader: PartReader, state: Any, *, sets_aside: bool) -> None:
        self.parts: list[SpokenPart] = []
        self._reader, self._state, self._sets_aside = reader, state, sets_aside
        #: what comes now is not judged: something else has to be done first
        self._waits = False
        #: something that the turn is still for was left out
        self._misses = False

    def read(self, start: int, planned: PlannedPart) -> None:
        """Reads the next part of the line."""
        bare = self._reader.bare_part(start, start + len(planned.words))
        for text, points in planned.actions:
            action = self._action(planned.words, text)
            if action is None:
                self._leave_out(bare, begins=False)
                self._waits = self._waits or not self._sets_aside
                continue
            if question := self._reader.question(self._state, action, bare):
                self.parts.append(question)
                self._waits = True
            self._add(bare, action, points)

    def _action(self, words: str, text: str) -> Any:
        """Returns what was planned; None where nobody can say that, or it has another price now."""
        game, seat = self._reader.game, self._reader.seat
        try:
            action = game.read(text)
        except UnreadableAction:
            read = read_spoken_line(game, self._state, seat, words, self._reader.language)
            said = (action for phrase in read for action in phrase.actions)
            return next((x for x in said if isinstance(x, OpenPart) and x.verb == text), None)
        return action if can_be_said(game, self._state, action) else None

    def _add(self, bare: SpokenPart, action: Any, points: int) -> None:
        game, speech, seat = self._reader.game, self._reader.speech, self._reader.seat
        after = game.apply(self._state, seat, settled(action))
        begins = isinstance(settled(action), speech.opening)
        opened = speech.has_opened(self._state, seat)
        if self._sets_aside and (
            not (opened or begins) or (self._misses and not speech.has_turn(after, seat))
        ):
            self._waits = True
        part = self._reader.part(self._state, action, bare, judged=not self._waits)
        if self._sets_aside and part.can_count and part.points != points:
            now = Text("Planned with {planned}, now {now}", planned=points, now=part.points)
            part = replace(part, changed=now)
        fits = part.is_allowed and not part.changed
        if not self._sets_aside or fits or (self._waits and not begins):
            self.parts.append(part)
            self._waits = self._waits or not fits
        else:
            self._leave_out(part, begins=begins)
            self._waits = self._waits or not opened
        if fits or self._waits:
            self._state = after

    def _leave_out(self, part: SpokenPart, *, begins: bool) -> None:
        self.parts.append(replace(part, aside=self._sets_aside))
        self._misses = self._misses or not begins
