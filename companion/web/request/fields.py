"""Numbers out of what a request sends. Nothing that is none comes through."""

from __future__ import annotations

from flask import request


def number(field: str) -> int:
    """A whole number out of the form; 0 where there is none."""
    sent = request.form.get(field, "")
    return int(sent) if is_number(sent) else 0


def is_number(sent: str) -> bool:
    return sent.isascii() and sent.isdecimal() and len(sent) < 10


def number_in(sent: str) -> int:
    """The whole number that a phone has sent; 0 where it is none."""
    return int(sent) if sent.isascii() and sent.isdecimal() and len(sent) < 10 else 0
