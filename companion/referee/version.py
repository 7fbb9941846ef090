"""Version: identifies the rules that a game judges by, by an edition and its files' hash.

An edition is raised by hand when an older companion would misread what a newer one writes. All
other changes show in the hash.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

#: Files of a game without influence on legality.
_SHOWN = frozenset({"show", "show.py", "say.py", "sketch.py", "steps.py", "lessons.toml"})


def game_version(folder: Path, edition: int) -> str:
    """Returns the version of the game in this folder, as "2-1f0c9ab34d"."""
    seen = sha256()
    for file in sorted((*folder.rglob("*.py"), *folder.rglob("*.toml"))):
        place = file.relative_to(folder)
        if _SHOWN.isdisjoint(place.parts) and not _is_translation(file):
            seen.update(f"{place.as_posix()}\0".encode())
            seen.update(file.read_bytes())
    return f"{edition}-{seen.hexdigest()[:10]}"


def _is_translation(file: Path) -> bool:
    """Returns whether the file translates one beside it: "rulebook.es.toml"."""
    return len(file.suffixes) > 1


def edition_in_version(version: str) -> int:
    """Returns the edition of a version; 0 if it has none."""
    edition = version.partition("-")[0]
    return int(edition) if edition.isascii() and edition.isdecimal() and len(edition) < 10 else 0


def is_newer_edition(theirs: str, ours: str) -> bool:
    """Returns whether a log judged by `theirs` may mean something else here."""
    return theirs != ours and edition_in_version(theirs) > max(1, edition_in_version(ours))
