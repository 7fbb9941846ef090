"""What of a page can change, and what a phone must be sent to show the newest of it.

A view is a list of slots, a slot a list of pieces, a piece one element with an id. Two views are
compared piece by piece, and a phone is sent only the pieces that differ. It draws nothing itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import ClassVar, NamedTuple
from zlib import crc32

from markupsafe import Markup, escape

#: Stands in drawn pieces for "the version this phone has seen", so that a piece is not a
#: different one only because the table has moved on. Filled in when it is sent.
SEEN = "\x02seen\x02"


class Piece:
    """One element of a page: its id, and its html with `SEEN` for the version.

    `fingerprint` tells two contents apart without either being drawn: the html is drawn when it is
    asked for, inside a request's context. `payload`: what a phone is sent when it has become
    another one. `placeholder`: draws what is sent first of what a phone asks for later.
    """

    __slots__ = ("_draw", "_placeholder", "fingerprint", "id")

    def __init__(
        self,
        id: str,
        fingerprint: int,
        draw: Callable[[], str],
        placeholder: Callable[[], str] | None = None,
    ) -> None:
        self.id = id
        self.fingerprint = fingerprint
        self._draw = draw
        self._placeholder = placeholder or draw

    @property
    def payload(self) -> str:
        """The html, or what stands for it until the phone asks for it."""
        return self._placeholder()

    @property
    def html(self) -> str:
        return self._draw()


@dataclass(frozen=True)
class Slot:
    """A place on the page that holds pieces in order."""

    id: str
    pieces: tuple[Piece, ...]
    #: Which contents it holds.
    fingerprints: tuple[tuple[str, int], ...] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        fingerprints = tuple([(piece.id, piece.fingerprint) for piece in self.pieces])
        object.__setattr__(self, "fingerprints", fingerprints)

    @property
    def digest(self) -> str:
        """Eight letters that tell its contents from others, on every server."""
        inside = "".join((self.id, *(piece.html for piece in self.pieces)))
        return f"{crc32(inside.encode()):08x}"

    def html(self, seq: int) -> Markup:
        """The slot's inside, as sent at this version of the table."""
        return Markup(with_version("\n".join(piece.html for piece in self.pieces), seq))


@dataclass(frozen=True)
class View:
    """Everything of a page that can change. `page`: see `pages.view_for`."""

    page: str
    seq: int
    slots: tuple[Slot, ...]
    #: what it takes of memory; what it is drawn from, a cache holds
    room: ClassVar[int] = 4_000

    def inside(self, slot_id: str) -> Markup:
        """What a page template puts into the slot's element; empty where the slot has nothing."""
        found = (slot.html(self.seq) for slot in self.slots if slot.id == slot_id)
        return next(found, Markup(""))

    @property
    def digest(self) -> str:
        """What a page carries, so that its stream begins with what has changed since."""
        return "".join(slot.digest for slot in self.slots)

    def known(self, digest: str) -> Outline:
        """What of it a page shows that carries this digest, which may be anything."""
        told = {digest[at : at + 8] for at in range(0, len(digest), 8)}
        # Without one, no closed sheet is drawn to be compared.
        slots = self.slots if told else ()
        same = {slot.id: slot.fingerprints for slot in slots if slot.digest in told}
        return Outline(self.seq, same)

    @cached_property
    def outline(self) -> Outline:
        """What is remembered of it when it has been sent."""
        return Outline(self.seq, {slot.id: slot.fingerprints for slot in self.slots})


@dataclass(frozen=True)
class Outline:
    """Which contents a phone shows, without the contents: small enough to keep for every phone."""

    seq: int
    slots: Mapping[str, tuple[tuple[str, int], ...]]
    room: ClassVar[int] = 1_500

    def after(self, view: View) -> Outline:
        """The same once this has been sent; a view may be a part of a page."""
        slots = {**self.slots, **{slot.id: slot.fingerprints for slot in view.slots}}
        same = view.seq == self.seq and slots == self.slots
        return self if same else Outline(view.seq, slots)


def with_version(html: str, seq: int) -> str:
    """The html with the version of the table filled in."""
    return html.replace(SEEN, str(seq))


def fragment(target: str, swap: str, html: str) -> str:
    """One fragment that htmx puts in its place."""
    return f"{_opening(target, swap)}{html}</hx-partial>"


# Saves 2 % of the calls of a tap and its pages.
@lru_cache(maxsize=1000)
def _opening(target: str, swap: str) -> str:
    return f'<hx-partial hx-target="{escape(target)}" hx-swap="{escape(swap)}">'


def changes_html(before: Outline | None, after: View) -> str:
    """What a phone that shows `before` must be sent to show `after`; all of it without `before`.
    `after` may be a part of a page; what it has no slots for stays.

    Every fragment says what is there, never what to add: sent twice, it does no harm.
    """
    parts = changed_part(before, after)
    if before is not None and not parts and before.seq == after.seq:
        return ""
    return part_html(parts, after.seq)


class PagePart(NamedTuple):
    """What is sent of a page: these pieces, and where htmx puts them."""

    target: str
    swap: str
    pieces: tuple[Piece, ...]


def changed_part(before: Outline | None, after: View) -> tuple[PagePart, ...]:
    """What differs; see `changes`. Phones that are sent the same pieces get equal parts."""
    known = before.slots if before else {}
    others = [slot for slot in after.slots if known.get(slot.id) != slot.fingerprints]
    return tuple(part for slot in others for part in _slot_changes(known.get(slot.id), slot))


def _slot_changes(was: tuple[tuple[str, int], ...] | None, now: Slot) -> list[PagePart]:
    if was is None or [id for id, _ in was] != [piece.id for piece in now.pieces]:
        return [PagePart(f"#{now.id}", "innerMorph", now.pieces)]
    return [
        PagePart(f"#{piece.id}", "outerMorph", (piece,))
        for (_, fingerprint), piece in zip(was, now.pieces, strict=True)
        if fingerprint != piece.fingerprint
    ]


def part_html(parts: tuple[PagePart, ...], seq: int) -> str:
    """The fragments that are sent at this version of the table."""
    fragments = (
        fragment(part.target, part.swap, "\n".join(piece.payload for piece in part.pieces))
        for part in parts
    )
    return with_version("".join((seen_mark(), *fragments)), seq)


def seen_mark() -> str:
    """The element that tells the server with every tap what this phone has seen."""
    return fragment("#seen", "outerMorph", seen_field())


def seen_field(seq: int | str = SEEN) -> Markup:
    """The field that tells the version; on a page it carries the number itself."""
    return Markup(f'<input type="hidden" id="seen" name="seen" value="{seq}">')
