"""Game: the value that describes a game to the companion. Functions and data; no inheritance."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from companion.referee.art import GameArt
from companion.referee.boards import DrawnBoard
from companion.referee.examples import Example
from companion.referee.lessons import Lessons
from companion.referee.notation import Notation
from companion.referee.panels import Panel, Tab
from companion.referee.rulebook import Rulebook
from companion.referee.ruling import Doubt, Objection, Outcome
from companion.referee.speech import Speech
from companion.referee.text import Text, untranslated


@dataclass(frozen=True)
class OptionValue:
    """One value of an option."""

    value: str
    label: Text


@dataclass(frozen=True)
class Option:
    """A choice before the game, by default the first value. `house`: a rare house rule, folded."""

    key: str
    title: Text
    values: tuple[OptionValue, ...]
    house: bool = False

    @property
    def default(self) -> str:
        """The value of a table that chose nothing."""
        return self.values[0].value


def options_for_open_questions(rulebook: Rulebook) -> tuple[Option, ...]:
    """Returns an option for every question that the rulebook leaves open. If it is left unanswered
    the app asks when the case comes up, as far as it can notice (`judged`).
    """
    asked = OptionValue("", Text("Ask us if it comes up"))
    unasked = OptionValue("", Text("We'll decide if it comes up"))
    return tuple(
        Option(
            each.key,
            each.asks,
            (asked if each.judged else unasked, *(OptionValue(*choice) for choice in each.choices)),
            house=True,
        )
        for each in rulebook.questions
    )


@dataclass(frozen=True)
class RandomDraw:
    """What must be drawn or rolled for an action: `count` items of `pool`, in order.

    `again`: whether an item can repeat (dice do, cards don't). The items are appended to the
    action's text: `deal` becomes `deal dark 2 1 dark ...`.
    """

    pool: tuple[str, ...]
    count: int
    again: bool = False


def with_chosen_answer(state: Any, key: str, choice: str) -> Any:
    """Returns the state with the table's answer to a question, for states with `options` as sorted
    pairs. The choice "" reopens the question.
    """
    options = {**dict(state.options), key: choice}
    return replace(state, options=tuple(sorted(options.items())))


#: Stands for the house rules of the game's rulebook, if a game names no options.
_HOUSE_RULES: tuple[Option, ...] = (Option("", untranslated(""), ()),)


def no_candidates(state: Any, seat: int) -> Iterable[Any]:
    """`Game.candidates` of a game that doesn't list possible actions."""
    return ()


@dataclass(frozen=True)
class Game:
    """A game: its names, its rulebook, and the pure functions that play it.

    The first twelve fields are required; docs/NEW-GAME.md explains them. S is the game's state, A
    one of its actions; seats count from 1.
    """

    slug: str
    title: str
    seats: range
    rulebook: Rulebook
    notation: Notation
    #: setup(seats, options) -> S; options maps keys to chosen values, missing ones are default
    setup: Callable[[int, Mapping[str, str]], Any]
    #: the seats whose turn it is; empty exactly when there is an outcome
    seats_to_act: Callable[[Any], frozenset[int]]
    #: the only place of legality: no Objection means allowed. The judge adds that the game is over,
    #: and what `ActionForm.turn` requires
    objections: Callable[[Any, int, Any], Iterable[Objection | Doubt]]
    #: apply(s, seat, a) -> S: never checks, copes with any readable action
    apply: Callable[[Any, int, Any], Any]
    outcome: Callable[[Any], Outcome | None]
    #: say(s, seat, a, viewer): the log line without secrets from the viewer (0: public); s is the
    #: state before the action
    say: Callable[[Any, int, Any, int], Text]
    #: show(s, viewer): the panels that this seat sees; viewer 0 is a spectator. The standard Result
    #: is added at the end if there is none. A `ShowByTab` where a closed tab shall cost nothing
    show: Callable[[Any, int], tuple[Panel, ...]]
    #: minutes of play, from and to, as printed on the box; 0 and 0: not printed
    minutes: tuple[int, int] = (0, 0)
    #: its number at BoardGameGeek, by which other programs know it; 0: not known for sure
    bgg_id: int = 0
    #: choices before the game
    options: tuple[Option, ...] = _HOUSE_RULES
    #: actions worth trying now; free amounts are judged but not listed. Without it no demonstration
    #: can be played, and no phone lists what its seat can do
    candidates: Callable[[Any, int], Iterable[Any]] = no_candidates
    #: what must be drawn or rolled before the action can be applied; None for nothing
    draw_for_action: Callable[[Any, Any], RandomDraw | None] = lambda state, action: None
    #: the action without its secrets, for exports before the end; None: leave the action out
    redact: Callable[[Any], Any] = lambda action: action
    #: whether the action showed its seat something hidden (a card, a token), so that undoing it
    #: needs another seat's consent
    reveals_hidden_pieces: Callable[[Any, Any], bool] = lambda state, action: False
    #: a plain-text drawing of the state, without secrets, for the terminal and the tests
    state_summary: Callable[[Any], str] = repr
    #: the rule by which nothing is played after the end; "": the outcome's own
    over: str = ""
    #: kinds of action that the judge lets through after the end, as far as `objections` does:
    #: corrections and notes
    after_end: frozenset[type[Any]] = frozenset()
    #: of what `reveals_hidden_pieces`: whether it was revealed on the real table only, so that an
    #: immediate undo may mend a mistaken tap; never what the app drew or showed
    on_the_table: Callable[[Any, Any], bool] = lambda state, action: False
    #: settle(s, key, choice) -> S: the table answers a question of the rulebook, for later actions
    #: only. A question may be raised by public information alone
    settle: Callable[[Any, str, str], Any] = with_chosen_answer
    #: the round of a state, for headings of the history; 0: before the first
    current_round: Callable[[Any], int] = lambda state: 0
    #: points(s, seat): the seat's points so far, as publicly known
    points: Callable[[Any, int], int] = lambda state, seat: 0
    #: lasting_points(s, seat): of them those that another's move can't take again; what an action
    #: has scored is told by these. None: all of them
    lasting_points: Callable[[Any, int], int] | None = None
    #: counts(s, seat): what lies before the seat and all can count, each with its name, always the
    #: same names in the same order: what a correction changes on the real table is told by them
    counts: Callable[[Any, int], tuple[tuple[Text, int], ...]] = lambda state, seat: ()
    #: parts(a): an action that did two things at once ("build X then end") as the two, of which the
    #: second may be separated; None for any other
    parts: Callable[[Any], tuple[Any, Any] | None] = lambda action: None
    #: board(s, seat): what the seat has built, for the shared picture; None: nothing is drawn
    board: Callable[[Any, int], DrawnBoard | None] = lambda state, seat: None
    #: the game's tabs by key, "own" and "shared"; every tab that its panels use must be listed
    tabs: Mapping[str, Tab] = field(default_factory=dict, hash=False)
    #: templates, styles, icons and translations
    art: GameArt = field(default_factory=GameArt)
    #: the folder with its rulebook's translations and wordings; None for none
    folder: Path | None = None
    #: house(s): facts about the group's own box by name; they become options of its later tables
    house: Callable[[Any], Mapping[str, str]] = lambda state: {}
    #: reads_house(name, value): whether this is a possible fact about a box
    reads_house: Callable[[str, str], bool] = lambda name, value: False
    #: carried(s): options that a rematch starts with besides its own
    carried: Callable[[Any], tuple[tuple[str, str], ...]] = lambda state: ()
    #: piece_instructions(s, seat, a): for learners, what to do with the real pieces after an
    #: action, if the page doesn't say it; s is the state before it; None: nothing
    piece_instructions: Callable[[Any, int, Any], Text | None] = lambda state, seat, action: None
    #: how a turn can be said in one line; None: it can't
    speech: Speech | None = None
    #: what it teaches on the first evening
    lessons: Lessons = field(default_factory=Lessons, hash=False)
    #: worked examples of its rules
    examples: tuple[Example, ...] = ()
    #: every step of the game as `current_step` names it; current_step(s, seat): the seat's current
    #: step
    steps: tuple[str, ...] = ()
    current_step: Callable[[Any, int], str] = lambda state, seat: ""
    #: the version of its rules, see `version`; "" is older than all others
    version: str = ""
    #: corrects(s, a): whether the action mends by hand what others rely on and so needs consent;
    #: not what the app asks people to enter, nor what only the seat's board shows
    corrects: Callable[[Any, Any], bool] = lambda state, action: False
    #: awaits(a): whether the action uses numbers that other phones may be setting, so that it waits
    #: a moment for them
    awaits: Callable[[Any], bool] = lambda action: False

    #: kinds of action whose legality depends on what only their seat knows, as its hand: others are
    #: told no verdict on them; None: all that name what another action hides
    rests_on_secrets: frozenset[type[Any]] | None = None

    def __post_init__(self) -> None:
        if self.options is _HOUSE_RULES:
            object.__setattr__(self, "options", options_for_open_questions(self.rulebook))

    @property
    def has_action_candidates(self) -> bool:
        """Whether it lists candidates, which simulating it and listing its actions need."""
        return self.candidates is not no_candidates

    def accepts_option(self, key: str, value: str) -> bool:
        """Returns whether a table may open with this: a value of an option, or a fact of a box.
        Saved games still name retired questions, mostly as unanswered ("").
        """
        chosen = any(
            value == choice.value
            for option in self.options
            if option.key == key
            for choice in option.values
        )
        retired = (each for each in self.rulebook.retired if each.key == key)
        answered = any(value in ("", *dict(each.choices)) for each in retired)
        return chosen or answered or self.reads_house(key, value)

    #: answered_since(s, a, question): whether what was entered since answers a question that an
    #: action raised, so that it is no longer asked; s is the state now
    answered_since: Callable[[Any, Any, str], bool] = lambda state, action, question: False
    #: likely_rules(s): keys of rules that people look up at such a moment, likeliest first
    likely_rules: Callable[[Any], tuple[str, ...]] = lambda state: ()

    def grounds_of(self, action: Any) -> tuple[str, ...]:
        """Returns the keys of the rules by which such an action is allowed; () if it names none."""
        named = (key.format_map(vars(action)) for key in self.notation.form_of(action).grounds)
        return tuple(key for key in named if self.rulebook.has_entry(key))

    def read(self, text: str) -> Any:
        """Returns the action of this text. Raises `UnreadableAction`."""
        return self.notation.read(text)

    def write(self, action: Any) -> str:
        """Returns the text of an action."""
        return self.notation.write(action)
