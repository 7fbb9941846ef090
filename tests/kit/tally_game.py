"""A small real game for the tests: take 1 to 3 counters in turn, race for gems, roll, peek."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from companion.referee.game import Choosable, Draw, Game, Option
from companion.referee.notation import Form, Notation, Word, one_of, whole
from companion.referee.rulebook import read_rulebook
from companion.referee.ruling import Doubt, Objection, Outcome, Standing
from companion.referee.text import Text, raw

FACES = ("1", "2", "3", "4", "5", "6")


@dataclass(frozen=True)
class State:
    heap: int
    seats: int
    turn: int = 1
    taken: tuple[int, ...] = ()
    gems: tuple[str, ...] = ()
    rolled: tuple[int, ...] = ()
    peeks: int = 0
    options: tuple[tuple[str, str], ...] = ()

    def option(self, key: str) -> str:
        return dict(self.options).get(key, "")


@dataclass(frozen=True)
class Take:
    count: int


@dataclass(frozen=True)
class Grab:
    gem: str


@dataclass(frozen=True)
class Roll:
    faces: tuple[int, ...]


@dataclass(frozen=True)
class Peek:
    pass


NOTATION = Notation(
    (
        Form("take", Take, (Word("count", whole(1, 3)),), "take 2", Text("Take counters")),
        Form("grab", Grab, (Word("gem", one_of("ruby", "opal")),), "grab opal", Text("Grab it")),
        Form("roll", Roll, (Word("face", whole(1, 6), many=True),), "roll 4 2", Text("Roll")),
        Form("peek", Peek, (), "peek", Text("Look at the hidden card")),
    )
)


def setup(seats: int, options: Mapping[str, str]) -> State:
    heap = int(options.get("heap", "20"))
    return State(heap, seats, taken=(0,) * seats, options=tuple(sorted(options.items())))


def to_act(state: State) -> frozenset[int]:
    return frozenset({state.turn}) if state.heap > 0 else frozenset()


def candidates(state: State, seat: int) -> Iterable[Any]:
    return [Take(1), Take(2), Take(3), Grab("ruby"), Grab("opal"), Roll((1, 1)), Peek()]


def objections(state: State, seat: int, action: Any) -> Iterable[Objection | Doubt]:
    if isinstance(action, Take | Roll) and state.turn != seat:
        yield Objection("turn.yours", Text("It is the turn of seat {n}", n=state.turn))
    if isinstance(action, Take) and action.count > state.heap:
        yield Objection("turn.heap", Text("The heap holds {n}", n=state.heap))
    if isinstance(action, Grab) and action.gem in state.gems:
        yield Objection("turn.gem", Text("The {gem} is gone", gem=raw(action.gem)))
    if isinstance(action, Peek) and state.peeks:
        if state.option("turn.peek-twice") == "no":
            yield Objection("turn.peek-twice", Text("Somebody already has looked"))
        elif not state.option("turn.peek-twice"):
            yield Doubt("turn.peek-twice", Text("This would be look number {n}", n=state.peeks + 1))


def apply(state: State, seat: int, action: Any) -> State:
    if isinstance(action, Grab):
        return replace(state, gems=(*state.gems, action.gem))
    if isinstance(action, Roll):
        return replace(state, rolled=action.faces)
    if isinstance(action, Peek):
        twice = state.option("turn.peek-twice") == "double"
        return replace(state, peeks=state.peeks + (2 if twice else 1))
    taken = list(state.taken)
    taken[seat - 1] += action.count
    turn = state.turn % state.seats + 1
    return replace(state, heap=max(0, state.heap - action.count), turn=turn, taken=tuple(taken))


def outcome(state: State) -> Outcome | None:
    if state.heap:
        return None
    best = max(state.taken)
    winners = tuple(seat for seat, taken in enumerate(state.taken, 1) if taken == best)
    places = tuple(
        Standing(seat, 1 + sum(other > taken for other in state.taken), taken)
        for seat, taken in enumerate(state.taken, 1)
    )
    return Outcome(winners, places, Text("Most counters"), "turn.heap")


TALLY = Game(
    slug="tally",
    title="Tally",
    seats=range(1, 5),
    rulebook=read_rulebook(Path(__file__).with_name("tally_rulebook.toml")),
    options=(
        Option(
            "heap",
            Text("Heap"),
            (Choosable("20", Text("Twenty")), Choosable("5", Text("Five"))),
        ),
    ),
    notation=NOTATION,
    setup=setup,
    to_act=to_act,
    candidates=candidates,
    objections=objections,
    apply=apply,
    outcome=outcome,
    chance=lambda state, action: (
        Draw(FACES, 2, again=True) if isinstance(action, Roll) and not action.faces else None
    ),
    say=lambda state, seat, action, viewer: raw(NOTATION.write(action)),
    show=lambda state, viewer: (),
    redact=lambda action: action,
    saw_hidden=lambda state, action: isinstance(action, Peek),
    sketch=lambda state: f"heap {state.heap} taken {state.taken} gems {state.gems}",
)

CATALOGUE = {"tally": TALLY}
