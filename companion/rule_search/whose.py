"""Whose: which seat acts in a question, and whether it is about another's thing.

A subject is only what stands as one: "can Ana ...", "darf er ...". Who says "I" asks for the own
seat. Everything else that names a player or points to one is another's.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from companion.rule_search.lexicon import Lexicon

#: A word as it is written: where words are elided, such a one with its apostrophe; elsewhere a
#: genitive's ending is one by itself.
ELIDING = re.compile(r"[^\W_]+'(?=[^\W_])|[^\W_]+")
WHOLE = re.compile(r"[^\W_]+(?:'(?!s\b)[^\W_]+)*|(?<=\w)'s\b")
#: Words between a verb of leave and its subject.
MOST_BETWEEN = 4

Said = Callable[[str], frozenset[str]]


@dataclass(frozen=True)
class Spoken:
    """A word of a question: as it is written, and as the search reads it ("" for none)."""

    written: str
    plain: str


@dataclass(frozen=True)
class Owner:
    """Who acts and whose thing it is. `seat`: who acts, 0 for the asking seat, None if nobody is
    named; `others`: the places of words for another's thing; `unclear`: somebody acts, but it is
    not known who; `words`: the question without the names of seats.
    """

    words: tuple[Spoken, ...]
    seat: int | None = None
    others: tuple[int, ...] = ()
    unclear: bool = False


def spoken_words(lexicon: Lexicon, asked: str) -> tuple[Spoken, ...]:
    """Returns the words of a question as they are written and as the search reads them."""
    asked = asked.casefold().replace("’", "'")
    words = (ELIDING if lexicon.elides else WHOLE).findall(asked)
    return tuple(
        Spoken(word, "" if word == "'s" else " ".join(lexicon.split_into_words(word)))
        for word in words
    )


@dataclass(frozen=True)
class OwnerReader:
    """Reads who acts. `said`: the words of a kind in the question's language, as `asking.toml`
    has them; without marks on their letters only where both are the same word.
    """

    lexicon: Lexicon
    said: Mapping[str, frozenset[str]]

    def read(
        self, words: tuple[Spoken, ...], seats: Mapping[str, int], own: int, *, past: bool
    ) -> Owner:
        """Returns whose action and whose thing the question is about. `past`: it is about what was
        played, where "Ana's turn" is Ana's.
        """
        words, named = self._with_names(words, seats)
        mine = {place for place, seat in named.items() if own and seat == own}
        first = self._places(words, "first")
        named_self = not first and bool(self._subjects(words, mine))
        third = self._third_subjects(words)
        names = {place: seat for place, seat in named.items() if place not in mine}
        if first and not past and self._stands_in(words):
            return Owner(words, unclear=True)
        if first and not past:
            return Owner(words, 0, self._of_others(words, {*names, *third}, own=True))
        if named_self and not past:
            return Owner(words, 0, self._of_others(words, names, own=False))
        subjects = self._subjects(words, names) or (set(names) if past else set())
        if subjects:
            place = min(subjects)
            rest = {each for each in names if names[each] != names[place]}
            others = self._of_others(words, rest, own=False)
            return Owner(words, names[place], others)
        if third:
            rivals = [number for number in {*seats.values()} if number != own]
            seat = rivals[0] if len(rivals) == 1 and own else None
            others = self._of_others(words, names, own=False, but=third)
            return Owner(words, seat, others, unclear=seat is None)
        owned = self._places(words, "own", "maybe_first")
        seat = 0 if owned or mine else None
        return Owner(words, seat, self._of_others(words, names, own=True))

    def _stands_in(self, words: Sequence[Spoken]) -> bool:
        """Returns whether somebody would act in another's place: "may I roll for him"."""
        return any(
            self._follows(words, place, "before_replaced")
            for place in self._places(words, "replaced")
        )

    def _words(self, kind: str) -> frozenset[str]:
        return self.said.get(kind, frozenset())

    def _places(self, words: Sequence[Spoken], *kinds: str) -> set[int]:
        known = frozenset().union(*map(self._words, kinds))
        return {place for place, word in enumerate(words) if word.written in known}

    def _with_names(
        self, words: tuple[Spoken, ...], seats: Mapping[str, int]
    ) -> tuple[tuple[Spoken, ...], dict[int, int]]:
        """Returns the words, each name of a seat as one that the search doesn't read, and the seats
        by the names' places.
        """
        named: dict[int, int] = {}
        for name in sorted(seats, key=len, reverse=True):
            parts = [word.plain for word in spoken_words(self.lexicon, name)]
            if parts and not (len(parts) == 1 and self._is_common(parts[0])):
                words, named = self._with_name(words, named, parts, seats[name])
        for place, (word, after) in enumerate(pairwise(words)):
            number = int(after.plain) if after.plain.isdecimal() and after.plain.isascii() else 0
            if word.plain in self._words("seat") and number in seats.values():
                named = {each: seat for each, seat in named.items() if each != place}
                words = (
                    *words[:place],
                    Spoken(word.written, ""),
                    Spoken("", ""),
                    *words[place + 2 :],
                )
                named[place] = number
        return words, named

    def _with_name(
        self, words: tuple[Spoken, ...], named: dict[int, int], parts: list[str], seat: int
    ) -> tuple[tuple[Spoken, ...], dict[int, int]]:
        size = len(parts)
        for place in range(len(words) - size + 1):
            these = [word.plain for word in words[place : place + size]]
            genitive = [*parts[:-1], f"{parts[-1]}s"]
            if these in (parts, genitive) and all(these):
                whole = Spoken(words[place].written, "")
                if these == genitive:
                    whole = Spoken(GENITIVE, "")
                blank = (Spoken("", ""),) * (size - 1)
                words = (*words[:place], whole, *blank, *words[place + size :])
                named = {**named, place: seat}
        return words, named

    def _is_common(self, word: str) -> bool:
        """Returns whether a name is a word that questions are made of."""
        return word.isdecimal() or any(
            word in self._words(kind) for kind in self.said if kind not in ("options", "idle")
        )

    def _third_subjects(self, words: Sequence[Spoken]) -> set[int]:
        """Returns where "he" or "she" acts."""
        clear = {
            place
            for place in self._places(words, "third")
            if not any(word.plain in self._words("nobody") for word in words[place + 1 : place + 3])
            and not self._repeats(words, place)
        }
        beside = self._places(words, "third_beside", "opponent")
        return clear | self._subjects(words, beside)

    def _repeats(self, words: Sequence[Spoken], place: int) -> bool:
        """Returns whether "it" only repeats a subject before the verb: "une bille peut-elle"."""
        if place < 2 or words[place - 1].plain not in self._words("permission"):
            return False
        before = words[place - 2].plain
        return bool(before) and not any(before in each for each in self.said.values())

    def _subjects(self, words: Sequence[Spoken], places: Iterable[int]) -> set[int]:
        """Returns those of the places that stand as a subject: beside a verb of leave, and neither
        a genitive nor behind a word that makes them another's.
        """
        return {
            place
            for place in places
            if self._is_granted(words, place)
            or (
                not self._is_owner(words, place)
                and (self._is_beside(words, place, -1) or self._is_beside(words, place, 1))
            )
        }

    def _is_owner(self, words: Sequence[Spoken], place: int) -> bool:
        after = next((word for word in words[place + 1 :] if word.written), None)
        if words[place].written == GENITIVE or (after and after.written == "'s"):
            return True
        return self._follows(words, place, "before_owner")

    def _follows(self, words: Sequence[Spoken], place: int, kind: str) -> bool:
        return place > 0 and words[place - 1].written in self._words(kind)

    def _is_granted(self, words: Sequence[Spoken], place: int) -> bool:
        """Returns whether leave is asked for who stands there: "is it legal for Ana to"."""
        return (
            place > 1
            and words[place - 1].written in self._words("subject_after")
            and words[place - 2].plain in self._words("permission")
        )

    def _is_beside(self, words: Sequence[Spoken], place: int, step: int) -> bool:
        """Returns whether a verb of leave stands there, or only words for the moment before it."""
        skipped = self._words("now") | self._words("between")
        at = place + step
        while 0 <= at < len(words) and abs(at - place) <= MOST_BETWEEN + 1:
            word = words[at]
            if word.plain in self._words("permission"):
                return True
            if word.written and word.plain and word.plain not in skipped:
                return False
            at += step
        return False

    def _of_others(
        self,
        words: Sequence[Spoken],
        named: Iterable[int],
        *,
        own: bool,
        but: Iterable[int] = (),
    ) -> tuple[int, ...]:
        """Returns the places of words for another's thing, for `own`: other than the asking seat's;
        not those of the subject, `but`.
        """
        if not own:
            subject = {*but, *(place - 1 for place in but)}
            return tuple(sorted({*named, *self._places(words, "opponent", "mine")} - subject))
        places = {*named, *self._places(words, "opponent", "theirs", "third_object")}
        ends = tuple(self._words("enclitic"))
        places |= {at for at, word in enumerate(words) if ends and word.written.endswith(ends)}
        return tuple(sorted(places))


#: Stands for a name's genitive: "Annas".
GENITIVE = "\0"
