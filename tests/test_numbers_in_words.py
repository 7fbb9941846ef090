"""Of one thing and of several the words differ, in every language: "1 card", "2 cards".

Games played at random are worded; no noun may stand after 1 as it does after 2 or more.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache

import pytest

from companion.games import CATALOGUE
from companion.referee.judge import judge
from companion.referee.text import Text
from tests.kit.languages import each_language, speaking
from tests.kit.spoken import texts_in, tongue
from tests.kit.strategies import make_up, play

#: A number that counts something, the words before and after it.
COUNTED = re.compile(r"(?:(\w+)[ \u202f])?(?<![\w.,/+:\u2013-])(\d+)[ \u202f]([^\W\d][\w-]+)")
#: What stands before the number of a thing, which counts nothing: "size 1 nebulae", "of 1 used".
NAMING = re.compile(
    r"size|sizes|orbit|orbits|sector|sectors|round|slot|space|"
    r"moon|objective|object|seat|space|to|of|größe|umlaufbahn|"
    r"sektor|runde|kartenplatz|feld|mond|sternziel|planetenziel|objekt|auf|"
    r"von|davon|tamaño|órbita|órbitas|sector|ronda|hueco|casilla|"
    r"luna|estelar|planetario|exótico|de|taille|orbite|orbites|secteur|"
    r"manche|emplacement|case|lune|stellaire|planétaire|exotique|sur|turn|"
    r"tour|turno|zug|um|total|summe|à|bei|sont|dimensione|orbita"
)
#: Nouns with one form for both.
ONE_FORM = {
    "en": {"advanced", "proto", "stable", "life", "dna"},
    "de": {
        "asteroiden",
        "leben",
        "protoleben",
        "dna",
        "marker",
        "lebensmarker",
        "nebel",
        "plättchen",
        "würfel",
    },
    "es": {"adn", "más"},
    "fr": {"adn", "fois", "pas", "choix"},
    "it": {"ciascuna"},
}
#: The game's own words for what is counted; all else, as "of" and names of cards, may follow any
#: number.
NOUNS = {
    "en": r"\w+(?<!s)s|nebulae|supernovae|dice|credit|card|star|point|marble|planet|token|copy",
    "de": r"[A-ZÄÖÜ][\w-]+",
    "es": r"\w+(?<!e)s|protovida|carta|estrella|punto|cr[ée]dito|canica|ficha|oscuras?",
    "fr": r"\w+(?<!è)s|protovie|vie|carte|étoile|point|crédit|bille|jeton",
    "it": r"[a-z]\w+[aeio]",
}
TITLES = frozenset({"Ancient", "Darkspace", "Deepspace", "Seraph", "Transit", "Nautilus"})
VERBS = frozenset(
    {"dans", "does", "gains", "goes", "has", "is", "needs", "rolls", "scores", "takes"}
)


@cache
def worded(slug: str, seed: int) -> frozenset[Text]:
    """What a game says: every line of its log, why actions are refused, and its panels at times."""
    past, rng = play(slug, seed), random.Random(seed)
    game = past.game
    told: set[Text] = set()
    for at, (state, (seat, move)) in enumerate(zip(past.states, past.moves, strict=False)):
        action = game.read(move)
        told |= {game.say(state, seat, action, viewer) for viewer in (0, seat)}
        told |= set(texts_in(game.piece_instructions(state, seat, action)))
        tried = make_up(game, rng.choice)
        told |= set(texts_in(judge(game, state, rng.randrange(past.seats) + 1, tried)))
        if at % 9 == seed % 9:
            told |= set(texts_in(game.show(state, rng.randrange(past.seats + 1))))
    return frozenset(told)


#: A piece that is called by its number: one of them.
CALLED = re.compile(r"\b(?:a|the|your) \d+ token\b")


def counted(said: str) -> Iterator[tuple[int, str]]:
    for before, number, noun in COUNTED.findall(CALLED.sub("", said)):
        if not NAMING.fullmatch(before.lower()):
            yield int(number), noun


def wrong_after_one(texts: frozenset[Text], language: str) -> dict[str, str]:
    """Nouns that stand after 1 and after 2 or more alike, with a sentence of each."""
    spoken, noun = tongue(language), re.compile(NOUNS[language])
    one: dict[str, str] = {}
    more: dict[str, str] = {}
    for said in map(spoken.say, texts):
        for number, word in counted(said):
            if number and noun.fullmatch(word) and word not in TITLES | VERBS:
                (one if number == 1 else more).setdefault(word, said)
    return {
        word: f"{said} | {more[word]}"
        for word, said in one.items()
        if word in more and word.lower() not in ONE_FORM[language]
    }


@pytest.mark.long
@pytest.mark.some(4)
@each_language
@pytest.mark.parametrize("seed", range(8))
def test_one_and_several_are_told_apart(seed: int, language: str) -> None:
    slugs = (slug for slug in CATALOGUE if language in speaking(slug))
    texts = frozenset().union(*(worded(slug, seed) for slug in slugs))
    assert wrong_after_one(texts, language) == {}


#: A vowel that is not spoken as one.
SPOKEN_AS_CONSONANT = re.compile(r"(?:one|uni|use|eu)", re.IGNORECASE)


def wrong_articles(said: str) -> list[str]:
    """Each "a" before a vowel."""
    found = re.findall(r"\ba ([aeiou]\w+)", said)
    return [word for word in found if not SPOKEN_AS_CONSONANT.match(word)]


@pytest.mark.long
@pytest.mark.parametrize("slug", CATALOGUE)
def test_no_a_stands_before_a_vowel(slug: str) -> None:
    said = map(tongue("en").say, worded(slug, 0))
    assert [(line, wrong) for line in said if (wrong := wrong_articles(line))] == []


def test_what_is_wrong_is_noticed() -> None:
    lines = [Text("You chose {n} cards", n=n) for n in (1, 2)]
    assert set(wrong_after_one(frozenset(lines), "en")) == {"cards"}
    assert (
        wrong_after_one(frozenset({Text("1 card"), Text("2 cards"), Text("0 cards")}), "en") == {}
    )
    assert wrong_articles("take a oxygen star") == ["oxygen"]
    assert wrong_articles("a use of a star, an oxygen star") == []
