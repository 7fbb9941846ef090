"""A tap, and the six answers to it."""

from __future__ import annotations

from dataclasses import dataclass

from companion.referee.ruling import Doubt, Ruling
from companion.referee.text import Text
from companion.tables import ActionEntry, Correction, CountChanges, NewlyRefusedEntries, Table


@dataclass(frozen=True)
class Tap:
    """What a phone sends. `seen`: the newest event that it had shown. `sure`: the player confirmed
    it.
    """

    phone: str
    seat: int
    text: str
    intent: str = ""
    seen: int = 0
    sure: bool = False


@dataclass(frozen=True, kw_only=True)
class _Answer:
    """Fields of every answer. `table`: the newest. `repeated`: this is the answer that the same
    intent got before. `others`: entries of other seats after the tap's `seen`.
    """

    table: Table
    repeated: bool = False
    others: tuple[ActionEntry, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Played(_Answer):
    """The action counts, as the entry `entry_seq`.

    `doubts`: what it leaves to the table. `precedents`: the questions that it would have raised had
    the table not answered them.
    """

    entry_seq: int
    doubts: tuple[Doubt, ...] = ()
    precedents: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Refused(_Answer):
    """A rule forbids the action.

    `beaten_by`: the entry after the tap's `seen` that made it impossible, or that was undone and
    thereby did. `kept`: False if the refusal could not be written. `intent`: by which it is kept.
    """

    ruling: Ruling
    beaten_by: ActionEntry | None = None
    kept: bool = True
    intent: str = ""


@dataclass(frozen=True, kw_only=True)
class Declined(_Answer):
    """The action is not done, though no rule forbids it. `reason` is for the player.

    `anyway`: the label of the button that does it nevertheless; None if it cannot be done.
    """

    reason: Text
    anyway: Text | None = None


@dataclass(frozen=True, kw_only=True)
class Proposed(_Answer):
    """A proposal of `wanted` waits as `proposal_seq` for the consent of `missing` more phones.

    `misfits`: actions that would no longer fit; `refused`: what speaks against the one that it puts
    in. `changes`: counts that it changes behind later actions.
    """

    wanted: Correction
    proposal_seq: int
    missing: int
    misfits: NewlyRefusedEntries = ()
    refused: Ruling | None = None
    changes: CountChanges = ()


@dataclass(frozen=True, kw_only=True)
class Corrected(_Answer):
    """The correction `wanted` is done.

    `entry_seq`: the entry that it made or concerned, 0 if none. `misfits`: actions that no longer
    fit; `refused`: what speaks against the one that it put in. `changes`: counts that it changed
    behind later actions; `own`: those of the seat that is answered, wherever it was made.
    """

    wanted: Correction
    entry_seq: int = 0
    misfits: NewlyRefusedEntries = ()
    refused: Ruling | None = None
    changes: CountChanges = ()
    own: CountChanges = ()


@dataclass(frozen=True, kw_only=True)
class Unchanged(_Answer):
    """The game is unchanged; the page shows the rest. `word`: what the player is shown."""

    word: Text | None = None


TapAnswer = Played | Refused | Declined | Proposed | Corrected | Unchanged
