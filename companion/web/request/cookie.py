"""How a phone's signed cookie is set and read. What it holds, `phone` and others know."""

from __future__ import annotations

from datetime import timedelta
from functools import lru_cache
from typing import Any

from flask import Flask, Request, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from flask.wrappers import Response
from itsdangerous import BadData

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
    set it right: whoever has a cookie that we have signed keeps it, from whatever day it is.
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


@lru_cache(maxsize=8_000)
def _remembered(cookies: CookieSession, app: Flask, sent: str) -> dict[str, Any]:
    """What the cookie holds, which a phone sends with every tap. Raises `BadData` where it is not
    ours: that is never remembered.
    """
    signer = cookies.get_signing_serializer(app)
    return dict(signer.loads(sent)) if signer else {}
