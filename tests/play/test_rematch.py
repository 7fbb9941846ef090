"""After the end: the whole result at once, and another game with the same people."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.play import NotAllowed, TableStore, act, forget, lobby, proposals, rematch
from companion.play.answer import Tap
from companion.tables import Table


@pytest.fixture
def over(store: TableStore) -> Table:
    """A finished game of Ana, on seat 1 with phone pa, who is the host, and Ben with pb."""
    opened = lobby.open_table(store, "tally", 3, "pa")
    code = opened.code
    lobby.choose_option(store, code, "heap", "5", "pa")
    for seat, phone, name in ((1, "pa", "Ana"), (2, "pb", "Ben")):
        lobby.sit_down_at_seat(store, code, seat, phone)
        lobby.name_seat(store, code, seat, name, phone)
    lobby.change_seat_colour(store, code, 1, "green", "pa")
    proposals.set_consent(store, code, "all", "pa")
    lobby.start_game(store, code, "pa")
    for seat, phone, count in ((1, "pa", 3), (2, "pb", 2)):
        act.play_tap(store, code, Tap(phone, seat, f"take {count}", f"i{seat}", 0))
    table = store.latest(code)
    assert table.outcome is not None
    return table


def test_the_same_people_sit_at_a_new_table_when_they_have_said_yes(
    store: TableStore, over: Table
) -> None:
    again = rematch.open_rematch(store, over.code, "pb")
    assert again.code != over.code
    assert [seat.phone for seat in again.seats] == ["", "pb", ""]
    assert [(c.name, c.colour) for c in again.seats] == [(c.name, c.colour) for c in over.seats]
    assert (again.game.slug, again.host, again.consent) == ("tally", "pb", "all")
    assert dict(again.options) == dict(over.options)
    assert not again.started
    assert store.latest(over.code).onward == again.code
    assert rematch.open_rematch(store, over.code, "pa").seats == over.seats


def test_everybody_is_led_to_the_same_table(store: TableStore, over: Table) -> None:
    first = rematch.open_rematch(store, over.code, "pb")
    assert rematch.open_rematch(store, over.code, "pa").code == first.code
    assert sorted(store.ledger.table_codes()) == sorted({over.code, first.code})


def test_a_seat_that_somebody_else_has_taken_meanwhile_is_not_taken_back(
    store: TableStore, over: Table
) -> None:
    again = rematch.open_rematch(store, over.code, "pb")
    lobby.sit_down_at_seat(store, again.code, 1, "px")
    assert rematch.open_rematch(store, over.code, "pa").seat_at(1).phone == "px"


def test_a_rematch_that_was_deleted_can_be_asked_for_again(store: TableStore, over: Table) -> None:
    first = rematch.open_rematch(store, over.code, "pb")
    forget.delete_table(store, first.code, "pb")
    second = rematch.open_rematch(store, over.code, "pa")
    assert second.code != first.code and store.latest(over.code).onward == second.code


def test_a_locked_table_stays_locked(store: TableStore, over: Table) -> None:
    lobby.lock_table(store, over.code, "pa")
    assert rematch.open_rematch(store, over.code, "pa").locked
    assert not over.locked


def test_the_second_of_two_processes_goes_where_the_first_went(
    stores: Callable[..., TableStore], store: TableStore, over: Table
) -> None:
    other = stores()
    other.latest(over.code)
    first = rematch.open_rematch(store, over.code, "pa")
    assert rematch.open_rematch(other, over.code, "pb").code == first.code


def test_only_after_the_end_and_only_people_at_the_table(store: TableStore, table: Table) -> None:
    for ask in (rematch.open_rematch, rematch.reveal_result):
        with pytest.raises(NotAllowed, match="isn't over"):
            ask(store, table.code, "pa")


def test_strangers_ask_for_nothing(store: TableStore, over: Table) -> None:
    for ask in (rematch.open_rematch, rematch.reveal_result):
        with pytest.raises(NotAllowed, match="Only phones at this table"):
            ask(store, over.code, "px")
    assert store.latest(over.code) == over


def test_the_result_is_unveiled_once(store: TableStore, over: Table) -> None:
    seen = rematch.reveal_result(store, over.code, "pb")
    assert seen.unveiled == seen.seq == over.seq + 1
    assert rematch.reveal_result(store, over.code, "pa").seq == seen.seq
    assert seen.outcome == over.outcome


def test_weeks_later_the_same_people_begin_anew_from_a_game_whose_rematch_is_over(
    store: TableStore, over: Table
) -> None:
    first = rematch.open_rematch(store, over.code, "pa")
    rematch.open_rematch(store, over.code, "pb")
    lobby.start_game(store, first.code, "pa")
    for seat, phone, count in ((1, "pa", 3), (2, "pb", 2)):
        act.play_tap(store, first.code, Tap(phone, seat, f"take {count}", f"{first.code}{seat}", 0))
    assert store.latest(first.code).outcome is not None
    second = rematch.open_rematch(store, over.code, "pa")
    assert second.code != first.code and not second.started
    started = lobby.start_game(store, second.code, "pa")
    assert started.started, "two taps"
    assert [(c.name, c.colour) for c in started.seats] == [(c.name, c.colour) for c in over.seats]
    assert dict(started.options) == dict(over.options)


def test_what_the_table_ruled_itself_holds_in_the_next_game(store: TableStore) -> None:
    code = lobby.open_table(store, "tally", 2, "pa").code
    lobby.choose_option(store, code, "heap", "5", "pa")
    for seat, phone in ((1, "pa"), (2, "pb")):
        lobby.sit_down_at_seat(store, code, seat, phone)
    lobby.start_game(store, code, "pa")
    for number, says in enumerate(("no one", "the loser")):
        asks = "who shuffles?".upper() if number else "who shuffles?"
        proposals.set_own_rule(store, code, Tap("pa", 1, "", f"a{number}", 0), asks, says)
        proposals.set_own_rule(store, code, Tap("pb", 2, "", f"b{number}", 0), asks, says)
    for seat, phone, count in ((1, "pa", 3), (2, "pb", 2)):
        act.play_tap(store, code, Tap(phone, seat, f"take {count}", f"i{seat}", 0))
    again = rematch.open_rematch(store, code, "pb")
    # A later answer to the same question is the one that counts.
    assert [each.says for each in again.own_rules] == ["the loser"]


def test_answers_given_during_the_game_go_along(store: TableStore, table: Table) -> None:
    question = table.game.rulebook.questions[0]
    choice = [*dict(question.choices)][-1]
    proposals.set_consent(store, table.code, "0", "pa")
    proposals.settle_question(store, table.code, Tap("pa", 1, ""), question.key, choice)
    while (now := store.latest(table.code)).outcome is None:
        seat = min(now.seats_to_act)
        tap = Tap(("pa", "pb", "pc")[seat - 1], seat, f"take {min(3, now.state.heap)}")
        act.play_tap(store, table.code, tap)
    again = rematch.open_rematch(store, table.code, "pa")
    assert dict(again.options)[question.key] == choice
    started = lobby.start_game(store, again.code, "pa")
    assert started.chosen_answers[question.key] == choice


@pytest.fixture
def others(store: TableStore, monkeypatch: pytest.MonkeyPatch) -> tuple[str, str]:
    """Two more games of this server: one for as many people as sat here, one for more."""
    tally = store.catalogue["tally"]
    fitting = replace(tally, slug="fitting", title="Fitting")
    large = replace(tally, slug="large", title="Large", seats=range(5, 9))
    monkeypatch.setattr(store, "catalogue", {**store.catalogue, "fitting": fitting, "large": large})
    return fitting.slug, large.slug


def test_the_same_people_go_along_to_another_game(
    store: TableStore, over: Table, others: tuple[str, str]
) -> None:
    onward = rematch.open_rematch(store, over.code, "pa", others[0])
    assert onward.game.slug == others[0] != over.game.slug
    assert [(c.name, c.colour) for c in onward.seats] == [(c.name, c.colour) for c in over.seats]
    assert (onward.host, onward.consent, onward.seat_at(1).phone) == ("pa", "all", "pa")
    assert ("heap", "5") in over.options and ("heap", "5") not in onward.options
    ben = rematch.open_rematch(store, over.code, "pb")
    assert (ben.code, ben.seat_at(2).phone) == (onward.code, "pb"), "a tap leads to the same table"


def test_only_games_for_so_many_people_are_offered(
    store: TableStore, over: Table, others: tuple[str, str]
) -> None:
    assert [game.slug for game in rematch.other_games(store, over)] == [others[0]]
    for slug in (others[1], "no-such-game"):
        with pytest.raises(NotAllowed):
            rematch.open_rematch(store, over.code, "pa", slug)
    assert store.latest(over.code).onward == ""
