"""Whole games as text: written without what was undone or is secret, and read again."""

from __future__ import annotations

import pytest

from companion import transcript
from companion.transcript import BadGameFile, FileMove


def test_it_is_read_with_comments_and_blank_lines() -> None:
    text = "# ours\ngame heap  # small\n\nseats 2\noption heap 3\n1 take 2\n\n2 take 1 # last\n"
    read = transcript.read_transcript(text)
    assert (read.slug, read.seats, read.options) == ("heap", 2, (("heap", "3"),))
    assert read.moves == (FileMove(6, 1, "take 2"), FileMove(8, 2, "take 1"))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", 1),
        ("game heap\n1 take 2\n", 1),
        ("seats 2\n1 take 2\n", 1),
        ("game heap\nseats two\n", 1),
        ("game heap\nseats 2\nhello there\n", 3),
        ("game heap\nseats 2\n1\n", 3),
        ("game heap\nseats 2\noption heap two three\n", 3),
        ("game heap\ngame other\nseats 2\n", 2),
        ("game heap\nseats 2\n² take 1\n", 3),
    ],
)
def test_what_is_no_transcript_names_its_line(text: str, line: int) -> None:
    with pytest.raises(BadGameFile) as caught:
        transcript.read_transcript(text)
    assert caught.value.line == line
