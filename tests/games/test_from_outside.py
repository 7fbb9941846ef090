"""A game is added from outside: a package of its own, installed beside the companion.

It is what `companion new-game` writes, and nothing of the companion is touched. It is played
through http, from the lobby to its saved file.
"""

from __future__ import annotations

import importlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from jinja2 import StrictUndefined

from companion.app import create_app
from companion.cli.new_game import write_game_package
from companion.config import Config
from companion.games import CATALOGUE, games_by_slug, installed_games
from tests.kit.phones import Phone
from tests.kit.places import CODE

SPANISH = {"Accept-Language": "es"}
#: What every installed package has beside it, and how it says that it brings a game.
INSTALLED = {
    "METADATA": "Metadata-Version: 2.1\nName: pebbles\nVersion: 1.0\n",
    "entry_points.txt": "[companion.games]\npebbles = pebbles:GAME\n",
}


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of packages outside the project, with one that brings a game."""
    folder = tmp_path_factory.mktemp("packages")
    written = write_game_package("pebbles", tmp_path_factory.mktemp("written"))
    shutil.copytree(written / "pebbles", folder / "pebbles")
    told = folder / "pebbles-1.0.dist-info"
    told.mkdir()
    for name, text in INSTALLED.items():
        (told / name).write_text(text)
    return folder


@pytest.fixture
def app(packages: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    monkeypatch.syspath_prepend(str(packages))
    games = games_by_slug((*CATALOGUE.values(), *installed_games()))
    app = create_app(Config(tmp_path / "tables.sqlite", "not so secret"), games=games)
    app.testing = True
    app.jinja_env.undefined = StrictUndefined
    yield app
    app.extensions["companion"].store.ledger.close()
    for name in [name for name in sys.modules if name.partition(".")[0] == "pebbles"]:
        del sys.modules[name]


@pytest.fixture
def begun(app: Flask) -> tuple[str, Phone, Phone]:
    """A game of it that has begun: its code, Ana's phone on seat 1 and Ben's on seat 2."""
    ana, ben = Phone(app), Phone(app)
    assert "Pebbles" in ana.get("/").text
    opened = ana.post("/tables", game="pebbles", seats=2, name="Ana")
    code = str(opened.location.rpartition("/")[2])
    assert "Pebbles" in ben.get(f"/j/{code}", follow_redirects=True).text
    ben.post(f"/t/{code}/sit", seat=2, name="Ben")
    assert "Ben" in ana.get(f"/t/{code}/lobby").text
    ana.post(f"/t/{code}/start")
    return code, ana, ben


def test_it_lies_outside(app: Flask, packages: Path) -> None:
    game = importlib.import_module("pebbles").GAME
    assert game.folder == packages / "pebbles" and CODE not in game.folder.parents
    assert app.extensions["companion"].games["pebbles"] is game


def test_what_is_allowed_counts_and_what_is_not_is_refused_with_its_page(
    begun: tuple[str, Phone, Phone],
) -> None:
    code, ana, ben = begun
    assert ana.tap(code, "take 2", seat=1).status_code == 200
    refused = ben.tap(code, "take 4", seat=2)
    assert refused.status_code == 422
    for said in ("Three pebbles are the most", "Three at most", "p. 2", "Take 3"):
        assert said in refused.text
    early = ana.tap(code, "take 1", seat=1)
    assert early.status_code == 422 and "Ben&#39;s turn" in early.text
    assert "Ana took 2 pebbles" in ben.get(f"/t/{code}/table").text


def test_its_drawings_styles_and_icons_are_on_its_pages_alone(
    app: Flask, begun: tuple[str, Phone, Phone]
) -> None:
    code, ana, _ = begun
    page, screen, home = (ana.get(path).text for path in (f"/t/{code}", f"/t/{code}/screen", "/"))
    for drawn in (page, screen):
        assert 'class="pile" aria-label="The pile"' in drawn
        assert "#pebble" in drawn
        assert drawn.count('<span class="el el-stone" aria-hidden="true">S</span>') == 9
    assert "/static/companion-pebbles.css" in page
    assert "/static/companion-pebbles-screen.css" in screen
    assert "pebbles.css" not in home and "/static/companion.css" in home
    styles, icons = (ana.get(f"/static/companion-pebbles.{kind}") for kind in ("css", "svg"))
    assert ".pile" in styles.text and styles.text.startswith(ana.get("/static/companion.css").text)
    assert 'id="pebble"' in icons.text and icons.mimetype == "image/svg+xml"
    version = app.extensions["companion"].version
    kept = ana.get(f"/static/companion-pebbles.css?v={version}").headers["Cache-Control"]
    assert "immutable" in kept
    assert "My pebbles" in ana.get(f"/t/{code}/own").text
    head = page[page.index('id="slot-top"') : page.index('id="slot-mine"')]
    assert "Your turn" in head and "sym-triangle" in head, "whose phone it is"


def test_it_speaks_both_languages(begun: tuple[str, Phone, Phone]) -> None:
    code, ana, ben = begun
    ana.tap(code, "take 2", seat=1)
    page = ana.get(f"/t/{code}", headers=SPANISH).text
    assert 'aria-label="El montón"' in page and "Mis guijarros" in page
    assert "Ana cogió 2 guijarros" in ana.get(f"/t/{code}/table", headers=SPANISH).text
    ben.client.post("/language", data={"language": "es"}, headers=ben.headers)
    refused = ben.tap(code, "take 4", seat=2)
    assert "Tres guijarros como mucho" in refused.text and "Tres como mucho" in refused.text


def test_its_rules_are_found_in_both_languages(app: Flask) -> None:
    ana = Phone(app)
    assert "Pebbles" in ana.get("/rules").text
    scripted = {"HX-Request": "true"}
    found = ana.get("/rules/pebbles?q=may i take the whole pile at once", headers=scripted).text
    assert "Three at most" in found
    found = ana.get("/rules/pebbles?q=un puñado de guijarros", headers={**scripted, **SPANISH}).text
    assert "Tres como mucho" in found


@pytest.mark.parametrize("path", ["game.json", "transcript"])
def test_a_game_of_it_is_saved_and_brought_back(begun: tuple[str, Phone, Phone], path: str) -> None:
    code, ana, ben = begun
    for seat, count in ((1, 3), (2, 3), (1, 1), (2, 2)):
        phone = (ana, ben)[seat - 1]
        assert phone.tap(code, f"take {count}", seat=seat).status_code == 200
    page, screen = ana.get(f"/t/{code}").text, ana.get(f"/t/{code}/screen").text
    for told in (page, screen):
        assert "Ben wins" in told and "The last pebble" in told, "no Result of its own: the usual"
    after = ana.tap(code, "take 1", seat=1)
    assert after.status_code == 422 and "The game is over" in after.text
    saved = ana.get(f"/t/{code}/{path}").text
    brought = ana.post("/tables/import", text=saved)
    assert brought.status_code == 303, brought.text
    again = ana.get(f"{brought.location}/{path}").text
    moves = [re.findall(r"take \d", file) for file in (saved, again)]
    assert moves == [["take 3", "take 3", "take 1", "take 2"]] * 2


@pytest.mark.process
def test_the_command_line_knows_it_once_it_is_installed(packages: Path, tmp_path: Path) -> None:
    game = tmp_path / "game.txt"
    game.write_text("game pebbles\nseats 2\n1 take 3\n2 take 3\n1 take 1\n2 take 2\n")
    run = [sys.executable, "-c", "from companion.cli import main; main()", "replay", str(game)]
    path = os.pathsep.join([str(packages), os.environ.get("PYTHONPATH", "")])
    done, unknown = (
        subprocess.run(run, capture_output=True, text=True, check=False, env=env)
        for env in ({**os.environ, "PYTHONPATH": path}, None)
    )
    assert done.returncode == 0 and "pile 0, taken (4, 5)" in done.stdout, done.stdout + done.stderr
    assert unknown.returncode != 0 and "pebbles" in unknown.stderr


def test_two_games_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="two games are called"):
        games_by_slug((*CATALOGUE.values(), *CATALOGUE.values()))
