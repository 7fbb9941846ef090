"""Event: one line of a table's log, as the ledger keeps it. It means nothing by itself."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Event:
    """One line of a table's log. `at`: unix seconds; `seat` 0: nobody; `intent` may be empty.

    `rules`: the version of the game's rules by which it was judged; "" where nobody noted it.
    """

    code: str
    seq: int
    at: float
    seat: int
    kind: str
    text: str
    intent: str = ""
    rules: str = ""
