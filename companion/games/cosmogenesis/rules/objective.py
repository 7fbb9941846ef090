"""Chapter "objective": stellar ones face up, planetary ones in hand until they are revealed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.games.cosmogenesis.instructions import given_at_once, token_on_sector
from companion.games.cosmogenesis.pieces import OrbitParameter, Sector
from companion.games.cosmogenesis.rules.exotic import (
    tile_already_held_objections,
    took_tile_log_line,
)
from companion.games.cosmogenesis.rules.extra import (
    extra_action_used_objections,
    with_extra_action_spent,
)
from companion.games.cosmogenesis.rules.features import missing_features_words
from companion.games.cosmogenesis.rules.gain import (
    with_entered_tile_gifts_given,
    with_tile_gifts_given,
)
from companion.games.cosmogenesis.rules.questions import (
    impossible_entry_objections,
    open_question_objections,
    settled_question_objections,
)
from companion.games.cosmogenesis.rules.sector import (
    unavailable_sector_objections,
    with_sector_used,
)
from companion.games.cosmogenesis.rules.turn_end import (
    MayEndTurn,
    TurnEndParameter,
    log_line_with_turn_end,
    turn_end_objections,
    with_optional_turn_end,
)
from companion.games.cosmogenesis.state import Stage, State, Step, System
from companion.games.cosmogenesis.tiles import (
    EXOTIC,
    PlanetaryTileParameter,
    StellarTileParameter,
    TileCodeParameter,
    TileParameter,
    TileText,
    can_tile_kind_have_code,
    parse_tile_code,
    tile_kind,
)
from companion.games.cosmogenesis.words import tile_content_words, tile_label, tile_words
from companion.referee.actions import Action, Objections, action
from companion.referee.counts import ReadNumber
from companion.referee.ruling import Objection
from companion.referee.text import SeatName, Text

_KINDS = {
    "stellar": Text("In round {round}, sector I has stellar objectives"),
    "planetary": Text("In round {round}, sector I has planetary objectives"),
}


def _kind_objections(s: State, kind: str) -> Objections:
    if s.objective_kind != kind:
        yield Objection(
            "objective.kind",
            _KINDS[s.objective_kind].filled(round=s.round),
            Text("Stellar objectives come in odd rounds, planetary ones in even rounds"),
        )


@action("stellar", "stellar stellar-7", Text("Take a stellar objective"), when=Step.MAIN)
class TakeStellarObjective(Action):
    """Takes a stellar objective, face up."""

    grounds = ("objective.stellar", "objective.kind")

    tile: StellarTileParameter

    def objections(self, s: State, seat: int) -> Objections:
        yield from unavailable_sector_objections(s, seat, Sector.I, (Sector.I,), Text("objectives"))
        yield from _kind_objections(s, "stellar")
        yield from tile_already_held_objections(s, self.tile)

    def unseen(self, s: State, seat: int) -> Text | None:
        return Text("Only your board shows whether it's in sector I.")

    def apply(self, s: State, seat: int) -> State:
        system = s.system(seat)
        system = replace(system, stellars=(*system.stellars, self.tile))
        return with_sector_used(s.with_system(seat, system), seat, Sector.I)

    def which(self, s: State, seat: int) -> Text:
        return tile_label(self.tile)

    def log_line(self, s: State, seat: int) -> Text:
        return took_tile_log_line(seat, self.tile)

    def instruct(self, s: State, seat: int, after: State) -> Iterator[Text]:
        yield token_on_sector(Sector.I)
        yield Text("{tile} face up in your right notch", tile=tile_label(self.tile))


@action(
    "planetary",
    "planetary",
    Text("Take a planetary objective (only you see which one)"),
    when=Step.MAIN,
    log=Text("{who} took a planetary objective"),
)
class TakePlanetaryObjective(Action):
    """Takes a planetary objective, face down; only its seat knows which one."""

    grounds = ("objective.planetary", "objective.kind")

    tile: PlanetaryTileParameter | None = None

    def objections(self, s: State, seat: int) -> Objections:
        yield from unavailable_sector_objections(s, seat, Sector.I, (Sector.I,), Text("objectives"))
        yield from _kind_objections(s, "planetary")

    def apply(self, s: State, seat: int) -> State:
        system = s.system(seat)
        entered = system.entered if self.tile is None else (*system.entered, self.tile)
        system = replace(system, hand=system.hand + 1, entered=entered)
        return with_sector_used(s.with_system(seat, system), seat, Sector.I)

    def public(self) -> Action:
        return replace(self, tile=None)

    def instruct(self, s: State, seat: int, after: State) -> Iterator[Text]:
        yield token_on_sector(Sector.I)
        yield Text("put the tile face down beside your board")


@action(
    "reveal",
    "reveal planetary-7 2",
    Text("Reveal a planetary objective beside an orbit"),
    when=Step.EXTRA,
)
class RevealObjective(MayEndTurn):
    """Reveals a planetary objective beside an orbit. `code`: what the tile says, if its seat
    entered that in secret before.
    """

    grounds = ("objective.reveal", "objective.needs")
    offers = (
        ("{who} revealed {tile} beside orbit {orbit}", Text("Reveal {tile} beside orbit {orbit}")),
    )
    rests_on_secrets = True

    tile: PlanetaryTileParameter
    orbit: OrbitParameter
    code: TileCodeParameter | None = None
    last: TurnEndParameter = None

    def __post_init__(self) -> None:
        if self.code is not None and not can_tile_kind_have_code(self.tile, self.code):
            raise ValueError("no planetary objective says that")

    def objections(self, s: State, seat: int) -> Objections:
        system = s.system(seat)
        yield from extra_action_used_objections(s)
        if not system.hand:
            yield Objection(
                "objective.hand",
                Text("You have no planetary objective in your hand"),
                Text("Take one in an even round"),
            )
        yield from tile_already_held_objections(s, self.tile)
        if system.hand and self.tile not in system.entered and len(system.entered) >= system.hand:
            yield from impossible_entry_objections(
                s, Text("You entered other objectives for your hand than this one")
            )
        if system.orbit(self.orbit) is None:
            yield Objection(
                "objective.orbit",
                Text("Orbit {orbit} has no planet", orbit=self.orbit),
                Text("Choose an orbit with a planet"),
            )
            return
        yield from _fit_objections(s, seat, self)
        if self.last:
            given = replace(self, last=None).apply(s, seat)
            yield from turn_end_objections(given, self.last)

    def unseen(self, s: State, seat: int) -> Text | None:
        if self.code or s.tile_text(self.tile) is not None:
            return None
        return Text("Whether the orbit meets it, only your tile shows.")

    def apply(self, s: State, seat: int) -> State:
        system = s.system(seat)
        orbit = system.orbit(self.orbit)
        if orbit is None:
            return s
        entered = tuple(tile for tile in system.entered if tile != self.tile)
        hand = max(0, system.hand - 1)
        system = replace(
            system,
            hand=hand,
            # A hand that is smaller than what was entered for it was entered wrongly.
            entered=entered if len(entered) <= hand else (),
            noted=tuple(each for each in system.noted if each[0] != self.tile),
        )
        system = system.with_orbit(
            self.orbit, replace(orbit, objectives=(*orbit.objectives, self.tile))
        )
        s = s.with_system(seat, system)
        if self.code:
            s = with_tile_text_known(s, self.tile, self.code)
        s = with_tile_gifts_given(with_extra_action_spent(s, seat), seat, self.tile)
        return with_optional_turn_end(s, seat, self.last)

    def reads_number(self, s: State, seat: int) -> ReadNumber | None:
        return tile_points_read(s, self.tile, self.code) if self.code else None

    def log_line(self, s: State, seat: int) -> Text:
        line = Text(
            "{who} revealed {tile} beside orbit {orbit}",
            who=SeatName(seat),
            tile=tile_words(self.tile),
            orbit=self.orbit,
        )
        return log_line_with_turn_end(line, seat, self.last)

    def instruct(self, s: State, seat: int, after: State) -> Iterator[Text]:
        yield Text("put the tile face up beside orbit {orbit}", orbit=self.orbit)
        yield from given_at_once(s, seat, after)


def _fit_objections(s: State, seat: int, a: RevealObjective) -> Objections:
    orbit = s.system(seat).orbit(a.orbit)
    if orbit is None:
        return
    if orbit.objectives:
        reason = Text("Orbit {orbit} already has an objective", orbit=a.orbit)
        remedy = Text("Choose an orbit without one")
        yield from open_question_objections(
            s, "objective.same-orbit", reason, refuses="one", remedy=remedy
        )
    said = parse_tile_code(a.code) if a.code else s.tile_text(a.tile)
    if said is not None and (missing := missing_features_words(a.orbit, orbit, said)):
        yield Objection(
            "objective.needs",
            Text("Orbit {orbit} doesn't meet it yet: {missing}", orbit=a.orbit, missing=missing),
            Text("Choose another orbit, or build this one up first"),
        )
    elif said is None:
        # Its owner reads what it needs (p. 10): nothing is left open.
        reason = Text("The app can't check what {tile} needs", tile=tile_words(a.tile))
        remedy = Text("Enter the tile once; the app keeps it")
        yield from settled_question_objections(
            s, "objective.unknown", reason, refuses="entered", remedy=remedy
        )


def with_tile_text_known(s: State, tile: str, code: str) -> State:
    """Returns the state in which every seat knows what a tile says."""
    s = replace(s, tiles=tuple(sorted({**dict(s.tiles), tile: code}.items())))
    said = parse_tile_code(code)
    if tile_kind(tile) == EXOTIC and said.uses:
        s = _counters_known(s, tile, said)
    return with_entered_tile_gifts_given(s, tile, said)


def tile_points_read(s: State, tile: str, code: str) -> ReadNumber | None:
    """Returns the points that a tile says, beside those of the box's other tiles of its kind; None
    if it says none.
    """
    said = parse_tile_code(code)
    if not said.points:
        return None
    others = (
        parse_tile_code(other)
        for name, other in s.known_tile_codes.items()
        if name != tile and tile_kind(name) == tile_kind(tile)
    )
    alike = (each.points for each in others if bool(each.per) == bool(said.per))
    if said.per:
        words = Text("{tile}: {n} for each", tile=tile_label(tile), n=said.points)
    else:
        words = Text(
            "{tile}: {n} point", "{tile}: {n} points", tile=tile_label(tile), n=said.points
        )
    return ReadNumber(words, tuple(filter(None, alike)))


def _counters_known(s: State, tile: str, said: TileText) -> State:
    for seat in s.all_seats:
        system = s.system(seat)
        known = (
            replace(each, counters=said.uses)
            if each.tile == tile and each.counters is None
            else each
            for each in system.exotics
        )
        s = s.with_system(seat, replace(system, exotics=tuple(known)))
    return s


@action("tile", "tile stellar-7 2,per=moons", Text("Enter a tile once"))
class EnterTileText(Action):
    """Enters what a tile of this group's box says."""

    grounds = ("game.tiles",)
    from_box = True

    tile: TileParameter
    code: TileCodeParameter

    def __post_init__(self) -> None:
        if not can_tile_kind_have_code(self.tile, self.code):
            raise ValueError("no tile of this kind says that")

    def apply(self, s: State, seat: int) -> State:
        return with_tile_text_known(s, self.tile, self.code)

    def log_line(self, s: State, seat: int) -> Text:
        return Text(
            "{who} entered {tile}: {says}",
            who=SeatName(seat),
            tile=tile_words(self.tile),
            says=tile_content_words(self.tile, parse_tile_code(self.code)),
        )

    def reads_number(self, s: State, seat: int) -> ReadNumber | None:
        return tile_points_read(s, self.tile, self.code)

    def corrects(self, s: State) -> bool:
        known = s.known_tile_codes.get(self.tile, self.code)
        return s.stage != Stage.SETUP and known != self.code


@action(
    "note",
    "note planetary-7 3,needs=rings",
    Text("Enter a planetary objective in your hand (only you see it)"),
    log=Text("{who} made a private note"),
)
class EnterHandObjectiveText(Action):
    """Enters what a planetary objective in the seat's hand says; no other seat sees it."""

    grounds = ("game.tiles",)

    tile: PlanetaryTileParameter
    code: TileCodeParameter

    def __post_init__(self) -> None:
        if not can_tile_kind_have_code(self.tile, self.code):
            raise ValueError("no planetary objective says that")

    def apply(self, s: State, seat: int) -> State:
        system: System = s.system(seat)
        noted = tuple(sorted({**dict(system.noted), self.tile: self.code}.items()))
        return s.with_system(seat, replace(system, noted=noted))

    def public(self) -> None:
        return None
