"""Counts: the numbers of what lies before a seat, each with its words.

What a tap is answered with, what another's action or a correction changes for a seat, and what it
should have before it are all told by them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from companion.referee.text import Text

#: Says a change of a count, from its number before to the one after.
ChangeWords = Callable[[int, int], Text]

#: The key of the count that is a seat's points; a game need not have one.
POINTS = "points"
#: The key of the count of those on top that another's move may still take, told apart; none else.
UNSURE = "unsure"


def from_to(pattern: Text) -> ChangeWords:
    """Returns the words of a count that is told from A to B: `pattern` is a sentence with
    `{before}` and `{after}`, such as "counters from {before} to {after}".
    """

    def said(before: int, after: int) -> Text:
        return Text(pattern.source, **dict(pattern.values), before=before, after=after)

    return said


@dataclass(frozen=True)
class Count:
    """One number of what lies before a seat, and all may count.

    `key`: names it for programs, the same in every state. `what`: its name. `moved`: how a change
    of it is said. `set_right`: how it is said to whoever has to undo what hands have done already;
    None: as any other change.
    """

    key: str
    what: Text
    number: int
    moved: ChangeWords = field(compare=False)
    set_right: ChangeWords | None = field(default=None, compare=False)


def plain_count(key: str, what: Text, number: int, pattern: Text) -> Count:
    """Returns a count whose change is told from A to B (see `from_to`)."""
    return Count(key, what, number, from_to(pattern))


@dataclass(frozen=True)
class Total:
    """What decides a game, in words. `number`: so much of it; `change`: so much more or less;
    `most_first`: seats in its order.
    """

    number: Text
    change: Text
    most_first: Text

    def words(self, number: int) -> Text:
        """Returns this much of it: "34 points"."""
        return self.number.filled(n=number)

    def changed(self, by: int) -> Text:
        """Returns a change of it: "+2 points"."""
        signed = f"{by:+d}".replace("-", "\N{MINUS SIGN}")
        return self.change.filled(n=abs(by), change=signed)


IN_POINTS = Total(
    Text("{n} point", "{n} points"),
    Text("{change} point", "{change} points"),
    Text("Most points first"),
)


@dataclass(frozen=True)
class ReadNumber:
    """A number that only people can read or count, as a seat told it.

    `words`: what it is of, with it ("Planetary 9: 12 points"). `others`: what there is of the same
    kind at this table, so that all see one that is out of the way.
    """

    words: Text
    others: tuple[int, ...] = ()

    @property
    def beside_others(self) -> Text:
        """The words, with the range of the others."""
        if not self.others:
            return self.words
        low, high = min(self.others), max(self.others)
        if low == high:
            return Text("{what} (others here: {n})", what=self.words, n=low)
        return Text("{what} (others here: {low} to {high})", what=self.words, low=low, high=high)
