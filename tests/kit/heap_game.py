"""A small real game with panels and a secret, for the tests of the web: take counters, hide one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from companion.referee.controls import Choice, Field
from companion.referee.game import Choosable, Game, Option
from companion.referee.judge import judge
from companion.referee.notation import Form, Notation, Word, whole
from companion.referee.panels import Banner, Choices, Dock, Notice, Panel, Score, Sheet, Tab, Tally
from companion.referee.rulebook import read_rulebook
from companion.referee.ruling import Doubt, Objection, Outcome, Standing
from companion.referee.text import Text, Who


@dataclass(frozen=True)
class State:
    heap: int
    turn: int
    taken: tuple[int, ...]
    hidden: tuple[int, ...]
    options: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Take:
    count: int


@dataclass(frozen=True)
class Hide:
    number: int


@dataclass(frozen=True)
class Wave:
    pass


NOTATION = Notation(
    (
        Form("take", Take, (Word("count", whole(1, 9)),), "take 2", Text("Take counters")),
        Form(
            "hide",
            Hide,
            (Word("number", whole(1, 9999), lead="the"),),
            "hide the 7",
            Text("Write a number down that nobody sees before the end"),
        ),
        Form("wave", Wave, (), "wave", Text("Wave, which the book says nothing about")),
    )
)


def setup(seats: int, options: Mapping[str, str]) -> State:
    return State(int(options.get("heap", "9")), 1, (0,) * seats, (0,) * seats)


def objections(state: State, seat: int, action: Any) -> Iterable[Objection | Doubt]:
    if isinstance(action, Take) and state.turn != seat:
        yield Objection("turn.yours", Text("It is the turn of {who}", who=Who(state.turn)))
    if isinstance(action, Take) and action.count > state.heap:
        left = Text("The heap holds {n} counter", "The heap holds {n} counters", n=state.heap)
        remedy = Text("Take {n}", n=state.heap) if state.heap else None
        yield Objection("turn.heap", left, remedy, f"take {state.heap}" if state.heap else "")
    if isinstance(action, Wave):
        yield from _about_waving(dict(state.options).get("turn.wave", ""))


def _about_waving(choice: str) -> Iterable[Objection | Doubt]:
    if not choice:
        yield Doubt("turn.wave", Text("Nobody knows whether waving counts"))
    elif choice == "no":
        yield Objection("turn.wave", Text("Waving does not count at this table"))


def apply(state: State, seat: int, action: Any) -> State:
    mine = seat - 1
    if isinstance(action, Hide):
        hidden = (*state.hidden[:mine], action.number, *state.hidden[seat:])
        return replace(state, hidden=hidden)
    if isinstance(action, Wave):
        return state
    taken = (*state.taken[:mine], state.taken[mine] + action.count, *state.taken[seat:])
    turn = state.turn % len(state.taken) + 1
    return replace(state, heap=max(0, state.heap - action.count), turn=turn, taken=taken)


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


def say(state: State, seat: int, action: Any, viewer: int) -> Text:
    who = Who(seat)
    if isinstance(action, Hide):
        if viewer == seat:
            return Text("{who} hid the number {number}", who=who, number=action.number)
        return Text("{who} hid a number", who=who)
    if isinstance(action, Wave):
        return Text("{who} waved", who=who)
    return Text("{who} took {n} counter", "{who} took {n} counters", who=who, n=action.count)


def show(state: State, viewer: int) -> tuple[Panel, ...]:
    scores = tuple(Score(seat=seat, points=taken) for seat, taken in enumerate(state.taken, 1))
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
    rulebook=read_rulebook(Path(__file__).with_name("heap_rulebook.toml")),
    options=(
        Option(
            "heap",
            Text("Counters"),
            (Choosable("9", Text("Nine")), Choosable("3", Text("Three"))),
        ),
    ),
    notation=NOTATION,
    setup=setup,
    to_act=lambda state: frozenset({state.turn}) if state.heap else frozenset(),
    candidates=lambda state, seat: [Take(1), Take(2), Take(3), Hide(5), Wave()],
    objections=objections,
    apply=apply,
    outcome=outcome,
    chance=lambda state, action: None,
    say=say,
    show=show,
    redact=lambda action: None if isinstance(action, Hide) else action,
    saw_hidden=lambda state, action: isinstance(action, Hide),
    sketch=lambda state: f"heap {state.heap}, taken {state.taken}",
    tabs={"shared": Tab(Text("Hidden"), "eye")},
    round_of=lambda state: 1,
)
