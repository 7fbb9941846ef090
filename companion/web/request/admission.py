"""Admits phones to a table by its code, and makes guessing codes slow for whoever guesses.

Four letters are for the evening itself. A phone with a seat, or one that was here before, is never
kept out by somebody else's guesses; a newcomer with the long link is not either. A table that has
ended or slept for a month answers nobody else, as if it were not there.
"""

from __future__ import annotations

import hmac
from hashlib import sha256

from flask import abort, current_app, request, session

from companion.chance import ALPHABET
from companion.play.store import UnknownTable
from companion.tables import Table
from companion.web.request.phone import phone
from companion.web.site.site import site

#: Letters of a code, and of what the long link adds to it: nobody guesses that.
CODE_LENGTHS = range(4, 9)

KEY_LENGTH = 10

#: Seconds without any event after which a table sleeps; and for which whoever has watched a game
#: may still look at its result.
SLEEPS = 30 * 86_400.0

LOOKS_BACK = 86_400.0

#: Tables that a phone is known at, so that its cookie stays small.
MOST = 8

#: Tables with a seat of one phone that are looked through, those played last first.
MOST_SEATS = 50

BY_CODE, BY_LINK = 1, 2


class TooManyOpened(Exception):
    """This address has opened as many tables as it may for now."""


def long_code(code: str) -> str:
    """The code as the long link has it."""
    return f"{code}-{_key(code)}"


def read_code(typed: str) -> tuple[str, bool]:
    """The table's code, and whether it came with the key of the long link."""
    for length in CODE_LENGTHS:
        code, key = typed[:length], typed[length:]
        if len(key) == KEY_LENGTH and hmac.compare_digest(key, _key(code)):
            return code, True
    return typed, False


def _key(code: str) -> str:
    secret = str(current_app.secret_key).encode()
    told = hmac.new(secret, f"long link {code}".encode(), sha256).digest()
    return "".join(ALPHABET[each % len(ALPHABET)] for each in told[:KEY_LENGTH])


def admit(table: Table, by_link: bool) -> None:
    """Lets a phone without a seat in. Raises `UnknownTable`; too many wrong codes end with 429."""
    known = been_at(table.code)
    if by_link or known == BY_LINK:
        _remember(table.code, BY_LINK)
        return
    if is_resting(table) and not (known and _has_just_ended(table)):
        wrong_code()
        raise UnknownTable(table.code)
    if not known and is_guessing():
        abort(429)
    _remember(table.code, BY_CODE)


def is_resting(table: Table) -> bool:
    """Whether it has ended, or nothing has happened there for a month."""
    return table.outcome is not None or site().clock() - table.at > SLEEPS


def _has_just_ended(table: Table) -> bool:
    return table.outcome is not None and site().clock() - table.at < LOOKS_BACK


def wrong_code() -> None:
    """Counts a code that was none: for this phone, and, since anybody can throw a cookie away, more
    patiently for its address. 429 where it was one too many.
    """
    here = site()
    here.wrong_codes_from.spend(caller())
    if guesser := _guesser():
        here.wrong_codes.spend(guesser)
    if is_guessing():
        abort(429)


def is_guessing() -> bool:
    """Whether this phone, or its address, has to wait before it may try another code."""
    here = site()
    guesser = _guesser()
    alone = bool(guesser) and here.wrong_codes.is_spent(guesser)
    return alone or here.wrong_codes_from.is_spent(caller())


def _guesser() -> str:
    """The phone that asks, if it has come with a cookie of ours; any other is nobody yet."""
    return phone() if request.cookies and "phone" in session else ""


def is_known_at(table: Table) -> bool:
    """Whether this phone has been let in there, or has a seat."""
    return bool(table.seats_of(phone()) or table.host == phone() or been_at(table.code))


def may_know(code: str) -> bool:
    """The same before the table is opened, for somebody who may only guess: a phone that was let in
    there has it in its cookie, one that sat down there is in the log.
    """
    if been_at(code):
        return True
    return "phone" in session and code in site().store.ledger.codes_of(phone(), MOST_SEATS)


def been_at(code: str) -> int:
    """How this phone came to the table before; 0 if it did not."""
    been = session.get("been")
    return int(been.get(code, 0)) if isinstance(been, dict) else 0


def _remember(code: str, how: int) -> None:
    been = session.get("been")
    been = been if isinstance(been, dict) else {}
    if been.get(code, 0) >= how:
        return
    others = [(each, value) for each, value in been.items() if each != code]
    session["been"] = dict([*others[1 - MOST :], (code, how)])
    session.permanent = True


def count_opening() -> None:
    """Counts a table that this address opens, or a file that it hands in. Raises
    `TooManyOpened`.
    """
    opened = site().new_tables
    if opened is None:
        return
    if opened.is_spent(caller()):
        raise TooManyOpened
    opened.spend(caller())


def caller() -> str:
    """The address that asks, for the limits only."""
    return request.remote_addr or ""
