"""After the main action: additional actions, exotic objects, gifts of tiles, the end of the turn;
and between two rounds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from companion.games.cosmogenesis.bodies import (
    ASTEROID_BODY,
    INNERMOST_PLANET_PLACE,
    Place,
    format_body,
)
from companion.games.cosmogenesis.candidates import reveal_candidates
from companion.games.cosmogenesis.pieces import LIFE_STEP_NAMES
from companion.games.cosmogenesis.rules.exotic import UseExoticObject
from companion.games.cosmogenesis.rules.extra import (
    CollideBeltAsteroid,
    CreateLife,
    ExpandSystem,
    HitWithBeltComet,
    MakeCometFromAsteroids,
    MakeMoonFromAsteroid,
)
from companion.games.cosmogenesis.rules.gain import TakeGift, pending_gifts, takeable_gifts
from companion.games.cosmogenesis.rules.life import LivingBody, living_bodies
from companion.games.cosmogenesis.rules.round import FinishRound, NextRoundSetup, next_round_setup
from companion.games.cosmogenesis.rules.turn import EndTurn
from companion.games.cosmogenesis.rules.turn_end import next_seat
from companion.games.cosmogenesis.show.names import (
    CHOICE_BUILDER,
    first_refusal,
    offer,
    sheet_id_after_taking_tile,
    tile_description,
)
from companion.games.cosmogenesis.show.swap import token_swap_panels
from companion.games.cosmogenesis.show.table import TappableBody, own_system_scene
from companion.games.cosmogenesis.show.targets import (
    TapTarget,
    TargetSystemFacts,
    collision_targets,
    comet_targets,
    life_targets,
    moon_targets,
    open_sheet_choice,
    target_sheet,
)
from companion.games.cosmogenesis.show.tiles import (
    GIFT_CHIP_LABELS,
    GIFT_ICONS,
    enter_newest_hand_objective_sheet,
    enter_one_tile_sheet,
    first_reveal_candidate,
    first_unentered_tile,
    fitting_objectives_words,
    objective_reveal_sheet,
)
from companion.games.cosmogenesis.state import State, TokenInstructions
from companion.games.cosmogenesis.tiles import GIFTS, GIFTS_NEEDING_PLACE, STELLAR
from companion.games.cosmogenesis.words import (
    gift_words,
    place_label,
    place_words,
    tile_label,
    tile_words,
)
from companion.referee.controls import Choice
from companion.referee.offers import main_dock
from companion.referee.panels import (
    Checklist,
    ChecklistLine,
    ChecklistSection,
    Choices,
    Notice,
    OwnStyle,
    Panel,
    Sheet,
)
from companion.referee.text import SeatName, Text, joined_texts


def gift_panels(s: State, seat: int) -> tuple[Panel, ...]:
    """Returns the panels for gifts of tiles used or revealed this turn, and what enters the tile
    that nobody entered; () if none are left.
    """
    if not (s.turn.gains or s.turn.unread):
        return ()
    wanted = set(pending_gifts(s) if s.turn.gains else GIFTS)
    sheets: list[Sheet] = []
    choices = []
    for gift in (each for each in GIFTS if each in wanted):
        icon = GIFT_ICONS.get(gift, "power")
        words = GIFT_CHIP_LABELS[gift] if s.turn.unread else gift_words(gift)
        if gift in GIFTS_NEEDING_PLACE:
            spots = tuple(_spots(s, seat, gift))
            take = TakeGift(gift, INNERMOST_PLANET_PLACE)
            note = _with_turn_end(None, with_turn_end_if_nothing_left(s, seat, take))
            sheets.append(target_sheet(s, seat, (f"gain-{gift}", words, icon), spots, note))
            nowhere = partial(offer, s, seat, take, words)
            choices.append(open_sheet_choice(sheets[-1], words, nowhere=nowhere))
        else:
            choices.append(_finished(s, seat, TakeGift(gift), words, icon=icon))
    if s.turn.unread:
        return (_unread_gifts(s, seat, choices), *sheets, *_entering(s, seat)[1:])
    title = Text("What the tile gives you")
    return (Choices(id="gains", title=title, choices=tuple(choices)), *sheets)


def _unread_gifts(s: State, seat: int, choices: list[Choice]) -> Choices:
    """Returns what a tile that nobody entered may give: all of it at a glance, and last a way to
    enter the tile. Once something was taken for each such tile, it is one line.
    """
    tile = tile_label(s.turn.unread[-1])
    # Who takes it reads the tile (p. 10): each of these would say that the app doesn't know it.
    shown = tuple(replace(each, doubt=None) for each in choices)
    shown += tuple(opener for opener in _entering(s, seat)[:1] if isinstance(opener, Choice))
    taken = len(s.turn.read_out) >= len(s.turn.unread)
    return Choices(
        id="gains",
        title=None if taken else Text("{tile}: what does it give?", tile=tile),
        choices=() if taken else shown,
        folded=shown if taken else (),
        fold=Text("{tile}: does it give anything else?", tile=tile) if taken else None,
        style=OwnStyle("cells glance"),
    )


def _spots(s: State, seat: int, gift: str) -> Iterator[TapTarget]:
    """Yields the places where a gift that needs one may go."""

    def at(place: Place) -> Any:
        return with_turn_end_if_nothing_left(s, seat, TakeGift(gift, place))

    if gift == "moon":
        return moon_targets(s, seat, ASTEROID_BODY, lambda orbit: at(Place(orbit)))
    if gift == "collide":
        return collision_targets(s, seat, ASTEROID_BODY, at)
    if gift == "water-or-rings":
        return comet_targets(s, seat, at)
    return life_targets(s, seat, at, gift_words(gift))


def enter_tile_panels(s: State, seat: int) -> tuple[Panel, ...]:
    """Returns the panels that enter the first unknown tile of the seat, or for this seat alone the
    objective that it has taken; () if all are known, or it stands among what that tile gives.
    """
    found = _entering(s, seat)
    if not found or s.turn.unread:
        return ()
    opens, sheet = found
    return (Choices(id="unread", choices=(opens,), style="list"), sheet)


def _entering(s: State, seat: int) -> tuple[()] | tuple[Choice, Sheet]:
    """Returns the choice that opens the sheet of the first unknown tile, and that sheet; () if all
    are known.
    """
    tile = first_unentered_tile(s, (*s.turn.unread, *s.system(seat).public_tiles))
    sheet = enter_one_tile_sheet(tile) if tile else enter_newest_hand_objective_sheet(s, seat)
    if sheet is None:
        return ()
    label = Text("Enter this tile") if s.turn.unread else sheet.title
    detail = Text("You only need to do this once") if tile else sheet.note
    return Choice(label=label, sheet=sheet.id, icon="pencil", detail=detail), sheet


def round_end_panels(s: State, seat: int) -> tuple[Panel, ...]:
    """Returns a checklist of what to do between rounds; ticking it off is optional."""
    following = next_round_setup(s)
    sections = [_life(s)]
    if following is not None:
        sections.append(ChecklistSection(title=Text("Clean up"), lines=tuple(_clean_up(s))))
        title = Text("Refill for round {round}", round=s.round + 1)
        sections.append(ChecklistSection(title=title, lines=tuple(_refill(following))))
    checklist = Checklist(id="round", kept=True, shared=True, sections=tuple(sections))
    panels: tuple[Panel, ...] = (checklist, *_staying(s))
    if not seat:
        return panels
    label, detail = Text("Count the points"), None
    if following is not None:
        label = Text("Start round {round}", round=s.round + 1)
        detail = Text("{who} has the Monolith and starts", who=SeatName(following.first))
    go_on = offer(s, seat, FinishRound(), label, detail, "next")
    return (*panels, main_dock(go_on))


def _life(s: State) -> ChecklistSection:
    moving = [each for each in living_bodies(s) if not each.why]
    if not moving:
        line = ChecklistLine(icon="sprout", words=Text("No life to move"))
        return ChecklistSection(title=Text("Life evolves"), lines=(line,))
    n = len(moving)
    title = Text("Life evolves: move {n} counter", "Life evolves: move {n} counters", n=n)
    return ChecklistSection(title=title, lines=tuple(map(_moved, moving)))


def _moved(each: LivingBody) -> ChecklistLine:
    words = Text(
        "{who}: {before} to {after}",
        who=SeatName(each.seat),
        before=LIFE_STEP_NAMES[each.life],
        after=LIFE_STEP_NAMES[each.life + 1],
    )
    return ChecklistLine(icon=f"life-{each.life + 1}", words=words, detail=place_label(each.place))


_WHY = {
    "intelligent": Text("already intelligent"),
    "outside": Text("outside the habitable zone"),
    "dry": Text("no water"),
}


def _staying(s: State) -> tuple[Panel, ...]:
    """Returns a notice of the life that does not evolve, and why; () if there is none."""
    found = [each for each in living_bodies(s) if each.why]
    if not found:
        return ()
    places = (
        Text(
            "{who}'s {life} on {place} ({why})",
            who=SeatName(each.seat),
            life=LIFE_STEP_NAMES[each.life],
            place=place_words(each.place),
            why=_WHY[each.why],
        )
        for each in found
    )
    words = Text("Doesn't evolve:")
    return (Notice(id="stays", kind="info", shared=True, words=words, detail=joined_texts(places)),)


def _clean_up(s: State) -> Iterator[ChecklistLine]:
    yield ChecklistLine(
        icon="turn",
        words=Text("Round counter from {before} to {after}", before=s.round, after=s.round + 1),
    )
    yield ChecklistLine(
        icon="undo", words=Text("Take back your 4 player tokens"), detail=Text("Everyone")
    )
    yield ChecklistLine(
        icon="flag",
        words=Text("The last objective leaves the game"),
        detail=Text("From sector I"),
    )
    rest = Text("Asteroids and comets: to the reserve (our reading)")
    if s.option_value("sector.leftovers") == "reserve":
        rest = Text("Asteroids and comets: to the reserve")
    elif s.option_value("sector.leftovers") == "bag":
        rest = Text("Asteroids and comets too")
    yield ChecklistLine(icon="planet", words=Text("Bodies go back in the bag"), detail=rest)


def _refill(following: NextRoundSetup) -> Iterator[ChecklistLine]:
    kind, why = (
        Text("Sector I: {n} planetary objectives", n=following.objectives),
        Text("Even round"),
    )
    if following.kind == STELLAR:
        kind, why = (
            Text("Sector I: {n} stellar objectives", n=following.objectives),
            Text("Odd round"),
        )
    yield ChecklistLine(icon="flag", words=kind, detail=why)
    yield ChecklistLine(
        icon="planet",
        words=Text("Sectors II and III from the bag"),
        detail=Text("Turn over tokens that show water or rings"),
    )
    yield ChecklistLine(icon="asteroid", words=Text("Sector IV from the reserve"))


#: Sheets, each with the choice that opens it; refused, it opens nothing and tells why.
_Openers = tuple[tuple[Sheet, Choice], ...]


def after_main_action_panels(s: State, seat: int) -> tuple[Panel, ...]:
    """Returns the panels for everything that may still be done in this turn: by its name, or by
    tapping a body of the system.
    """
    end = offer(s, seat, EndTurn(), Text("End turn"), _before_end(s, seat), "end")
    gains, (extras, openers) = gift_panels(s, seat), _extras(s, seat)
    here = tuple(_body_sheets(s, seat, gains, openers))
    targets = tuple(
        TappableBody(place.moon, place.orbit, place_label(place), sheet.id, _is_lit(sheet))
        for place, sheet in here
    )
    return (
        *token_swap_panels(s, seat),
        *gains,
        *enter_tile_panels(s, seat),
        *extras,
        *_objects(s, seat),
        own_system_scene(s, seat, targets=targets),
        *(sheet for _, sheet in here),
        main_dock(end),
    )


def _body_sheets(
    s: State, seat: int, gains: tuple[Panel, ...], openers: _Openers
) -> Iterator[tuple[Place, Sheet]]:
    """Yields each body with the sheet of what can happen there, or why not: the spots of the sheets
    of gifts and additional actions, by the names of these. A moon is made at its planet.
    """
    found: dict[Place, list[Choice]] = {}
    named: list[tuple[Sheet, Text, Text | None]] = [
        *((each, each.title, None) for each in gains if isinstance(each, Sheet)),
        *((sheet, opener.label, opener.detail) for sheet, opener in openers),
    ]
    for sheet, label, price in named:
        for spot in sheet.facts.spots if isinstance(sheet.facts, TargetSystemFacts) else ():
            place = Place(spot.row, 0 if spot.ghost else spot.column)
            facts = [each for each in (price, spot.choice.detail) if each is not None]
            detail = joined_texts(facts) if facts else None
            choice = replace(spot.choice, label=label, detail=detail, icon=sheet.icon)
            found.setdefault(place, []).append(choice)
    for place, body in s.system(seat).bodies():
        if place in found:
            yield (
                place,
                Sheet(
                    id=f"at-{place.orbit}-{place.moon}",
                    title=place_label(place),
                    choices=(*sorted(found[place], key=_is_refused), *_reveals(s, seat, place)),
                    style="tiles",
                    icon=format_body(body),
                ),
            )


def _reveals(s: State, seat: int, place: Place) -> Iterator[Choice]:
    """Yields the objectives that the seat has entered and may reveal beside this planet."""
    entered = s.system(seat).entered
    if place.moon or not entered or not s.turn.extras:
        return
    for each in reveal_candidates(s, seat):
        if each.orbit == place.orbit and each.tile in entered:
            choice = _finished(s, seat, each, Text("Reveal"), tile_label(each.tile), "reveal")
            if choice.refusal is None:
                yield choice


def _is_lit(sheet: Sheet) -> bool:
    return not all(map(_is_refused, sheet.choices))


def _is_refused(choice: Choice) -> bool:
    return choice.refusal is not None


def _before_end(s: State, seat: int) -> Text | None:
    """Returns what may still be done before the turn ends; None if there is nothing."""
    if takeable_gifts(s, seat):
        return Text("Take your reward first")
    return Text("Additional action not used (optional)") if s.turn.extras else None


def _extras(s: State, seat: int) -> tuple[tuple[Panel, ...], _Openers]:
    """Returns the panels for the seven additional actions, in the rulebook's order; and the sheets
    among them, each with the choice that opens it.
    """
    # The head says what it is for: it takes no room from what is tapped.
    left = Text("{n} left this turn, optional", n=s.turn.extras)
    title = left if s.turn.extras > 1 else None
    if not s.turn.extras:
        return (
            Choices(id="extras", note=Text("You've used your additional action"), choices=()),
        ), ()
    ending = _ending(s, seat)
    moon, hit, comet, life, smash = _aims(s, seat, ending)
    reveal = objective_reveal_sheet(s, seat, partial(_finished, s, seat))
    one, expand = Text("1 asteroid"), ending(ExpandSystem())
    price = _with_turn_end(one, expand)
    inner, belt = INNERMOST_PLANET_PLACE, Text("from your belt")
    opens = partial(_opens, s, seat)
    openers = (
        (moon, opens(moon, MakeMoonFromAsteroid(inner.orbit), Text("Create a moon"), one)),
        (hit, opens(hit, CollideBeltAsteroid(inner), Text("Collide an asteroid"), one)),
        (comet, _comet(comet, ending(MakeCometFromAsteroids()))),
        (life, opens(life, CreateLife(inner), Text("Create life"), one)),
        (reveal, _reveal(s, seat, reveal)),
        (smash, opens(smash, HitWithBeltComet(inner), Text("Hit with a comet"), belt)),
    )
    *before, show, last = (choice for _, choice in openers)
    choices = (*before, offer(s, seat, expand, Text("Expand"), price, "expand"), show, last)
    return (_possible_first(title, choices), *(sheet for sheet, _ in openers)), openers


def _possible_first(title: Text | None, choices: tuple[Choice, ...]) -> Choices:
    """Returns the panel of these choices; what is not possible is one line, which tells why."""
    can = tuple(each for each in choices if each.refusal is None)
    no = tuple(each for each in choices if each.refusal is not None)
    fold = Text("{n} action not possible now", "{n} actions not possible now", n=len(no))
    return Choices(
        id="extras",
        title=title,
        note=None if can else Text("No additional action possible"),
        choices=can,
        folded=no,
        fold=fold if no else None,
    )


def _opens(s: State, seat: int, sheet: Sheet, action: Any, label: Text, detail: Text) -> Choice:
    """Returns a choice that opens the sheet. If no place is allowed, it is refused with the reason
    of the first place, or of `action` in an empty system.
    """
    return open_sheet_choice(sheet, label, detail, partial(offer, s, seat, action, label))


def _ending(s: State, seat: int) -> Callable[[Any], Any]:
    """Returns a function that makes an additional action also end the turn, if nothing else is left
    of it; but not if it leaves token instructions and no later turn to show them in.
    """
    turn, objects = s.turn, s.system(seat).exotics
    waits = turn.extras > 1 or turn.gains or turn.unread
    if waits or any(
        first_refusal(s, seat, (UseExoticObject(each.tile),)) is None for each in objects
    ):
        return lambda action: action
    passed = bool(next_seat(s))

    def ended(action: Any) -> Any:
        if not passed and action.apply(s, seat).turn.wood != TokenInstructions():
            return action
        return replace(action, last="end")

    return ended


def with_turn_end_if_nothing_left(s: State, seat: int, action: Any) -> Any:
    """Returns the reveal or the gift so that it also ends the turn, if nothing is left to do after
    it; but not if it leaves token instructions and no later turn to show them in.
    """
    turn = s.turn
    # Neither takes a tile that is still to be entered, and a reveal one additional action alone.
    if turn.seat == seat and (turn.unread or turn.extras > int(not isinstance(action, TakeGift))):
        return action
    after = action.apply(s, seat)
    turn, objects = after.turn, after.system(seat).exotics
    if turn.seat != seat or turn.extras or turn.gains or turn.unread:
        return action
    if any(first_refusal(after, seat, (UseExoticObject(each.tile),)) is None for each in objects):
        return action
    if not next_seat(s) and turn.wood != TokenInstructions():
        return action
    return replace(action, last="end")


def _finished(
    s: State, seat: int, action: Any, label: Text, detail: Text | None = None, icon: str = ""
) -> Choice:
    """Returns the choice of a reveal or a gift, which ends the turn if nothing is left after it."""
    ended = with_turn_end_if_nothing_left(s, seat, action)
    words = _with_turn_end(detail, ended)
    return offer(s, seat, ended, label, words, icon, opens=_opened(s, seat, ended))


def _with_turn_end(what: Text | None, action: Any) -> Text | None:
    """Returns what is said of an action, and that it ends the turn if it does."""
    if not action.last:
        return what
    return Text("Ends your turn") if what is None else Text("{what}. Ends your turn", what=what)


def _opened(s: State, seat: int, action: Any) -> str:
    """Returns the sheet that follows: for the tile that was not entered, or for the place of the
    only gift; "" if there is none.
    """
    after = action.apply(s, seat)
    if after.turn.unread:
        return sheet_id_after_taking_tile(s)
    gifts = takeable_gifts(after, seat)
    return f"gain-{gifts[0]}" if len(gifts) == 1 and gifts[0] in GIFTS_NEEDING_PLACE else ""


def _aims(s: State, seat: int, ending: Callable[[Any], Any]) -> Iterator[Sheet]:
    """Yields a sheet for each additional action that needs a place in the seat's system."""
    kept = ending(MakeCometFromAsteroids())
    belt = offer(s, seat, kept, Text("Keep it"), Text("to your belt"), "comet")
    note = _with_turn_end(None, kept)

    def at(make: Callable[[Any], Any]) -> Callable[[Any], Any]:
        return lambda where: ending(make(where))

    moon, life = Text("Where does the moon go?"), Text("Where does life arise?")
    hit, where = Text("What does the asteroid hit?"), Text("Where does the comet hit?")
    asked: tuple[tuple[str, Text, str, Iterator[TapTarget]], ...] = (
        (
            "extra-moon",
            moon,
            "new-moon",
            moon_targets(s, seat, ASTEROID_BODY, at(MakeMoonFromAsteroid)),
        ),
        (
            "extra-collide",
            hit,
            "collide",
            collision_targets(s, seat, ASTEROID_BODY, at(CollideBeltAsteroid)),
        ),
        ("extra-comet", where, "comet", comet_targets(s, seat, at(MakeCometFromAsteroids))),
        ("life", life, "life-0", life_targets(s, seat, at(CreateLife), Text("Life"))),
        ("smash", where, "drop", comet_targets(s, seat, at(HitWithBeltComet))),
    )
    for sheet_id, title, icon, spots in asked:
        choices = (belt,) if icon == "comet" else ()
        yield target_sheet(s, seat, (sheet_id, title, icon), spots, note, choices)


def _comet(sheet: Sheet, kept: Any) -> Choice:
    """Returns the choice of a comet for two asteroids: kept, or used at once. While it can hit
    nothing it is `kept` without a question.
    """
    label, detail = Text("Create a comet"), Text("2 asteroids")
    keep = sheet.choices[0]
    if keep.refusal is not None:
        return replace(keep, label=label)
    if all(spot.choice.refusal is not None for spot in sheet.facts.spots):
        return replace(keep, label=label, detail=_with_turn_end(detail, kept))
    return Choice(label=label, detail=detail, sheet=sheet.id, icon=sheet.icon)


def _reveal(s: State, seat: int, sheet: Sheet) -> Choice:
    """Returns the choice that opens the hand; refused if nothing of it may be revealed."""
    choice = Choice(
        label=Text("Reveal"),
        sheet=sheet.id,
        icon=sheet.icon,
        detail=fitting_objectives_words(s, seat),
    )
    if sheet.refusal is None:
        return choice
    action = CHOICE_BUILDER.notation.write(first_reveal_candidate(s, seat))
    return replace(choice, sheet="", action=action, refusal=sheet.refusal)


def _objects(s: State, seat: int) -> tuple[Panel, ...]:
    choices = tuple(_use(s, seat, each.tile, each.counters) for each in s.system(seat).exotics)
    if not choices:
        return ()
    note = Text("Each once a turn")
    title = Text("Exotic objects")
    return (Choices(id="objects", title=title, note=note, choices=choices, style="list"),)


def _use(s: State, seat: int, tile: str, counters: int | None) -> Choice:
    says = tile_description(s.tile_text(tile), tile)
    if counters is not None:
        says = Text("{left} left. {says}", left=counters, says=says)
    use = UseExoticObject(tile)
    label = Text("Use {tile}", tile=tile_words(tile))
    return offer(s, seat, use, label, says, "exotic", opens=_opened(s, seat, use))
