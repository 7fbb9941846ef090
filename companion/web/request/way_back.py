"""Ways back to oneself when this server's address changes: browsers keep cookies by address, so at
a new one every phone is a stranger.

A link that its owner keeps makes another browser this phone and ends the cookie of the one before,
so whoever copies the link is seen at once: the owner's phone only watches. The multicast DNS name
is an address that stays: whoever opens it is led on by way of a cookie kept under the name.

    name /path           keeps `asked`, says which phone it knows
    address /back/arrive a phone we know tells the name which; else keeps `asked` and asks the name
    name /back/anchor    keeps the phone it is told, or tells which it knows
    address /back/land   becomes that phone if it is none yet

What is told is signed, holds for a minute, and counts only in the browser that asked: a link of
somebody else makes no phone theirs.
"""

from __future__ import annotations

import hmac
from typing import Any
from urllib.parse import urlencode, urlsplit

from flask import current_app, request, session, url_for
from itsdangerous import BadData, URLSafeSerializer, URLSafeTimedSerializer

from companion.chance import new_token
from companion.web.request.addresses import origin_for_phones
from companion.web.request.phone import (
    PhoneProof,
    become_phone,
    known_phone,
    proof_of_this_phone,
)
from companion.web.site import current_site

#: The endpoint that is answered under the name, which leads every other page to the address.
ANCHOR_ENDPOINT = "way_back.anchor_phone"
#: Seconds for which what one address tells the other holds.
SIGNED_SECONDS = 60
#: The session's key of what an address asked the other one.
_ASKED = "asked"


def way_back_link() -> str:
    """Returns the link that makes another browser this phone: by the name where there is one."""
    own, name = proof_of_this_phone(), current_site().mdns_name.host
    path = url_for("way_back.show_confirmation", proof=_keeper().dumps([own.token, own.name]))
    return f"{_origin_of(name) if name else origin_for_phones()}{path}"


def read_way_back(proof: str) -> PhoneProof | None:
    """Returns the phone of a kept link; None for any other words, and once it signed out."""
    try:
        token, name = _keeper().loads(proof)
    except (BadData, ValueError, TypeError):
        return None
    return _still_valid(token, name, 0)


def come_back(kept: PhoneProof) -> None:
    """Makes this browser the phone of its link; the browser before is a stranger from now on.
    Raises `Unavailable`.
    """
    if known_phone() and proof_of_this_phone().token == kept.token:
        return
    moves = current_site().signed_out_phones.move_to_another_browser(kept.phone)
    become_phone(PhoneProof(kept.token, kept.name, moves))


def address_by_name(path: str) -> str:
    """Returns where a page that was opened by the name is shown: this path at the address."""
    session[_ASKED] = asked = new_token()
    mark = proof_of_this_phone().mark if known_phone() else ""
    target = url_for("way_back.arrive_by_name", n=asked, mark=mark, to=path)
    return f"{_origin_of(current_site().mdns_name.address)}{target}"


def answer_to_name(asked: str, mark: str, path: str) -> str:
    """Returns where the address leads a browser that comes by the name."""
    name = current_site().mdns_name.host
    if not name or (known_phone() and mark == proof_of_this_phone().mark):
        return path
    if known_phone():
        query = {"told": _signed(asked), "to": path}
    else:
        session[_ASKED] = again = new_token()
        query = {"n": again, "to": path}
    return f"{_origin_of(name)}{url_for(ANCHOR_ENDPOINT)}?{urlencode(query)}"


def answer_to_address(asked: str, signed: str, path: str) -> str:
    """Keeps the phone that the address told, or tells it which phone is known under the name;
    returns where the browser goes on.
    """
    address = _origin_of(current_site().mdns_name.address)
    if signed:
        if (phone := _read_signed(signed)) is not None:
            become_phone(phone)
        return f"{address}{path}"
    return f"{address}{url_for('way_back.land', told=_signed(asked), to=path)}"


def land_at_address(signed: str) -> None:
    """Makes this browser the phone that the name knows, unless it already is one."""
    phone = _read_signed(signed)
    if phone is not None and not known_phone():
        become_phone(phone)


def safe_path(path: str) -> str:
    """Returns the path of a page of ours, as it was asked for; "/" for anything else."""
    plain = path.startswith("/") and not path.startswith("//") and path.isprintable()
    return path if plain and "\\" not in path else "/"


def _signed(asked: str) -> str:
    own = proof_of_this_phone()
    return _teller().dumps([asked[:100], own.token, own.name, own.moves])


def _read_signed(signed: str) -> PhoneProof | None:
    """Returns the phone that was told to this browser; None if it didn't ask, or too long ago."""
    expected = session.pop(_ASKED, "")
    try:
        asked, token, name, moves = _teller().loads(signed, max_age=SIGNED_SECONDS)
    except (BadData, ValueError, TypeError):
        return None
    if not expected or not hmac.compare_digest(str(expected).encode(), str(asked).encode()):
        return None
    return _still_valid(token, name, moves)


def _still_valid(token: Any, name: Any, moves: Any) -> PhoneProof | None:
    if not (isinstance(token, str) and isinstance(name, str) and isinstance(moves, int)):
        return None
    proof = PhoneProof(token, name, moves)
    gone = current_site().signed_out_phones.has_signed_out(proof.phone)
    return None if gone else proof


def _origin_of(host: str) -> str:
    port = urlsplit(request.host_url).port
    return f"http://{host}:{port}" if port else f"http://{host}"


def _keeper() -> URLSafeSerializer:
    return URLSafeSerializer(str(current_app.secret_key), salt="way back")


def _teller() -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(str(current_app.secret_key), salt="way back, told")
