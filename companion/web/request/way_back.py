"""Ways back to oneself when this server's address changes: browsers keep cookies by address, so at
a new one every phone is a stranger.

A link that its owner keeps makes another browser this phone and ends the cookie of the one before;
a phone that is awake is asked first (`play/coming_back.py`), and a new link ends the old one. The
multicast DNS name is an address that stays: whoever opens it is led on by way of a cookie kept
under the name.

    name /path           keeps `asked`, says which phone it knows
    address /back/arrive a phone we know tells the name which; else keeps `asked` and asks the name
    name /back/anchor    keeps the phone it is told, or tells which it knows
    address /back/land   becomes that phone if it is none yet

What is told stays here: the address carries a number for it, which works once, within a minute, and
only in the browser that asked. A link of somebody else makes no phone theirs.
"""

from __future__ import annotations

import hmac
from typing import Any
from urllib.parse import urlencode, urlsplit

from flask import current_app, request, session, url_for
from itsdangerous import BadData, URLSafeSerializer

from companion.chance import new_token
from companion.play.coming_back import ReturnRequest, ask_phone_awake, note_return, return_requests
from companion.web.request.addresses import origin_for_phones
from companion.web.request.phone import (
    MAX_REMEMBERED_TABLES,
    PhoneProof,
    become_phone,
    known_phone,
    proof_of_this_phone,
)
from companion.web.site import current_site

#: The endpoint that is answered under the name, which leads every other page to the address.
ANCHOR_ENDPOINT = "way_back.anchor_phone"
#: The session's key of what an address asked the other one.
_ASKED = "asked"
#: The session's key of the requests of a browser that opened a link, by table.
_ASKED_PHONE = "asked_phone"


def way_back_link() -> str:
    """Returns the link that makes another browser this phone: by the name where there is one."""
    own, name = proof_of_this_phone(), current_site().mdns_name.host
    number = current_site().signed_out_phones.link_number(own.phone)
    proof = _keeper().dumps([own.token, own.name, number])
    path = url_for("way_back.show_confirmation", proof=proof)
    return f"{_origin_of(name) if name else origin_for_phones()}{path}"


def read_way_back(proof: str) -> PhoneProof | None:
    """Returns the phone of a kept link; None for any other words, and once it signed out or made a
    new one. Raises `Unavailable`.
    """
    try:
        # One of before 0.8 has no number: it is the first.
        token, name, number = (*_keeper().loads(proof), 0)[:3]
    except (BadData, ValueError, TypeError):
        return None
    kept = _still_valid(token, name, 0)
    phones = current_site().signed_out_phones
    return kept if kept and number == phones.link_number(kept.phone) else None


def end_link() -> None:
    """Ends this phone's link; the next one is new. Raises `Unavailable`."""
    if known_phone():
        current_site().signed_out_phones.end_link(proof_of_this_phone().phone)


def is_this_phone(kept: PhoneProof) -> bool:
    """Returns whether this browser is the phone of the link already."""
    return known_phone() and proof_of_this_phone().token == kept.token


def requests_by_this_browser(kept: PhoneProof) -> list[ReturnRequest]:
    """Returns what this browser asked the phone of the link and waits for."""
    asked = _asked_before()
    return return_requests(current_site().store, kept.phone, asked) if asked else []


def ask_phone(kept: PhoneProof) -> list[ReturnRequest]:
    """Asks the phone of the link, where it is awake; returns what it has to answer first. Raises
    `Unavailable`.
    """
    waiting = ask_phone_awake(current_site().store, kept.phone, _asked_before())
    newest = {each.table.code: each.seq for each in waiting if each.seq}
    if newest:
        session[_ASKED_PHONE] = {**_asked_before(), **newest}
    return waiting


def _asked_before() -> dict[str, int]:
    asked = session.get(_ASKED_PHONE)
    return dict(list(asked.items())[-MAX_REMEMBERED_TABLES:]) if isinstance(asked, dict) else {}


def come_back(kept: PhoneProof) -> None:
    """Makes this browser the phone of its link; the browser before is a stranger from now on, and
    running tables are told. Raises `Unavailable`.
    """
    note_return(current_site().store, kept.phone)
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
        query = {"told": _number_for_other_address(asked), "to": path}
    else:
        session[_ASKED] = again = new_token()
        query = {"n": again, "to": path}
    return f"{_origin_of(name)}{url_for(ANCHOR_ENDPOINT)}?{urlencode(query)}"


def answer_to_address(asked: str, number: str, path: str) -> str:
    """Keeps the phone that the address told, or tells it which phone is known under the name;
    returns where the browser goes on.
    """
    address = _origin_of(current_site().mdns_name.address)
    if number:
        if (phone := _take_told(number)) is not None:
            become_phone(phone)
        return f"{address}{path}"
    return f"{address}{url_for('way_back.land', told=_number_for_other_address(asked), to=path)}"


def land_at_address(number: str) -> None:
    """Makes this browser the phone that the name knows, unless it already is one."""
    phone = _take_told(number)
    if phone is not None and not known_phone():
        become_phone(phone)


def safe_path(path: str) -> str:
    """Returns the path of a page of ours, as it was asked for; "/" for anything else."""
    plain = path.startswith("/") and not path.startswith("//") and path.isprintable()
    return path if plain and "\\" not in path else "/"


def _number_for_other_address(asked: str) -> str:
    """Returns the number under which the browser that asked is told which phone this is."""
    return current_site().told_phones.keep((asked[:100], proof_of_this_phone()))


def _take_told(number: str) -> PhoneProof | None:
    """Returns the phone that was told to this browser; None if it didn't ask, too long ago, or if
    the number was used.
    """
    expected, kept = session.pop(_ASKED, ""), current_site().told_phones.take(number)
    if not (expected and isinstance(kept, tuple)):
        return None
    asked, proof = kept
    if not hmac.compare_digest(str(expected).encode(), asked.encode()):
        return None
    return _still_valid(proof.token, proof.name, proof.moves)


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
