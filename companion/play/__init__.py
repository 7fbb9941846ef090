"""What people do at a table. Every function takes the store first; none speaks HTTP or SQL."""

from companion.play.advice import (
    NoSuchEntry,
    PossibleAction,
    Tried,
    Verdict,
    may_do,
    table_after,
    was_legal,
    what_if,
)
from companion.play.answer import Answer, Refusal, Tap
from companion.play.boxes import BadBox, Box, keep_box, own_box, read_box, write_box
from companion.play.consent import CONSENTS, consent_missing, consent_needed, set_consent
from companion.play.corrections import change, insert, overrule, take_back
from companion.play.forget import delete_table, remove_name
from companion.play.handover import HOST, Offer, is_open, is_used, offer, reclaim, take_over
from companion.play.import_game import bring
from companion.play.lobby import (
    choose_option,
    end_phone,
    free,
    lock,
    open_table,
    recolour,
    rename,
    reorder,
    resize,
    sign_everybody_off,
    sign_off,
    sit,
    unlock,
)
from companion.play.my_tables import tables_of
from companion.play.number_fixes import act
from companion.play.permissions import NotAllowed, UnknownSeat
from companion.play.preview import Difference, Preview
from companion.play.proposals import agree, withdraw
from companion.play.questions import settle
from companion.play.recounts import confirm, end_recount, missing, recount
from companion.play.rematch import play_again, unveil
from companion.play.saved_counts import announce, save
from companion.play.seat_requests import (
    QUIET,
    ask_again,
    covered_for,
    is_asking,
    keep,
    let_in,
    may_let_in,
    may_vouch,
    needs_word,
    vouch,
)
from companion.play.starting import (
    leave_out_empty,
    left_out,
    may_reopen,
    may_start,
    points,
    reopen,
    start,
)
from companion.play.store import TableStore, UnknownTable, look
from companion.play.ticks import tick

__all__ = [
    "CONSENTS",
    "HOST",
    "QUIET",
    "Answer",
    "BadBox",
    "Box",
    "Difference",
    "NoSuchEntry",
    "NotAllowed",
    "Offer",
    "PossibleAction",
    "Preview",
    "Refusal",
    "TableStore",
    "Tap",
    "Tried",
    "UnknownSeat",
    "UnknownTable",
    "Verdict",
    "act",
    "agree",
    "announce",
    "ask_again",
    "bring",
    "change",
    "choose_option",
    "confirm",
    "consent_missing",
    "consent_needed",
    "covered_for",
    "delete_table",
    "end_phone",
    "end_recount",
    "free",
    "insert",
    "is_asking",
    "is_open",
    "is_used",
    "keep",
    "keep_box",
    "leave_out_empty",
    "left_out",
    "let_in",
    "lock",
    "look",
    "may_do",
    "may_let_in",
    "may_reopen",
    "may_start",
    "may_vouch",
    "missing",
    "needs_word",
    "offer",
    "open_table",
    "overrule",
    "own_box",
    "play_again",
    "points",
    "read_box",
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
    "sign_everybody_off",
    "sign_off",
    "sit",
    "start",
    "table_after",
    "tables_of",
    "take_back",
    "take_over",
    "tick",
    "unlock",
    "unveil",
    "vouch",
    "was_legal",
    "what_if",
    "withdraw",
    "write_box",
]
