"""A page as a tree of elements, as far as tests ask for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from html.parser import HTMLParser

VOID = frozenset(
    "area base br col embed hr img input link meta source track wbr".split()  # noqa: SIM905
)
#: What is drawn by itself.
SHAPES = frozenset({"path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "image"})
LABELLED = frozenset({"button", "input", "meter", "output", "progress", "select", "textarea"})


@dataclass(eq=False)
class Element:
    """One element: what it says of itself, what is in it, and what it is in."""

    tag: str
    said: dict[str, str]
    parent: Element | None = None
    inside: list[Element | str] = field(default_factory=list)

    def __str__(self) -> str:
        said = "".join(f' {key}="{value}"' for key, value in self.said.items())
        return f"<{self.tag}{said}>"

    @property
    def children(self) -> Iterator[Element]:
        return (each for each in self.inside if isinstance(each, Element))

    def all(self, *tags: str) -> Iterator[Element]:
        """What is in it, at any depth, in order; only these tags if there are any."""
        for each in self.children:
            if not tags or each.tag in tags:
                yield each
            yield from each.all(*tags)

    def around(self) -> Iterator[Element]:
        """What it is in, the nearest first."""
        at = self.parent
        while at is not None:
            yield at
            at = at.parent

    @cached_property
    def by_id(self) -> dict[str, Element]:
        """Every element with an id."""
        return {each.said["id"]: each for each in self.all() if "id" in each.said}

    @property
    def words(self) -> str:
        """The text in it, and what stands for a text."""
        parts = [self.said.get("aria-label", ""), self.said.get("alt", "")]
        parts += [each if isinstance(each, str) else each.words for each in self.inside]
        return " ".join(" ".join(parts).split())

    def is_a(self, *classes: str) -> bool:
        return not {*classes}.isdisjoint(self.said.get("class", "").split())

    @property
    def is_put_away(self) -> bool:
        """Whether it is on no screen until somebody opens it, or never."""
        hidden = "hidden" in self.said or "popover" in self.said
        return hidden or self.is_a("sr") or self.tag in ("template", "script", "style", "defs")


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = self.at = Element("", {})

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        new = Element(tag, {key: value or "" for key, value in attrs}, self.at)
        self.at.inside.append(new)
        if tag not in VOID:
            self.at = new

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        for each in (self.at, *self.at.around()):
            if each.tag == tag and each.parent is not None:
                self.at = each.parent
                return

    def handle_data(self, data: str) -> None:
        self.at.inside.append(data)


def parsed(html: str) -> Element:
    """The page as a tree."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return reader.root
