"""`companion new-game`: writes a package with a playable game from `companion/game_template/`."""

from __future__ import annotations

import keyword
import re
import sys
from importlib.util import find_spec
from pathlib import Path

from companion.games import CATALOGUE

TEMPLATE_FOLDER = Path(__file__).parents[1] / "game_template"
NAME_PATTERN = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
MAX_NAME_LENGTH = 30
#: Placeholders of the name in the template's files and paths.
_SLUG, _MODULE, _TITLE = "__slug__", "__module__", "__title__"


class BadGameName(ValueError):
    """The name is not usable for a game; the message says why."""


def write_game_package(name: str, where: Path) -> Path:
    """Writes the package into a new folder of this name in `where`, and returns that folder.

    Raises `BadGameName`; `FileExistsError` if the folder exists.
    """
    check_name(name)
    folder = where / name
    folder.mkdir()
    words = {
        _SLUG: name,
        _MODULE: name.replace("-", "_"),
        _TITLE: name.replace("-", " ").title(),
    }
    for source in sorted(path for path in TEMPLATE_FOLDER.rglob("*") if path.is_file()):
        # The template's code is not part of the companion: its files end in .py.txt.
        path = source.relative_to(TEMPLATE_FOLDER).as_posix().removesuffix(".txt")
        target = folder / _filled(path, words)
        target.parent.mkdir(parents=True, exist_ok=True)
        text = _filled(source.read_text(encoding="utf-8"), words)
        target.write_text(text, encoding="utf-8")
    return folder


def check_name(name: str) -> None:
    """Raises `BadGameName` if a game, its address or its package cannot have this name."""
    if not NAME_PATTERN.fullmatch(name) or len(name) > MAX_NAME_LENGTH:
        raise BadGameName(
            f"{name!r} can't be a game's name: use small letters and digits, with - between words, "
            f"{MAX_NAME_LENGTH} at most, for example ten-thousand."
        )
    if name in CATALOGUE:
        raise BadGameName(f"There is a game called {name} already.")
    module = name.replace("-", "_")
    if keyword.iskeyword(module) or module in sys.stdlib_module_names or find_spec(module):
        raise BadGameName(f"Python has something called {module} already: choose another name.")


def _filled(text: str, words: dict[str, str]) -> str:
    for word, meant in words.items():
        text = text.replace(word, meant)
    return text
