"""Standings equal a recount that knows no person, no game and no fold: only lists of rows."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.evenings import (
    FinishedPlay,
    Player,
    PlayerStats,
    case_folded_name,
    player_statistics,
)
from companion.evenings.standings import (
    EveningFilter,
    averages_by_category,
    head_to_head_counts,
    highest_scores,
    player_counts,
    sign_by_person,
    sort_plays_by_end,
    totals_over_time,
    winning_category_by_person,
)

#: Merged, renamed and left out: "" is nobody.
NAMES = st.sampled_from(["Ana", "ana", "Ben", "Cleo", "Anna", "Dua", ""])
CALLED: st.SearchStrategy[dict[str, str]] = st.sampled_from(
    [{}, {"anna": "Ana"}, {"dua": "", "ben": "Benjamin"}, {"anna": "Ben", "cleo": ""}]
)


@st.composite
def evenings(draw: st.DrawFn) -> list[FinishedPlay]:
    found = []
    for number in range(draw(st.integers(0, 25))):
        count = draw(st.integers(1, 4))
        totals = draw(st.lists(st.integers(-5, 60), min_size=count, max_size=count))
        names = draw(st.lists(NAMES, min_size=count, max_size=count, unique_by=str.casefold))
        players = tuple(
            Player(seat, name, total, 1 + sum(x > total for x in totals), total == max(totals))
            for seat, (name, total) in enumerate(zip(names, totals, strict=True), 1)
        )
        game, ended = draw(st.sampled_from(["heap", "tally"])), draw(st.integers(0, 9))
        found.append(FinishedPlay(f"T{number:02}", game, float(ended), players))
    return found


#: One seat as a row: code, game, ended, number of players, key, rank, total, won, seat.
Row = tuple[str, str, float, int, str, int, int, bool, int]


def rows_of(plays: list[FinishedPlay], called: Mapping[str, str]) -> list[Row]:
    rows: list[Row] = []
    for play in sorted(plays, key=lambda each: (each.ended, each.code)):
        keys = {}
        for one in play.players:
            key = called.get(one.name.casefold(), one.name).casefold()
            same = [o for o in play.players if o.name.casefold() != one.name.casefold()]
            met = [o for o in same if called.get(o.name.casefold(), o.name).casefold() == key]
            keys[one.seat] = one.name.casefold() if key and met else key
        for one in play.players:
            if keys[one.seat]:
                head = (play.code, play.game, play.ended, len(play.players))
                rows.append((*head, keys[one.seat], one.rank, one.total, one.won, one.seat))
    return rows


@pytest.mark.long
@settings(max_examples=300, deadline=None)
@given(evenings(), CALLED)
def test_streaks_records_and_who_beats_whom(
    plays: list[FinishedPlay], called: dict[str, str]
) -> None:
    rows = rows_of(plays, called)
    everybody = player_statistics(plays, called)
    assert {one.name.casefold() for one in everybody} == {row[4] for row in rows}
    for one in everybody:
        for record in one.records:
            own = [r for r in rows if r[4] == one.name.casefold() and r[1] == record.game]
            marks = "".join("w" if row[7] else "-" for row in own)
            assert record.streak == max(map(len, marks.split("-")))
            assert record.running == len(marks) - len(marks.rstrip("w"))
    pairs: dict[tuple[str, str], tuple[int, int]] = {}
    for mine in rows:
        for theirs in rows:
            if mine[0] == theirs[0] and mine[4] != theirs[4]:
                before, met = pairs.get((mine[4], theirs[4]), (0, 0))
                pairs[mine[4], theirs[4]] = before + (mine[5] < theirs[5]), met + 1
    assert head_to_head_counts(plays, called) == pairs
    for best in highest_scores(plays, called):
        points = [row[6] for row in rows if row[1] == best.game]
        assert best.points == max(points)
        first = next(row for row in rows if row[1] == best.game and row[6] == best.points)
        assert best.ended == first[2]


@pytest.mark.long
@settings(max_examples=200, deadline=None)
@given(evenings(), CALLED, st.booleans())
def test_the_lines_of_a_chart(
    plays: list[FinishedPlay], called: dict[str, str], points: bool
) -> None:
    rows, everybody = rows_of(plays, called), player_statistics(plays, called)
    drawn = totals_over_time(plays, called, everybody, points)
    codes = [each.code for each in sorted(plays, key=lambda each: (each.ended, each.code))]
    for one in everybody:
        own = {row[0]: row for row in rows if row[4] == one.name.casefold()}
        assert drawn.played[one.name] == tuple(at for at, c in enumerate(codes) if c in own)
        wins, seen = 0, []
        for code in codes:
            wins += own[code][7] if code in own else 0
            seen.append(own[code][6] if code in own else None)
        if points:
            here = [drawn.totals[one.name][at] for at in drawn.played[one.name]]
            assert here == [each for each in seen if each is not None]
        elif codes:
            assert drawn.totals[one.name][-1] == wins == one.wins


@settings(max_examples=100, deadline=None)
@given(evenings(), CALLED)
def test_what_points_come_from(plays: list[FinishedPlay], called: dict[str, str]) -> None:
    """A third of the points are goals, the rest is light."""

    def parts(play: FinishedPlay) -> list[tuple[str, dict[int, int]]]:
        goals = {one.seat: one.total // 3 for one in play.players}
        return [
            ("goals", goals),
            ("light", {s.seat: s.total - goals[s.seat] for s in play.players}),
        ]

    rows = rows_of(plays, called)
    for kind in averages_by_category(plays, called, parts):
        for name, average in kind.averages.items():
            own = [row[6] // 3 for row in rows if row[4] == name]
            light = [row[6] - row[6] // 3 for row in rows if row[4] == name]
            there = own if kind.source == "goals" else light
            assert abs(average - sum(there) / len(there)) < 1e-9
    for name, source in winning_category_by_person(plays, called, parts).items():
        assert source in ("goals", "light")
        assert any(row[7] and row[3] > 1 for row in rows if row[4] == name)


@given(evenings(), st.sampled_from(["", "heap"]), st.integers(0, 4), st.integers(0, 9))
def test_which_evenings_are_wanted(
    plays: list[FinishedPlay], game: str, count: int, since: int
) -> None:
    wanted = EveningFilter(game, count, float(since))
    kept = [each for each in plays if wanted.matches(each)]
    for each in plays:
        fits = (not game or each.game == game) and (not count or len(each.players) == count)
        assert (each in kept) == (fits and each.ended >= since)
    assert player_counts(plays) == sorted({len(each.players) for each in plays})


def test_two_of_one_name_never_share_a_line() -> None:
    two = (Player(1, "Ana", 3, 1, True), Player(2, "Ben", 2, 2, False))
    plays = [FinishedPlay("A", "heap", 1.0, two)]
    made: list[PlayerStats] = player_statistics(plays, {"ben": "Ana"})
    assert {one.name for one in made} == {"Ana", "Ben"}


@given(evenings(), CALLED, st.integers(0, 25))
def test_a_persons_sign_is_their_own_for_good(
    plays: list[FinishedPlay], called: dict[str, str], first: int
) -> None:
    """Whatever is played later; while there are signs enough, nobody has another's."""
    in_order = sort_plays_by_end(plays)
    before, after = (sign_by_person(some, called, 8) for some in (in_order[:first], in_order))
    assert before.items() <= after.items()
    assert len(set(after.values())) == len(after)
    assert set(after) == {case_folded_name(each.name) for each in player_statistics(plays, called)}
    few = sign_by_person(plays, called, 2).values()
    assert len(set(few)) == min(2, len(few)) or len(few) < 2
