"""Corrections that a seat asks for, as values and as text in the log. They only say what is wanted;
whether it is allowed is decided elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import assert_never

from companion.tables.event import Kind
from companion.tables.names import without_invisible_characters


@dataclass(frozen=True)
class TakeBack:
    """Take back this entry. `others`: entries that go with it, as they hang on it or were counted
    together with it.
    """

    entry_seq: int
    others: tuple[int, ...] = ()


@dataclass(frozen=True)
class SettleQuestion:
    """Answer a question of the rulebook for the table. `since`: it applies from before this entry
    on, which raised the question; 0: from now on.
    """

    key: str
    choice: str
    since: int = 0


@dataclass(frozen=True)
class Overrule:
    """Make a refused action count."""

    seat: int
    action: str


@dataclass(frozen=True)
class InsertAction:
    """Insert a forgotten action right after the entry `after`; 0: before all others."""

    after: int
    seat: int
    action: str


@dataclass(frozen=True)
class ReplaceAction:
    """Replace this entry by another action of the same seat."""

    entry_seq: int
    action: str


@dataclass(frozen=True)
class SeparateLastPart:
    """Make what this entry did last ("build X then end") an entry of its own. It changes no state;
    a forgotten action can then be inserted between the two.
    """

    entry_seq: int


@dataclass(frozen=True)
class OwnRule:
    """A rule of this table where the rulebook has none. Question and answer are the players' own
    words; the app enforces nothing of it. Without an answer, the rule counts no more.
    """

    asks: str
    says: str


Correction = (
    TakeBack | SettleQuestion | Overrule | InsertAction | ReplaceAction | SeparateLastPart | OwnRule
)

#: Separates the two parts of a table's rule in the log.
OWN_RULE_SEPARATOR = " | "
#: Maximum characters of either part.
MAX_OWN_RULE_PART_CHARACTERS = 200

#: The event that makes the correction at once, if no other phone has to agree.
EVENT_KIND_BY_CORRECTION: dict[type[Correction], Kind] = {
    TakeBack: Kind.TOOK_BACK,
    SettleQuestion: Kind.SETTLED,
    Overrule: Kind.OVERRULED,
    InsertAction: Kind.INSERTED,
    ReplaceAction: Kind.CHANGED,
    SeparateLastPart: Kind.SEPARATED,
    OwnRule: Kind.RULED,
}
CORRECTION_KINDS = frozenset(EVENT_KIND_BY_CORRECTION.values())

#: The events that answer a proposal; their text is its number.
PROPOSAL_DECISION_KINDS = frozenset({Kind.SECONDED, Kind.AGREED, Kind.WITHDRAWN})


def make_own_rule(asks: str, says: str) -> OwnRule:
    """Returns a table's rule with visible words only. Raises `ValueError` if either
    part is empty.
    """
    asked, said = (
        without_invisible_characters(words.replace(OWN_RULE_SEPARATOR.strip(), "/"))[
            :MAX_OWN_RULE_PART_CHARACTERS
        ].rstrip()
        for words in (asks, says)
    )
    if not asked or not said:
        raise ValueError("a rule has a question and an answer")
    return OwnRule(asked, said)


def write_correction(wanted: Correction) -> tuple[Kind, str]:
    """Returns the kind and the text of the event that makes this correction."""
    match wanted:
        case TakeBack(entry_seq, others):
            text = " ".join((str(entry_seq), *_written_ranges(others)))
        case SettleQuestion(key, choice, since):
            text = f"{key} {choice} {since}" if since else f"{key} {choice}"
        case Overrule(seat, action):
            text = f"{seat} {action}"
        case InsertAction(after, seat, action):
            text = f"{after} {seat} {action}"
        case ReplaceAction(entry_seq, action):
            text = f"{entry_seq} {action}"
        case SeparateLastPart(entry_seq):
            text = str(entry_seq)
        case OwnRule(asks, says):
            text = f"{asks}{OWN_RULE_SEPARATOR}{says}" if says else asks
        case _:
            assert_never(wanted)
    return EVENT_KIND_BY_CORRECTION[type(wanted)], text


def read_correction(kind: str, text: str) -> Correction:
    """Returns the correction that an event of this kind makes. Raises `ValueError`."""
    match kind, text.split(maxsplit=2):
        case Kind.TOOK_BACK, [_, *_]:
            first, *others = text.split()
            return TakeBack(int(first), tuple(_read_ranges(others)))
        case Kind.SETTLED, [key, choice, *since]:
            return SettleQuestion(key, choice, int(since[0]) if since else 0)
        case Kind.OVERRULED, [seat, *_]:
            return Overrule(int(seat), text.partition(" ")[2])
        case Kind.INSERTED, [after, seat, action]:
            return InsertAction(int(after), int(seat), action)
        case Kind.CHANGED, [entry_seq, *_]:
            return ReplaceAction(int(entry_seq), text.partition(" ")[2])
        case Kind.SEPARATED, [entry_seq]:
            return SeparateLastPart(int(entry_seq))
        case Kind.RULED, [_, *_]:
            return _read_own_rule(text)
    raise ValueError(text)


def _read_own_rule(text: str) -> OwnRule:
    """Returns the rule that this text makes or deletes. Raises `ValueError`."""
    if OWN_RULE_SEPARATOR not in text and without_invisible_characters(text) == text:
        return OwnRule(text, "")
    return make_own_rule(*text.partition(OWN_RULE_SEPARATOR)[::2])


#: Numbers of one range in a log, at most.
MAX_RANGE_NUMBERS = 100_000


def _written_ranges(numbers: Iterable[int]) -> Iterator[str]:
    """Yields the numbers in order, as "12" or, for several in a row, "12-15"."""
    runs = groupby(enumerate(sorted(numbers)), key=lambda pair: pair[1] - pair[0])
    for _, run in runs:
        row = [number for _, number in run]
        yield str(row[0]) if len(row) == 1 else f"{row[0]}-{row[-1]}"


def _read_ranges(words: Iterable[str]) -> Iterator[int]:
    """Yields the numbers of such words. Raises `ValueError`."""
    for word in words:
        first, _, last = word.partition("-")
        start, end = int(first), int(last or first)
        if not 0 <= end - start < MAX_RANGE_NUMBERS:
            raise ValueError(word)
        yield from range(start, end + 1)


def write_proposal(wanted: Correction) -> str:
    """Returns the text of the event that proposes this correction."""
    return " ".join(write_correction(wanted))


def read_proposal(text: str) -> Correction:
    """Returns what a `proposed` event asks for. Raises `ValueError`. Logs of the first version
    contain just the number of an entry to take back.
    """
    if text.isdecimal():
        return TakeBack(int(text))
    kind, _, rest = text.partition(" ")
    return read_correction(kind, rest)


def correction_subject(wanted: Correction) -> object:
    """Returns what it is about: doing one closes the other proposals about the same thing."""
    match wanted:
        case TakeBack(entry_seq, _) | ReplaceAction(entry_seq, _):
            return entry_seq
        case SettleQuestion(key, _, _):
            return key
        case Overrule() | InsertAction() | SeparateLastPart():
            return wanted
        case OwnRule(asks, _):
            return asks.casefold()
        case _:
            assert_never(wanted)
