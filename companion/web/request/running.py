"""Whether whoever runs this server asks: a browser that a link of its terminal has let in.

Where a request comes from proves nothing: behind a proxy everybody is 127.0.0.1.
"""

from __future__ import annotations

from flask import current_app, request, url_for
from flask.wrappers import Response
from itsdangerous import BadSignature, TimestampSigner

from companion.chance import new_token

#: It is sent to this server's page alone, and never along from another site.
COOKIE = "companion-server"
#: Seconds for which a browser is let in.
LASTS = 90 * 86_400


def runs_this() -> bool:
    """Whether this browser was let in."""
    try:
        _signer().unsign(request.cookies.get(COOKIE, ""), max_age=LASTS)
    except BadSignature:
        return False
    return True


def let_in(answer: Response) -> None:
    """This browser alone, from now on."""
    answer.set_cookie(
        COOKIE,
        _signer().sign(new_token()).decode(),
        max_age=LASTS,
        path=url_for("server.page"),
        secure=request.is_secure,
        httponly=True,
        samesite="Strict",
    )


def let_out(answer: Response) -> None:
    """Not any more."""
    answer.delete_cookie(COOKIE, path=url_for("server.page"))


def _signer() -> TimestampSigner:
    return TimestampSigner(str(current_app.secret_key), salt="the server's page")
