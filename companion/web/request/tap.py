"""Makes a request a tap: seat, action, intent, what the phone had seen; and reads what it sent."""

from __future__ import annotations

import re
from hashlib import sha256

from flask import request
from werkzeug.datastructures import MultiDict

from companion import chance
from companion.play.answer import Tap
from companion.tables import Table
from companion.web.request.phone import phone, viewer_at
from companion.web.site import htmx


def number(field: str) -> int:
    """A whole number out of the form; 0 where there is none."""
    sent = request.form.get(field, "")
    return int(sent) if is_number(sent) else 0


def is_number(sent: str) -> bool:
    return sent.isascii() and sent.isdecimal() and len(sent) < 10


def number_in(sent: str) -> int:
    """The whole number that a phone has sent; 0 where it is none."""
    return int(sent) if sent.isascii() and sent.isdecimal() and len(sent) < 10 else 0


def uploaded(longest: int) -> bytes:
    """Its bytes, none where there is no file. Longer ones than `longest` end with 413."""
    request.max_content_length = longest
    request.max_form_memory_size = longest
    file = request.files.get("file")
    return file.read() if file else b""


#: "action", "action.1", "lead.1": the words of an action, as a sheet's fields send them.
#: "action.1.2": of a field with several chips, the second one.
NUMBERED = re.compile(r"action(?:\.(\d{1,3})(?:\.(\d{1,3}))?)?")

INTENT_LENGTH = 64


def tap_of(table: Table, text: str = "") -> Tap:
    """The tap that this request is. A seat that the phone does not hold stays as it was sent,
    so that `play` says what is wrong with it."""
    seat = number("seat") or viewer_at(table)
    intent = request.form.get("intent", "")[:INTENT_LENGTH] or _own_intent()
    seen = max(
        (int(seen) for seen in request.form.getlist("seen") if is_number(seen)), default=table.seq
    )
    return Tap(phone(), seat, text, intent, seen, bool(request.form.get("sure")))


def _own_intent() -> str:
    """For a tap that came without one. Of a page without scripts, the same button of the same page
    is one tap however often it is sent: the page that answers it is another one.
    """
    if htmx or not request.form.get("seen"):
        return chance.new_token()
    said = [phone(), request.path, *(f"{name}={value}" for name, value in request.form.items(True))]
    return sha256("\n".join(said).encode()).hexdigest()[:32]


def action_text(form: MultiDict[str, str]) -> str:
    """The action that a sheet's fields make: their words in order, each after its lead."""
    fields = [
        (int(found[1] or 0), int(found[2] or 0), name)
        for name in form
        if (found := NUMBERED.fullmatch(name))
    ]
    words: list[str] = []
    joined = ""  # the name of those fields whose common word is the last one
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
