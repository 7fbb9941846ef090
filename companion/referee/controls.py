"""Controls: what a person can tap or fill in, as data: choices, picks and fields."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from companion.referee.ruling import Doubt, Objection
from companion.referee.text import Text, untranslated


@dataclass(frozen=True, kw_only=True)
class Choice:
    """A button that sends `action`, or opens the sheet with the id `sheet`.

    `refusal`: the objection that a tap would meet; the button is greyed with its reason, and can
    still be tapped. `doubt`: shown beside it. `main`: the suggested next action. `pressed`: already
    chosen. `each`: every press counts, however fast they follow. `facts`: data for its face, if its
    panel has a drawing. `opens`: the sheet that opens by itself if the action brings it.
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
    opens: str = ""


@dataclass(frozen=True, kw_only=True)
class Pick:
    """One option of a field: the word it puts into the action, and how it is shown.

    `off`: can't be picked. `group`: its chip in a "cycle" field. `with_second`: may be sent with
    the field's `second`. `seat`: shown with its badge.
    """

    value: str
    label: Text
    icon: str = ""
    detail: Text | None = None
    off: bool = False
    group: str = ""
    with_second: bool = False
    seat: int = 0


# Cached: panels are kept, and most sheets offer the same numbers. An open phone takes up to
# 36 kB less.
@lru_cache(maxsize=500)
def number_picks(
    numbers: Sequence[int], prefix: str = "", *, empty_zero: bool = False
) -> tuple[Pick, ...]:
    """Returns a pick for each number: its value is the number after `prefix`. With `empty_zero` the
    value of a 0 is "".
    """
    return tuple(
        Pick(
            value="" if empty_zero and not number else f"{prefix}{number}",
            label=untranslated(str(number)),
        )
        for number in numbers
    )


FieldKind = Literal["pick", "number", "secret", "grid", "numbers", "cards", "cycle", "saves"]


@dataclass(frozen=True, kw_only=True)
class Field:
    """An input for one or several words of a sheet's action.

    `kind`: "pick" (one of `picks`), "number" (`low` to `high`, stepper), "secret" (a covered,
    optional pick), "grid" (picks, three per line), "numbers" (as many per line as fit), "cards"
    (picks, each a tap that sends the form; a second button sends it with the word of `second` after
    it), "cycle" (a chip per group whose taps go through
    its picks; all chips together are the value), "saves" (numbers, each a tap that sends the form:
    the last field, and the only way to send its sheet). `lead`: word before the value ("to"). A
    value of "" leaves the word out. `rare`: further picks, folded away. `at`: its place among the
    words, if not its place on the sheet. `join`: neighbouring fields with the same value form a
    single word.
    """

    label: Text
    kind: FieldKind
    picks: tuple[Pick, ...] = ()
    rare: tuple[Pick, ...] = ()
    value: str = ""
    low: int = 0
    high: int = 0
    lead: str = ""
    note: Text | None = None
    groups: tuple[Pick, ...] = ()
    second: Pick | None = None
    at: int = 0
    join: str = ""

    @property
    def submits_on_tap(self) -> bool:
        """Whether a tap on it sends the form."""
        return self.kind in ("saves", "cards")
