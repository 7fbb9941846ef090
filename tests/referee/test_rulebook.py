"""The reader of rulebook.toml: what it takes from a good book, and what it refuses in a bad one."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from companion.referee.rulebook import Question, Rule, Rulebook, read_rulebook
from companion.referee.text import Text

GOOD = """
title = "Pebbles"
[chapters]
pick = "Picking"
drop = "Dropping"
[rule."pick.one"]
title = "Pick 1 pebble"
text = "Pick exactly 1 pebble on your turn."
page = 3
strength = "text"
judged = true
words = ["stone", "take"]
[rule."drop.tip"]
title = "Cancel gently"
text = "A pebble that rolls away stays where it is."
strength = "reading"
judged = false
[question."drop.lost"]
asks = "What becomes of a pebble under the sofa?"
choices = { "stays" = "it stays there", "back" = "it goes back" }
default = "back"
page = 4
words = ["lost"]
"""


def write(folder: Path, content: str) -> Path:
    path = folder / "rulebook.toml"
    path.write_text(content, encoding="utf-8")
    return path


@pytest.fixture
def book(tmp_path: Path) -> Rulebook:
    return read_rulebook(write(tmp_path, GOOD))


def test_a_book_keeps_its_chapters_in_order(book: Rulebook) -> None:
    assert book.title == "Pebbles"
    assert book.chapters == (("pick", Text("Picking")), ("drop", Text("Dropping")))


def test_a_rule_is_read_whole(book: Rulebook) -> None:
    assert book.rules[0] == Rule(
        key="pick.one",
        title=Text("Pick 1 pebble"),
        text=Text("Pick exactly 1 pebble on your turn."),
        page=3,
        strength="text",
        judged=True,
        words=("stone", "take"),
    )


def test_page_and_words_may_be_left_out(book: Rulebook) -> None:
    tip = book.rules[1]
    assert (tip.page, tip.words, tip.judged) == (0, (), False)


def test_a_question_keeps_its_choices_in_order(book: Rulebook) -> None:
    assert book.questions == (
        Question(
            key="drop.lost",
            asks=Text("What becomes of a pebble under the sofa?"),
            choices=(("stays", Text("it stays there")), ("back", Text("it goes back"))),
            default="back",
            page=4,
            words=("lost",),
        ),
    )


@pytest.mark.parametrize(
    ("key", "chapter"), [("pick.one", "pick"), ("drop.tip", "drop"), ("drop.lost", "drop")]
)
def test_rules_and_questions_are_found_by_key(book: Rulebook, key: str, chapter: str) -> None:
    entry = book.find_entry(key)
    assert (entry.key, entry.chapter) == (key, chapter)


def test_an_unknown_key_is_not_found(book: Rulebook) -> None:
    with pytest.raises(KeyError, match=r"pick\.two"):
        book.find_entry("pick.two")


def test_a_book_without_questions_is_a_book(tmp_path: Path) -> None:
    short = read_rulebook(write(tmp_path, GOOD.partition("[question.")[0]))
    assert short.questions == ()
    assert [rule.key for rule in short.rules] == ["pick.one", "drop.tip"]


def test_a_book_keeps_letters_beyond_ascii(tmp_path: Path) -> None:
    accented = read_rulebook(write(tmp_path, GOOD.replace("Pebbles", "Žabky Ψ")))
    assert accented.title == "Žabky Ψ"


@pytest.mark.parametrize(
    ("was", "becomes", "complaint"),
    [
        ('strength = "text"', 'strength = "certain"', "pick.one"),
        ('strength = "reading"', 'strength = ""', "drop.tip"),
        ('default = "back"', 'default = "shrug"', "drop.lost"),
        ('[rule."drop.tip"]', '[rule."pick.one"]', "twice|overwrite|declare"),
        ('title = "Pebbles"', "title = Pebbles", "line 2"),
        ("page = 3", 'page = "three"', r"pick\.one: .*int.*page"),
        ("judged = true", 'judged = "yes"', r"pick\.one: .*bool.*judged"),
        ('words = ["lost"]', 'words = "lost"', r"drop\.lost: .*words"),
    ],
    ids=[
        *("unknown strength", "no strength", "no such choice", "key twice", "no toml"),
        *("page in words", "judged in words", "one string of words"),
    ],
)
def test_a_bad_entry_is_refused(tmp_path: Path, was: str, becomes: str, complaint: str) -> None:
    assert GOOD.count(was) == 1
    with pytest.raises(ValueError, match=complaint):
        read_rulebook(write(tmp_path, GOOD.replace(was, becomes)))


@pytest.mark.parametrize(
    "line",
    [
        'title = "Pick 1 pebble"',
        'text = "Pick exactly 1 pebble on your turn."',
        'strength = "text"',
        "judged = true",
        'asks = "What becomes of a pebble under the sofa?"',
        'default = "back"',
    ],
)
def test_an_entry_with_a_gap_is_refused(tmp_path: Path, line: str) -> None:
    assert GOOD.count(line) == 1
    path = write(tmp_path, GOOD.replace(line, ""))
    tomllib.loads(path.read_text(encoding="utf-8"))  # still TOML: only the entry is at fault
    with pytest.raises((KeyError, ValueError), match=line.partition(" ")[0]):
        read_rulebook(path)
