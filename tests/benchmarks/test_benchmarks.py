"""The benchmark: what it measures with is sound, and its report is what it found. No times here."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from companion.cli import BENCHMARKS_MODULE, NO_BENCHMARKS_MESSAGE, main
from companion.games import CATALOGUE
from companion.referee.judge import judge
from tests.benchmarks import asking, peers, speed, steadiness
from tests.benchmarks.__main__ import GROUPS, SCENARIOS
from tests.benchmarks.bench import Bench
from tests.benchmarks.driver.orders import spread
from tests.benchmarks.report import Row, as_table
from tests.benchmarks.servers import Driver
from tests.kit.filled_ledgers import GAMES, SEATS, Ledgers
from tests.kit.hall import is_kept
from tests.kit.nine_cells import SMALL


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(None, folder=tmp_path)


@pytest.mark.parametrize("slug", [*CATALOGUE, SMALL.slug])
def test_its_tables_are_in_the_middle_of_a_game_with_moves_that_count(
    slug: str, tmp_path: Path
) -> None:
    ledgers = Ledgers(tmp_path / "tables.sqlite")
    told = ledgers.tables(slug, 2, 5)
    for each in told:
        table = ledgers.store.latest(each["code"])
        assert len(each["phones"]) == SEATS and len(each["moves"]) == 5
        assert table.outcome is None and len({one.phone for one in table.seats}) == SEATS
        state, game = table.state, GAMES[slug]
        for seat, text in each["moves"]:
            action = game.read(text)
            assert judge(game, state, seat, action).allowed
            state = game.apply(state, seat, action)
    ledgers.close()


def test_its_small_game_is_on_no_list_for_people() -> None:
    assert SMALL.slug not in CATALOGUE and set(peers.GAMES) <= set(GAMES)
    assert peers.moves("small", 3, 4) == peers.moves("small", 3, 4)


def test_percentiles_are_those_of_the_sorted_times() -> None:
    told = spread([n / 1000 for n in range(100, 0, -1)])
    assert (told["p50"], told["p95"], told["max"]) == (51.0, 96.0, 100.0)
    assert spread([]) == {}


def test_the_middle_of_rounds_is_told_and_failures_are_added_up() -> None:
    rounds = [{"p95": 3.0, "failed": 1}, {"p95": 9.0, "failed": 0}, {"p95": 4.0, "failed": 2}]
    assert speed.middle(rounds) == {"p95": 4.0, "failed": 3}


def test_a_row_says_whether_it_was_reached() -> None:
    table = as_table(
        [Row("a", "1 ms", "2 ms", 0.5, "under 3 ms", True), Row("b", "7", reached=False)]
    )
    lines = table.splitlines()
    assert lines[2] == "| a | 1 ms | 2 ms | 0.50 | under 3 ms | yes |"
    assert lines[3] == "| b | 7 |  |  |  | no |"


@pytest.mark.process
def test_a_search_is_told_with_its_first_one(bench: Bench) -> None:
    first, found, judged = asking.search(bench, languages=["en"], every=400)
    assert first.ours.startswith("en ") and "a search in the rules of all" in found.what
    assert judged.what.startswith("a verdict on an action") and judged.ours


@pytest.mark.process
def test_without_node_a_peer_is_left_out(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    said: list[str] = []
    monkeypatch.setenv("PATH", str(tmp_path))
    bench = Bench(tmp_path / "peer", say=said.append, folder=tmp_path)
    assert bench.boardgame is None and bench.boardgame is None
    assert said == ["boardgame.io is left out: there is no node and no npm here"]


@pytest.mark.process
@pytest.mark.long
def test_the_driver_does_what_it_is_told_at_a_server_of_ours(bench: Bench) -> None:
    with bench.ours("small", 2, 40, COMPANION_TAPS="4") as side:
        # How quick a machine is, no test is about.
        rounds = steadiness.paired(side, count=3, patience=300.0)
        assert [(each["counted"], each["lost"], each["silent"]) for each in rounds] == [
            (6, 0, 0),
            (6, 0, 0),
            (6, 0, 0),
        ]
        driver, (table, other) = side.driver, side.tables
        assert driver("close")["cpu"] > 0
        assert driver("open", told=side.tables) == {"200": 2 * SEATS}
        load = driver("load", rate=20.0, seconds=0.5)
        assert (load["sent"], load["done"]) == (10, 10) and load["everywhere"]["p50"] > 0
        assert driver("in turn", tables=[table["code"]], count=3)["done"] == 3
        assert driver("sizes")["pushed"] > driver("sizes")["answer max"] > 0
        newest = driver("again", since=0)["seen"]
        assert driver("again", since=newest - 2)["seen"] == newest
        page = (f"/t/{table['code']}", table["phones"][0]["cookie"])
        assert driver("get", path=page[0])["all"] > 20_000
        assert len(driver("touch", pages=[page], apart=0.0)) == 1
        answers = driver("taps until gone", rate=20.0, seconds=0.2)
        assert {status for _, _, status in answers} == {200}
        _breaks_nothing(driver, other)
        with Driver(side.server.port) as beside:
            assert set(beside("look", path=page[0], lookers=2, seconds=0.3)) == {"200"}
        side.server.kill()
        assert driver("taps until gone", rate=20.0, seconds=0.1)[0][2] == 0


def _breaks_nothing(driver: Driver, table: dict[str, Any]) -> None:
    driver("half-open", count=2)
    assert driver("let go") == {"ended by the server": 0, "of": 2}
    driver("slow", count=1)
    assert driver("crowd", count=2) == {"200": 2}
    flood = driver("flood", tables=[table["code"]], count=60)
    assert set(flood) == {"200", "429"} and sum(flood.values()) == 60
    assert driver("too big", size=1_000_000) == {"sent": "413", "announced": "413"}


def test_without_a_checkout_it_says_where_the_benchmarks_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, BENCHMARKS_MODULE, None)
    result = CliRunner().invoke(main, ["bench", "--only", "search"])
    assert (result.exit_code, result.output) == (1, f"Error: {NO_BENCHMARKS_MESSAGE}\n")


def test_a_wrong_setting_is_told_in_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_HEARTBEAT", "abc")
    result = CliRunner().invoke(main, ["bench", "--only", "search"])
    assert isinstance(result.exception, SystemExit), result.output
    assert str(result.exception).startswith("COMPANION_HEARTBEAT='abc' can't be:")


def test_an_unknown_part_is_named() -> None:
    result = CliRunner().invoke(main, ["bench", "--only", "nothing"])
    assert result.exit_code == 2 and "nothing" in result.output


@pytest.mark.parametrize(("reached", "code"), [(True, 0), (None, 0), (False, 1)])
def test_a_part_prints_its_row(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, reached: bool | None, code: int
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    row = Row("what was measured", "7 ms", reached=reached)
    monkeypatch.setitem(SCENARIOS, "wire", (lambda _: [row],))
    result = CliRunner().invoke(main, ["bench", "--only", "wire"])
    assert result.exit_code == code, result.output
    assert row.line() in result.output and "no Node" in result.output


def test_a_name_may_stand_for_several_parts() -> None:
    assert set(GROUPS["hall"]) < set(SCENARIOS) and not set(GROUPS) & set(SCENARIOS)
    assert "hall-promoted" in GROUPS["hall"] and "hall-million" in GROUPS["hall"]


@pytest.mark.parametrize(
    ("status", "text", "kept"),
    [
        (503, "<hx-partial>That wasn't saved", True),
        (502, "<html>a proxy's own", True),
        (504, "<html>a proxy's own", True),
        (500, "<html>broken", False),
        (504, "<hx-partial>ours", False),
    ],
)
def test_a_phone_of_the_hall_gives_up_a_tap_where_a_real_one_does(
    status: int, text: str, kept: bool
) -> None:
    assert is_kept(status, text) is kept


@pytest.mark.process
def test_a_bench_leaves_nothing_behind() -> None:
    bench = Bench(None)
    kept = bench.fresh("some")
    assert kept.is_dir()
    bench.close()
    assert not kept.exists()
