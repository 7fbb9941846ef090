"""The core knows no game: no name of one, and no word that only one of them says, stands in it.

What a new game touches is its folder, one line of the catalogue, its templates, styles, icons and
catalogues of sentences; `tests/games/test_from_outside.py` adds one without touching anything.
"""

from __future__ import annotations

import re
from pathlib import Path

from companion.games import CATALOGUE
from companion.web.routes.table import TAB_BY_OLD_NAME
from tests.kit.places import CODE, ROOT

#: Things that lie in the boxes, and what is done with them.
WORDS = (
    *("marble", "nebula", "nebulae", "supernova", "graviton", "hydrogen", "helium", "gravity"),
    *(
        "chemistry",
        "crystal",
        "crystals",
        "galaxy",
        "goal",
        "goals",
        "dna",
        "stabilise",
        "discharge",
    ),
    *("empire", "empires", "culture", "cultures", "dice", "credits", "payout", "scout"),
    *("asteroid", "comet", "monolith", "orbit", "planet", "objective", "stellar", "habitable"),
)
CATALOGUE_LINE = CODE / "games" / "__init__.py"


def core() -> list[Path]:
    """Every module, template, style and script that belongs to no game alone."""
    kinds = {".py", ".toml", ".html", ".css", ".js", ".svg"}
    folders = (CODE, ROOT / "templates", ROOT / "static")
    files = [path for folder in folders for path in folder.rglob("*") if path.suffix in kinds]
    ours = {slug: CATALOGUE[slug].art for slug in CATALOGUE}
    apart = {art.file_path(kind) for art in ours.values() for kind in ("css", "svg")}
    return [
        path
        for path in files
        if path not in apart and path != CATALOGUE_LINE and "vendor" not in path.parts
        if not any(f"games/{slug}/" in path.as_posix() for slug in CATALOGUE)
    ]


def said(path: Path, words: tuple[str, ...]) -> list[str]:
    text = path.read_text(encoding="utf-8").lower()
    return [word for word in words if re.search(rf"(?<![a-z]){word}(?![a-z])", text)]


def test_no_game_is_named() -> None:
    files = core()
    assert len(files) > 250
    names = {str(path.relative_to(ROOT)): said(path, tuple(CATALOGUE)) for path in files}
    assert {name: found for name, found in names.items() if found} == {}


def test_no_word_of_one_game_is_said() -> None:
    # Chance calls dice what it throws; the old addresses lead where their words did.
    allowed = {
        "companion/chance.py": ["dice"],
        "companion/referee/actions.py": ["dice"],
        "companion/web/routes/table.py": list(TAB_BY_OLD_NAME),
    }
    found = {str(path.relative_to(ROOT)): said(path, WORDS) for path in core()}
    extra = {
        name: [w for w in words if w not in allowed.get(name, ())] for name, words in found.items()
    }
    assert {name: words for name, words in extra.items() if words} == {}


def test_a_word_of_a_game_is_noticed() -> None:
    board = CODE / "games" / "crafting" / "show" / "galaxy.py"
    assert "galaxy" in said(board, WORDS) and said(board, ("crafting",)) == ["crafting"]
