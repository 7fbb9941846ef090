"""After the main action: additional actions, exotic objects, what tiles give, the end."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.cosmogenesis import actions as do
from companion.games.cosmogenesis.bodies import STONE, Place, read_body
from companion.games.cosmogenesis.candidates import reveals
from companion.games.cosmogenesis.rules.comet import COMET
from companion.games.cosmogenesis.show.aims import (
    Spot,
    aim_sheet,
    comets,
    hits,
    lives,
    moons,
    stones,
    why_none,
)
from companion.games.cosmogenesis.show.names import tile_facts
from companion.games.cosmogenesis.show.offers import offer
from companion.games.cosmogenesis.show.taking import now
from companion.games.cosmogenesis.state import State, Wood
from companion.games.cosmogenesis.tile_words import gift_words
from companion.games.cosmogenesis.tiles import GIFTS, PLACED
from companion.games.cosmogenesis.words import body_words, listed, place_words, tile_words
from companion.referee.controls import Choice
from companion.referee.offers import main
from companion.referee.panels import Choices, Dock, Notice, Panel, Sheet
from companion.referee.text import Text

_GIFT_ICONS = {"asteroid": "asteroid", "comet": "comet", "monolith": "monolith", "module": "expand"}


def after(s: State, seat: int) -> tuple[Panel, ...]:
    """Everything that may still be done in this turn."""
    unused = Text("Extra action not used (optional)") if s.turn.extras else None
    end = offer(s, seat, do.End(), Text("End turn"), unused, "end")
    return (
        *wood_panels(s),
        *_gains(s, seat),
        now(s, seat),
        *_extras(s, seat),
        *_objects(s, seat),
        Dock(id="dock", choices=(main(end),)),
    )


def wood_panels(s: State) -> tuple[Panel, ...]:
    """What to do with the real tokens after the last action."""
    words = list(_wood_words(s))
    if not words:
        return ()
    return (Notice(id="wood", kind="ok", words=Text("On the table:"), detail=listed(words)),)


def _token(s: State, word: str) -> Text:
    return Text("comet") if word == COMET else body_words(s, read_body(word))


def _wood_words(s: State) -> Iterator[Text]:
    wood: Wood = s.turn.wood
    if len(wood.take) == len(wood.back) == 1:
        take, back = _token(s, wood.take[0]), _token(s, wood.back[0])
        yield Text("take a {take} from the reserve, turn the {back} in", take=take, back=back)
    else:
        for word in wood.take:
            yield Text("take a {token} from the reserve", token=_token(s, word))
        for word in wood.back:
            yield Text("return a {token} to the reserve", token=_token(s, word))
    for place in wood.turned:
        yield Text("turn over or swap {place}", place=place_words(place))
    for place in wood.fell:
        yield Text("life on {place} goes back to the bacterium", place=place_words(place))
    if wood.monolith:
        yield Text("take the Monolith")


def _extras(s: State, seat: int) -> tuple[Panel, ...]:
    sheets = tuple(_extra_sheets(s, seat))
    belt = offer(s, seat, do.ExtraComet(), Text("2 asteroids: a comet"), icon="comet")
    expand = offer(s, seat, do.Expand(), Text("Expand your system"), icon="expand")
    return (
        Choices(
            id="extras",
            title=Text("Anything else?"),
            note=Text("Extra action: {n} left this turn, optional", n=s.turn.extras),
            choices=(*(_opens(sheet) for sheet in sheets), belt, expand),
            style="cells",
        ),
        *sheets,
    )


def _extra_sheets(s: State, seat: int) -> Iterator[Sheet]:
    for sheet_id, title, icon, spots in (
        ("extra-moon", Text("Asteroid becomes a moon"), "new-moon", stones(s, seat)),
        ("extra-collide", Text("Asteroid collides"), "collide", _stone_hits(s, seat)),
        ("life", Text("Create life"), "life-0", _arises(s, seat)),
        ("smash", Text("Comet from your belt hits"), "comet", comets(s, seat, do.Smash)),
        ("extra-comet", Text("2 asteroids: a comet hits"), "comet", _made(s, seat)),
        ("reveal", Text("Reveal an objective"), "reveal", ()),
    ):
        if sheet_id == "reveal":
            yield _reveal_sheet(s, seat, title)
        else:
            yield aim_sheet(s, seat, (sheet_id, title, icon), spots)


def _stone_hits(s: State, seat: int) -> Iterator[Spot]:
    return hits(s, seat, STONE, do.ExtraCollide)


def _arises(s: State, seat: int) -> Iterator[Spot]:
    return lives(s, seat, do.CreateLife, Text("Life"))


def _made(s: State, seat: int) -> Iterator[Spot]:
    return comets(s, seat, do.ExtraComet)


def _opens(sheet: Sheet) -> Choice:
    refusal = sheet.refusal
    if refusal is None and sheet.facts is not None:
        refusal = why_none(sheet.facts.spots)
    return Choice(label=sheet.title, sheet=sheet.id, icon=sheet.icon, refusal=refusal)


def _reveal_sheet(s: State, seat: int, title: Text) -> Sheet:
    """Only what this seat entered of its hand; the panel is its own."""
    told = set(s.system(seat).told)
    tries = tuple(a for a in reveals(s, seat) if a.tile in told)
    choices = tuple(offer(s, seat, a, _where(a)) for a in tries)
    note = None if choices else Text("First enter it under Objectives. Only you see it there")
    return Sheet(id="reveal", title=title, icon="reveal", choices=choices, note=note)


def _where(a: do.Reveal) -> Text:
    return Text("{tile}: orbit {orbit}", tile=tile_words(a.tile), orbit=a.orbit)


def _objects(s: State, seat: int) -> tuple[Panel, ...]:
    choices = tuple(
        offer(
            s,
            seat,
            do.Use(each.tile),
            tile_words(each.tile),
            tile_facts(s.says(each.tile), each.tile),
            "exotic",
        )
        for each in s.system(seat).exotics
    )
    if not choices:
        return ()
    return (Choices(id="objects", title=Text("Use an exotic object"), choices=choices),)


def _gains(s: State, seat: int) -> tuple[Panel, ...]:
    if not (s.turn.gains or s.turn.unread):
        return ()
    wanted = {gift for gifts in s.turn.gains for gift in gifts} if s.turn.gains else set(GIFTS)
    sheets, choices = [], []
    for gift in (each for each in GIFTS if each in wanted):
        if gift in PLACED:
            sheet = aim_sheet(
                s, seat, (f"gain-{gift}", gift_words(gift), "power"), _gain_spots(s, seat, gift)
            )
            sheets.append(sheet)
            choices.append(_opens(sheet))
        else:
            icon = _GIFT_ICONS.get(gift, "power")
            choices.append(offer(s, seat, do.Gain(gift), gift_words(gift), icon=icon))
    gains = Choices(id="gains", title=Text("What the tile gives you"), choices=tuple(choices))
    return (gains, *sheets)


def _gain_spots(s: State, seat: int, gift: str) -> Iterator[Spot]:
    """Where a gift that needs a place may go."""

    def at(place: Place) -> do.Gain:
        return do.Gain(gift, place)

    if gift == "moon":
        return moons(s, seat, STONE, lambda orbit: at(Place(orbit)))
    if gift == "collide":
        return hits(s, seat, STONE, at)
    if gift == "water-or-rings":
        return comets(s, seat, at)
    return lives(s, seat, at, gift_words(gift))
