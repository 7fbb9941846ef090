"""The cookie that keeps who a phone is. Browsers keep cookies by machine, not by port: its name has
that of the key which signs it, so that two companions of one machine leave each other's alone.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from typing import Any

from flask import Flask, Request, current_app, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from flask.wrappers import Response
from itsdangerous import BadData

COOKIE_SETTINGS = {
    "SESSION_COOKIE_HTTPONLY": True,
    "SESSION_COOKIE_SAMESITE": "Lax",
    "SESSION_REFRESH_EACH_REQUEST": False,
}


#: The name of all of them until 0.7, and how each begins.
OLD_COOKIE_NAME = "companion"

#: Maximum characters of a cookie in browsers, and of one whose content is cached: ours have a few
#: hundred. The cache takes some 30 MB at most.
MAX_COOKIE_CHARACTERS, MAX_CACHED_COOKIE_CHARACTERS = 4096, 2000


class KeepsNoCookies(Exception):
    """A form came back without the cookie that its page had set: a seat would be nobody's."""


def require_kept_cookie() -> None:
    """Raises `KeepsNoCookies` if the form's page set a cookie, of which the form says `met`, and
    the browser sends none.
    """
    names = (name.removeprefix("__Host-") for name in request.cookies)
    if "met" in request.form and not any(name.startswith(OLD_COOKIE_NAME) for name in names):
        raise KeepsNoCookies


# For each answer and each request: the key is the app's own, and stays.
@lru_cache(maxsize=64)
def key_mark(secret: str) -> str:
    """Returns a name of this key that tells nothing of it."""
    return sha256(f"the name of this key: {secret}".encode()).hexdigest()[:6]


def name_by_key(name: str) -> str:
    """Returns the name of a cookie that this app's key signs."""
    return f"{name}-{key_mark(str(current_app.secret_key))}"


class PhoneSession(SecureCookieSession):
    """`is_old`: an older version kept it, under its own name; it is kept under ours from now on."""

    is_old = False


class CookieSession(SecureCookieSessionInterface):
    """A cookie that is Secure and `__Host-` prefixed over TLS, and neither on plain http.

    A phone that moves from the plain to the secure address of the same name keeps its content.
    Clocks do not matter: a server's clock may be years off until it is synchronised, so a signed
    cookie is valid whatever its date.
    """

    session_class = PhoneSession

    def open_session(self, app: Flask, request: Request) -> PhoneSession:
        named, plain = self.get_cookie_name(app), self._plain_name(app)
        for name in dict.fromkeys((named, plain, f"__Host-{OLD_COOKIE_NAME}", OLD_COOKIE_NAME)):
            try:
                if sent := request.cookies.get(name):
                    found = self.session_class(self._read(app, sent))
                    found.is_old = name not in (named, plain)
                    return found
            except (BadData, UnicodeError):
                continue
        return self.session_class()

    def _read(self, app: Flask, sent: str) -> dict[str, Any]:
        """Returns the cookie's content. Raises `BadData` if it was not signed here."""
        if len(sent) > MAX_COOKIE_CHARACTERS:
            raise BadData("no browser keeps so long a cookie")
        read = _remembered if len(sent) <= MAX_CACHED_COOKIE_CHARACTERS else _remembered.__wrapped__
        return read(self, app, sent)

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Saves as Flask does, but with a max-age instead of a date by the server's clock."""
        # Not by a file, which is the same for every phone.
        if session.accessed and getattr(session, "is_old", False):
            session.modified = True
        if session.modified:
            self._drop_old(app, response)
        if not session:
            super().save_session(app, session, response)
            return
        if session.accessed:
            response.vary.add("Cookie")
        # Asked first: most answers set none, and a signer is made for each that does.
        if not self.should_set_cookie(app, session):
            return
        signer = self.get_signing_serializer(app)
        if signer is None:
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

    def _drop_old(self, app: Flask, response: Response) -> None:
        """Takes away the cookie of an older version that we have read: a copy of it would come back
        when this phone signs out. Those of others stay.
        """
        for name in (f"__Host-{OLD_COOKIE_NAME}", OLD_COOKIE_NAME):
            try:
                if sent := request.cookies.get(name):
                    self._read(app, sent)
                    secure = self.get_cookie_secure(app)
                    response.delete_cookie(name, secure=secure, httponly=True, samesite="Lax")
            except (BadData, UnicodeError):
                continue

    def get_cookie_name(self, app: Flask) -> str:
        plain = self._plain_name(app)
        return f"__Host-{plain}" if request.is_secure else plain

    @staticmethod
    def _plain_name(app: Flask) -> str:
        return f"{OLD_COOKIE_NAME}-{key_mark(str(app.secret_key))}"

    def get_cookie_secure(self, app: Flask) -> bool:
        return request.is_secure


# Saves 1 % of the calls of a tap and its pages.
@lru_cache(maxsize=8_000)
def _remembered(cookies: CookieSession, app: Flask, sent: str) -> dict[str, Any]:
    """Returns the cookie's content. Raises `BadData` if it was not signed here (never cached)."""
    signer = cookies.get_signing_serializer(app)
    return dict(signer.loads(sent)) if signer else {}
