"""The phones of other servers as those report them, and the reports about ours.

Presence only: the table itself is read from the log. Messages may be lost or late: a phone that was
not reported counts as asleep until it is.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from math import inf

from cachetools import LRUCache

from companion.live.listener import RemotePhone, StreamHubListener

#: The first word of a line: a phone came, went, was heard of, polls; a number is being set, or no
#: longer; a server greets and wants all reports, is alive, or stops.
CAME_WORD, WENT_WORD, HEARD_WORD, POLLS_WORD, SETTING_NUMBER_WORD, NUMBER_SET_WORD = (
    "+",
    "-",
    "?",
    "c",
    "n",
    "e",
)
GREETING_WORD, ALIVE_WORD, STOPPING_WORD = "hello", "here", "bye"

#: Minimum seconds between two reports that the same phone was heard of.
MIN_REPORT_INTERVAL_SECONDS = 10.0
#: Seconds of silence after which a server counts as gone.
SERVER_TIMEOUT_SECONDS = 7.0
#: Maximum lines that wait, and phones and tables remembered. The oldest are dropped.
MAX_QUEUED_LINES = 100_000


class RemotePhones(StreamHubListener):
    """The phones connected to other servers, as those report them.

    `clock`: wall clock seconds; `ticks`: monotonic seconds.
    """

    def __init__(self, clock: Callable[[], float], ticks: Callable[[], float]) -> None:
        self._clock = clock
        self._ticks = ticks
        self._turn = threading.Lock()
        self._phones: dict[str, dict[str, RemotePhone]] = {}
        #: For each table the servers with a stream of it, each with the phone.
        self._streams: dict[str, set[tuple[str, str]]] = {}
        #: Whether there were more streams than are remembered; from then on every change is sent.
        self._too_many = False
        #: Tables whose changes were not sent, because no other server had a stream of them.
        self._withheld: LRUCache[str, None] = LRUCache(MAX_QUEUED_LINES)
        self._servers: dict[str, float] = {}
        self._news: OrderedDict[tuple[str, str], str] = OrderedDict()
        self._reported: LRUCache[tuple[str, str], float] = LRUCache(MAX_QUEUED_LINES)

    # -- reports about our phones

    def queue_line(self, what: str, code: str, phone: str, detail: object = "") -> None:
        """Queues a line; it replaces an older one about the same phone."""
        line = f"{what} {code} {phone} {detail}".rstrip()
        subject = phone if what in (CAME_WORD, WENT_WORD) else f"{phone} {what} {detail}"
        with self._turn:
            self._news.pop((code, subject), None)
            self._news[code, subject] = line
            while len(self._news) > MAX_QUEUED_LINES:
                self._news.popitem(last=False)

    def queue_lines(self, lines: Iterable[str]) -> None:
        """Queues lines that concern no single phone."""
        with self._turn:
            for line in lines:
                self._news[line, ""] = line

    def on_phone_connected(self, code: str, phone: str, since: float) -> None:
        self.queue_line(CAME_WORD, code, phone, since)

    def on_phone_disconnected(self, code: str, phone: str, since: float) -> None:
        self.queue_line(WENT_WORD, code, phone, since)

    def on_phone_sent_request(self, code: str, phone: str) -> None:
        """Queues that a phone was heard of, at most every `MIN_REPORT_INTERVAL_SECONDS` seconds."""
        now = self._ticks()
        with self._turn:
            if now - self._reported.get((code, phone), -inf) < MIN_REPORT_INTERVAL_SECONDS:
                return
            self._reported[code, phone] = now
        self.queue_line(HEARD_WORD, code, phone)

    def on_phone_polled(self, code: str, phone: str) -> None:
        self.queue_line(POLLS_WORD, code, phone)

    def on_number_input_started(self, code: str, phone: str, seat: int, what: str) -> None:
        self.queue_line(SETTING_NUMBER_WORD, code, phone, f"{seat} {what}")

    def on_number_input_ended(self, code: str, phone: str, what: str) -> None:
        self.queue_line(NUMBER_SET_WORD, code, phone, what)

    def take_queued_lines(self) -> list[str]:
        """Returns the queued lines and empties the queue."""
        with self._turn:
            lines = list(self._news.values())
            self._news.clear()
        return lines

    # -- reports about their phones

    @property
    def server_count(self) -> int:
        """Returns how many other servers there are."""
        return len(self._servers)

    def note_server_alive(self, server: str) -> None:
        """Records a sign of life of this server."""
        with self._turn:
            self._servers[server] = self._ticks()

    def note_remote_stream(self, server: str, code: str, phone: str, since: float) -> bool:
        """Records a stream; returns whether its server must be sent a change of the table. That is
        so if a change was withheld, which the phone may have read just before.
        """
        with self._turn:
            if code in self._streams or len(self._streams) < MAX_QUEUED_LINES:
                self._streams.setdefault(code, set()).add((server, phone))
            else:
                self._too_many = True
            missed = self._withheld.pop(code, "") is None
        self._hear(server, code, phone, (True, since))
        return missed

    def needs_table_changes(self, code: str) -> bool:
        """Returns whether another server has a stream of this table and needs its changes. If not,
        the change is remembered for the next stream that opens.
        """
        with self._turn:
            if self._too_many or code in self._streams:
                return True
            self._withheld[code] = None
            return False

    def note_remote_phone_left(self, server: str, code: str, phone: str, since: float) -> None:
        """Records that a phone closed its last page on another server."""
        with self._turn:
            self._end_streams(code, {(server, phone)})
        # When a phone moves to another server, both report it, in any order.
        known = self._phones.get(code, {}).get(phone)
        if known is None or known.server == server or not known.awake:
            self._hear(server, code, phone, (False, since))

    def note_remote_phone_heard(self, server: str, code: str, phone: str) -> None:
        """Records that another server heard of a phone."""
        known = self._phones.get(code, {}).get(phone)
        if known is None:
            self._hear(server, code, phone, (False, self._clock()))
        else:
            self._hear(known.server, code, phone, (known.awake, known.since))

    def _end_streams(self, code: str, ended: set[tuple[str, str]]) -> None:
        left = self._streams.pop(code, set()) - ended
        if left:
            self._streams[code] = left

    def _hear(self, server: str, code: str, phone: str, how: tuple[bool, float]) -> None:
        with self._turn:
            here = self._phones.pop(code, {})
            here[phone] = RemotePhone(server, *how, self._ticks())
            self._phones[code] = here
            while len(self._phones) > MAX_QUEUED_LINES:
                del self._phones[next(iter(self._phones))]

    def silent_servers(self) -> Iterable[str]:
        """Returns the servers that have been silent for too long."""
        now = self._ticks()
        with self._turn:
            return [
                name
                for name, heard in self._servers.items()
                if now - heard > SERVER_TIMEOUT_SECONDS
            ]

    def mark_server_phones_asleep(self, server: str) -> list[str]:
        """Marks a server's phones as asleep until another reports them; returns the affected
        tables.
        """
        now, changed = self._clock(), []
        with self._turn:
            self._servers.pop(server, None)
            for code, streams in list(self._streams.items()):
                self._end_streams(code, {each for each in streams if each[0] == server})
            for code, phones in self._phones.items():
                for phone, each in phones.items():
                    if each.server == server and each.awake:
                        phones[phone] = each._replace(awake=False, since=now)
                        changed.append(code)
        return changed

    # -- what is known

    def presence_by_phone(self, code: str) -> Mapping[str, RemotePhone]:
        with self._turn:
            return dict(self._phones.get(code, {}))

    def has_stream(self, code: str, phone: str) -> bool:
        known = self._phones.get(code, {}).get(phone)
        return known is not None and known.awake

    def last_request_at(self, code: str, phone: str) -> float:
        known = self._phones.get(code, {}).get(phone)
        return known.heard if known else -inf
