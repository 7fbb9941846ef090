"""After the main action: additional actions, exotic objects, what tiles give, the end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from companion.games.cosmogenesis import actions as do
from companion.games.cosmogenesis.bodies import FIRST, STONE
from companion.games.cosmogenesis.rules.gain import untaken
from companion.games.cosmogenesis.show.aims import aim_sheet, comets, hits, lives, opens, stones
from companion.games.cosmogenesis.show.gains import gains
from companion.games.cosmogenesis.show.hand import first_reveal, fitting, reveal_sheet
from companion.games.cosmogenesis.show.mine import my_system
from companion.games.cosmogenesis.show.names import tile_facts
from companion.games.cosmogenesis.show.offers import OFFERS, offer
from companion.games.cosmogenesis.show.unread import ask_to_enter
from companion.games.cosmogenesis.show.wood import wood_panels
from companion.games.cosmogenesis.state import State
from companion.games.cosmogenesis.words import tile_words
from companion.referee.controls import Choice
from companion.referee.offers import main
from companion.referee.panels import Choices, Dock, Panel, Sheet
from companion.referee.text import Text


def after(s: State, seat: int) -> tuple[Panel, ...]:
    """Everything that may still be done in this turn."""
    end = offer(s, seat, do.End(), Text("End turn"), _before_end(s, seat), "end")
    return (
        *wood_panels(s, seat),
        *gains(s, seat),
        *_extras(s, seat),
        *_objects(s, seat),
        *ask_to_enter(s, seat),
        my_system(s, seat),
        Dock(id="dock", choices=(main(end),)),
    )


def _before_end(s: State, seat: int) -> Text | None:
    """What may still be done before the turn ends."""
    if untaken(s, seat):
        return Text("Take your reward first")
    return Text("Extra action not used (optional)") if s.turn.extras else None


def _extras(s: State, seat: int) -> tuple[Panel, ...]:
    """The seven additional actions, in the rulebook's order."""
    title, note = Text("Extra action"), Text("{n} left this turn, optional", n=s.turn.extras)
    if not s.turn.extras:
        used = offer(s, seat, do.Expand(), Text("Used this turn"), icon="check")
        return (Choices(id="extras", title=title, choices=(used,)),)
    moon, hit, comet, life, smash = _aims(s, seat)
    reveal = reveal_sheet(s, seat)
    one = Text("1 asteroid")
    choices = (
        _opens(s, seat, moon, do.ExtraMoon(FIRST.orbit), Text("Create a moon"), one),
        _opens(s, seat, hit, do.ExtraCollide(FIRST), Text("Collide an asteroid"), one),
        _comet(s, seat, comet),
        _opens(s, seat, life, do.CreateLife(FIRST), Text("Create life"), one),
        offer(s, seat, do.Expand(), Text("Expand"), Text("1 asteroid: orbits 6 and 7"), "expand"),
        _reveal(s, seat, reveal),
        _opens(s, seat, smash, do.Smash(FIRST), Text("Collide a comet"), Text("from your belt")),
    )
    return (
        Choices(id="extras", title=title, note=note, choices=choices),
        *(moon, hit, comet, life, reveal, smash),
    )


def _opens(s: State, seat: int, sheet: Sheet, action: Any, label: Text, detail: Text) -> Choice:
    """Opens the sheet; greyed where the system is empty as well, with what the judge says of its
    first orbit.
    """
    return opens(sheet, label, detail, partial(offer, s, seat, action, label))


def _aims(s: State, seat: int) -> Iterator[Sheet]:
    """The additional actions that need a place: each the own system to tap on."""
    belt = offer(s, seat, do.ExtraComet(), Text("Keep it"), Text("to your belt"), "comet")
    for sheet_id, title, icon, spots, choices in (
        ("extra-moon", Text("Where does the moon go?"), "new-moon", stones(s, seat), ()),
        (
            "extra-collide",
            Text("What does the asteroid hit?"),
            "collide",
            hits(s, seat, STONE, do.ExtraCollide),
            (),
        ),
        (
            "extra-comet",
            Text("Where does the comet hit?"),
            "comet",
            comets(s, seat, do.ExtraComet),
            (belt,),
        ),
        (
            "life",
            Text("Where does life arise?"),
            "life-0",
            lives(s, seat, do.CreateLife, Text("Life")),
            (),
        ),
        ("smash", Text("Where does the comet hit?"), "drop", comets(s, seat, do.Smash), ()),
    ):
        yield aim_sheet(s, seat, (sheet_id, title, icon), spots, choices=choices)


def _comet(s: State, seat: int, sheet: Sheet) -> Choice:
    """Two asteroids for a comet: kept, or collided at once."""
    label, detail = Text("Create a comet"), Text("2 asteroids")
    keep = sheet.choices[0]
    if keep.refusal is not None:
        return replace(keep, label=label)
    return Choice(label=label, detail=detail, sheet=sheet.id, icon=sheet.icon)


def _reveal(s: State, seat: int, sheet: Sheet) -> Choice:
    """Opens the hand; greyed where nothing of it may be revealed anywhere."""
    choice = Choice(label=Text("Reveal"), sheet=sheet.id, icon=sheet.icon, detail=fitting(s, seat))
    if sheet.refusal is None:
        return choice
    action = OFFERS.notation.write(first_reveal(s, seat))
    return replace(choice, sheet="", action=action, refusal=sheet.refusal)


def _objects(s: State, seat: int) -> tuple[Panel, ...]:
    choices = tuple(_use(s, seat, each.tile, each.counters) for each in s.system(seat).exotics)
    if not choices:
        return ()
    note = Text("Each once a turn")
    title = Text("Exotic objects")
    return (Choices(id="objects", title=title, note=note, choices=choices, style="list"),)


def _use(s: State, seat: int, tile: str, counters: int | None) -> Choice:
    says = tile_facts(s.says(tile), tile)
    if counters is not None:
        says = Text("{left} left. {says}", left=counters, says=says)
    return offer(s, seat, do.Use(tile), Text("Use {tile}", tile=tile_words(tile)), says, "exotic")
