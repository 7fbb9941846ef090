"""What a seat compares with the real table, as data: the numbers of "You should have", and the card
of a check, before which all seats look at their boards.

Nothing in it may be hidden from another seat: a phone lies open on the table. A hand is counted.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.referee.text import Text

#: Ids of the checks that a game starts by itself: at a round's end, and before its result.
ROUND, FINISH = "round", "finish"


@dataclass(frozen=True, kw_only=True)
class Held:
    """A number of what lies before a seat.

    `word`: of at most eight letters, for a place as wide as a thumb, and as it stands beside its
    number ("1 card", "2 cards"); `label`: the whole name.
    `verb`: the correction in notation without its number; "" if the seat's own tab corrects it.
    `detail`: where it lies ("your 50 token, then on 32"). `strip`: it stands with its neighbours
    of the same `strip` in one line, each by its icon. `said` instead of a number: its words.
    """

    word: Text
    label: Text
    value: int
    icon: str
    verb: str = ""
    high: int = 99
    detail: Text | None = None
    strip: Text | None = None
    said: Text | None = None


HeldNumbers = tuple[Held, ...]


@dataclass(frozen=True, kw_only=True)
class Check:
    """The card of a check: its numbers, and what `drawing` shows of them, given `facts`. `then`:
    what follows once all agree.
    """

    title: Text
    asks: Text
    held: HeldNumbers
    then: Text | None = None
    drawing: str = ""
    facts: Any = None
