"""Every sentence has its words in every language: none missing, none left over, values the same.

And what a phone is sent in another language has no sentence of ours left in English.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from difflib import SequenceMatcher
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from companion.cli.new_language import part_of
from companion.games import CATALOGUE
from companion.referee.examples import example_translations
from companion.referee.rulebook import Rulebook, read_rulebook
from companion.referee.text import Text
from companion.web.language.catalogues import lesson_translations, load_catalogue
from companion.web.language.languages import CATALOGUES_FOLDER, speaks
from companion.web.language.rulebooks import (
    rulebook_translations,
    sign_translations,
    translated_rulebook,
)
from tests.kit.languages import OTHERS, each_other, each_translated
from tests.kit.sentences import (
    BOXES,
    CODE,
    ROOT,
    everything,
    in_boxes,
    in_code,
    in_templates,
    literals,
    printed_names,
    texts,
    titles,
    values,
)
from tests.kit.spoken import english_in, texts_in, tongue
from tests.kit.strategies import PLAYS, Play, pasts, play, recorded_play

BOOKS = {path.parent.name: path for path in sorted(CODE.glob("games/*/rulebook.toml"))}


def written(language: str) -> Catalog:
    """The catalogue as it stands in the file."""
    with (CATALOGUES_FOLDER / language / "LC_MESSAGES" / "messages.po").open("rb") as file:
        return read_po(file, locale=language)


def forms(message: Message) -> list[tuple[str, str]]:
    """Each source sentence of an entry with what is said for it."""
    sources = message.id if isinstance(message.id, tuple) else (message.id,)
    said = message.string if isinstance(message.string, tuple) else (message.string,)
    return list(zip(sources, said, strict=True))


def book(slug: str) -> Rulebook:
    return read_rulebook(BOOKS[slug])


def other(slug: str, language: str) -> Path:
    return BOOKS[slug].with_name(f"rulebook.{language}.toml")


@each_other
def test_every_sentence_is_translated(language: str) -> None:
    known = written(language)
    gathered = everything()
    assert len(gathered) > 500
    unspoken = {slug for slug, game in CATALOGUE.items() if not speaks(language, game)}
    missing = [
        f"{each.file}: {each.source}"
        for each in gathered
        if each.id not in known or not all(said for _, said in forms(known[each.id]))
        if each.id not in known
        or part_of(path for path, _ in known[each.id].locations) not in unspoken
    ]
    assert missing == [], "make messages, then translate"


#: The single words that several parts say, and mean the same by, in every language.
SHARED = frozenset(
    {
        "Belt",
        "Everyone",
        "Monolith",
        "No",
        "Yes",
        "cards",
        "life",
        "Points",
        "Save",
        "Size",
        "Stellar",
        "Total",
        "acting",
        "free",
        "moon",
        "next",
        "points",
        "production",
        "star",
    }
)


def test_a_word_that_several_parts_say_means_one_thing() -> None:
    """A word by itself has no context to be translated by: two meanings need two sentences."""
    parts: dict[str, set[str]] = {}
    for each in (*in_code(), *in_templates(), *in_boxes()):
        if not each.plural and each.source.isalpha():
            game = re.search(r"games/(\w+)/", each.file)
            parts.setdefault(each.source, set()).add(game[1] if game else "")
    assert {word for word, told in parts.items() if len(told) > 1} <= SHARED


@each_other
def test_nothing_is_translated_that_nobody_says(language: str) -> None:
    known = written(language)
    said = {each.source for each in everything()}
    assert [
        message.id for message in known if message.id and forms(message)[0][0] not in said
    ] == [], "`make messages` takes them out"
    assert not known.obsolete


@each_other
def test_no_translation_is_a_guess(language: str) -> None:
    assert [message.id for message in written(language) if message.id and message.fuzzy] == []


@each_other
def test_a_translation_has_the_values_of_its_sentence(language: str) -> None:
    differing = [
        (source, said)
        for message in written(language)
        if message.id
        for source, said in forms(message)
        if said and values(source) != values(said)
    ]
    assert differing == []


@each_other
def test_plurals_choose_by_the_number(language: str) -> None:
    spoken = load_catalogue(language)
    sources = ("{n} minute a turn", "{n} minutes a turn")
    one, many = (spoken.ngettext(*sources, n) for n in (1, 2))
    assert one != many and one not in sources


def test_of_one_and_of_many_the_same_is_said() -> None:
    """A sentence that was put into other words has both its forms in them."""
    pairs = [one.id for one in written(OTHERS[0]) if isinstance(one.id, tuple)]
    assert len(pairs) > 40
    alike = {one: SequenceMatcher(None, one, many).ratio() for one, many in pairs}
    assert [one for one, ratio in alike.items() if ratio < 0.7] == []


#: A mark without its narrow space; times and addresses need none.
UNSPACED = re.compile(
    r"[^\s\u202f.:;!?][:;!?](?=[\s\"»)]|$)|[ \u00a0][:;!?»]|«[^\u202f]|[^\u202f]»"
)


def unspaced(sentence: str) -> bool:
    """Whether a French sentence is set as an English one. `{file}:{line}` is for programs."""
    return bool(UNSPACED.search(re.sub(r"\{\w+\}:(?=\{)", "", sentence)))


def french() -> Iterator[str]:
    yield from (said for message in written("fr") if message.id for _, said in forms(message))
    for slug, path in BOOKS.items():
        yield from (said for _, said in rulebook_translations(other(slug, "fr"), book(slug)))
        lessons = path.with_name("lessons.fr.toml")
        yield from (said for _, said in lesson_translations(lessons, CATALOGUE[slug].lessons))
        examples, signs = (path.with_name(f"{name}.fr.toml") for name in ("examples", "signs"))
        yield from (said for _, said in example_translations(examples, CATALOGUE[slug].examples))
        yield from (said for _, said in sign_translations(signs, CATALOGUE[slug].rulebook))


def test_french_has_its_narrow_space_before_marks() -> None:
    assert [said for said in french() if unspaced(said)] == []
    assert all(map(unspaced, ("Oui !", "Quoi?", "Règles\u00a0: 3", "Règles:", "«\u00a0a\u00a0»")))
    assert not unspaced("À 20:15, la règle\u202f: «\u202foui\u202f!\u202f» http://a")


@each_translated
def test_a_rulebook_is_translated_entry_by_entry(slug: str, language: str) -> None:
    pairs = list(rulebook_translations(other(slug, language), book(slug)))
    same = {source for source, said in pairs if source == said}
    assert len(same) < len(pairs) / 2
    of_pieces = {first.split()[0] for first in printed_names()}
    assert {each for each in same if each.split()[0] not in of_pieces} == set(), "still English"
    assert [source for source, said in pairs if values(source) != values(said)] == []


@each_translated
def test_a_translated_rulebook_has_words_to_be_found_by(slug: str, language: str) -> None:
    there = translated_rulebook(other(slug, language), book(slug))
    ours, theirs = (
        {entry.key: entry.words for entry in (*each.rules, *each.questions)}
        for each in (book(slug), there)
    )
    assert {key for key, words in ours.items() if words} == {k for k, w in theirs.items() if w}
    assert sum(theirs[key] == words for key, words in ours.items()) < len(ours) / 4


@each_translated
def test_a_rulebook_and_the_catalogue_agree(slug: str, language: str) -> None:
    spoken = load_catalogue(language)
    pairs = rulebook_translations(other(slug, language), book(slug))
    assert [(source, said) for source, said in pairs if spoken.gettext(source) != said] == []


@each_translated
def test_lessons_are_translated_card_by_card(slug: str, language: str) -> None:
    """Nothing is left in English, nothing is translated that nobody says; all of it is spoken."""
    lessons, spoken = CATALOGUE[slug].lessons, load_catalogue(language)
    path = BOOKS[slug].with_name(f"lessons.{language}.toml")
    pairs = list(lesson_translations(path, lessons))
    led = sum(2 + bool(card.brief) for card in lessons.led)
    assert len(pairs) == 2 * len(lessons.tour) + 3 * len(lessons.lessons) + led
    assert [source for source, said in pairs if source == said] == []
    assert [(source, said) for source, said in pairs if spoken.gettext(source) != said] == []
    told = tomllib.loads(path.read_text(encoding="utf-8"))
    parts = (("tour", lessons.tour), ("lesson", lessons.lessons), ("led", lessons.led))
    for part, cards in parts:
        assert told[part].keys() == {card.key for card in cards}
        assert {word for entry in told[part].values() for word in entry} <= {
            "title",
            "words",
            "why",
            "watch",
            "brief",
        }


def odd_texts(path: Path) -> Iterator[str]:
    """Texts whose sentence is not written where they are made, nor taken from another Text."""
    for call in texts(path):
        first = call.args[0]
        if not list(literals(first)) and not (
            isinstance(first, ast.Attribute) and first.attr == "source"
        ):
            yield f"{path.relative_to(ROOT)}: {ast.unparse(first)}"


def test_every_text_can_be_gathered() -> None:
    """What is read from a file of a game is listed here, and is gathered from there."""
    odd = [line for path in sorted(CODE.rglob("*.py")) for line in odd_texts(path)]
    from_files = re.compile(
        r"companion/(referee/(entries|examples|rulebook|lessons|tips)|web/language/rulebooks)\.py: "
        r"|companion/games/\w+/pieces\.py: entry\['title'\]"
    )
    assert [line for line in odd if not from_files.match(line)] == []
    assert list(CODE.glob(BOXES)) and titles({"a": {"title": "b"}})


def told_by(past: Play) -> set[Text]:
    """What its panels show, its log says and its notation explains; every seventh state will do,
    and the last: the result.
    """
    game = past.game
    shown = {
        text
        for state in (*past.states[::7], past.states[-1])
        for viewer in range(past.seats + 1)
        for text in texts_in(game.show(state, viewer))
    }
    logged = {
        game.say(state, seat, game.read(action), viewer)
        for (seat, action), state in zip(past.moves, past.states, strict=False)
        for viewer in (0, seat)
    }
    return shown | logged


@pytest.mark.some(3)
@each_translated
def test_no_game_says_anything_in_english(slug: str, language: str) -> None:
    game = CATALOGUE[slug]
    told = set(texts_in((game.options, game.rulebook, game.lessons)))
    for past in (*PLAYS[:3], *pasts(slug)[-2:]):
        told |= told_by(recorded_play(slug, past) if isinstance(past, Path) else play(slug, past))
    assert len(told) > 300
    spoken = tongue(language)
    said = {text.source: spoken.say(text) for text in told}
    assert {source: words for source, words in said.items() if english_in(words, language)} == {}


def test_english_is_noticed() -> None:
    assert english_in("It reaches 6") and english_in("Toma 1 card")
    assert english_in("Roll again", "it") and not english_in("Tira di nuovo", "it")
    assert not english_in("Usa Speed of Light en tu turno")
    assert not english_in("Lege es an den Rand", "de") and english_in("All the cards", "de")
