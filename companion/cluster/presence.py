"""The phones that other servers hold, as those servers tell, and what they are told of ours.

Presence alone: the table itself is looked up in the log. All of it may be lost or late: whoever was
not told of a phone takes it for one that sleeps, until it is told.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from math import inf

from cachetools import LRUCache

from companion.live.listener import Listener, Remote

#: What a line begins with: a phone came, went, was heard of, looks in by itself; a number is being
#: set, or no more; a server greets and wants to hear everything, is still there, or stops.
CAME, WENT, HEARD, CALLS, SETS, SET = "+", "-", "?", "c", "n", "e"
GREETS, LIVES, STOPS = "hello", "here", "bye"

#: Seconds between two lines about the same phone being heard of: nobody needs it to the second.
SELDOM = 10.0
#: Seconds after which a server that told nothing is taken for gone.
SILENT = 7.0
#: Lines that wait to be told, and phones remembered of others. More are let go, the oldest first.
MOST = 100_000


class RemotePhones(Listener):
    """`ticks` never goes back; `clock` is the time of day."""

    def __init__(self, clock: Callable[[], float], ticks: Callable[[], float]) -> None:
        self._clock = clock
        self._ticks = ticks
        self._turn = threading.Lock()
        self._phones: dict[str, dict[str, Remote]] = {}
        #: Of each table the servers that hold a stream of it, and for which phone.
        self._streams: dict[str, set[tuple[str, str]]] = {}
        #: There were more of them than are remembered: from then on every change is told.
        self._too_many = False
        #: Tables whose changes were kept from the others, because none of them held a stream.
        self._withheld: LRUCache[str, None] = LRUCache(MOST)
        self._servers: dict[str, float] = {}
        self._news: OrderedDict[tuple[str, str], str] = OrderedDict()
        self._told: LRUCache[tuple[str, str], float] = LRUCache(MOST)

    # -- what the others are told of ours

    def note(self, what: str, code: str, phone: str, detail: object = "") -> None:
        """Is told soon. Of two lines about the same phone only the newer one is."""
        line = f"{what} {code} {phone} {detail}".rstrip()
        subject = phone if what in (CAME, WENT) else f"{phone} {what} {detail}"
        with self._turn:
            self._news.pop((code, subject), None)
            self._news[code, subject] = line
            while len(self._news) > MOST:
                self._news.popitem(last=False)

    def note_all(self, lines: Iterable[str]) -> None:
        """Lines about nobody in particular."""
        with self._turn:
            for line in lines:
                self._news[line, ""] = line

    def came(self, code: str, phone: str, since: float) -> None:
        self.note(CAME, code, phone, since)

    def went(self, code: str, phone: str, since: float) -> None:
        self.note(WENT, code, phone, since)

    def heard(self, code: str, phone: str) -> None:
        """Is told now and then."""
        now = self._ticks()
        with self._turn:
            if now - self._told.get((code, phone), -inf) < SELDOM:
                return
            self._told[code, phone] = now
        self.note(HEARD, code, phone)

    def called(self, code: str, phone: str) -> None:
        self.note(CALLS, code, phone)

    def counts(self, code: str, phone: str, seat: int, what: str) -> None:
        self.note(SETS, code, phone, f"{seat} {what}")

    def counted(self, code: str, phone: str, what: str) -> None:
        self.note(SET, code, phone, what)

    def news(self) -> list[str]:
        """What waits to be told; it waits no more."""
        with self._turn:
            lines = list(self._news.values())
            self._news.clear()
        return lines

    # -- what they tell of theirs

    @property
    def servers(self) -> int:
        """How many others there are."""
        return len(self._servers)

    def lives(self, server: str) -> None:
        with self._turn:
            self._servers[server] = self._ticks()

    def came_there(self, server: str, code: str, phone: str, since: float) -> bool:
        """Whether it has to be told of a change: one was kept from it because nothing was known of
        its phone, which may have looked a moment too early.
        """
        with self._turn:
            if code in self._streams or len(self._streams) < MOST:
                self._streams.setdefault(code, set()).add((server, phone))
            else:
                self._too_many = True
            missed = self._withheld.pop(code, "") is None
        self._hear(server, code, phone, (True, since))
        return missed

    def wants(self, code: str) -> bool:
        """Whether another server holds a stream of this table, and has to hear of its change. Where
        none does, it is remembered for the next one that comes.
        """
        with self._turn:
            if self._too_many or code in self._streams:
                return True
            self._withheld[code] = None
            return False

    def went_there(self, server: str, code: str, phone: str, since: float) -> None:
        with self._turn:
            self._end_streams(code, {(server, phone)})
        # A phone that has moved on to another server is told by both, in any order.
        known = self._phones.get(code, {}).get(phone)
        if known is None or known.server == server or not known.awake:
            self._hear(server, code, phone, (False, since))

    def heard_there(self, server: str, code: str, phone: str) -> None:
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
            here[phone] = Remote(server, *how, self._ticks())
            self._phones[code] = here
            while len(self._phones) > MOST:
                del self._phones[next(iter(self._phones))]

    def silent(self) -> Iterable[str]:
        """Servers of which nothing was heard for long."""
        now = self._ticks()
        with self._turn:
            return [name for name, heard in self._servers.items() if now - heard > SILENT]

    def forget(self, server: str) -> list[str]:
        """Its phones sleep from now on, until somebody else tells of them; the codes of tables
        where that changes something.
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

    def presence(self, code: str) -> Mapping[str, Remote]:
        with self._turn:
            return dict(self._phones.get(code, {}))

    def watches(self, code: str, phone: str) -> bool:
        known = self._phones.get(code, {}).get(phone)
        return known is not None and known.awake

    def heard_at(self, code: str, phone: str) -> float:
        known = self._phones.get(code, {}).get(phone)
        return known.heard if known else -inf
