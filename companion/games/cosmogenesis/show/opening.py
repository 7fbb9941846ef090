"""Setting up: the checklist with the right numbers, and the tap that says who begins."""

from __future__ import annotations

from companion.games.cosmogenesis import actions as do
from companion.games.cosmogenesis.pieces import (
    PLANETARY_DECK,
    STELLAR_DECK,
    TOKENS_OUT,
    spaces_in_sector,
)
from companion.games.cosmogenesis.show.offers import offer
from companion.games.cosmogenesis.state import State
from companion.referee.offers import main
from companion.referee.panels import Checklist, Choices, Dock, Line, Panel, Section
from companion.referee.text import Text, Who


def setting_up(s: State, seat: int) -> tuple[Panel, ...]:
    """What to lay out, and who begins: that tap starts the game."""
    if not seat:
        return (checklist(s),)
    first = tuple(
        offer(s, seat, do.Begin(n), Text("{who}", who=Who(n)), icon="flag") for n in s.all_seats
    )
    detail = Text("That starts the game")
    draw = offer(s, seat, do.Begin(), Text("Draw who goes first"), detail, "refresh")
    return (
        checklist(s),
        Choices(
            id="first",
            title=Text("Who goes first?"),
            note=Text("Tap who takes the Monolith and begins"),
            choices=first,
            style="cells",
        ),
        Dock(id="dock", choices=(main(draw),)),
    )


def checklist(s: State) -> Checklist:
    """What to lay out for this number of players."""
    return Checklist(
        id="setup",
        kept=True,
        shared=True,
        sections=(
            Section(title=Text("Table"), lines=_table(s)),
            Section(title=Text("Each player"), lines=_each()),
        ),
    )


def _table(s: State) -> tuple[Line, ...]:
    out = TOKENS_OUT[s.seats]
    removed = Line(icon="size", words=Text("Put {n} tokens back into the box", n=out))
    return (
        *((removed,) if out else ()),
        Line(
            icon="size",
            words=Text("Form the reserve, put the other bodies and exotic objects into the bag"),
        ),
        Line(icon="goal", words=Text("{n} stellar objectives face down", n=STELLAR_DECK[s.seats])),
        Line(
            icon="goal", words=Text("{n} planetary objectives face down", n=PLANETARY_DECK[s.seats])
        ),
        Line(
            icon="galaxy",
            words=Text("Fill the sectors: {n} stellar objectives", n=spaces_in_sector(s.seats)),
            detail=Text("Turn over tokens that show water or rings"),
        ),
    )


def _each() -> tuple[Line, ...]:
    return (
        Line(icon="galaxy", words=Text("Board and 4 player tokens")),
        Line(
            icon="star-group",
            words=Text("1, 2, 3 or 4 asteroids by turn order"),
            detail=Text("1 for whoever takes the Monolith"),
        ),
        Line(
            icon="goal",
            words=Text("Keep 1 of 2 planetary objectives, face down"),
            detail=Text("The other goes under the deck"),
        ),
    )
