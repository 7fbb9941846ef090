"""Controls: what a person can tap or fill in, as data: choices, picks and fields."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.referee.ruling import Doubt, Objection
from companion.referee.text import Text


@dataclass(frozen=True, kw_only=True)
class Choice:
    """Something to tap: sends `action`, or opens the sheet with the id `sheet`.

    `refusal` is the objection that a tap would earn now; the choice is then shown greyed with
    that sentence, still tappable. `doubt` is shown beside it. `main` marks the one next thing.
    `pressed`: chosen already. `each`: every press counts, however fast one follows the other.
    `facts`: what its face is drawn from, where its panel has a drawing.
    """

    label: Text
    action: str = ""
    sheet: str = ""
    detail: Text | None = None
    icon: str = ""
    refusal: Objection | None = None
    doubt: Doubt | None = None
    main: bool = False
    pressed: bool = False
    each: bool = False
    facts: Any = None


@dataclass(frozen=True, kw_only=True)
class Pick:
    """One option of a field: the word it puts into the action, and how it is shown.

    `group`: under which heading of a "decks" field it is. `then`: the sheet's `then` is open to it.
    """

    value: str
    label: Text
    icon: str = ""
    detail: Text | None = None
    off: bool = False
    group: str = ""
    then: bool = False


@dataclass(frozen=True, kw_only=True)
class Field:
    """One word (or several) of a sheet's action, asked from the person.

    `kind`: "pick" (one of `picks`), "number" (`low` to `high`, stepper), "secret" (a pick that
    is shown covered, and need not be made), "grid" (picks, three a line), "numbers" (as many a
    line as there is room for), "decks" (one of `groups` first, then one of its picks), "cycle"
    (a chip for each of `groups`, whose taps go through its picks; all chips together are the
    value), "saves" (numbers, each a tap that sends the form: the last field, and the sheet has no
    other way to send it). `lead` is put before the value ("to"). A value of "" leaves the word out.
    `rare`: further picks, folded away until they are asked for. `at`: its place among the words,
    where that is not its place on the sheet. `join`: fields in a row with the same one make a
    single word.
    """

    label: Text
    kind: str
    picks: tuple[Pick, ...] = ()
    rare: tuple[Pick, ...] = ()
    value: str = ""
    low: int = 0
    high: int = 0
    lead: str = ""
    note: Text | None = None
    groups: tuple[Pick, ...] = ()
    at: int = 0
    join: str = ""
