"""Events: the lines of a table's log, as the ledger stores them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """What an event says happened. These words are in every log: kinds are only ever added."""

    #: A phone opened a table of this game with n seats.
    OPENED = "opened"
    #: A seat's name.
    NAMED = "named"
    #: A seat's colour.
    COLOURED = "coloured"
    #: A phone sits down.
    TOOK_SEAT = "took-seat"
    #: A seat was given up, or freed by the host.
    FREED = "freed"
    #: A phone took a seat over with the code that the seat's own phone showed. Where it is that
    #: phone: it goes on in another browser, with the link that it kept.
    TOOK_OVER = "took-over"
    #: A phone asked for a seat that another one holds.
    ASKED_SEAT = "asked-seat"
    #: The request was refused.
    KEPT_SEAT = "kept-seat"
    #: The request was accepted.
    GAVE_SEAT = "gave-seat"
    #: A seat confirmed that the new phone is the right one.
    VOUCHED = "vouched"
    #: Another phone became host.
    HOSTED = "hosted"
    #: The seats were reordered.
    ORDERED = "ordered"
    #: The number of seats changed.
    RESIZED = "resized"
    #: A set-up option was chosen.
    OPTION = "option"
    #: No new phone can sit down.
    LOCKED = "locked"
    #: New phones can again.
    UNLOCKED = "unlocked"
    #: The game begins.
    STARTED = "started"
    #: Back to the lobby.
    REOPENED = "reopened"
    #: An action counts.
    PLAYED = "played"
    #: An action is taken back.
    TOOK_BACK = "took-back"
    #: A question of the rulebook is answered.
    SETTLED = "settled"
    #: A refused action counts.
    OVERRULED = "overruled"
    #: A forgotten action counts at its place.
    INSERTED = "inserted"
    #: Another action stands in an entry's place.
    CHANGED = "changed"
    #: What an action did last became an entry of its own, so that a forgotten one fits between.
    SEPARATED = "separated"
    #: The table made its own rule where no rule answers.
    RULED = "ruled"
    #: One of these corrections was proposed.
    PROPOSED = "proposed"
    #: A seat agreed; more must.
    SECONDED = "seconded"
    #: The last seat needed agreed: the correction takes effect.
    AGREED = "agreed"
    #: A seat refused, or the proposal's owner withdrew it.
    WITHDRAWN = "withdrawn"
    #: How many must agree.
    CONSENT = "consent"
    #: All seats are asked to compare their numbers with the components.
    RECOUNT = "recount"
    #: A seat's numbers are right.
    RIGHT = "right"
    #: With this seat all numbers are right: the recount ends.
    RECOUNTED = "recounted"
    #: The recount was ended early: the table goes on without the rest.
    RECOUNT_ENDED = "recount-ended"
    #: Whether the app says less: "1" or "0".
    QUIET = "quiet"
    #: The whole result is revealed.
    UNVEILED = "unveiled"
    #: A line of a checklist was ticked.
    TICKED = "ticked"
    #: A line of a checklist was unticked.
    UNTICKED = "unticked"
    #: The table of the rematch.
    AGAIN = "again"
    #: Whether the phones explain each step: "1" or "0".
    TAUGHT = "taught"
    #: The tour's card on the table screen; 0: none.
    TOURED = "toured"
    #: The guided round: "KEY SEAT", this seat has done this card; "pause", "resume", "end".
    LED = "led"
    #: The table's clock: "" for none, "count", or a budget in seconds: "turn 120", "game 1800".
    CLOCK = "clock"
    #: All clocks are stopped.
    PAUSED = "paused"
    #: All clocks run again.
    RESUMED = "resumed"


#: The texts of `Kind.LED` that name no card.
LED_PAUSED_TEXT, LED_RESUMED_TEXT, LED_ENDED_TEXT = "pause", "resume", "end"


@dataclass(frozen=True)
class Event:
    """One line of a table's log.

    `at`: Unix seconds; `seat`: 0 if none; `kind`: a `Kind`, or a word of a newer version; `intent`:
    may be empty. `rules`: the version of the game's rules that judged it, "" if unknown.
    """

    code: str
    seq: int
    at: float
    seat: int
    kind: str
    text: str
    intent: str = ""
    rules: str = ""
