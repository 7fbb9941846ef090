"""The reader of tips.toml: what it takes from a good file, and what it refuses in a bad one."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.referee.rulebook import CardTip, Rulebook, read_rulebook
from companion.referee.text import Text
from companion.referee.tips import with_tips
from tests.kit.places import TESTS

BOOK = read_rulebook(TESTS / "kit" / "toy_rulebook.toml")
KEY, OTHER = (rule.key for rule in BOOK.rules[:2])


def read(folder: Path, content: str) -> Rulebook:
    path = folder / "tips.toml"
    path.write_text(content, encoding="utf-8")
    return with_tips(BOOK, path, {KEY: {"n": 3}})


@pytest.mark.parametrize("asked", ["", 'asked = ["a tip for {}"]\n'])
def test_a_tip_has_its_numbers_and_names_what_goes_well_with_it(tmp_path: Path, asked: str) -> None:
    book = read(tmp_path, f'{asked}["{KEY}"]\ntip = "{{n}} of them."\nwith = ["{OTHER}"]\n')
    other = BOOK.rules[1].title
    assert [rule.tip for rule in book.rules if rule.tip] == [
        CardTip(Text("{n} of them.", n=3), ((OTHER, other),))
    ]


@pytest.mark.parametrize(
    ("entry", "complaint"),
    [
        ("with = []", rf"{KEY}: .*`tip`"),
        ('tip = "Wait."', rf"{KEY}: .*`with`"),
        ("tip = 3\nwith = []", rf"{KEY}: .*`\$.tip`"),
        (f'tip = "Wait."\nwith = "{OTHER}"', rf"{KEY}: .*`\$.with`"),
    ],
)
def test_a_bad_tip_is_refused(tmp_path: Path, entry: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        read(tmp_path, f'["{KEY}"]\n{entry}\n')


@pytest.mark.parametrize("key", ["toy.none", KEY])
def test_an_unknown_rule_is_refused(tmp_path: Path, key: str) -> None:
    with pytest.raises(KeyError, match=r"toy\.none"):
        read(tmp_path, f'["{key}"]\ntip = "Wait."\nwith = ["toy.none"]\n')
