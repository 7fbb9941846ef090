"""Builds the line at a phone's foot that tells a seat what others changed before it, by an
action or a correction, or which number only they could read. It stays until it is tapped, or
until the seat's next action.
"""

from __future__ import annotations

from itertools import islice

from companion.referee.text import Text, joined_texts
from companion.tables import (
    CountChanges,
    Table,
    changes_by_others,
    corrected_counts,
    public_action,
)
from companion.web.language.sentences import say, sentence
from companion.web.page.echo import fitting
from companion.web.page.render import draw_app_piece
from companion.web.page.slots import Piece

#: Letters of a word beside a button, of 360 pixels.
MOST_LETTERS_BESIDE = 56
#: Actions of others that are looked through for a number that only people can read.
MAX_ACTIONS_LOOKED_THROUGH = 12


def told_pieces(table: Table, viewer: int) -> list[Piece]:
    """Returns what others changed before this seat since its newest action, from A to B, a
    correction first, then a number that others have read; [] if nothing, and after the end.
    """
    if not viewer or table.outcome is not None:
        return []
    event, corrected = corrected_counts(table, viewer)
    if not corrected and (read := _read_pieces(table, viewer)):
        return read
    others = changes_by_others(table, viewer)
    words = _correction_words(corrected) or sentence(fitting(others, MOST_LETTERS_BESIDE))
    if not words:
        return []
    # Another change is another word, also where the former one was put aside.
    now = " ".join(f"{each.key}={each.after}" for each in (*corrected, *others))
    return [draw_app_piece("told", table, viewer, words=words, key=f"{event} {now}", seat=0)]


def _read_pieces(table: Table, viewer: int) -> list[Piece]:
    """Returns the newest number that only another seat could read or count, beside what others have
    of the same, since this seat's newest action; [] if there is none.
    """
    for entry in islice(table.newest_entries(), MAX_ACTIONS_LOOKED_THROUGH):
        if entry.seat == viewer:
            break
        action = public_action(table, entry.action)
        read = action and table.game.number_read(entry.state_before, entry.seat, action)
        if read:
            words = sentence(say(read.beside_others))
            key = f"read {entry.seq}"
            return [draw_app_piece("told", table, viewer, words=words, key=key, seat=entry.seat)]
    return []


def _correction_words(changes: CountChanges) -> str:
    """Returns what to set right on the real table; "" if nothing."""
    if not changes:
        return ""
    words = joined_texts(each.set_right for each in changes)
    said = say(words)
    if len(said) > MOST_LETTERS_BESIDE:
        said = say(changes[0].set_right)
    is_order = changes[0].set_right != changes[0].words
    return sentence(said) if is_order else say(Text("Corrected: {changes}", changes=said))
