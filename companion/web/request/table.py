"""Finds the table of an address and decides whether, and how, its phone may see it.

The short code is for the evening itself. A phone with a seat or an earlier visit is never locked
out by others' wrong guesses, nor is a newcomer with the long link. A table that has ended or slept
for a month is not found by anyone else.

A phone that took a seat without the consent of the one before plays at once, on the public table:
the seat's secrets are not in the value that is drawn, so they are in no byte sent.
"""

from __future__ import annotations

import hmac
import re
import unicodedata
from dataclasses import replace
from hashlib import sha256

from flask import abort, current_app, request, session

from companion.chance import TABLE_CODE_ALPHABET
from companion.play import seat_requests
from companion.play.answer import (
    Corrected,
    Declined,
    Played,
    Proposed,
    Refused,
    Tap,
    TapAnswer,
    Unchanged,
)
from companion.play.groups import phones_of_person
from companion.play.store import UnknownTable
from companion.referee.judge import judge
from companion.referee.text import Text
from companion.tables import (
    Table,
    public_correction,
    public_table,
    table_seen_by,
    table_seen_with_new_actions,
)
from companion.web.language.languages import speak_of_game
from companion.web.request.pace import (
    COSTLY_VIEW_COST,
    client_address,
    count_view,
    spend_rate_limit,
)
from companion.web.request.phone import phone_id, set_current_table, viewer_seat
from companion.web.site import current_site

#: Characters of a code, and of what the long link adds to it, which cannot be guessed.
TABLE_CODE_LENGTHS = range(4, 9)

LINK_KEY_LENGTH = 10

#: Seconds without an event after which a table sleeps, and for which earlier viewers may still see
#: a result.
ASLEEP_AFTER_SECONDS = 30 * 86_400.0

RESULT_LOOK_BACK_SECONDS = 86_400.0

#: Tables that a phone's cookie lists.
MAX_TABLES_LISTED = 8

#: Tables with a seat of one phone that are searched, those played last first.
MAX_TABLES_SEARCHED = 50

BY_CODE, BY_LINK = 1, 2


class TooManyTables(Exception):
    """This address has opened as many tables as it may for now."""


def long_link_code(code: str) -> str:
    """Returns the code as in the long link."""
    return f"{code}-{_key(code)}"


def parse_table_code(typed: str) -> tuple[str, bool]:
    """Returns the table's code, and whether it came with the key of the long link."""
    for length in TABLE_CODE_LENGTHS:
        code, key = typed[:length], typed[length:]
        if len(key) == LINK_KEY_LENGTH and hmac.compare_digest(key, _key(code)):
            return code, True
    return typed, False


def _key(code: str) -> str:
    secret = str(current_app.secret_key).encode()
    digest = hmac.new(secret, f"long link {code}".encode(), sha256).digest()
    return "".join(
        TABLE_CODE_ALPHABET[each % len(TABLE_CODE_ALPHABET)] for each in digest[:LINK_KEY_LENGTH]
    )


#: Characters of the secret part of a public page's link.
PUBLIC_PAGE_KEY_CHARACTERS = 32


def public_page_key(table: Table) -> str:
    """Returns the secret part of a public page's link, after the table's code. It cannot be
    guessed, and a later table with the same code has a different one.
    """
    secret = str(current_app.secret_key).encode()
    return hmac.new(secret, f"public {table.code} {table.began}".encode(), sha256).hexdigest()[
        :PUBLIC_PAGE_KEY_CHARACTERS
    ]


def admit_spectator(table: Table, by_link: bool) -> None:
    """Admits a phone without a seat. Raises `UnknownTable`; too many wrong codes end with 429."""
    known = last_entry_method(table.code)
    if by_link or known == BY_LINK:
        _remember(table.code, BY_LINK)
        return
    if is_over_or_abandoned(table) and not (known and _has_just_ended(table)):
        if _is_of_this_person(table):
            return
        count_wrong_code()
        raise UnknownTable(table.code)
    if not known and must_wait_after_wrong_codes():
        abort(429)
    _remember(table.code, BY_CODE)


def _is_of_this_person(table: Table) -> bool:
    """Returns whether a phone of the same person as this one has a seat."""
    return any(table.seats_of(each) for each in phones_of_person(current_site().store, phone_id()))


def is_over_or_abandoned(table: Table) -> bool:
    """Returns whether the table has ended, or had no event for a month."""
    return table.outcome is not None or current_site().clock() - table.at > ASLEEP_AFTER_SECONDS


def _has_just_ended(table: Table) -> bool:
    return (
        table.outcome is not None and current_site().clock() - table.at < RESULT_LOOK_BACK_SECONDS
    )


def count_wrong_code() -> None:
    """Counts a wrong code for this phone and its address; aborts with 429 when it is one too many.
    The address too, as a cookie is easily dropped; its limit is higher.
    """
    here = current_site()
    here.wrong_codes_from.spend(client_address())
    if guesser := _guesser():
        here.wrong_codes.spend(guesser)
    if must_wait_after_wrong_codes():
        abort(429)


def must_wait_after_wrong_codes() -> bool:
    """Returns whether this phone, or its address, must wait before trying another code."""
    here = current_site()
    guesser = _guesser()
    alone = bool(guesser) and here.wrong_codes.is_spent(guesser)
    return alone or here.wrong_codes_from.is_spent(client_address())


def _guesser() -> str:
    """Returns the phone if it came with a cookie of ours, else ""."""
    return phone_id() if request.cookies and "phone" in session else ""


def is_admitted(table: Table) -> bool:
    """Returns whether this phone was admitted there, or has a seat."""
    return bool(
        table.seats_of(phone_id()) or table.host == phone_id() or last_entry_method(table.code)
    )


def may_be_admitted(code: str) -> bool:
    """Returns whether `is_admitted` can be true, by code, before the table is read: the phone's
    cookie has the code, or the log has its seat.
    """
    if last_entry_method(code):
        return True
    return "phone" in session and code in current_site().store.ledger.table_codes_of_phone(
        phone_id(), MAX_TABLES_SEARCHED
    )


def last_entry_method(code: str) -> int:
    """Returns how this phone came to the table before; 0 if it did not."""
    been = session.get("been")
    return int(been.get(code, 0)) if isinstance(been, dict) else 0


def _remember(code: str, how: int) -> None:
    been = session.get("been")
    been = been if isinstance(been, dict) else {}
    if been.get(code, 0) >= how:
        return
    others = [(each, value) for each, value in been.items() if each != code]
    session["been"] = dict([*others[1 - MAX_TABLES_LISTED :], (code, how)])
    session.permanent = True


def count_new_table() -> None:
    """Counts a table opened, or a file uploaded, by this address. Raises `TooManyTables`."""
    spend_rate_limit(current_site().new_tables, client_address(), 1.0, TooManyTables)


DELAYED_REASON_TEXT = Text("Not possible. You'll see why in a minute.")


def table_for_phone(table: Table) -> Table:
    """Returns the table as the requesting phone may see it."""
    if all(seat.claim is None for seat in table.seats):
        return table
    return table_for_viewer(table, viewer_seat(table))


def table_for_viewer(table: Table, viewer: int) -> Table:
    """Returns the table as the phone that plays the seat `viewer` may see it."""
    if (
        not viewer
        or table.openly
        or not seat_requests.seconds_until_secrets_shown(current_site().store, table, viewer)
    ):
        return table
    return public_table(table, cached_public_table(table))


def cached_public_table(table: Table) -> Table:
    """Returns the public table; extends the previous one where possible."""
    return cached_table_seen_by(table, 0)


def cached_table_seen_by(table: Table, seat: int) -> Table:
    """Returns the table as this seat knows it, see `table_seen_by`; extends the previous one where
    possible.
    """
    if table.openly:
        return table
    book, key = current_site().html_cache, (table.code, "seen", seat)
    known: tuple[Table, Table] | None = book.find(key)
    seen = table_seen_with_new_actions(*known, table, seat) if known else None
    seen = seen or table_seen_by(table, seat)
    book.put(key, (table, seen))
    return seen


def visible_tap_answer(answer: TapAnswer, tap: Tap) -> TapAnswer:
    """Returns the answer to a tap, without the seat's secrets while they are hidden from it."""
    table = table_for_viewer(answer.table, tap.seat)
    if table is answer.table:
        return answer
    known = {entry.seq: entry for entry in table.entries}
    others = tuple(known[entry.seq] for entry in answer.others if entry.seq in known)
    answer = replace(answer, table=table, others=others)
    match answer:
        case Played():
            return replace(answer, doubts=())
        case Refused():
            return _refused_openly(answer)
        case Proposed() | Corrected():
            wanted = public_correction(table, answer.wanted)
            hidden = Unchanged(table=table, repeated=answer.repeated, others=others)
            seen = replace(answer, misfits=(), refused=None, changes=())
            return replace(seen, wanted=wanted) if wanted else hidden
        case Declined() | Unchanged():
            return answer


def _refused_openly(answer: Refused) -> Refused | Declined:
    """Returns the refusal by the public table; if that would allow the action, a `Declined`."""
    table, ruling = answer.table, answer.ruling
    seen = judge(table.game, table.state, ruling.seat, table.game.read(ruling.action))
    if seen.allowed:
        return Declined(table=table, reason=DELAYED_REASON_TEXT, repeated=answer.repeated)
    return replace(answer, ruling=seen, beaten_by=None)


COSTLY_VIEW_ENDPOINTS = frozenset(
    {
        *("history.show_history", "history.show_state", "advice.show_legality"),
        *("advice.show_possible_actions", "advice.preview_effects"),
        *("game_files.download_json", "game_files.download_text", "result.download_picture"),
    }
)


def enter_table(code: str) -> Table:
    """Returns the table with this code, as typed. Raises `UnknownTable`, `TooFast`."""
    here = current_site()
    short, by_link = parse_table_code(normalized_code(code))
    try:
        # A tap is judged on the newest table anyway; here the table only has to be found.
        look = here.store.cached_table if request.method == "POST" else here.store.latest
        table = look(short)
    except UnknownTable:
        count_wrong_code()
        raise
    if table.seats_of(phone_id()) or table.host == phone_id():
        here.stream_hub.note_phone_request(table.code, phone_id())
    else:
        admit_spectator(table, by_link)
    speak_of_game(table.game)
    set_current_table(table)
    here.table_activity.touch(table.code)
    _count(table)
    return table_for_phone(table)


def _count(table: Table) -> None:
    """Counts for the phone if it has a seat, else for its address: phones can be made up."""
    sender = phone_id() if table.seats_of(phone_id()) else client_address()
    if request.method == "POST":
        spend_rate_limit(current_site().taps, sender, 1.0)
    else:
        count_view(sender, COSTLY_VIEW_COST if request.endpoint in COSTLY_VIEW_ENDPOINTS else 1.0)


#: Characters read of a pasted link.
MAX_PASTED_CHARACTERS = 300


def normalized_code(typed: str) -> str:
    """Returns a typed or pasted code in capitals, without blanks and dashes: of a link what stands
    behind its /j/ or /t/, of full-width letters the plain ones.
    """
    plain = unicodedata.normalize("NFKC", typed[:MAX_PASTED_CHARACTERS]).strip()
    if found := re.search(r"/[jt]/([^/?#\s]+)", plain, re.IGNORECASE):
        plain = found[1]
    return "".join(sign for sign in plain.upper() if sign.isalnum())[:20]
