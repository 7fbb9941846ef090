"""Signs and reads the offer of a seat that travels in a code's address."""

from __future__ import annotations

from flask import current_app
from itsdangerous import BadSignature, Signer

from companion.play.handover import Offer
from companion.tables import Table


def _signer(table_code: str) -> Signer:
    return Signer(str(current_app.secret_key), salt=f"hand-over {table_code}")


def sign_offer(made: Offer) -> str:
    """Short, since every letter makes the picture finer: seat, version and time, then our mark."""
    words = f"{made.seat}-{made.seq}-{int(made.until)}-{made.by}"
    return _signer(made.code).sign(words).decode()


def read_offer(table: Table, token: str) -> Offer | None:
    """The offer that we signed for this table; None for anything else."""
    try:
        words = _signer(table.code).unsign(token).decode()
    except BadSignature:
        return None
    # One that an earlier version has signed does not say who shows it.
    seat, seq, until, by = (*words.split("-"), "0")[:4]
    return Offer(table.code, int(seat), int(seq), float(until), int(by))
