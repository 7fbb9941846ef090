"""`companion new-language`: a language's files with the English beside, and what is open there."""

from __future__ import annotations

import shutil
import tomllib
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from click.testing import CliRunner

from companion.cli import main
from companion.cli.new_language import (
    CORE,
    ENGLISH,
    BadLanguage,
    OpenWords,
    told_lines,
    write_language,
)
from companion.games import CATALOGUE
from companion.referee.game import Game
from companion.rule_search import RuleSearch
from companion.web.language.catalogues import translations_beside_game
from companion.web.language.languages import GAMES_BY_LANGUAGE, LANGUAGES
from companion.web.language.rulebooks import rulebook
from tests.kit.languages import OTHERS, SPOKEN
from tests.kit.sentences import CATALOGUES, everything


@pytest.fixture
def games(tmp_path: Path) -> dict[str, Game]:
    """The games, their books in folders that may be written to."""
    own = {}
    for slug, game in CATALOGUE.items():
        assert game.folder
        shutil.copytree(game.folder, tmp_path / slug, ignore=shutil.ignore_patterns("*.py"))
        own[slug] = replace(game, folder=tmp_path / slug)
    return own


def open_of(counted: list[OpenWords], part: str) -> int:
    return sum(each.open for each in counted if each.part == part and not each.free)


def test_a_new_language_is_all_open_and_each_line_has_its_english(
    tmp_path: Path, games: dict[str, Game]
) -> None:
    counted = write_language("pt", games, tmp_path / "translations")
    assert all(each.open == each.whole > 0 for each in counted)
    assert sum(each.whole for each in counted if each.part == CORE) > 900
    with (tmp_path / "translations/pt/LC_MESSAGES/messages.po").open("rb") as file:
        made = read_po(file, locale="pt")
    assert {each.id for each in made if each.id} == {each.id for each in everything()}
    for slug, game in games.items():
        assert game.folder
        text = (game.folder / "rulebook.pt.toml").read_text("utf-8")
        for rule in CATALOGUE[slug].rulebook.rules:
            assert f'[rule."{rule.key}"]\n# {rule.title.source}\ntitle = ""\n# ' in text
        # Nothing open is told in place of the English.
        pairs = list(translations_beside_game(game.folder, "pt"))
        assert len(pairs) > 100 and all(said == source for source, said in pairs)
        # What is open is searched in English, with the values that the game gives.
        search = RuleSearch(partial(lambda game: {game.slug: rulebook(game, "pt")}, game), "pt")
        rule = CATALOGUE[slug].rulebook.rules[0]
        assert search.find(rule.title.source, slug).finds[0].key == rule.key
    assert any("core and one game" in line for line in told_lines(counted, "pt"))


def test_what_is_said_is_kept_and_what_nobody_says_goes(
    tmp_path: Path, games: dict[str, Game]
) -> None:
    one = {"empires": games["empires"]}
    before = write_language("pt", one, tmp_path / "translations")
    folder = one["empires"].folder
    assert folder
    file = folder / "examples.pt.toml"
    key, told = next(iter(ENGLISH["examples"](folder)["example"].items()))
    file.write_text(
        f'[example.{key}]\ntitle = "Uma \\"jogada\\""\ntexts = ["Um"]\n'
        '[example.gone]\ntitle = "x"\n',
        encoding="utf-8",
    )
    catalogue = tmp_path / "translations/pt/LC_MESSAGES/messages.po"
    text = catalogue.read_text("utf-8")
    text = text.replace(
        'msgid "Your turn, {who}"\nmsgstr ""', 'msgid "Your turn, {who}"\nmsgstr "Vez de {who}"'
    )
    catalogue.write_text("# Ours.\n" + text.partition("#\n")[2], encoding="utf-8")
    after = write_language("pt", one, tmp_path / "translations")
    assert open_of(after, "empires") == open_of(before, "empires") - 2
    assert open_of(after, CORE) == open_of(before, CORE) - 1
    again = tomllib.loads(file.read_text("utf-8"))["example"]
    assert "gone" not in again and again[key]["title"] == 'Uma "jogada"'
    assert again[key]["texts"] == ["Um", *[""] * (len(told["texts"]) - 1)]
    assert write_language("pt", one, tmp_path / "translations") == after, "nothing moves again"
    assert "# Ours." in catalogue.read_text("utf-8")


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_on_offer_has_its_core_and_its_games_whole(
    tmp_path: Path, games: dict[str, Game], language: str
) -> None:
    """And none that is whole is kept back: what is offered is told in one place."""
    shutil.copytree(CATALOGUES / language, tmp_path / "translations" / language)
    counted = write_language(language, games, tmp_path / "translations")
    whole = [slug for slug in games if not open_of(counted, slug)]
    assert open_of(counted, CORE) == 0
    assert [each.strange for each in counted if each.strange] == []
    assert whole == [slug for slug, spoken in SPOKEN if spoken == language]
    assert set(GAMES_BY_LANGUAGE) <= set(LANGUAGES)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["english"], "no language that we know"),
        (["en"], "English is what"),
        (["EN"], "English is what"),
        (["En"], "English is what"),
        (["PT"], "Write 'pt'"),
        (["zh_hans"], "Write 'zh_Hans'"),
        (["pt-BR"], "no language that we know"),
        (["../it"], "no language that we know"),
        (["pt", "--game", "chess"], "no game called chess"),
    ],
)
def test_what_is_no_language_is_refused(words: list[str], said: str) -> None:
    done = CliRunner().invoke(main, ["new-language", *words])
    assert done.exit_code != 0 and said in done.output + str(done.exception)


def test_a_value_that_the_english_does_not_have_is_told(
    tmp_path: Path, games: dict[str, Game]
) -> None:
    """The app would fail at it."""
    one = {"empires": games["empires"]}
    folder = one["empires"].folder
    assert folder
    (folder / "signs.pt.toml").write_text('asks = ["o que é {nome}", "ícone {name}"]\n', "utf-8")
    counted = write_language("pt", one, tmp_path / "translations")
    assert {each.part for each in counted} == {CORE, "empires"}
    told = [line for line in told_lines(counted, "pt") if "English" in line]
    assert told == ["    {nome} isn't in the English: o que é {nome}"]


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, games: dict[str, Game]) -> None:
    file = tmp_path / "empires" / "signs.pt.toml"
    file.write_text('[sign.cost]\nname = "Custo\n', encoding="utf-8")
    with pytest.raises(BadLanguage, match=r"signs\.pt\.toml .* line 2.*quotation mark"):
        write_language("pt", {"empires": games["empires"]}, tmp_path / "translations")
    assert file.read_text("utf-8").endswith('"Custo\n')
