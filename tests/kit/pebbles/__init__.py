"""Pebbles: take one to three; whoever takes the last one wins. A game from outside the companion.

The tests copy this folder out of the project and install it beside it, as a package of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from companion.referee.art import Art
from companion.referee.controls import Choice
from companion.referee.game import Game
from companion.referee.judge import judge
from companion.referee.notation import Form, Notation, Word, whole
from companion.referee.panels import Banner, Choices, Count, Counts, Panel, Scene, Score, Tab, Tally
from companion.referee.result_panels import Result
from companion.referee.rulebook import read_rulebook
from companion.referee.ruling import Objection, Outcome, Standing
from companion.referee.text import Text, Who
from companion.referee.version import version_of

HERE = Path(__file__).parent
PILE = 9


@dataclass(frozen=True)
class State:
    taken: tuple[int, ...]
    turn: int = 1
    options: tuple[tuple[str, str], ...] = ()

    @property
    def left(self) -> int:
        return PILE - sum(self.taken)


@dataclass(frozen=True)
class Take:
    count: int


NOTATION = Notation(
    (Form("take", Take, (Word("count", whole(1, PILE)),), "take 2", Text("Take pebbles")),)
)


def setup(seats: int, options: Mapping[str, str]) -> State:
    return State((0,) * seats, options=tuple(sorted(options.items())))


def objections(s: State, seat: int, a: Take) -> Iterable[Objection]:
    if seat != s.turn:
        yield Objection("turn.order", Text("It's the turn of {who}", who=Who(s.turn)))
    if a.count > 3:
        remedy = Text("Take {n}", n=3)
        yield Objection("turn.three", Text("Three pebbles are the most"), remedy, "take 3")
    if a.count > s.left:
        yield Objection("turn.three", Text("The pile has {n}", n=s.left))


def apply(s: State, seat: int, a: Take) -> State:
    taken = tuple(had + a.count * (n == seat) for n, had in enumerate(s.taken, 1))
    return replace(s, taken=taken, turn=s.turn % len(s.taken) + 1)


def outcome(s: State) -> Outcome | None:
    if s.left > 0:
        return None
    last = (s.turn - 2) % len(s.taken) + 1
    places = tuple(Standing(n, 1 if n == last else 2, had) for n, had in enumerate(s.taken, 1))
    return Outcome((last,), places, Text("The last pebble"), "turn.last")


def say(s: State, seat: int, a: Take, viewer: int) -> Text:
    return Text("{who} took {n} pebble", "{who} took {n} pebbles", who=Who(seat), n=a.count)


def show(s: State, viewer: int) -> tuple[Panel, ...]:
    scores = tuple(Score(seat=n, points=had) for n, had in enumerate(s.taken, 1))
    own = _own(s, viewer) if viewer else ()
    over = outcome(s)
    return (
        Banner(id="banner", title=Text("Pebbles"), line=Text("The pile has {n}", n=s.left)),
        Scene(id="pile", drawing="pile", facts=max(s.left, 0), shared=True),
        *(_result(over) if over else own),
        Tally(id="tally", tab="table", title=Text("Pebbles"), scores=scores, shared=True),
    )


def _result(over: Outcome) -> tuple[Panel, ...]:
    return (Result(id="result", winners=over.winners, reason=over.reason, rule=over.rule),)


def _own(s: State, seat: int) -> tuple[Panel, ...]:
    count = Count(label=Text("Pebbles"), value=s.taken[seat - 1], icon="pebble")
    return (
        Choices(id="takes", choices=tuple(_choice(s, seat, n) for n in (1, 2, 3, 4))),
        Counts(id="mine-own", tab="own", title=Text("My pebbles"), counts=(count,)),
    )


def _choice(s: State, seat: int, count: int) -> Choice:
    refused = judge(GAME, s, seat, Take(count)).objections
    refusal = refused[0] if refused else None
    return Choice(label=Text("Take {n}", n=count), action=f"take {count}", refusal=refusal)


GAME = Game(
    slug="pebbles",
    version=version_of(HERE, edition=1),
    title="Pebbles",
    seats=range(2, 5),
    folder=HERE,
    rulebook=read_rulebook(HERE / "rulebook.toml"),
    art=Art(root=HERE, styles="pebbles.css", icons="pebbles.svg", letters={"stone": "S"}),
    options=(),
    notation=NOTATION,
    setup=setup,
    to_act=lambda s: frozenset({s.turn}) if s.left > 0 else frozenset(),
    candidates=lambda s, seat: [Take(n) for n in (1, 2, 3, 4)],
    objections=objections,
    apply=apply,
    outcome=outcome,
    chance=lambda s, a: None,
    say=say,
    show=show,
    redact=lambda a: a,
    saw_hidden=lambda s, a: False,
    sketch=lambda s: f"pile {s.left}, taken {s.taken}",
    tabs={"own": Tab(Text("My pebbles"), "pebble")},
)
