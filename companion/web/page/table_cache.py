"""Caches what is drawn of a table in one language: values with the basis that they were computed
from, pieces, and the newest view of each kind of phone.

A table's phones and screen need nearly the same after every action. The cache may be dropped at any
time: a phone is then sent all of its page.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import suppress
from threading import Lock
from types import MappingProxyType
from typing import Any, TypeVar
from zlib import crc32

from flask import request

from companion.chance import new_mark
from companion.tables import Table
from companion.web.language.languages import page_key
from companion.web.page.slots import (
    UNKNOWN,
    LaterPieces,
    PageKind,
    Piece,
    Shown,
    Slot,
    Token,
    View,
)
from companion.web.site import current_site, request_globals

_T = TypeVar("_T")

#: Pieces by slot.
PiecesBySlot = Mapping[str, Sequence[Piece] | LaterPieces]

#: Of a page of which nothing hangs on the version alone.
NO_PIECES: PiecesBySlot = MappingProxyType({})

#: Values per table; the oldest is dropped first.
MAX_VALUES_PER_TABLE = 1_000

#: Former pieces kept of a table; each has some 0.7 to 2.5 kB of html.
MAX_FORMER_PIECES = 200

#: Kinds of phones whose newest view is kept.
MAX_VIEWS = 100

#: Versions per kind of phone of which it is known by which drawing they were shown.
MAX_KNOWN_VERSIONS = 30


class TableCache:
    """Keeps one value per name, one piece per id and audience, and the newest views."""

    #: approximate bytes for four phones, its share of the cache's limit: up to 200 kB of html as it
    #: is, up to 500 kB as it was, and values
    room = 800_000

    def __init__(self, written: str = "") -> None:
        self._turn = Lock()
        #: In what its pages are written: the languages, and the companion's own version.
        self._written = written
        #: Tells the drawings that this cache counts from those of others.
        self.epoch = new_mark()
        #: The number of drawings so far.
        self.at = 0
        self._setting: tuple[Hashable, Table] | None = None
        self._known: dict[Hashable, tuple[Any, Any]] = {}
        self._pieces: dict[Hashable, tuple[Piece, ...]] = {}
        #: Their keys, the oldest first.
        self._former: dict[Piece, Hashable] = {}
        self._views: dict[Hashable, View] = {}
        #: By kind and version, the drawing that it was shown by, and the version's newest event.
        self._versions: dict[str, dict[int, tuple[int, str]]] = {}

    def get_or_make(self, name: Hashable, basis: object, make: Callable[[], _T]) -> _T:
        """Returns the value under this name; calls `make` if `basis` differs from the kept one."""
        known: tuple[Any, _T] | None = self._known.get(name)
        # Comparing tuples and lists tests identity of their parts first, which is nearly free.
        if known is not None and known[0] == basis:
            return known[1]
        made = make()
        _shorten(self._known, MAX_VALUES_PER_TABLE)
        self._known[name] = (basis, made)
        return made

    def setting(self, agreed: Hashable, make: Callable[[], Table]) -> Table:
        """Returns the table without its play. All pieces are drawn from it: another one means that
        each is drawn anew.
        """
        if self._setting is None or self._setting[0] != agreed:
            self._pieces.clear()
            self._former.clear()
            self._setting = (agreed, make())
        return self._setting[1]

    def known_piece(self, id: str, audience: Hashable, basis: object) -> Piece | None:
        """Returns the piece that was drawn from this `basis` for this audience; None if it is to be
        drawn anew.
        """
        kept = self._pieces.get((id, audience), ())
        for piece in kept:
            if piece.basis is basis or piece.basis == basis:
                # The next phone brings the identical object: nothing is compared then.
                piece.basis = basis
                if piece is not kept[0]:
                    self._former.pop(piece, None)
                    self._keep(piece, (id, audience), kept)
                return piece
        return None

    def new_piece(
        self,
        id: str,
        audience: Hashable,
        basis: object,
        draw: Callable[[Piece], str],
        placeholder: Callable[[Piece], str] | None = None,
        kind: type[Piece] = Piece,
    ) -> Piece:
        """Returns a new piece with this id for this audience; older ones are kept for a while, for
        what a turn changes comes back with the next.
        """
        key = (id, audience)
        former = self._pieces.pop(key, ())
        _shorten(self._pieces, MAX_VALUES_PER_TABLE)
        # Not counted: that would tell how many pieces other seats were drawn.
        made = kind(id, draw, basis, placeholder, new_mark())
        self._keep(made, key, former)
        return made

    def _keep(self, piece: Piece, key: Hashable, others: tuple[Piece, ...]) -> None:
        """Makes the piece the newest with this key; the others are former ones."""
        self._pieces[key] = (piece, *(each for each in others if each is not piece))
        if others:
            self._former.pop(others[0], None)
            self._former[others[0]] = key
        if len(self._former) > MAX_FORMER_PIECES:
            oldest = next(iter(self._former))
            key = self._former.pop(oldest)
            kept = (each for each in self._pieces.get(key, ()) if each is not oldest)
            self._pieces[key] = tuple(kept)

    def view(
        self,
        kind: PageKind,
        seq: int,
        pieces: PiecesBySlot,
        lasting: PiecesBySlot = NO_PIECES,
        event: str = "",
    ) -> View:
        """Returns the view of these pieces by slot at this version of the table; the same one, with
        the same slots, until something of them changes. `lasting`: those that change with the
        version alone; `event`: names the version's newest event.
        """
        key, tabs = (kind.page, kind.whose), kind.tabs
        with self._turn:
            known, at = self._views.pop(key, None), self.at + 1
            former = {slot.id: slot for slot in known.slots} if known else {}
            slots = []
            for id, inside in (*lasting.items(), *pieces.items()):
                held = inside if isinstance(inside, LaterPieces) else tuple(inside)
                was = former.get(id)
                if was is None or was.pieces != held:
                    mark = f"{kind.viewer}.{at:x}.{self.epoch}" if id in tabs else ""
                    was = Slot(id, held, at, was, mark, id in lasting)
                elif isinstance(held, LaterPieces) and isinstance(was.pieces, LaterPieces):
                    was.pieces.renew(held)
                slots.append(was)
            if known is None or known.seq != seq or known.slots != slots:
                self.at = at
                name = self.name_of(*key)
                known = View(kind, slots, Token(seq, name, self.epoch, at, event))
                versions = self._versions.pop(name, {})
                _shorten(self._versions, MAX_VIEWS)
                _shorten(versions, MAX_KNOWN_VERSIONS)
                self._versions[name] = versions
                versions[seq] = (at, event)
            _shorten(self._views, MAX_VIEWS)
            self._views[key] = known
            return known

    def name_of(self, page: str, whose: Hashable) -> str:
        """Returns the name of a kind of phones in tokens, the same on every server."""
        return f"{crc32(repr((self._written, page, whose)).encode()):x}"

    def shown(self, view: View, token: Token) -> Shown:
        """Returns what a page with this token shows of the newest view of its kind."""
        kind = view.token.kind
        if token.kind not in ("", kind):
            return UNKNOWN
        if token.epoch == self.epoch and token.at <= view.token.at:
            return Shown(token.at, token.seq)
        # Of another cache's drawing the version is known, if it was drawn here too.
        # Of one of many kinds it may be forgotten.
        at, event = self._versions.get(kind, {}).get(token.seq, (UNKNOWN.at, ""))
        if at == UNKNOWN.at or token.event not in ("", event):
            return UNKNOWN
        return Shown(at, token.seq, lasting=True)


def _shorten(kept: dict[Any, Any], most: int) -> None:
    while len(kept) >= most:
        # Another thread may be doing the same.
        with suppress(RuntimeError):
            kept.pop(next(iter(kept), None), None)


def release_request_table() -> None:
    """Drops the request's table and cache, so that a waiting stream keeps neither alive."""
    here = request_globals()
    for name in ("cache", "setting", "table"):
        here.pop(name, None)


def cache_of_table(table: Table) -> TableCache:
    """Returns the cache of this table in this request's language."""
    here = request_globals()
    known: tuple[Table, TableCache] | None = here.get("cache")
    if known is None or known[0] is not table:
        # Looked up at each version: a stream must not hold a cache that was dropped elsewhere.
        site, here_said = current_site(), page_key()
        cache = site.view_cache.get_or_draw(
            (table.code, "cache", here_said), lambda: TableCache(f"{here_said} {site.version}")
        )
        known = here.cache = (table, cache)
    return known[1]


def token_of_asking_page(seen: int = -1) -> Token:
    """Returns what names what the asking page shows; of a page without a token, the version `seen`
    alone.
    """
    token = Token.read(request.headers.get("Shown", ""))
    return token if token.kind else Token(seen)
