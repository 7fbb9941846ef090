"""Panels: what a seat sees, as data. A game fills them; the web draws each kind with one template.

A panel with `shared` is the same for every viewer, so it is drawn once. Panels hold no markup and
no colours, only sentences, numbers, icon names and actions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, NewType

from companion.referee.controls import Choice, Field
from companion.referee.ruling import Doubt, Objection
from companion.referee.text import SeatName, Text

#: Keys of the tabs of a phone's page. A game names the two in the middle.
TAB_KEYS = ("turn", "own", "shared", "table")

#: Instead of a tab: above all of them.
ABOVE_ALL_TABS = "every"

#: Instead of a tab: on the table screen alone, for what phones show in another way.
TABLE_SCREEN_ONLY = "screen"


#: A panel's place on the table screen; "" for its kind's default.
ScreenPlace = Literal["", "scores", "middle", "side", "no"]

#: How choices lie: so many a line, or one below the other.
ChoiceStyle = Literal["tiles", "cells", "fives", "sixes", "list", "row", "slim"]

#: The same by a class of the game's own style sheet.
OwnStyle = NewType("OwnStyle", str)


@dataclass(frozen=True)
class Tab:
    """The name of one of the game's tabs: "own" (what a seat has) or "shared" (what all have)."""

    name: Text
    icon: str


@dataclass(frozen=True, kw_only=True)
class Panel:
    """The base of all panels. `id`: its element on the page; `tab`: its tab, `ABOVE_ALL_TABS` or
    `TABLE_SCREEN_ONLY`.

    `screen`: its place on the table screen.
    """

    id: str
    tab: str = "turn"
    shared: bool = False
    screen: ScreenPlace = ""


@dataclass(frozen=True, kw_only=True)
class Sheet(Panel):
    """A form that slides up, whose `verb` and fields in order make the action's text; or choices,
    each sent by one tap.

    `refusal`: why no possible input is allowed now. Without `submit` there is no form, only the
    choices below what they answer, `asks`; without choices, its note. Beside a form, choices can be
    tapped instead. `drawing`: like a scene's, above the choices, with `facts`. `upon`: the element
    that shows that drawing already; with scripts the choices lie upon it. `style` of the choices:
    "cells" (three per line) or "fives", whose refusals show on tapping only. `keeps`: closing the
    sheet sends the input too; for facts, never for moves. `opens`: the sheet that opens by itself
    if the form brings it.
    """

    title: Text
    verb: str = ""
    fields: tuple[Field, ...] = ()
    choices: tuple[Choice, ...] = ()
    submit: Text | None = None
    detail: Text | None = None
    asks: Text | None = None
    note: Text | None = None
    icon: str = ""
    refusal: Objection | None = None
    doubt: Doubt | None = None
    drawing: str = ""
    facts: Any = None
    upon: str = ""
    style: ChoiceStyle | OwnStyle = "cells"
    keeps: bool = False
    opens: str = ""

    @property
    def submits_on_tap(self) -> bool:
        """Whether taps on a field send the form."""
        return any(each.submits_on_tap for each in self.fields)


@dataclass(frozen=True, kw_only=True)
class Banner(Panel):
    """The head of the phone, one line: the title, the step in words, the number that wins.

    `whole`: the title with the step behind it, where that has room; it begins with the title.

    `line`: what the sill says while nothing is more important (see docs/ARCHITECTURE.md); on the
    table screen it stands below the title. `steps` with the `current` index are a bar below the
    head. `points`: the number that wins, of `most` where that is known, in `unit` (None: points);
    `unsure`: points on top that another's move may still take, told apart; `purse`: an icon and a
    second number.
    """

    title: Text
    line: Text
    whole: Text | None = None
    seat: int = 0
    steps: tuple[Text, ...] = ()
    current: int = -1
    points: int | None = None
    unsure: int = 0
    most: int = 0
    unit: Text | None = None
    purse: tuple[str, int] | None = None

    @property
    def names_another(self) -> bool:
        """Whether the title is about another seat than the one whose numbers it shows."""
        named = [value.number for _, value in self.title.values if isinstance(value, SeatName)]
        return bool(self.seat) and any(number != self.seat for number in named)


@dataclass(frozen=True, kw_only=True)
class Notice(Panel):
    """A short message: bold words, then detail. `once`: it says what came of the seat's newest
    action, and is gone with its next one. `drawing`: like a scene's, given `facts`; it says
    all that the words say, and stands in their place.
    """

    kind: Literal["ok", "warn", "no", "ask", "info"]
    words: Text
    detail: Text | None = None
    rule: str = ""
    once: bool = False
    choices: tuple[Choice, ...] = ()
    drawing: str = ""
    facts: Any = None


@dataclass(frozen=True, kw_only=True)
class Scene(Panel):
    """A game's own drawing: the template `games/<slug>/_<drawing>.html`, given `facts`."""

    drawing: str
    facts: Any
    title: Text | None = None


@dataclass(frozen=True, kw_only=True)
class SeatScore:
    """One seat's line in the tally. `marks`: short facts under the name; `flags`: facts that must
    stay visible ("first player").
    """

    seat: int
    points: int
    marks: tuple[Text, ...] = ()
    acting: bool = False
    flags: tuple[Text, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Tally(Panel):
    """The scores of all seats. `unit`: what a voice reads after each number; None: points.
    `in_line`: badges and numbers alone, beside each other, for who waits.
    """

    title: Text
    scores: tuple[SeatScore, ...]
    unit: Text | None = None
    in_line: bool = False


class Spot(NamedTuple):
    """Where a line is on its section's drawing: the name that the drawing has for its pieces, and
    the squares that take its tap, 12 to a drawing's width.
    """

    place: str
    column: int
    row: int
    columns: int = 2
    rows: int = 2


@dataclass(frozen=True, kw_only=True)
class ChecklistLine:
    """One line of a checklist: icon, words, detail, controls. `key`: names its tick at the table,
    set on drawing. `spot`: where it is on its section's drawing.
    """

    icon: str
    words: Text
    detail: Text | None = None
    warning: Text | None = None
    done: bool = False
    choices: tuple[Choice, ...] = ()
    key: str = ""
    spot: Spot | None = None


@dataclass(frozen=True, kw_only=True)
class ChecklistSection:
    """Lines under one heading. `drawing`: like a scene's, of where each line's pieces lie; "": a
    list.
    """

    title: Text
    lines: tuple[ChecklistLine, ...]
    drawing: str = ""
    facts: Any = None


@dataclass(frozen=True)
class ChecklistLineProgress:
    """What a drawing shows of a checklist's line. `state`: "done", "now" (the next one) or
    "later".
    """

    number: int
    state: str


@dataclass(frozen=True, kw_only=True)
class Checklist(Panel):
    """Things to take or do with the real components, to tick off, in the rulebook's order.

    `brief`: icons with amounts, shown first; the sections then fold out under `more`. `kept`: ticks
    belong to the table and show on every phone; otherwise each phone has its own.
    """

    sections: tuple[ChecklistSection, ...]
    title: Text | None = None
    brief: tuple[tuple[str, Text], ...] = ()
    more: Text | None = None
    kept: bool = False

    @property
    def is_drawn_as_table(self) -> bool:
        """Whether it is drawn as the table seen from above instead of as a list."""
        return self.kept and all(section.drawing for section in self.sections)

    @property
    def progress_by_place(self) -> dict[str, ChecklistLineProgress]:
        """What the drawings show of the lines, by their places; counted across sections."""
        lines = [line for part in self.sections for line in part.lines]
        following = self.next_line
        return {
            line.spot.place: ChecklistLineProgress(
                number, "done" if line.done else "now" if line is following else "later"
            )
            for number, line in enumerate(lines, 1)
            if line.spot
        }

    @property
    def next_line(self) -> ChecklistLine | None:
        """The first line that isn't done; None if all are."""
        lines = (line for part in self.sections for line in part.lines)
        return next((line for line in lines if not line.done), None)


@dataclass(frozen=True, kw_only=True)
class Choices(Panel):
    """Buttons. `style`: "tiles" (two per line), "cells" (three), "sixes", "list", "row", "slim"
    (each as narrow as its words, under its icon).

    `folded`: rarely needed ones below the heading `fold`. `drawing`: like a scene's, the face of
    each choice with facts.
    """

    choices: tuple[Choice, ...]
    title: Text | None = None
    note: Text | None = None
    style: ChoiceStyle | OwnStyle = "tiles"
    folded: tuple[Choice, ...] = ()
    fold: Text | None = None
    drawing: str = ""


@dataclass(frozen=True, kw_only=True)
class Dock(Panel):
    """The right end of the sill: the one next thing, and at most one quiet choice beside it.

    A main choice that is refused is not drawn: the sill says its reason instead. Further ways are
    tiles of the room. `title`: names what several main choices do in different ways, in a second
    row of the sill; the pressed one was used last.
    """

    choices: tuple[Choice, ...]
    title: Text | None = None


@dataclass(frozen=True, kw_only=True)
class Count:
    """One number with its label; `value` None: unknown.

    `verb`: makes the row a stepper that sends "VERB NUMBER"; "" for display only. `step`: what one
    tap adds. `proposal`: the app's suggestion; `badge`: a short word beside it ("1st"). `settled`:
    whether it is confirmed or still being counted, None if the row doesn't say; `by`: the other
    seat that set it.
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
    by: int = 0
    high: int = 99
    step: int = 1


@dataclass(frozen=True, kw_only=True)
class Counts(Panel):
    """Numbers to read and correct. `awaited`: other phones see when one is being set, for a later
    action needs all of them. `drawing`: like a scene's, given `facts`; a tap on a thing in it opens
    that number's stepper.
    """

    title: Text
    counts: tuple[Count, ...]
    note: Text | None = None
    rule: str = ""
    awaited: bool = False
    drawing: str = ""
    facts: Any = None

    @property
    def has_only_names_and_numbers(self) -> bool:
        """Whether it holds only names and numbers, which take little room."""
        return not any(each.verb or each.seat or each.detail or each.badge for each in self.counts)


class LaterTab(NamedTuple):
    """A tab whose panels are made when somebody opens it.

    `panels(s, viewer)`: the panels, all of them on this tab. `parts(s, viewer)`: the values that
    they hang on, compared after each action; () while there are none; None: any action may change
    them. A part that changes no panel costs an open tab a look; one that is missing lets an old
    panel stand. Parts hold nothing that is hidden from the viewer.
    """

    panels: Callable[[Any, int], tuple[Panel, ...]]
    parts: Callable[[Any, int], tuple[object, ...]] | None = None


@dataclass(frozen=True)
class ShowByTab:
    """A `Game.show` whose tabs are made one by one. `now(s, viewer)`: what every page shows, the
    panels of the turn and those above all tabs; `later`: the other tabs by key.
    """

    now: Callable[[Any, int], tuple[Panel, ...]]
    later: Mapping[str, LaterTab] = field(hash=False)

    def __call__(self, s: Any, viewer: int) -> tuple[Panel, ...]:
        """Returns all panels."""
        return (*self.now(s, viewer), *self.later_panels(s, viewer))

    def later_panels(self, s: Any, viewer: int) -> tuple[Panel, ...]:
        """Returns those of the tabs that are made later."""
        return tuple(panel for tab in self.later.values() for panel in tab.panels(s, viewer))
