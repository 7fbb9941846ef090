"""The tab "Objectives": what is in the own hand, the own open tiles, and tiles to enter.

What is in a hand and what was noted about it is read here, and only for the viewer.
"""

from __future__ import annotations

from companion.games.cosmogenesis.actions import Reveal
from companion.games.cosmogenesis.candidates import reveals
from companion.games.cosmogenesis.rules.features import lacking
from companion.games.cosmogenesis.rules.score import objectives, tile_points
from companion.games.cosmogenesis.show.names import tile_facts, tile_picks
from companion.games.cosmogenesis.show.offers import first_refusal, offer
from companion.games.cosmogenesis.show.tile_sheets import entering, noting, open_tiles
from companion.games.cosmogenesis.state import State
from companion.games.cosmogenesis.tiles import EXOTIC_TILES, PLANETARY_TILES, STELLAR_TILES, kind_of
from companion.games.cosmogenesis.words import listed, tile_label
from companion.referee.controls import Choice, Field, Pick
from companion.referee.panels import Choices, Panel, Sheet
from companion.referee.text import Text, raw

ALL_TILES = (*STELLAR_TILES, *PLANETARY_TILES, *EXOTIC_TILES)


def hand_panels(s: State, seat: int) -> tuple[Panel, ...]:
    """The own objectives, and the sheets to enter what tiles say."""
    sheets = entering(s, seat)
    return (*_held(s, seat), *_open(s, seat), _to_enter(sheets), *sheets, *_entered(s))


def _entered(s: State) -> tuple[Panel, ...]:
    """Every tile that somebody entered and what it says, whether it was taken or not."""
    known = [tile for tile in ALL_TILES if tile in s.codes]
    if not known:
        return ()
    lines = tuple(Choice(label=tile_label(t), detail=tile_facts(s.says(t), t)) for t in known)
    fold = Text("{n} tile entered", "{n} tiles entered", n=len(known))
    return (
        Choices(
            id="entered",
            tab="shared",
            shared=True,
            screen="no",
            choices=(),
            style="list",
            folded=lines,
            fold=fold,
        ),
    )


def _to_enter(sheets: tuple[Sheet, ...]) -> Choices:
    return Choices(
        id="entering",
        tab="shared",
        title=Text("Enter a tile once. Your group keeps it"),
        choices=tuple(Choice(label=each.title, sheet=each.id, icon="pencil") for each in sheets),
    )


def keep_sheet(s: State, seat: int, tab: str) -> Sheet:
    """Which planetary objectives are in the own hand; told covered, and only to this seat."""
    system = s.system(seat)
    unnamed = Pick(value="", label=Text("Don't enter it"))
    fields = tuple(
        Field(
            label=Text("Objective {n}", n=n),
            kind="secret",
            picks=(unnamed, *tile_picks(PLANETARY_TILES)),
            value=system.told[n - 1] if n <= len(system.told) else "",
        )
        for n in range(1, system.hand + 1)
    )
    return Sheet(
        id="keep",
        tab=tab,
        title=Text("My planetary objectives"),
        verb="keep",
        fields=fields,
        choices=tuple(_known(s, seat, tile) for tile in system.told) if tab == "shared" else (),
        submit=Text("Save"),
        note=Text("Only you see them"),
        icon="eye",
    )


def _held(s: State, seat: int) -> tuple[Panel, ...]:
    system = s.system(seat)
    if not system.hand:
        return ()
    keep, note = keep_sheet(s, seat, "shared"), noting(s, seat)
    held = Text("{n} in hand. Only you see them", n=system.hand)
    choices = (
        Choice(label=keep.title, sheet=keep.id, icon=keep.icon, detail=held),
        Choice(label=note.title, sheet=note.id, icon="pencil", detail=note.note),
    )
    return (Choices(id="hand", tab="shared", choices=choices, style="list"), keep, note)


def _known(s: State, seat: int, tile: str) -> Choice:
    """An objective of the own hand with what it says and where it fits."""
    facts = tile_facts(s.says_to(seat, tile), tile)
    fits = fitting_orbits(s, seat, tile)
    if fits:
        where = listed(raw(str(n)) for n in fits)
        facts = Text("{says}. Fits orbit {orbits}", says=facts, orbits=where)
    return Choice(label=tile_label(tile), detail=facts, sheet="note")


def fitting_orbits(s: State, seat: int, tile: str) -> tuple[int, ...]:
    """The own orbits that meet what this seat knows of an objective."""
    said = s.says_to(seat, tile)
    if said is None:
        return ()
    orbits = enumerate(s.system(seat).orbits, start=1)
    return tuple(n for n, orbit in orbits if lacking(n, orbit, said) is None)


def fitting(s: State, seat: int) -> Text | None:
    """How many of the own hand fit somewhere, without saying which."""
    system = s.system(seat)
    if not system.told:
        return None
    fit = sum(bool(fitting_orbits(s, seat, tile)) for tile in system.told)
    return Text("{n} of your {hand} fits", "{n} of your {hand} fit", n=fit, hand=system.hand)


def reveal_sheet(s: State, seat: int) -> Sheet:
    """What this seat entered of its hand, beside the orbits that it fits; any other by number."""
    told = set(s.system(seat).told)
    tries = tuple(reveals(s, seat))
    mine = [a for a in tries if a.tile in told]
    choices = [offer(s, seat, a, tile_label(a.tile), _beside(a.orbit), "flag") for a in mine]
    seen = open_tiles(s)
    numbers = tuple(tile for tile in PLANETARY_TILES if tile not in seen)
    orbits = tuple(Pick(value=str(n), label=raw(str(n))) for n in range(1, _orbits(s, seat) + 1))
    refusal = first_refusal(s, seat, tries or (first_reveal(s, seat),))
    return Sheet(
        id="reveal",
        title=Text("Reveal a planetary objective"),
        icon="reveal",
        verb="reveal",
        choices=tuple(each for each in choices if each.refusal is None),
        fields=(
            Field(label=Text("Its number"), kind="numbers", picks=tile_picks(numbers)),
            Field(label=Text("Beside which orbit"), kind="numbers", picks=orbits),
        ),
        submit=Text("Reveal it"),
        refusal=refusal,
    )


def _open(s: State, seat: int) -> tuple[Panel, ...]:
    """The own open tiles, with what they say and pay so far; a tap corrects what is said."""
    system = s.system(seat)
    choices = []
    for tile in dict.fromkeys(system.open_tiles):
        facts = tile_facts(s.says(tile), tile)
        own = system.copies(tile)
        for each in own:
            if each.counters is not None:
                facts = Text("{left} left. {says}", left=each.counters, says=facts)
        points = tile_points(s, system, tile) if tile in objectives(system) else None
        if points is not None:
            facts = Text("{says}. Worth {n} now", says=facts, n=points)
        choices.append(
            Choice(
                label=tile_label(tile),
                detail=facts,
                icon="exotic" if own else "flag",
                sheet=f"tile-{kind_of(tile)}",
            )
        )
    title = Text("My tiles")
    return (Choices(id="open", tab="shared", title=title, choices=tuple(choices), style="list"),)


def _beside(orbit: int) -> Text:
    return Text("beside orbit {orbit}", orbit=orbit)


def _orbits(s: State, seat: int) -> int:
    return len(s.system(seat).orbits)


def first_reveal(s: State, seat: int) -> Reveal:
    """The first that there is to try, or one where no planet is yet: only to hear why not."""
    return next(iter(reveals(s, seat)), Reveal(PLANETARY_TILES[0], 1))
