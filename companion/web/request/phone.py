"""Identifies the requesting phone by a random token in a signed cookie (`cookie.py`); there are no
accounts. The token never leaves this module: other modules see only its hash.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256

from flask import request, session

from companion.chance import new_token
from companion.tables import Table
from companion.tables.names import is_combining_mark, without_invisible_characters
from companion.web.files import VERSIONED_ENDPOINTS
from companion.web.site import current_site, request_globals

#: Tables for which a phone's choice is remembered, to keep the cookie small.
MAX_REMEMBERED_TABLES = 8


def phone_id() -> str:
    """Returns the hash of this phone's token; a phone without one gets one with the response."""
    token = session.get("phone")
    if not isinstance(token, str):
        token = new_token()
        session["phone"] = token
        session.permanent = True
    return _hashed(token)


def phone_runs_scripts() -> bool:
    """Returns whether this phone's scripts ran on an earlier page (look.js leaves a cookie); where
    they no longer do, the page asks for itself again with `whole`.
    """
    return request.cookies.get("scripts") == "1" and "whole" not in request.args


def clear_signed_out_session() -> None:
    """Clears the session of a phone that has signed out: it is a copy of its cookie. Of one that
    goes on in another browser only what it was is cleared, so that its page can say so.
    """
    # A file is the same for every phone: it must not seem to depend on the cookie.
    if request.endpoint in VERSIONED_ENDPOINTS:
        return
    token = session.get("phone")
    if not isinstance(token, str):
        return
    phones, moves = current_site().signed_out_phones, session.get("moves", 0)
    if phones.has_signed_out(_hashed(token)):
        session.clear()
    elif phones.has_moved(_hashed(token), moves if isinstance(moves, int) else 0):
        seats, been = session.get("at", {}), session.get("been", {})
        session.clear()
        session.update(at=seats, been=been)


# -- this phone in another browser, or at another address of ours: cookies are kept by address


@dataclass(frozen=True)
class PhoneProof:
    """What makes another browser this phone. `name`: as its owner entered it last, "" if never.
    `moves`: how often it had moved to another browser.
    """

    token: str
    name: str = ""
    moves: int = 0

    @property
    def phone(self) -> str:
        """Returns the phone's id."""
        return _hashed(self.token)

    @property
    def mark(self) -> str:
        """Returns letters that tell this phone from others and are good for nothing else."""
        return sha256(f"mark {self.token}".encode()).hexdigest()[:12]


def proof_of_this_phone() -> PhoneProof:
    """Returns this phone's own proof."""
    phone_id()
    return PhoneProof(session["phone"], remembered_name(), session.get("moves", 0))


def known_phone() -> bool:
    """Returns whether this browser already is a phone that we know."""
    return isinstance(session.get("phone"), str)


def become_phone(proof: PhoneProof) -> None:
    """Makes this browser that phone; what it was before is cleared."""
    language = session.get("language")
    session.clear()
    session.update(phone=proof.token, moves=proof.moves)
    if proof.name:
        session["name"] = proof.name
    if language:
        session["language"] = language
    session.permanent = True


# Saves 0.5 % of the calls of a tap and its pages.
@lru_cache(maxsize=10_000)
def _hashed(token: str) -> str:
    return sha256(token.encode()).hexdigest()[:32]


def viewer_seat(table: Table) -> int:
    """Returns the seat that this phone plays now, out of those it holds. 0 for a spectator, and for
    a phone that is being passed from one player to another.
    """
    if seat_receiving_phone(table):
        return 0
    held = table.seats_of(phone_id())
    asked = request.args.get("seat", "")
    seat = int(asked) if asked.isdecimal() and len(asked) < 4 else 0
    if seat in held:
        session["at"] = {**_chosen(), table.code: seat}
        return seat
    chosen = _chosen_at(table)
    if chosen in held:
        return chosen
    return held[0] if held else 0


def seat_for_tap_reply(table: Table, seat: int) -> int:
    """Returns the seat for which the answer to a tap is drawn: `seat` if this phone plays it, else
    as on any page.
    """
    if seat in table.seats_of(phone_id()) and not seat_receiving_phone(table):
        return seat
    return viewer_seat(table)


def _chosen() -> dict[str, int]:
    """Returns the chosen seat by table code; only the last few, to keep the cookie small."""
    at = session.get("at")
    return dict(list(at.items())[1 - MAX_REMEMBERED_TABLES :]) if isinstance(at, dict) else {}


def _chosen_at(table: Table) -> int:
    """Returns the seat chosen at this table; 0 if none."""
    at = session.get("at")
    return at.get(table.code, 0) if isinstance(at, dict) else 0


def remember_own_seat(table: Table, seat: int) -> None:
    """Remembers which of its seats this phone plays."""
    session["at"] = {**_chosen(), table.code: seat}


def seat_receiving_phone(table: Table) -> int:
    """Returns the seat that this phone is being passed to; 0 if it is not. Until its player
    confirms, the phone shows no seat's own view.
    """
    if session.get("covered") != table.code:
        return 0
    chosen = _chosen_at(table)
    return chosen if chosen in table.seats_of(phone_id()) else 0


def start_passing_phone(table: Table) -> None:
    """Makes the phone wait for its next player, unless its players share what they know."""
    if not session.get("shared"):
        session["covered"] = table.code


def mark_phone_passed(for_good: bool) -> None:
    """Records that the next player holds it. `for_good`: the phone is not to ask again."""
    session.pop("covered", None)
    if for_good:
        session["shared"] = True


def pop_lost_seat(table: Table) -> int:
    """Returns the seat that this phone lost since its last request, once; 0 if none."""
    at = _chosen()
    seat = at.get(table.code, 0)
    if not seat or table.seats_of(phone_id()):
        return 0
    del at[table.code]
    session["at"] = at
    return seat


def set_current_table(table: Table | None) -> None:
    """Sets the table that this request's sentences refer to."""
    here = request_globals()
    if here.get("table") is table:
        return
    seats = table.seats if table else None
    if seats is None or here.get("seats") is not seats:
        here.looks = {}
    options = table.options if table else ()
    if here.get("options") is not options:
        # They hold the names of its cards.
        here.pop("tongue", None)
    here.table, here.seats, here.options = table, seats, options


MAX_NAME_LETTERS = 20


def remembered_name() -> str:
    """Returns the name that this phone's owner entered last; "" if none."""
    name = session.get("name")
    return name if isinstance(name, str) else ""


def remember_name(name: str) -> None:
    """Remembers the name that this phone's owner entered."""
    session["name"] = name
    session.permanent = True


def clean_name(typed: str) -> str:
    """Returns the name without invisible characters; "" if nothing remains. Up to 20 letters of any
    script; combining marks are not counted.
    """
    name = ""
    letters = 0
    for sign in without_invisible_characters(typed[:200]):
        letters += not is_combining_mark(sign)
        if letters > MAX_NAME_LETTERS or len(name) >= 4 * MAX_NAME_LETTERS:
            break
        name += sign
    return without_invisible_characters(name)


def is_phone_guided(table: Table) -> bool:
    """Returns whether this phone shows explanations at this table."""
    return bool(_guided_tables().get(table.code, table.guided))


def has_phone_asked_for_hints(table: Table) -> bool:
    """Returns whether this phone itself chose explanations at this table."""
    return _guided_tables().get(table.code) == 1


def remember_guided(table: Table, on: bool) -> None:
    """Sets this phone's own choice for this table."""
    others = {code: was for code, was in _guided_tables().items() if code != table.code}
    session["taught"] = {
        **dict(list(others.items())[1 - MAX_REMEMBERED_TABLES :]),
        table.code: int(on),
    }
    session.permanent = True


def _guided_tables() -> dict[str, int]:
    kept = session.get("taught")
    return kept if isinstance(kept, dict) else {}
