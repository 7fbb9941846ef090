"""What a waiting seat plans with: the table as if its turn began now, and what it can say next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

from companion.games.crafting.board import DONE, SHIFT, WAITING
from companion.games.crafting.candidates import ways_to_use_power
from companion.games.crafting.pieces import (
    CONTROLS,
    DARK_MARBLE,
    ELEMENTS,
    NEBULA_SIZES,
    POWERS,
    SECTORS,
    UNKNOWN_SECTOR,
    Power,
)
from companion.games.crafting.rules.card import TradeFiveCards
from companion.games.crafting.rules.end import EndTurn
from companion.games.crafting.rules.energy import CollectEnergy, ShiftMarble, energy_lines_of_seat
from companion.games.crafting.rules.game import is_last_round
from companion.games.crafting.rules.life import LIFE_SPACES_PER_NEBULA, CreateLife
from companion.games.crafting.rules.nebula import CompleteNebula
from companion.games.crafting.rules.power import UsePower
from companion.games.crafting.rules.slider import ConvertStar, StabiliseLife
from companion.games.crafting.rules.time import DischargeCrystal
from companion.games.crafting.show.craft import likely_tile_points
from companion.games.crafting.show.energy import collected_energy_words
from companion.games.crafting.show.left import tradable_kinds
from companion.games.crafting.show.offers import likely_discarded_star, refusal
from companion.games.crafting.show.power_sheets import (
    cheapest_gain_power_actions,
    is_answered_by_one_tap,
    is_used_with_one_tap,
    must_choose_payment,
)
from companion.games.crafting.state import PLAY, State
from companion.games.crafting.tiles import parse_tile_code
from companion.referee.actions import Action
from companion.referee.speech import NextPhrase
from companion.referee.text import Text

#: answers to a card that go without saying: there is a word for the other one
UNSPOKEN_ANSWERS = ("proto", "star", "gain")


def round_of_next_turn(s: State, seat: int) -> int | None:
    """Returns the round of a waiting seat's next turn; None if it doesn't wait, or its next turn
    may never come.
    """
    step = s.board(seat).step
    played = step == DONE
    ends = played and is_last_round(s, bool(s.goal_due_at_round_end))
    if s.stage != PLAY or step not in (WAITING, DONE) or ends:
        return None
    return s.round + played


def state_at_next_turn(s: State, seat: int) -> State | None:
    """Returns the state as if the next turn of a waiting seat began now, on the wheel as it is;
    None if it doesn't wait, or its next turn may never come.
    """
    number = round_of_next_turn(s, seat)
    if number is None:
        return None
    boards = tuple(replace(board, step=WAITING) for board in s.boards)
    s = replace(s, boards=boards, round=number, wheel_before=s.wheel, moves=())
    return s.with_board(seat, replace(s.board(seat), step=SHIFT))


def next_phrases(s: State, seat: int) -> Iterator[NextPhrase]:
    """Yields what a seat can say next and what a control would give, likeliest first."""
    board = s.board(seat)
    if board.step == SHIFT:
        yield from _controls(s, seat)
        yield from _dark_marbles(s, seat)
        return
    if board.drawn:
        for size in NEBULA_SIZES:
            yield f"nebula {size}", None
        return
    yield from _spent(s, seat)
    yield from _completed(s, seat)
    yield from _powers_used(s, seat)
    yield from _powers_gained(s, seat)
    yield from _ends_of_turn(s, seat)
    # Four at once, and seldom tapped: where they stand they move nothing else.
    if not tradable_kinds(board):
        yield from _traded(s, seat, CONTROLS)


def _controls(s: State, seat: int) -> Iterator[NextPhrase]:
    here = s.control_of_marble(seat)
    if here is None:
        return
    if refusal(s, seat, CollectEnergy("placed")) is None:
        yield "collect", collected_energy_words(energy_lines_of_seat(s, seat))
    at = CONTROLS.index(here) + 1
    # Past a full control the moves lead back to its own; after a dark one its name means to stay.
    around = CONTROLS[: at - 1] if s.moves else CONTROLS[:at]
    for control in (*CONTROLS[at:], *around):
        move = ShiftMarble(seat, to=control, then="collect")
        if refusal(s, seat, move) is None:
            gives = collected_energy_words(energy_lines_of_seat(move.with_marble_moved(s), seat))
            n = len(move.marble_moves(s))
            yield control, Text("{n} move: {gives}", "{n} moves: {gives}", n=n, gives=gives or "")


def _dark_marbles(s: State, seat: int) -> Iterator[NextPhrase]:
    for control, marbles in zip(CONTROLS, s.wheel, strict=True):
        if DARK_MARBLE in marbles and refusal(s, seat, ShiftMarble(DARK_MARBLE, control)) is None:
            yield f"dark {control}", None


def dark_marbles_after(s: State, seat: int, action: Any) -> Iterator[str]:
    """Yields the dark marbles that can still move before all is collected, where this move, in this
    state, collects it.
    """
    if not (isinstance(action, ShiftMarble) and action.then):
        return
    s = action.with_marble_moved(s)
    for control, marbles in zip(CONTROLS, s.wheel, strict=True):
        move = ShiftMarble(DARK_MARBLE, control, then="collect")
        if DARK_MARBLE in marbles and refusal(s, seat, move) is None:
            yield f"dark {control}"


def _allowed(s: State, seat: int, said: Iterable[tuple[str, Action]]) -> Iterator[NextPhrase]:
    for words, action in said:
        if refusal(s, seat, action) is None:
            yield words, None


def _spent(s: State, seat: int) -> Iterator[NextPhrase]:
    """Yields what is turned, discharged, traded, stabilised and created with what is at hand."""
    board = s.board(seat)
    if board.nova:
        yield from _allowed(s, seat, ((f"nova {e}", ConvertStar(e)) for e in ELEMENTS))
    if board.waiting:
        yield from _allowed(s, seat, ((f"discharge {e}", DischargeCrystal(e)) for e in ELEMENTS))
    yield from _traded(s, seat, tradable_kinds(board))
    dna = range(1, min(board.dna, board.proto) + 1)
    yield from _allowed(s, seat, ((f"dna {n}", StabiliseLife(n)) for n in dna))
    if board.completed_nebula_count:
        lives = range(LIFE_SPACES_PER_NEBULA + 1)
        yield from _allowed(s, seat, ((f"life {n}", CreateLife(n)) for n in lives))


def _traded(s: State, seat: int, kinds: Iterable[str]) -> Iterator[NextPhrase]:
    """Yields the types of these of which the hand may hold five cards."""
    yield from _allowed(s, seat, ((f"trade {kind}", TradeFiveCards(kind)) for kind in kinds))


def _powers_used(s: State, seat: int) -> Iterator[NextPhrase]:
    """Yields the cards that ask nothing, those that ask one thing with each answer, and those that
    ask more with the first answers that are allowed: `variants` has the others.
    """
    board = s.board(seat)
    for _, slug in board.powers:
        power = POWERS[slug]
        at_once = is_used_with_one_tap(board, power) or is_answered_by_one_tap(board, power)
        if not must_choose_payment(board, power) and (board.waiting or not power.instead):
            said = _allowed(s, seat, _ways_as_said(power))
            yield from said if at_once and not power.instead else islice(said, 1)


def _powers_gained(s: State, seat: int) -> Iterator[NextPhrase]:
    """Yields the types of which a card can be gained, in the cheapest slot."""
    for gain in cheapest_gain_power_actions(s, seat):
        if refusal(s, seat, gain) is None:
            yield f"gain {POWERS[gain.power].deck}", None


def _ways_as_said(power: Power) -> Iterator[tuple[str, Action]]:
    """Yields the ways to use a card for which there are words, and these."""
    known = (*ELEMENTS, *CONTROLS, *SECTORS, "nova", "stable")
    for way in ways_to_use_power(power):
        picks = tuple(each for each in _answers(way) if each not in UNSPOKEN_ANSWERS)
        if all(each.isdecimal() or each in known for each in picks):
            yield " ".join((*(("discharge",) if power.instead else ()), power.slug, *picks)), way


def _answers(way: UsePower | DischargeCrystal) -> tuple[str, ...]:
    return way.picks if isinstance(way, UsePower) else way.converts


def variants(s: State, seat: int, action: Any) -> Iterator[tuple[str, str]]:
    """Yields what can be meant instead: each star that a completed nebula can discard, each other
    answer to a card that asks for several, and the phrase.
    """
    if isinstance(action, UsePower | DischargeCrystal):
        yield from _other_answers(s, seat, action)
    if not isinstance(action, CompleteNebula):
        return
    sector = "" if action.sector == UNKNOWN_SECTOR else f" {action.sector}"
    points = parse_tile_code(action.code).points if action.code else action.prints
    for star in (*ELEMENTS, "nova"):
        other = replace(action, star=star)
        if star != action.star and refusal(s, seat, other) is None:
            yield star, f"nebula {action.size}{sector} {points} {star}"


def _other_answers(
    s: State, seat: int, action: UsePower | DischargeCrystal
) -> Iterator[tuple[str, str]]:
    slug = action.power if isinstance(action, UsePower) else action.gain
    mine = _answers(action)
    if len(mine) < 2 or slug not in POWERS:
        return
    for phrase, _ in _allowed(s, seat, _ways_as_said(POWERS[slug])):
        said = phrase.split()
        picks = [each for each in mine if each not in UNSPOKEN_ANSWERS]
        others = said[len(said) - len(picks) :]
        changed = [each for each, was in zip(others, picks, strict=True) if each != was]
        if len(changed) == 1:
            yield " ".join(others), phrase


def _completed(s: State, seat: int) -> Iterator[NextPhrase]:
    board = s.board(seat)
    star = likely_discarded_star(board)
    for tile in sorted({tile for tile in board.tiles if not tile.completed}):
        sector = "" if tile.sector == UNKNOWN_SECTOR else f" {tile.sector}"
        for points in likely_tile_points(tile, s.known_box_tiles):
            prints = tile.code or points
            if refusal(s, seat, CompleteNebula(tile.size, tile.sector, prints, star)) is None:
                yield f"nebula {tile.size}{sector} {points}", None


def _ends_of_turn(s: State, seat: int) -> Iterator[NextPhrase]:
    ends = {
        "stable": EndTurn("stabilise"),
        **{f"new nebula {size}": EndTurn("nebula", size, UNKNOWN_SECTOR) for size in NEBULA_SIZES},
        "end": EndTurn(),
    }
    for words, end in ends.items():
        if refusal(s, seat, end) is None:
            yield words, None
