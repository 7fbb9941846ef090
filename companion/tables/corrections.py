"""Corrections: what a seat asks to have set right, as values and as text in the log.

It only says what is wanted; whether it may be is asked elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from companion.tables.event import Kind
from companion.tables.names import visible


@dataclass(frozen=True)
class TakeBack:
    """This entry shall not have been played."""

    entry_seq: int


@dataclass(frozen=True)
class Settle:
    """The table's answer to a question of the rulebook.

    `since`: it holds from before this entry on, the one that raised the question; 0: from now on.
    """

    key: str
    choice: str
    since: int = 0


@dataclass(frozen=True)
class Overrule:
    """A refused action counts all the same."""

    seat: int
    action: str


@dataclass(frozen=True)
class Insert:
    """A forgotten action, played right after this entry; `after` 0: before all others."""

    after: int
    seat: int
    action: str


@dataclass(frozen=True)
class Change:
    """Another action of the same seat in this entry's place."""

    entry_seq: int
    action: str


@dataclass(frozen=True)
class OwnRule:
    """What counts at this table where no rule says anything: what was asked, and what the people
    at it say. Both in their own words; the app enforces nothing of it.
    """

    asks: str
    says: str


Correction = TakeBack | Settle | Overrule | Insert | Change | OwnRule

#: What stands between the two parts of a table's own rule in its log.
BETWEEN = " | "
#: Letters of either.
LONGEST_WORDS = 200

#: The event that carries it out at once, where no other phone has to agree.
KINDS: dict[type[Correction], Kind] = {
    TakeBack: Kind.TOOK_BACK,
    Settle: Kind.SETTLED,
    Overrule: Kind.OVERRULED,
    Insert: Kind.INSERTED,
    Change: Kind.CHANGED,
    OwnRule: Kind.RULED,
}
CORRECTING = frozenset(KINDS.values())

#: The events that say yes or no to what the table was asked for; their text is its number.
DECIDING = frozenset({Kind.SECONDED, Kind.AGREED, Kind.WITHDRAWN})


def own_rule(asks: str, says: str) -> OwnRule:
    """A rule of the table's own in words that can be seen. Raises `ValueError` without them."""
    asked, said = (
        visible(words.replace(BETWEEN.strip(), "/"))[:LONGEST_WORDS].rstrip()
        for words in (asks, says)
    )
    if not asked or not said:
        raise ValueError("a rule has a question and an answer")
    return OwnRule(asked, said)


def write_correction(wanted: Correction) -> tuple[Kind, str]:
    """The kind of the event that carries it out, and that event's text."""
    match wanted:
        case TakeBack(entry_seq):
            text = str(entry_seq)
        case Settle(key, choice, since):
            text = f"{key} {choice} {since}" if since else f"{key} {choice}"
        case Overrule(seat, action):
            text = f"{seat} {action}"
        case Insert(after, seat, action):
            text = f"{after} {seat} {action}"
        case Change(entry_seq, action):
            text = f"{entry_seq} {action}"
        case OwnRule(asks, says):
            text = f"{asks}{BETWEEN}{says}"
        case _:
            assert_never(wanted)
    return KINDS[type(wanted)], text


def read_correction(kind: str, text: str) -> Correction:
    """What an event of this kind carries out. Raises `ValueError`."""
    match kind, text.split(maxsplit=2):
        case Kind.TOOK_BACK, [entry_seq]:
            return TakeBack(int(entry_seq))
        case Kind.SETTLED, [key, choice, *since]:
            return Settle(key, choice, int(since[0]) if since else 0)
        case Kind.OVERRULED, [seat, *_]:
            return Overrule(int(seat), text.partition(" ")[2])
        case Kind.INSERTED, [after, seat, action]:
            return Insert(int(after), int(seat), action)
        case Kind.CHANGED, [entry_seq, *_]:
            return Change(int(entry_seq), text.partition(" ")[2])
        case Kind.RULED, [_, *_]:
            return own_rule(*text.partition(BETWEEN)[::2])
    raise ValueError(text)


def write_proposal(wanted: Correction) -> str:
    """The text of the event that asks the table for it."""
    return " ".join(write_correction(wanted))


def read_proposal(text: str) -> Correction:
    """What a `proposed` event asks for. Logs of the first version name an entry to take back and
    nothing else. Raises `ValueError`.
    """
    if text.isdecimal():
        return TakeBack(int(text))
    kind, _, rest = text.partition(" ")
    return read_correction(kind, rest)


def subject(wanted: Correction) -> object:
    """What it is about: when one is done, the others about the same thing are overtaken."""
    match wanted:
        case TakeBack(entry_seq) | Change(entry_seq, _):
            return entry_seq
        case Settle(key, _, _):
            return key
        case Overrule() | Insert():
            return wanted
        case OwnRule(asks, _):
            return asks.casefold()
        case _:
            assert_never(wanted)
