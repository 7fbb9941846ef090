"""Compares a page's pieces with what a phone shows, and words the changes as fragments.

A view is a list of slots, a slot a list of pieces, a piece one element with an id. A phone is sent
only the pieces that differ. Nothing is drawn here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import ClassVar, NamedTuple
from zlib import crc32

from markupsafe import Markup, escape

#: Stands in pieces for "the version this phone has seen", filled in on sending, so that a new
#: version alone changes no piece.
VERSION_PLACEHOLDER = "\x02seen\x02"

#: Stands in templates before and after an element with an id that often stays as it is when its
#: piece changes: a line of the log, a number of a list.
PIECE_PART_MARKER = "<!--part-->"


class Piece:
    """One element of a page: its id, and its html with `VERSION_PLACEHOLDER` for the version.

    `fingerprint` tells contents apart without drawing: the html is drawn on access, inside a
    request's context.
    """

    __slots__ = ("fingerprint", "id")

    def __init__(self, id: str, fingerprint: int) -> None:
        self.id = id
        self.fingerprint = fingerprint

    @property
    def html(self) -> str:
        """The full html."""
        raise NotImplementedError

    @property
    def is_deferred(self) -> bool:
        """Whether a phone fetches it when it is opened."""
        return False

    @property
    def html_or_placeholder(self) -> str:
        """What stands on a page that phones fetch the rest of: a placeholder for a deferred piece,
        else the html.
        """
        return self.html

    def html_of_fingerprint(self, fingerprint: int) -> str | None:
        """Returns the html that it had with this fingerprint; None if it is forgotten."""
        return None

    def html_for_phone(self, had: int | None) -> str:
        """Returns the full html, with stubs for the parts that a phone shows which has the piece
        with the fingerprint `had`.
        """
        return changed_html(None if had is None else self.html_of_fingerprint(had), self.html)


class LazyPiece(Piece):
    """A piece whose html a function draws, anew at each access."""

    __slots__ = ("_draw",)

    def __init__(self, id: str, fingerprint: int, draw: Callable[[], str]) -> None:
        super().__init__(id, fingerprint)
        self._draw = draw

    @property
    def html(self) -> str:
        return self._draw()


#: The beginning of an element with an id.
ELEMENT_START_PATTERN = re.compile(r'\s*<(\w+)[^>]*? id="([^"]+)"')


def unchanged_placeholder(html: str) -> str:
    """Returns what stands for an element that a page keeps as it shows it; the element itself if it
    has no id.
    """
    found = ELEMENT_START_PATTERN.match(html)
    return f'<{found[1]} id="{found[2]}" data-same></{found[1]}>' if found else html


def changed_html(was: str | None, now: str) -> str:
    """Returns a piece's html with a stub for each part that a page with `was` already shows."""
    before, after = (was or "").split(PIECE_PART_MARKER), now.split(PIECE_PART_MARKER)
    known, parts = set(before[1::2]), after[1::2]
    stubs = [unchanged_placeholder(part) for part in parts]
    # A page finds an element by its id only where no other has it.
    if len(set(stubs)) < len(stubs):
        return now
    after[1::2] = [
        short if part in known else part for short, part in zip(stubs, parts, strict=True)
    ]
    return "".join(after)


#: A process's own: each has another.
_MARK = re.compile(r' data-mark="[^"]*"')

_PART_ID = re.compile(rf'{PIECE_PART_MARKER}(\s*<\w+[^>]*?) id="[^"]+"')


def without_part_ids(html: str) -> str:
    """Returns the html of a piece that is drawn beside the table's own: its parts have no ids."""
    return _PART_ID.sub(r"\1", html).replace(PIECE_PART_MARKER, "")


def unfetched_placeholder(id: str, mark: str) -> str:
    """Returns the element that tells a page to fetch the one with this id when it is opened."""
    return f'<div id="{id}" data-later="{mark}"></div>'


@dataclass(frozen=True)
class Slot:
    """A place on the page that holds pieces in order. `tab`: the one that a phone has to open to
    see it; "" if it is always looked at. `viewer`: the seat for which it is drawn.
    """

    id: str
    pieces: tuple[Piece, ...]
    tab: str = ""
    viewer: int = 0
    #: Ids and fingerprints of its pieces.
    fingerprints: tuple[tuple[str, int], ...] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        fingerprints = tuple([(piece.id, piece.fingerprint) for piece in self.pieces])
        object.__setattr__(self, "fingerprints", fingerprints)

    @property
    def digest(self) -> str:
        """Eight hex digits of its html without its marks, the same on every server."""
        inside = "".join((self.id, *(piece.html for piece in self.pieces)))
        return f"{crc32(_MARK.sub('', inside).encode()):08x}"

    def html(self, seq: int, whole: bool = True) -> Markup:
        """Returns the slot's inner html at this version of the table; unless `whole`, with
        placeholders for what the phone fetches when it is opened.
        """
        inside = (piece.html if whole else piece.html_or_placeholder for piece in self.pieces)
        return Markup(fill_in_version("\n".join(inside), seq))

    @cached_property
    def content_mark(self) -> str:
        """Tells its contents from others; begins with the seat that may see them."""
        return f"{self.viewer}.{hash(self.fingerprints) & 0xFFFFFFFF:x}"

    def element_html(self, seq: int, whole: bool = True) -> str:
        """Returns the element of a slot on a tab that is looked at."""
        return f'<div id="{self.id}" data-mark="{self.content_mark}">{self.html(seq, whole)}</div>'

    @cached_property
    def unfetched_part(self) -> PagePart:
        """What a phone is sent for a slot on a tab, whichever one it looks at: only its mark."""
        # The slot keeps this: a mark that held the slot would be a circle.
        html = unfetched_placeholder(self.id, self.content_mark)
        piece = LazyPiece(self.id, hash(html), lambda: html)
        return PagePart(f"#{self.id}", "outerMorph", (piece,), (None,))


@dataclass(frozen=True)
class View:
    """Everything of a page that can change. `page`: see `views.page_view`. `whole`: a page is drawn
    with closed sheets and tabs; without them where its phone fetches them when they are opened.
    """

    page: str
    seq: int
    slots: tuple[Slot, ...]
    whole: bool = True
    #: approximate bytes in a cache, without its pieces, which other caches hold
    room: ClassVar[int] = 4_000

    def slot_html(self, slot_id: str) -> Markup:
        """Returns this slot's inner html for a page template; empty if there is none."""
        found = (slot.html(self.seq, self.whole) for slot in self.slots if slot.id == slot_id)
        return next(found, Markup(""))

    def tab_html(self, tab: str, is_open: bool = True) -> Markup:
        """Returns the elements of this tab's slots."""
        slots = [slot for slot in self.slots if slot.tab == tab]
        if not (is_open or self.whole):
            return Markup(
                "".join(unfetched_placeholder(slot.id, slot.content_mark) for slot in slots)
            )
        return Markup("".join(slot.element_html(self.seq, self.whole) for slot in slots))

    @property
    def digest(self) -> str:
        """The digests of the slots that are always looked at. A page sends it, so that its stream
        starts with later changes. Those on tabs are told by their marks: a phone may have fetched
        one since, and then shows neither what the page had nor what is there now.
        """
        return "".join(slot.digest for slot in self.slots if not slot.tab)

    def fingerprints_from_digest(self, digest: str) -> PageFingerprints:
        """Returns the fingerprints of a page with this digest; invalid parts match nothing."""
        told = {digest[at : at + 8] for at in range(0, len(digest), 8)}
        # Without a digest no slot is drawn for comparison.
        slots = [slot for slot in self.slots if not slot.tab] if told else ()
        same = {slot.id: slot.fingerprints for slot in slots if slot.digest in told}
        return PageFingerprints(self.seq, same)

    @cached_property
    def fingerprints(self) -> PageFingerprints:
        """The fingerprints of a phone after it was sent this whole view."""
        return PageFingerprints(self.seq, {slot.id: slot.fingerprints for slot in self.slots})


@dataclass(frozen=True)
class PageFingerprints:
    """The fingerprints of what a phone shows: small enough to keep for every phone."""

    seq: int
    slots: Mapping[str, tuple[tuple[str, int], ...]]
    room: ClassVar[int] = 1_500

    def after_sending(self, view: View) -> PageFingerprints:
        """Returns the fingerprints after this view was sent. The view may cover a part of the
        page.
        """
        slots = {**self.slots, **{slot.id: slot.fingerprints for slot in view.slots}}
        same = view.seq == self.seq and slots == self.slots
        return self if same else PageFingerprints(view.seq, slots)


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


def changes_html(before: PageFingerprints | None, after: View) -> str:
    """Returns the fragments that bring a phone from `before` to `after`; all of it if `before` is
    None, "" if nothing changed.

    `after` may be a part of a page; other slots stay. Fragments replace and never append, so one
    sent twice does no harm.
    """
    parts = changed_parts(before, after)
    if before is not None and not parts and before.seq == after.seq:
        return ""
    return parts_html(parts, after.seq)


class PagePart(NamedTuple):
    """Pieces to send, with the target and the swap for htmx. `had`: for each, the fingerprint that
    the phone has; None if it has none.
    """

    target: str
    swap: str
    pieces: tuple[Piece, ...]
    had: tuple[int | None, ...]


def changed_parts(before: PageFingerprints | None, after: View) -> tuple[PagePart, ...]:
    """Returns the parts that differ. Phones with equal changes get equal parts."""
    known = before.slots if before else {}
    others = [slot for slot in after.slots if known.get(slot.id) != slot.fingerprints]
    return tuple(part for slot in others for part in _slot_changes(known.get(slot.id), slot))


def _slot_changes(was: tuple[tuple[str, int], ...] | None, now: Slot) -> list[PagePart]:
    if now.tab:
        return [now.unfetched_part]
    had = dict(was or ())
    if was is None or [*had] != [piece.id for piece in now.pieces]:
        known = tuple(had.get(piece.id) for piece in now.pieces)
        return [PagePart(f"#{now.id}", "innerMorph", now.pieces, known)]
    return [
        PagePart(f"#{piece.id}", "outerMorph", (piece,), (had[piece.id],))
        for piece in now.pieces
        if had[piece.id] != piece.fingerprint
    ]


def parts_html(parts: tuple[PagePart, ...], seq: int) -> str:
    """Returns the fragments of these parts at this version of the table."""
    fragments = (htmx_fragment(part.target, part.swap, _inside(part)) for part in parts)
    return fill_in_version("".join((version_field_fragment(), *fragments)), seq)


def _inside(part: PagePart) -> str:
    of_piece = _replaced if part.swap == "outerMorph" else _in_slot
    return "\n".join(map(of_piece, part.pieces, part.had))


def _replaced(piece: Piece, had: int | None) -> str:
    """Returns what takes the place of the piece that a phone has."""
    if piece.is_deferred:
        return unfetched_placeholder(piece.id, str(piece.fingerprint))
    return piece.html_for_phone(had)


def _in_slot(piece: Piece, had: int | None) -> str:
    """Returns what stands for the piece where others of its slot came or went."""
    if had == piece.fingerprint:
        return unchanged_placeholder(piece.html_or_placeholder)
    return piece.html_or_placeholder if piece.is_deferred else piece.html_for_phone(had)


def version_field_fragment() -> str:
    """Returns the fragment with the page's hidden field for the event number that it shows."""
    return htmx_fragment("#seen", "outerMorph", version_field())


def version_field(seq: int | str = VERSION_PLACEHOLDER) -> Markup:
    """Returns the hidden field that every tap sends; fragments keep `VERSION_PLACEHOLDER` for the
    version.
    """
    return Markup(f'<input type="hidden" id="seen" name="seen" value="{seq}">')
