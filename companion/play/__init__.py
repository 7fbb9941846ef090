"""What people do at a table. Every function takes the hall first; none speaks HTTP or SQL."""

from companion.play.acting import Answer, Refusal, Tap
from companion.play.again import play_again, unveil
from companion.play.amending import act
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
from companion.play.forgetting import delete_table, remove_name
from companion.play.hall import Hall, NotAllowed, UnknownSeat, UnknownTable, look
from companion.play.handing import (
    HOST,
    Offer,
    is_open,
    is_used,
    may_reclaim,
    offer,
    reclaim,
    take_over,
)
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
    unlock,
)
from companion.play.my_tables import tables_of
from companion.play.recounting import confirm, end_recount, missing, recount
from companion.play.saving import announce, save
from companion.play.sketching import Change, Sketch
from companion.play.starting import (
    leave_out_empty,
    left_out,
    may_reopen,
    may_start,
    points,
    reopen,
    start,
)

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
    "announce",
    "bring",
    "change",
    "choose_option",
    "confirm",
    "delete_table",
    "end_recount",
    "free",
    "insert",
    "is_open",
    "is_used",
    "leave_out_empty",
    "left_out",
    "lock",
    "look",
    "may_do",
    "may_reclaim",
    "may_reopen",
    "may_start",
    "missing",
    "offer",
    "open_table",
    "overrule",
    "play_again",
    "points",
    "reclaim",
    "recolour",
    "recount",
    "remove_name",
    "rename",
    "reopen",
    "reorder",
    "resize",
    "save",
    "set_consent",
    "settle",
    "sit",
    "start",
    "table_after",
    "tables_of",
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
