"""An action is one class: its fields and how they are written, when it may be done, what speaks
against it, what it does, and its line in the log.

    @action("shift", "shift up", Text("Shift by 1"), when=SHIFT)
    class Shift(Action):
        way: Annotated[str, one_of("up", "down")]

        def may(self, s: State, seat: int) -> Answers: ...
        def apply(self, s: State, seat: int) -> State: ...
        def say(self, s: State, seat: int) -> Text: ...

A field's annotation holds the `Word` that reads and writes it, or a reader alone, which is then
called as the field. A field with a default may be left out; a tuple takes all words that are left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import MISSING, Field, dataclass, fields, replace
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

from companion.referee.notation import Form, Notation, Word
from companion.referee.ruling import Doubt, Objection
from companion.referee.text import Text, Who

#: `Action.when` of what may be done whenever, as a correction or a note
ANY = "any"

Objections = Iterator[Objection | Doubt]

A = TypeVar("A", bound="type[Action]")


@dataclass(frozen=True)
class Action:
    """What a seat may say. `when`: the step of the game in which it may be done."""

    form: ClassVar[Form]
    when: ClassVar[str]
    #: the line in the log, of an action that does not say it itself
    log: ClassVar[Text]

    def may(self, s: Any, seat: int) -> Objections:
        """What speaks against it now, and every doubt, beyond its step."""
        yield from ()

    def apply(self, s: Any, seat: int) -> Any:
        """The state after it; never checks, copes with any readable action."""
        return s

    def say(self, s: Any, seat: int) -> Text:
        """What happened, as everybody may know it; `s` is the state before the action."""
        return Text(self.log.source, who=Who(seat))


@dataclass_transform(frozen_default=True)
def action(
    verb: str,
    example: str,
    means: Text,
    *,
    when: str = ANY,
    turn: str = "",
    log: Text | None = None,
) -> Callable[[A], A]:
    """Makes the class a frozen dataclass with its `Form`: see there for the first three and `turn`.
    `log`: its line in the log, with `{who}`.
    """

    def made(kind: A) -> A:
        dataclass(frozen=True)(kind)
        hints = get_type_hints(kind, include_extras=True)
        words = tuple(_word(field, hints[field.name]) for field in fields(kind))
        kind.form = Form(verb, kind, words, example, means, turn)
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
    """What `Annotated` adds to this type or to a part of it."""
    if get_origin(hint) is Annotated:
        return hint.__metadata__[0]
    return next(filter(None, map(_annotation, get_args(hint))), None)


def actions_in(chapters: Iterable[ModuleType]) -> tuple[type[Action], ...]:
    """The actions that these modules define, in their order."""
    return tuple(
        each
        for chapter in chapters
        for each in vars(chapter).values()
        if isinstance(each, type) and "form" in vars(each) and each.__module__ == chapter.__name__
    )


def notation_of(kinds: Iterable[type[Action]]) -> Notation:
    """The notation of these actions."""
    return Notation(tuple(kind.form for kind in kinds))


def timeless_actions(kinds: Iterable[type[Action]]) -> frozenset[type[Action]]:
    """Those of them that may be done whenever, after the end too."""
    return frozenset(kind for kind in kinds if kind.when == ANY)


def objections(s: Any, seat: int, a: Action) -> Iterable[Objection | Doubt]:
    """`Game.objections` of a game whose actions alone know what speaks against them."""
    return a.may(s, seat)


def objections_in_step(
    out_of_turn: Callable[[Any, int, str], Objection | None],
) -> Callable[[Any, int, Action], Iterable[Objection | Doubt]]:
    """`Game.objections` of a game with steps: what speaks against doing something of the action's
    step now, and that alone, for the rest would be noise; else all that speaks against the action.
    """

    def found(s: Any, seat: int, a: Action) -> Iterable[Objection | Doubt]:
        barred = out_of_turn(s, seat, a.when)
        return (barred,) if barred is not None else a.may(s, seat)

    return found


def apply(s: Any, seat: int, a: Action) -> Any:
    """`Game.apply` of a game whose actions alone know what they do."""
    return a.apply(s, seat)


def say(s: Any, seat: int, a: Action, viewer: int) -> Text:
    """`Game.say` of a game whose actions say their line, which is the same for every viewer."""
    return a.say(s, seat)
