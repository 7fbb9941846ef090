"""Dice, shuffles, codes and tokens: the only module that may be random.

It knows no game and keeps no state; the caller writes the result into the log.
"""

from __future__ import annotations

import secrets

from companion.referee.actions import RandomDraw

#: No look-alikes: a code is read aloud across a table and typed on a phone.
TABLE_CODE_ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"


def draw_items(wanted: RandomDraw) -> tuple[str, ...]:
    """The items, in the order they came. Raises `ValueError` where the pool is too small."""
    if wanted.again:
        return tuple(secrets.choice(wanted.pool) for _ in range(wanted.count))
    return tuple(secrets.SystemRandom().sample(wanted.pool, wanted.count))


def new_table_code(length: int = 4) -> str:
    """A table's code. It names a table; it must never be enough to read a secret."""
    return "".join(secrets.choice(TABLE_CODE_ALPHABET) for _ in range(length))


def new_mark() -> str:
    """What tells one drawing from another, and not how many were drawn: 40 random bits."""
    return secrets.token_hex(5)


def new_token() -> str:
    """A phone's secret: 128 random bits."""
    return secrets.token_urlsafe(16)
