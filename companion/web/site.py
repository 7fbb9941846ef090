"""The running companion as one value for the routes. No globals except Flask's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hmac import compare_digest
from pathlib import Path
from threading import Lock
from typing import Protocol, cast

from cachetools import LRUCache, TTLCache
from flask import Flask, current_app, g
from flask.ctx import _AppCtxGlobals
from flask_htmx import HTMX
from werkzeug.local import LocalProxy

from companion.chance import new_token
from companion.config import IDLE_TABLE_SECONDS
from companion.ledger.daily import Backups
from companion.ledger.wifi import WifiFile
from companion.live.stream_hub import StreamHub
from companion.networks import PhonesAddress
from companion.play import TableStore
from companion.play.phone import SignedOutPhones
from companion.referee import memo
from companion.referee.game import Game
from companion.rule_search import RuleSearch
from companion.rule_search.asking import QuestionReader
from companion.tables import drop_recomputed_states
from companion.web.html_cache import RenderCache, TableActivity
from companion.web.measures import RequestMetrics
from companion.web.troubles import RecentErrorsHandler

#: Seconds for which what one address tells the other holds.
TOLD_SECONDS = 60.0


class RateLimit:
    """A rate limit per address; it never blocks a held seat.

    A bucket per address: `burst` at once, refilled within `seconds`. `clock`: monotonic seconds.
    Only the most recent addresses are remembered, so a flood of them costs no memory.
    """

    def __init__(
        self, burst: int, seconds: float, clock: Callable[[], float], remembered: int = 10_000
    ) -> None:
        self._burst = burst
        self._rate = burst / seconds
        self._clock = clock
        self._used: LRUCache[str, tuple[float, float]] = LRUCache(remembered)
        self._lock = Lock()

    def spend(self, address: str, amount: float = 1.0) -> None:
        """Counts `amount` more for this address."""
        with self._lock:
            self._count(address, self._level(address) + amount)

    def spend_if_left(self, address: str, amount: float = 1.0) -> bool:
        """Counts `amount` more if so much is left, and returns whether it was: what is let through
        within any time is never more than `burst` and what was refilled meanwhile. What costs more
        than all needs, and takes, all.
        """
        amount = min(amount, self._burst)
        with self._lock:
            used = self._level(address) + amount
            if used > self._burst:
                return False
            self._count(address, used)
            return True

    def _count(self, address: str, used: float) -> None:
        self._used[address] = (min(used, self._burst), self._clock())

    def is_spent(self, address: str) -> bool:
        """Returns whether this address must wait."""
        with self._lock:
            return self._level(address) > self._burst - 1

    def _level(self, address: str) -> float:
        used, at = self._used.get(address, (0.0, 0.0))
        return max(0.0, used - (self._clock() - at) * self._rate)


class HostLink(Protocol):
    """A link that opens this server's page once; the terminal shows it to the host."""

    @property
    def token(self) -> str:
        """Returns the token in its address; "" may mean that it was used."""

    def is_valid(self, token: str) -> bool:
        """Returns whether the token is right and not used yet."""

    def redeem(self, token: str) -> bool:
        """Returns whether the token was right and not used yet, and uses it."""


class OneTimeLink:
    """The one-time link of a single server, kept in memory."""

    def __init__(self) -> None:
        self.token = new_token() + new_token()
        self._used = False
        self._lock = Lock()

    def is_valid(self, token: str) -> bool:
        return not self._used and compare_digest(token.encode(), self.token.encode())

    def redeem(self, token: str) -> bool:
        with self._lock:
            valid = self.is_valid(token)
            self._used = self._used or valid
        return valid


class ClusterOneTimeLink:
    """The one-time link of several servers: a file with the token, deleted by the first that uses
    it.
    """

    def __init__(self, file: Path) -> None:
        self._file = file

    @property
    def token(self) -> str:
        try:
            return self._file.read_text(encoding="ascii")
        except FileNotFoundError:
            return ""

    def is_valid(self, token: str) -> bool:
        return bool(kept := self.token) and compare_digest(token.encode(), kept.encode())

    def redeem(self, token: str) -> bool:
        if not self.is_valid(token):
            return False
        try:
            self._file.unlink()
        except FileNotFoundError:
            return False
        return True


class OneTimeNumbers:
    """What is told under a number that works once, within `seconds`: kept in memory, the newest
    `most`. `clock`: monotonic seconds.
    """

    def __init__(self, seconds: float, clock: Callable[[], float], most: int = 1_000) -> None:
        self._kept: TTLCache[str, object] = TTLCache(most, seconds, clock)
        self._lock = Lock()

    def keep(self, value: object) -> str:
        """Keeps it; returns its number."""
        number = new_token()
        with self._lock:
            self._kept[number] = value
        return number

    def take(self, number: str) -> object:
        """Returns what was kept under the number, once; None if nothing is."""
        with self._lock:
            return self._kept.pop(number, None)


class MdnsName:
    """The server's multicast DNS name and the address it resolves to; both "" if it has none."""

    def __init__(self) -> None:
        self.host = self.address = ""

    def set_host_and_address(self, host: str, address: str) -> None:
        self.host, self.address = host, address


htmx = HTMX()


class Peers(Protocol):
    """The other servers of the same tables; set by the app."""

    @property
    def server_count(self) -> int:
        """Returns how many were heard of."""

    @property
    def is_running(self) -> bool:
        """Returns whether messages are received and sent."""

    def close(self) -> None:
        """Tells them that this server stops."""


@dataclass(frozen=True)
class Site:
    """`address`: where phones in the house reach us; `origins`: our other addresses; `frames`:
    those that may frame the table screen; `hosts`: names
    that requests may use; `search`: the rule search by language;
    `readers`: of questions about actions, by game and language, made when they are first needed.

    `version`: changes with every upgrade; pages and their files carry it. `pace`: seconds between
    two steps of revealing a result, 0 for all at once. `taps`: limit of a phone's taps; `looks`: of
    its views; `work`: of the processor seconds that these take. `peers`: the other servers of the
    same tables. `html_cache`: rendered html;
    `view_cache`: what phones were shown recently, separate because every action adds some, which
    would soon evict html that is still needed. `backups`: copies of the tables' file, if they are
    in one, else `backup_command` is what the host types; `wifi`: the Wi-Fi of the house, kept
    beside such a file. For the host: `link` (opens the server's page), `troubles` (what went
    wrong), `begun` (start time). `mdns_name`: its multicast DNS name, beside its address.
    """

    store: TableStore
    stream_hub: StreamHub
    games: dict[str, Game]
    search: Mapping[str, RuleSearch]
    clock: Callable[[], float]
    address: PhonesAddress
    origins: tuple[str, ...]
    heartbeat: float
    wrong_codes: RateLimit
    wrong_codes_from: RateLimit
    new_tables: RateLimit | None
    hosts: tuple[str, ...] = ()
    frames: tuple[str, ...] = ()
    version: str = ""
    pace: float = 0.0
    quiet: float = IDLE_TABLE_SECONDS
    taps: RateLimit | None = None
    looks: RateLimit | None = None
    work: RateLimit | None = None
    peers: Peers | None = None
    backups: Backups | None = None
    wifi: WifiFile | None = None
    mdns_name: MdnsName = field(default_factory=MdnsName)
    link: HostLink = field(default_factory=OneTimeLink)
    troubles: RecentErrorsHandler = field(default_factory=RecentErrorsHandler)
    begun: float = 0.0
    backup_command: str = ""
    measures: RequestMetrics = field(default_factory=RequestMetrics)
    readers: dict[tuple[str, str], QuestionReader] = field(default_factory=dict)
    html_cache: RenderCache = field(default_factory=RenderCache)
    view_cache: RenderCache = field(default_factory=RenderCache)

    @cached_property
    def signed_out_phones(self) -> SignedOutPhones:
        """Returns the phones that have signed out."""
        return SignedOutPhones(self.store.ledger, self.clock, self.stream_hub.ticks)

    @cached_property
    def told_phones(self) -> OneTimeNumbers:
        """Returns which phone one of our addresses told the other, for a minute."""
        return OneTimeNumbers(TOLD_SECONDS, self.stream_hub.ticks)

    @cached_property
    def table_activity(self) -> TableActivity:
        """Returns the recently used tables; others are evicted."""
        return TableActivity(self.stream_hub.ticks, self.quiet)

    def evict_idle_table(self) -> bool:
        """Evicts one quiet table and its html, and returns whether there was one. A table whose
        view changes with time stays folded. Its share of the memoized values goes with it: all of
        them with the last one.
        """
        code = self.table_activity.pop_least_recent()
        if code is None:
            return False
        self.html_cache.forget_table(code)
        self.view_cache.forget_table(code)
        if self.stream_hub.has_only_idle_watchers(code):
            self.store.evict_table(code)
        active = self.table_activity.active_table_count
        memo.drop_oldest_results(1 / (1 + active))
        if not active:
            drop_recomputed_states()
        return True

    def close(self) -> None:
        """Closes the peers and the store."""
        if self.peers:
            self.peers.close()
        self.store.close()


# Without the proxies, which would take longer than the rest: a page calls these hundreds of times.
_app = cast("LocalProxy[Flask]", current_app)._get_current_object

#: Flask's `g`: values of this request.
request_globals: Callable[[], _AppCtxGlobals] = cast(
    "LocalProxy[_AppCtxGlobals]", g
)._get_current_object


def current_site() -> Site:
    """Returns the site of the current request."""
    here: Site = _app().extensions["companion"]
    return here
