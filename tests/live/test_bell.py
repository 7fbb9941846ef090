"""The bell: wakes who watches, loses no ring, forgets who is gone, ends all for a stop."""

from __future__ import annotations

import threading

import pytest

from companion.live.bell import Bell, Presence, TooManyStreams


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_a_ring_wakes_the_watchers_of_its_table_only(clock: Clock) -> None:
    bell = Bell(clock)
    ana, bo, cy = (bell.watch(*who) for who in (("AAAA", "pa"), ("AAAA", "pb"), ("BBBB", "pc")))
    bell.ring("AAAA")
    assert ana.wait(0) and bo.wait(0)
    assert not cy.wait(0)
    assert not ana.wait(0)


def test_many_rings_are_one_and_a_ring_before_the_wait_is_not_lost(clock: Clock) -> None:
    bell = Bell(clock)
    with bell.watch("AAAA", "pa") as ana:
        for _ in range(100):
            bell.ring("AAAA")
        assert ana.wait(0)
        assert not ana.wait(0.01)


def test_a_sleeping_watcher_is_woken_at_once(clock: Clock) -> None:
    bell = Bell(clock)
    with bell.watch("AAAA", "pa") as ana:
        timer = threading.Timer(0.05, bell.ring, ["AAAA"])
        timer.start()
        assert ana.wait(600), "it slept on until its time was over"
        timer.join()


def test_closing_wakes_everyone_for_good(clock: Clock) -> None:
    bell = Bell(clock)
    with bell.watch("AAAA", "pa") as ana, bell.watch("BBBB", "pb") as bo:
        woken = []
        thread = threading.Thread(target=lambda: woken.append(ana.wait(600)))
        thread.start()
        assert not bo.closed
        bell.close()
        thread.join(60)
        assert woken == [True] and ana.closed and bo.wait(0) and bo.wait(0)


def test_presence_says_who_is_awake_and_since_when(clock: Clock) -> None:
    bell = Bell(clock)
    first = bell.watch("AAAA", "pa")
    clock.now = 110.0
    second = bell.watch("AAAA", "pa")
    assert bell.presence("AAAA") == {"pa": Presence(True, 100.0)}
    bell.remove_watcher(first)
    assert bell.presence("AAAA") == {"pa": Presence(True, 100.0)}
    clock.now = 120.0
    bell.remove_watcher(second)
    bell.remove_watcher(second)
    assert bell.presence("AAAA") == {"pa": Presence(False, 120.0)}
    clock.now = 130.0
    with bell.watch("AAAA", "pa"):
        assert bell.presence("AAAA") == {"pa": Presence(True, 130.0)}
    assert bell.presence("BBBB") == {}


def test_too_many_watchers_are_turned_away_and_places_come_free(clock: Clock) -> None:
    bell = Bell(clock, limit=2)
    with bell.watch("AAAA", "pa"):
        with bell.watch("AAAA", "pb"), pytest.raises(TooManyStreams):
            bell.watch("AAAA", "pc")
        with bell.watch("AAAA", "pc"):
            assert bell.presence("AAAA")["pc"].awake


def test_a_page_that_was_left_takes_no_room_of_its_phone(clock: Clock) -> None:
    """Noticed before its stream has ended."""
    bell = Bell(clock)
    pages = [bell.watch("AAAA", "pa") for _ in range(24)]
    with pytest.raises(TooManyStreams):
        bell.watch("AAAA", "pa")
    pages[2].mark_disconnected()
    bell.watch("AAAA", "pa")
    with pytest.raises(TooManyStreams):
        bell.watch("AAAA", "pa")


def test_a_page_whose_network_is_gone_takes_no_room_of_its_phone(clock: Clock) -> None:
    """It cannot hang up any more; that it takes nothing is known soon after a beat."""
    bell, unread = Bell(clock), [0]
    for _ in range(23):
        bell.watch("AAAA", "pa")
    lost = bell.watch("AAAA", "pa", on_its_way=lambda: unread[0])
    lost.begin_message()
    lost.end_message()
    unread[0] = 40
    with pytest.raises(TooManyStreams):
        bell.watch("AAAA", "pa")
    clock.now += 4
    bell.watch("AAAA", "pa")


def test_whoever_hangs_up_is_woken_for_good(clock: Clock) -> None:
    bell = Bell(clock)
    with bell.watch("AAAA", "pa") as ana, bell.watch("AAAA", "pb") as bo:
        assert not ana.must_end
        ana.mark_disconnected()
        assert ana.must_end and ana.wait(0) and ana.wait(0)
        assert not bo.must_end and not bo.wait(0)


def test_five_pages_of_one_phone_have_room_while_dead_ones_still_count(clock: Clock) -> None:
    """Each of them was loaded anew three times, and no server has heard yet that they are gone."""
    bell = Bell(clock)
    for _ in range(5 * 4):
        bell.watch("AAAA", "pa")
    assert bell.stream_count == 20


def test_passers_by_do_not_fill_the_memory(clock: Clock) -> None:
    bell = Bell(clock, limit=3)
    for number in range(10):
        with bell.watch(f"T{number}", "pa"):
            pass
    assert [number for number in range(10) if bell.presence(f"T{number}")] == [7, 8, 9]
    for number in range(100):
        with bell.watch("T9", f"p{number}"):
            pass
    assert 0 < len(bell.presence("T9")) < 50
    assert "p99" in bell.presence("T9")


def test_a_phone_that_does_not_take_what_it_is_sent_is_behind(clock: Clock) -> None:
    bell = Bell(clock)
    unread = [0]
    with bell.watch("AAAA", "pa", on_its_way=lambda: unread[0]) as ana:
        ana.begin_message()
        ana.end_message()
        unread[0] = 700
        assert not bell.presence("AAAA")["pa"].behind, "on its way is not late"
        clock.now += 4
        assert bell.presence("AAAA")["pa"].behind
        ana.begin_message()
        ana.end_message()
        assert bell.presence("AAAA")["pa"].behind, "a newer message does not make it quicker"
        unread[0] = 0
        assert not bell.presence("AAAA")["pa"].behind


def test_a_line_that_takes_nothing_is_behind_without_being_asked(clock: Clock) -> None:
    bell = Bell(clock)
    with bell.watch("AAAA", "pa") as ana:
        ana.begin_message()
        clock.now += 4
        assert bell.presence("AAAA")["pa"].behind
        with bell.watch("AAAA", "pa"):
            assert not bell.presence("AAAA")["pa"].behind, "its other page shows it all"
        ana.end_message()
        assert not bell.presence("AAAA")["pa"].behind


def test_a_phone_without_a_stream_counts_as_awake_while_it_looks_in(clock: Clock) -> None:
    bell = Bell(clock, limit=2)
    bell.announce_poll("AAAA", "pa")
    assert bell.is_polling("AAAA", "pa") and not bell.is_polling("AAAA", "pb")
    clock.now += 41
    assert not bell.is_polling("AAAA", "pa")
    for phone in ("pa", "pb", "pc"):
        bell.announce_poll("AAAA", phone)
    assert [bell.is_polling("AAAA", phone) for phone in ("pa", "pb", "pc")] == [False, True, True]


def test_how_long_a_phone_has_been_away(clock: Clock) -> None:
    bell = Bell(clock)
    clock.now += 7
    assert bell.seconds_since_last_request("K7QX", "pa") == 7, (
        "never seen: as long as this process knows"
    )
    watcher = bell.watch("K7QX", "pa")
    clock.now += 100
    assert bell.seconds_since_last_request("K7QX", "pa") == 0
    bell.remove_watcher(watcher)
    clock.now += 61
    assert bell.seconds_since_last_request("K7QX", "pa") == 61
    bell.announce_poll("K7QX", "pa")
    clock.now += 5
    assert bell.seconds_since_last_request("K7QX", "pa") == 5


def test_a_table_may_rest_while_all_who_watch_it_wait_for_news(clock: Clock) -> None:
    bell = Bell(clock)
    assert bell.has_only_idle_watchers("AAAA")
    with bell.watch("AAAA", "pa") as ana, bell.watch("AAAA", "pb") as bo:
        assert not bell.has_only_idle_watchers("AAAA") and bell.has_only_idle_watchers("BBBB")
        ana.rests = True
        assert not bell.has_only_idle_watchers("AAAA")
        bo.rests = True
        assert bell.has_only_idle_watchers("AAAA")
    assert bell.has_only_idle_watchers("AAAA")
