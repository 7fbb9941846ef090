"""What the routes need of the running companion, held in one value. No global but Flask's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from hmac import compare_digest
from threading import Lock
from typing import Protocol, cast

from cachetools import LRUCache
from flask import Flask, current_app, g
from flask.ctx import _AppCtxGlobals
from flask_htmx import HTMX
from werkzeug.local import LocalProxy

from companion.chance import new_token
from companion.config import QUIET
from companion.ledger.daily import Backups
from companion.live.bell import Bell
from companion.play import TableStore
from companion.play.phone import SignedOff
from companion.referee import memo
from companion.referee.game import Game
from companion.rule_search import RuleSearch
from companion.web.html_cache import LRU, RecentTables
from companion.web.measures import Measures
from companion.web.troubles import Troubles


class Limit:
    """How often one address may do something; it never blocks a held seat.

    A bucket per address: `burst` at once, refilled within `seconds`. `clock` never goes back.

    Only the addresses seen last are remembered, so a flood of addresses costs no memory.
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
        """Counts this much more for this address."""
        with self._lock:
            used = self._level(address) + amount
            self._used[address] = (min(used, self._burst), self._clock())

    def is_spent(self, address: str) -> bool:
        """Whether this address has to wait."""
        with self._lock:
            return self._level(address) > self._burst - 1

    def _level(self, address: str) -> float:
        used, at = self._used.get(address, (0.0, 0.0))
        return max(0.0, used - (self._clock() - at) * self._rate)


class OneTimeLink:
    """Opens this server's page, once, for whoever has read it where the server was started."""

    def __init__(self) -> None:
        self.token = new_token() + new_token()
        self._used = False
        self._lock = Lock()

    def fits(self, token: str) -> bool:
        """Whether it is this one, and not used up."""
        return not self._used and compare_digest(token.encode(), self.token.encode())

    def use(self, token: str) -> bool:
        """The same, and then it is used up."""
        with self._lock:
            fits = self.fits(token)
            self._used = self._used or fits
        return fits


htmx = HTMX()


class Peers(Protocol):
    """The other servers of the same tables; the app brings them."""

    @property
    def count(self) -> int:
        """How many were heard of."""

    @property
    def work(self) -> bool:
        """Whether they are heard and told."""

    def close(self) -> None:
        """Tells them that this server stops."""


@dataclass(frozen=True)
class Site:
    """`address` is how phones in the house reach us, `origins` what else we are called, `hosts`
    the names that a request may be for. `search` finds rules by the words of a language.

    `version`: changes with every upgrade; pages and their files carry it. `pace`: seconds between
    two steps in the telling of a result, 0 for all at once. `taps`: what one phone may send.
    `looks`: what it may ask for. `peers`: the other servers of the same tables.
    `html_cache` keeps what was drawn, `view_cache` what phones were shown of it lately: every
    action makes some of these, and they would soon crowd out what can still be shown again.
    `backups`: the copies of the tables' file, where it is one. `link`, `troubles` and `begun` are
    for whoever runs the server: what opens its page, what went wrong, when it was started.
    """

    store: TableStore
    bell: Bell
    games: dict[str, Game]
    search: Mapping[str, RuleSearch]
    clock: Callable[[], float]
    address: str
    origins: tuple[str, ...]
    heartbeat: float
    wrong_codes: Limit
    wrong_codes_from: Limit
    new_tables: Limit | None
    hosts: tuple[str, ...] = ()
    version: str = ""
    pace: float = 0.0
    quiet: float = QUIET
    taps: Limit | None = None
    looks: Limit | None = None
    peers: Peers | None = None
    backups: Backups | None = None
    link: OneTimeLink = field(default_factory=OneTimeLink)
    troubles: Troubles = field(default_factory=Troubles)
    begun: float = 0.0
    measures: Measures = field(default_factory=Measures)
    html_cache: LRU = field(default_factory=LRU)
    view_cache: LRU = field(default_factory=partial(LRU, room=128_000_000))

    @cached_property
    def signed_off(self) -> SignedOff:
        """The phones that have signed off."""
        return SignedOff(self.store.ledger, self.clock, self.bell.ticks)

    @cached_property
    def lately(self) -> RecentTables:
        """Where something was done; the other tables are put away."""
        return RecentTables(self.bell.ticks, self.quiet)

    def tidy(self) -> bool:
        """Keeps nothing drawn of one table that has become quiet, nor the folded table itself, but
        where what a phone shows changes with time; whether there was one. Of the last one, nothing
        that was worked out stays.
        """
        code = self.lately.quiet()
        if code is None:
            return False
        self.html_cache.forget(code)
        self.view_cache.forget(code)
        if self.bell.may_rest(code):
            self.store.put_away(code)
        if self.lately.all_quiet:
            memo.forget_all()
        return True

    def close(self) -> None:
        """Nothing is asked of it any more."""
        if self.peers:
            self.peers.close()
        self.store.close()


# Past the proxies, which take longer than all the rest: a page asks for these hundreds of times.
_app = cast("LocalProxy[Flask]", current_app)._get_current_object

#: What this request alone remembers: Flask's `g`.
own: Callable[[], _AppCtxGlobals] = cast("LocalProxy[_AppCtxGlobals]", g)._get_current_object


def site() -> Site:
    """The site that the current request belongs to."""
    here: Site = _app().extensions["companion"]
    return here
