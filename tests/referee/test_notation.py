"""Words of actions: which numbers are read."""

from __future__ import annotations

import pytest

from companion.referee.notation import whole_number_reader


@pytest.mark.parametrize(("high", "word"), [(9, "9"), (9, "0009"), (30_000, "30000")])
def test_a_number_is_read(high: int, word: str) -> None:
    assert whole_number_reader(0, high)(word) == int(word)


@pytest.mark.parametrize(
    ("high", "word"),
    [(9, "10"), (9, "00009"), (30_000, "30001"), (30_000, "000001"), (9, "-1"), (9, "\u0664")],
)
def test_what_is_too_large_too_long_or_no_plain_number_is_not(high: int, word: str) -> None:
    with pytest.raises(ValueError, match=word):
        whole_number_reader(0, high)(word)
