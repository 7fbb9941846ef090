"""Event: one line of a table's log, as the ledger keeps it. It means nothing by itself."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """What an event says happened. These words stand in every log: they only grow."""

    #: A table of this game, with n seats, opened by this phone.
    OPENED = "opened"
    #: A seat's name.
    NAMED = "named"
    #: A seat's colour.
    COLOURED = "coloured"
    #: A phone sits down.
    TOOK_SEAT = "took-seat"
    #: A seat is given up, or freed by the host.
    FREED = "freed"
    #: A phone takes a seat over, with the code that its own phone showed.
    TOOK_OVER = "took-over"
    #: A phone asks for a seat that another one holds.
    ASKED_SEAT = "asked-seat"
    #: No to that.
    KEPT_SEAT = "kept-seat"
    #: Yes to that.
    GAVE_SEAT = "gave-seat"
    #: A seat confirms that the new phone is the right one.
    VOUCHED = "vouched"
    #: Another phone hosts.
    HOSTED = "hosted"
    #: The seats in another order.
    ORDERED = "ordered"
    #: Another number of seats.
    RESIZED = "resized"
    #: A choice of the set-up.
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
    #: The table has a rule of its own where no rule answers.
    RULED = "ruled"
    #: The table is asked for one of these six.
    PROPOSED = "proposed"
    #: A yes; more are needed.
    SECONDED = "seconded"
    #: The last yes that was needed: it is done.
    AGREED = "agreed"
    #: A no, or its owner's second thought.
    WITHDRAWN = "withdrawn"
    #: How many have to agree.
    CONSENT = "consent"
    #: Every seat compares the numbers with the components.
    RECOUNT = "recount"
    #: A seat's numbers are right.
    RIGHT = "right"
    #: With that, everybody's are.
    RECOUNTED = "recounted"
    #: Enough counted.
    RECOUNT_ENDED = "recount-ended"
    #: The result is shown as a whole.
    UNVEILED = "unveiled"
    #: A line of a checklist is done.
    TICKED = "ticked"
    #: It is not.
    UNTICKED = "unticked"
    #: The table of the rematch.
    AGAIN = "again"
    #: Whether the phones explain each step: "1" or "0".
    TAUGHT = "taught"
    #: The card of the tour that everybody looks at; 0: none.
    TOURED = "toured"
    #: The led round: "KEY SEAT", that this seat has done this card; "pause", "resume", "end".
    LED = "led"
    #: The table's clock: "" for none, "count", or a budget in seconds: "turn 120", "game 1800".
    CLOCK = "clock"
    #: Everybody's clock stands still.
    PAUSED = "paused"
    #: It runs again.
    RESUMED = "resumed"


#: What `Kind.LED` says where it names no card.
LED_PAUSED, LED_ON, LED_ENDED = "pause", "resume", "end"


@dataclass(frozen=True)
class Event:
    """One line of a table's log. `at`: unix seconds; `seat` 0: none; `kind`: a `Kind`, or a word
    of a newer version; `intent` may be empty.

    `rules`: the version of the game's rules by which it was judged; "" where it is not known.
    """

    code: str
    seq: int
    at: float
    seat: int
    kind: str
    text: str
    intent: str = ""
    rules: str = ""
