"""The main action in three taps: the sector, what was taken, where it goes on the own system."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.cosmogenesis import actions as do
from companion.games.cosmogenesis.bodies import GIANTS, ROCKS, Body
from companion.games.cosmogenesis.pieces import (
    BAG_SECTORS,
    COLOUR_NAMES,
    SECTORS,
    SPACES,
    Sector,
    Space,
)
from companion.games.cosmogenesis.show.aims import (
    aim_sheet,
    comets,
    from_sector,
    icon_of,
    why_none,
)
from companion.games.cosmogenesis.show.names import tile_facts, tile_picks
from companion.games.cosmogenesis.show.offers import offer
from companion.games.cosmogenesis.show.picture import picture
from companion.games.cosmogenesis.state import State
from companion.games.cosmogenesis.tiles import (
    EXOTIC_TILES,
    PLANETARY,
    PLANETARY_TILES,
    STELLAR_TILES,
    number_of,
)
from companion.games.cosmogenesis.words import body_words
from companion.referee.controls import Choice, Field, Pick
from companion.referee.offers import main
from companion.referee.panels import Dock, Panel, Scene, Sheet
from companion.referee.text import Text, raw

_SPACES = {
    Space.ASTEROID: (Text("1 asteroid"), "asteroid"),
    Space.MONOLITH: (Text("1 asteroid and the Monolith"), "monolith"),
    Space.TWO: (Text("2 asteroids"), "asteroids"),
    Space.COMET: (Text("1 comet"), "comet"),
}


def taking(s: State, seat: int) -> tuple[Panel, ...]:
    """The own system, the four sectors, and a sheet for each step that follows."""
    free = [each for each in SECTORS if each not in s.system(seat).used]
    end = main(offer(s, seat, do.End(), Text("End turn"), icon="end"))
    return (
        now(s, seat),
        Scene(
            id="sectors",
            title=Text("Which sector do you take from?"),
            drawing="sectors",
            facts=tuple(_sector(s, seat, each) for each in SECTORS),
        ),
        *(sheet for each in free for sheet in _sheets(s, seat, each)),
        Dock(id="dock", choices=(end,)),
    )


def now(s: State, seat: int) -> Scene:
    """The own system as it is."""
    return Scene(id="now", drawing="system", facts=picture(s, seat))


def _sector(s: State, seat: int, sector: Sector) -> Choice:
    """A sector that opens what was taken; a used one is greyed, and its tap earns the reason."""
    label = raw(sector.upper())
    if sector in s.system(seat).used:
        return offer(s, seat, do.Discard(sector), label)
    return Choice(label=label, sheet=f"from-{sector}", detail=_holds(s, sector))


def _holds(s: State, sector: Sector) -> Text:
    if sector == Sector.I:
        return Text("Objective")
    return Text("Body") if sector in BAG_SECTORS else Text("Belt")


def _sheets(s: State, seat: int, sector: Sector) -> Iterator[Sheet]:
    if sector == Sector.I:
        yield _objective(s, seat)
    elif sector == Sector.IV:
        yield from _fourth(s, seat)
    else:
        yield from _bag(s, seat, sector)


def _bag(s: State, seat: int, sector: Sector) -> Iterator[Sheet]:
    """What was drawn from the bag: rocks and where they go, gas giants, exotic objects."""
    puts = tuple(_put(s, seat, sector, body) for body in ROCKS)
    exotic = _exotic(s, seat, sector)
    rocks = (
        Choice(
            label=Text("Rock {size}", size=body.size),
            sheet=sheet.id,
            icon=icon_of(body),
            refusal=why_none(sheet.facts.spots),
        )
        for body, sheet in zip(ROCKS, puts, strict=True)
    )
    yield Sheet(
        id=f"from-{sector}",
        title=Text("What did you take from sector {sector}?", sector=sector.upper()),
        choices=(
            *rocks,
            Choice(label=Text("Exotic object"), sheet=exotic.id, icon="exotic"),
            _discard(s, seat, sector),
            *(_giant(s, seat, sector, body) for body in GIANTS),
            *_leftovers(s, seat, sector),
        ),
        icon="turn",
    )
    yield from puts
    yield exotic


def _put(s: State, seat: int, sector: Sector, body: Body) -> Sheet:
    title = Text("Where does it go: {body}?", body=body_words(s, body))
    name = (f"put-{sector}-{body.size}", title, "rock-" + str(body.size))
    discard = (_discard(s, seat, sector),)
    return aim_sheet(s, seat, name, from_sector(s, seat, sector, body), choices=discard)


def _giant(s: State, seat: int, sector: Sector, body: Body) -> Choice:
    """A gas giant can only be the next planet, so its tap puts it there."""
    colour = COLOUR_NAMES[s.hue(body.colour)]
    label = Text("Gas giant {size}: {colour}", size=body.size, colour=colour)
    orbit = s.system(seat).next_orbit
    detail = Text("orbit {n}", n=orbit) if orbit else None
    return offer(s, seat, do.MakePlanet(sector, body), label, detail, icon_of(body))


def _discard(s: State, seat: int, sector: Sector) -> Choice:
    detail = Text("for an asteroid")
    return offer(s, seat, do.Discard(sector), Text("Discard it"), detail, "asteroid")


def _leftovers(s: State, seat: int, sector: Sector) -> Iterator[Choice]:
    """What is only in the bag where the table puts sector IV's leftovers into it."""
    for space in (Space.ASTEROID, Space.COMET):
        label, icon = _SPACES[space]
        choice = offer(s, seat, do.FillBelt(space, sector), label, Text("to your belt"), icon)
        if choice.refusal is None:
            yield choice


def _exotic(s: State, seat: int, sector: Sector) -> Sheet:
    choices = tuple(
        offer(
            s,
            seat,
            do.TakeExotic(sector, tile),
            raw(str(number_of(tile))),
            tile_facts(s.says(tile), tile),
        )
        for tile in EXOTIC_TILES
    )
    return Sheet(
        id=f"exotic-{sector}",
        title=Text("Which exotic object? Its number on the reference sheet"),
        choices=choices,
        icon="exotic",
    )


def _fourth(s: State, seat: int) -> Iterator[Sheet]:
    """Sector IV: into the belt, a comet that hits at once, or something discarded."""
    name = ("comet", Text("Where does the comet hit?"), "comet")
    hit = aim_sheet(s, seat, name, comets(s, seat, do.HitWithComet))
    discard = Sheet(
        id="discard-iv",
        title=Text("What do you discard for an asteroid?"),
        choices=tuple(
            offer(s, seat, do.Discard(Sector.IV, space), label, None, icon)
            for space, (label, icon) in _SPACES.items()
        ),
        icon="asteroid",
    )
    belt = tuple(_space(s, seat, space) for space in SPACES)
    opens = (
        Choice(
            label=Text("Collide the comet"),
            sheet=hit.id,
            icon="comet",
            refusal=why_none(hit.facts.spots),
        ),
        Choice(label=Text("Discard it"), sheet=discard.id, icon="asteroid"),
    )
    title = Text("What did you take from sector {sector}?", sector=raw("IV"))
    yield Sheet(id="from-iv", title=title, choices=(*belt, *opens), icon="turn")
    yield hit
    yield discard


def _space(s: State, seat: int, space: Space) -> Choice:
    label, icon = _SPACES[space]
    return offer(s, seat, do.FillBelt(space), label, Text("to your belt"), icon)


def _objective(s: State, seat: int) -> Sheet:
    """Sector I. A planetary objective is named on a sheet that covers what is chosen."""
    discard = _discard(s, seat, Sector.I)
    if s.objective_kind == PLANETARY:
        unnamed = Pick(value="", label=Text("Don't enter it"))
        picks = (unnamed, *tile_picks(PLANETARY_TILES))
        return Sheet(
            id="from-i",
            title=Text("Take a planetary objective"),
            verb="planetary",
            fields=(Field(label=Text("Its number"), kind="secret", picks=picks),),
            choices=(discard,),
            submit=Text("Take it face down"),
            note=Text("The number is optional, and only you see it"),
            icon="goal",
        )
    stellar = tuple(
        offer(
            s, seat, do.TakeStellar(tile), raw(str(number_of(tile))), tile_facts(s.says(tile), tile)
        )
        for tile in STELLAR_TILES
    )
    return Sheet(
        id="from-i",
        title=Text("Which stellar objective? Its number on the reference sheet"),
        choices=(*stellar, discard),
        icon="goal",
    )
