"""What people do at a table. Every function takes the hall first; none speaks HTTP or SQL."""

from companion.play.acting import Answer, Refusal, Tap, act
from companion.play.again import play_again, unveil
from companion.play.asking import (
    Deed,
    NoSuchEntry,
    Tried,
    Verdict,
    may_do,
    table_after,
    was_legal,
    what_if,
)
from companion.play.carrying import bring
from companion.play.correcting import change, insert, overrule, take_back
from companion.play.deciding import (
    CONSENTS,
    agree,
    set_consent,
    settle,
    withdraw,
    words_missing,
    words_needed,
)
from companion.play.hall import Hall, NotAllowed, UnknownSeat, UnknownTable, look
from companion.play.handing import HOST, Offer, is_open, is_used, offer, take_over
from companion.play.lobby import (
    choose_option,
    free,
    lock,
    open_table,
    recolour,
    rename,
    reorder,
    resize,
    sit,
    start,
    unlock,
)
from companion.play.recounting import confirm, end_recount, missing, recount
from companion.play.sketching import Change, Sketch

__all__ = [
    "CONSENTS",
    "HOST",
    "Answer",
    "Change",
    "Deed",
    "Hall",
    "NoSuchEntry",
    "NotAllowed",
    "Offer",
    "Refusal",
    "Sketch",
    "Tap",
    "Tried",
    "UnknownSeat",
    "UnknownTable",
    "Verdict",
    "act",
    "agree",
    "bring",
    "change",
    "choose_option",
    "confirm",
    "end_recount",
    "free",
    "insert",
    "is_open",
    "is_used",
    "lock",
    "look",
    "may_do",
    "missing",
    "offer",
    "open_table",
    "overrule",
    "play_again",
    "recolour",
    "recount",
    "rename",
    "reorder",
    "resize",
    "set_consent",
    "settle",
    "sit",
    "start",
    "table_after",
    "take_back",
    "take_over",
    "unlock",
    "unveil",
    "was_legal",
    "what_if",
    "withdraw",
    "words_missing",
    "words_needed",
]
