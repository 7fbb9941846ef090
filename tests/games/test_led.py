"""The guided rounds of the kept games: a card at every step, and it is about what can be done."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion.games import CATALOGUE
from companion.games.empires.state import ACT, PLAY
from companion.referee.game import Game
from companion.referee.judge import has_legal_action, judge
from companion.referee.lessons import GUIDED_ROUND_COUNT, GuidedStep, guided_step
from companion.referee.offered import sheets_by_offered_verb
from companion.referee.standard import panels_at_once
from tests.kit.kept_games import each_file_of, each_kept_game, moves, states


@dataclass(frozen=True)
class Led:
    """A moment of the guided rounds: who is led, by which card; None if by none."""

    state: Any
    seat: int
    step: GuidedStep | None

    @property
    def key(self) -> str:
        return self.step.card.key if self.step else ""


def led(slug: str, file: Path) -> Iterator[Led]:
    """Every moment of the guided rounds of a kept game: each card is read, then put aside."""
    game, played, tapped = CATALOGUE[slug], list[tuple[int, str]](), set[tuple[int, str]]()
    for state, (by, action) in zip(states(slug, file), moves(file), strict=False):
        acting = game.seats_to_act(state)
        if game.current_round(state) > GUIDED_ROUND_COUNT or not acting:
            return
        seat = min(acting)
        while True:
            step = step_of(game, state, seat, played, tapped)
            yield Led(state, seat, step)
            if step is None or not step.card.tap:
                break
            tapped.add((seat, step.card.key))
        played.append((by, action))


def step_of(
    game: Game, state: Any, seat: int, played: list[tuple[int, str]], tapped: set[tuple[int, str]]
) -> GuidedStep | None:
    may = partial(has_legal_action, game, state, seat)
    return guided_step(game.lessons, seat, game.current_step(state, seat), played, tapped, may)


#: Of a game that ends in its second round: nothing goes on that anybody could be led through.
LAST_STEPS = {"reveal"}


@each_kept_game
def test_no_step_of_the_guided_rounds_is_without_a_card(slug: str, file: Path) -> None:
    game = CATALOGUE[slug]
    found = [
        (game.current_round(each.state), game.current_step(each.state, each.seat))
        for each in led(slug, file)
        if each.step is None and game.current_step(each.state, each.seat) not in LAST_STEPS
    ]
    assert found == []


@each_file_of("empires")
def test_nobody_is_led_to_build_with_no_action_left(file: Path) -> None:
    used = [each for each in led("empires", file) if each.state.stage == PLAY]
    spent = [each for each in used if each.state.turn.step == ACT and not each.state.turn.actions]
    assert used
    assert {each.key for each in spent} <= {"spent"}


def allowed(game: Game, moment: Led) -> list[str]:
    """What the seat may do, in notation."""
    tries = game.candidates(moment.state, moment.seat)
    legal = (each for each in tries if judge(game, moment.state, moment.seat, each).allowed)
    return [game.write(each) for each in legal]


@each_file_of("crafting")
def test_what_is_left_to_use_is_told_before_a_turn_is_ended(file: Path) -> None:
    """Of every seat, and a nebula that lies beside a board is placed before that."""
    ends = [each for each in led("crafting", file) if each.key == "end"]
    first = {each.seat: each for each in reversed(ends)}
    read = {each.seat for each in led("crafting", file) if each.key == "sliders"}
    assert first
    for seat, moment in first.items():
        assert not has_legal_action(CATALOGUE["crafting"], moment.state, seat, "lay")
        left = any(
            has_legal_action(CATALOGUE["crafting"], moment.state, seat, verb)
            for verb in ("move", "convert", "stabilise")
        )
        assert seat in read or not left


@pytest.mark.long
@each_kept_game
def test_a_card_is_about_something_that_can_be_done(slug: str, file: Path) -> None:
    """Of what it rings, at least one thing is allowed: it rings nothing grey."""
    game, found, looked = CATALOGUE[slug], set(), 0
    for moment in led(slug, file):
        # What a tap puts aside is told as well where nothing of it can be done.
        if moment.step is None or moment.step.card.tap:
            continue
        looked += 1
        does = [each.replace("{seat}", str(moment.seat)) for each in moment.step.card.does]
        may = allowed(game, moment)
        if not any(f"{action} ".startswith(f"{each} ") for each in does for action in may):
            found.add((moment.key, game.current_step(moment.state, moment.seat)))
    assert looked
    assert found == set()


@each_kept_game
def test_what_a_card_is_about_stands_on_the_turns_tab(slug: str, file: Path) -> None:
    """Or in sheets that open there: the page asks no other tab for it."""
    game, found, looked = CATALOGUE[slug], set(), 0
    for moment in led(slug, file):
        verbs = {does.split(" ", 1)[0] for does in moment.step.card.does} if moment.step else set()
        at_once = sheets_by_offered_verb(panels_at_once(game, moment.state, moment.seat))
        on_the_page = sheets_by_offered_verb(game.show(moment.state, moment.seat))
        looked += len(verbs & on_the_page.keys())
        found |= {
            (moment.key, verb) for verb in verbs if at_once.get(verb) != on_the_page.get(verb)
        }
    assert looked
    assert found == set()
