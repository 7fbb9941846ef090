"""What people do at a table. Every function takes the hall first; none speaks HTTP or SQL."""

from companion.play.acting import Answer, Refusal, Tap, act
from companion.play.hall import Hall, NotAllowed, UnknownSeat, UnknownTable, look
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
from companion.play.takeback import agree, take_back, withdraw

__all__ = [
    "Answer",
    "Hall",
    "NotAllowed",
    "Refusal",
    "Tap",
    "UnknownSeat",
    "UnknownTable",
    "act",
    "agree",
    "choose_option",
    "free",
    "lock",
    "look",
    "open_table",
    "recolour",
    "rename",
    "reorder",
    "resize",
    "sit",
    "start",
    "take_back",
    "unlock",
    "withdraw",
]
