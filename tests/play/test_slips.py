"""A slip of the own thumb is taken back alone, for a while; what came to be known is not."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.games import CATALOGUE
from companion.play import TableStore, act, corrections, lobby
from companion.play.answer import Corrected, Tap, TapAnswer
from companion.play.corrections import SLIP_TAKE_BACK_SECONDS
from companion.referee.actions import Revealed
from tests.kit.toy_game import TALLY, Peek
from tests.play.conftest import Clock

PHONES = {1: "pa", 2: "pb"}


def tap(seat: int, text: str = "") -> Tap:
    return Tap(PHONES[seat], seat, text)


@pytest.fixture(autouse=True)
def a_peek_is_at_a_real_stack(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is hidden in the app is not."""
    monkeypatch.setattr(Peek, "reveals", lambda self, s: Revealed.ON_TABLE)


@pytest.fixture
def store(stores: Callable[..., TableStore]) -> TableStore:
    store = stores()
    store.catalogue = {"tally": TALLY, **CATALOGUE}
    return store


def begun(store: TableStore, slug: str = "tally", *options: tuple[str, str]) -> str:
    code = lobby.open_table(store, slug, 2, "pa").code
    for key, value in options:
        lobby.choose_option(store, code, key, value, "pa")
    for seat, phone in PHONES.items():
        lobby.sit_down_at_seat(store, code, seat, phone)
    lobby.start_game(store, code, "pa")
    return code


def undone(store: TableStore, code: str, seat: int, entry: int) -> bool:
    answer: TapAnswer = corrections.take_back_entry(store, code, tap(seat), entry)
    return isinstance(answer, Corrected) and answer.table.entry(entry).undone > 0


def test_a_moment_ago_and_nothing_since_goes_alone(store: TableStore) -> None:
    code = begun(store)
    assert undone(store, code, 1, act.play_tap(store, code, tap(1, "peek")).entry_seq)


def test_later_it_asks(store: TableStore) -> None:
    code = begun(store)
    entry = act.play_tap(store, code, tap(1, "peek")).entry_seq
    assert isinstance(store.clock, Clock)
    store.clock.now += SLIP_TAKE_BACK_SECONDS
    assert not undone(store, code, 1, entry)


def test_once_somebody_else_has_acted_it_asks(store: TableStore) -> None:
    code = begun(store)
    entry = act.play_tap(store, code, tap(1, "peek")).entry_seq
    act.play_tap(store, code, tap(2, "grab opal"))
    assert not undone(store, code, 1, entry)


def test_what_the_app_showed_asks_at_once(store: TableStore) -> None:
    code = begun(store)
    assert not undone(store, code, 1, act.play_tap(store, code, tap(1, "hide the 7")).entry_seq)


#: What is tapped in turn by seat 1, and whether the last of it goes alone.
EMPIRES = [
    (["begin 2"], True),
    (["begin 1", "build t-wing"], True),
    (["begin 1", "cycle"], True),
    (["begin 1", "end"], True),
    (["begin 1", "reveal awakened"], False),
]


@pytest.mark.parametrize(("taps", "alone"), EMPIRES, ids=lambda case: str(case))
def test_a_slip_at_a_table_of_empires(store: TableStore, taps: list[str], alone: bool) -> None:
    code = begun(store, "empires", ("culture", "hybrid"))
    entry = [act.play_tap(store, code, tap(1, text)).entry_seq for text in taps][-1]
    assert undone(store, code, 1, entry) is alone


def test_a_roll_of_the_app_stays_unless_the_table_agrees(store: TableStore) -> None:
    code = begun(store, "empires")
    for seat, text in ((1, "begin 1"), (1, "end"), (2, "end")):
        act.play_tap(store, code, tap(seat, text))
    assert undone(store, code, 1, act.play_tap(store, code, tap(1, "total 5")).entry_seq)
    assert not undone(store, code, 1, act.play_tap(store, code, tap(1, "roll")).entry_seq)


@pytest.mark.parametrize("slug", ["crafting", "cosmogenesis"])
def test_the_first_tap_of_a_table_hides_nothing(store: TableStore, slug: str) -> None:
    code = begun(store, slug)
    first = {"crafting": "deal", "cosmogenesis": "begin 2"}[slug]
    assert undone(store, code, 1, act.play_tap(store, code, tap(1, first)).entry_seq)


@pytest.mark.parametrize("slug", sorted(CATALOGUE))
def test_only_what_was_seen_can_have_been_seen_on_the_table(slug: str) -> None:
    game = CATALOGUE[slug]
    state = game.setup(game.seats[0], {})
    for form in game.notation.forms:
        action = game.read(form.example)
        if game.on_the_table(state, action):
            assert game.reveals_hidden_pieces(state, action)
