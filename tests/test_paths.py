"""An installed companion carries everything that it draws with, and nothing that only we need."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from companion.paths import PACKAGE_FOLDER, ROOT_FOLDER
from tests.kit import places

BESIDE = ("templates", "static", "translations")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> frozenset[str]:
    """What is in the wheel that people install."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=places.ROOT, check=True, capture_output=True)
    (made,) = folder.glob("*.whl")
    with ZipFile(made) as opened:
        return frozenset(opened.namelist())


def files_in(folder: Path) -> set[str]:
    """The files of a folder, without what Python leaves there."""
    names = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    return {name for name in names if "__pycache__" not in name}


@pytest.mark.process
@pytest.mark.parametrize("name", BESIDE)
def test_a_wheel_takes_along_what_stands_beside_the_package(
    wheel: frozenset[str], name: str
) -> None:
    files = files_in(places.ROOT / name)
    assert files
    assert {f"companion/{name}/{file}" for file in files} - wheel == set()


@pytest.mark.process
def test_a_wheel_holds_nothing_but_the_companion(wheel: frozenset[str]) -> None:
    ours = {name for name in wheel if ".dist-info/" not in name}
    expected = files_in(PACKAGE_FOLDER) | {
        f"{name}/{file}" for name in BESIDE for file in files_in(places.ROOT / name)
    }
    assert ours == {f"companion/{name}" for name in expected}
    assert not [name for name in ours if "/bench" in name]


def test_a_checkout_draws_with_its_own_files() -> None:
    assert PACKAGE_FOLDER.parent == ROOT_FOLDER == places.ROOT
