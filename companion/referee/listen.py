"""Reads a line of loose words as the actions of a turn, in order. Nothing is judged or played."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Any

from companion.referee.game import Game
from companion.referee.notation import UnreadableAction
from companion.referee.speech import FILLER_WORD, SpokenWord, settled

#: Words of one phrase, and phrases of one line; what comes after them is not understood.
_WORDS, MAX_ACTIONS = 10, 20
#: Words of one phrase that may each be a number or nothing.
_UNSURE = 4


@dataclass(frozen=True)
class SpokenPhrase:
    """Words of the line with their actions; () if they are not understood.

    `instead`: the same words with unknown ones replaced by known ones, if that can be read; or what
    they may mean, if that isn't one thing.
    """

    words: tuple[SpokenWord, ...]
    actions: tuple[Any, ...] = ()
    instead: tuple[str, ...] = ()

    @property
    def is_guessed(self) -> bool:
        """Whether a word of it is not the one that stands in the line."""
        return any(each.guess for each in self.words)

    @property
    def start(self) -> int:
        """Where it begins in the line."""
        return self.words[0].start

    @property
    def end(self) -> int:
        """Where it ends in the line."""
        return self.words[-1].end


def read_spoken_line(
    game: Game, state: Any, seat: int, line: str, language: str
) -> list[SpokenPhrase]:
    """Returns the phrases of this line. Each is read in the state that those before it lead to,
    allowed or not.
    """
    assert game.speech
    parts = game.speech.split_line(line, language)
    reader = _LineReader(game, seat, line, state)
    for number, part in enumerate(parts, start=1):
        while part:
            if len(reader.phrases) == MAX_ACTIONS:
                return [*reader.phrases, SpokenPhrase(sum(parts[number:], part))]
            part = reader.read_next(part)
    return reader.phrases


class _LineReader:
    """What has been read of a line so far: its phrases, and the state before each and after all."""

    def __init__(self, game: Game, seat: int, line: str, state: Any) -> None:
        self.phrases: list[SpokenPhrase] = []
        self._states = [state]
        self._game, self._seat, self._line = game, seat, line

    def read_next(self, words: tuple[SpokenWord, ...]) -> tuple[SpokenWord, ...]:
        """Reads the next phrase of these words; returns the words after it."""
        phrase = _phrase(self._game, self._states[-1], self._seat, self._line, words)
        if longer := self._with_phrase_before(phrase, words):
            last = self.phrases.pop()
            self._states.pop()
            words, phrase = (*last.words, *words), longer
        if not phrase.actions:
            phrase = _written(self._game, self._states[-1], self._line, words) or phrase
        self.phrases.append(phrase)
        self._states.append(_after(self._game, self._states[-1], self._seat, phrase))
        return words[len(phrase.words) :]

    def _with_phrase_before(
        self, phrase: SpokenPhrase, words: tuple[SpokenWord, ...]
    ) -> SpokenPhrase | None:
        """Returns the phrase before with these words added, if they belong to it: what makes no
        phrase may ("..., and discard one"), what comes after the end ("stable, done"), and what
        comes late ("collect it all, and before that ...").
        """
        may_be_several = phrase.instead and not phrase.is_guessed
        if not self.phrases or may_be_several or self._stands_alone(phrase):
            return None
        before, last = self._states[-2], self.phrases[-1].words
        longer = _longest(self._game, before, self._seat, self._line, words, last)
        return longer if longer and longer.actions and not longer.is_guessed else None

    def _stands_alone(self, phrase: SpokenPhrase) -> bool:
        speech, state = self._game.speech, self._states[-1]
        if not (phrase.actions and speech and speech.has_turn(state, self._seat)):
            return False
        return not speech.comes_late(state, self._seat, phrase.actions[0])


def _after(game: Game, state: Any, seat: int, phrase: SpokenPhrase) -> Any:
    for action in phrase.actions:
        state = game.apply(state, seat, settled(action))
    return state


def _phrase(
    game: Game, state: Any, seat: int, line: str, words: tuple[SpokenWord, ...]
) -> SpokenPhrase:
    """Returns the longest phrase at the beginning of these words, else what is not understood."""
    read = _longest(game, state, seat, line, words)
    if read and read.actions and read.is_guessed:
        said = (each.guess or line[each.start : each.end] for each in read.words)
        return SpokenPhrase(read.words, instead=(" ".join(said),))
    starts = (n for n in range(1, len(words)) if _longest(game, state, seat, line, words[n:]))
    return read or SpokenPhrase(words[: next(starts, len(words))])


def _longest(
    game: Game,
    state: Any,
    seat: int,
    line: str,
    words: tuple[SpokenWord, ...],
    first: tuple[SpokenWord, ...] = (),
) -> SpokenPhrase | None:
    """Returns the longest phrase of `first` and the words after it, without actions if it may mean
    several things; None if none can be read.
    """
    for number in range(min(len(words), _WORDS), 0, -1):
        said = (*first, *words[:number])
        meant = _meanings(game, state, seat, line, said, number == len(words))
        if len(meant) == 1:
            return SpokenPhrase(said, *meant)
        if meant:
            return SpokenPhrase(said, instead=tuple(meant.values()))
    return None


def _meanings(
    game: Game, state: Any, seat: int, line: str, words: tuple[SpokenWord, ...], is_end: bool
) -> dict[tuple[Any, ...], str]:
    """Returns what these words can mean, each with the words that say it and nothing else.

    A word that sounds like a number is one or means nothing. As the last one, with more words after
    it, it means nothing only beside another reading: it may belong to them.
    """
    if sum(bool(each.number) for each in words) > _UNSURE:
        return {}
    meant: dict[tuple[Any, ...], str] = {}
    is_sure = is_end or not words[-1].number
    choices = [(each.number, FILLER_WORD) if each.number else (each.canonical,) for each in words]
    for reading in product(*choices):
        canonical = tuple(filter(None, reading))
        actions = _actions(game, state, seat, canonical) if canonical else ()
        if actions:
            said = zip(words, reading, strict=True)
            heard = (each.number or line[each.start : each.end] for each, word in said if word)
            meant.setdefault(actions, " ".join(heard))
            is_sure = is_sure or bool(reading[-1])
    return meant if is_sure else {}


def _actions(game: Game, state: Any, seat: int, words: tuple[str, ...]) -> tuple[Any, ...]:
    assert game.speech
    found = game.speech.read(state, seat, words)
    return found if all(can_be_said(game, state, settled(each)) for each in found) else ()


def _written(
    game: Game, state: Any, line: str, words: tuple[SpokenWord, ...]
) -> SpokenPhrase | None:
    """Returns the action that these words are in the notation; None if they are none."""
    try:
        action = game.read(line[words[0].start : words[-1].end])
    except UnreadableAction:
        return None
    return SpokenPhrase(words, (action,)) if can_be_said(game, state, action) else None


def can_be_said(game: Game, state: Any, action: Any) -> bool:
    """Returns whether an action belongs to a turn: no correction, no draw, and no end of a phase
    that waits for other seats.
    """
    barred = (
        type(action) in game.after_end
        or game.corrects(state, action)
        or game.awaits(action)
        or game.draw_for_action(state, action) is not None
    )
    return not barred
