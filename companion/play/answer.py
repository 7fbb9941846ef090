"""A tap, and what it is answered with."""

from __future__ import annotations

from dataclasses import dataclass

from companion.referee.ruling import Doubt, Ruling
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


@dataclass(frozen=True, kw_only=True)
class _Told:
    """What every answer says. `table`: the newest. `repeated`: this intent was answered before, and
    this is that answer. `others`: what other seats did after the tap's `seen`.
    """

    table: Table
    repeated: bool = False
    others: tuple[Entry, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Played(_Told):
    """The action counts, as the entry `entry_seq`. `doubts`: what it leaves to the table.
    `precedents`: questions that it would have raised, had the table not answered them.
    """

    entry_seq: int
    doubts: tuple[Doubt, ...] = ()
    precedents: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Refused(_Told):
    """A rule is against the action. `beaten_by`: the entry that made it impossible after the tap's
    `seen` (or, if that is undone, the one whose taking back did). `kept` False: the refusal could
    not be written.
    """

    ruling: Ruling
    beaten_by: Entry | None = None
    kept: bool = True


@dataclass(frozen=True, kw_only=True)
class Declined(_Told):
    """It is not done, though no rule is against it. `reason` is for the person.

    `anyway`: what the tap that does it all the same is called; None where it cannot be.
    """

    reason: Text
    anyway: Text | None = None


@dataclass(frozen=True, kw_only=True)
class Proposed(_Told):
    """The table was asked for `wanted`: it waits as `proposal_seq` for the words of `missing` more
    phones. `misfits`: actions that would no longer fit.
    """

    wanted: Correction
    proposal_seq: int
    missing: int
    misfits: Misfits = ()


@dataclass(frozen=True, kw_only=True)
class Corrected(_Told):
    """What was `wanted` of the table is done. `entry_seq`: the entry that it made or was about, 0
    if none. `misfits`: actions that no longer fit.
    """

    wanted: Correction
    entry_seq: int = 0
    misfits: Misfits = ()


@dataclass(frozen=True, kw_only=True)
class Unchanged(_Told):
    """Nothing of the game has changed by it; the page tells the rest. `word`: what the person is
    told.
    """

    word: Text | None = None


Answer = Played | Refused | Declined | Proposed | Corrected | Unchanged
