"""An action is one class: its fields and notation, its step, objections, effect and log line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import MISSING, Field, dataclass, fields, replace
from enum import Enum
from types import ModuleType
from typing import (
    Annotated,
    Any,
    ClassVar,
    TypeVar,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

from companion.referee.counts import ReadNumber
from companion.referee.notation import ActionForm, Notation, Word
from companion.referee.ruling import Doubt, Objection
from companion.referee.text import SeatName, Text

#: `Action.when` of actions allowed in any step, as corrections and notes
ANY_STEP = "any"

Objections = Iterator[Objection | Doubt]

_A = TypeVar("_A", bound="type[Action]")


@dataclass(frozen=True)
class RandomDraw:
    """What must be drawn or rolled for an action: `count` items of `pool`, in order.

    `again`: whether an item can repeat (dice do, cards don't). The items are appended to the
    action's text: `deal` becomes `deal dark 2 1 dark ...`.
    """

    pool: tuple[str, ...]
    count: int
    again: bool = False


class Revealed(Enum):
    """What an action turned up. Only another seat's consent takes such an action back (law of the
    log); what showed on the real table alone may be a mistaken tap, what the app drew never is.
    """

    NOTHING, BY_APP, ON_TABLE = range(3)


@dataclass(frozen=True)
class Action:
    """One kind of action of a seat: all that the companion asks of it but its words on a page.

    What follows may be left out. `s` is the state before the action, `seat` its seat.
    """

    form: ClassVar[ActionForm]
    #: the step of the game in which it is allowed
    when: ClassVar[str]
    #: the log line, for an action without its own `log_line`
    log: ClassVar[Text]
    #: its log lines ("{who} built {card}"), each with what it is called while nothing has happened
    #: yet ("Build {card}"); a line that isn't here says no more than the kind of action does
    offers: ClassVar[tuple[tuple[str, Text], ...]] = ()
    #: keys of the rules by which it is allowed, the nearest first, with "{card}" for its field
    grounds: ClassVar[tuple[str, ...]] = ()
    #: it reports what only a real box shows (an empty pile): a simulated player never does it
    from_box: ClassVar[bool] = False
    #: it shows most of the game: a simulated player prefers those that it did least often
    shows_game: ClassVar[bool] = False
    #: its legality depends on what only its seat knows, as its hand, so others are told no verdict
    #: on it; where no action of a game says so, those that name what another action hides do
    rests_on_secrets: ClassVar[bool] = False
    #: the panel with its seat's own things where what only the board shows can be counted, and the
    #: words of the button that leads there; None where there is no such help
    counted_at: ClassVar[tuple[str, Text] | None] = None
    #: it uses numbers that other phones may be setting, so it waits a moment for them
    awaits: ClassVar[bool] = False

    def objections(self, s: Any, seat: int) -> Objections:
        """Yields every objection and doubt at this moment, beyond its step."""
        yield from ()

    def unseen(self, s: Any, seat: int) -> Text | None:
        """Returns what of its conditions only the real board shows; None: the app knows all."""
        return None

    def apply(self, s: Any, seat: int) -> Any:
        """Returns the state after it; never checks, and copes with any readable action."""
        return s

    def log_line(self, s: Any, seat: int) -> Text:
        """Returns the public log line."""
        return self.log.filled(who=SeatName(seat))

    def offer(self, line: Text) -> Text | None:
        """Returns its log line as an offer; None if the words of its kind are enough."""
        said = dict(self.offers).get(line.source)
        return said and Text(said.source, said.plural, **dict(line.values))

    def draw(self, s: Any) -> RandomDraw | None:
        """Returns what must be drawn or rolled before it can be applied; None for nothing."""
        return None

    def reveals(self, s: Any) -> Revealed:
        """Returns what it turned up of what was hidden."""
        return Revealed.NOTHING

    def corrects(self, s: Any) -> bool:
        """Returns whether it mends by hand what others rely on and so needs consent: not what the
        app asks people to enter, nor what only the seat's board shows.
        """
        return False

    def answered_since(self, s: Any, question: str) -> bool:
        """Returns whether what was entered since answers a question that it raised, which is then
        no longer asked; `s` is the state now.
        """
        return False

    def which(self, s: Any, seat: int) -> Text | None:
        """Returns which piece or place it was, as its seat told it, to be told back to that seat
        alone before the numbers that changed: "Size 2 in Psi"; None if these say it.
        """
        return None

    def reads_number(self, s: Any, seat: int) -> ReadNumber | None:
        """Returns the number in it that only people can read or count, which all are told beside
        what others have of the same; None if there is none. Nothing in it may be hidden.
        """
        return None

    def parts(self) -> tuple[Action, Action] | None:
        """Returns an action that did two things at once ("build X then end") as the two, of which
        the second may be separated; None for any other.
        """
        return None

    def public(self) -> Action | None:
        """Returns the action without what only its seat may know; None if nothing is left."""
        return self

    def instruct(self, s: Any, seat: int, after: Any) -> Iterable[Text]:
        """Yields what to do with the real pieces, for learners, if the page doesn't say it; `after`
        is the state after it. Both `parts` are asked in turn.
        """
        return ()


@dataclass_transform(frozen_default=True)
def action(
    verb: str,
    example: str,
    means: Text,
    *,
    when: str = ANY_STEP,
    turn: str = "",
    log: Text | None = None,
) -> Callable[[_A], _A]:
    """Returns a decorator that makes the class a frozen dataclass with its `ActionForm`, which
    explains the first three arguments and `turn`. `log`: the log line, with `{who}`. It raises
    TypeError if a field is called as something that the companion asks of every action.
    """

    def made(kind: _A) -> _A:
        dataclass(frozen=True)(kind)
        if taken := sorted({field.name for field in fields(kind)} & vars(Action).keys()):
            raise TypeError(f"{kind.__name__}: the companion asks an action for {taken[0]}")
        hints = get_type_hints(kind, include_extras=True)
        words = tuple(_word(field, hints[field.name]) for field in fields(kind))
        kind.form = ActionForm(verb, kind, words, example, means, turn)
        kind.when = when
        if log is not None:
            kind.log = log
        return kind

    return made


def _word(field: Field[Any], hint: Any) -> Word:
    said = _annotation(hint)
    word = said if isinstance(said, Word) else Word(field.name, said)
    many = get_origin(hint) is tuple or get_origin(get_args(hint)[0]) is tuple
    return replace(word, many=many, optional=field.default is not MISSING and not many)


def _annotation(hint: Any) -> Any:
    """Returns the first annotation of this type or of a part of it; None if there is none."""
    if get_origin(hint) is Annotated:
        return hint.__metadata__[0]
    return next(filter(None, map(_annotation, get_args(hint))), None)


def actions_of_modules(chapters: Iterable[ModuleType]) -> tuple[type[Action], ...]:
    """Returns the actions that these modules define, in their order."""
    return tuple(
        each
        for chapter in chapters
        for each in vars(chapter).values()
        if isinstance(each, type) and "form" in vars(each) and each.__module__ == chapter.__name__
    )


def notation_from_actions(kinds: Iterable[type[Action]]) -> Notation:
    """Returns the notation of these actions."""
    return Notation(tuple(kind.form for kind in kinds))


def actions_in_any_step(kinds: Iterable[type[Action]]) -> frozenset[type[Action]]:
    """Returns those that are allowed in any step, also after the end."""
    return frozenset(kind for kind in kinds if kind.when == ANY_STEP)


def objections(s: Any, seat: int, a: Action) -> Iterable[Objection | Doubt]:
    """`Game.objections` for games whose actions hold all their objections."""
    return a.objections(s, seat)


def objections_in_step(
    out_of_turn: Callable[[Any, int, str], Objection | None],
) -> Callable[[Any, int, Action], Iterable[Objection | Doubt]]:
    """Returns `Game.objections` for games with steps: the objection to the action's step alone if
    there is one (others would be noise), else the action's own.
    """

    def found(s: Any, seat: int, a: Action) -> Iterable[Objection | Doubt]:
        barred = out_of_turn(s, seat, a.when)
        return (barred,) if barred is not None else a.objections(s, seat)

    return found


def apply(s: Any, seat: int, a: Action) -> Any:
    """`Game.apply` for games whose actions hold their effects."""
    return a.apply(s, seat)


def log_line(s: Any, seat: int, a: Action, viewer: int) -> Text:
    """`Game.say` for games whose actions hold their log lines, equal for every viewer."""
    return a.log_line(s, seat)
