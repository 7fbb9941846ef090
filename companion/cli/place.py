"""Whether the tables can be kept where they are to be: `serve` stops with these words before it
makes anything, and `doctor` says the same.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from companion.ledger import backup as files


@dataclass(frozen=True)
class Trouble:
    """What is wrong, and how it is mended."""

    found: str
    mend: str

    def __str__(self) -> str:
        return f"{self.found}.\n{self.mend}"


def place_trouble(database: Path) -> Trouble | None:
    """Returns what keeps the tables from being kept in this file; None if nothing."""
    if str(database).startswith("~") or database.is_relative_to(Path.cwd() / "~"):
        return Trouble("There is no home folder", "Name a file for the tables: --database FILE")
    there = nearest_folder(database.absolute().parent)
    if not there.is_dir():
        return Trouble(f"{there} is no folder", "Name another place: --database FILE")
    if not _can_make_files(there):
        folder = database.absolute().parent
        return _rights(
            there, "chown -R $USER" if there == folder else "install -d -o $USER", folder
        )
    for file in (database, files.key_file_path(database)):
        if file.exists() and not os.access(file, os.R_OK | os.W_OK):
            return _rights(file, "chown $USER", file)
    return None


def _can_make_files(folder: Path) -> bool:
    if os.name != "nt":
        return os.access(folder, os.W_OK | os.X_OK)
    # There every folder says yes, and only trying tells.
    tried = folder / f"companion-{os.getpid()}.tmp"
    try:
        tried.touch(exist_ok=False)
        tried.unlink()
    except OSError:
        return False
    return True


def _rights(what: Path, command: str, wanted: Path) -> Trouble:
    """`command`: makes what is `wanted` the user's own, where there is such a command."""
    mend = "Name another place: --database FILE"
    if os.name != "nt":
        mend = f"{mend}. Or make it yours: sudo {command} {wanted}"
    return Trouble(f"{what} can't be written: it is another user's, or the disk is read-only", mend)


def nearest_folder(folder: Path) -> Path:
    """Returns the folder, or its nearest existing parent."""
    return next(each for each in (folder, *folder.parents) if exists(each))


def exists(path: Path) -> bool:
    """Returns whether it is there; False where we may not even look: what shuts us out is above."""
    try:
        return path.exists()
    except PermissionError:
        return False
