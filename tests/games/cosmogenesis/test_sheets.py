"""What a button opens holds something to tap."""

from __future__ import annotations

import re
from collections.abc import Iterator

from companion.games import CATALOGUE
from companion.games.cosmogenesis.pieces import HUES, UNNAMED
from companion.referee.controls import Choice
from companion.referee.panels import Choices, Panel, Sheet
from tests.games.cosmogenesis.positions import opened
from tests.kit.places import ROOT
from tests.kit.scenarios import played_on
from tests.kit.strategies import PLAYS, play

GAME = CATALOGUE["cosmogenesis"]


def seen() -> Iterator[tuple[Panel, ...]]:
    """What every seat saw, from the empty systems of the first round on."""
    for recorded in PLAYS[:2]:
        played = play("cosmogenesis", recorded)
        for state in (*played.states[:40], *played.states[40::7]):
            yield from (GAME.show(state, seat) for seat in range(1, played.seats + 1))


def openers(panels: tuple[Panel, ...]) -> Iterator[Choice]:
    for panel in panels:
        if isinstance(panel, Sheet | Choices):
            yield from (choice for choice in panel.choices if choice.sheet)


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


def test_the_sectors_come_before_the_system_so_that_a_small_phone_shows_them_at_once() -> None:
    state = opened(2, None, "1 begin 1")
    turn = [panel.id for panel in GAME.show(state, 1) if panel.tab == "turn"]
    assert turn.index("sectors") < turn.index("now")


def test_a_rock_is_asked_for_its_place_only_where_it_has_several() -> None:
    state = opened(2, None, "1 begin 1")
    sheets = {panel.id: panel for panel in GAME.show(state, 1) if isinstance(panel, Sheet)}
    assert sheets["from-ii"].choices[1].action == "planet ii rock-2"
    assert "put-ii-2" not in sheets
    for move in ("planet ii rock-2", "end"):
        state = played_on(GAME, state, f"1 {move}")
    state = played_on(GAME, played_on(GAME, state, "2 discard i"), "2 end")
    sheets = {panel.id: panel for panel in GAME.show(state, 1) if isinstance(panel, Sheet)}
    assert sheets["from-iii"].choices[1].sheet == "put-iii-2"
    assert len(sheets["put-iii-2"].facts.spots) == 3


def test_a_token_to_be_picked_has_the_colour_that_its_name_says() -> None:
    state = opened(2, {}, "1 begin 1", "1 colour d yellow", "1 colour e purple")
    panels = {panel.id: panel for panel in GAME.show(state, 1)}
    sheet = panels["from-ii"]
    assert isinstance(sheet, Sheet) and sheet.style == "fives d-is-yellow e-is-purple"
    styles = (ROOT / "static" / "css/games/cosmogenesis.css").read_text(encoding="utf-8")
    drawn = set(re.findall(r"\.([de]-is-\w+)", styles))
    assert drawn == {f"{colour}-is-{hue}" for colour in UNNAMED for hue in HUES}
