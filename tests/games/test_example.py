"""The example of docs/examples/ is installed as its own package, and played through http.

A fresh folder, a process that has never seen the checkout's example, four languages, the table
screen. Nothing of the companion is touched for it.
"""

from __future__ import annotations

import html
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest
from flask import Flask
from jinja2 import StrictUndefined

from companion.app import create_app
from companion.config import Config
from companion.games import CATALOGUE, games_by_slug, installed_games
from tests.kit.phones import Phone
from tests.kit.places import ROOT

pytestmark = pytest.mark.process

SLUG = "ten-thousand"
SOURCE = ROOT / "docs" / "examples" / SLUG
#: What the table screen says, by language: whose throw it is, what scores, what was just done.
ON_THE_SCREEN = {
    "en": ("Ben throws 6 dice", "What scores", "Ana banks 550", "not in yet: 500 to get in"),
    "es": ("Ben tira 6 dados", "Qué puntúa", "Ana anota 550", "aún fuera: 500 para entrar"),
    "de": ("Ben wirft 6 Würfel", "Was zählt", "Ana schreibt 550 auf", "500 zum Reinkommen"),
    "fr": ("Ben lance 6 dés", "Ce qui compte", "Ana marque 550", "pas encore en jeu"),
}
#: What two seats do, to the end: who has the most was second.
WHOLE = [
    (1, ("aside 1 5", "aside 4 4 4", "bank")),
    (2, ("aside 1 1 1 1 1 1", "aside 5 5", "bank")),
    (1, ("aside 1 2 3 4 5 6", "aside 1", "bust")),
    (2, ("aside 1 1 1", "aside 1 5", "aside 5", "bank")),
    (1, ("aside 1 1 1 1 1 1", "aside 1 1 1", "bank")),
    (2, ("aside 1", "aside 6 6 6", "mend unbanked 850", "bank")),
    (1, ("aside 1 1 1 1", "bank")),
]


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh folder with the example in it, as pip installs it."""
    folder = tmp_path_factory.mktemp("packages")
    pip = [sys.executable, "-m", "pip", "install", "--no-deps", "--no-build-isolation"]
    more = ["--no-index", "--disable-pip-version-check", "--target", str(folder), str(SOURCE)]
    done = subprocess.run([*pip, *more], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture
def app(packages: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    monkeypatch.syspath_prepend(str(packages))
    monkeypatch.chdir(tmp_path)
    games = games_by_slug((*CATALOGUE.values(), *installed_games()))
    app = create_app(Config(tmp_path / "tables.sqlite", "not so secret"), games=games)
    app.testing = True
    app.jinja_env.undefined = StrictUndefined
    yield app
    app.extensions["companion"].store.ledger.close()
    for name in [name for name in sys.modules if name.partition(".")[0] == "ten_thousand"]:
        del sys.modules[name]


def begun(app: Flask, **options: str) -> tuple[str, Phone, Phone]:
    """A table that has begun: its code, Ana's phone on seat 1 and Ben's on seat 2."""
    ana, ben = Phone(app), Phone(app)
    assert "Ten Thousand" in ana.get("/").text
    code = str(ana.post("/tables", game=SLUG, seats=2, name="Ana").location.rpartition("/")[2])
    ben.post(f"/t/{code}/sit", seat=2, name="Ben")
    for key, value in options.items():
        ana.post(f"/t/{code}/option", key=key, value=value)
    ana.post(f"/t/{code}/start")
    return code, ana, ben


def page(phone: Phone, path: str, language: str = "en") -> str:
    got = phone.get(path, headers={"Accept-Language": language})
    assert got.status_code == 200
    return html.unescape(got.text)


def test_it_lies_outside(app: Flask, packages: Path) -> None:
    game = app.extensions["companion"].games[SLUG]
    assert game.folder == packages / "ten_thousand" and ROOT not in game.folder.parents


def test_it_is_played_from_opening_to_result(app: Flask) -> None:
    code, ana, ben = begun(app)
    for seat, actions in WHOLE:
        phone = (ana, ben)[seat - 1]
        for action in actions:
            assert phone.tap(code, action, seat=seat).status_code == 200, action
    for path in (f"/t/{code}", f"/t/{code}/screen"):
        told = page(ana, path)
        assert "Ana wins" in told and "11550 points" in told and "The most points win" in told
        assert "Final score" in told and "Points by round" in told and "10150" in told
    refused = ben.tap(code, "bust", seat=2)
    assert refused.status_code == 422 and "The game is over" in refused.text
    saved = ana.get(f"/t/{code}/game.json").text
    brought = ana.post("/tables/import", text=saved)
    assert brought.status_code == 303 and "Ana wins" in page(ana, str(brought.location))
    assert ana.get(f"/t/{code}/result.png").mimetype == "image/png"


def test_a_turn_takes_a_tap_for_what_is_set_aside_and_one_to_bank(app: Flask) -> None:
    code, ana, ben = begun(app)
    for action in ("aside 5", "aside 4 4 4", "aside 1"):
        assert f'name="action" value="{action}"' in page(ana, f"/t/{code}"), "one tap on the page"
        assert ana.tap(code, action, seat=1).status_code == 200
    assert 'name="action" value="bank"' in page(ana, f"/t/{code}")
    shown = page(ben, f"/t/{code}")
    assert "Ana throws 1 die" in shown and 'value="bank"' not in shown


#: What a phone on its turn, with 550 points set aside, asks, by language, and what it is told. The
#: game brings no words for its actions: their names in the notation and what they mean are enough.
ASKED = {
    "en": {"can I bank": "Yes, allowed", "may I bank the points of this turn": "Yes, allowed"},
    "es": {"¿puedo anotar los puntos de este turno?": "Sí, está permitido"},
    "de": {"darf ich die Punkte dieses Zugs aufschreiben": "Ja, erlaubt"},
    "fr": {"je peux marquer les points de ce tour ?": "Oui, permis"},
}


@pytest.mark.parametrize("language", ASKED)
def test_a_question_about_an_action_gets_the_judges_verdict(app: Flask, language: str) -> None:
    code, ana, ben = begun(app)

    def verdict(phone: Phone, asked: str) -> str:
        told = page(phone, f"/rules/{SLUG}?{urlencode({'at': code, 'q': asked})}", language)
        return told.partition("card stack answer")[2].partition("</section>")[0]

    allowed = [*ASKED[language].items()]
    assert all(told not in verdict(ana, asked) for asked, told in allowed), "nothing is set aside"
    for action in ("aside 1 5", "aside 4 4 4"):
        assert ana.tap(code, action, seat=1).status_code == 200
    for asked, told in allowed:
        assert told in verdict(ana, asked)
        assert verdict(ben, asked) and told not in verdict(ben, asked), "it isn't Ben's turn"


@pytest.mark.parametrize(
    ("before", "action", "said"),
    [
        ((), "aside 2 2", ("2 2: that scores nothing", "Only dice that score")),
        ((), "aside 1 6", ("6: that scores nothing", "Set aside 1 alone")),
        (("aside 1 1 1 5",), "aside 5 5 5", ("There were 2 dice to throw", "Set aside 2 at most")),
        ((), "bank", ("Nothing is set aside in this turn", "Bank what has scored")),
        (("aside 1",), "bank", ("You need 500 to get in; this turn has 100", "Getting in")),
        ((), "mend points 1234", ("points come in fifties", "Set it to 1200")),
    ],
)
def test_what_is_not_allowed_is_refused_with_its_rule(
    app: Flask, before: tuple[str, ...], action: str, said: tuple[str, ...]
) -> None:
    code, ana, _ = begun(app)
    for earlier in before:
        assert ana.tap(code, earlier, seat=1).status_code == 200
    refused = ana.tap(code, action, seat=1)
    told = html.unescape(refused.text)
    assert refused.status_code == 422 and all(words in told for words in said), told


def test_the_other_seat_waits_for_its_turn(app: Flask) -> None:
    code, _, ben = begun(app)
    refused = ben.tap(code, "aside 1", seat=2)
    assert refused.status_code == 422 and "Ana's turn" in html.unescape(refused.text)


def test_house_rules_are_kept(app: Flask) -> None:
    code, ana, _ = begun(app, **{"entry": "1000", "score.pairs": "no", "score.more": "three"})
    refused = ana.tap(code, "aside 2 2 3 3 4 4", seat=1)
    assert refused.status_code == 422 and "Do three pairs score?" in refused.text
    assert ana.tap(code, "aside 6 6 6", seat=1).status_code == 200
    assert "1000 to get in" in page(ana, f"/t/{code}/table")
    assert "score alone or not at all" in page(ana, f"/t/{code}/shared")


def test_what_was_tapped_wrongly_is_taken_back_or_set_right(app: Flask) -> None:
    code, ana, _ = begun(app)
    ana.tap(code, "aside 1 1 1", seat=1)
    assert ana.tap(code, "mend unbanked 300", seat=1).status_code == 200
    assert "Bank 300" in page(ana, f"/t/{code}")
    assert 'data-step="50"' in page(ana, f"/t/{code}/own")


@pytest.mark.parametrize("language", ON_THE_SCREEN)
def test_the_table_screen_speaks_four_languages(app: Flask, language: str) -> None:
    code, ana, _ = begun(app)
    for action in WHOLE[0][1]:
        ana.tap(code, action, seat=1)
    screen = page(ana, f"/t/{code}/screen", language)
    for words in ON_THE_SCREEN[language]:
        assert words in screen, words
    assert screen.count("#die-open") == 6 and "companion-ten-thousand-screen.css" in screen
    if language != "en":
        assert "set aside" not in screen and "Ten Thousand" in screen


@pytest.mark.parametrize(
    ("language", "question", "rule"),
    [
        ("en", "can i set two twos aside", "Only dice that score"),
        ("es", "puedo apartar dos doses", "Solo dados que puntúan"),
        ("de", "darf ich zwei zweien herauslegen", "Nur Würfel, die zählen"),
        ("fr", "je peux garder deux deux", "Seulement des dés qui comptent"),
    ],
)
def test_its_rules_are_found(app: Flask, language: str, question: str, rule: str) -> None:
    headers = {"HX-Request": "true", "Accept-Language": language}
    found = Phone(app).get(f"/rules/{SLUG}?q={question}", headers=headers).text
    assert rule in html.unescape(found)


@pytest.mark.parametrize("language", ON_THE_SCREEN)
def test_it_teaches(app: Flask, language: str) -> None:
    code, ana, _ = begun(app)
    ana.post(f"/t/{code}/lessons", on="1")
    titles = {"en": "Say what you set aside", "es": "Di qué apartas",
              "de": "Sag, was du herauslegst", "fr": "Dis ce que tu mets de côté"}  # fmt: skip
    assert titles[language] in page(ana, f"/t/{code}/lessons/deck", language)
    now = re.search(r'data-now="([^"]*)"', page(ana, f"/t/{code}", language))
    assert now and now[1].split() == ["aside:other", "bust:", "mend:fix-turn"]
    tour = page(ana, f"/t/{code}/tour?card=3", language)
    assert tour.count("#die-open") == 1, "the tray of the example: five dice lie aside"


def test_the_command_line_plays_it(packages: Path, tmp_path: Path) -> None:
    moves = [f"{seat} {action}" for seat, actions in WHOLE for action in actions]
    game = tmp_path / "game.txt"
    game.write_text("\n".join((f"game {SLUG}", "seats 2", *moves)))
    paths = os.pathsep.join([str(packages), os.environ.get("PYTHONPATH", "")])
    run = [sys.executable, "-c", "from companion.cli import main; main()", "replay", str(game)]
    done = subprocess.run(
        run, capture_output=True, text=True, check=False, env={**os.environ, "PYTHONPATH": paths}
    )
    assert done.returncode == 0 and "points (11550, 10150)" in done.stdout, done.stderr


@pytest.mark.parametrize("words", [("-m", "pytest", "-q", "-p", "no:cacheprovider", "tests")])
def test_its_own_tests_pass(packages: Path, words: tuple[str, ...]) -> None:
    paths = os.pathsep.join([str(packages), str(ROOT)])
    ran = subprocess.run(
        [sys.executable, *words, "-c", os.devnull, "--rootdir", str(SOURCE)],
        cwd=SOURCE,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": paths},
    )
    passed = re.search(r"(\d+) passed", ran.stdout)
    assert ran.returncode == 0 and passed and int(passed[1]) > 60, ran.stdout + ran.stderr


def test_it_is_asked_what_every_game_is_asked(packages: Path) -> None:
    """The contract of a game, its lessons and corrections: the same tests, with it installed."""
    paths = os.pathsep.join([str(packages), str(ROOT)])
    names = ("every_game", "lessons", "every_correction", "main_actions", "hands")
    asked = [f"tests/games/test_{name}.py" for name in names]
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-k", SLUG, *asked],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": paths},
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_its_code_is_in_form(packages: Path) -> None:
    checks = (
        ("-m", "ruff", "check", "--config", str(ROOT / "pyproject.toml"), "."),
        ("-m", "ruff", "format", "--check", "--config", str(ROOT / "pyproject.toml"), "."),
        ("-m", "mypy", "--strict", "--cache-dir", os.devnull, str(packages / "ten_thousand")),
    )
    for check in checks:
        env = {**os.environ, "PYTHONPATH": str(ROOT), "MYPYPATH": str(packages)}
        done = subprocess.run(
            [sys.executable, *check],
            cwd=SOURCE,
            capture_output=True,
            text=True,
            check=False,
            env=env,
        )
        assert done.returncode == 0, done.stdout + done.stderr
