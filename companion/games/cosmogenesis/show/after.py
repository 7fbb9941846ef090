"""After the main action: additional actions, exotic objects, what tiles give, the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.cosmogenesis import actions as do
from companion.games.cosmogenesis.bodies import Place
from companion.games.cosmogenesis.candidates import orbits, places, reveals
from companion.games.cosmogenesis.show.names import place_facts
from companion.games.cosmogenesis.show.offers import first_refusal, offer
from companion.games.cosmogenesis.state import State, Wood
from companion.games.cosmogenesis.tile_words import gift_words
from companion.games.cosmogenesis.tiles import GIFTS, PLACED
from companion.games.cosmogenesis.words import listed, place_words, tile_words
from companion.referee.controls import Choice
from companion.referee.offers import main
from companion.referee.panels import Choices, Dock, Notice, Panel, Sheet
from companion.referee.text import Text, raw

_AT_PLACES: tuple[tuple[str, Text, str, Callable[[Place], Any]], ...] = (
    ("extra-collide", Text("Collide an asteroid"), "move", do.ExtraCollide),
    ("extra-comet", Text("Make a comet of 2 asteroids and hit"), "discharge", do.ExtraComet),
    ("life", Text("Create life"), "life", do.CreateLife),
    ("smash", Text("Hit a body with a comet from your belt"), "discharge", do.Smash),
)


def after(s: State, seat: int) -> tuple[Panel, ...]:
    """Everything that may still be done in this turn."""
    end = offer(s, seat, do.End(), Text("End turn"), icon="end")
    return (
        *wood_panels(s),
        *_extras(s, seat),
        *_objects(s, seat),
        *_gains(s, seat),
        Dock(id="dock", choices=(main(end),)),
    )


def wood_panels(s: State) -> tuple[Panel, ...]:
    """What to do with the real tokens after the last action."""
    words = list(_wood_words(s.turn.wood))
    if not words:
        return ()
    return (Notice(id="wood", kind="ok", words=Text("On the table"), detail=listed(words)),)


def _wood_words(wood: Wood) -> Any:
    for word in wood.take:
        yield Text("take {token} from the reserve", token=raw(word))
    for word in wood.back:
        yield Text("return {token} to the reserve", token=raw(word))
    for place in wood.turned:
        yield Text("turn over or exchange {place}", place=place_words(place))
    for place in wood.fell:
        yield Text("life on {place} goes back to the bacterium", place=place_words(place))
    if wood.monolith:
        yield Text("take the Monolith")


def _extras(s: State, seat: int) -> tuple[Panel, ...]:
    sheets = (_moon_sheet(s, seat), *_place_sheets(s, seat), _reveal_sheet(s, seat))
    direct = (
        offer(s, seat, do.ExtraComet(), Text("Make a comet of 2 asteroids"), icon="star-group"),
        offer(s, seat, do.Expand(), Text("Expand your system"), icon="plus"),
    )
    opens = tuple(_opens(sheet) for sheet in sheets)
    return (
        Choices(
            id="extras",
            title=Text("Additional action (optional)"),
            note=Text("{n} left this turn", n=s.turn.extras),
            choices=(*opens, *direct),
        ),
        *sheets,
    )


def _opens(sheet: Sheet) -> Choice:
    return Choice(
        label=sheet.title,
        sheet=sheet.id,
        icon=sheet.icon,
        refusal=sheet.refusal,
    )


def _sheet(s: State, seat: int, name: tuple[str, Text, str], tries: tuple[Any, ...]) -> Sheet:
    """A sheet with one tap for each of these; why none, where none is allowed."""
    sheet_id, title, icon = name
    choices = tuple(offer(s, seat, a, _label(s, seat, a)) for a in tries)
    note = None if choices else Text("There's nothing to choose yet")
    refusal = first_refusal(s, seat, tries)
    return Sheet(id=sheet_id, title=title, icon=icon, choices=choices, note=note, refusal=refusal)


def _label(s: State, seat: int, a: Any) -> Text:
    if isinstance(a, do.Reveal):
        where = place_words(Place(a.orbit))
        return Text("{tile}: {place}", tile=tile_words(a.tile), place=where)
    place = Place(a.orbit) if isinstance(a, do.ExtraMoon) else a.place
    return place_facts(s, seat, place)


def _moon_sheet(s: State, seat: int) -> Sheet:
    tries = tuple(do.ExtraMoon(orbit) for orbit in orbits(s, seat))
    return _sheet(s, seat, ("extra-moon", Text("Make an asteroid a moon"), "convert"), tries)


def _place_sheets(s: State, seat: int) -> tuple[Sheet, ...]:
    return tuple(
        _sheet(s, seat, (sheet_id, title, icon), tuple(map(make, places(s, seat))))
        for sheet_id, title, icon, make in _AT_PLACES
    )


def _reveal_sheet(s: State, seat: int) -> Sheet:
    """Only what this seat entered of its hand; the panel is its own."""
    told = set(s.system(seat).told)
    tries = tuple(a for a in reveals(s, seat) if a.tile in told)
    return _sheet(s, seat, ("reveal", Text("Reveal a planetary objective"), "reveal"), tries)


def _objects(s: State, seat: int) -> tuple[Panel, ...]:
    choices = tuple(
        offer(s, seat, do.Use(each.tile), tile_words(each.tile), icon="power")
        for each in s.system(seat).exotics
    )
    if not choices:
        return ()
    return (Choices(id="objects", title=Text("Use an exotic object"), choices=choices),)


def _gains(s: State, seat: int) -> tuple[Panel, ...]:
    if not (s.turn.gains or s.turn.unread):
        return ()
    wanted = {gift for gifts in s.turn.gains for gift in gifts} if s.turn.gains else set(GIFTS)
    choices = []
    for gift in GIFTS:
        if gift not in wanted:
            continue
        targets: tuple[Place | None, ...] = places(s, seat) if gift in PLACED else (None,)
        choices += [
            offer(s, seat, do.Gain(gift, place), gift_words(gift), _where(place))
            for place in targets
        ]
    return (Choices(id="gains", title=Text("What the tile gives you"), choices=tuple(choices)),)


def _where(place: Place | None) -> Text | None:
    return None if place is None else place_words(place)
