"""The search: finds what is asked in players' words, forgives slips, and survives any text."""

from __future__ import annotations

import time
import tomllib
from pathlib import Path
from statistics import median

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import companion.games
from companion.ledger.search import RuleSearch, asked_words, search_times
from companion.referee.rulebook import Rulebook, read_rulebook

BOOKS = {
    path.parent.name: read_rulebook(path)
    for path in sorted(Path(companion.games.__file__).parent.glob("*/rulebook.toml"))
}
SEARCH = RuleSearch(BOOKS)


def questions() -> list[tuple[str, str, str]]:
    """Game, question, key of the entry that answers it."""
    games = Path(__file__).parent.parent / "games"
    return [
        (file.parent.name, asked, key)
        for file in sorted(games.glob("*/questions.toml"))
        for asked, key in tomllib.loads(file.read_text(encoding="utf-8"))["questions"].items()
    ]


def keys(book: Rulebook) -> set[str]:
    return {entry.key for entry in (*book.rules, *book.questions)}


def test_there_are_many_questions_and_all_their_answers_exist() -> None:
    asked = questions()
    assert len([game for game, _, _ in asked if game == "crafting"]) >= 40
    assert [key for game, _, key in asked if key not in keys(BOOKS[game])] == []


@pytest.mark.parametrize(("game", "asked", "key"), questions())
def test_the_right_rule_is_among_the_first_three(game: str, asked: str, key: str) -> None:
    assert key in [found.key for found in SEARCH.find(asked, game)[:3]]


@pytest.mark.parametrize("slug", BOOKS)
def test_every_entry_is_found_by_its_own_words(slug: str) -> None:
    book = BOOKS[slug]
    lost = [
        rule.key
        for rule in book.rules
        if rule.key not in [found.key for found in SEARCH.find(rule.title.source, slug)]
    ]
    assert lost == []


def test_a_beginning_is_enough() -> None:
    def first(asked: str) -> list[str]:
        return [found.key for found in SEARCH.find(asked, "crafting", most=2)]

    assert "power.photosynthesis" in first("photosyn")
    assert "power.wormhole" in first("Wormh")


def test_a_slip_is_forgiven() -> None:
    assert SEARCH.find("PHOTOSYNTESIS", "crafting") == SEARCH.find("photosynthesis", "crafting")
    assert SEARCH.find("zzzz") == ()


def test_a_search_stays_in_its_game() -> None:
    everywhere = {found.game for found in SEARCH.find("turn", most=200)}
    assert everywhere == set(BOOKS)
    assert {found.game for found in SEARCH.find("turn", "crafting", most=200)} == {"crafting"}
    assert SEARCH.find("marble", "crafting", most=2) == SEARCH.find("marble", "crafting")[:2]


@given(asked=st.text(max_size=60), slug=st.sampled_from([*BOOKS, "", "no-game", '"']))
@example(asked='"', slug="crafting")
@example(asked="marble* AND (", slug="crafting")
@example(asked="NEAR(a b, 2) ^x {title}: -y", slug="")
@example(asked="²  ½ ٣ \x00 \ud800 _ __", slug="crafting")
@example(asked="' OR 1=1; DROP TABLE rules", slug="crafting")
def test_any_text_may_be_asked(asked: str, slug: str) -> None:
    for found in SEARCH.find(asked, slug):
        assert found.key in keys(BOOKS[found.game])


@given(words=st.lists(st.sampled_from(["marble", "AND", "OR", "NOT", "NEAR", "(", '"', "*", "-"])))
def test_signs_of_a_search_language_are_only_signs(words: list[str]) -> None:
    found = SEARCH.find(" ".join(words), "crafting")
    assert bool(found) == bool(asked_words(" ".join(words)))


def test_a_long_question_is_cut_short_and_words_that_say_nothing_are_left_out() -> None:
    assert asked_words("How many moves do I have?") == ["many", "moves"]
    assert asked_words("what is it") == ["what", "is", "it"]
    assert len(asked_words(" ".join(map(str, range(1000))))) == 12
    assert max(map(len, asked_words("x" * 1000))) == 30


def test_the_times_are_told_one_by_one() -> None:
    asked = [question for _, question, _ in questions()]
    times = search_times(SEARCH, asked, time.perf_counter)
    assert len(times) == len(asked)
    assert median(times) > 0
