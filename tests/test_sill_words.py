"""What the sill and the head say fits there in every language: at most two lines, or three small
ones beside a button. Of a guided step that is its first sentence.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

import pytest
from PIL import ImageFont

from companion.games import CATALOGUE
from companion.referee.panels import Banner, Notice, Panel
from companion.referee.text import Text
from companion.tables import TakeBack
from companion.web.language.languages import LANGUAGES as SPOKEN
from companion.web.language.shortened import after_first_sentence, first_sentence
from companion.web.page import correction_text
from tests.kit.controls import choices_in
from tests.kit.kept_games import kept_games, moves, states, transcript_of
from tests.kit.places import CODE
from tests.kit.spoken import tongue

#: Letters of a word that has the row to itself, and of one beside a button: of 360 pixels.
ALONE, BESIDE = 78, 56
#: A name as long as most: what is longer is cut in its own place.
NAME = "Katharina"
LANGUAGES = ("", ".de", ".es", ".fr", ".it")


def lengths(folder: Path, language: str) -> Iterator[tuple[str, int, int]]:
    """Every sentence that is said first, its length, and how long it may be."""
    cards = tomllib.loads((folder / "lessons.toml").read_text("utf-8"))["led"]
    # A language comes game by game: a game that hasn't it yet speaks English.
    its = folder / f"lessons{language}.toml"
    said = tomllib.loads(its.read_text("utf-8"))["led"] if its.exists() else cards
    for key, words in said.items():
        button = cards[key].get("tap") or cards[key].get("shared")
        for kind in words.keys() & {"words", "watch", "brief"}:
            first = first_sentence(words[kind].replace("{who}", NAME))
            most = BESIDE if button and kind != "watch" else ALONE
            yield f"{key}.{kind}: {first}", len(first), most
            if cards[key].get("ticks"):
                then = after_first_sentence(words[kind].replace("{who}", NAME))
                yield f"{key}.{kind}: {then}", len(then), most


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", CATALOGUE)
def test_a_guided_step_fits_the_sill(slug: str, language: str) -> None:
    found = list(lengths(CODE / "games" / slug, language))
    assert len(found) > 10
    assert [words for words, long, most in found if long > most] == []


#: Guided steps that stand beside a main button, where three small lines have room.
BESIDE_MAIN = {"crafting": ("sliders", "end-on"), "cosmogenesis": ("extra",)}
#: Pixels of such a line on a phone of 360, and of its letters; how many lines there are.
LINE, LETTER, LINES = 128, 12, 3


def lines_of(words: str) -> int:
    """How many such lines these words take, in the widest typeface that phones have."""
    wide = ImageFont.truetype(str(CODE / "web" / "export" / "fonts" / "DejaVuSans.ttf"), LETTER)
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if wide.getlength(longer) > LINE:
            lines.append(word)
        else:
            lines[-1] = longer
    return len(lines)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", BESIDE_MAIN)
def test_a_guided_step_beside_a_button_is_whole_in_wide_letters(slug: str, language: str) -> None:
    found = [
        said.partition(": ")[2]
        for said, _, _ in lengths(CODE / "games" / slug, language)
        if said.partition(".")[0] in BESIDE_MAIN[slug] and ".watch" not in said.partition(": ")[0]
    ]
    assert len(found) > 1
    assert [words for words in found if lines_of(words) > LINES] == []


#: The title of the head and its step: two lines of 360 pixels beside points and purse.
HEAD = 31
#: What has no length of its own: as many names, tokens or gifts as there are. It is cut where the
#: sill ends, and is whole behind it.
LISTS = {
    "{goal}: {gained}",
    "{goal}: {points}",
    "A roll of {total} pays: {earned}",
    "{told}. {then}",
    "{some}, {more}",
}
#: A body with its size or colour, where it is and what became of it: drawn in the room as well.
BODIES = {
    "{who} collided a {body} with {place}: {result}",
    "{who} collided an asteroid with {place}: {result}",
    "{who} created a moon in orbit {orbit}: {body}",
    "{who} created a planet in orbit {orbit}: {body}",
    "{who} made a comet and used it: {result}",
    "{who} completed a size {size} nebula in {sector} for {points} and discarded {star}",
}
#: Between two looks at the panels of a game: they take long.
EVERY = 15


def said_by(panels: tuple[Panel, ...]) -> Iterator[tuple[Text, int]]:
    """What these panels bring to head and sill, each with how long it may be."""
    for panel in panels:
        if isinstance(panel, Banner):
            yield panel.title, HEAD
            yield panel.line, ALONE
        if isinstance(panel, Notice):
            yield panel.words, ALONE
        for choice in choices_in(panel):
            # A no has its way on beside it; what the table decides has a row of its own.
            if choice.refusal:
                yield choice.refusal.reason, BESIDE
            if choice.doubt:
                yield choice.doubt.reason, ALONE


def said_in(slug: str) -> set[tuple[Text, int]]:
    """What head and sill say in the kept games of a game."""
    game, said = CATALOGUE[slug], set[tuple[Text, int]]()
    for file in kept_games(slug):
        for number, ((seat, action), state) in enumerate(
            zip(moves(file), states(slug, file), strict=False)
        ):
            said.add((game.say(state, seat, game.read(action), 0), ALONE))
            if number % EVERY == 0:
                for viewer in {seat, 1 + number % transcript_of(file).seats}:
                    said |= set(said_by(game.show(state, viewer)))
    return {(text, most) for text, most in said if text.source not in LISTS | BODIES}


@pytest.mark.long
@pytest.mark.parametrize("slug", CATALOGUE)
def test_what_the_sill_says_fits(slug: str) -> None:
    said = said_in(slug)
    assert len(said) > 100
    found = {(tongue(each, NAME).say(text), most) for each in SPOKEN for text, most in said}
    assert sorted(words for words, most in found if len(words) > most) == []


@pytest.mark.parametrize("language", SPOKEN)
def test_how_many_actions_go_is_ahead_of_what_may_be_cut(language: str) -> None:
    """The sill cuts a long line at its end: a number behind it would be read by nobody."""
    counted = TakeBack(entry_seq=1, others=(2, 3, 4))
    table = SimpleNamespace(entry=lambda seq: SimpleNamespace(seat=1))
    spoken = tongue(language, NAME)
    with patch.object(correction_text, "_entry_text", lambda *_: Text("LINE")):
        event = SimpleNamespace(seat=2)
        for text in (
            correction_text.proposal_text(table, counted, None, 1),  # type: ignore[arg-type]
            correction_text._taken_back(table, event, counted, 1),  # type: ignore[arg-type]
        ):
            words = spoken.say(text)
            assert -1 < words.find("3") < words.find("LINE"), words


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("Take it. Then go on.", "Take it."),
        ("Is it there? Then go on.", "Is it there?"),
        ("Seulement ? Oui.", "Seulement ?"),
        ("It scores 1.5 times", "It scores 1.5 times"),
        ("Take all!", "Take all!"),
    ],
)
def test_the_first_sentence(words: str, first: str) -> None:
    assert first_sentence(words) == first
