"""The benchmark: what it measures with is sound, and its report is what it found. No times here."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import BENCHMARKS_MODULE, NO_BENCHMARKS_MESSAGE, main
from companion.games import CATALOGUE
from companion.referee.judge import judge
from tests.benchmarks.__main__ import GROUPS, PARTS
from tests.benchmarks.bench import PEERS, Bench, peer_moves
from tests.benchmarks.driver.load import spread
from tests.benchmarks.fixtures import GAMES, SEATS, Ledgers
from tests.benchmarks.nine_cells import SMALL
from tests.benchmarks.report import Row, as_table
from tests.benchmarks.speed import middle
from tests.kit.hall import is_kept


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
    assert SMALL.slug not in CATALOGUE and set(PEERS) <= set(GAMES)
    assert peer_moves("small", 3, 4) == peer_moves("small", 3, 4)


def test_percentiles_are_those_of_the_sorted_times() -> None:
    told = spread([n / 1000 for n in range(100, 0, -1)])
    assert (told["p50"], told["p95"], told["max"]) == (51.0, 96.0, 100.0)
    assert spread([]) == {}


def test_the_middle_of_rounds_is_told_and_failures_are_added_up() -> None:
    rounds = [{"p95": 3.0, "failed": 1}, {"p95": 9.0, "failed": 0}, {"p95": 4.0, "failed": 2}]
    assert middle(rounds) == {"p95": 4.0, "failed": 3}


def test_a_row_says_whether_it_was_reached() -> None:
    table = as_table(
        [Row("a", "1 ms", "2 ms", 0.5, "under 3 ms", True), Row("b", "7", reached=False)]
    )
    lines = table.splitlines()
    assert lines[2] == "| a | 1 ms | 2 ms | 0.50 | under 3 ms | yes |"
    assert lines[3] == "| b | 7 |  |  |  | no |"


@pytest.mark.long
def test_a_part_prints_its_row_and_without_node_says_what_is_left_out(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    peer = ["--peer", str(tmp_path / "peer")]
    result = CliRunner().invoke(main, ["bench", "--only", "search", *peer])
    # 1 where the machine was too busy to reach what was to be reached: no test is about that.
    assert result.exit_code in (0, 1), result.output
    assert "no Node" in result.output and "a search in the rules of all" in result.output
    assert "The peer is left out: there is no node and no npm here" in result.output


def test_pairs_of_taps_count_each_time_that_they_are_asked_for() -> None:
    bench = Bench(None)
    try:
        with bench.ours("small", 1, 2) as (_, driver, told):
            driver("open", told=[{**told[0], "moves": [(1, "tap 1"), (2, "tap 2")]}])
            # How quick a machine is, no test is about.
            order = {"count": 3, "patience": 300.0}
            rounds = [driver("pairs", **order, apart=apart) for apart in (0.0, 0.01)]
    finally:
        bench.close()
    assert [each["counted"] for each in rounds] == [6, 6]
    assert [each["lost"] + each["silent"] for each in rounds] == [0, 0]


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


def test_a_name_may_stand_for_several_parts() -> None:
    assert set(GROUPS["hall"]) < set(PARTS) and not set(GROUPS) & set(PARTS)
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


def test_a_bench_leaves_nothing_behind() -> None:
    bench = Bench(None)
    kept = bench.fresh("some")
    assert kept.is_dir()
    bench.close()
    assert not kept.exists()
