"""The tab "Objectives": the seat's hand and open tiles, and the sheets on which a group enters once
what a tile of its box says, by picks alone.

A hand and the notes about it are read here, for the viewer alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cache

from companion.games.cosmogenesis.candidates import reveal_candidates
from companion.games.cosmogenesis.pieces import COLOUR_NAMES, GAS_GIANT_COLOURS, LIFE_STEP_NAMES
from companion.games.cosmogenesis.rules.features import missing_features_words
from companion.games.cosmogenesis.rules.objective import RevealObjective
from companion.games.cosmogenesis.rules.score import objective_points, scoring_objectives
from companion.games.cosmogenesis.show.names import (
    ENTER_HELD_SHEET,
    ENTER_SHEET,
    first_refusal,
    sheet_id_after_taking_tile,
    tile_description,
    tile_number_picks,
)
from companion.games.cosmogenesis.state import State
from companion.games.cosmogenesis.tiles import (
    EXOTIC,
    EXOTIC_TILES,
    PLANETARY,
    PLANETARY_TILES,
    STELLAR,
    STELLAR_TILES,
    TILES,
    UNCOUNTABLE_FEATURE,
    tile_kind,
)
from companion.games.cosmogenesis.words import SYSTEM_FEATURE_NAMES, tile_label, tile_words
from companion.referee.controls import Choice, Field, Pick
from companion.referee.panels import Choices, Panel, Sheet
from companion.referee.text import Text, joined_texts, untranslated

#: the label of something needed once; a mark is shown instead
NEEDED_ONCE_LABEL = Text("Yes")


@dataclass(frozen=True)
class RequirementChip:
    """A need of a tile as one button: each tap goes one of its steps further. A step has the
    feature, the number needed, and its label.
    """

    name: str
    label: Text
    steps: tuple[tuple[str, int, Text], ...]
    icon: str = ""


def _many(name: str, label: Text, most: int, icon: str) -> RequirementChip:
    """Returns the chip of a thing that can be needed several times."""
    steps = tuple((name, n, untranslated(str(n))) for n in range(1, most + 1))
    return RequirementChip(name, label, steps, icon)


def _sizes(name: str, label: Text, icon: str, *named: str) -> RequirementChip:
    """Returns the chip of a thing needed in a size or more, up to the largest."""
    return RequirementChip(
        name, label, tuple((each, 1, untranslated(each[-1])) for each in named), icon
    )


_COLOURS = tuple(GAS_GIANT_COLOURS)
_LIFE = RequirementChip(
    "life",
    Text("Life"),
    tuple(
        (name, 1, LIFE_STEP_NAMES[step])
        for step, name in enumerate(("life", "jellyfish", "fish", "lizard", "intelligent"))
    ),
    "life-0",
)


def _coloured(prefix: str) -> RequirementChip:
    steps = tuple((f"{prefix}-{each}", 1, COLOUR_NAMES[each]) for each in _COLOURS)
    return RequirementChip(f"{prefix}-colour", Text("Colour"), steps, "gas-blue-1")


_ELSE = RequirementChip(
    UNCOUNTABLE_FEATURE,
    Text("Something else"),
    ((UNCOUNTABLE_FEATURE, 1, NEEDED_ONCE_LABEL),),
    "ask",
)
_RINGS = RequirementChip("rings", Text("Rings"), (("rings", 1, NEEDED_ONCE_LABEL),), "planet")

#: what a planetary objective can need of its orbit
ORBIT_REQUIREMENT_CHIPS = (
    RequirementChip(
        "rock", Text("Terrestrial planet"), (("rock", 1, NEEDED_ONCE_LABEL),), "rock-4"
    ),
    _sizes("size", Text("Size"), "rock-2", "rock-2", "rock-3", "rock-4"),
    RequirementChip(
        "giant",
        Text("Gas giant"),
        (("giant", 1, NEEDED_ONCE_LABEL), ("large-giant", 1, Text("large"))),
        "gas-red-2",
    ),
    _coloured("giant"),
    _many("moons", Text("Moon"), 3, "new-moon"),
    _sizes("moon-size", Text("Moon of size"), "rock-1", "moons-2", "moons-3", "moons-4"),
    _RINGS,
    RequirementChip("wet", Text("Water"), (("wet", 1, NEEDED_ONCE_LABEL),), "drop"),
    _LIFE,
    _many("wet-moons", Text("Moon with water"), 3, "drop"),
    _many("living-moons", Text("Moon with life"), 3, "life-1"),
    RequirementChip(
        "zone",
        Text("Habitable zone"),
        (("zone", 1, Text("inside")), ("outside", 1, Text("outside"))),
        "sprout",
    ),
    _sizes("orbit", Text("Orbit"), "system", *(f"orbit-{n}" for n in range(1, 8))),
    _ELSE,
)
#: what a stellar objective can need of its system
SYSTEM_REQUIREMENT_CHIPS = (
    _many("planets", Text("Planets"), 7, "system"),
    _many("moons", Text("Moons"), 9, "new-moon"),
    _many("giants", Text("Gas giants"), 5, "gas-red-1"),
    _many("large-giants", Text("Large gas giants"), 3, "gas-red-2"),
    _coloured("giants"),
    _many("rocks", Text("Terrestrial bodies"), 9, "rock-4"),
    *(_many(f"size-{n}", Text("Size {size}", size=n), 4, f"rock-{n}") for n in range(1, 5)),
    _many("rings", Text("Rings"), 4, "planet"),
    _many("wet", Text("With water"), 6, "drop"),
    _many("life", Text("With life"), 6, "life-0"),
    _many("intelligent", Text("Intelligent life"), 3, "life-4"),
    _many("asteroids", Text("Asteroids"), 6, "asteroid"),
    _many("comets", Text("Comets"), 5, "comet"),
    _many("exotics", Text("Exotic objects"), 5, "exotic"),
    _many("revealed", Text("Planetary objectives"), 4, "flag"),
    _ELSE,
)

#: what points are most often given for; the rest folds out
OFTEN_SCORED_FEATURES = {
    "planets": Text("Planet"),
    "moons": Text("Moon"),
    "giants": Text("Gas giant"),
    "rings": Text("Rings"),
    "wet": Text("Water"),
    "life": Text("Life"),
    "comets": Text("Comet"),
    "exotics": Text("Exotic object"),
}
#: what a tile can give at once
GIFT_CHIP_LABELS = {
    "asteroid": Text("Asteroid"),
    "comet": Text("Comet"),
    "extra": Text("Additional action"),
    "advance": Text("Life step"),
    "life": Text("New life"),
    "moon": Text("Moon"),
    "collide": Text("Collision"),
    "water-or-rings": Text("Comet hits"),
    "monolith": Text("Monolith"),
    "module": Text("Expansion"),
    UNCOUNTABLE_FEATURE: Text("Something else"),
}

GIFT_ICONS = {
    "asteroid": "asteroid",
    "comet": "comet",
    "extra": "turn",
    "monolith": "monolith",
    "module": "expand",
    "advance": "life-2",
    "life": "life-0",
    "moon": "new-moon",
    "collide": "collide",
    "water-or-rings": "drop",
}

#: the numbers of points that a sheet offers
OFFERED_OBJECTIVE_POINTS = range(1, 19)
OFFERED_EXOTIC_USES = range(1, 7)

_TITLES = {
    STELLAR: Text("Enter a stellar objective"),
    PLANETARY: Text("Enter a planetary objective"),
    EXOTIC: Text("Enter an exotic object"),
}
_ENTERS = Text("Your tap enters the tile")
_KEPT = Text("Everyone sees it; the app remembers it for your group")
_ONLY_YOU = Text("Only you see it until you reveal it")
_ALL = {STELLAR: STELLAR_TILES, PLANETARY: PLANETARY_TILES, EXOTIC: EXOTIC_TILES}


def public_tiles_of_all_seats(s: State) -> frozenset[str]:
    """Returns every tile that all seats can see."""
    return frozenset(tile for system in s.systems for tile in system.public_tiles)


def first_unentered_tile(s: State, tiles: Iterable[str]) -> str:
    """Returns the first of these tiles that was not entered; "" if there is none."""
    return next((tile for tile in tiles if tile not in s.known_tile_codes), "")


def enter_tile_sheets(s: State, seat: int) -> tuple[Sheet, ...]:
    """Returns a sheet for each kind of tile. An unrevealed planetary objective is a secret of its
    holder, so only those that all can see are offered.
    """
    seen, own = public_tiles_of_all_seats(s), s.system(seat).public_tiles
    sheets = []
    for kind, tiles in _ALL.items():
        offered = tuple(tile for tile in tiles if kind != PLANETARY or tile in seen)
        if offered:
            value = first_unentered_tile(
                s, (each for each in (*own, *sorted(seen)) if each in offered)
            )
            number = _number(offered, value)
            sheets.append(_sheet(f"tile-{kind}", _TITLES[kind], "tile", (number, *_says(kind))))
    return tuple(sheets)


def enter_hand_objective_sheet(s: State, seat: int) -> Sheet:
    """Returns the sheet that enters an objective of the seat's hand; its text stays secret."""
    noted, seen = dict(s.system(seat).noted), public_tiles_of_all_seats(s)
    offered = tuple(tile for tile in PLANETARY_TILES if tile not in seen)
    new = (tile for tile in s.system(seat).entered if tile not in {*noted, *s.known_tile_codes})
    value = next((tile for tile in new if tile in offered), "")
    return _sheet(
        "note",
        Text("Enter an objective in your hand"),
        "note",
        (_number(offered, value), *_says(PLANETARY)),
        _ONLY_YOU,
    )


def enter_one_tile_sheet(tile: str) -> Sheet:
    """Returns the sheet that enters this tile, in the tab where it was taken."""
    title = Text("Enter {tile}", tile=tile_words(tile))
    return _sheet(ENTER_SHEET, title, f"tile {tile}", _says(tile_kind(tile)), tab="turn")


def enter_newest_hand_objective_sheet(s: State, seat: int) -> Sheet | None:
    """Returns the sheet that enters the newest objective in the seat's hand for this seat alone,
    in the tab where it was taken; None if it was entered, or the group enters none.
    """
    hand, noted = s.system(seat).entered, dict(s.system(seat).noted)
    *before, tile = hand or ("",)
    known = {*noted, *s.known_tile_codes, ""}
    if tile in known or not {*before} <= known or not sheet_id_after_taking_tile(s):
        return None
    title = Text("Enter {tile}", tile=tile_words(tile))
    return _sheet(ENTER_HELD_SHEET, title, f"note {tile}", _says(PLANETARY), _ONLY_YOU, "turn")


def _sheet(
    id: str,
    title: Text,
    verb: str,
    fields: tuple[Field, ...],
    note: Text = _KEPT,
    tab: str = "shared",
) -> Sheet:
    return Sheet(
        id=id,
        tab=tab,
        title=title,
        verb=verb,
        fields=fields,
        note=note,
        submit=Text("Enter it"),
        icon="pencil",
    )


def _number(tiles: tuple[str, ...], value: str) -> Field:
    label = Text("Number on the reference sheet")
    return Field(label=label, kind="numbers", picks=tile_number_picks(tiles), value=value)


#: the position of the first word of a tile's text in the notation
_FIRST = 2


# Saves 28 % of an action's processor time.
@cache
def _says(kind: str) -> tuple[Field, ...]:
    """Returns the fields of a tile. Its points, or its counters, are first in the notation but
    tapped last: that tap enters the tile.
    """
    rest: tuple[Field, ...]
    if kind == STELLAR:
        rest = (_needs(Text("Needs, at least"), SYSTEM_REQUIREMENT_CHIPS), _per())
    elif kind == PLANETARY:
        needs = _needs(Text("Its orbit needs at least"), ORBIT_REQUIREMENT_CHIPS)
        rest = (needs, *_gives(Text("You get right away")), _per())
    else:
        rest = _gives(Text("Each use gives"))
    last = _uses() if kind == EXOTIC else _points()
    placed = tuple(replace(each, at=n) for n, each in enumerate(rest, start=_FIRST + 1))
    return (*placed, replace(last, at=_FIRST))


def _points() -> Field:
    picks = tuple(Pick(value=str(n), label=untranslated(str(n))) for n in OFFERED_OBJECTIVE_POINTS)
    return Field(label=Text("Points"), kind="saves", picks=picks, join="says", note=_ENTERS)


def _per() -> Field:
    often = tuple(
        Pick(value=f",per={name}", label=label) for name, label in OFTEN_SCORED_FEATURES.items()
    )
    seldom = {
        name: label
        for name, label in SYSTEM_FEATURE_NAMES.items()
        if name not in OFTEN_SCORED_FEATURES
    }
    return Field(
        label=Text("Once, or for each"),
        kind="pick",
        picks=(Pick(value="", label=Text("Once")), *often),
        rare=tuple(Pick(value=f",per={name}", label=label) for name, label in seldom.items()),
        join="says",
    )


def _needs(label: Text, chips: tuple[RequirementChip, ...]) -> Field:
    picks = tuple(
        _step(f",needs={name}" + (f":{n}" if n > 1 else ""), said, chip.name)
        for chip in chips
        for name, n, said in chip.steps
    )
    groups = tuple(Pick(value=chip.name, label=chip.label, icon=chip.icon) for chip in chips)
    note = Text("Tap again for more")
    return Field(label=label, kind="cycle", groups=groups, picks=picks, note=note, join="says")


def _step(value: str, said: Text, chip: str) -> Pick:
    return Pick(
        value=value, label=said, icon="check" if said is NEEDED_ONCE_LABEL else "", group=chip
    )


def _gives(label: Text) -> tuple[Field, ...]:
    picks, groups = [], []
    for gift, words in GIFT_CHIP_LABELS.items():
        groups.append(Pick(value=gift, label=words, icon=GIFT_ICONS.get(gift, "ask")))
        for n in range(1, 4 if gift in ("asteroid", "comet") else 2):
            value = ",gives=" + "+".join([gift] * n)
            picks.append(_step(value, untranslated(str(n)) if n > 1 else NEEDED_ONCE_LABEL, gift))
    either = (
        Pick(value="", label=Text("All of it")),
        Pick(value=",either", label=Text("One of these")),
    )
    return (
        Field(label=label, kind="cycle", groups=tuple(groups), picks=tuple(picks), join="says"),
        Field(label=Text("If it's more than one"), kind="pick", picks=either, join="says"),
    )


def _uses() -> Field:
    picks = tuple(Pick(value=f",uses={n}", label=untranslated(str(n))) for n in OFFERED_EXOTIC_USES)
    label = Text("Counters it starts with")
    return Field(label=label, kind="saves", picks=picks, join="says", note=_ENTERS)


def objectives_tab_inputs(s: State, seat: int) -> tuple[object, ...]:
    """Returns what `objectives_tab_panels` hang on."""
    return (s.system(seat), s.tiles, s.options, *(each.public_tiles for each in s.systems))


def objectives_tab_panels(s: State, seat: int) -> tuple[Panel, ...]:
    """Returns the seat's objectives, and the sheets that enter what tiles say."""
    sheets = enter_tile_sheets(s, seat)
    return (*_held(s, seat), *_open(s, seat), _to_enter(sheets), *sheets, *_entered(s))


def _entered(s: State) -> tuple[Panel, ...]:
    """Returns every entered tile with its text, taken or not; () if there is none."""
    known = [tile for tile in TILES if tile in s.known_tile_codes]
    if not known:
        return ()
    lines = tuple(
        Choice(label=tile_label(t), detail=tile_description(s.tile_text(t), t)) for t in known
    )
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
        title=Text("Enter each tile once: the app remembers it"),
        choices=tuple(Choice(label=each.title, sheet=each.id, icon="pencil") for each in sheets),
    )


def hand_objectives_sheet(s: State, seat: int, tab: str) -> Sheet:
    """Returns the sheet of the seat's planetary objectives, covered and only for this seat. What
    lies open before anybody is in no hand.
    """
    system = s.system(seat)
    unnamed = Pick(value="", label=Text("Don't enter it"))
    seen = public_tiles_of_all_seats(s) - {*system.entered}
    offered = tuple(tile for tile in PLANETARY_TILES if tile not in seen)
    fields = tuple(
        Field(
            label=Text("Objective {n}: number on the reference sheet", n=n),
            kind="secret",
            picks=(unnamed, *tile_number_picks(offered)),
            value=system.entered[n - 1] if n <= len(system.entered) else "",
        )
        for n in range(1, system.hand + 1)
    )
    return Sheet(
        id="keep",
        tab=tab,
        title=Text("My planetary objectives"),
        verb="keep",
        fields=fields,
        choices=tuple(_known(s, seat, tile) for tile in system.entered) if tab == "shared" else (),
        submit=Text("Save"),
        note=Text("Only you see them"),
        icon="eye",
    )


def _held(s: State, seat: int) -> tuple[Panel, ...]:
    system = s.system(seat)
    if not system.hand:
        return ()
    keep, note = hand_objectives_sheet(s, seat, "shared"), enter_hand_objective_sheet(s, seat)
    held = Text("{n} in hand. Only you see it", "{n} in hand. Only you see them", n=system.hand)
    choices = (
        Choice(label=keep.title, sheet=keep.id, icon=keep.icon, detail=held),
        Choice(label=note.title, sheet=note.id, icon="pencil", detail=note.note),
    )
    return (Choices(id="hand", tab="shared", choices=choices, style="list"), keep, note)


def _known(s: State, seat: int, tile: str) -> Choice:
    """Returns an objective of the seat's hand with its text and where it fits."""
    facts = tile_description(s.tile_text_for_seat(seat, tile), tile)
    fits = orbits_meeting_objective(s, seat, tile)
    if fits:
        where = joined_texts(untranslated(str(n)) for n in fits)
        facts = Text("{says}. Fits orbit {orbits}", says=facts, orbits=where)
    return Choice(label=tile_label(tile), detail=facts, sheet="note")


def orbits_meeting_objective(s: State, seat: int, tile: str) -> tuple[int, ...]:
    """Returns the seat's orbits that meet what it knows of an objective; () if it knows nothing."""
    said = s.tile_text_for_seat(seat, tile)
    if said is None:
        return ()
    orbits = enumerate(s.system(seat).orbits, start=1)
    return tuple(n for n, orbit in orbits if missing_features_words(n, orbit, said) is None)


def fitting_objectives_words(s: State, seat: int) -> Text | None:
    """Returns how many of the seat's hand fit, without saying which; None if none is known to fit
    and what some of them need isn't known, or the hand is empty.
    """
    system = s.system(seat)
    known = [tile for tile in system.entered if s.tile_text_for_seat(seat, tile) is not None]
    fit = sum(bool(orbits_meeting_objective(s, seat, tile)) for tile in known)
    if not fit and (not system.hand or len(known) < system.hand):
        return None
    if system.hand == 1:
        return Text("It fits") if fit else Text("It doesn't fit")
    return Text("{n} of your {hand} fits", "{n} of your {hand} fit", n=fit, hand=system.hand)


def objective_reveal_sheet(s: State, seat: int, finished: Callable[..., Choice]) -> Sheet:
    """Returns the sheet of entered objectives at the orbits they fit; any other by number.
    `finished` makes a choice of a reveal.
    """
    entered = set(s.system(seat).entered)
    tries = tuple(reveal_candidates(s, seat))
    mine = [a for a in tries if a.tile in entered]
    choices = [finished(a, tile_label(a.tile), _beside(a.orbit), "flag") for a in mine]
    seen = public_tiles_of_all_seats(s)
    numbers = tuple(tile for tile in PLANETARY_TILES if tile not in seen)
    orbits = tuple(
        Pick(value=str(n), label=untranslated(str(n))) for n in range(1, _orbits(s, seat) + 1)
    )
    only = orbits[0].value if len(orbits) == 1 else ""
    refusal = first_refusal(s, seat, tries or (first_reveal_candidate(s, seat),))
    return Sheet(
        id="reveal",
        title=Text("Reveal a planetary objective"),
        note=Text("The orbit must meet what the objective says"),
        icon="reveal",
        verb="reveal",
        choices=tuple(each for each in choices if each.refusal is None),
        fields=(
            Field(label=Text("Beside which orbit"), kind="numbers", picks=orbits, value=only, at=2),
            Field(label=Text("Its number"), kind="saves", picks=tile_number_picks(numbers), at=1),
        ),
        opens=sheet_id_after_taking_tile(s),
        submit=Text("Reveal it"),
        refusal=refusal,
    )


def _open(s: State, seat: int) -> tuple[Panel, ...]:
    """Returns the seat's open tiles with their text and points so far; a tap corrects the text."""
    system = s.system(seat)
    choices = []
    for tile in dict.fromkeys(system.public_tiles):
        facts = tile_description(s.tile_text(tile), tile)
        own = system.exotic_object_copies(tile)
        for each in own:
            if each.counters is not None:
                facts = Text("{left} left. {says}", left=each.counters, says=facts)
        points = objective_points(s, system, tile) if tile in scoring_objectives(system) else None
        if points is not None:
            facts = Text("{says}. Worth {n} now", says=facts, n=points)
        choices.append(
            Choice(
                label=tile_label(tile),
                detail=facts,
                icon="exotic" if own else "flag",
                sheet=f"tile-{tile_kind(tile)}",
            )
        )
    title = Text("My tiles")
    return (Choices(id="open", tab="shared", title=title, choices=tuple(choices), style="list"),)


def _beside(orbit: int) -> Text:
    return Text("beside orbit {orbit}", orbit=orbit)


def _orbits(s: State, seat: int) -> int:
    return len(s.system(seat).orbits)


def first_reveal_candidate(s: State, seat: int) -> RevealObjective:
    """Returns the first reveal to try; without planets one that is refused, to show the reason."""
    return next(iter(reveal_candidates(s, seat)), RevealObjective(PLANETARY_TILES[0], 1))
