"""A table that nobody watches keeps no drawings; what is drawn again is what was drawn."""

from __future__ import annotations

from sys import getsizeof

from companion.web.html_cache import RenderCache, TableActivity


def test_a_table_is_quiet_once_and_after_its_time() -> None:
    now = [0.0]
    lately = TableActivity(lambda: now[0], after=60)
    lately.touch("AAAA")
    now[0] = 50
    lately.touch("BBBB")
    lately.touch("AAAA")
    now[0] = 109
    assert lately.pop_least_recent() is None and lately.active_table_count
    now[0] = 110
    assert [lately.pop_least_recent() for _ in range(3)] == ["BBBB", "AAAA", None]
    assert not lately.active_table_count


def test_what_is_forgotten_of_one_table_stays_of_another() -> None:
    book = RenderCache(room=1000)
    for code in ("AAAA", "BBBB"):
        for seat in (1, 2):
            book.put((code, seat), f"{code} as {seat} sees it")
    book.forget_table("AAAA")
    assert (book.count("AAAA"), book.count("BBBB")) == (0, 2)
    assert book.find(("AAAA", 1)) is None and book.find(("BBBB", 2)) == "BBBB as 2 sees it"


def test_what_has_no_room_any_more_is_known_of_no_table() -> None:
    book = RenderCache(room=10 * getsizeof("ten signs."))
    for number in range(50):
        book.put(("AAAA", number), "ten signs.")
        book.put(("BBBB", number % 3), "ten signs.")
    assert book.count("AAAA") + book.count("BBBB") == 10
    book.forget_table("AAAA")
    book.forget_table("BBBB")
    assert book._drawn.currsize == 0 and not book._drawn._keys
