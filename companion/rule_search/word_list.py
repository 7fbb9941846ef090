"""Word list: how much a language's words tell, read from a sorted file that stays on the disk.

`words/LANGUAGE.txt`: a word a line, sorted, in lower case and without accents. Behind it stands its
information in hundredths; where nothing stands it is 1. The file is mapped, not read: nothing is
loaded before the first question, and of 36,000 words a search touches some pages.
`tests/kit/word_lists.py` makes the files.
"""

from __future__ import annotations

import mmap
from pathlib import Path

FOLDER = Path(__file__).parent / "words"

#: Letters that a word may have more than its stem and still be a form of it, less one.
MAX_ENDING_LETTERS = 4


class WordList:
    """The words of a language; empty for a language without a file."""

    def __init__(self, language: str, folder: Path = FOLDER) -> None:
        self._lines: mmap.mmap | bytes = b""
        file = folder / f"{language}.txt"
        if file.is_file():
            with file.open("rb") as opened:
                self._lines = mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ)

    def __contains__(self, word: object) -> bool:
        """Whether this very form stands in the list."""
        return isinstance(word, str) and self._first_from(word)[0] == word

    def information(self, word: str, stem: str) -> float | None:
        """Returns a word's own information (0 to 1) or that of a near form, for the list is
        incomplete; None if it is no word.
        """
        found, information = self._first_from(word)
        if found == word:
            return information
        if len(word) < 4:
            return None
        near, information = self._first_from(stem)
        if near.startswith(stem) and len(near) - len(stem) < MAX_ENDING_LETTERS:
            return information
        return None

    def _first_from(self, word: str) -> tuple[str, float]:
        """Returns the first word of the list that is not before `word`, with its information;
        ("", 0) behind the last.
        """
        lines, sought = self._lines, word.encode("utf-8", "replace")
        low, high = 0, len(lines)
        while low < high:
            start = lines.rfind(b"\n", low, (low + high) // 2) + 1 or low
            end = lines.find(b"\n", (low + high) // 2)
            if lines[start:end].split(b" ")[0] < sought:
                low = end + 1
            else:
                high = start
        found, _, hundredths = lines[low : lines.find(b"\n", low)].decode().partition(" ")
        return found, int(hundredths or 100) / 100
