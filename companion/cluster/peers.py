"""Peers: the other servers with the same ledger, and the messages exchanged with them.

Messages tell which logs have changed and which phones are awake. All of it is in the log or
repeated soon: a server that misses a message finds out at the next heartbeat.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from math import isfinite

from companion.cluster import presence
from companion.cluster.presence import RemotePhones
from companion.ledger import LOG_CHANGED_WORD, SharedLedger, Unavailable
from companion.play.store import TableStore, UnknownTable
from companion.tables import UnreadableEvent

LOG = logging.getLogger("companion.peers")
#: Characters of a malformed line that the log shows.
MAX_LOGGED_CHARACTERS = 80
#: The latest time that a line may contain, in Unix seconds: the year 2286.
MAX_REPORTED_UNIX_SECONDS = 1e10

#: Seconds for which lines are collected, so that many travel together.
SEND_INTERVAL_SECONDS = 0.1
#: Seconds between two signs of life.
SIGN_OF_LIFE_SECONDS = 2.0
#: Up to `MAX_TABLES_SIMPLY_READ` tables are simply read; of more, the changed ones are queried
#: first, `CODES_PER_QUERY` at a time.
MAX_TABLES_SIMPLY_READ, CODES_PER_QUERY = 8, 500


class Peers:
    """`ledger`: the store's own. Three threads: one receives, one reads changed logs, one sends."""

    def __init__(self, store: TableStore, ledger: SharedLedger) -> None:
        self._store = store
        self._ledger = ledger
        self._hub = store.stream_hub
        #: The phones of the other servers.
        self.remote = RemotePhones(store.clock, store.stream_hub.ticks)
        store.stream_hub.listeners.append(self.remote)
        ledger.is_wanted = self.remote.needs_table_changes
        self._changed: dict[str, None] = {}
        self._some = threading.Event()
        self._closed = threading.Event()
        self._threads = [
            threading.Thread(target=work, name=f"peers{work.__name__}", daemon=True)
            for work in (self._hear, self._look, self._tell)
        ]
        self._says: dict[str, Callable[[str, list[str]], None]] = {
            LOG_CHANGED_WORD: lambda _, rest: self._note_changed(rest),
            presence.CAME_WORD: self._came,
            presence.WENT_WORD: self._went,
            presence.HEARD_WORD: lambda server, rest: self.remote.note_remote_phone_heard(
                server, *rest[:2]
            ),
            presence.POLLS_WORD: lambda _, rest: self._hub.record_phone_poll(*rest[:2]),
            presence.SETTING_NUMBER_WORD: self._sets,
            presence.NUMBER_SET_WORD: lambda _, rest: self._store.counting.record_end(
                *_setting(rest)
            ),
            presence.GREETING_WORD: lambda *_: self._tell_all(),
            presence.ALIVE_WORD: lambda *_: None,
            presence.STOPPING_WORD: lambda server, _: self._forget(server),
        }

    def start_threads(self) -> None:
        """Starts the threads, which run until `close`."""
        for thread in self._threads:
            thread.start()

    @property
    def server_count(self) -> int:
        """Returns how many other servers were heard of."""
        return self.remote.server_count

    @property
    def is_running(self) -> bool:
        """Returns whether all three threads run."""
        return all(thread.is_alive() for thread in self._threads)

    def close(self) -> None:
        """Stops, and sends the others that the phones here are gone."""
        self._closed.set()
        self._some.set()
        self._ledger.send_peer_lines([*self.remote.take_queued_lines(), presence.STOPPING_WORD])

    # -- receiving

    def _hear(self) -> None:
        self._ledger.receive_peer_lines(self._heard, self._begun)

    def _begun(self) -> None:
        """Greets the peers when listening begins or resumes: messages sent meanwhile are lost."""
        self.remote.queue_lines([presence.GREETING_WORD])
        self._tell_all()
        self._note_changed(self._hub.awake_phones_by_table())

    def _heard(self, server: str, lines: list[str]) -> None:
        self.remote.note_server_alive(server)
        for line in lines:
            what, *rest = line.split(" ")
            # A newer server may send what this one does not know.
            if what not in self._says:
                continue
            try:
                self._says[what](server, rest)
            except Exception as error:
                # Whatever a line contains, the next one is handled.
                LOG.warning("%s says %.*r: %r", server, MAX_LOGGED_CHARACTERS, line, error)

    def _came(self, server: str, rest: list[str]) -> None:
        code, phone, since = rest[:3]
        if self.remote.note_remote_stream(server, code, phone, _moment(since)):
            self.remote.queue_lines([f"{LOG_CHANGED_WORD} {code}"])
        self._hub.note_remote_presence_change(code)

    def _went(self, server: str, rest: list[str]) -> None:
        code, phone, since = rest[:3]
        self.remote.note_remote_phone_left(server, code, phone, _moment(since))
        self._hub.note_remote_presence_change(code)

    def _sets(self, server: str, rest: list[str]) -> None:
        code, phone, seat, *what = rest
        self._store.counting.record_start(code, phone, int(seat), " ".join(what))

    def _forget(self, server: str) -> None:
        for code in self.remote.mark_server_phones_asleep(server):
            self._hub.note_remote_presence_change(code)

    # -- reading changed logs, for the phones here

    def _note_changed(self, codes: Iterable[str]) -> None:
        self._changed.update(dict.fromkeys(filter(self._hub.is_watched, codes)))
        self._some.set()

    def _look(self) -> None:
        while self._some.wait() and not self._closed.is_set():
            self._some.clear()
            codes = list(self._changed)
            for start in range(0, len(codes), CODES_PER_QUERY):
                try:
                    self._look_at(codes[start : start + CODES_PER_QUERY])
                except Exception:
                    LOG.exception("These tables are looked at again when they change")

    def _look_at(self, codes: list[str]) -> None:
        try:
            newest = (
                self._ledger.newest_event_numbers(codes)
                if len(codes) > MAX_TABLES_SIMPLY_READ
                else {}
            )
        except Unavailable:
            return  # They stay queued, and are read when listening resumes.
        for code in codes:
            self._changed.pop(code, None)
            # Its phones learn separately why it cannot be shown.
            with suppress(Unavailable, UnknownTable, UnreadableEvent):
                if self._store.newest_seq(code) != newest.get(code):
                    self._store.latest(code)
            self._hub.wake_watchers(code)

    # -- sending

    def _tell_all(self) -> None:
        """Sends this server's phones to peers that have missed some."""
        for code, phones in self._hub.awake_phones_by_table().items():
            for phone, since in phones.items():
                self.remote.queue_line(presence.CAME_WORD, code, phone, since)

    def _tell(self) -> None:
        quiet, awake = SIGN_OF_LIFE_SECONDS, self._hub.ticks()
        while not self._closed.wait(SEND_INTERVAL_SECONDS):
            quiet += SEND_INTERVAL_SECONDS
            before, awake = awake, self._hub.ticks()
            if awake - before > presence.SERVER_TIMEOUT_SECONDS:
                self._begun()  # The others took this server for gone, and sent it nothing.
            news = self.remote.take_queued_lines()
            if not news and quiet < SIGN_OF_LIFE_SECONDS:
                continue
            quiet = 0.0
            try:
                for server in self.remote.silent_servers():
                    self._forget(server)
                self._ledger.send_peer_lines(news or [presence.ALIVE_WORD])
            except Exception:
                LOG.exception("Others were not told %d lines", len(news))


def connect_peers(store: TableStore) -> Peers | None:
    """Returns the started peers of this server; None if its ledger is not shared."""
    if not isinstance(store.ledger, SharedLedger):
        return None
    peers = Peers(store, store.ledger)
    peers.start_threads()
    return peers


def _moment(written: str) -> float:
    """Returns the Unix seconds. Raises `ValueError` if they are out of range."""
    moment = float(written)
    if not (isfinite(moment) and 0 <= moment <= MAX_REPORTED_UNIX_SECONDS):
        raise ValueError(written)
    return moment


def _setting(rest: list[str]) -> tuple[str, str, str]:
    code, phone, *what = rest
    return code, phone, " ".join(what)
