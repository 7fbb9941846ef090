"""The main action in three taps: the sector, what was taken, where it goes on the own system."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from companion.games.cosmogenesis import actions as do
from companion.games.cosmogenesis.bodies import FIRST
from companion.games.cosmogenesis.pieces import (
    BAG_SECTORS,
    SECTORS,
    SPACE_NAMES,
    SPACES,
    Sector,
    Space,
)
from companion.games.cosmogenesis.show.aims import aim_sheet, comets, opens
from companion.games.cosmogenesis.show.bag import bag_sheets, discard
from companion.games.cosmogenesis.show.mine import my_system
from companion.games.cosmogenesis.show.names import tile_choice, tile_picks
from companion.games.cosmogenesis.show.offers import offer
from companion.games.cosmogenesis.state import State
from companion.games.cosmogenesis.tiles import PLANETARY, PLANETARY_TILES, STELLAR_TILES
from companion.referee.controls import Choice, Field, Pick
from companion.referee.offers import main
from companion.referee.panels import Dock, Panel, Scene, Sheet
from companion.referee.text import Text, raw

_ICONS = {Space.MONOLITH: "monolith", Space.TWO: "asteroids"}


def taking(s: State, seat: int) -> tuple[Panel, ...]:
    """The four sectors, which are tapped first and so are in a small phone's first view, the own
    system, and a sheet for each step that follows.
    """
    free = [each for each in SECTORS if each not in s.system(seat).used]
    end = main(offer(s, seat, do.End(), Text("End turn"), icon="end"))
    return (
        Scene(
            id="sectors",
            title=Text("Which sector do you take from?"),
            drawing="sectors",
            facts=tuple(_sector(s, seat, each) for each in SECTORS),
        ),
        my_system(s, seat),
        *(sheet for each in free for sheet in _sheets(s, seat, each)),
        Dock(id="dock", choices=(end,)),
    )


def _sector(s: State, seat: int, sector: Sector) -> Choice:
    """A sector that opens what was taken; a used one is greyed, and its tap earns the reason."""
    label = raw(sector.upper())
    if sector in s.system(seat).used:
        return offer(s, seat, do.Discard(sector), label)
    return Choice(label=label, sheet=f"from-{sector}", detail=_holds(s, sector))


def _holds(s: State, sector: Sector) -> Text:
    if sector == Sector.I:
        return Text("Planetary") if s.objective_kind == PLANETARY else Text("Stellar")
    return Text("Body") if sector in BAG_SECTORS else Text("Belt")


def _sheets(s: State, seat: int, sector: Sector) -> Iterator[Sheet]:
    if sector == Sector.I:
        yield _planetary(s, seat) if s.objective_kind == PLANETARY else _stellar(s, seat)
    elif sector == Sector.IV:
        yield from _fourth(s, seat)
    else:
        yield from bag_sheets(s, seat, sector)


def _fourth(s: State, seat: int) -> Iterator[Sheet]:
    """Sector IV: into the belt, a comet that hits at once, or something discarded."""
    name = ("comet", Text("Where does the comet hit?"), "comet")
    hit = aim_sheet(s, seat, name, comets(s, seat, do.HitWithComet))
    given_up = Sheet(
        id="discard-iv",
        title=Text("What do you discard for an asteroid?"),
        choices=tuple(
            offer(s, seat, do.Discard(Sector.IV, space), SPACE_NAMES[space], None, _icon(space))
            for space in SPACES
        ),
        icon="asteroid",
    )
    belt = tuple(_space(s, seat, space) for space in SPACES)
    label = Text("Collide the comet")
    nowhere = partial(offer, s, seat, do.HitWithComet(FIRST), label)
    others = (
        opens(hit, label, Text("rings or water"), nowhere),
        Choice(
            label=Text("Discard it"),
            sheet=given_up.id,
            icon="asteroid",
            detail=Text("for an asteroid"),
        ),
    )
    title = Text("What did you take from sector {sector}?", sector=raw("IV"))
    yield Sheet(id="from-iv", title=title, choices=(*belt, *others), icon="turn")
    yield hit
    yield given_up


def _icon(space: Space) -> str:
    return _ICONS.get(space, space)


def _space(s: State, seat: int, space: Space) -> Choice:
    detail = Text("to your belt")
    return offer(s, seat, do.FillBelt(space), SPACE_NAMES[space], detail, _icon(space))


def _stellar(s: State, seat: int) -> Sheet:
    choices = (tile_choice(s, seat, do.TakeStellar(tile)) for tile in STELLAR_TILES)
    return Sheet(
        id="from-i",
        title=Text("Which stellar objective?"),
        note=Text("Its number on the reference sheet. A bare number: no one entered that tile yet"),
        choices=(*choices, discard(s, seat, Sector.I)),
        style="fives",
        icon="flag",
    )


def _planetary(s: State, seat: int) -> Sheet:
    """It is named on a sheet that covers what is chosen."""
    unnamed = Pick(value="", label=Text("Don't enter it"))
    picks = (unnamed, *tile_picks(PLANETARY_TILES))
    return Sheet(
        id="from-i",
        title=Text("Take a planetary objective"),
        verb="planetary",
        fields=(Field(label=Text("Its number"), kind="secret", picks=picks),),
        choices=(discard(s, seat, Sector.I),),
        submit=Text("Take it face down"),
        note=Text("The number is optional, and only you see it"),
        icon="flag",
    )
