"""Builds statistics in pictures: who won what, wins or points over time, who beats whom."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

from flask import request, url_for

from companion.evenings import (
    FinishedPlay,
    PlayerStats,
    case_folded_name,
    person_names,
    total_text,
)
from companion.evenings.standings import (
    EveningFilter,
    HighestScore,
    averages_by_category,
    free_sign,
    head_to_head_counts,
    highest_scores,
    player_counts,
    sign_by_person,
    totals_over_time,
    winning_category_by_person,
)
from companion.moments import dated
from companion.referee.result_panels import Graph
from companion.referee.text import Text, isolated, joined_texts, untranslated
from companion.tables import COLOURS, SYMBOLS
from companion.web.language.sentences import SeatLook, date_text, say, translate
from companion.web.page.evenings import Evenings, average_text
from companion.web.page.result import game_review
from companion.web.request.tap import parse_number
from companion.web.site import current_site, request_globals
from companion.web.templating.plot import PLOT_LEFT, PLOT_RIGHT, Plot, plot_of_graph
from companion.yielding import let_others

#: People in a picture: limited by colours, and by 320 px width for `MAX_PEOPLE_ACROSS`.
MAX_PEOPLE, MAX_PEOPLE_ACROSS = 6, 4
#: Day labels under a chart at most, and the width of a letter where they are largest.
MAX_DAY_LABELS, LETTER_WIDTH = 4, 9.5
_Day = tuple[str, float]
#: Shades of a cell.
CELL_SHADE_COUNT = 4


@dataclass(frozen=True)
class StandingsCell:
    """`won` of `games`. `shade`: 0 to `CELL_SHADE_COUNT`, darkest for the most; `best`: nobody has
    more.
    """

    won: int
    games: int
    shade: int
    best: bool


@dataclass(frozen=True)
class Statistics:
    """The statistics of one page. `rows`: each person with a cell per game and one for all;
    `beats`: per pair of the first people, how often one ranked above the other; `sources`: average
    points per kind and person, of the one game shown; `by`: the kind by which each person wins.
    """

    people: tuple[PlayerStats, ...]
    games: tuple[str, ...]
    rows: tuple[tuple[PlayerStats, tuple[StandingsCell | None, ...]], ...]
    chart: Plot | None
    series: tuple[tuple[int, tuple[int, ...]], ...]
    across: tuple[PlayerStats, ...]
    beats: tuple[tuple[PlayerStats, tuple[StandingsCell | None, ...]], ...]
    sources: tuple[tuple[Text, tuple[float | None, ...]], ...]
    by: tuple[tuple[str, Text], ...]
    bests: tuple[HighestScore, ...]
    today: tuple[FinishedPlay, ...]
    counts: tuple[int, ...]


def requested_filter() -> EveningFilter:
    """Returns the filter in the address: `game`, `players`, `since` ("year" or "month")."""
    now = datetime.fromtimestamp(dated(current_site().clock()))
    starts = {
        "year": datetime(now.year, 1, 1),
        "month": now - timedelta(days=30),
    }
    start = starts.get(request.args.get("since", ""))
    wanted = EveningFilter(
        request.args.get("game", ""), parse_number(request.args.get("players", ""))
    )
    return replace(wanted, since=start.timestamp()) if start else wanted


def filter_address(**change: str | int) -> str:
    """Returns this page's address with a changed filter."""
    kept = {name: request.args.get(name, "") for name in ("game", "players", "since")}
    chosen: dict[str, Any] = {name: value for name, value in {**kept, **change}.items() if value}
    return url_for(request.endpoint or "", **(request.view_args or {}), **chosen)


def statistics_template_values(shown: Evenings) -> dict[str, Any]:
    """Returns the template values of `evenings/_told.html`."""
    return {
        "shown": shown,
        "told": evening_statistics(shown),
        "since": request.args.get("since", ""),
        "way": filter_address,
        "day_of": date_text,
        "line_of": play_result_line,
        "in_digits": average_text,
        "arts": list(current_site().games),
    }


def evening_statistics(shown: Evenings) -> Statistics:
    """Returns the statistics of these evenings."""
    people = shown.people[:MAX_PEOPLE]
    _look_like(people, shown)
    games = tuple(game for game in shown.titles if any(play.game == game for play in shown.plays))
    totals = totals_over_time(shown.plays, shown.names, people, bool(shown.filtered_game_slug))
    series = tuple((at, totals.totals[one.name]) for at, one in enumerate(people, 1))
    return Statistics(
        people=people,
        games=games,
        rows=_rows(people, games),
        chart=_chart(totals.ended, series, shown, totals.played) if len(shown.plays) > 1 else None,
        series=series,
        across=people[:MAX_PEOPLE_ACROSS],
        beats=_beats(shown, people[:MAX_PEOPLE_ACROSS]),
        sources=_sources(shown, people[:MAX_PEOPLE_ACROSS]),
        by=_by(shown, people),
        bests=tuple(highest_scores(shown.plays, shown.names)),
        today=tuple(play for play in shown.every if _same_day(play.ended)),
        counts=tuple(player_counts(shown.every)),
    )


def _look_like(people: tuple[PlayerStats, ...], shown: Evenings) -> None:
    """Assigns each person a badge for this request, by their place in the list: the same under
    every filter, and never another's on the same page.
    """
    own, drawn = sign_by_person(shown.every, shown.names, len(COLOURS)), dict[str, int]()
    listed = {case_folded_name(person.name) for person in people}
    for key in own:
        if key in listed:
            drawn[key] = free_sign(own[key], drawn.values(), len(COLOURS))
    signs = [drawn[case_folded_name(person.name)] for person in people]
    request_globals().looks = {
        at: SeatLook(at, person.name, COLOURS[sign], SYMBOLS[sign], translate(SYMBOLS[sign]))
        for at, (person, sign) in enumerate(zip(people, signs, strict=True), 1)
    }


def _rows(
    people: tuple[PlayerStats, ...], games: tuple[str, ...]
) -> tuple[tuple[PlayerStats, tuple[StandingsCell | None, ...]], ...]:
    found = [(each, [each.game_totals(game) for game in games]) for each in people]
    columns = [
        [(record.wins, record.games) if record else None for record in column]
        for column in zip(*(records for _, records in found), strict=True)
    ]
    if len(games) > 1:
        columns.append([(each.wins, each.games) for each in people])
    cells = [_cells(column) for column in columns]
    return tuple((each, tuple(column[at] for column in cells)) for at, each in enumerate(people))


def _cells(column: list[tuple[int, int] | None]) -> list[StandingsCell | None]:
    most = max((cell[0] for cell in column if cell), default=0)
    return [
        StandingsCell(
            *cell,
            round(CELL_SHADE_COUNT * cell[0] / most) if most else 0,
            most > 0 and cell[0] == most,
        )
        if cell
        else None
        for cell in column
    ]


def _beats(
    shown: Evenings, people: tuple[PlayerStats, ...]
) -> tuple[tuple[PlayerStats, tuple[StandingsCell | None, ...]], ...]:
    found = head_to_head_counts(shown.plays, shown.names)
    keys = [case_folded_name(person.name) for person in people]
    rows = []
    for person, key in zip(people, keys, strict=True):
        pairs = [found.get((key, other)) for other in keys]
        cells = [
            pair and StandingsCell(*pair, round(CELL_SHADE_COUNT * pair[0] / pair[1]), False)
            for pair in pairs
        ]
        rows.append((person, tuple(cells)))
    return tuple(rows) if len(people) > 1 else ()


def _chart(
    ended: tuple[float, ...],
    series: tuple[tuple[int, tuple[int, ...]], ...],
    shown: Evenings,
    played: Mapping[str, tuple[int, ...]],
) -> Plot:
    """Returns the chart, a line per person; for one game, with points only at games they played."""
    title = untranslated(shown.titles.get(shown.filtered_game_slug, ""))
    drawn = plot_of_graph(
        Graph(id="chart", title=title, series=series, labels=(untranslated(""),) * len(ended))
    )
    if shown.filtered_game_slug:
        places = [played[person.name] for person in shown.people[:MAX_PEOPLE]]
        lines = (
            replace(line, points=" ".join(line.points.split(" ")[place] for place in there))
            for line, there in zip(drawn.lines, places, strict=True)
        )
        drawn = replace(drawn, lines=tuple(lines))
    return replace(
        drawn, labels=tuple((x, untranslated(words)) for words, x in _days(ended).items())
    )


def _days(ended: tuple[float, ...]) -> dict[str, float]:
    """Returns where to write which days below a chart, each once: as many as don't touch."""
    last, found = len(ended) - 1, {}
    for many in range(MAX_DAY_LABELS, 1, -1):
        spots = sorted({round(last * at / (many - 1)) for at in range(many)}, reverse=True)
        found = {
            date_text(ended[at]): PLOT_LEFT + (PLOT_RIGHT - PLOT_LEFT) * at / last for at in spots
        }
        ends = [*found.items()][::-1]
        if all(_apart(*pair, ends) for pair in pairwise(ends)):
            break
    return {words: round(x, 1) for words, x in reversed(found.items())}


def _apart(one: _Day, two: _Day, all_: list[_Day]) -> bool:
    """Returns whether the end of the left day is before the start of the right one: the first is
    written rightwards from its spot, the last leftwards, the others to both sides.
    """
    right = one[1] + len(one[0]) * LETTER_WIDTH / (1 if one == all_[0] else 2)
    left = two[1] - len(two[0]) * LETTER_WIDTH / (1 if two == all_[-1] else 2)
    return right + LETTER_WIDTH <= left


def _parts(shown: Evenings) -> Mapping[str, tuple[tuple[Text, dict[int, int]], ...]]:
    """Returns, by table, each kind of points with every seat's amount."""
    found = {}
    for table in shown.tables:
        review = game_review(table)
        if review and review.breakdown:
            seats = review.breakdown.seats
            rows = review.breakdown.rows
            found[table.code] = tuple(
                (kind, dict(zip(seats, points, strict=True))) for kind, points in rows
            )
        let_others()
    return found


def _sources(
    shown: Evenings, people: tuple[PlayerStats, ...]
) -> tuple[tuple[Text, tuple[float | None, ...]], ...]:
    if not shown.filtered_game_slug:
        return ()
    parts = _parts(shown)
    found = averages_by_category(shown.plays, shown.names, lambda play: parts.get(play.code, ()))
    keys = [case_folded_name(person.name) for person in people]
    return tuple((kind.source, tuple(kind.averages.get(key) for key in keys)) for kind in found)


def _by(shown: Evenings, people: tuple[PlayerStats, ...]) -> tuple[tuple[str, Text], ...]:
    if not shown.filtered_game_slug:
        return ()
    parts = _parts(shown)
    found = winning_category_by_person(
        shown.plays, shown.names, lambda play: parts.get(play.code, ())
    )
    called = [(person.name, found.get(case_folded_name(person.name))) for person in people]
    return tuple((name, kind) for name, kind in called if kind)


def _same_day(ended: float) -> bool:
    """Returns whether it was on this day of an earlier year."""
    then = datetime.fromtimestamp(dated(ended))
    now = datetime.fromtimestamp(dated(current_site().clock()))
    return (then.month, then.day) == (now.month, now.day) and then.year < now.year


def play_result_line(play: FinishedPlay, shown: Evenings) -> str:
    """Returns a game's result as one line: its title, then each player's name and points, best
    first.
    """
    called, ranked = (
        person_names(play, shown.names),
        sorted(play.players, key=lambda one: one.rank),
    )
    places = joined_texts(
        Text("{who} {points}", who=isolated(called[one.seat]) or "?", points=total_text(one.total))
        for one in ranked
    )
    return say(
        Text(
            "{game}: {places}",
            game=untranslated(shown.titles[play.game]),
            places=places,
        )
    )
