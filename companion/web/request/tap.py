"""Makes a request a tap (seat, action, intent, version seen), and reads form fields."""

from __future__ import annotations

import re
from contextlib import closing
from hashlib import sha256

from flask import request
from werkzeug.datastructures import MultiDict

from companion import chance
from companion.play.answer import Tap
from companion.tables import Table
from companion.web.request.phone import phone_id, viewer_seat
from companion.web.site import htmx


def form_number(field: str) -> int:
    """Returns a whole number of the form; 0 if there is none."""
    sent = request.form.get(field, "")
    return int(sent) if is_whole_number(sent) else 0


def is_whole_number(sent: str) -> bool:
    """Returns whether this is a whole number of up to nine digits."""
    return sent.isascii() and sent.isdecimal() and len(sent) < 10


def parse_number(sent: str) -> int:
    """Returns the whole number in a field; 0 if it is none."""
    return int(sent) if is_whole_number(sent) else 0


def uploaded_bytes(longest: int) -> bytes:
    """Returns the uploaded file's bytes, b"" without a file. More than `longest` end with 413."""
    request.max_content_length = longest
    request.max_form_memory_size = longest
    file = request.files.get("file")
    if not file:
        return b""
    with closing(file):
        sent: bytes = file.read()
    return sent


#: "action", "action.1", "lead.1": the words of an action, as a form's fields send them.
#: "action.1.2": the second of several chips of a field.
NUMBERED_FIELD_PATTERN = re.compile(r"action(?:\.(\d{1,3})(?:\.(\d{1,3}))?)?")

MAX_INTENT_CHARACTERS = 64


def tap_from_request(table: Table, text: str = "") -> Tap:
    """Returns the tap of this request. A seat that the phone does not hold is kept, so that `play`
    reports what is wrong with it.
    """
    seat = form_number("seat") or viewer_seat(table)
    intent = request.form.get("intent", "")[:MAX_INTENT_CHARACTERS] or _own_intent()
    seen = max(
        (int(seen) for seen in request.form.getlist("seen") if is_whole_number(seen)),
        default=table.seq,
    )
    return Tap(phone_id(), seat, text, intent, seen, bool(request.form.get("sure")))


def _own_intent() -> str:
    """Returns an intent for a tap without one. On a page without scripts the same button of the
    same page is one tap, however often it is sent: the page that answers is a new one.
    """
    if htmx or not request.form.get("seen"):
        return chance.new_token()
    said = [
        phone_id(),
        request.path,
        *(f"{name}={value}" for name, value in request.form.items(True)),
    ]
    return sha256("\n".join(said).encode()).hexdigest()[:32]


def action_from_form(form: MultiDict[str, str]) -> str:
    """Returns the action that a form's fields make: their words in order, each after its lead."""
    fields = [
        (int(found[1] or 0), int(found[2] or 0), name)
        for name in form
        if (found := NUMBERED_FIELD_PATTERN.fullmatch(name))
    ]
    words: list[str] = []
    joined = ""  # The name of those fields whose joined word is the last one.
    for place, _, name in sorted(fields):
        values = [value.strip() for value in form.getlist(name) if value.strip()]
        if not values:
            continue
        lead, join = (form.get(f"{what}.{place}", "").strip() for what in ("lead", "join"))
        if join and join == joined:
            words[-1] += "".join(values)
            continue
        words += [lead, *values] if lead else values
        joined = join
    return " ".join(words)
