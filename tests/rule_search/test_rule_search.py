"""The search: the right rule first, asked as players ask; it says when none answers; any text may
be asked.

Known are `questions/GAME.LANGUAGE.toml` and the folders `asked/`, `earlier/` and `heard/`: what is
asked there stands among the wordings. Words were added for what `table/` asks, not its questions.
Nothing is tuned to `unseen/` and `kept/`, which were written before the search was asked any of it.
`silent` are questions that no rule answers.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.games import CATALOGUE
from companion.rule_search import RuleSearch, Topic
from companion.rule_search.lexicon import Lexicon
from companion.web.language.rulebooks import searchable_rulebooks
from tests.kit.languages import WHOLE, each_spoken, each_whole
from tests.kit.places import GAMES

HERE = Path(__file__).parent / "questions"
FILES = sorted(HERE.rglob("*.toml"))
#: The least parts of the questions of one file with the right rule first, and among the best three;
#: of the silent ones, those that are recognised; of the others, at most so many called silent.
KNOWN = (0.9, 0.97, 0.5, 0.02)
#: What is spoken is counted by its own test, as are the fresh ones, nine in a file.
REACHED = {
    "spoken": (0.8, 0.92, 0.0, 0.04),
    "fresh": (0.3, 0.5, 0.0, 0.25),
    "table": (0.8, 0.92, 0.6, 0.04),
    "kept": (0.8, 0.9, 0.4, 0.08),
}
#: The same for each file of `unseen/`, a few points below what was last measured.
UNSEEN = {
    "cosmogenesis.de": (0.81, 0.95, 0.7, 0.03),
    "cosmogenesis.en": (0.86, 0.96, 0.7, 0.03),
    "cosmogenesis.es": (0.89, 0.95, 0.7, 0.03),
    "cosmogenesis.fr": (0.9, 0.94, 0.7, 0.03),
    "cosmogenesis.it": (0.82, 0.95, 0.7, 0.03),
    "crafting.de": (0.86, 0.93, 0.8, 0.03),
    "crafting.en": (0.82, 0.91, 0.8, 0.04),
    "crafting.es": (0.82, 0.91, 0.8, 0.03),
    "crafting.fr": (0.84, 0.94, 0.7, 0.03),
    "crafting.it": (0.83, 0.94, 0.8, 0.03),
    "empires.de": (0.91, 0.96, 0.7, 0.03),
    "empires.en": (0.89, 0.96, 0.7, 0.05),
    "empires.es": (0.86, 0.94, 0.7, 0.04),
    "empires.fr": (0.87, 0.93, 0.8, 0.06),
    "empires.it": (0.82, 0.95, 0.7, 0.05),
}
#: The same over all files of a folder.
REACHED_IN_ALL = {
    "unseen": (0.88, 0.96, 0.85, 0.015),
    "table": (0.92, 0.97, 0.78, 0.02),
    "kept": (0.92, 0.96, 0.7, 0.02),
}


@cache
def search(language: str) -> RuleSearch:
    return RuleSearch(lambda: searchable_rulebooks(CATALOGUE, language), language)


def keys(slug: str) -> set[str]:
    book = CATALOGUE[slug].rulebook
    return {rule.key for rule in book.rules} | {question.key for question in book.questions}


def read(file: Path) -> tuple[str, str, dict[str, list[str]], list[str]]:
    """Game, language, questions with the keys that answer them, and the silent ones."""
    slug, language = file.stem.split(".")
    told = tomllib.loads(file.read_text(encoding="utf-8"))
    answers = {
        asked: [key] if isinstance(key, str) else key for asked, key in told["questions"].items()
    }
    return slug, language, answers, told.get("silent", [])


def name_of(file: Path) -> str:
    return f"{file.parent.name}-{file.stem}"


@dataclass
class Tally:
    """How many were asked, found first and among three, called silent; and of the silent ones."""

    asked: int = 0
    first: int = 0
    three: int = 0
    alarms: int = 0
    silent: int = 0
    noticed: int = 0

    def count(self, file: Path) -> Tally:
        slug, language, answers, silent = read(file)
        for asked, right in answers.items():
            answer = search(language).find(asked, slug)
            best = [found.key for found in answer.finds[:3]]
            self.first += bool(set(best[:1]) & set(right))
            self.three += bool(set(best) & set(right))
            self.alarms += not answer.sure
        self.noticed += sum(not search(language).find(asked, slug).sure for asked in silent)
        self.asked += len(answers)
        self.silent += len(silent)
        return self

    def reaches(self, first: float, three: float, noticed: float, alarms: float) -> bool:
        return (
            self.first >= first * self.asked
            and self.three >= three * self.asked
            and self.noticed >= noticed * self.silent
            and self.alarms <= alarms * self.asked
        )


@pytest.mark.long
@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_the_right_rule_comes_first(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tally = Tally().count(file)
    with capsys.disabled():
        print(f"\n{name_of(file)}: {tally}", end="")
    folder = file.parent.name
    reached = UNSEEN[file.stem] if folder == "unseen" else REACHED.get(folder, KNOWN)
    # Few are unanswerable in some known files: they are counted together below.
    if reached is KNOWN and tally.silent < 10:
        reached = (*KNOWN[:2], 0.0, KNOWN[3])
    assert tally.reaches(*reached)


@pytest.mark.long
@pytest.mark.parametrize("folder", ["asked", "earlier", "heard", *REACHED_IN_ALL])
def test_what_no_rule_answers_is_noticed_and_little_else(folder: str) -> None:
    tally = Tally()
    for file in (HERE / folder).glob("*.toml"):
        tally.count(file)
    assert tally.reaches(*REACHED_IN_ALL.get(folder, (*KNOWN[:2], 0.7, 0.02)))


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_every_answer_exists(file: Path) -> None:
    slug, _, answers, silent = read(file)
    assert len(answers) >= 9 or len(silent) >= 5
    signs = {sign.key for sign in CATALOGUE[slug].rulebook.signs}
    assert {key for right in answers.values() for key in right} <= keys(slug) | signs


@each_whole
@pytest.mark.parametrize("slug", CATALOGUE)
def test_every_entry_is_asked_for_in_many_ways(slug: str, language: str) -> None:
    book = searchable_rulebooks(CATALOGUE, language)[slug]
    few = [key for key in keys(slug) if len(book.wordings.get(key, ())) < 8]
    assert few == []


@pytest.mark.parametrize("known", [0, 4, 8])
def test_with_few_wordings_the_search_finds_titles_and_says_so(known: int) -> None:
    books = searchable_rulebooks(CATALOGUE, "de")
    few = {
        slug: replace(book, wordings={key: said[:known] for key, said in book.wordings.items()})
        for slug, book in books.items()
    }
    search = RuleSearch(lambda: few, "de")
    assert search.knows_few_wordings() == search.knows_few_wordings("empires") == (known < 8)
    titles = {rule.key: rule.title.source for rule in few["empires"].rules}
    found = {
        key: [each.key for each in search.find(said, "empires", most=3).finds]
        for key, said in titles.items()
    }
    assert sum(key in keys for key, keys in found.items()) >= 0.95 * len(found)


@pytest.mark.long
@each_spoken
def test_every_entry_is_found_by_its_own_title(slug: str, language: str) -> None:
    book = searchable_rulebooks(CATALOGUE, language)[slug]
    lost = [
        rule.key
        for rule in book.rules
        if rule.key not in [f.key for f in search(language).find(rule.title.source, slug).finds[:5]]
    ]
    assert lost == []


#: What tables have quarrelled about, by game: the key of the entry that answers it, and how it is
#: asked in each language.
ASKED: dict[str, dict[str, dict[str, str]]] = {
    slug: tomllib.loads((GAMES / slug / "asked.toml").read_text(encoding="utf-8"))
    for slug in CATALOGUE
}


@each_whole
@pytest.mark.parametrize(("slug", "key"), [(slug, key) for slug in ASKED for key in ASKED[slug]])
def test_a_dispute_is_answered_first_and_for_sure(slug: str, key: str, language: str) -> None:
    assert CATALOGUE[slug].rulebook.find_entry(key) and ASKED[slug][key].keys() == set(WHOLE)
    answer = search(language).find(ASKED[slug][key][language], slug)
    assert answer.sure and answer.finds[0].key == key


QUARRELS = tomllib.loads((HERE.parent / "disputes.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("slug", QUARRELS)
def test_a_dispute_is_answered_in_words_that_no_list_has(slug: str) -> None:
    for language, disputes in QUARRELS[slug].items():
        for asked, key in disputes.items():
            answer = search(language).find(asked, slug, most=3)
            assert answer.sure and key in [found.key for found in answer.finds], asked


UNDECIDED = tomllib.loads((HERE.parent / "undecided.toml").read_text(encoding="utf-8"))
ADVICE = tomllib.loads((HERE.parent / "advice.toml").read_text(encoding="utf-8"))
TOPICS = tomllib.loads((HERE.parent / "topics.toml").read_text(encoding="utf-8"))


def test_it_is_said_where_perhaps_no_rule_decides() -> None:
    """Of what the rulebooks leave open 2 in 5 are noticed; few answered ones are doubted."""
    open_ones = [
        search(language).find(asked, slug)
        for slug, languages in UNDECIDED.items()
        for language, questions in languages.items()
        for asked in questions[::3]
    ]
    assert sum(each.doubtful or not each.sure for each in open_ones) >= 0.4 * len(open_ones)
    answered = [
        search(language).find(asked, slug)
        for slug, language, answers, _ in map(read, sorted((HERE / "unseen").glob("*.toml")))
        for asked in answers
    ]
    assert sum(each.doubtful for each in answered) <= 0.07 * len(answered)


@each_whole
def test_advice_is_told_from_rules(language: str) -> None:
    asked = [search(language).find(each, "crafting") for each in ADVICE[language]]
    assert sum(each.topic is Topic.ADVICE for each in asked) >= 0.7 * len(asked)
    assert not any(each.sure for each in asked if each.topic is Topic.ADVICE)


@each_whole
def test_what_is_no_rule_is_told_apart(language: str) -> None:
    """Advice, makers, another game; before it was tuned on them about 20, 10, 23 of 32, 12, 32."""
    for topic, asked in TOPICS[language].items():
        found = [search(language).find(each, "crafting") for each in asked]
        assert sum(each.topic is Topic(topic) for each in found) >= 0.8 * len(asked), topic
        assert not any(each.sure for each in found if each.topic is not Topic.RULE)


@pytest.mark.long
@each_whole
def test_a_question_about_a_rule_is_of_no_other_topic(language: str) -> None:
    for slug, tongue, answers, _ in map(read, FILES):
        if tongue == language:
            found = (search(language).find(each, slug) for each in answers)
            assert all(each.topic is Topic.RULE for each in found), slug


def test_a_beginning_is_enough() -> None:
    for asked, key in (("photosyn", "power.photosynthesis"), ("Wormh", "power.wormhole")):
        assert key in [found.key for found in search("en").find(asked, "crafting", most=3).finds]


@pytest.mark.parametrize(
    ("asked", "key"), [("wild", "nebula.wild"), ("not wild", "power.not-wild")]
)
def test_a_rules_own_name_finds_it_and_no_is_not_yes(asked: str, key: str) -> None:
    assert search("en").find(asked, "crafting").finds[0].key == key


def test_a_slip_is_forgiven_and_a_word_is_not_one() -> None:
    meant = search("en").find("photosynthesis", "crafting").finds[0]
    assert search("en").find("PHOTOSYNTESIS", "crafting").finds[0] == meant
    assert search("en").find("zzzz").finds == ()
    # "start" is no slip for "star".
    assert search("en").find("start", "crafting").finds[0].key != "slider.star"


def test_german_is_read_as_it_is_typed() -> None:
    """Words made of others, and "ue" for "ü"; what is no such word stays as it is."""
    german = Lexicon("de")
    assert german.split_into_words("Kraefte für neue Züge") == ["krafte", "fur", "neue", "zuge"]
    known = {"kristall", "kammer", "punkte", "legen", "stern"}
    assert german.compound_parts("kristallkammer", known) == ("kammer", "kristall")
    assert german.compound_parts("sternenpunkte", known) == ("punkte", "stern")
    assert german.compound_parts("hinlegen", known) == ("legen",)
    assert german.stem("zahlt") == german.stem("zahlen") != german.stem("zahltag")
    assert (
        german.compound_parts("gestern", known)
        == ()
        == Lexicon("en").compound_parts("starlegen", known)
    )
    assert german.is_word("planetenkonigin") and german.is_word("sternenkarte"), "by their parts"
    assert not german.is_word("planetenkonnigin") and not Lexicon("en").is_word("starlegen")
    assert list(german.rejoined_verbs("decke", ["die", "karte", "auf"])) == ["aufdecke"]
    found = search("de").find("decke ich meine Kultur in ihrem Zug auf", "empires").finds[0]
    assert found.key == "culture.reveal"
    found = search("de").find("Murmelschritte", "crafting").finds[0]
    assert found.key == "energy.three-moves"


def test_a_number_is_its_word() -> None:
    assert Lexicon("de").split_into_words("Fünf Karten, 2 zurück") == ["5", "karten", "2", "zuruck"]
    meant = search("en").find("5 cards, 6 points", "crafting").finds[0]
    assert search("en").find("five cards, six points", "crafting").finds[0] == meant


def test_a_rule_comes_before_a_gap_that_is_as_near() -> None:
    finds = search("es").find("la supernova vale por cualquiera", "crafting").finds
    assert finds[0].key == "nebula.wild"


def test_what_no_rule_answers_is_known_by_a_sentence_not_by_scattered_words() -> None:
    """Many of its sentences together have every little word, and would drown a short question."""
    assert not search("en").find("how long does a game take", "crafting").sure
    assert search("en").find("can someone see what my hidden life gives", "crafting").sure


def test_a_search_stays_in_its_game() -> None:
    everywhere = {found.game for found in search("en").find("turn", most=300).finds}
    assert everywhere == set(CATALOGUE)
    assert {f.game for f in search("en").find("turn", "crafting", most=300).finds} == {"crafting"}


@given(asked=st.text(max_size=60), slug=st.sampled_from([*CATALOGUE, "", "no-game", '"']))
@example(asked='"', slug="crafting")
@example(asked="marble* AND (", slug="crafting")
@example(asked="²  ½ ٣ \x00 \ud800 _ __", slug="crafting")
@example(asked="why " * 500, slug="crafting")
def test_any_text_may_be_asked(asked: str, slug: str) -> None:
    answer = search("en").find(asked, slug)
    for found in answer.finds:
        assert CATALOGUE[found.game].rulebook.find_entry(found.key)
    assert answer.finds or not answer.sure
