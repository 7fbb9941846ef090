"""Lessons: what a game teaches in a first game, read from its lessons.toml.

The tour is for the whole table; a lesson explains a step or a kind of action beside its control.
The panels alone decide which lessons fit; no game is known here.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from companion.referee.entries import read_entry
from companion.referee.examples import parse_move
from companion.referee.text import SeatName, Text


@dataclass(frozen=True)
class LessonCard:
    """One card of the tour. `picture`: icons in a row; or `scene`, a panel of the example after
    `after` of its actions, as this seat sees it, 0: as a spectator. `rules`: keys of the rules that
    it explains.
    """

    key: str
    title: Text
    words: Text
    picture: tuple[str, ...]
    rules: tuple[str, ...]
    scene: str = ""
    after: int = 0
    seat: int = 0


@dataclass(frozen=True)
class Lesson:
    """Two sentences and a picture about one thing, and `why` to do it.

    `does`: beginnings of the actions beside whose control it stands, best first: a verb or more
    words ("shift {seat}" is the seat's own). If empty it stands beside the panel `beside`. `steps`:
    only in these. `inside`: only in sheets whose id begins so. `optional`: it explains something
    that isn't required. `aside`: no hint; it is read in the list of all of them.
    """

    key: str
    title: Text
    words: Text
    why: Text
    picture: tuple[str, ...]
    rules: tuple[str, ...]
    does: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    beside: str = ""
    inside: str = ""
    optional: bool = False
    aside: bool = False

    @property
    def action_verbs(self) -> frozenset[str]:
        """The kinds of action that it explains."""
        return frozenset(begins.split(" ", 1)[0] for begins in self.does)


@dataclass(frozen=True)
class GuidedCard:
    """One step of the guided first rounds, done with the real pieces.

    `words`: for the acting seat; `watch`: for others, {who} is that seat. `brief`: for
    a seat that watched another do it; "" for the same words. `until`: beginnings of the actions
    that end it, {seat} is the number of their seat. `again`: verbs of those after which it comes
    again, as they undo that. `does`: beginnings of those whose control is shown. `open`: it comes
    only while an action of one of these verbs is allowed. `tap`: a tap ends it too. `seats`: how
    many seats do it. `shared`: done once, by any seat. `always`: at every turn without another
    card. `spells`: what is taken stands in whole sentences meanwhile. `ticks`: the first sentence
    is about the list that is ticked beside it; once all of it is, the rest stands alone.
    """

    key: str
    words: str
    watch: str
    brief: str
    picture: tuple[str, ...]
    rules: tuple[str, ...]
    steps: tuple[str, ...]
    until: tuple[str, ...] = ()
    does: tuple[str, ...] = ()
    again: tuple[str, ...] = ()
    open: tuple[str, ...] = ()
    tap: bool = False
    seats: int = 99
    shared: bool = False
    ticks: bool = False
    spells: bool = False
    always: bool = False

    def is_ended_by(self, seat: int, action: str) -> bool:
        """Returns whether this action of the seat, in notation, ends the card."""
        begins = (each.format(seat=seat) for each in self.until)
        return any(f"{action} ".startswith(f"{each} ") for each in begins)

    def words_for_seat(self, words: str, seat: int) -> Text:
        """Returns these words with the seat's name, if they use it."""
        return Text(words, who=SeatName(seat)) if "{who}" in words else Text(words)


@dataclass(frozen=True)
class TourExample:
    """A short game whose scenes the tour shows; `actions` as (seat, action)."""

    seats: int
    actions: tuple[tuple[int, str], ...]


@dataclass(frozen=True)
class Lessons:
    """All that a game teaches, in order. `led`: the cards of the guided ("led") rounds."""

    tour: tuple[LessonCard, ...] = ()
    lessons: tuple[Lesson, ...] = ()
    led: tuple[GuidedCard, ...] = ()
    example: TourExample = TourExample(2, ())

    @cached_property
    def led_by_last_verb(self) -> Mapping[str, tuple[GuidedCard, ...]]:
        """The guided cards that an action of this verb can end, in order."""
        ending = [(card, {each.split(" ", 1)[0] for each in card.until}) for card in self.led]
        every_verb = {verb for _, verbs in ending for verb in verbs}
        return {
            verb: tuple(card for card, verbs in ending if verb in verbs and not card.always)
            for verb in every_verb
        }

    @cached_property
    def led_by_repeating_verb(self) -> Mapping[str, frozenset[str]]:
        """The keys of the guided cards that come again after an action of this verb."""
        every_verb = {verb for card in self.led for verb in card.again}
        return {
            verb: frozenset(card.key for card in self.led if verb in card.again)
            for verb in every_verb
        }


@dataclass(frozen=True)
class FittingLesson:
    """A lesson that fits now, and the sheets on the way to its control."""

    key: str
    sheets: tuple[str, ...] = ()


def fitting_lessons(
    lessons: Lessons, step: str, ways: Mapping[str, frozenset[str]] | None
) -> tuple[FittingLesson, ...]:
    """Returns the lessons that fit the seat's step and what its panels offer, in order. `ways`: the
    sheets by offered verb; None for whatever may be offered, without its sheets.
    """
    at_this_step = [each for each in lessons.lessons if not each.steps or step in each.steps]
    if ways is None:
        return tuple(FittingLesson(each.key) for each in at_this_step)
    found = []
    for lesson in at_this_step:
        open_to = [ways[verb] for verb in lesson.action_verbs if verb in ways]
        if open_to or not lesson.does:
            sheets = frozenset().union(*open_to)
            found.append(FittingLesson(lesson.key, tuple(sorted(sheets))))
    return tuple(found)


#: Number of rounds, from the first, in which the table is guided.
GUIDED_ROUND_COUNT = 2


@dataclass(frozen=True)
class GuidedStep:
    """The current guided step: its card, the acting seat, and how many seats did it before."""

    card: GuidedCard
    seat: int
    before: int

    @property
    def words(self) -> Text:
        """What the acting seat reads: `brief` once it has watched another seat."""
        return self.card.words_for_seat(
            (self.before and self.card.brief) or self.card.words, self.seat
        )

    @property
    def words_for_watchers(self) -> Text:
        """What the other seats read."""
        return self.card.words_for_seat(self.card.watch, self.seat)


def guided_step(
    lessons: Lessons,
    seat: int,
    step: str,
    played: Iterable[tuple[int, str]],
    tapped: Iterable[tuple[int, str]],
    may: Callable[[str], bool] = lambda verb: True,
) -> GuidedStep | None:
    """Returns the guided step for this seat at this step of its turn; None if it knows all of it.

    `played`: (seat, action) of every action that counts, in order. `tapped`: (seat, card's key)
    ended by a tap. `may`: whether the seat may do anything of this verb now.
    """
    done = set(tapped)
    for who, action in played:
        verb = action.split(" ", 1)[0]
        done -= {(who, key) for key in lessons.led_by_repeating_verb.get(verb, ())}
        may_end = lessons.led_by_last_verb.get(verb, ())
        ends = [(who, card.key) for card in may_end if card.is_ended_by(who, action)]
        # One action ends one card; the same action may end another the next time.
        done |= set([each for each in ends if each not in done][:1])
    # What one of them does for all says nothing about how far that seat is.
    own = (n for n, card in enumerate(lessons.led) if (seat, card.key) in done and not card.shared)
    last = max(own, default=-1)
    for n, card in enumerate(lessons.led):
        others = {who for who, key in done if key == card.key} - {seat}
        # A seat that did a later card knows this one.
        known = (n <= last and not (card.shared or card.always)) or (seat, card.key) in done
        if known or len(others) >= (1 if card.shared else card.seats):
            continue
        if step in card.steps and (not card.open or any(map(may, card.open))):
            return GuidedStep(card, seat, len(others))
    return None


def read_lessons(path: Path) -> Lessons:
    """Reads a lessons.toml. Raises `KeyError` for a missing part, `ValueError` for an entry with a
    missing or wrong field.
    """
    written = tomllib.loads(path.read_text(encoding="utf-8"))
    example = written["example"]
    return Lessons(
        tour=tuple(
            read_entry(LessonCard, key, {"picture": (), **entry})
            for key, entry in written["tour"].items()
        ),
        lessons=tuple(read_entry(Lesson, key, entry) for key, entry in written["lesson"].items()),
        led=tuple(_led(key, entry) for key, entry in written.get("led", {}).items()),
        example=TourExample(
            example["seats"], tuple(parse_move(line) for line in example["actions"])
        ),
    )


def _led(key: str, entry: Mapping[str, Any]) -> GuidedCard:
    until = entry.get("until", ())
    return read_entry(GuidedCard, key, {"brief": "", "does": until, "tap": not until, **entry})
