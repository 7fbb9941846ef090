"""The toy game of the tests: take counters in turn, race for gems, roll, peek, hide a number.

It is small, and has all that the core must cope with: turns, a race, chance, something hidden, a
secret, a question that its book leaves open, panels and an end. `TALLY` is the same game with more
counters, for games that go on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Annotated

from companion.referee.actions import (
    Action,
    Objections,
    RandomDraw,
    Revealed,
    action,
    apply,
    notation_from_actions,
    objections,
)
from companion.referee.controls import Choice, Field
from companion.referee.counts import plain_count
from companion.referee.game import Game, Option, OptionValue
from companion.referee.judge import judge
from companion.referee.notation import Word, one_of, whole_number_reader
from companion.referee.panels import (
    Banner,
    Choices,
    Dock,
    Notice,
    Panel,
    SeatScore,
    Sheet,
    Tab,
    Tally,
)
from companion.referee.rulebook import read_rulebook
from companion.referee.ruling import Doubt, Objection, Outcome, Standing
from companion.referee.text import SeatName, Text, untranslated


@dataclass(frozen=True)
class State:
    heap: int
    turn: int
    taken: tuple[int, ...]
    hidden: tuple[int, ...]
    gems: tuple[str, ...] = ()
    #: whose each gem is
    holders: tuple[int, ...] = ()
    rolled: tuple[int, ...] = ()
    peeks: int = 0
    options: tuple[tuple[str, str], ...] = ()

    def option_value(self, key: str) -> str:
        return dict(self.options).get(key, "")


FACES = ("1", "2", "3", "4", "5", "6")


@action("take", "take 2", Text("Take counters"))
class Take(Action):
    grounds = ("turn.heap",)

    count: Annotated[int, whole_number_reader(1, 9)]

    def objections(self, s: State, seat: int) -> Objections:
        yield from _not_yours(s, seat)
        if self.count > s.heap:
            left = Text("The heap holds {n} counter", "The heap holds {n} counters", n=s.heap)
            remedy = Text("Take {n}", n=s.heap) if s.heap else None
            yield Objection("turn.heap", left, remedy, f"take {s.heap}" if s.heap else "")

    def apply(self, s: State, seat: int) -> State:
        taken = (*s.taken[: seat - 1], s.taken[seat - 1] + self.count, *s.taken[seat:])
        turn = s.turn % len(s.taken) + 1
        return replace(s, heap=max(0, s.heap - self.count), turn=turn, taken=taken)

    def log_line(self, s: State, seat: int) -> Text:
        return Text(
            "{who} took {n} counter", "{who} took {n} counters", who=SeatName(seat), n=self.count
        )


def _not_yours(s: State, seat: int) -> Objections:
    if s.turn != seat:
        yield Objection("turn.yours", Text("It is the turn of {who}", who=SeatName(s.turn)))


@action(
    "hide",
    "hide the 7",
    Text("Write a number down that nobody sees before the end"),
    log=Text("{who} hid a number"),
)
class Hide(Action):
    number: Annotated[int, Word("number", whole_number_reader(1, 9999), lead="the")]

    def apply(self, s: State, seat: int) -> State:
        return replace(s, hidden=(*s.hidden[: seat - 1], self.number, *s.hidden[seat:]))

    def reveals(self, s: State) -> Revealed:
        return Revealed.BY_APP

    def public(self) -> None:
        return None


@action("wave", "wave", Text("Wave, which the book says nothing about"), log=Text("{who} waved"))
class Wave(Action):
    def objections(self, s: State, seat: int) -> Objections:
        choice = s.option_value("turn.wave")
        if not choice:
            yield Doubt("turn.wave", Text("Nobody knows whether waving counts"))
        elif choice == "no":
            yield Objection("turn.wave", Text("Waving does not count at this table"))


@action("grab", "grab opal", Text("Grab it"))
class Grab(Action):
    gem: Annotated[str, one_of("ruby", "opal")]

    def objections(self, s: State, seat: int) -> Objections:
        if self.gem in s.gems:
            yield Objection("turn.gem", Text("The {gem} is gone", gem=untranslated(self.gem)))

    def apply(self, s: State, seat: int) -> State:
        return replace(s, gems=(*s.gems, self.gem), holders=(*s.holders, seat))

    def log_line(self, s: State, seat: int) -> Text:
        return untranslated(f"grab {self.gem}")


@action("roll", "roll 4 2", Text("Roll"))
class Roll(Action):
    faces: Annotated[tuple[int, ...], Word("face", whole_number_reader(1, 6))]

    def objections(self, s: State, seat: int) -> Objections:
        yield from _not_yours(s, seat)

    def apply(self, s: State, seat: int) -> State:
        return replace(s, rolled=self.faces)

    def log_line(self, s: State, seat: int) -> Text:
        return untranslated(NOTATION.write(self))

    def draw(self, s: State) -> RandomDraw | None:
        return None if self.faces else RandomDraw(FACES, 2, again=True)


@action("peek", "peek", Text("Look at the hidden card"))
class Peek(Action):
    def objections(self, s: State, seat: int) -> Objections:
        choice = s.option_value("turn.peek-twice")
        if s.peeks and not choice:
            yield Doubt("turn.peek-twice", Text("This would be look number {n}", n=s.peeks + 1))
        elif s.peeks and choice == "no":
            yield Objection("turn.peek-twice", Text("Somebody already has looked"))

    def apply(self, s: State, seat: int) -> State:
        twice = s.option_value("turn.peek-twice") == "double"
        return replace(s, peeks=s.peeks + (2 if twice else 1))

    def log_line(self, s: State, seat: int) -> Text:
        return untranslated("peek")

    def reveals(self, s: State) -> Revealed:
        return Revealed.BY_APP


NOTATION = notation_from_actions((Take, Hide, Wave, Grab, Roll, Peek))


def setup(seats: int, options: Mapping[str, str], heap: str = "9") -> State:
    told, nothing = tuple(sorted(options.items())), (0,) * seats
    return State(int(options.get("heap", heap)), 1, nothing, nothing, options=told)


def outcome(state: State) -> Outcome | None:
    if state.heap:
        return None
    best = max(state.taken)
    places = tuple(
        Standing(seat, 1 + sum(other > taken for other in state.taken), taken)
        for seat, taken in enumerate(state.taken, 1)
    )
    winners = tuple(place.seat for place in places if place.total == best)
    return Outcome(winners, places, Text("Most counters"), "turn.heap")


def say(state: State, seat: int, action: Action, viewer: int) -> Text:
    if isinstance(action, Hide) and viewer == seat:
        return Text("{who} hid the number {number}", who=SeatName(seat), number=action.number)
    return action.log_line(state, seat)


def show(state: State, viewer: int) -> tuple[Panel, ...]:
    scores = tuple(SeatScore(seat=seat, points=taken) for seat, taken in enumerate(state.taken, 1))
    heap = Text("{n} on the heap", n=state.heap)
    panels: list[Panel] = [
        Banner(id="banner", title=Text("Heap"), line=heap, shared=True),
        Tally(id="scores", tab="table", shared=True, title=Text("Counters"), scores=scores),
    ]
    if viewer:
        panels += _own(state, viewer)
    return tuple(panels)


def _own(state: State, viewer: int) -> list[Panel]:
    secret = Text("Your number is {number}", number=state.hidden[viewer - 1])
    field = Field(label=Text("Number"), kind="number", low=1, high=9999, value="5", lead="the")
    return [
        Choices(id="takes", choices=tuple(_choice(state, viewer, count) for count in (1, 2, 3))),
        Notice(id="secret", tab="shared", kind="info", words=secret),
        Sheet(id="hide", title=Text("Hide"), verb="hide", fields=(field,), submit=Text("Hide it")),
        Dock(id="dock", choices=(Choice(label=Text("Wave"), action="wave", main=True),)),
    ]


def _choice(state: State, viewer: int, count: int) -> Choice:
    ruling = judge(HEAP, state, viewer, Take(count))
    refusal = ruling.objections[0] if ruling.objections else None
    label = Text("Take {n}", n=count)
    return Choice(label=label, action=f"take {count}", refusal=refusal)


HEAP = Game(
    slug="heap",
    title="Heap",
    seats=range(1, 5),
    rulebook=read_rulebook(Path(__file__).with_name("toy_rulebook.toml")),
    options=(
        Option(
            "heap",
            Text("Counters"),
            (OptionValue("9", Text("Nine")), OptionValue("3", Text("Three"))),
        ),
    ),
    notation=NOTATION,
    setup=setup,
    seats_to_act=lambda state: frozenset({state.turn}) if state.heap else frozenset(),
    candidates=lambda state, seat: [Take(1), Take(2), Take(3), Hide(5), Wave()],
    objections=objections,
    apply=apply,
    outcome=outcome,
    say=say,
    show=show,
    state_summary=lambda state: f"heap {state.heap}, taken {state.taken}",
    tabs={"shared": Tab(Text("Hidden"), "eye")},
    current_round=lambda state: 1,
    points=lambda state, seat: state.taken[seat - 1],
    counts=lambda state, seat: (
        plain_count(
            "points",
            Text("counters"),
            state.taken[seat - 1],
            Text("counters from {before} to {after}"),
        ),
    ),
)


TALLY = replace(
    HEAP,
    slug="tally",
    title="Tally",
    options=(
        Option(
            "heap",
            Text("Counters"),
            (OptionValue("20", Text("Twenty")), OptionValue("5", Text("Five"))),
        ),
    ),
    setup=partial(setup, heap="20"),
    candidates=lambda state, seat: [
        *(Take(1), Take(2), Take(3)),
        *(Grab("ruby"), Grab("opal"), Roll((1, 1)), Peek()),
    ],
)
#: The games of a store that knows no other.
CATALOGUE = {TALLY.slug: TALLY}
