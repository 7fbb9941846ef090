"""Who is holding the phone that asks. A random token in a signed cookie, and no account.

The token never leaves this module: everybody else sees only its hash.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256

from flask import request, session

from companion.chance import new_token
from companion.tables import Table
from companion.web.site.files import FILES
from companion.web.site.site import site


def phone() -> str:
    """The hash of this phone's token; a phone without one gets one with the answer."""
    token = session.get("phone")
    if not isinstance(token, str):
        token = new_token()
        session["phone"] = token
        session.permanent = True
    return _hashed(token)


def end_signed_off() -> None:
    """A copy of the cookie of a phone that has signed off holds nothing."""
    token = session.get("phone")
    if request.endpoint in FILES or not isinstance(token, str):
        return
    if site().signed_off.has(_hashed(token)):
        session.clear()


@lru_cache(maxsize=10_000)
def _hashed(token: str) -> str:
    return sha256(token.encode()).hexdigest()[:32]


def viewer_at(table: Table) -> int:
    """The seat that this phone plays now: the chosen one of those it holds; 0 for a spectator,
    and for a phone that is being handed from one player to another.
    """
    if covered(table):
        return 0
    held = table.seats_of(phone())
    asked = request.args.get("seat", "")
    seat = int(asked) if asked.isdecimal() and len(asked) < 4 else 0
    if seat in held:
        session["at"] = {**_chosen(), table.code: seat}
        return seat
    chosen = _chosen_at(table)
    if chosen in held:
        return chosen
    return held[0] if held else 0


def viewer_as(table: Table, seat: int) -> int:
    """For whom an answer to a tap is drawn that was sent for this seat: for that seat if this phone
    plays it, otherwise as any page of this phone.
    """
    if seat in table.seats_of(phone()) and not covered(table):
        return seat
    return viewer_at(table)


def _chosen() -> dict[str, int]:
    """Table code to the seat chosen there; only the last few, so that the cookie stays small."""
    at = session.get("at")
    return dict(list(at.items())[-7:]) if isinstance(at, dict) else {}


def _chosen_at(table: Table) -> int:
    """The seat chosen at this table; 0 if none."""
    at = session.get("at")
    return at.get(table.code, 0) if isinstance(at, dict) else 0


def play_as(table: Table, seat: int) -> None:
    """Remembers which of its seats this phone plays."""
    session["at"] = {**_chosen(), table.code: seat}


def covered(table: Table) -> int:
    """The seat that this phone is being handed to: until its player says so, it shows no seat's
    own. 0 where the phone is in the right hands.
    """
    if session.get("covered") != table.code:
        return 0
    chosen = _chosen_at(table)
    return chosen if chosen in table.seats_of(phone()) else 0


def cover(table: Table) -> None:
    """From now on the phone waits for its next player; unless its players share what they know."""
    if not session.get("shared"):
        session["covered"] = table.code


def uncover(for_good: bool) -> None:
    """The next player holds it. `for_good`: this phone is not to ask again."""
    session.pop("covered", None)
    if for_good:
        session["shared"] = True


def lost_seat(table: Table) -> int:
    """The seat that this phone has played here and holds no more, told once; 0 if none."""
    at = _chosen()
    seat = at.get(table.code, 0)
    if not seat or table.seats_of(phone()):
        return 0
    del at[table.code]
    session["at"] = at
    return seat
