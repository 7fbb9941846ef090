"""Games on the command line: their names are in the help, and a wrong one is told in one way."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.games import CATALOGUE


@pytest.mark.parametrize("command", ["demo", "notation"])
def test_the_help_names_the_games(command: str) -> None:
    told = CliRunner().invoke(main, [command, "--help"]).output
    assert all(slug in told for slug in CATALOGUE)


def test_a_wrong_name_is_told_in_one_way(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("game chess\nseats 2\n1 e4\n")
    told = {
        CliRunner().invoke(main, command).output
        for command in (["notation", "chess"], ["replay", str(file)])
    }
    known = "cosmogenesis, crafting, empires"
    assert told == {f"There's no game called chess. Choose one of: {known}\n"}
