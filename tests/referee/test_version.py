"""The version of a game: what it is judged by, and not what it shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.referee.version import game_version


@pytest.mark.parametrize(
    ("name", "counts"),
    [("rules.py", True), ("rulebook.toml", True), ("show.py", False), ("rulebook.es.toml", False)],
)
def test_only_what_judges_makes_another_version(tmp_path: Path, name: str, counts: bool) -> None:
    (tmp_path / name).write_text("one")
    before = game_version(tmp_path, 1)
    (tmp_path / name).write_text("two")
    assert (game_version(tmp_path, 1) != before) is counts
