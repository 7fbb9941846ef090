"""Access to the server's page: only for browsers that opened the terminal's one-time link. A
request's address proves nothing: behind a proxy everyone is 127.0.0.1.
"""

from __future__ import annotations

from flask import current_app, request, url_for
from flask.wrappers import Response
from itsdangerous import BadSignature, TimestampSigner

from companion.chance import new_token

#: Sent to the server's page only, and not with requests from other sites.
ACCESS_COOKIE_NAME = "companion-server"
#: Seconds for which a browser has access.
ACCESS_SECONDS = 90 * 86_400


def has_server_access() -> bool:
    """Returns whether this browser has access."""
    try:
        _signer().unsign(request.cookies.get(ACCESS_COOKIE_NAME, ""), max_age=ACCESS_SECONDS)
    except BadSignature:
        return False
    return True


def grant_server_access(answer: Response) -> None:
    """Gives this browser access."""
    answer.set_cookie(
        ACCESS_COOKIE_NAME,
        _signer().sign(new_token()).decode(),
        max_age=ACCESS_SECONDS,
        path=url_for("server.show_status"),
        secure=request.is_secure,
        httponly=True,
        samesite="Strict",
    )


def revoke_server_access(answer: Response) -> None:
    """Removes this browser's access."""
    answer.delete_cookie(ACCESS_COOKIE_NAME, path=url_for("server.show_status"))


def _signer() -> TimestampSigner:
    return TimestampSigner(str(current_app.secret_key), salt="the server's page")
