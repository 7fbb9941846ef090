"""Things: whether a question is about something else than the action whose words it has.

"Build a coin", "place a coin on a card", "turn a card into coins": the verb is
there, but a yes to it would be a yes to another question.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from companion.referee.notation import ActionForm
from companion.rule_search.naming import ActionNames, NamedValue
from companion.rule_search.roles import Place

#: Roles of what something is turned into or given for, and of what it is made from.
INTO, FROM = frozenset(["to", "for", "at"]), frozenset(["from"])


@dataclass(frozen=True)
class SaidWords:
    """The words of a question, with their stems and the values that they name. `common`: the places
    of words that mean nothing of the game; `of`: of those that stand between a thing and a value;
    `mine`: of those that make a thing the asking player's; `every`: of "all".
    """

    words: Sequence[str]
    stems: Sequence[str]
    named: Sequence[Place]
    common: frozenset[int]
    of: frozenset[int]
    mine: frozenset[int]
    every: frozenset[int]

    def kinds(self) -> set[str]:
        """Returns "{star}" for a star that is named."""
        return {kind for _, value in self.named for kind in kinds_of(value)}

    def is_said_closer(self, value: NamedValue) -> bool:
        """Returns whether another value says which of several it is: "my card ... card 1"."""
        others = (other for _, other in self.named if not other.is_open)
        return value.is_open and any(
            value.matches(other.value) and other.words & value.words for other in others
        )

    def stems_at(self, at: range) -> set[str]:
        """Returns the stems at these places."""
        return {*self.stems[at.start : at.stop]}


def kinds_of(value: NamedValue) -> set[str]:
    """Returns how phrases say "any star" of a star."""
    return {f"{{{word}}}" for word in value.words}


def is_of_something_else(
    names: ActionNames, form: ActionForm, phrase: frozenset[str], said: SaidWords
) -> bool:
    """Returns whether the question asks for something else than this action, which was found by
    this phrase.
    """
    beside, made = names.beside(form.verb), names.words.makes.get(form.verb, ())
    nobodys = names.stems(" ".join(names.words.nobodys.get(form.verb, ())))
    return (
        _names_a_stranger(names, form, phrase, beside, said)
        or _are_too_many(form, made, beside, said)
        or _is_own(nobodys, said)
        or _is_reversed(made, said.named)
    )


def _names_a_stranger(
    names: ActionNames,
    form: ActionForm,
    phrase: frozenset[str],
    beside: frozenset[str],
    said: SaidWords,
) -> bool:
    """Returns whether a thing is named that no one phrase of this action has, or one twice."""
    spoken = said.kinds().union(said.stems)
    phrases = [phrase, *(each for each in names.phrases_of(form.verb) if each <= spoken)]
    things = [each for each in _things(names, form, phrase, said) if each not in beside]
    of_values = (said.stems_at(at) for at, value in said.named if _fits(form, value))
    in_phrases = (stems for stems in of_values if any(stems <= each for each in phrases))
    needed = {*things}.union(*in_phrases) - beside
    is_covered = any(needed <= {*_covered(each, said)} for each in phrases)
    return len({*things}) < len(things) or not is_covered


def _fits(form: ActionForm, value: NamedValue) -> bool:
    """Returns whether the action can have the value; what it is done for, only if it can be got."""
    got = value.role == "for"
    return any(value.fits(word) and (word.follows_for or not got) for word in form.words)


def _things(
    names: ActionNames, form: ActionForm, phrase: frozenset[str], said: SaidWords
) -> Iterator[str]:
    """Yields the things that are named, and the values that this action doesn't have. A word right
    beside one that it has is its label: "gold coin", "coin of gold".
    """
    used = [at for at, value in said.named if _fits(form, value)]
    known, labels = said.common.union(*used), set[int]()
    for at in used:
        stems = said.stems_at(at)
        if not (stems <= phrase or all(map(str.isdecimal, stems))):
            labels |= {at.start - 1, at.stop}
            labels |= {at.start - 2} if at.start - 1 in said.of else set()
    unused = {place for at, value in said.named if not _fits(form, value) for place in at}
    for place, stem in enumerate(said.stems):
        apart = stem in names.things or (place in unused and stem not in names.about)
        apart = apart or place in said.every
        is_label = place in labels and not stem.isdecimal()
        if apart and not (is_label or place in known):
            yield stem


def _covered(phrase: frozenset[str], said: SaidWords) -> Iterator[str]:
    """Yields the stems that a phrase has, with those of every value of a kind that it has."""
    yield from phrase
    for at, value in said.named:
        stems = said.stems_at(at)
        if kinds_of(value) & phrase and not all(map(str.isdecimal, stems)):
            yield from stems


def _are_too_many(
    form: ActionForm, made: Iterable[str], beside: frozenset[str], said: SaidWords
) -> bool:
    """Returns whether more values are named than the action has words for: "a card and a coin".
    Two right beside each other are one: "gold coin".
    """
    ends = {at.stop for at, _ in said.named}
    counted = {
        value.value: value
        for at, value in said.named
        if not (at.start in ends or value.value.isdecimal() or said.stems_at(at) <= beside)
        and not (value.value in made or said.is_said_closer(value))
    }
    of = counted.values()
    fits = [frozenset(word for word in form.words if value.fits(word)) for value in of]
    single = [words for words in fits if words and not any(word.many for word in words)]
    return any(sum(each <= words for each in single) > len(words) for words in single)


def _is_own(things: Iterable[str], said: SaidWords) -> bool:
    """Returns whether one of these things stands behind "my", or "my own"."""
    return any(
        stem in things and not said.mine.isdisjoint((place - 1, place - 2))
        for place, stem in enumerate(said.stems)
    )


def _is_reversed(made: Iterable[str], named: Sequence[Place]) -> bool:
    """Returns whether one of the values that come of an action is what something is made from."""
    come = [value for _, value in named if value.value in made]
    others = [value for _, value in named if value.value not in made]
    return any(
        (other.role in INTO and value.role not in INTO) or (not other.role and value.role in FROM)
        for value in come
        for other in others
    )
