"""Panels: what a seat sees, as data. A game fills them; the web draws each kind with one partial.

A panel whose `shared` is True is the same for every viewer, so it is drawn once for all.
Panels hold no markup and no colours, only sentences, numbers, names of icons and actions.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Any

from companion.referee.controls import Choice, Field, Pick
from companion.referee.ruling import Doubt, Objection
from companion.referee.text import Text

#: The sections of a phone's page, by their keys. A game names the two between the first and last.
TABS = ("turn", "own", "shared", "table")

#: Instead of a section: above them all, whichever is shown.
EVERY = "every"


@dataclass(frozen=True)
class Tab:
    """What a game calls one of its sections: "own", what a seat has, or "shared", what all have."""

    name: Text
    icon: str


@dataclass(frozen=True, kw_only=True)
class Panel:
    """`id` is the element's id on the page; `tab` is the section that it stands in, or `EVERY`.

    `screen`: its place on the table screen, "scores", "middle", "side" or "no" for none; "" leaves
    that to its kind.
    """

    id: str
    tab: str = "turn"
    shared: bool = False
    screen: str = ""


@dataclass(frozen=True, kw_only=True)
class Sheet(Panel):
    """What slides up: a form, whose `verb` and fields in order make the action's text, or
    choices, each sent with one tap, when there is only one thing to say.

    `refusal`: why nothing that could be entered would be allowed now. Without `submit` there is no
    form, only the choices; without any, it tells its note and why. Beside a form, choices are what
    can be tapped before it. `then`: a second way to send the form, with this word at its end.
    `drawing`: as of a scene, above the choices, given `facts`. `upon`: the element of the page that
    shows that drawing already; with scripts, what is tapped lies upon it. `style` of the choices:
    "cells" (three a line) or "fives", where only the tap says why not. `keeps`: what was entered is
    sent when the sheet is closed, too; for what somebody knows, never for what somebody does.
    """

    title: Text
    verb: str = ""
    fields: tuple[Field, ...] = ()
    choices: tuple[Choice, ...] = ()
    submit: Text | None = None
    detail: Text | None = None
    then: Pick | None = None
    note: Text | None = None
    icon: str = ""
    refusal: Objection | None = None
    doubt: Doubt | None = None
    drawing: str = ""
    facts: Any = None
    upon: str = ""
    style: str = "cells"
    keeps: bool = False

    @property
    def saves(self) -> bool:
        """Whether a field's own taps send the form."""
        return any(each.kind == "saves" for each in self.fields)

    @property
    def last_field(self) -> int:
        """The number of the word after all fields, which `then` sends."""
        return len(self.fields) + 1


@dataclass(frozen=True, kw_only=True)
class Banner(Panel):
    """The top of the phone: title, one line of facts, the steps of a turn with the current one.

    `points`: what the seat has, always in sight; the steps are a mere line then.
    """

    title: Text
    line: Text
    seat: int = 0
    steps: tuple[Text, ...] = ()
    current: int = -1
    points: int | None = None


@dataclass(frozen=True, kw_only=True)
class Notice(Panel):
    """A short message. `kind`: "ok", "warn", "no", "ask" or "info"; bold words, then the detail."""

    kind: str
    words: Text
    detail: Text | None = None
    rule: str = ""
    choices: tuple[Choice, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Scene(Panel):
    """A game's own drawing: the partial `games/<slug>/_<drawing>.html`, given `facts`."""

    drawing: str
    facts: Any
    title: Text | None = None


@dataclass(frozen=True, kw_only=True)
class Score:
    """One seat's line in the tally. `marks`: short facts under the name; `flags`: what the
    table must not lose sight of ("first player").
    """

    seat: int
    points: int
    marks: tuple[Text, ...] = ()
    acting: bool = False
    flags: tuple[Text, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Tally(Panel):
    """The scores of all seats."""

    title: Text
    scores: tuple[Score, ...]


@dataclass(frozen=True, kw_only=True)
class Line:
    """One line of a checklist: an amount, a name, why; taps that change the line. `key`: how the
    table's ticks call it, filled in where it is drawn. `spot`: where it lies on its section's
    picture, column and row of 6 by 3, and how many cells it is wide and high; None: in a list.
    """

    icon: str
    words: Text
    detail: Text | None = None
    warning: Text | None = None
    done: bool = False
    choices: tuple[Choice, ...] = ()
    key: str = ""
    spot: tuple[int, int, int] | None = None


@dataclass(frozen=True, kw_only=True)
class Section:
    """Lines under one heading."""

    title: Text
    lines: tuple[Line, ...]


@dataclass(frozen=True, kw_only=True)
class Checklist(Panel):
    """Things to take or do with the real components, to tick off, in the rulebook's order.

    With `brief`, icons and how many, that is seen first; the sections fold out under `more`.
    `kept`: the ticks are the table's and on every phone; otherwise each phone has its own.
    """

    sections: tuple[Section, ...]
    title: Text | None = None
    brief: tuple[tuple[str, Text], ...] = ()
    more: Text | None = None
    kept: bool = False

    @property
    def is_laid(self) -> bool:
        """Whether it is drawn as a picture of the table, not as a list."""
        return self.kept and all(line.spot for part in self.sections for line in part.lines)

    @property
    def numbered(self) -> tuple[tuple[Section, range], ...]:
        """Each section with the numbers of its lines, counted through from 1."""
        ends = list(accumulate((len(each.lines) for each in self.sections), initial=1))
        return tuple(
            (section, range(begin, end))
            for section, (begin, end) in zip(self.sections, pairwise(ends), strict=True)
        )

    @property
    def next_line(self) -> Line | None:
        """The first that is still to be done."""
        lines = (line for part in self.sections for line in part.lines)
        return next((line for line in lines if not line.done), None)


@dataclass(frozen=True, kw_only=True)
class Choices(Panel):
    """Things to tap. `style`: "tiles" (two a line), "cells" (three), "list", "row".

    `folded`: those that are seldom wanted now, below a heading that opens them. `drawing`: as of a
    scene, the face of each choice that has facts.
    """

    choices: tuple[Choice, ...]
    title: Text | None = None
    note: Text | None = None
    style: str = "tiles"
    folded: tuple[Choice, ...] = ()
    fold: Text | None = None
    drawing: str = ""


@dataclass(frozen=True, kw_only=True)
class Dock(Panel):
    """The bottom of the phone: the one main action; the rest is quieter.

    `title`: several mains are ways to do one thing, which it names; the pressed one was used last.
    """

    choices: tuple[Choice, ...]
    title: Text | None = None


@dataclass(frozen=True, kw_only=True)
class Count:
    """One number: who or what it is of, its value (None: not told), the verb that sets it.

    With `verb`, the row is a stepper that sends "VERB NUMBER"; without, it is only shown. `step`:
    what one tap on it adds.
    `proposal` is what the app would say; `badge` a short word beside it ("1st"). `settled`: whether
    its seat stands by it, where that is asked; `detail` says it in words.
    """

    label: Text
    value: int | None
    verb: str = ""
    proposal: int | None = None
    seat: int = 0
    icon: str = ""
    detail: Text | None = None
    badge: Text | None = None
    settled: bool | None = None
    high: int = 99
    step: int = 1


@dataclass(frozen=True, kw_only=True)
class Counts(Panel):
    """Numbers to look at and to mend. `awaited`: other phones are told while one of them is being
    set, for what they lead to waits for all of them.
    """

    title: Text
    counts: tuple[Count, ...]
    note: Text | None = None
    rule: str = ""
    awaited: bool = False

    @property
    def plain(self) -> bool:
        """Nothing but names and numbers, which take little room."""
        return not any(each.verb or each.seat or each.detail or each.badge for each in self.counts)
