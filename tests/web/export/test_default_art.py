"""The key visual of a game that brings none."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from companion.referee.art import GameArt, GameColours
from companion.web.export.default_art import PALETTES, default_art

SVG = "{http://www.w3.org/2000/svg}"
DICE = (
    '<svg xmlns="http://www.w3.org/2000/svg"><symbol id="die" viewBox="0 0 24 24">'
    '<path d="M1 2h3"/></symbol></svg>'
)


@pytest.mark.parametrize("title", ["Comet Dice", "<b>&", "é", "神"])
def test_it_is_one_drawing_with_the_first_letter(title: str) -> None:
    drawn = default_art("comet-dice", title, GameArt())
    assert drawn == default_art("comet-dice", title, GameArt()), "the same everywhere"
    letters = [each.text for each in ElementTree.fromstring(drawn).iter(f"{SVG}text")]
    assert letters == [title[0]]
    assert len(drawn.encode()) < 7000


def test_two_games_have_two_skies() -> None:
    assert default_art("one", "Dice", GameArt()) != default_art("other", "Dice", GameArt())


def test_a_game_brings_its_colours_and_its_first_icon(tmp_path: Path) -> None:
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "dice.svg").write_text(DICE, encoding="utf-8")
    own = GameColours("#123456", ("#111111", "#222222", "#333333"))
    drawn = default_art("dice", "Dice", GameArt(root=tmp_path, icons="dice.svg", tints=(own, own)))
    assert ElementTree.fromstring(drawn).find(f".//{SVG}path[@d='M1 2h3']") is not None
    assert all(each in drawn for each in (own.hue, *own.auras))


def test_colours_that_are_no_plain_ones_are_not_drawn() -> None:
    odd = GameColours('"/><script>', ("#111111", "#222222", "#333333"))
    drawn = default_art("dice", "Dice", GameArt(tints=(odd, odd)))
    assert "<script" not in drawn and any(hue in drawn for hue, _ in PALETTES)
