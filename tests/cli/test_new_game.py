"""`companion new-game`: a package that plays at once, and names that no game can have."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.cli.new_game import write_game_package
from tests.kit.places import ROOT


def run_new_game(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["new-game", *words])
    return done.exit_code, done.output + (str(done.exception) if done.exit_code else "")


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    paths = os.pathsep.join([str(folder), str(ROOT)])
    command = [sys.executable, *words]
    return subprocess.run(
        command,
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": paths},
    )


@pytest.mark.process
def test_its_own_tests_pass_and_it_is_sound(tmp_path: Path) -> None:
    code, said = run_new_game("three-stones", "--into", str(tmp_path))
    folder = tmp_path / "three-stones"
    assert code == 0 and f"pip install -e {folder}" in said and "NEW-GAME" in said
    passed = run(folder, "-m", "pytest", "-q", "-p", "no:randomly", "-p", "no:cacheprovider")
    assert passed.returncode == 0 and "4 passed" in passed.stdout, passed.stdout + passed.stderr
    checked = run(folder, "-m", "mypy", "--strict", "three_stones")
    assert checked.returncode == 0, checked.stdout
    chosen = ("--isolated", "--select", "E,F,W,I,UP,B,RET", "--line-length", "100")
    linted = run(folder, "-m", "ruff", "check", *chosen, ".")
    assert linted.returncode == 0, linted.stdout


def test_its_name_stands_everywhere(tmp_path: Path) -> None:
    folder = write_game_package("three-stones", tmp_path)
    texts = {path.relative_to(folder).as_posix(): path.read_text() for path in files(folder)}
    assert 'slug="three-stones"' in texts["three_stones/__init__.py"]
    assert 'title="Three Stones"' in texts["three_stones/__init__.py"]
    assert 'three-stones = "three_stones:GAME"' in texts["pyproject.toml"]
    assert "three_stones/templates/games/three-stones/_pile.html" in texts
    assert "tests/test_three_stones.py" in texts
    left = ("__slug__", "__module__", "__title__")
    assert not [at for at, text in texts.items() if any(word in at + text for word in left)]


def files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Ten Thousand", "small letters"),
        ("../up", "small letters"),
        ("2048", "small letters"),
        ("ten--thousand", "small letters"),
        ("-x", "small letters"),
        ("a" * 31, "30 at most"),
        ("crafting", "a game called crafting"),
        ("import", "Python has something called import"),
        ("json", "Python has something called json"),
        ("flask", "Python has something called flask"),
    ],
)
def test_a_name_that_cannot_be_is_refused_in_words(tmp_path: Path, name: str, why: str) -> None:
    code, said = run_new_game("--into", str(tmp_path), "--", name)
    assert code != 0 and why in said and "Traceback" not in said
    assert not list(tmp_path.iterdir())


def test_nothing_is_written_over(tmp_path: Path) -> None:
    (tmp_path / "stones").mkdir()
    (tmp_path / "stones" / "mine.txt").write_text("mine")
    code, said = run_new_game("stones", "--into", str(tmp_path))
    assert code != 0 and "nothing is written" in said
    assert [path.name for path in files(tmp_path)] == ["mine.txt"]
