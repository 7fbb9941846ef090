"""Game: the value that every game hands over. Functions and names; nothing is inherited."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from companion.referee.art import Art
from companion.referee.examples import Example
from companion.referee.lessons import Lessons
from companion.referee.notation import Notation
from companion.referee.panels import Panel, Tab
from companion.referee.rulebook import Rulebook
from companion.referee.ruling import Doubt, Objection, Outcome
from companion.referee.text import Text, raw


@dataclass(frozen=True)
class Choosable:
    """One value that an option may take."""

    value: str
    label: Text


@dataclass(frozen=True)
class Option:
    """A way to play, or a house rule, chosen before the game. Default: the first value. `house`: a
    rule that few tables change; it waits folded away.
    """

    key: str
    title: Text
    values: tuple[Choosable, ...]
    house: bool = False

    @property
    def default(self) -> str:
        return self.values[0].value


def house_rules(rulebook: Rulebook) -> tuple[Option, ...]:
    """Every question that the book leaves to the table, to be answered beforehand. Left open, the
    app says so when the case comes up, if it can notice that.
    """
    asked = Choosable("", Text("Ask us if it comes up"))
    unasked = Choosable("", Text("We'll decide if it comes up"))
    return tuple(
        Option(
            each.key,
            each.asks,
            (asked if each.judged else unasked, *(Choosable(*choice) for choice in each.choices)),
            house=True,
        )
        for each in rulebook.questions
    )


@dataclass(frozen=True)
class Draw:
    """What must be drawn or rolled: `count` items of `pool`, in order.

    `again` says whether an item can come twice (dice do, cards do not). The drawn items are
    put behind the action's own text: `deal` becomes `deal dark 2 1 dark ...`.
    """

    pool: tuple[str, ...]
    count: int
    again: bool = False


def with_choice(state: Any, key: str, choice: str) -> Any:
    """The state with the table's answer to a question, for states that keep their options as
    `options`, pairs in order. The choice "" leaves the question open again.
    """
    options = {**dict(state.options), key: choice}
    return replace(state, options=tuple(sorted(options.items())))


#: `Game.options` where a game names none: the house rules of its book.
_HOUSE_RULES: tuple[Option, ...] = (Option("", raw(""), ()),)


def no_candidates(state: Any, seat: int) -> Iterable[Any]:
    """`Game.candidates` of a game that does not list what might be tried."""
    return ()


@dataclass(frozen=True)
class Game:
    """A game: its names, its rulebook, and the functions that play it. All are pure.

    The first twelve are what a game must say; docs/NEW-GAME.md goes through them. S is the game's
    own state, A one of its actions; a seat is a number from 1 up.
    """

    slug: str
    title: str
    seats: range
    rulebook: Rulebook
    notation: Notation
    #: setup(seats, options) -> S; options maps keys to chosen values, missing ones are default
    setup: Callable[[int, Mapping[str, str]], Any]
    #: whose turn; empty exactly when there is an outcome
    to_act: Callable[[Any], frozenset[int]]
    #: the only place where legality lives: no Objection means allowed. That nothing is played
    #: after the end, and what `Form.turn` says, the judge adds
    objections: Callable[[Any, int, Any], Iterable[Objection | Doubt]]
    #: apply(s, seat, a): what happens; never checks, copes with any readable action
    apply: Callable[[Any, int, Any], Any]
    outcome: Callable[[Any], Outcome | None]
    #: say(s, seat, a, viewer): the line in the log, telling the viewer no secret;
    #: s is the state before the action; viewer 0 is anybody
    say: Callable[[Any, int, Any, int], Text]
    #: show(s, viewer): the panels that this seat may see; viewer 0 is a spectator. Where none is a
    #: Result at the end, the standard one is added
    show: Callable[[Any, int], tuple[Panel, ...]]
    #: how many minutes it takes, from and to, as its box says; 0 and 0: it does not
    minutes: tuple[int, int] = (0, 0)
    #: what is chosen before the game
    options: tuple[Option, ...] = _HOUSE_RULES
    #: what a person might plausibly try now; free amounts are judged but not enumerated. Without,
    #: no demonstration can be played, and no phone lists what its seat can do
    candidates: Callable[[Any, int], Iterable[Any]] = no_candidates
    #: what must be drawn or rolled before the action can be applied, if anything
    chance: Callable[[Any, Any], Draw | None] = lambda state, action: None
    #: the action with its secrets left out, for exports before the end; None: say nothing of it
    redact: Callable[[Any], Any] = lambda action: action
    #: whether acting showed the actor something hidden (a card, a token), so that taking it
    #: back needs another seat's word
    saw_hidden: Callable[[Any, Any], bool] = lambda state, action: False
    #: a plain-text drawing of the state, without secrets, for the terminal and the tests
    sketch: Callable[[Any], str] = repr
    #: the rule by which nothing is played after the end; "": the outcome's own
    over: str = ""
    #: kinds of action that the judge lets through after the end, as far as `objections` does:
    #: corrections and notes
    after_end: frozenset[type[Any]] = frozenset()
    #: of what `saw_hidden`: whether it was turned over on the table alone, so that for a while the
    #: newest tap may just have been the wrong one; what the app itself drew or showed never is
    on_the_table: Callable[[Any, Any], bool] = lambda state, action: False
    #: settle(s, key, choice): the table answers a question of the rulebook, from now on; what was
    #: done before stays as it was. A question may be raised by what everyone may know alone
    settle: Callable[[Any, str, str], Any] = with_choice
    #: the round that a state is in, for the headings of the history; 0: before the first
    round_of: Callable[[Any], int] = lambda state: 0
    #: points(s, seat): what this seat has by now, as everybody may know it
    points: Callable[[Any, int], int] = lambda state, seat: 0
    #: the game's own tabs, "own" and "shared"; those of its panels must be there
    tabs: Mapping[str, Tab] = field(default_factory=dict, hash=False)
    #: what it is drawn with: templates, styles, icons, and what it says in other languages
    art: Art = field(default_factory=Art)
    #: where its rulebook is told in other languages, and how its players ask; None: nowhere
    folder: Path | None = None
    #: house(s): what this table knows of the group's own box, by name: its later tables open with
    #: it as options
    house: Callable[[Any], Mapping[str, str]] = lambda state: {}
    #: reads_house(name, value): whether such a thing can be known of a box
    reads_house: Callable[[str, str], bool] = lambda name, value: False
    #: carried(s): options that the next table of the same people begins with besides its own
    carried: Callable[[Any], tuple[tuple[str, str], ...]] = lambda state: ()
    #: hands(s, seat, a): what this seat's hands do with the real pieces after an action, for who is
    #: learning, as far as the page does not say it anyway; s is the state before it; None: nothing
    hands: Callable[[Any, int, Any], Text | None] = lambda state, seat, action: None
    #: what it teaches on the first evening
    lessons: Lessons = field(default_factory=Lessons, hash=False)
    #: rules at work, played and drawn step by step
    examples: tuple[Example, ...] = ()
    #: every step of the game as `step_of` calls it, and step_of(s, seat): the seat's own just now
    steps: tuple[str, ...] = ()
    step_of: Callable[[Any, int], str] = lambda state, seat: ""
    #: by which rules it judges, see `version`; "" is older than all others
    version: str = ""
    #: corrects(s, a): whether the action sets right by hand what others rely on, so that the table
    #: is asked; not what the app asks people to enter, nor what only the seat's board shows
    corrects: Callable[[Any, Any], bool] = lambda state, action: False
    #: awaits(a): whether the action counts numbers that other phones may be setting just now, so
    #: that it waits a moment for them
    awaits: Callable[[Any], bool] = lambda action: False

    #: kinds of action by which people tell what only their own box shows (a roll of real dice, a
    #: pile that ran out): a simulated player, who has no box, never says one
    told_by_the_box: frozenset[str] = frozenset()
    #: kinds of action that show most of the game: a simulated player, who plays to show it, does
    #: one of them where it can, the one that it did least often
    shows: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        if self.options is _HOUSE_RULES:
            object.__setattr__(self, "options", house_rules(self.rulebook))

    @property
    def lists_actions(self) -> bool:
        """Whether it says what might be tried: without, nothing can play or list it."""
        return self.candidates is not no_candidates

    def takes_option(self, key: str, value: str) -> bool:
        """Whether a table may open with this: a choice of an option, or what a house may know."""
        chosen = any(
            value == choice.value
            for option in self.options
            if option.key == key
            for choice in option.values
        )
        retired = (each for each in self.rulebook.retired if each.key == key)
        answered = any(value == choice for each in retired for choice, _ in each.choices)
        return chosen or answered or self.reads_house(key, value)

    #: asked_now(s): keys of rules that people ask for at such a moment, the likeliest first
    asked_now: Callable[[Any], tuple[str, ...]] = lambda state: ()

    def read(self, text: str) -> Any:
        """The action that this text stands for. Raises `Unreadable`."""
        return self.notation.read(text)

    def write(self, action: Any) -> str:
        """The text form of an action."""
        return self.notation.write(action)
