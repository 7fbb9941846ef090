"""Access to the server's page: only for browsers that opened the terminal's one-time link. A
request's address proves nothing: behind a proxy everyone is 127.0.0.1.
"""

from __future__ import annotations

from hashlib import sha256

from flask import current_app, request, url_for
from flask.wrappers import Response
from itsdangerous import BadSignature, TimestampSigner

from companion.chance import new_token
from companion.ledger import StoredNote, Unavailable
from companion.web.request.cookie import name_by_key
from companion.web.site import current_site

#: Sent to the server's page only, and not with requests from other sites. Its name has that of the
#: key too.
ACCESS_COOKIE_NAME = "companion-server"
#: Whose notes say which access has ended.
ENDED_ACCESS_OWNER = "server"
#: Seconds for which a browser has access.
ACCESS_SECONDS = 90 * 86_400


def has_server_access() -> bool:
    """Returns whether this browser has access. False if it can't be looked up."""
    token = _token()
    if token is None:
        return False
    try:
        ended = current_site().store.ledger.notes(ENDED_ACCESS_OWNER, "")
    except Unavailable:
        return False
    return _name_of(token) not in {note.name for note in ended}


def _token() -> bytes | None:
    """Returns what this browser was given; None if nothing, or too long ago."""
    try:
        kept = request.cookies.get(name_by_key(ACCESS_COOKIE_NAME))
        # Without the key's name until 0.7.
        sent = request.cookies.get(ACCESS_COOKIE_NAME, "") if kept is None else kept
        return _signer().unsign(sent, max_age=ACCESS_SECONDS)
    except BadSignature:
        return None


def _name_of(token: bytes) -> str:
    return sha256(token).hexdigest()[:32]


def grant_server_access(answer: Response) -> None:
    """Gives this browser access."""
    answer.set_cookie(
        name_by_key(ACCESS_COOKIE_NAME),
        _signer().sign(new_token()).decode(),
        max_age=ACCESS_SECONDS,
        path=url_for("server.show_status"),
        secure=request.is_secure,
        httponly=True,
        samesite="Strict",
    )


def revoke_server_access(answer: Response) -> None:
    """Ends this browser's access, for a copy of its cookie too. Raises `Unavailable`."""
    if (token := _token()) is not None:
        here = current_site()
        note = StoredNote(ENDED_ACCESS_OWNER, "", _name_of(token), "ended", here.clock())
        here.store.ledger.store_notes([note])
    answer.delete_cookie(name_by_key(ACCESS_COOKIE_NAME), path=url_for("server.show_status"))


def _signer() -> TimestampSigner:
    return TimestampSigner(str(current_app.secret_key), salt="the server's page")
