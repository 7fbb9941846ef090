"""Slips by the machine: each line of a kept game left out, told twice, told for another seat, told
after the next one, or with one word wrong.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from companion.referee.game import Game
from companion.referee.notation import UnreadableAction
from tests.kit.slips.kept import KeptGame, Line
from tests.kit.slips.worlds import Slip

KINDS = ("left out", "twice", "wrong seat", "wrong order", "wrong word")


#: The words that kept games have at a place of a verb: (verb, number of words, which) -> words.
Words = Mapping[tuple[str, int, int], tuple[str, ...]]


def words_said(games: Iterable[KeptGame]) -> Words:
    """What else could stand at each place of an action, as kept games have it."""
    found: dict[tuple[str, int, int], dict[str, None]] = defaultdict(dict)
    for kept in games:
        for line in kept.lines:
            words = line.said.split()
            for at, word in enumerate(words[1:], start=1):
                found[words[0], len(words), at][word] = None
    return {place: tuple(sorted(words)) for place, words in found.items()}


def slips(kept: KeptGame, words: Words) -> Iterator[Slip]:
    """Every slip of each line that is an action."""
    for at, line in enumerate(kept.lines):
        if line.is_action:
            yield Slip("left out", at, ())
            yield Slip("twice", at, (line, line))
            yield from _wrong_seats(kept, at, line)
            yield from _wrong_order(kept, at, line)
            yield from (
                Slip("wrong word", at, (Line(line.seat, text),))
                for text in _wrong_words(kept.game, line, words)
            )


def _wrong_seats(kept: KeptGame, at: int, line: Line) -> Iterator[Slip]:
    other = line.seat % len(kept.seats) + 1
    yield Slip("wrong seat", at, (Line(other, line.text),))


def _wrong_order(kept: KeptGame, at: int, line: Line) -> Iterator[Slip]:
    if at + 1 < len(kept.lines) and kept.lines[at + 1].is_action and kept.lines[at + 1] != line:
        yield Slip("wrong order", at, (kept.lines[at + 1], line), instead_of=2)


def _wrong_words(game: Game, line: Line, words: Words) -> Iterator[str]:
    said = line.said.split()
    for at in range(1, len(said)):
        for other in _others(said[at], words[said[0], len(said), at]):
            text = " ".join((*said[:at], other, *said[at + 1 :]))
            if _is_readable(game, text):
                yield text


def _others(word: str, known: tuple[str, ...]) -> Iterator[str]:
    """One more and one less of a number; of other words the next one that games have there."""
    if word.isdecimal():
        yield from (str(number) for number in (int(word) - 1, int(word) + 1) if number >= 0)
    elif len(known) > 1:
        yield known[(known.index(word) + 1) % len(known)]


def _is_readable(game: Game, text: str) -> bool:
    try:
        game.read(text)
    except UnreadableAction:
        return False
    return True
