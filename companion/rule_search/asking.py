"""Asking: which action of a game a question means, and whether it asks if that may be done.

Words only: no table is known here and nothing is judged. Where the words leave it open, no action
is found.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from typing import Any

from companion.referee.notation import ActionForm
from companion.referee.rulebook import Rule, Rulebook
from companion.rule_search.lexicon import Lexicon
from companion.rule_search.naming import ActionNames, ActionWords, NamedValue
from companion.rule_search.roles import Place, RoleReader
from companion.rule_search.things import INTO, SaidWords, is_of_something_else
from companion.rule_search.whose import Owner, OwnerReader, Spoken, spoken_words

#: Words of a question that are read; a longer one tells a story that no single action is.
MAX_ASKED_WORDS = 24
#: The most information, of words that nothing explains, with which an action is still clear.
MAX_UNEXPLAINED_INFORMATION = 0.45
#: How far from a word for another player its thing stands, behind it and before it.
THING_BEHIND, THING_BEFORE = 3, 5

COMMON_WORDS: Mapping[str, Mapping[str, Any]] = tomllib.loads(
    (Path(__file__).parent / "asking.toml").read_text(encoding="utf-8")
)
#: What of it is no list of words.
_SEQUENCES = ("options", "idle", "leave", "roles", "verb_behind", "every")


class AskedKind(Enum):
    """What a question wants to know: whether an action may be done, whether one was legal, all that
    may be done now.
    """

    NOW, PAST, OPTIONS = "now", "past", "options"


@dataclass(frozen=True)
class AskedAction:
    """An action in a player's words. `verb`: in the notation, "" for any. `seat`: whose; 0: the
    asking one's, None: nobody is named. `denied`: it asks why not. `forbids`: the rule that forbids
    it with the thing that is named, which is another's. `also`: what the same words mean where
    this can't be done.
    """

    kind: AskedKind
    verb: str = ""
    seat: int | None = None
    values: tuple[NamedValue, ...] = ()
    denied: bool = False
    forbids: str = ""
    also: tuple[AskedAction, ...] = ()


class QuestionReader:
    """Reads what players ask about a game's actions, in one language."""

    def __init__(
        self,
        lexicon: Lexicon,
        language: str,
        forms: Sequence[ActionForm],
        book: Rulebook,
        words: ActionWords,
    ) -> None:
        self._lexicon, self._forms, self._book = lexicon, tuple(forms), book
        self.names = ActionNames(lexicon, forms, book, words)
        common = COMMON_WORDS.get(language, {})
        split = lexicon.split_into_words
        self._common = {
            kind: frozenset(word for each in said for word in split(each))
            for kind, said in common.items()
            if kind not in _SEQUENCES
        }
        self._as_written = {kind: frozenset(common[kind]) for kind in self._common}
        self._owners = OwnerReader(lexicon, dict(_written(self._as_written, self._common)))
        self._idle = [split(each) for each in common.get("idle", ())]
        self._leave = [spoken_words(lexicon, each) for each in common.get("leave", ())]
        self._options = frozenset(map(self._plain, common.get("options", ())))
        roles = {
            role: [split(each) for each in said] for role, said in common.get("roles", {}).items()
        }
        self._roles = RoleReader(roles, behind=common.get("verb_behind", False))
        self._every = frozenset(common.get("every", ()))
        self._of = frozenset(word for said in roles.get("of", ()) for word in said)
        #: How each role is said before a name: "from", "to".
        self.role_words = {role: said[0] for role, said in common.get("roles", {}).items()}

    def read(self, asked: str, seats: Mapping[str, int], own: int) -> AskedAction | None:
        """Returns the action that is meant; None if it is not clear, or none is asked for.

        `seats`: the seats by their players' names; `own`: the asking seat, 0 without one.
        """
        spoken = self._asking_leave(self._without_idle(spoken_words(self._lexicon, asked)))
        words = _plain_words(spoken)
        if not 1 < len(words) <= MAX_ASKED_WORDS:
            return None
        if self._plain(asked) in self._options:
            return AskedAction(AskedKind.OPTIONS, seat=0)
        kind = self._kind(spoken)
        if kind is None:
            return None
        owner = self._owners.read(spoken, seats, own, past=kind is AskedKind.PAST)
        if owner.unclear or (kind is AskedKind.NOW and self._is_anyones(words, owner.seat)):
            return None
        seat = 0 if owner.seat == own else owner.seat
        rest = _plain_words(_blanked(owner.words, owner.others))
        read = self._action(rest, seat or own, kind, strict=not owner.others)
        forbids = ""
        if read and owner.others and kind is AskedKind.NOW:
            forbids = self._rule_of_others(owner, read)
            if not forbids:
                return None
        denied = self._lexicon.has_negation(words)
        if read and forbids:
            # What the same words mean as well would be done to the same thing of another.
            read = replace(read, also=())
        return read and replace(read, kind=kind, seat=seat, denied=denied, forbids=forbids)

    def _common_words(self, kind: str) -> frozenset[str]:
        return self._common.get(kind, frozenset())

    def _without_idle(self, words: tuple[Spoken, ...]) -> tuple[Spoken, ...]:
        """Returns the words, those of sequences that mean nothing not to be read."""
        for idle in self._idle:
            read = [place for place, word in enumerate(words) if word.plain]
            at = _place_of(idle, [words[place].plain for place in read])
            if at is not None:
                words = _blanked(words, read[at : at + len(idle)])
        return words

    def _asking_leave(self, words: tuple[Spoken, ...]) -> tuple[Spoken, ...]:
        """Returns the words, a sequence that asks for one's own leave said as the first of them:
        "may I" for "do I get to".
        """
        for leave in self._leave[1:]:
            at = _place_of([word.plain for word in leave], [word.plain for word in words])
            if at is not None:
                return (*words[:at], *self._leave[0], *words[at + len(leave) :])
        return words

    def _kind(self, spoken: Sequence[Spoken]) -> AskedKind | None:
        """Returns what is asked about an action; None if its legality at a table is not."""
        said = self._common_words
        words = _plain_words(spoken)
        if said("permission").isdisjoint(words):
            return None
        past = self._said_as("past", spoken)
        if words[0] in past or (past and self._asks_first(words)):
            return AskedKind.PAST
        return None if self._said_as("bars", spoken) else AskedKind.NOW

    def _said_as(self, kind: str, spoken: Sequence[Spoken]) -> set[str]:
        """Returns the words of a kind that are said; but "dürfte" is not "durfte", nor "como",
        behind the first word, "cómo": what is written so is another word.
        """
        found: set[str] = set()
        for place, word in enumerate(spoken):
            said = self._common_words(kind).intersection(word.plain.split())
            marked = word.written != word.plain or place > 0
            other = marked and word.written not in self._as_written[kind]
            if said and not (
                other and any(word.written in each for each in self._as_written.values())
            ):
                found |= said
        return found

    def _is_anyones(self, words: list[str], seat: int | None) -> bool:
        """Returns whether the question is about all players, at any time."""
        said = self._common_words
        now = not said("now").isdisjoint(words)
        if not said("anyone").isdisjoint(words) and (seat is not None or not now):
            return True
        return seat is None and not now and not said("impersonal").isdisjoint(words)

    def _asks_first(self, words: list[str]) -> bool:
        """Returns whether a word for the past comes before every other than fillers."""
        skip = self._common_words("filler") | self._common_words("own")
        first = next((word for word in words if word not in skip), "")
        return first in self._common_words("past")

    def _plain(self, asked: str) -> str:
        return " ".join(self._lexicon.split_into_words(asked))

    # -- whose thing

    def _rule_of_others(self, owner: Owner, read: AskedAction) -> str:
        """Returns the rule by which this may not be done with the other's thing that is named; ""
        if no rule says so by name, or one's own or an ownerless thing of the kind is named too.
        """
        if any(word.plain in self._common_words("mine") for word in owner.words) and not any(
            owner.words[place].plain in self._common_words("opponent") for place in owner.others
        ):
            return ""
        stems = [self._lexicon.stem(word.plain) if word.plain else "" for word in owner.words]
        for key, thing in self.names.others:
            rule = self._book.find_entry(key)
            forbidden = isinstance(rule, Rule) and read.verb in rule.others
            if forbidden and all(_is_beside(stems, place, thing) for place in owner.others):
                named = [value for value in read.values if not (value.in_verb or value.is_open)]
                free = any(set(thing) & self._stems_of(value) for value in named)
                return "" if free else key
        return ""

    def _stems_of(self, value: NamedValue) -> set[str]:
        return {
            stem
            for word in value.words
            for said in self.names.words.names.get(word, {}).get(value.value, ())
            for stem in self.names.stems(said)
        }

    # -- which action

    def _action(
        self, words: list[str], seat: int, kind: AskedKind, *, strict: bool
    ) -> AskedAction | None:
        """Returns the action that is meant. `strict`: nothing else may be asked for; where
        another's thing is, there is a refusal or none.
        """
        stems = [self.names.meant(word) for word in words]
        named = self._roles.with_roles(words, self.names.values(stems, seat))
        said = self._said(words, stems, named)
        found = self.names.verbs(said.kinds().union(stems))
        best: list[AskedAction] = []
        for verb, phrase in found:
            read = self._of_verb(verb, phrase, said, strict=strict)
            if read is not None:
                best.append(read)
        if not found and kind is AskedKind.PAST and self._says_nothing_more(words):
            return AskedAction(kind)
        most = max((len(read.values) for read in best), default=0)
        best = [read for read in best if len(read.values) == most]
        # Two actions by the same words, which explain as much of the question: not clear.
        if len(best) != 1:
            return None
        also = self.names.words.also.get(best[0].verb, ())
        phrase = next(phrase for verb, phrase in found if verb == best[0].verb)
        others = (self._of_verb(verb, phrase, said, strict=strict) for verb in also)
        return replace(best[0], also=tuple(filter(None, others)))

    def _says_nothing_more(self, words: list[str]) -> bool:
        known = frozenset().union(*(self._common_words(kind) for kind in self._common))
        return known.issuperset(words)

    def _said(self, words: list[str], stems: list[str], named: list[Place]) -> SaidWords:
        common = frozenset().union(*self._common.values())
        return SaidWords(
            words,
            stems,
            named,
            *(
                frozenset(place for place, word in enumerate(words) if word in kind)
                for kind in (common, self._of, self._common_words("mine"), self._every)
            ),
        )

    def _of_verb(
        self, verb: str, phrase: frozenset[str], said: SaidWords, *, strict: bool
    ) -> AskedAction | None:
        """Returns the action of this verb; None if something of the question is not explained."""
        form = next(form for form in self._forms if form.verb == verb)
        if strict and is_of_something_else(self.names, form, phrase, said):
            return None
        used = [
            (at, replace(value, in_verb=not value.is_open and said.stems_at(at) <= phrase))
            for at, value in said.named
            if any(map(value.fits, form.words))
        ]
        explained = said.common.union(*(at for at, _ in used))
        own_words = self.names.stems_by_verb[verb] | phrase | self.names.about
        unexplained = sum(
            1.0 if said.words[place].isdecimal() else self._lexicon.word_rarity(said.words[place])
            for place, stem in enumerate(said.stems)
            if place not in explained and stem not in own_words
        )
        if unexplained > MAX_UNEXPLAINED_INFORMATION:
            return None
        made = self.names.words.makes.get(verb, ())
        values = tuple(
            value
            for _, value in used
            # What it is turned into is not what it is done to: "a card into another".
            if not (said.is_said_closer(value) or (value.value in made and value.role in INTO))
        )
        return AskedAction(AskedKind.NOW, verb, values=values)


def _written(
    written: Mapping[str, frozenset[str]], plain: Mapping[str, frozenset[str]]
) -> Iterator[tuple[str, frozenset[str]]]:
    """Yields each kind of words as they are written, and as they are without their marks too; but
    "él" is not "el".
    """
    for kind, words in plain.items():
        yield kind, written[kind] if kind.startswith("third") else written[kind] | words


def _plain_words(words: Iterable[Spoken]) -> list[str]:
    return [part for word in words for part in word.plain.split()]


def _blanked(words: Sequence[Spoken], places: Iterable[int]) -> tuple[Spoken, ...]:
    """Returns the words, those at these places not to be read."""
    blank = {*places}
    return tuple(Spoken("", "") if at in blank else word for at, word in enumerate(words))


def _is_beside(stems: Sequence[str], place: int, thing: tuple[str, ...]) -> bool:
    """Returns whether the thing stands soon behind this place, or shortly before it."""
    near = [stem for stem in stems[place + 1 : place + 1 + THING_BEHIND + len(thing)] if stem]
    before = [stem for stem in stems[max(0, place - THING_BEFORE) : place] if stem]
    return any(_place_of(thing, part) is not None for part in (near[: 1 + len(thing)], before))


def _place_of(parts: Sequence[str], words: Sequence[str]) -> int | None:
    """Returns where these words stand next to each other; None if they don't."""
    size = len(parts)
    return next(
        (at for at in range(len(words) - size + 1) if [*words[at : at + size]] == [*parts]), None
    )


def words_of_meanings(
    forms: Iterable[ActionForm], means: Mapping[str, str], language: str
) -> ActionWords:
    """Returns the words of a game without a file of them: each action's verb, and what it means in
    this language, by verb, without what follows the first comma or bracket.
    """
    filler = " ".join(COMMON_WORDS.get(language, {}).get("filler", ())).split()
    phrases = {}
    for form in forms:
        words = re.split(r"[,;:(]", means.get(form.verb, ""))[0].casefold().split()
        meant = " ".join(word for word in words if word not in filler)
        phrases[form.verb] = tuple(filter(None, (form.verb, meant)))
    return ActionWords(phrases)
