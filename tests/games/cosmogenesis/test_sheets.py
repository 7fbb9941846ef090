"""What a button opens holds something to tap."""

from __future__ import annotations

import re
from collections.abc import Iterator

from companion.games import CATALOGUE
from companion.games.cosmogenesis.pieces import (
    COLOURS_FOR_UNNAMED_GIANTS,
    SECTOR_FOUR_SPACES,
    UNNAMED_GIANT_COLOURS,
)
from companion.games.cosmogenesis.show.turn import FreeAndUsedSectors
from companion.referee.controls import Choice
from companion.referee.panels import Choices, Panel, Scene, Sheet
from companion.referee.text import english_translator
from tests.games.cosmogenesis.positions import opened
from tests.kit.controls import choices_in
from tests.kit.places import ROOT
from tests.kit.scenarios import played_on
from tests.kit.strategies import PLAYS, play

GAME = CATALOGUE["cosmogenesis"]
SAY = english_translator().say


def seen() -> Iterator[tuple[Panel, ...]]:
    """What every seat saw, from the empty systems of the first round on."""
    for recorded in PLAYS[:2]:
        played = play("cosmogenesis", recorded)
        for state in (*played.states[:40], *played.states[40::7]):
            yield from (GAME.show(state, seat) for seat in range(1, played.seats + 1))


def sectors(state: object) -> FreeAndUsedSectors:
    """The sectors as seat 1 sees them."""
    (scene,) = (panel for panel in GAME.show(state, 1) if panel.id == "sectors")
    assert isinstance(scene, Scene)
    shelves: FreeAndUsedSectors = scene.facts
    return shelves


def held(state: object) -> dict[str, tuple[Choice, ...]]:
    """What has a tap of its own, by the sector."""
    return {SAY(each.sector.label): each.held for each in sectors(state).free}


def openers(panels: tuple[Panel, ...]) -> Iterator[Choice]:
    for panel in panels:
        if isinstance(panel, Sheet | Choices):
            yield from (choice for choice in panel.choices if choice.sheet)
        elif panel.id == "sectors" and isinstance(panel, Scene):
            for shelf in panel.facts.free:
                yield shelf.sector
                yield from (choice for choice in shelf.held if choice.sheet)


def test_a_tapped_body_offers_all_that_the_sheets_of_places_offer() -> None:
    bodies = 0
    for panels in seen():
        sheets = {panel.id: panel for panel in panels if isinstance(panel, Sheet)}
        aims = [each for each in sheets.values() if each.tab == "turn" and each.drawing == "aim"]
        scene = next((panel for panel in panels if panel.id == "now"), None)
        if not isinstance(scene, Scene) or not scene.facts.targets:
            continue
        here = [sheets[target.sheet] for target in scene.facts.targets]
        bodies += len(here)
        tapped = sorted(each.action for sheet in here for each in sheet.choices)
        named = [spot.choice.action for sheet in aims for spot in sheet.facts.spots]
        assert sorted(named) == [each for each in tapped if not each.startswith("reveal")]
        for target, sheet in zip(scene.facts.targets, here, strict=True):
            assert target.lit is any(each.refusal is None for each in sheet.choices)
    assert bodies


def test_no_button_opens_a_sheet_without_a_place_to_tap() -> None:
    opened = 0
    for panels in seen():
        sheets = {panel.id: panel for panel in panels if isinstance(panel, Sheet)}
        for choice in openers(panels):
            sheet = sheets[choice.sheet]
            if sheet.drawing == "aim":
                opened += 1
                assert sheet.facts.spots or sheet.choices, choice
    assert opened > 50


def test_places_are_tapped_upon_the_systems_own_drawing() -> None:
    """Every sheet with places names a drawing that is on the same page."""
    laid = 0
    for panels in seen():
        drawn = [
            panel.facts.name for panel in panels if isinstance(panel, Scene) and panel.id == "now"
        ]
        for sheet in (panel for panel in panels if isinstance(panel, Sheet) and panel.drawing):
            laid += 1
            assert [sheet.upon] == drawn
    assert laid > 50


def test_what_a_sector_may_hold_has_a_tap_of_its_own_and_all_is_one_tap_behind() -> None:
    state = opened(2, None, "1 begin 1", "1 planet ii rock-2", "1 end", "2 discard i", "2 end")
    assert [SAY(each.label) for each in sectors(state).used] == ["II"]
    found = held(state)
    places = [*(f"put-iii-{n}" for n in (1, 2, 3, 4)), "exotic-iii"]
    assert [each.sheet for each in found["III"]] == places
    assert [each.action for each in found["IV"]][:4] == [
        f"belt {space}" for space in SECTOR_FOUR_SPACES
    ]
    assert found["I"] == ()


def test_a_rock_is_asked_for_its_place_only_where_it_has_several() -> None:
    state = opened(2, None, "1 begin 1")
    assert held(state)["II"][1].action == "planet ii rock-2"
    assert "put-ii-2" not in {panel.id for panel in GAME.show(state, 1)}
    for move in ("1 planet ii rock-2", "1 end", "2 discard i", "2 end"):
        state = played_on(GAME, state, move)
    assert held(state)["III"][1].sheet == "put-iii-2"
    sheets = {panel.id: panel for panel in GAME.show(state, 1) if isinstance(panel, Sheet)}
    assert len(sheets["put-iii-2"].facts.spots) == 3


def test_a_token_to_be_picked_has_the_colour_that_its_name_says() -> None:
    state = opened(2, {}, "1 begin 1", "1 colour d yellow", "1 colour e purple")
    panels = {panel.id: panel for panel in GAME.show(state, 1)}
    sheet = panels["from-ii"]
    assert isinstance(sheet, Sheet) and sheet.style == "fives d-is-yellow e-is-purple"
    styles = (ROOT / "static" / "css/games/cosmogenesis.css").read_text(encoding="utf-8")
    drawn = set(re.findall(r"\.([de]-is-\w+)", styles))
    assert drawn == {
        f"{colour}-is-{hue}"
        for colour in UNNAMED_GIANT_COLOURS
        for hue in COLOURS_FOR_UNNAMED_GIANTS
    }


def test_no_objective_that_lies_open_is_offered_for_a_hand() -> None:
    """Each number is in the box once; what one has entered stays, to be read and put right."""
    looked_at = 0
    for recorded in PLAYS[:2]:
        played = play("cosmogenesis", recorded)
        for state in played.states[::7]:
            lie_open = {tile for system in state.systems for tile in system.public_tiles}
            for seat in range(1, played.seats + 1):
                for sheet in GAME.show(state, seat):
                    if not isinstance(sheet, Sheet) or sheet.verb not in ("keep", "note"):
                        continue
                    for field in sheet.fields:
                        if field.kind not in ("secret", "numbers"):
                            continue
                        offered = {pick.value for pick in field.picks}
                        assert not offered & lie_open - {*state.system(seat).entered}, sheet.id
                        assert field.value in offered | {""}
                        looked_at += bool(lie_open)
    assert looked_at > 20


def extra(state: object, label: str) -> Choice:
    """The additional action of this name, as seat 1 is offered it."""
    offered = [each for panel in GAME.show(state, 1) for each in choices_in(panel)]
    return next(each for each in offered if SAY(each.label) == label)


def test_a_comet_that_can_hit_nothing_is_kept_without_a_question() -> None:
    state = opened(2, None, "1 begin 1", "1 mend asteroids 3", "1 belt asteroid")
    comet = extra(state, "Create a comet")
    assert (comet.sheet, comet.action) == ("", "extra-comet then end")
    assert comet.detail is not None and SAY(comet.detail) == "2 asteroids. Ends your turn"
    state = opened(2, None, "1 begin 1", "1 set 1 rock-3", "1 mend asteroids 3", "1 belt asteroid")
    assert extra(state, "Create a comet").sheet == "extra-comet"


def test_nothing_to_choose_is_said_of_no_sheet_with_something_to_tap() -> None:
    for panels in seen():
        for sheet in (panel for panel in panels if isinstance(panel, Sheet) and panel.choices):
            assert not sheet.note or "nothing to choose" not in SAY(sheet.note), sheet.id


def test_a_hand_fits_nowhere_only_if_all_of_its_needs_are_known() -> None:
    begun = ("1 keep planetary-7", "1 begin 1")
    moon = ("1 set 1 rock-3", "1 set 1.1 asteroid", "1 belt asteroid")
    said = []
    for known in ((), ("1 tile planetary-7 4,needs=rings",), ("1 tile planetary-7 4,needs=moons",)):
        detail = extra(opened(2, None, *begun, *moon, *known), "Reveal").detail
        said.append(detail and SAY(detail))
    assert said == [None, "It doesn't fit", "It fits"]
