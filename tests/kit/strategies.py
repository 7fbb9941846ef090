"""How any game is played at random, and how readable actions are made up, for the properties.

Generic over the CATALOGUE. What only one game can say (its secrets, words that no form shows)
stands in its `concealed.py`. Nothing here says what is right: the tests do.
"""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from companion.games import CATALOGUE
from companion.referee.game import Game, RandomDraw
from companion.referee.judge import judge
from companion.referee.notation import ActionForm, UnreadableAction, Word
from tests.kit.kept_games import kept_games, moves, states, transcript_of

#: how many random plays of each game the properties look at, and how long one may last
PLAYS = range(12)
LONGEST = 2500
#: how often somebody does something unexpected that is allowed all the same (a correction, say)
ODD = 0.08
NUMBERS = tuple(str(n) for n in (*range(31), 99, 999))

Picker = Callable[[Sequence[Any]], Any]


@dataclass(frozen=True)
class Play:
    """One play, random or kept: only allowed actions, and every state on its way."""

    game: Game
    seats: int
    options: tuple[tuple[str, str], ...]
    moves: tuple[tuple[int, str], ...]
    states: tuple[Any, ...]
    stuck: frozenset[int] = frozenset()

    @property
    def last(self) -> Any:
        return self.states[-1]


@cache
def play(slug: str, seed: int) -> Play:
    """A game from its set-up to its end, or until LONGEST actions were done."""
    game, rng = CATALOGUE[slug], random.Random(seed)
    seats = game.seats[seed % len(game.seats)]
    options = {o.key: rng.choice(o.values).value for o in game.options} if seed % 4 else {}
    states, moves = [game.setup(seats, options)], []
    stuck: frozenset[int] = frozenset()
    while game.seats_to_act(states[-1]) and len(moves) < LONGEST:
        seat = rng.choice(sorted(game.seats_to_act(states[-1])))
        action = choose(game, states[-1], seat, rng, by_verb=bool(seed % 2))
        if action is None:
            stuck = frozenset({seat})
            break
        moves.append((seat, game.write(action)))
        states.append(game.apply(states[-1], seat, action))
    return Play(game, seats, tuple(options.items()), tuple(moves), tuple(states), stuck)


@cache
def recorded_play(slug: str, file: Path) -> Play:
    """A whole game that is kept as a transcript: people play on purpose, chance does not."""
    seats, options = transcript_of(file).seats, transcript_of(file).options
    return Play(CATALOGUE[slug], seats, options, tuple(moves(file)), tuple(states(slug, file)))


@cache
def pasts(slug: str) -> tuple[int | Path, ...]:
    """Where moments come from: the random plays, and the game's kept ones if it has any."""
    return (*PLAYS, *kept_games(slug))


def choose(game: Game, state: Any, seat: int, rng: random.Random, *, by_verb: bool) -> Any:
    """An allowed action; None where nothing that a person would be offered is allowed.

    With `by_verb`, every kind of action is as likely as another, however many of it there are.
    """
    actions = list(game.candidates(state, seat))
    rng.shuffle(actions)
    if by_verb:
        order: dict[type[Any], float] = {}
        actions.sort(key=lambda a: order.setdefault(type(a), rng.random()))
    if rng.random() < ODD:
        actions = [make_up(game, rng.choice) for _ in range(20)] + actions
    allowed = (a for a in actions if judge(game, state, seat, a).allowed)
    action = next(allowed, None)
    return None if action is None else with_chance(game, state, action, rng)


def with_chance(game: Game, state: Any, action: Any, rng: random.Random) -> Any:
    """The action made whole with what has to be drawn or rolled."""
    draw = game.draw_for_action(state, action)
    if draw is None:
        return action
    return game.read(" ".join((game.write(action), *_drawn(draw, rng))))


def _drawn(draw: RandomDraw, rng: random.Random) -> list[str]:
    if draw.again:
        return rng.choices(draw.pool, k=draw.count)
    return rng.sample(draw.pool, draw.count)


@cache
def vocabulary(slug: str) -> tuple[str, ...]:
    """Every word that this game's actions are made of, as far as its forms and plays show."""
    game = CATALOGUE[slug]
    words = dict.fromkeys(NUMBERS)
    for form in game.notation.forms:
        words.update(dict.fromkeys(form.example.split()))
        for word in form.words:
            # A reader made by `one_of` holds the words that it takes.
            held = inspect.getclosurevars(word.read).nonlocals.get("allowed", ())
            words.update(dict.fromkeys(held))
    for seat in range(1, game.seats[-1] + 1):
        state = game.setup(game.seats[-1], {})
        for action in game.candidates(state, seat):
            words.update(dict.fromkeys(game.write(action).split()))
    return (*words, "?")


@cache
def fitting(slug: str, verb: str, index: int) -> tuple[str, ...]:
    """The words that one place of a form takes."""
    form = next(form for form in CATALOGUE[slug].notation.forms if form.verb == verb)
    return tuple(text for text in vocabulary(slug) if _reads(form.words[index], text))


def _reads(word: Word, text: str) -> bool:
    try:
        word.read(text)
    except (ValueError, IndexError):
        return False
    return True


def make_up(game: Game, pick: Picker) -> Any:
    """Any readable action, sensible or not."""
    form = pick(game.notation.forms)
    text = " ".join((form.verb, *_words(game.slug, form, pick)))
    try:
        return game.read(text)
    except UnreadableAction:
        # Words that fit one by one and not together (a nebula without its sector).
        return game.read(form.example)


def _words(slug: str, form: ActionForm, pick: Picker) -> list[str]:
    words = []
    for index, word in enumerate(form.words):
        number = pick((1, 0, 2, 4)) if word.many else pick((1, 0)) if word.optional else 1
        for _ in range(number):
            told = pick(fitting(slug, form.verb, index))
            words += [word.lead, told] if word.lead else [told]
    return words


@st.composite
def actions(draw: st.DrawFn, game: Game) -> Any:
    """Any readable action of this game."""
    return make_up(game, lambda choices: draw(st.sampled_from(choices)))


class Moment:
    """A state of a table somewhere in a game; `seats` are those who play, `trail` its past.

    Shown by its trail, so that a failing example can be read.
    """

    def __init__(self, state: Any, seats: range, trail: tuple[str, ...]) -> None:
        self.state, self.seats, self.trail = state, seats, trail

    def __repr__(self) -> str:
        return "; ".join(self.trail)


@st.composite
def moments(draw: st.DrawFn, game: Game, *, overruled: int = 0) -> Moment:
    """A state of some play, after up to `overruled` actions that nobody judged."""
    past = draw(st.sampled_from(pasts(game.slug)))
    chosen = recorded_play(game.slug, past) if isinstance(past, Path) else play(game.slug, past)
    step = draw(st.integers(0, len(chosen.states) - 1))
    name = past.stem if isinstance(past, Path) else past
    state, trail = chosen.states[step], [f"play {name}, {step} actions"]
    seats = range(1, chosen.seats + 1)
    for _ in range(draw(st.integers(0, overruled))):
        seat, action = draw(st.sampled_from(seats)), draw(actions(game))
        state = game.apply(state, seat, action)
        trail.append(f"{seat} {game.write(action)}")
    return Moment(state, seats, tuple(trail))
