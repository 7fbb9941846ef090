"""A person's name: made clean, and remembered by this phone."""

from __future__ import annotations

from flask import session

from companion.tables.names import is_mark, visible

NAME_LENGTH = 20


def remembered_name() -> str:
    """The name this phone's owner gave last."""
    name = session.get("name")
    return name if isinstance(name, str) else ""


def remember_name(name: str) -> None:
    session["name"] = name
    session.permanent = True


def clean_name(typed: str) -> str:
    """The name without what cannot be seen; "" when nothing is left of it.

    Letters of any script, at most 20 of them; marks that sit on a letter are not counted.
    """
    name = ""
    letters = 0
    for sign in visible(typed[:200]):
        letters += not is_mark(sign)
        if letters > NAME_LENGTH or len(name) >= 4 * NAME_LENGTH:
            break
        name += sign
    return visible(name)
