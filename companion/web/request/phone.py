"""Who is holding the phone that asks. A random token in a signed cookie, and no account.

The token never leaves this module: everybody else sees only its hash.
"""

from __future__ import annotations

from datetime import timedelta
from functools import lru_cache
from hashlib import sha256
from typing import Any

from flask import Flask, Request, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from flask.wrappers import Response
from itsdangerous import BadData

from companion.chance import new_token
from companion.tables import Table
from companion.tables.names import is_mark, visible
from companion.web.files import FILES
from companion.web.site import own, site

COOKIES = {
    "SESSION_COOKIE_NAME": "companion",
    "SESSION_COOKIE_HTTPONLY": True,
    "SESSION_COOKIE_SAMESITE": "Lax",
    "SESSION_REFRESH_EACH_REQUEST": False,
    "PERMANENT_SESSION_LIFETIME": timedelta(days=390),
}


#: Letters of a cookie that a browser keeps, and of one that is remembered read: ours have a few
#: hundred. With as many as are remembered, some 30 MB at most.
LONGEST, LONGEST_KEPT = 4096, 2000


class CookieSession(SecureCookieSessionInterface):
    """Where the connection is secure the cookie is Secure too, and by its name says that nobody but
    this very host has set it; a house without TLS has neither. A phone that comes from the plain
    address to the secure one under the same name keeps what it has.

    Clocks do not matter to it. A server's clock may be an hour or fifty years off until the net has
    set it right: a phone with a cookie that we have signed keeps it, from whatever day it is.
    """

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        plain = request.cookies.get(super().get_cookie_name(app))
        sent = request.cookies.get(self.get_cookie_name(app), plain)
        try:
            return self.session_class(self._read(app, sent) if sent else None)
        except (BadData, UnicodeError):
            return self.session_class()

    def _read(self, app: Flask, sent: str) -> dict[str, Any]:
        """What it holds. Raises `BadData` where it is not ours."""
        if len(sent) > LONGEST:
            raise BadData("no browser keeps so long a cookie")
        read = _remembered if len(sent) <= LONGEST_KEPT else _remembered.__wrapped__
        return read(self, app, sent)

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """As Flask does, but the cookie ends by the phone's clock, not on a date of ours."""
        if not session:
            super().save_session(app, session, response)
            return
        if session.accessed:
            response.vary.add("Cookie")
        signer = self.get_signing_serializer(app)
        if signer is None or not self.should_set_cookie(app, session):
            return
        response.set_cookie(
            self.get_cookie_name(app),
            signer.dumps(dict(session)),
            max_age=app.permanent_session_lifetime if session.permanent else None,
            secure=self.get_cookie_secure(app),
            httponly=self.get_cookie_httponly(app),
            samesite=self.get_cookie_samesite(app),
        )
        response.vary.add("Cookie")

    def get_cookie_name(self, app: Flask) -> str:
        plain = super().get_cookie_name(app)
        return f"__Host-{plain}" if request.is_secure else plain

    def get_cookie_secure(self, app: Flask) -> bool:
        return request.is_secure


# Saves 1 % of the calls of a tap and its pages.
@lru_cache(maxsize=8_000)
def _remembered(cookies: CookieSession, app: Flask, sent: str) -> dict[str, Any]:
    """What the cookie holds, which a phone sends with every tap. Raises `BadData` where it is not
    ours: that is never remembered.
    """
    signer = cookies.get_signing_serializer(app)
    return dict(signer.loads(sent)) if signer else {}


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


# Saves 0.5 % of the calls of a tap and its pages.
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


def set_current_table(table: Table | None) -> None:
    """From here on in this request, sentences are about this table."""
    here = own()
    if here.get("table") is table:
        return
    seats = table.seats if table else None
    if seats is None or here.get("seats") is not seats:
        here.looks = {}
    here.table, here.seats = table, seats


NAME_LENGTH = 20


def remembered_name() -> str:
    """The name this phone's owner gave last."""
    name = session.get("name")
    return name if isinstance(name, str) else ""


def remember_name(name: str) -> None:
    session["name"] = name
    session.permanent = True


def clean_name(typed: str) -> str:
    """The name without what cannot be seen; "" when nothing is left of it.

    Letters of any script, at most 20 of them; marks that sit on a letter are not counted.
    """
    name = ""
    letters = 0
    for sign in visible(typed[:200]):
        letters += not is_mark(sign)
        if letters > NAME_LENGTH or len(name) >= 4 * NAME_LENGTH:
            break
        name += sign
    return visible(name)


#: Tables for which a phone's choice is remembered, so that the cookie stays small.
REMEMBERED = 8


def is_teaching(table: Table) -> bool:
    """Whether this phone wants to be taught here."""
    return bool(_taught().get(table.code, table.taught))


def set_teaching(table: Table, on: bool) -> None:
    """This phone's own choice, from now on."""
    others = {code: was for code, was in _taught().items() if code != table.code}
    session["taught"] = {**dict(list(others.items())[1 - REMEMBERED :]), table.code: int(on)}
    session.permanent = True


def _taught() -> dict[str, int]:
    kept = session.get("taught")
    return kept if isinstance(kept, dict) else {}
