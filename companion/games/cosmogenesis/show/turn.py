"""The top of the phone, and the main action in three taps: the sector, what was taken, its place in
the seat's system, with the result.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from companion.games.cosmogenesis.bodies import (
    INNERMOST_PLANET_PLACE,
    ROCKS,
    Body,
    format_body,
    make_gas_giant,
)
from companion.games.cosmogenesis.pieces import (
    COLOUR_NAMES,
    GAS_GIANT_COLOURS,
    GAS_GIANT_SIZES,
    ROUND_COUNT,
    SECTOR_FOUR_SPACE_NAMES,
    SECTOR_FOUR_SPACES,
    SECTORS,
    SECTORS_FILLED_FROM_BAG,
    TURNS_PER_ROUND,
    UNNAMED_GIANT_COLOURS,
    Sector,
    SectorFourSpace,
)
from companion.games.cosmogenesis.rules import seats_to_act
from companion.games.cosmogenesis.rules.belt import AddToAsteroidBelt
from companion.games.cosmogenesis.rules.comet import HitWithComet
from companion.games.cosmogenesis.rules.discard import DiscardForAsteroid
from companion.games.cosmogenesis.rules.exotic import TakeExoticObject
from companion.games.cosmogenesis.rules.objective import (
    TakePlanetaryObjective,
    TakeStellarObjective,
)
from companion.games.cosmogenesis.rules.planet import MakePlanet
from companion.games.cosmogenesis.rules.score import points_so_far, unsure_points
from companion.games.cosmogenesis.rules.turn import EndTurn
from companion.games.cosmogenesis.show.names import (
    ENTER_HELD_SHEET,
    offer,
    sheet_id_after_taking_tile,
    take_tile_choice,
    tile_number_picks,
)
from companion.games.cosmogenesis.show.table import own_system_scene
from companion.games.cosmogenesis.show.targets import (
    comet_targets,
    open_sheet_choice,
    sector_targets,
    target_sheet,
)
from companion.games.cosmogenesis.state import Stage, State, Step, turns_left
from companion.games.cosmogenesis.tiles import (
    EXOTIC_TILES,
    PLANETARY,
    PLANETARY_TILES,
    STELLAR_TILES,
)
from companion.games.cosmogenesis.words import body_words
from companion.referee.controls import Choice, Field
from companion.referee.panels import Banner, Dock, OwnStyle, Panel, Scene, Sheet
from companion.referee.text import SeatName, Text, joined_texts, untranslated

_STEPS = (Text("Take"), Text("Additional action"), Text("End turn"))
_STAGES = {
    Stage.SETUP: Text("Set up the table"),
    Stage.ROUND: Text("Round {round} is over"),
    Stage.COUNT: Text("Count your points"),
    Stage.OVER: Text("Final score"),
}


def banner(s: State, viewer: int) -> Banner:
    """Returns the title and facts for this seat (0: a spectator). Points that another's move may
    still take are told apart: the head promises nothing.
    """
    unsure = unsure_points(s, viewer) if viewer else 0
    points = points_so_far(s, viewer) - unsure if viewer else None
    return replace(_without_points(s, viewer), points=points, unsure=unsure)


def _without_points(s: State, viewer: int) -> Banner:
    if s.stage != Stage.PLAY:
        title = _STAGES[s.stage].filled(round=s.round)
        return Banner(id="banner", title=title, line=_waits_for(s), seat=viewer)
    if s.turn.seat != viewer:
        title = Text("It's {who}'s turn", who=SeatName(s.turn.seat))
        return Banner(id="banner", title=title, line=_facts(s), seat=viewer)
    first = s.turn.step == Step.MAIN
    return Banner(
        id="banner",
        title=Text("Your turn") if first else Text("Anything else?"),
        line=_facts(s),
        whole=Text("Your turn: Take") if first else None,
        seat=viewer,
        steps=_STEPS,
        current=0 if first else 1,
    )


def _facts(s: State) -> Text:
    acting = s.turn.seat
    turn = TURNS_PER_ROUND - turns_left(s, acting) + (s.turn.step == Step.MAIN)
    return Text(
        "Round {round} of {rounds}, turn {turn} of {turns}",
        round=s.round,
        rounds=ROUND_COUNT,
        turn=turn,
        turns=TURNS_PER_ROUND,
    )


def _waits_for(s: State) -> Text:
    if s.stage == Stage.OVER:
        return Text("Round {round} was the last one", round=s.round)
    if s.stage == Stage.COUNT:
        waiting = joined_texts(
            Text("{who}", who=SeatName(seat)) for seat in sorted(seats_to_act(s))
        )
        return Text("The table waits for {who}", who=waiting)
    return Text("Anyone can tap the next step")


def token_icon(body: Body) -> str:
    """Returns the icon of a token: "rock-3", "gas-red-1"."""
    return format_body(body)


#: in the order of the sheet: a row of small ones, a row of large ones
_GIANTS = tuple(
    make_gas_giant(colour, size) for size in GAS_GIANT_SIZES for colour in GAS_GIANT_COLOURS
)


@dataclass(frozen=True)
class FreeSectorChoices:
    """A free sector: its direct choices, the choice that opens the rest, and all their sheets."""

    sector: Choice
    held: tuple[Choice, ...]
    sheets: tuple[Sheet, ...]


@dataclass(frozen=True)
class FreeAndUsedSectors:
    """The sectors as this seat has them now: free and used ones."""

    free: tuple[FreeSectorChoices, ...]
    used: tuple[Choice, ...]


def bag_sector_choices(s: State, seat: int, sector: Sector) -> FreeSectorChoices:
    """Returns what the bag may have given: rocks and their places, exotic objects, gas giants on a
    sheet. In an empty system, a rock can only be the first planet.
    """
    give_up = discard_choice(s, seat, sector)
    aimed = bool(s.system(seat).orbits)
    puts = tuple(_put(s, seat, sector, body, give_up) for body in ROCKS if aimed)
    exotic = _exotic(s, seat, sector)
    rest = Sheet(
        id=f"from-{sector}",
        title=Text("What did you take from sector {sector}?", sector=sector.upper()),
        choices=(
            *(_giant(s, seat, sector, body) for body in _GIANTS),
            *_leftovers(s, seat, sector),
            give_up,
        ),
        style=OwnStyle(" ".join(("fives", *_hues(s)))),
        icon="turn",
    )
    held = (
        *map(_aimed_rock, ROCKS, puts),
        *(_first_planet(s, seat, sector, body) for body in ROCKS if not aimed),
        Choice(label=Text("Exotic"), sheet=exotic.id, icon="exotic"),
    )
    return FreeSectorChoices(_opener(sector, rest, Text("More…")), held, (rest, *puts, exotic))


def _opener(sector: Sector, sheet: Sheet, detail: Text) -> Choice:
    return Choice(label=untranslated(sector.upper()), sheet=sheet.id, detail=detail)


def _hues(s: State) -> Iterator[str]:
    """Yields the colours that replace made-up ones in this box, for drawing tokens."""
    hues = {colour: s.colour_name_at_table(colour) for colour in UNNAMED_GIANT_COLOURS}
    yield from (f"{colour}-is-{hue}" for colour, hue in hues.items() if hue != colour)


def _aimed_rock(body: Body, sheet: Sheet) -> Choice:
    return open_sheet_choice(sheet, _rock(body))


def _first_planet(s: State, seat: int, sector: Sector, body: Body) -> Choice:
    return offer(s, seat, MakePlanet(sector, body), _rock(body), icon=token_icon(body))


def _rock(body: Body) -> Text:
    return Text("Rock {size}", size=body.size)


def _put(s: State, seat: int, sector: Sector, body: Body, give_up: Choice) -> Sheet:
    title = Text("Where does the {body} go?", body=body_words(s, body))
    name = (f"put-{sector}-{body.size}", title, token_icon(body))
    spots = sector_targets(s, seat, sector, body)
    return target_sheet(s, seat, name, spots, choices=(give_up,))


def _giant(s: State, seat: int, sector: Sector, body: Body) -> Choice:
    """Returns the choice that makes a gas giant the next planet, which is all that it can be."""
    hue = s.colour_name_at_table(body.colour)
    colour = untranslated(hue.upper()) if hue in UNNAMED_GIANT_COLOURS else COLOUR_NAMES[hue]
    label = Text("{colour} {size}", colour=colour, size=body.size)
    gas_giant = Text("gas giant")
    return offer(s, seat, MakePlanet(sector, body), label, gas_giant, token_icon(body))


def discard_choice(s: State, seat: int, sector: Sector) -> Choice:
    """Returns the choice that discards what was taken."""
    detail = Text("for an asteroid")
    return offer(s, seat, DiscardForAsteroid(sector), Text("Discard it"), detail, "asteroid")


def _leftovers(s: State, seat: int, sector: Sector) -> Iterator[Choice]:
    """Yields what is only in the bag if the group puts sector IV's leftovers into it."""
    for space in (SectorFourSpace.ASTEROID, SectorFourSpace.COMET):
        choice = offer(
            s,
            seat,
            AddToAsteroidBelt(space, sector),
            SECTOR_FOUR_SPACE_NAMES[space],
            Text("to your belt"),
            space,
        )
        if choice.refusal is None:
            yield choice


def _exotic(s: State, seat: int, sector: Sector) -> Sheet:
    choices = (take_tile_choice(s, seat, TakeExoticObject(sector, tile)) for tile in EXOTIC_TILES)
    return Sheet(
        id=f"exotic-{sector}",
        title=Text("Which exotic object?"),
        note=Text("Its number on the reference sheet. A bare number: no one entered that tile yet"),
        choices=tuple(choices),
        style="fives",
        icon="exotic",
    )


_ICONS = {SectorFourSpace.MONOLITH: "monolith", SectorFourSpace.TWO: "asteroids"}


def main_action_panels(s: State, seat: int) -> tuple[Panel, ...]:
    """Returns the contents of every sector, which is what is tapped first, below them the seat's
    system, in which places are tapped, and a sheet for each following step.
    """
    used = s.system(seat).used
    free = tuple([_shelf(s, seat, each) for each in SECTORS if each not in used])
    no_more = (
        offer(s, seat, DiscardForAsteroid(each), untranslated(each.upper()))
        for each in SECTORS
        if each in used
    )
    end = offer(s, seat, EndTurn(), Text("End turn"), icon="end", main=True)
    return (
        Scene(
            id="sectors",
            drawing="sectors",
            facts=FreeAndUsedSectors(
                tuple(replace(each, sheets=()) for each in free), tuple(no_more)
            ),
        ),
        own_system_scene(s, seat),
        *(sheet for each in free for sheet in each.sheets),
        Dock(id="dock", choices=(end,)),
    )


def _shelf(s: State, seat: int, sector: Sector) -> FreeSectorChoices:
    if sector in SECTORS_FILLED_FROM_BAG:
        return bag_sector_choices(s, seat, sector)
    if sector == Sector.IV:
        return _fourth(s, seat)
    if s.objective_kind != PLANETARY:
        stellar = _stellar(s, seat)
        return FreeSectorChoices(_opener(sector, stellar, Text("Stellar")), (), (stellar,))
    named = _planetary(s, seat)
    unnamed = offer(s, seat, TakePlanetaryObjective(), Text("Take it face down"), icon="flag")
    return FreeSectorChoices(_opener(sector, named, Text("Planetary")), (unnamed,), (named,))


def _fourth(s: State, seat: int) -> FreeSectorChoices:
    """Returns sector IV: to the belt, a comet used at once, or a discard."""
    name = ("comet", Text("Where does the comet hit?"), "drop")
    hit = target_sheet(s, seat, name, comet_targets(s, seat, HitWithComet))
    given_up = Sheet(
        id="discard-iv",
        title=Text("What do you discard for an asteroid?"),
        choices=tuple(
            offer(
                s,
                seat,
                DiscardForAsteroid(Sector.IV, space),
                SECTOR_FOUR_SPACE_NAMES[space],
                None,
                _icon(space),
            )
            for space in SECTOR_FOUR_SPACES
        ),
        icon="asteroid",
    )
    label = Text("Collide the comet")
    nowhere = partial(offer, s, seat, HitWithComet(INNERMOST_PLANET_PLACE), label)
    held = (
        *(_space(s, seat, space) for space in SECTOR_FOUR_SPACES),
        open_sheet_choice(hit, label, Text("rings or water"), nowhere),
    )
    return FreeSectorChoices(_opener(Sector.IV, given_up, Text("More…")), held, (given_up, hit))


def _icon(space: SectorFourSpace) -> str:
    return _ICONS.get(space, space)


def _space(s: State, seat: int, space: SectorFourSpace) -> Choice:
    detail = Text("to your belt")
    return offer(
        s, seat, AddToAsteroidBelt(space), SECTOR_FOUR_SPACE_NAMES[space], detail, _icon(space)
    )


def _stellar(s: State, seat: int) -> Sheet:
    choices = (take_tile_choice(s, seat, TakeStellarObjective(tile)) for tile in STELLAR_TILES)
    return Sheet(
        id="from-i",
        title=Text("Which stellar objective?"),
        note=Text("Its number on the reference sheet. A bare number: no one entered that tile yet"),
        choices=(*choices, discard_choice(s, seat, Sector.I)),
        style="fives",
        icon="flag",
    )


def _planetary(s: State, seat: int) -> Sheet:
    """Returns the sheet on which a tap takes a planetary objective by its number."""
    return Sheet(
        id="from-i",
        title=Text("Take a planetary objective"),
        verb="planetary",
        fields=(
            Field(label=Text("Its number"), kind="saves", picks=tile_number_picks(PLANETARY_TILES)),
        ),
        choices=(discard_choice(s, seat, Sector.I),),
        opens=sheet_id_after_taking_tile(s, ENTER_HELD_SHEET),
        submit=Text("Take it face down"),
        note=Text("The number is optional, and only you see it"),
        icon="flag",
    )
