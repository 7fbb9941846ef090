"""A server where nobody asks for anything any more puts its quiet tables away all the same."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from pathlib import Path

import gevent
import pytest

from companion.app import create_app
from companion.config import IDLE_TABLE_SECONDS, Config
from companion.play import lobby
from companion.referee import memo
from companion.server import memory
from companion.tables import entry
from companion.web.site import Site
from tests.kit.quiet import pass_time
from tests.kit.served import GENEROUS
from tests.kit.toy_game import HEAP


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    app = create_app(Config(tmp_path / "tables.db", "secret"), games={"heap": HEAP})
    yield app.extensions["companion"]
    app.extensions["companion"].close()


def tables(site: Site, count: int) -> list[str]:
    codes = [lobby.open_table(site.store, "heap", 2, "0123abcd").code for _ in range(count)]
    for code in codes:
        site.table_activity.touch(code)
        site.html_cache.put((code, "drawn"), "what was drawn")
    return codes


def test_all_quiet_tables_are_put_away_and_nothing_is_remembered_of_them(site: Site) -> None:
    codes = tables(site, 20)
    assert memory.evict_idle_tables(site) == 0
    memo._all[0]["a state"] = ((), "a panel")
    entry._made_again(entry.EMPTY_PAST)
    pass_time(site, IDLE_TABLE_SECONDS)
    site.table_activity.touch(codes[7])
    assert memory.evict_idle_tables(site) == 19
    kept = [code for code in codes if site.html_cache.count(code)]
    assert kept == [codes[7]] and site.store.cached_table_count == 1
    assert memo._all[0], "somebody still plays"
    pass_time(site, IDLE_TABLE_SECONDS)
    assert memory.evict_idle_tables(site) == 1
    assert not site.store.cached_table_count and not memo._all[0]
    assert not entry._made_again.cache_info().currsize


def test_nobody_has_to_ask(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[int] = []
    monkeypatch.setattr(memory, "EVICTION_SEARCH_SECONDS", 0.01)
    monkeypatch.setattr(memory, "_giving_back", lambda: lambda: given.append(1))
    tables(site, 3)
    looking = memory.start_evicting_idle_tables(site)
    gevent.sleep(0.1)
    assert site.store.cached_table_count == 3 and not given
    pass_time(site, IDLE_TABLE_SECONDS)
    with gevent.Timeout(GENEROUS):
        while not given:
            gevent.sleep(0.01)
    looking.kill()
    assert not site.store.cached_table_count and given == [1]


def test_a_table_counts_as_quiet_when_the_config_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "EVICTION_SEARCH_SECONDS", 2 * GENEROUS)
    quick = Config(tmp_path / "tables.db", "secret", quiet=0.01)
    site: Site = create_app(quick, games={"heap": HEAP}).extensions["companion"]
    tables(site, 3)
    looking = memory.start_evicting_idle_tables(site)
    with gevent.Timeout(GENEROUS):
        while site.store.cached_table_count:
            gevent.sleep(0.01)
    looking.kill()
    site.close()


@pytest.mark.parametrize("trouble", [AttributeError, OSError, TypeError])
def test_other_c_libraries_are_not_asked(
    trouble: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(name: None) -> None:
        raise trouble

    monkeypatch.setattr(ctypes, "CDLL", none)
    memory._giving_back()()


def test_the_one_that_keeps_it_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    library = type("Library", (), {"malloc_trim": staticmethod(asked.append)})
    monkeypatch.setattr(ctypes, "CDLL", lambda name: library)
    memory._giving_back()()
    assert asked == [0]
