"""An installed companion carries everything that it draws with, and nothing that only we need."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from companion.paths import PACKAGE_FOLDER, ROOT_FOLDER
from tests.kit import places

#: What a file is called that says whose something is.
LICENCE = re.compile(r"(LICEN[CS]E|OFL|SOURCES)[^/]*$")
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


@pytest.mark.process
def test_every_licence_in_the_wheel_is_named_as_one(wheel: frozenset[str]) -> None:
    """Who packages it finds them in one place, whatever folder they lie in."""
    told = {name.partition("/licenses/")[2] for name in wheel if "/licenses/" in name}
    found = {name for name in wheel if LICENCE.search(name) and ".dist-info/" not in name}
    assert found
    kept = {name if (places.ROOT / name).is_file() else name.partition("/")[2] for name in found}
    assert kept | {"LICENSE"} == told


@pytest.mark.parametrize("site", ["", "https://example.org/someone/cosmos"])
def test_the_page_of_the_package_has_no_address_that_leads_nowhere(
    site: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SITE", site)
    metadata: dict[str, Any] = {"version": "1.2"}
    spec = spec_from_file_location("hatch_build", places.ROOT / "hatch_build.py")
    assert spec and spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    module.Page(str(places.ROOT), {}).update(metadata)
    text = metadata["readme"]["text"]
    assert "Cosmos: Empires" in text
    led = re.findall(r'\]\(([^)]*)\)|src="([^"]*)"', text)
    addresses = [*("".join(each) for each in led), *metadata["urls"].values()]
    assert [each for each in addresses if not each.startswith("https://")] == []
    assert bool(addresses) is bool(site) is ("<img" in text)


def test_a_checkout_draws_with_its_own_files() -> None:
    assert PACKAGE_FOLDER.parent == ROOT_FOLDER == places.ROOT
