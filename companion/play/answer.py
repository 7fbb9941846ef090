"""A tap, and what it is answered with."""

from __future__ import annotations

from dataclasses import dataclass

from companion.referee.ruling import Ruling
from companion.referee.text import Text
from companion.tables import Correction, Entry, Misfits, Table


@dataclass(frozen=True)
class Tap:
    """What a phone sent. `seen`: the number of the newest event that it had shown. `sure`: the
    person was asked whether it shall be so, and said yes.
    """

    phone: str
    seat: int
    text: str
    intent: str = ""
    seen: int = 0
    sure: bool = False


@dataclass(frozen=True)
class Refusal:
    """Why something is not done though no rule is against it. `reason` is for the person.

    `anyway`: what the tap that does it all the same is called; None where it cannot be.
    """

    reason: Text
    anyway: Text | None = None


@dataclass(frozen=True)
class Answer:
    """What came of a tap, told on the newest `table`.

    `ruling`: the judge's word, for actions. `refusal`: why something else was not done.
    `entry_seq`: the entry that was made or taken back, 0 if none. `repeated`: this intent was
    answered before, and this is that answer. `others`: what other seats did after `seen`.
    `beaten_by`: the entry that made the action impossible after `seen` (or, if it is undone,
    the one whose taking back did). `precedents`: questions that this action would have raised,
    had the table not answered them. `wanted`: what was asked of the table; it is done, or waits
    as `proposal_seq` for the words of `missing` more phones. `misfits`: actions that no longer
    fit. `word`: what else the person is told. `kept` False: the refusal could not be written.
    """

    table: Table
    ruling: Ruling | None = None
    refusal: Refusal | None = None
    entry_seq: int = 0
    repeated: bool = False
    others: tuple[Entry, ...] = ()
    beaten_by: Entry | None = None
    precedents: tuple[str, ...] = ()
    wanted: Correction | None = None
    misfits: Misfits = ()
    proposal_seq: int = 0
    missing: int = 0
    word: Text | None = None
    kept: bool = True
