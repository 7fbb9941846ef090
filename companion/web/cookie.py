"""Cookie: how a phone's signed cookie is set and read. What it holds, `phone` and others know."""

from __future__ import annotations

from datetime import date, timedelta
from functools import lru_cache
from typing import Any

from flask import Flask, Request, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from itsdangerous import BadSignature

COOKIES = {
    "SESSION_COOKIE_NAME": "companion",
    "SESSION_COOKIE_HTTPONLY": True,
    "SESSION_COOKIE_SAMESITE": "Lax",
    "SESSION_REFRESH_EACH_REQUEST": False,
    "PERMANENT_SESSION_LIFETIME": timedelta(days=390),
}


class CookieSession(SecureCookieSessionInterface):
    """The cookie is marked Secure wherever the connection is: a house without TLS has none."""

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        """A phone sends the same cookie with every tap: it is looked into anew once a day."""
        sent = request.cookies.get(self.get_cookie_name(app))
        return self.session_class(_read(self, app, sent, date.today()) if sent else None)

    def get_cookie_secure(self, app: Flask) -> bool:
        return request.is_secure


@lru_cache(maxsize=20_000)
def _read(cookies: CookieSession, app: Flask, sent: str, day: date) -> dict[str, Any]:
    """What the cookie holds; nothing where it is not ours, or too old on this day."""
    signer = cookies.get_signing_serializer(app)
    if signer is None:
        return {}
    try:
        return dict(signer.loads(sent, max_age=int(app.permanent_session_lifetime.total_seconds())))
    except BadSignature:
        return {}
