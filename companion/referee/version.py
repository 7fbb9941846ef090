"""Version: identifies the rules that a game judges by, by an edition and its files' hash.

An edition is raised by hand when an older companion would misread what a newer one writes. All
other changes show in the hash.
"""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path

_VERSION = re.compile(r"[0-9]+-[0-9a-f]{10}")
_HIGHEST_EDITION = 10**9

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
    """Returns the edition of a version, at most `_HIGHEST_EDITION`; 0 if it has none. A number of
    ten digits and more is one only where a hash follows.
    """
    edition, hash_follows, _ = version.partition("-")
    if not (edition.isascii() and edition.isdecimal()):
        return 0
    if len(edition) < 10:
        return int(edition)
    return _HIGHEST_EDITION if hash_follows else 0


def is_version(text: str) -> bool:
    """Returns whether this is a version as `game_version` writes it."""
    return _VERSION.fullmatch(text) is not None


def is_newer_edition(theirs: str, ours: str) -> bool:
    """Returns whether a log judged by `theirs` may mean something else here."""
    return theirs != ours and edition_in_version(theirs) > max(1, edition_in_version(ours))
