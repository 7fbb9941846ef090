"""Game: the value that describes a game to the companion. Functions and data; no inheritance."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from companion.referee.actions import Action, RandomDraw, Revealed
from companion.referee.art import GameArt
from companion.referee.boards import DrawnBoard
from companion.referee.card_names import is_card_name
from companion.referee.checks import Check, HeldNumbers
from companion.referee.counts import IN_POINTS, Count, ReadNumber, Total
from companion.referee.examples import Example
from companion.referee.lessons import Lessons
from companion.referee.notation import Notation
from companion.referee.panels import Panel, Tab
from companion.referee.rulebook import Rulebook
from companion.referee.ruling import Doubt, Objection, Outcome
from companion.referee.speech import Speech
from companion.referee.text import Text, joined_texts, untranslated
from companion.referee.told import ToldOfSeat


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
    #: a plain-text drawing of the state, without secrets, for the terminal and the tests
    state_summary: Callable[[Any], str] = repr
    #: the rule by which nothing is played after the end; "": the outcome's own
    over: str = ""
    #: kinds of action that the judge lets through after the end, as far as `objections` does:
    #: corrections and notes
    after_end: frozenset[type[Any]] = frozenset()
    #: settle(s, key, choice) -> S: the table answers a question of the rulebook, for later actions
    #: only. A question may be raised by public information alone
    settle: Callable[[Any, str, str], Any] = with_chosen_answer
    #: the round of a state, for headings of the history; 0: before the first
    current_round: Callable[[Any], int] = lambda state: 0
    #: points(s, seat): the seat's points so far, as publicly known
    points: Callable[[Any, int], int] = lambda state, seat: 0
    #: what these points are called, if the game counts something else
    total: Total = IN_POINTS
    #: lasting_points(s, seat): of them those that another's move can't take again; what an action
    #: has scored is told by these. None: all of them
    lasting_points: Callable[[Any, int], int] | None = None
    #: counts(s, seat): what lies before the seat and all can count, always the same counts in the
    #: order in which they are told, points first: what a tap did, what another's action or a
    #: correction changes for a seat on the real table, is told by their differences
    counts: Callable[[Any, int], tuple[Count, ...]] = lambda state, seat: ()
    #: held(s, seat): of them the four to six that tell a seat after its turn whether the real table
    #: is as the app has it, always in the same order; nothing that is hidden from another seat
    held: Callable[[Any, int], HeldNumbers] = lambda state, seat: ()
    #: check_due(s): the check (`ROUND`, `FINISH`) before which the game stands, "" for none: all
    #: seats are asked once whether their board is as the app has it, and nothing waits for them
    check_due: Callable[[Any], str] = lambda state: ""
    #: check(s, seat, which): a check's card for this seat; "": one that a player asked for. None:
    #: of all `counts`
    check: Callable[[Any, int, str], Check] | None = None
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
    #: the cards with a name on them, which a box in another language prints otherwise: the English
    #: name by the rule that tells of the card
    printed_names: Mapping[str, str] = field(default_factory=dict, hash=False)
    #: carried(s): options that a rematch starts with besides its own
    carried: Callable[[Any], tuple[tuple[str, str], ...]] = lambda state: ()
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
    #: likely_rules(s): keys of rules that people look up at such a moment, likeliest first
    likely_rules: Callable[[Any], tuple[str, ...]] = lambda state: ()
    #: reasons that speak to their seat ("you have 4"), each as it is told of that seat to others
    told_of_seat: ToldOfSeat = field(default_factory=dict, hash=False)
    #: the version of its rules, see `version`; "" is older than all others
    version: str = ""

    #: set by `older_game`, which leaves with the next release
    older_kind: ClassVar[type[Game]]

    def __new__(cls, **fields: Any) -> Game:
        """Returns an `OlderGame` for what a package of before 0.8 passes, which is then warned."""
        kinds = (form.make for form in fields["notation"].forms) if fields else ()
        today = fields.keys() <= cls.__dataclass_fields__.keys()
        of_ours = all(issubclass(kind, Action) for kind in kinds)
        return object.__new__(cls if today and of_ours else cls.older_kind)

    def __post_init__(self) -> None:
        if self.options is _HOUSE_RULES:
            object.__setattr__(self, "options", options_for_open_questions(self.rulebook))

    @property
    def has_action_candidates(self) -> bool:
        """Whether it lists candidates, which simulating it and listing its actions need."""
        return self.candidates is not no_candidates

    def accepts_option(self, key: str, value: str) -> bool:
        """Returns whether a table may open with this: a value of an option, or a fact of a box, as
        the name of a card.
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
        named = is_card_name(self.printed_names, key, value)
        return chosen or answered or named or self.reads_house(key, value)

    # What the class of an action says of it.

    def grounds_of(self, action: Action) -> tuple[str, ...]:
        """Returns the keys of the rules by which such an action is allowed; () if it names none."""
        return self.named_rules(action.grounds, action)

    def named_rules(self, keys: Iterable[str], action: Any) -> tuple[str, ...]:
        """Returns these keys of rules with the action's fields in their place, as far as known."""
        named = (key.format_map(vars(action)) for key in keys)
        return tuple(key for key in named if self.rulebook.has_entry(key))

    def is_from_box(self, action: Action) -> bool:
        """Returns whether it reports what only a real box shows."""
        return action.from_box

    def shows_game(self, action: Action) -> bool:
        """Returns whether it is among those that show most of the game."""
        return action.shows_game

    def draw_for_action(self, state: Any, action: Action) -> RandomDraw | None:
        """Returns what must be drawn or rolled before it can be applied; None for nothing."""
        return action.draw(state)

    def redact(self, action: Action) -> Action | None:
        """Returns it without its secrets, for exports before the end; None: leave it out."""
        return action.public()

    def reveals_hidden_pieces(self, state: Any, action: Action) -> bool:
        """Returns whether it showed its seat something hidden (a card, a token), so that undoing it
        needs another seat's consent.
        """
        return action.reveals(state) is not Revealed.NOTHING

    def on_the_table(self, state: Any, action: Action) -> bool:
        """Returns whether it did so on the real table only, so that an immediate undo may mend a
        mistaken tap.
        """
        return action.reveals(state) is Revealed.ON_TABLE

    def corrects(self, state: Any, action: Action) -> bool:
        """Returns whether it mends by hand what others rely on and so needs consent."""
        return action.corrects(state)

    def awaits(self, action: Action) -> bool:
        """Returns whether it waits a moment for numbers that other phones may be setting."""
        return action.awaits

    def parts(self, action: Action) -> tuple[Action, Action] | None:
        """Returns the two things that it did at once; None for any other."""
        return action.parts()

    def answered_since(self, state: Any, action: Action, question: str) -> bool:
        """Returns whether what was entered since answers a question that it raised."""
        return action.answered_since(state, question)

    def which(self, state: Any, seat: int, action: Action) -> Text | None:
        """Returns which piece or place it was, for its seat alone; None if the numbers say it."""
        return action.which(state, seat)

    def number_read(self, state: Any, seat: int, action: Action) -> ReadNumber | None:
        """Returns the number in it that only people can read or count; None if there is none."""
        return action.reads_number(state, seat)

    @property
    def counts_rounds(self) -> bool:
        """Whether it tells its rounds, and so when the set-up before the first one is over."""
        return self.current_round is not Game.current_round

    def piece_instructions(self, state: Any, seat: int, action: Action) -> Text | None:
        """Returns what learners do with the real pieces after it; None for nothing."""
        lines = list(self._instructions(state, seat, action))
        return joined_texts(lines) if lines else None

    def _instructions(self, state: Any, seat: int, action: Action) -> Iterator[Text]:
        if both := self.parts(action):
            yield from self._instructions(state, seat, both[0])
            yield from self._instructions(self.apply(state, seat, both[0]), seat, both[1])
        else:
            yield from action.instruct(state, seat, self.apply(state, seat, action))

    @cached_property
    def rests_on_secrets(self) -> frozenset[type[Any]] | None:
        """The kinds of action whose legality depends on what only their seat knows; None if the
        game doesn't say.
        """
        kinds = (form.make for form in self.notation.forms)
        return frozenset(kind for kind in kinds if kind.rests_on_secrets) or None

    def read(self, text: str) -> Any:
        """Returns the action of this text. Raises `UnreadableAction`."""
        return self.notation.read(text)

    def write(self, action: Any) -> str:
        """Returns the text of an action."""
        return self.notation.write(action)
