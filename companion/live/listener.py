"""Listeners to the hub of streams: none on a single server, the other servers in a cluster."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import NamedTuple


class RemotePhone(NamedTuple):
    """A phone as reported by another server. `since`: Unix seconds; `heard`: our
    ticks.
    """

    server: str
    awake: bool
    since: float
    heard: float


class StreamHubListener:
    """Receives the news of a hub and its store, and knows the phones of other servers. This base
    class does nothing and knows no phones.
    """

    def on_phone_connected(self, code: str, phone: str, since: float) -> None:
        """Called when a phone watches this table; `since`: Unix seconds."""

    def on_phone_disconnected(self, code: str, phone: str, since: float) -> None:
        """Called when a phone has closed its last page of this table."""

    def on_phone_sent_request(self, code: str, phone: str) -> None:
        """Called when a phone with a seat makes a request."""

    def on_phone_polled(self, code: str, phone: str) -> None:
        """Called when a phone without a stream polls."""

    def on_number_input_started(self, code: str, phone: str, seat: int, what: str) -> None:
        """Called when a player is setting a number on this phone."""

    def on_number_input_ended(self, code: str, phone: str, what: str) -> None:
        """Called when the number was sent or abandoned."""

    def presence_by_phone(self, code: str) -> Mapping[str, RemotePhone]:
        """Returns every phone of this table that another server reported."""
        return {}

    def has_stream(self, code: str, phone: str) -> bool:
        """Returns whether the phone has a stream open on another server."""
        return False

    def last_request_at(self, code: str, phone: str) -> float:
        """Returns when another server last reported the phone, in our ticks; -inf if never."""
        return -inf
