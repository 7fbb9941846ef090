"""Meanings: which actions at a table a question can mean, by its verb and the values it names.

Nothing is judged here. A value stands only where its role lets it: what goes "to Time" is never
moved from there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from itertools import islice, permutations, product
from typing import Any

from companion.play.preview import offered_buttons
from companion.referee.game import Game
from companion.referee.notation import ActionForm, UnreadableAction, Word
from companion.referee.panels import Panel
from companion.rule_search.asking import AskedAction, QuestionReader
from companion.rule_search.naming import NamedValue, accepts
from companion.tables import Table

#: Actions that a question leaves open and that are judged.
MAX_JUDGED = 80
#: What a role says of a value in an exchange.
GIVEN, GOT = frozenset(["give", "from"]), frozenset(["get", "for", "to"])


@dataclass(frozen=True)
class Meaning:
    """The actions that can be meant, and the values of the question that they have."""

    actions: tuple[Any, ...] = ()
    values: tuple[NamedValue, ...] = ()


def meant_actions(
    table: Table,
    seat: int,
    asked: AskedAction,
    reader: QuestionReader,
    shown: tuple[Panel, ...],
) -> Meaning:
    """Returns what the question can mean for the seat, to which `shown` is shown now."""
    form = next(form for form in table.game.notation.forms if form.verb == asked.verb)
    values = tuple(_placed(value, asked) for value in asked.values)
    values = tuple(value for value in values if any(can_stand(form, w, value) for w in form.words))
    listed = list(_listed(table, seat, form, shown))
    sure = tuple(value for value in values if not value.in_verb)
    for each in dict.fromkeys((values, sure)):
        found = [action for action in listed if _has_values(form, action, each)]
        # What the page offers may do more than was asked for: "then collect".
        if not any(is_said(form, action, each) for action in found):
            made = [*_made(table.game, form, each, reader)]
            found += [action for action in made if not found or is_said(form, action, each)]
        if found:
            # "Then end" is another action, if nobody asks for it.
            alone = [action for action in found if not _goes_on(form, action)]
            return Meaning(tuple((alone or found)[:MAX_JUDGED]), each)
    return Meaning()


def _goes_on(form: ActionForm, action: Any) -> bool:
    """Returns whether another action is counted along with this one."""
    return any(word.lead == "then" for word, _ in written_words(form, action))


def is_said(form: ActionForm, action: Any, values: Sequence[NamedValue]) -> bool:
    """Returns whether the question names every word of the action."""
    named = {value.value for value in values}
    return all(text in named for _, text in written_words(form, action))


def written_words(form: ActionForm, action: Any) -> Iterator[tuple[Word, str]]:
    """Yields every word of an action with what it is written as."""
    for word, each in zip(form.words, fields(action), strict=True):
        value = getattr(action, each.name)
        if value is None:
            continue
        yield from ((word, word.write(part)) for part in (value if word.many else (value,)))


def is_way_there(form: ActionForm, word: Word) -> bool:
    """Returns whether this word is where something comes from or goes to: another of its name is
    the other end.
    """
    ends = [each for each in form.words if each.name == word.name]
    return len(ends) > 1 and any(each.lead == "to" for each in ends)


def can_stand(form: ActionForm, word: Word, value: NamedValue) -> bool:
    """Returns whether a value of the question can be this word of the form, by its role too."""
    if not value.fits(word):
        return False
    if is_way_there(form, word):
        return value.role not in (("from",) if word.lead == "to" else ("to",))
    return value.role != "for" or word.follows_for


def _placed(value: NamedValue, asked: AskedAction) -> NamedValue:
    """Returns the value with its role: where the own one is, is known, so a place is where to; what
    is got where something is given is got for it.
    """
    if value.role == "get" and any(each.role == "give" for each in asked.values):
        return replace(value, role="for")
    moves_own = any(each.own for each in asked.values)
    open_end = moves_own and not value.own and value.role in ("", "at")
    return replace(value, role="to") if open_end else value


def _listed(table: Table, seat: int, form: ActionForm, shown: tuple[Panel, ...]) -> Iterator[Any]:
    """Yields the actions of this form that the page offers or the game lists now."""
    game = table.game
    taps = (button.action for button in offered_buttons(shown))
    texts = [text for text in taps if text.partition(" ")[0] == form.verb]
    texts += [
        game.write(action)
        for action in game.candidates(table.state, seat)
        if isinstance(action, form.make)
    ]
    yield from map(game.read, dict.fromkeys(texts))


def _has_values(form: ActionForm, action: Any, values: Sequence[NamedValue]) -> bool:
    """Returns whether the action has each of these values, each at a place of its own, and those of
    one word in the order of their roles: given before got.
    """
    written = [*written_words(form, action)]
    places: list[int] = []
    for value in values:
        at = next(
            (
                place
                for place, (word, said) in enumerate(written)
                if place not in places
                and value.matches(said)
                and can_stand(form, word, value)
                and _is_in_turn(written, place, value)
            ),
            None,
        )
        if at is None:
            return False
        places.append(at)
    return True


def _is_in_turn(written: Sequence[tuple[Word, str]], place: int, value: NamedValue) -> bool:
    """Returns whether a value that is given is first of its word's, and one that is got last."""
    word = written[place][0]
    same = [at for at, (each, _) in enumerate(written) if each is word]
    if not word.many or len(same) < 2:
        return True
    return not (
        (value.role in GIVEN and place != same[0]) or (value.role in GOT and place != same[-1])
    )


def _made(
    game: Game, form: ActionForm, values: Sequence[NamedValue], reader: QuestionReader
) -> Iterator[Any]:
    """Yields actions with these values, made by the notation: what is not named is tried with all
    that players have a name for, as in the form's example, or left out where it may be.
    """
    places = [[word for word in form.words if can_stand(form, word, value)] for value in values]
    for words in product(*places):
        by_word: dict[Word, list[NamedValue]] = {word: [] for word in form.words}
        for word, value in zip(words, values, strict=True):
            by_word[word].append(value)
        if all(word.many or len(by_word[word]) < 2 for word in form.words):
            yield from _of_words(game, form, by_word, reader)


def _of_words(
    game: Game,
    form: ActionForm,
    by_word: Mapping[Word, list[NamedValue]],
    reader: QuestionReader,
) -> Iterator[Any]:
    example = {word.name: said for word, said in written_words(form, game.read(form.example))}
    choices = [[*_choices(form, word, by_word, reader, example)] for word in form.words]
    for parts in islice(product(*choices), MAX_JUDGED):
        text = " ".join((form.verb, *(word for part in parts for word in part)))
        with suppress(UnreadableAction):
            yield game.read(text)


def _choices(
    form: ActionForm,
    word: Word,
    by_word: Mapping[Word, list[NamedValue]],
    reader: QuestionReader,
    example: Mapping[str, str],
) -> Iterator[tuple[str, ...]]:
    """Yields what can be written for this word."""
    lead = (word.lead,) if word.lead else ()
    if values := by_word[word]:
        for order in _orders(values):
            written = (_written(value, word, reader) for value in order)
            yield from ((*lead, *texts) for texts in product(*written))
        return
    is_named = any(by_word[each] for each in form.words if each.name == word.name)
    is_open = not (word.optional or word.many)
    if not is_open:
        yield ()
    if is_open or (is_way_there(form, word) and is_named and not lead):
        tried = [each for each in reader.names.values_of(word.name) if accepts(word, each)]
        shown = [example.get(word.name, "")] if is_open else []
        yield from ((*lead, each) for each in dict.fromkeys((*shown, *tried)) if each)


def _written(value: NamedValue, word: Word, reader: QuestionReader) -> tuple[str, ...]:
    """Returns the value as it is written, or each with a name that it may be."""
    if not value.is_open:
        return (value.value,)
    return tuple(each for each in reader.names.values_of(word.name) if value.matches(each))


def _orders(values: Sequence[NamedValue]) -> Iterator[tuple[NamedValue, ...]]:
    """Yields the values in each order that their roles allow: given first, got last."""
    for order in dict.fromkeys(permutations(values) if len(values) < 4 else [tuple(values)]):
        ranks = [-1 if each.role in GIVEN else 1 if each.role in GOT else 0 for each in order]
        if len(values) != 2 or ranks[0] <= ranks[1]:
            yield tuple(order)
