"""Cards that print something else at one table: what changes there, and what the next one gets."""

from __future__ import annotations

import pytest

from companion.games.empires import GAME
from companion.games.empires.pieces import CARDS
from companion.games.empires.rules.build import card_price
from companion.games.empires.rules.production import payout_of_total, total_production
from companion.games.empires.state import PRINTED_VALUES_OPTION_KEY, options_for_next_game, setup
from companion.referee.judge import judge
from tests.games.empires.positions import opened
from tests.kit.scenarios import in_words

DIFFER = (
    "1 card t-wing cost 4",
    "2 card t-wing roll 3",
    "1 card t-wing production 2",
    "1 card librarian kind bio",
)


def test_a_changed_value_holds_for_every_seat() -> None:
    s = opened(2, {}, "1 begin 1", "2 add t-wing", "2 add librarian", "2 add yggdrasil", *DIFFER)
    assert card_price(s, 1, "t-wing") == 4
    assert [payout_of_total(s, total).amount_for_seat(2) for total in (3, 7)] == [2 + 2, 0]
    assert total_production(s, 2) == 2 + 3 + 2
    assert s.card("merv") == CARDS["merv"]


def test_the_last_word_counts() -> None:
    s = opened(2, {}, "1 card t-wing cost 4", "2 card t-wing cost 2")
    assert s.changes == (("t-wing", "cost", 2),)


def test_what_is_as_in_our_cards_again_leaves_no_trace() -> None:
    s = opened(2, {}, "1 card t-wing cost 4", "2 card t-wing cost 1")
    assert s.card("t-wing") == CARDS["t-wing"] and s.changes == ()


def test_the_next_table_begins_with_the_same_cards() -> None:
    s = opened(2, {"culture": "single"}, "1 begin 1", *DIFFER)
    again = setup(5, {**dict(s.options), **dict(options_for_next_game(s))})
    assert again.cards == s.cards != CARDS
    assert (again.seats, again.culture_variant, again.stage) == (5, "single", "setup")


def test_nothing_is_handed_on_where_the_cards_are_ours() -> None:
    assert options_for_next_game(opened(2, {}, "1 begin 1")) == ()


@pytest.mark.parametrize("told", ["", "t-wing", "t-wing.cost", "t-wing.cost.x", "x.cost.1",
                                  "t-wing.kind.4", "t-wing.cost.bio", "t-wing.size.1"])  # fmt: skip
def test_what_cannot_be_read_is_left_out(told: str) -> None:
    assert setup(2, {PRINTED_VALUES_OPTION_KEY: told}).changes == ()
    assert setup(2, {PRINTED_VALUES_OPTION_KEY: f"{told},merv.cost.6"}).changes == (
        ("merv", "cost", 6),
    )


@pytest.mark.parametrize("text", ["card t-wing kind 4", "card t-wing cost bio", "build t-wing 4"])
def test_words_that_do_not_fit_are_unreadable(text: str) -> None:
    with pytest.raises(ValueError, match="t-wing"):
        GAME.read(text)


def test_the_unsure_values_are_marked_and_the_certain_ones_are_not() -> None:
    unsure = {slug for slug, card in CARDS.items() if card.unsure}
    assert unsure == set(CARDS) - {"nautilus", "world-ship", "merv"}
    ruling = judge(GAME, opened(2, {}), 1, GAME.read("card nautilus cost 2"))
    assert ruling.allowed, in_words(ruling)
