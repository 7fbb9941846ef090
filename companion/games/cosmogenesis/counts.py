"""What a player should have before them, and the checks that all compare on."""

from __future__ import annotations

from companion.games.cosmogenesis.pieces import COMET_COUNT, ROUND_COUNT
from companion.games.cosmogenesis.rules.round import is_last_round
from companion.games.cosmogenesis.show.table import own_system_scene
from companion.games.cosmogenesis.state import Stage, State, System
from companion.games.cosmogenesis.words import tile_label
from companion.referee.checks import FINISH, ROUND, Check, Held, HeldNumbers
from companion.referee.text import Text, joined_texts, untranslated

#: The round at whose end all look at their boards; at the last one's end they do before counting.
LOOKED_AT_ROUND = ROUND_COUNT // 2


def held_by_seat(s: State, seat: int) -> HeldNumbers:
    """Returns what the seat should have before it (`Game.held`)."""
    system = s.system(seat)
    return (_bodies(system), _water(system), _life(system), *_belt(system), _tiles(system))


def _bodies(system: System) -> Held:
    planets, moons = len(system.orbits), sum(len(orbit.moons) for orbit in system.orbits)
    return Held(
        word=Text("planets + moons"),
        label=Text("Planets and moons"),
        value=planets + moons,
        icon="planet",
        said=Text("{planets} + {moons}", planets=planets, moons=moons),
    )


def _water(system: System) -> Held:
    number = sum(body.wet or body.rings for _, body in system.bodies())
    return Held(word=Text("water"), label=Text("Water and rings"), value=number, icon="drop")


def _life(system: System) -> Held:
    number = sum(body.has_life for _, body in system.bodies())
    return Held(word=Text("life"), label=Text("Life counters"), value=number, icon="life")


def _belt(system: System) -> HeldNumbers:
    return (
        Held(
            word=Text("asteroid", "asteroids", n=system.asteroids),
            label=Text("Asteroids"),
            value=system.asteroids,
            icon="asteroid",
            verb="mend asteroids",
        ),
        Held(
            word=Text("comet", "comets", n=system.comets),
            label=Text("Comets"),
            value=system.comets,
            icon="comet",
            verb="mend comets",
            high=COMET_COUNT,
        ),
    )


def _tiles(system: System) -> Held:
    """Returns the tiles that lie face up; what is in the hand is nobody else's."""
    tiles = system.public_tiles
    names = joined_texts(map(tile_label, tiles)) if tiles else None
    return Held(
        word=Text("tile", "tiles", n=len(tiles)),
        label=Text("Tiles, face up"),
        value=len(tiles),
        icon="flag",
        detail=names,
    )


def _monolith(s: State, seat: int) -> Held:
    has = s.monolith == seat
    return Held(
        word=Text("Monolith"),
        label=Text("Monolith"),
        value=int(has),
        icon="monolith",
        said=untranslated("✓" if has else "–"),
    )


def check_due(s: State) -> str:
    """Returns the look at the end of the third round, and the photo finish (`Game.check_due`)."""
    if s.stage == Stage.ROUND and s.round == LOOKED_AT_ROUND:
        return ROUND
    if s.stage == Stage.ROUND:
        return FINISH if is_last_round(s) else ""
    # Who has begun to count has gone on, and the table sees what is counted.
    counting = any(s.system(seat).worths or s.system(seat).done for seat in s.all_seats)
    return FINISH if s.stage == Stage.COUNT and not counting else ""


def check_of_seat(s: State, seat: int, which: str) -> Check:
    """Returns the seat's system with what lies beside it (`Game.check`)."""
    system, drawing = s.system(seat), own_system_scene(s, seat, "check")
    beside = (*_belt(system), _tiles(system), _monolith(s, seat))
    if which == ROUND:
        return Check(
            title=Text("Round {round} is over", round=s.round),
            asks=Text("Same as on your board?"),
            held=beside,
            drawing=drawing.drawing,
            facts=drawing.facts,
        )
    return Check(
        title=Text("Number check"),
        asks=Text("Does this match your board?"),
        held=(_bodies(system), _life(system), *beside),
        then=Text("Then the points are counted"),
        drawing=drawing.drawing,
        facts=drawing.facts,
    )
