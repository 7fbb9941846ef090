"""An installed companion carries everything that it draws with."""

from __future__ import annotations

import tomllib

from companion.paths import PACKAGE, ROOT
from tests.kit import places


def test_a_wheel_takes_along_what_stands_beside_the_package() -> None:
    told = tomllib.loads((places.ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    taken = told["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    assert taken == {name: f"companion/{name}" for name in ("templates", "static", "translations")}
    assert all((places.ROOT / name).is_dir() for name in taken)


def test_a_checkout_draws_with_its_own_files() -> None:
    assert PACKAGE.parent == ROOT == places.ROOT
