"""A turn said in one line: what is read from it in each language, and that any text is read."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from itertools import permutations, product
from pathlib import Path
from typing import Any
from unicodedata import combining, normalize

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.crafting import GAME
from companion.games.crafting.pieces import POWERS
from companion.games.crafting.speech import SPEECH_LANGUAGES
from companion.games.crafting.state import State
from companion.paths import PACKAGE_FOLDER
from companion.referee.listen import MAX_ACTIONS, read_spoken_line
from companion.referee.speech import OpenPart, Vocabulary, unaccented_lowercase
from tests.games.crafting.positions import opened, played

TURNS: list[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parent / "said.toml").read_text(encoding="utf-8")
)["turn"]

#: A galaxy in which most things can be done.
BUSY = (
    *("1 mend he 4", "1 mend h 2", "1 mend o 2", "1 mend c 2", "1 mend proto 6"),
    *("1 mend stable 4", "1 tiles open 2 delta 1", "1 tiles open 3 psi 1"),
)


def position(name: str) -> State:
    state: State = played(opened("placed" if name == "crafting" else name), *BUSY)
    return state


def after(state: State, actions: list[str]) -> State:
    for action in actions:
        state = GAME.apply(state, 1, GAME.read(action))
    return state


def read(state: State, line: str, language: str) -> tuple[list[str], list[str]]:
    """The actions of a line in the notation, and the words that are not understood."""
    phrases = read_spoken_line(GAME, state, 1, line, language)
    actions = [GAME.write(each) for phrase in phrases for each in phrase.actions]
    unclear = [line[each.start : each.end] for each in phrases if not each.actions]
    return actions, unclear


@pytest.mark.parametrize("language", SPEECH_LANGUAGES)
@pytest.mark.parametrize("turn", [each for each in TURNS if "kept" not in each])
def test_a_turn_is_read_as_it_is_meant(turn: dict[str, Any], language: str) -> None:
    assert read(position(turn["position"]), turn[language], language) == (turn["reads"], [])


def test_of_turns_never_tuned_for_most_are_read_and_none_is_read_wrong() -> None:
    kept = [each for each in TURNS if "kept" in each]
    told = [
        (turn["reads"], *read(position(turn["position"]), turn[language], language))
        for turn in kept
        for language in SPEECH_LANGUAGES
    ]
    whole = sum(meant == heard and not unclear for meant, heard, unclear in told)
    wrong = sum(meant != heard and not unclear for meant, heard, unclear in told)
    assert (len(told), whole, wrong) == (35, 25, 0)


#: Phrases of a craft phase with their actions, and ways to end the turn.
PHRASES = {
    "nebula 2 delta 7 carbon": "complete 2 delta 7 c",
    "complete 3 psi 9": "complete 3 psi 9 he",
    "life 2": "life 2",
    "dna 2": "stabilise 2",
    "discharge helium": "discharge he",
    "supernova helium": "convert he",
    "trade light": "five light",
    "5 gravity": "five gravity",
    "gain 2 time dilation": "gain 2 time-dilation",
    "nuclear fusion he o": "use nuclear-fusion he o",
}
ENDS = {
    "stable": "end stabilise",
    "done": "end",
    "new nebula 1 phi": "end nebula 1 phi",
    "nebula 2": "end nebula 2 ?",
}


@pytest.mark.parametrize("between", [", ", " and ", " then "])
def test_no_phrase_takes_words_of_another(between: str) -> None:
    state = position("crafting")
    for (one, other), end in product(permutations(PHRASES, 2), ENDS):
        line = between.join((one, other, end))
        meant = [PHRASES[one], PHRASES[other], ENDS[end]]
        assert read(state, line, "en") == (meant, []), line


#: The own marble, then dark ones, as each language says it.
MARBLES = {
    "gravity, dark light": ["shift 1 to gravity", "shift dark light then collect"],
    "gravity dark light time, end": [
        "shift 1 to gravity",
        "shift dark light to time then collect",
        "end",
    ],
    "dark light, gravity, dark time": [
        "shift dark light",
        "shift 1 to gravity",
        "shift dark time then collect",
    ],
    "gravity, dark light, dark chemistry": [
        "shift 1 to gravity",
        "shift dark light",
        "shift dark chemistry then collect",
    ],
}


@pytest.mark.parametrize("language", SPEECH_LANGUAGES)
@pytest.mark.parametrize("line", MARBLES)
def test_a_dark_marble_may_move_after_the_own_one(line: str, language: str) -> None:
    assert GAME.speech
    parts = (GAME.speech.as_spoken(each, language) for each in line.split(", "))
    assert read(position("crafting"), ", ".join(parts), language) == (MARBLES[line], [])


def test_a_dark_marble_alone_comes_too_late_once_all_is_collected() -> None:
    line = "nebula 2 delta 7, dark light"
    assert read(crafting(), line, "en") == (["complete 2 delta 7 h", "shift dark light"], [])


def crafting() -> State:
    """The same position with all collected."""
    return after(position("crafting"), ["shift 1 to light then collect"])


@pytest.mark.parametrize("language", SPEECH_LANGUAGES)
@pytest.mark.parametrize(
    ("words", "slot", "price"), [("gain chemistry", 1, 2), ("gain 4 chemistry", 4, 4)]
)
def test_a_power_that_will_be_drawn_is_said_by_its_type(
    words: str, slot: int, price: int, language: str
) -> None:
    assert GAME.speech
    said = GAME.speech.as_spoken(words, language)
    (phrase,) = read_spoken_line(GAME, crafting(), 1, said, language)
    (part,) = phrase.actions
    assert isinstance(part, OpenPart) and part.verb == f"gain {slot}"
    cards = [GAME.write(action) for _, action in part.answers]
    owned = {slug for board in crafting().boards for _, slug in board.powers}
    left = [x for x, power in POWERS.items() if power.deck == "chemistry" and x not in owned]
    assert cards == [f"gain {slot} {slug}" for slug in left]
    before, paid = (
        state.board(1).hand for state in (crafting(), after(crafting(), [GAME.write(part.like)]))
    )
    assert before - paid == price


@pytest.mark.parametrize("language", SPEECH_LANGUAGES)
def test_accents_and_capitals_do_not_matter(language: str) -> None:
    turn = TURNS[0]
    said = "".join(each for each in normalize("NFD", turn[language].upper()) if not combining(each))
    assert read(position(turn["position"]), said, language) == (turn["reads"], [])


@pytest.mark.parametrize("language", SPEECH_LANGUAGES)
def test_the_notation_itself_is_read_in_every_language(language: str) -> None:
    for turn in TURNS:
        state = position(turn["position"])
        said, unclear = read(state, ", ".join(turn["reads"]), language)
        assert after(state, said) == after(state, turn["reads"]) and not unclear


def test_each_file_of_words_is_read() -> None:
    """What players say was written in Italian, and nothing read it."""
    folder = PACKAGE_FOLDER / "games" / "crafting"
    assert {f"say.{each}.toml" for each in SPEECH_LANGUAGES} == {
        each.name for each in folder.glob("say.*.toml")
    }


def test_every_language_has_the_same_words() -> None:
    first, *others = (set(GAME.speech.vocabularies[each].usual) for each in SPEECH_LANGUAGES)
    assert all(each == first for each in others)


def test_what_comes_after_the_most_phrases_is_shown_as_not_understood() -> None:
    line = ", ".join(["life 1"] * 25)
    actions, unclear = read(position("crafting"), line, "en")
    assert len(actions) == MAX_ACTIONS and unclear == [", ".join(["life 1"] * 5)]


@settings(deadline=None)
@given(line=st.text(max_size=400), language=st.sampled_from(SPEECH_LANGUAGES))
def test_any_text_is_read_or_not_understood(line: str, language: str) -> None:
    phrases = read_spoken_line(GAME, position("crafting"), 1, line, language)
    ends = [0, *(each.end for each in phrases)]
    assert all(end <= each.start < each.end for end, each in zip(ends, phrases, strict=False))


@pytest.mark.parametrize("language", SPEECH_LANGUAGES)
def test_without_commas_as_keyboards_write_it_nothing_is_read_wrong(language: str) -> None:
    for turn in TURNS:
        line = re.sub(r"[,.;]", " ", turn[language]).lower()
        heard, unclear = read(position(turn["position"]), line, language)
        assert heard == turn["reads"] or unclear, (line, heard)
        assert "kept" in turn or not unclear, (line, unclear)


#: What a phone writes for a number that was said, and what is read: the actions, or what is marked.
DICTATED = [
    ("en", "stable to", ["stabilise 2"], []),
    ("en", "stable too", [], ["stable too"]),
    ("en", "nebula 2 delta for", ["complete 2 delta 4 he"], []),
    ("en", "nebula to delta 7", ["complete 2 delta 7 he"], []),
    ("en", "life won", ["life 1"], []),
    ("en", "new nebula won phi", ["end nebula 1 phi"], []),
    ("en", "life to, stable", ["life 2", "end stabilise"], []),
    ("en", "helium discharge to stable", ["discharge he"], ["to stable"]),
    ("en", "life 2 to", ["life 2"], ["to"]),
    ("en", "stable with", ["end stabilise"], ["with"]),
    ("de", "Nebel 2 Delta für", ["complete 2 delta 4 he"], []),
    ("de", "Leben 2, stabil zu", ["life 2", "end stabilise"], ["zu"]),
    ("fr", "nébuleuse de delta 7", ["complete 2 delta 7 he"], []),
    ("fr", "stable de", ["stabilise 2"], []),
    ("fr", "nébuleuse 2 delta cette", ["complete 2 delta 7 he"], []),
    ("es", "estable con", ["end stabilise"], ["con"]),
]


@pytest.mark.parametrize(("language", "line", "reads", "unclear"), DICTATED)
def test_a_number_is_heard_or_marked(
    language: str, line: str, reads: list[str], unclear: list[str]
) -> None:
    assert read(position("crafting"), line, language) == (reads, unclear)


def test_what_may_be_a_number_or_nothing_can_be_chosen() -> None:
    (phrase,) = read_spoken_line(GAME, position("crafting"), 1, "stable too", "en")
    assert phrase.instead == ("stable 2", "stable")


def vocabulary(language: str) -> Vocabulary:
    assert GAME.speech
    return GAME.speech.vocabularies[language]


@cache
def unknown_words(language: str) -> list[str]:
    """Words of the language that say nothing in this game."""
    file = PACKAGE_FOLDER / "rule_search" / "words" / f"{language}.txt"
    words = (line.split()[0] for line in file.read_text(encoding="utf-8").splitlines() if line)
    said = {*vocabulary(language).canonical, *vocabulary("en").canonical}
    # Words that belong to a name of several words are known as well.
    parts = {part for each in said for part in each.split()}
    return [word for word in words if unaccented_lowercase(word) not in parts]


@settings(deadline=None, max_examples=200)
@given(data=st.data(), language=st.sampled_from(SPEECH_LANGUAGES), turn=st.sampled_from(TURNS))
def test_a_word_too_many_makes_no_other_action(
    data: st.DataObject, language: str, turn: dict[str, Any]
) -> None:
    nothing = [each for each, means in vocabulary(language).canonical.items() if not means]
    extra = data.draw(st.sampled_from(nothing) | st.sampled_from(unknown_words(language)))
    words = turn[language].split()
    at = data.draw(st.integers(0, len(words)))
    state = position(turn["position"])
    heard, unclear = read(state, " ".join([*words[:at], extra, *words[at:]]), language)
    if unclear:
        return
    number = vocabulary(language).sounds.get(extra, extra)
    meant = [turn[language], " ".join([*words[:at], number, *words[at:]])]
    assert heard in [read(state, each, language)[0] for each in meant]
