"""The hub: wakes who watches, loses no ring, forgets who is gone, ends all for a stop."""

from __future__ import annotations

import threading

import pytest

from companion.live.stream_hub import PhonePresence, StreamHub, TooManyStreams


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_a_ring_wakes_the_watchers_of_its_table_only(clock: Clock) -> None:
    hub = StreamHub(clock)
    ana, bo, cy = (hub.watch(*who) for who in (("AAAA", "pa"), ("AAAA", "pb"), ("BBBB", "pc")))
    hub.wake_watchers("AAAA")
    assert ana.wait(0) and bo.wait(0)
    assert not cy.wait(0)
    assert not ana.wait(0)


def test_many_rings_are_one_and_a_ring_before_the_wait_is_not_lost(clock: Clock) -> None:
    hub = StreamHub(clock)
    with hub.watch("AAAA", "pa") as ana:
        for _ in range(100):
            hub.wake_watchers("AAAA")
        assert ana.wait(0)
        assert not ana.wait(0.01)


def test_a_sleeping_watcher_is_woken_at_once(clock: Clock) -> None:
    hub = StreamHub(clock)
    with hub.watch("AAAA", "pa") as ana:
        timer = threading.Timer(0.05, hub.wake_watchers, ["AAAA"])
        timer.start()
        assert ana.wait(600), "it slept on until its time was over"
        timer.join()


def test_closing_wakes_everyone_for_good(clock: Clock) -> None:
    hub = StreamHub(clock)
    with hub.watch("AAAA", "pa") as ana, hub.watch("BBBB", "pb") as bo:
        woken = []
        thread = threading.Thread(target=lambda: woken.append(ana.wait(600)))
        thread.start()
        assert not bo.is_server_stopping
        hub.close()
        thread.join(60)
        assert woken == [True] and ana.is_server_stopping and bo.wait(0) and bo.wait(0)


def test_presence_says_who_is_awake_and_since_when(clock: Clock) -> None:
    hub = StreamHub(clock)
    first = hub.watch("AAAA", "pa")
    clock.now = 110.0
    second = hub.watch("AAAA", "pa")
    assert hub.presence_by_phone("AAAA") == {"pa": PhonePresence(True, 100.0)}
    hub.remove_watcher(first)
    assert hub.presence_by_phone("AAAA") == {"pa": PhonePresence(True, 100.0)}
    clock.now = 120.0
    hub.remove_watcher(second)
    hub.remove_watcher(second)
    assert hub.presence_by_phone("AAAA") == {"pa": PhonePresence(False, 120.0)}
    clock.now = 130.0
    with hub.watch("AAAA", "pa"):
        assert hub.presence_by_phone("AAAA") == {"pa": PhonePresence(True, 130.0)}
    assert hub.presence_by_phone("BBBB") == {}


def test_too_many_watchers_are_turned_away_and_places_come_free(clock: Clock) -> None:
    hub = StreamHub(clock, limit=2)
    with hub.watch("AAAA", "pa"):
        with hub.watch("AAAA", "pb"), pytest.raises(TooManyStreams):
            hub.watch("AAAA", "pc")
        with hub.watch("AAAA", "pc"):
            assert hub.presence_by_phone("AAAA")["pc"].awake


def test_a_page_that_was_left_takes_no_room_of_its_phone(clock: Clock) -> None:
    """Noticed before its stream has ended."""
    hub = StreamHub(clock)
    pages = [hub.watch("AAAA", "pa") for _ in range(24)]
    with pytest.raises(TooManyStreams):
        hub.watch("AAAA", "pa")
    pages[2].mark_disconnected()
    hub.watch("AAAA", "pa")
    with pytest.raises(TooManyStreams):
        hub.watch("AAAA", "pa")


def test_a_page_whose_network_is_gone_takes_no_room_of_its_phone(clock: Clock) -> None:
    """It cannot hang up any more; that it takes nothing is known soon after a beat."""
    hub, unread = StreamHub(clock), [0]
    for _ in range(23):
        hub.watch("AAAA", "pa")
    lost = hub.watch("AAAA", "pa", on_its_way=lambda: unread[0])
    lost.begin_message()
    lost.mark_message_sent()
    unread[0] = 40
    with pytest.raises(TooManyStreams):
        hub.watch("AAAA", "pa")
    clock.now += 4
    hub.watch("AAAA", "pa")


def test_whoever_hangs_up_is_woken_for_good(clock: Clock) -> None:
    hub = StreamHub(clock)
    with hub.watch("AAAA", "pa") as ana, hub.watch("AAAA", "pb") as bo:
        assert not ana.must_end
        ana.mark_disconnected()
        assert ana.must_end and ana.wait(0) and ana.wait(0)
        assert not bo.must_end and not bo.wait(0)


def test_five_pages_of_one_phone_have_room_while_dead_ones_still_count(clock: Clock) -> None:
    """Each of them was loaded anew three times, and no server has heard yet that they are gone."""
    hub = StreamHub(clock)
    for _ in range(5 * 4):
        hub.watch("AAAA", "pa")
    assert hub.stream_count == 20


def test_passers_by_do_not_fill_the_memory(clock: Clock) -> None:
    hub = StreamHub(clock, limit=3)
    for number in range(10):
        with hub.watch(f"T{number}", "pa"):
            pass
    assert [number for number in range(10) if hub.presence_by_phone(f"T{number}")] == [7, 8, 9]
    for number in range(100):
        with hub.watch("T9", f"p{number}"):
            pass
    assert 0 < len(hub.presence_by_phone("T9")) < 50
    assert "p99" in hub.presence_by_phone("T9")


def test_a_phone_that_does_not_take_what_it_is_sent_is_behind(clock: Clock) -> None:
    hub = StreamHub(clock)
    unread = [0]
    with hub.watch("AAAA", "pa", on_its_way=lambda: unread[0]) as ana:
        ana.begin_message()
        ana.mark_message_sent()
        unread[0] = 700
        assert not hub.presence_by_phone("AAAA")["pa"].behind, "on its way is not late"
        clock.now += 4
        assert hub.presence_by_phone("AAAA")["pa"].behind
        ana.begin_message()
        ana.mark_message_sent()
        assert hub.presence_by_phone("AAAA")["pa"].behind, (
            "a newer message does not make it quicker"
        )
        unread[0] = 0
        assert not hub.presence_by_phone("AAAA")["pa"].behind


def test_a_line_that_takes_nothing_is_behind_without_being_asked(clock: Clock) -> None:
    hub = StreamHub(clock)
    with hub.watch("AAAA", "pa") as ana:
        ana.begin_message()
        clock.now += 4
        assert hub.presence_by_phone("AAAA")["pa"].behind
        with hub.watch("AAAA", "pa"):
            assert not hub.presence_by_phone("AAAA")["pa"].behind, "its other page shows it all"
        ana.mark_message_sent()
        assert not hub.presence_by_phone("AAAA")["pa"].behind


def test_a_phone_without_a_stream_counts_as_awake_while_it_looks_in(clock: Clock) -> None:
    hub = StreamHub(clock, limit=2)
    hub.announce_phone_poll("AAAA", "pa")
    assert hub.is_polling("AAAA", "pa") and not hub.is_polling("AAAA", "pb")
    clock.now += 41
    assert not hub.is_polling("AAAA", "pa")
    for phone in ("pa", "pb", "pc"):
        hub.announce_phone_poll("AAAA", phone)
    assert [hub.is_polling("AAAA", phone) for phone in ("pa", "pb", "pc")] == [False, True, True]


def test_how_long_a_phone_has_been_away(clock: Clock) -> None:
    hub = StreamHub(clock)
    clock.now += 7
    assert hub.seconds_since_last_request("K7QX", "pa") == 7, (
        "never seen: as long as this process knows"
    )
    watcher = hub.watch("K7QX", "pa")
    clock.now += 100
    assert hub.seconds_since_last_request("K7QX", "pa") == 0
    hub.remove_watcher(watcher)
    clock.now += 61
    assert hub.seconds_since_last_request("K7QX", "pa") == 61
    hub.announce_phone_poll("K7QX", "pa")
    clock.now += 5
    assert hub.seconds_since_last_request("K7QX", "pa") == 5


def test_a_table_may_rest_while_all_who_watch_it_wait_for_news(clock: Clock) -> None:
    hub = StreamHub(clock)
    assert hub.has_only_idle_watchers("AAAA")
    with hub.watch("AAAA", "pa") as ana, hub.watch("AAAA", "pb") as bo:
        assert not hub.has_only_idle_watchers("AAAA") and hub.has_only_idle_watchers("BBBB")
        ana.rests = True
        assert not hub.has_only_idle_watchers("AAAA")
        bo.rests = True
        assert hub.has_only_idle_watchers("AAAA")
    assert hub.has_only_idle_watchers("AAAA")
