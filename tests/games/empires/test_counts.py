"""Payouts, prices and totals against a slow, separately written count (slow_count)."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.empires import GAME
from companion.games.empires.rules.build import card_price
from companion.games.empires.rules.end import final_total
from companion.games.empires.rules.production import payout_of_total, total_production
from companion.games.empires.state import PLAY, SHIFT, BuiltCard, Empire, State, Turn
from companion.referee.judge import judge
from tests.games.empires.slow_count import PRINTED, Bookkeeper, Player

SPREAD = ("awakened", "transcendent", "innovative", "resourceful", "militaristic", "orthodox")
KINDS = sorted(PRINTED)


@st.composite
def tables(draw: st.DrawFn) -> State:
    """Any table in the middle of a game: up to 8 seats, any cards, any open culture cards."""
    seats = draw(st.integers(2, 8))
    options = {
        "card.collective-self": draw(st.sampled_from(("", "yes", "no"))),
        "culture.militaristic-tie": draw(st.sampled_from(("", "alone", "shared"))),
    }
    empires = tuple(draw(_empire()) for _ in range(seats))
    return State(seats, tuple(options.items()), empires, PLAY, turn=Turn(1, SHIFT, 2, total=2))


@st.composite
def _empire(draw: st.DrawFn) -> Empire:
    names = draw(st.lists(st.sampled_from(KINDS), max_size=14))
    cards = tuple(
        BuiltCard(name, 0 if PRINTED[name][2] else draw(st.integers(2, 8))) for name in names
    )
    opened = tuple(draw(st.sets(st.sampled_from(SPREAD))))
    return Empire(draw(st.integers(0, 40)), cards, 3, opened, opened)


def counted(s: State) -> Bookkeeper:
    """The same table, as the slow count sees it."""
    keeper = Bookkeeper(s.seats, s.option_value("card.collective-self") != "no",
                        s.option_value("culture.militaristic-tie") == "shared")  # fmt: skip
    for seat in s.all_seats:
        empire = s.empire(seat)
        cards = [(b.card, b.chosen or PRINTED[b.card][2]) for b in empire.cards]
        keeper.players[seat] = Player(empire.credits, cards, set(empire.open))
    return keeper


@given(s=tables())
def test_every_total_pays_what_the_slow_count_pays(s: State) -> None:
    keeper = counted(s)
    for total in range(2, 9):
        paid = payout_of_total(s, total)
        for seat, player in keeper.players.items():
            assert paid.amount_for_seat(seat) == player.earned(total, keeper.own_pair)


@pytest.mark.long
@given(s=tables(), total=st.integers(2, 8))
def test_confirming_pays_everybody_once(s: State, total: int) -> None:
    s = replace(s, turn=replace(s.turn, total=total))
    keeper = counted(s)
    after = GAME.apply(s, 1, GAME.read("confirm"))
    for seat, player in keeper.players.items():
        earned = player.earned(total, keeper.own_pair)
        assert after.empire(seat).credits == s.empire(seat).credits + earned
        assert after.empire(seat).cards == s.empire(seat).cards


@pytest.mark.long
@given(s=tables())
def test_production_and_totals_are_those_of_the_slow_count(s: State) -> None:
    keeper = counted(s)
    for seat, player in keeper.players.items():
        assert total_production(s, seat) == player.production(keeper.own_pair)
        assert final_total(s, seat) == keeper.final_total(seat)


@given(s=tables())
def test_prices_are_those_of_the_slow_count(s: State) -> None:
    for seat, player in counted(s).players.items():
        for name in KINDS:
            assert card_price(s, seat, name) == player.price(name)


@given(s=tables())
def test_all_that_is_produced_is_paid_on_some_total(s: State) -> None:
    for seat in s.all_seats:
        paid = sum(payout_of_total(s, total).amount_for_seat(seat) for total in range(2, 9))
        assert paid == total_production(s, seat)


def candidates(s: State, seat: int) -> list[Any]:
    """What a random player tries: everything but notes to the app, which have no count."""
    tried = [a for a in GAME.candidates(s, seat) if GAME.write(a).split()[0] != "keep"]
    return [a for a in tried if judge(GAME, s, seat, a).allowed]


def with_dice(s: State, action: Any, rng: random.Random) -> Any:
    draw = GAME.draw_for_action(s, action)
    if draw is None:
        return action
    return GAME.read(" ".join((GAME.write(action), *rng.choices(draw.pool, k=draw.count))))


def check_against(keeper: Bookkeeper, s: State) -> None:
    for seat, player in keeper.players.items():
        empire = s.empire(seat)
        assert empire.credits == player.credits
        assert total_production(s, seat) == player.production(keeper.own_pair)
        assert final_total(s, seat) == keeper.final_total(seat)
    if s.stage == PLAY:
        assert (s.turn.seat, s.turn.actions) == (keeper.seat, keeper.actions)
        assert s.turn.total == keeper.total


def option(keeper_options: Mapping[str, str], rng: random.Random) -> dict[str, str]:
    return {key: rng.choice(values.split("|")) for key, values in keeper_options.items()}


OPTIONS = {
    "culture": "off|single|hybrid",
    "card.collective-self": "|yes|no",
    "culture.militaristic-tie": "|alone|shared",
}


@pytest.mark.parametrize("seed", range(20))
def test_a_whole_game_is_kept_as_the_bookkeeper_keeps_it(seed: int) -> None:
    rng = random.Random(seed)
    seats, options = 2 + seed % 7, option(OPTIONS, rng)
    s = GAME.setup(seats, options)
    keeper = Bookkeeper(seats, options["card.collective-self"] != "no",
                        options["culture.militaristic-tie"] == "shared")  # fmt: skip
    lines = 0
    while GAME.seats_to_act(s) and lines < 600:
        seat = rng.choice(sorted(GAME.seats_to_act(s)))
        action = with_dice(s, rng.choice(candidates(s, seat)), rng)
        s = GAME.apply(s, seat, action)
        keeper.read(seat, GAME.write(action))
        check_against(keeper, s)
        lines += 1
    assert lines > 40
