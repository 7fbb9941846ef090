"""Builds "My evenings": finished games with their results, and statistics of the people.

It covers tables at which this phone, or its person's other one, has a seat, once the table's result
is fully revealed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.evenings import (
    PLAYS_IN_A_ROW,
    DisplayNames,
    FinishedPlay,
    PlayerStats,
    case_folded_name,
    player_statistics,
)
from companion.evenings.standings import EveningFilter, sort_plays_by_end
from companion.play.evenings import (
    counted_plays,
    display_names_for_phone,
    finished_tables,
    notes_on_evening,
)
from companion.tables import Table
from companion.web.export.files import bg_stats_address
from companion.web.language.sentences import decimal_text
from companion.web.page.my_tables import TableRow, past_table_row
from companion.web.page.result import game_review, revealed_category_count
from companion.web.request.phone import phone_id, set_current_table
from companion.web.site import current_site
from companion.yielding import yielding

#: Results per page.
RESULTS_PER_PAGE = 12
EMPTY_EVENING_FILTER = EveningFilter()


@dataclass(frozen=True)
class PastGameRow:
    """A row of the list. `stats`: the address that imports the game into BG Stats, "" if none;
    `own`: this phone has a seat there, not only the person's other one.
    """

    row: TableRow
    stats: str
    own: bool


@dataclass(frozen=True)
class Evenings:
    """Finished games of a phone or group, newest first. `plays`: those that match `wanted`,
    `every`: all of them; `people`: who played. `titles`: played games by slug, most
    played first.
    """

    tables: tuple[Table, ...]
    plays: tuple[FinishedPlay, ...]
    people: tuple[PlayerStats, ...]
    names: DisplayNames
    titles: Mapping[str, str]
    wanted: EveningFilter
    every: tuple[FinishedPlay, ...]

    @property
    def filtered_game_slug(self) -> str:
        """The slug of the game that is filtered for; "" for all."""
        return self.wanted.game

    def stats_of_person(self, name: str) -> PlayerStats | None:
        """Returns the statistics under this name, in any case; None if there are none."""
        wanted = case_folded_name(name)
        return next((one for one in self.people if case_folded_name(one.name) == wanted), None)


def visible_evenings(wanted: EveningFilter = EMPTY_EVENING_FILTER) -> Evenings:
    """Returns the evenings that this phone may see now."""
    here, me = current_site(), phone_id()
    tables = [
        table for table in finished_tables(here.store, me) if revealed_category_count(table) is None
    ]
    plays = counted_plays(here.store, me, tables)
    return filter_evenings(tables, plays, display_names_for_phone(here.store, me), wanted)


def filter_evenings(
    tables: list[Table], plays: list[FinishedPlay], names: DisplayNames, wanted: EveningFilter
) -> Evenings:
    """Returns the evenings that match `wanted`. A game that was never played means all games."""
    store = current_site().store
    titles = game_titles(tables, plays)
    wanted = wanted if wanted.game in titles else replace(wanted, game="")
    newest = reversed(sort_plays_by_end(plays))
    every = tuple(
        replace(play, about=notes_on_evening(store, play))
        for play in yielding(newest, PLAYS_IN_A_ROW)
    )
    kept = tuple(play for play in every if wanted.matches(play))
    codes = {play.code for play in kept}
    shown = tuple(table for table in tables if table.code in codes)
    return Evenings(
        shown, kept, tuple(player_statistics(kept, names)), names, titles, wanted, every
    )


def past_games_page(shown: Evenings, start: int) -> tuple[list[PastGameRow], int]:
    """Returns a page of the list from index `start`, and the next page's start (0 if last)."""
    start = max(start, 0)
    lines = [_past_game(table) for table in shown.tables[start : start + RESULTS_PER_PAGE]]
    set_current_table(None)
    end = start + RESULTS_PER_PAGE
    return lines, end if end < len(shown.tables) else 0


def _past_game(table: Table) -> PastGameRow:
    set_current_table(table)
    review, own = game_review(table), bool(table.seats_of(phone_id()))
    return PastGameRow(
        past_table_row(table), bg_stats_address(table, review) if review else "", own
    )


def game_titles(tables: list[Table], plays: list[FinishedPlay]) -> dict[str, str]:
    """Returns titles of the games by slug, most played first; the slug if not installed."""
    slugs = [play.game for play in plays]
    titles = {
        game.slug: game.title
        for game in (*current_site().games.values(), *(t.game for t in tables))
    }
    return {
        slug: titles.get(slug, slug)
        for slug in sorted(dict.fromkeys(slugs), key=slugs.count, reverse=True)
    }


def average_text(value: float | None) -> str:
    """Returns the average with one decimal in the reader's notation; a dash if it is unknown."""
    return "–" if value is None else decimal_text(round(value, 1))
