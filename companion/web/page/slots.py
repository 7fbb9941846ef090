"""The pieces of a page, and what brings a phone up to date.

A page is a list of slots, a slot a list of pieces, a piece one element with an id. The drawings of
a table are counted, and a slot says by which of them it became what it is, and what it was before.
So of a phone only the number of the drawing is kept that it was sent last.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import ClassVar, NamedTuple

from markupsafe import Markup, escape

#: Stands in pieces for "the version this phone has seen", filled in on sending, so that a new
#: version alone changes no piece.
VERSION_PLACEHOLDER = "\x02seen\x02"

#: Stands in templates before and after an element with an id that often stays as it is when its
#: piece changes: a line of the log, a number of a list.
PIECE_PART_MARKER = "<!--part-->"

#: The beginning of an element with an id.
ELEMENT_START_PATTERN = re.compile(r'\s*<(\w+)[^>]*? id="([^"]+)"')

_PART_ID = re.compile(rf'{PIECE_PART_MARKER}(\s*<\w+[^>]*?) id="[^"]+"')


class Piece:
    """One element of a page: its id, and what it was drawn from (`basis`). Its html has
    `VERSION_PLACEHOLDER` for the version; it is drawn when it is asked for, and kept.

    `placeholder`: draws what stands for it until a phone fetches it; None: it is sent at once.
    `mark`: no other piece of the table has it; by it a page knows whether what it fetched is still
    the same.
    """

    __slots__ = ("_closed", "_draw", "_html", "_news", "basis", "id", "mark", "placeholder")

    def __init__(
        self,
        id: str,
        draw: Callable[[Piece], str],
        basis: object = None,
        placeholder: Callable[[Piece], str] | None = None,
        mark: str = "",
    ) -> None:
        self.id, self.basis, self.mark, self.placeholder = id, basis, mark, placeholder
        self._draw = draw
        self._html: str | None = None
        self._closed: str | None = None
        #: The mark of the piece that most phones had before, and the fragment for them.
        self._news = ("", "")

    @property
    def html(self) -> str:
        """The full html."""
        if self._html is None:
            self._html = self._draw(self)
        return self._html

    @property
    def html_or_placeholder(self) -> str:
        """What stands on a page that phones fetch the rest of."""
        if self.placeholder is None:
            return self.html
        if self._closed is None:
            self._closed = self.placeholder(self)
        return self._closed

    def html_after(self, was: Piece | None) -> str:
        """Returns the html for a phone that shows the piece `was`, with stubs for the parts that it
        shows already.
        """
        if was is None or was._html is None:
            return self.html
        return changed_html(was._html, self.html)

    def news(self, was: Piece) -> str:
        """Returns the fragment that puts it in the place of `was`; "" if that looks the same."""
        # Most phones of a table show the same.
        if not was.mark or self._news[0] != was.mark:
            if self.placeholder is not None:
                inside = unfetched_placeholder(self.id, self.mark)
            else:
                inside = "" if was._html == self.html else self.html_after(was)
            fragment = inside and htmx_fragment(f"#{self.id}", "outerMorph", inside)
            self._news = (was.mark, fragment)
        return self._news[1]


class VolatilePiece(Piece):
    """A piece that is drawn anew whenever it is sent: a clock."""

    __slots__ = ()

    @property
    def html(self) -> str:
        return self._draw(self)

    def news(self, was: Piece) -> str:
        return htmx_fragment(f"#{self.id}", "outerMorph", self.html)


def unchanged_placeholder(html: str) -> str:
    """Returns what stands for an element that a page keeps as it shows it; the element itself if it
    has no id.
    """
    found = ELEMENT_START_PATTERN.match(html)
    return f'<{found[1]} id="{found[2]}" data-same></{found[1]}>' if found else html


def changed_html(was: str, now: str) -> str:
    """Returns a piece's html with a stub for each part that a page with `was` already shows."""
    if PIECE_PART_MARKER not in now:
        return now
    known, after = set(was.split(PIECE_PART_MARKER)[1::2]), now.split(PIECE_PART_MARKER)
    parts = after[1::2]
    stubs = [unchanged_placeholder(part) for part in parts]
    # A page finds an element by its id only where no other has it.
    if len(set(stubs)) < len(stubs):
        return now
    after[1::2] = [
        short if part in known else part for short, part in zip(stubs, parts, strict=True)
    ]
    return "".join(after)


def without_part_ids(html: str) -> str:
    """Returns the html of a piece that is drawn beside the table's own: its parts have no ids."""
    return _PART_ID.sub(r"\1", html).replace(PIECE_PART_MARKER, "")


def unfetched_placeholder(id: str, mark: str) -> str:
    """Returns the element that tells a page to fetch the one with this id when it is opened."""
    return f'<div id="{id}" data-later="{mark}"></div>'


class LaterPieces:
    """The pieces of a slot on a tab: made when a phone opens it. `basis`: what they hang on, by
    which they are told from others; `filled`: whether there are any.
    """

    __slots__ = ("_made", "_make", "basis", "filled")

    def __init__(
        self, basis: object, make: Callable[[], Sequence[Piece]], filled: bool = True
    ) -> None:
        self.basis, self.filled, self._make = basis, filled, make
        self._made: tuple[Piece, ...] | None = None

    def __iter__(self) -> Iterator[Piece]:
        if self._made is None:
            self._made = tuple(self._make())
        return iter(self._made)

    def __bool__(self) -> bool:
        return self.filled

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, LaterPieces):
            return NotImplemented
        return self.filled == other.filled and self.basis == other.basis

    __hash__ = None  # type: ignore[assignment]

    def renew(self, newer: LaterPieces) -> None:
        """Takes over what makes them from equal ones, so that nothing older is kept for them."""
        self.basis, self._make = newer.basis, newer._make


#: Former states that a slot remembers: a phone that missed more is sent all of it.
MAX_FORMER_STATES = 3


class Slot:
    """A place on the page that holds pieces in order, as it is since the drawing `at`. `mark`: of a
    slot on a tab, which a phone has to open to see it: tells its contents from others, and begins
    with the seat that may see them; "" if it is always looked at. `lasting`: it changes with the
    table's version alone, so that every server draws the same of it.
    """

    __slots__ = ("at", "before", "id", "lasting", "mark", "pieces")

    def __init__(
        self,
        id: str,
        pieces: tuple[Piece, ...] | LaterPieces,
        at: int = 0,
        before: Slot | None = None,
        mark: str = "",
        lasting: bool = False,
    ) -> None:
        self.id, self.pieces, self.at, self.mark, self.lasting = id, pieces, at, mark, lasting
        #: What it was until then; of a tab nobody asks.
        self.before = before = None if mark else before
        for _ in range(MAX_FORMER_STATES - 1):
            before = before and before.before
        if before is not None:
            before.before = None

    @property
    def is_volatile(self) -> bool:
        """Whether it is drawn anew whenever it is sent."""
        return not self.mark and any(isinstance(piece, VolatilePiece) for piece in self.pieces)

    def html(self, seq: int, whole: bool = True) -> Markup:
        """Returns the slot's inner html at this version of the table; unless `whole`, with
        placeholders for what the phone fetches when it is opened.
        """
        inside = (piece.html if whole else piece.html_or_placeholder for piece in self.pieces)
        return Markup(fill_in_version("\n".join(inside), seq))

    def element_html(self, seq: int, whole: bool = True) -> str:
        """Returns the element of a slot on a tab that is looked at."""
        return f'<div id="{self.id}" data-mark="{self.mark}">{self.html(seq, whole)}</div>'

    def news(self, at: int) -> str:
        """Returns the fragments for a phone that was sent the drawing `at`: of a tab the mark, of
        other slots what is new, all of it if it isn't known what the phone shows.
        """
        if self.mark:
            html = unfetched_placeholder(self.id, self.mark)
            return htmx_fragment(f"#{self.id}", "outerMorph", html)
        was = self.before
        while was is not None and was.at > at:
            was = was.before
        had = {piece.id: piece for piece in was.pieces} if was else {}
        if was and [*had] == [piece.id for piece in self.pieces]:
            new = (piece for piece in self.pieces if had[piece.id] is not piece)
            return "".join([piece.news(had[piece.id]) for piece in new])
        inside = (_in_slot(piece, had.get(piece.id)) for piece in self.pieces)
        return htmx_fragment(f"#{self.id}", "innerMorph", "\n".join(inside))


def _in_slot(piece: Piece, was: Piece | None) -> str:
    """Returns what stands for the piece where others of its slot came or went."""
    if was is piece:
        # A sheet is a division in any case.
        closed = f'<div id="{piece.id}" data-same></div>'
        return closed if piece.placeholder else unchanged_placeholder(piece.html)
    if piece.placeholder is None:
        return piece.html_after(was)
    # What stands there says itself that it is to be fetched again.
    return unfetched_placeholder(piece.id, piece.mark) if was else piece.html_or_placeholder


class PageKind(NamedTuple):
    """The phones that are shown the same page. `page`: see `views.page_view`. `whose`: which phones
    those are; `viewer`: the seat that may see it. `tabs`: by slot, the tab on which it is.
    """

    page: str
    whose: Hashable = None
    viewer: int = 0
    tabs: Mapping[str, str] = MappingProxyType({})


class Shown(NamedTuple):
    """What a phone shows of a view: its drawing `at`, at version `seq`. `lasting`: that is known
    only of the slots that change with the version alone.
    """

    at: int = -1
    seq: int = -1
    lasting: bool = False


#: Of a phone that may show anything.
UNKNOWN = Shown()


class Token(NamedTuple):
    """Names what a page shows: a drawing that was counted by the cache `epoch`, at a version of the
    table, for the phones of one `kind`. A page carries it, so that its stream begins with what is
    newer; of another server's token version and kind are known. `event`: tells the version's newest
    event from another of that number, for a backup that is put back goes on otherwise. One with a
    version alone may be any kind's.
    """

    seq: int = -1
    kind: str = ""
    epoch: str = ""
    at: int = -1
    event: str = ""

    def __str__(self) -> str:
        return ".".join(map(str, self))

    @classmethod
    def read(cls, text: str) -> Token:
        """Returns the token that was written so; one that names nothing if it is none."""
        parts = text.split(".")
        if len(parts) != len(cls._fields) or len(text) > MAX_TOKEN_LETTERS:
            return cls()
        seq, kind, epoch, at, event = parts
        numbers = seq.isdecimal() and at.isdecimal() and text.isascii()
        return cls(int(seq), kind, epoch, int(at), event) if numbers else cls()


MAX_TOKEN_LETTERS = 70

#: Of a page of which nothing is known.
NO_TOKEN = Token()


class View:
    """Everything of a page that can change, as of one drawing. `token`: names what a page with it
    shows. `whole`: a page is drawn with closed sheets and tabs; without them where its phone
    fetches them when they are opened.
    """

    #: approximate bytes in a cache, without its pieces
    room: ClassVar[int] = 4_000

    def __init__(
        self, kind: PageKind, slots: Sequence[Slot], token: Token, whole: bool = True
    ) -> None:
        self.kind, self.slots, self.token, self.whole = kind, slots, token, whole
        self._news: dict[tuple[int, bool], str] = {}

    @property
    def page(self) -> str:
        """The page that it is of."""
        return self.kind.page

    @property
    def seq(self) -> int:
        """The version of the table."""
        return self.token.seq

    def with_whole(self, whole: bool) -> View:
        """Returns the view for a page with, or without, what phones fetch when it is opened."""
        return View(self.kind, self.slots, self.token, whole)

    def slot_html(self, slot_id: str) -> Markup:
        """Returns this slot's inner html for a page template; empty if there is none."""
        found = (slot.html(self.seq, self.whole) for slot in self.slots if slot.id == slot_id)
        return next(found, Markup(""))

    def slots_of_tab(self, tab: str) -> list[Slot]:
        """Returns the slots on this tab."""
        return [slot for slot in self.slots if self.kind.tabs.get(slot.id) == tab]

    def tab_html(self, tab: str, is_open: bool = True) -> Markup:
        """Returns the elements of this tab's slots."""
        slots = self.slots_of_tab(tab)
        if not (is_open or self.whole):
            return Markup("".join(unfetched_placeholder(slot.id, slot.mark) for slot in slots))
        return Markup("".join(slot.element_html(self.seq, self.whole) for slot in slots))

    def news(self, shown: Shown) -> str:
        """Returns the fragments that bring a phone up to date; "" if nothing changed.

        Fragments replace and never append, so one sent twice does no harm.
        """
        at, seq, lasting = shown
        if at == self.token.at and seq == self.seq and not lasting:
            return ""
        found = self._news.get((at, lasting))
        if found is None:
            new = [slot for slot in self.slots if slot.at > at or (lasting and not slot.lasting)]
            fragments = [
                slot.news(at if slot.lasting or not lasting else UNKNOWN.at) for slot in new
            ]
            fragments.insert(0, version_field_fragment(self))
            found = fill_in_version("".join(fragments), self.seq)
            if not any(slot.is_volatile for slot in new):
                self._news[at, lasting] = found
        return found


def fill_in_version(html: str, seq: int) -> str:
    """Returns the html with the table's version filled in."""
    return html.replace(VERSION_PLACEHOLDER, str(seq)).replace(PIECE_PART_MARKER, "")


def htmx_fragment(target: str, swap: str, html: str) -> str:
    """Returns one htmx fragment."""
    return f"{_opening(target, swap)}{html}</hx-partial>"


# Cached: saves 2 % of the calls of a tap and its pages.
@lru_cache(maxsize=1000)
def _opening(target: str, swap: str) -> str:
    return f'<hx-partial hx-target="{escape(target)}" hx-swap="{escape(swap)}">'


def version_field_fragment(view: View) -> str:
    """Returns the fragment with the page's hidden field for what it shows."""
    return htmx_fragment("#seen", "outerMorph", version_field(view))


def version_field(view: View | None) -> Markup:
    """Returns the hidden field with the event number that every tap sends, and the token that a
    stream begins with. None: of a page at no table's version.
    """
    seq, token = (view.seq, view.token) if view else (0, "")
    return Markup(f'<input type="hidden" id="seen" name="seen" value="{seq}" data-shown="{token}">')
