"""Nobody watches: nothing is kept of a table, and whoever comes back sees what stood there."""

from __future__ import annotations

import gc
import re
from collections.abc import Callable

import pytest
from flask import Flask

from companion.config import IDLE_TABLE_SECONDS
from companion.ledger import Unavailable
from companion.tables import Table
from companion.web.page.render import draw_app_piece
from companion.web.site import Site
from tests.kit.phones import Phone, Stream, targets
from tests.kit.quiet import pass_time
from tests.kit.secrets import tells
from tests.web.routes.test_handover import shown, take

Game = tuple[str, Phone, Phone]

#: What a tap changes of all that the first message has; it sends pieces of the other slots.
CHANGED = {
    *("seen", "slot-table", "slot-dock", "slot-awaited", "slot-presence", "slot-last"),
    "slot-invite",  # by which address phones come is no part of the table
}

#: What hangs on more than the table's version is not known any more: that it is empty, or on a tab.
FORGOTTEN = re.compile(
    r'<hx-partial hx-target="#slot-[\w-]+" hx-swap="\w+">'
    r"(<div [^>]*data-later[^>]*></div>)?</hx-partial>"
)


def later(here: Site, seconds: float) -> None:
    pass_time(here, seconds)
    while here.evict_idle_table():
        pass


def without_names(page: str) -> str:
    """The page without what names its drawings, which are counted anew."""
    return re.sub(r' data-(mark|later|shown)="[^"]*"', "", page)


def settle(watching: list[Stream]) -> None:
    """Until each was sent two heartbeats with nothing else: nothing is on its way any more."""
    for stream in watching:
        for _ in range(2):
            while not next(stream._chunks).startswith(b"event: hb"):
                pass


def remembered(here: Site, code: str) -> tuple[int, int, bool]:
    """Drawings, views, and whether the folded table is remembered."""
    return here.html_cache.count(code), here.view_cache.count(code), code in here.store._tables


def test_a_table_that_nobody_watches_keeps_nothing(game: Game, here: Site) -> None:
    code, ana, ben = game
    ben.tap(code, "hide", seat=2, **{"action.1": "7391", "lead.1": "the"})
    before = ana.get(f"/t/{code}").text, ben.get(f"/t/{code}").text
    later(here, IDLE_TABLE_SECONDS - 1)
    drawings, views, table = remembered(here, code)
    assert drawings and views and table
    later(here, 2)
    assert remembered(here, code) == (0, 0, False)
    after = ana.get(f"/t/{code}").text, ben.get(f"/t/{code}").text
    assert [*map(without_names, after)] == [*map(without_names, before)]
    assert "7391" in before[1] and not tells(before[0], "7391")


def test_one_that_only_sleeps_keeps_no_more(game: Game, here: Site) -> None:
    code, ana, ben = game
    ana.tap(code, "take 1", seat=1)
    ben.tap(code, "take 1", seat=2)
    watching = [ana.watch(code), ben.watch(code), ben.watch(code, "screen")]
    whole = [set(targets(stream.message())) for stream in watching]
    settle(watching)
    later(here, IDLE_TABLE_SECONDS)
    assert remembered(here, code) == (0, 0, False)
    settle(watching)
    assert remembered(here, code) == (0, 0, False), "a heartbeat asks for no table"
    held = [each for each in gc.get_objects() if isinstance(each, Table) and each.entries]
    assert code not in {table.code for table in held}
    # All is worked out anew, and what the phones show already is still not sent again.
    ana.tap(code, "take 1", seat=1)
    for stream, shown_before in zip(watching, whole, strict=True):
        news = stream.message()
        sent = targets(FORGOTTEN.sub("", news))
        assert "say" in sent and shown_before & set(sent) <= CHANGED
        stream.close()
    later(here, IDLE_TABLE_SECONDS)
    assert remembered(here, code) == (0, 0, False)


def test_one_that_was_woken_for_nothing_is_put_away_again(game: Game, here: Site) -> None:
    """A phone that comes or goes wakes the others; to tell them, the table is folded."""
    code, ana, ben = game
    watching = [ana.watch(code), ben.watch(code)]
    for stream in watching:
        stream.message()
    settle(watching)
    later(here, IDLE_TABLE_SECONDS)
    here.stream_hub.wake_watchers(code)
    settle(watching)
    assert remembered(here, code)[2]
    later(here, IDLE_TABLE_SECONDS)
    assert remembered(here, code) == (0, 0, False)
    for stream in watching:
        stream.close()


def test_one_keeps_its_table_while_time_alone_may_change_what_a_phone_shows(
    game: Game, here: Site, phone: Callable[[], Phone]
) -> None:
    code, ana, _ = game
    stream = ana.watch(code)
    stream.message()
    take(phone(), code, shown(ana, code, 2))
    settle([stream])
    later(here, IDLE_TABLE_SECONDS)
    assert any(seat.asked or seat.claim for seat in here.store.latest(code).seats)
    assert remembered(here, code)[2]
    stream.close()


def test_a_sleeping_phone_learns_what_another_process_has_written(
    game: Game, here: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, ana, ben = game
    stream = ana.watch(code)
    stream.message()
    settle([stream])
    later(here, IDLE_TABLE_SECONDS)
    # As if the other one had no way to ring here.
    monkeypatch.setattr(here.store.stream_hub, "wake_watchers", lambda code: None)
    ben.tap(code, "take 1", seat=1)
    ana.tap(code, "take 1", seat=1)
    here.store.evict_table(code)
    assert "Ana took 1 counter" in stream.message()
    stream.close()


def test_while_the_ledger_cannot_be_read_a_sleeping_phone_shows_what_it_showed(
    game: Game, here: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, ana, _ = game
    stream = ana.watch(code)
    stream.message()
    settle([stream])
    later(here, IDLE_TABLE_SECONDS)

    def out_of_reach(*_: object, **__: object) -> None:
        raise Unavailable("locked")

    with monkeypatch.context() as broken:
        broken.setattr(here.store.ledger, "events", out_of_reach)
        broken.setattr(here.store.ledger, "snapshot", out_of_reach)
        here.stream_hub.wake_watchers(code)
        settle([stream])
    ana.tap(code, "take 1", seat=1)
    assert "Ana took 1 counter" in stream.message()
    stream.close()


def test_whoever_deletes_a_sleeping_table_ends_its_pages(game: Game, here: Site) -> None:
    code, ana, _ = game
    stream = ana.watch(code)
    stream.message()
    settle([stream])
    later(here, IDLE_TABLE_SECONDS)
    here.store.ledger.delete(code)
    here.stream_hub.wake_watchers(code)
    assert stream.message().startswith("event: gone")


def test_other_tables_keep_theirs(game: Game, here: Site) -> None:
    code, ana, _ = game
    ana.get(f"/t/{code}")
    later(here, IDLE_TABLE_SECONDS - 1)
    other = ana.open_table()
    later(here, 1)
    assert remembered(here, code) == (0, 0, False)
    assert remembered(here, other)[2]


def test_what_is_drawn_while_nobody_asks_is_put_away_too(
    game: Game, here: Site, app: Flask
) -> None:
    code, ana, _ = game
    stream = ana.watch(code)
    stream.message()
    later(here, IDLE_TABLE_SECONDS)
    assert not here.table_activity.active_table_count
    with app.test_request_context():
        assert draw_app_piece("language", here.store.cached_table(code), 0).html
    assert remembered(here, code)[:2] != (0, 0)
    later(here, IDLE_TABLE_SECONDS)
    assert remembered(here, code) == (0, 0, False)
    stream.close()
