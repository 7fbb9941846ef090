"""A new game: a package of its own that plays at once, written from `companion/game_template/`."""

from __future__ import annotations

import keyword
import re
import sys
from importlib.util import find_spec
from pathlib import Path

from companion.games import CATALOGUE

TEMPLATE = Path(__file__).parents[1] / "game_template"
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
LONGEST = 30
#: What stands for the name in the template, in its files and in their paths.
_SLUG, _MODULE, _TITLE = "__slug__", "__module__", "__title__"


class BadName(ValueError):
    """No game can be called so; says why in words."""


def write_game(name: str, where: Path) -> Path:
    """Writes the package into a new folder of this name in `where`, and returns that folder.

    Raises `BadName`; `FileExistsError` where the folder is there already.
    """
    check_name(name)
    folder = where / name
    folder.mkdir()
    words = {
        _SLUG: name,
        _MODULE: name.replace("-", "_"),
        _TITLE: name.replace("-", " ").title(),
    }
    for source in sorted(path for path in TEMPLATE.rglob("*") if path.is_file()):
        # The code of the template is no module of the companion's: it ends in .py.txt.
        path = source.relative_to(TEMPLATE).as_posix().removesuffix(".txt")
        target = folder / _filled(path, words)
        target.parent.mkdir(parents=True, exist_ok=True)
        text = _filled(source.read_text(encoding="utf-8"), words)
        target.write_text(text, encoding="utf-8")
    return folder


def check_name(name: str) -> None:
    """Raises `BadName` where a game, its address or its package can't be called so."""
    if not NAME.fullmatch(name) or len(name) > LONGEST:
        raise BadName(
            f"{name!r} can't be a game's name: use small letters and digits, with - between words, "
            f"{LONGEST} at most, for example ten-thousand."
        )
    if name in CATALOGUE:
        raise BadName(f"There is a game called {name} already.")
    module = name.replace("-", "_")
    if keyword.iskeyword(module) or module in sys.stdlib_module_names or find_spec(module):
        raise BadName(f"Python has something called {module} already: choose another name.")


def _filled(text: str, words: dict[str, str]) -> str:
    for word, meant in words.items():
        text = text.replace(word, meant)
    return text
