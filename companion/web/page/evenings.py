"""What "My evenings" shows: finished games with their results, and the people who played them.

All of it is about tables at which this phone has a seat, and nothing is told before its table has
told it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.evenings import FinishedPlay, Names, PlayerStats, fold_name, people
from companion.evenings.standings import Wanted, in_order
from companion.play.evenings import about_of, finished_plays, finished_tables, known_names
from companion.play.imports import imported
from companion.tables import Table
from companion.web.export.files import to_bg_stats
from companion.web.language.sentences import decimal_text
from companion.web.page.my_tables import TableRow, past_table_row
from companion.web.page.result import game_review, told_categories
from companion.web.request.phone import phone, set_current_table
from companion.web.site import site

#: Results on one page.
PAGE = 12
ALL = Wanted()


@dataclass(frozen=True)
class PastGame:
    """A line of the list. `stats`: the address that brings it into BG Stats."""

    row: TableRow
    stats: str


@dataclass(frozen=True)
class Evenings:
    """The finished games of a phone or a group, newest first: those that are `wanted` of all that
    there are (`every`), and who played them. `titles`: of the games that were played, by slug, the
    most played first.
    """

    tables: tuple[Table, ...]
    plays: tuple[FinishedPlay, ...]
    people: tuple[PlayerStats, ...]
    names: Names
    titles: Mapping[str, str]
    wanted: Wanted
    every: tuple[FinishedPlay, ...]

    @property
    def game(self) -> str:
        return self.wanted.game

    def person(self, name: str) -> PlayerStats | None:
        """Who is counted under this name."""
        wanted = fold_name(name)
        return next((one for one in self.people if fold_name(one.name) == wanted), None)


def evenings(wanted: Wanted = ALL) -> Evenings:
    """As this phone may see them now."""
    here, me = site(), phone()
    tables = [table for table in finished_tables(here.store, me) if told_categories(table) is None]
    plays = [*finished_plays(tables), *imported(here.store, me)]
    return chosen(tables, plays, known_names(here.store, me), wanted)


def chosen(
    tables: list[Table], plays: list[FinishedPlay], names: Names, wanted: Wanted
) -> Evenings:
    """Those of these evenings that are wanted. A game that was never played stands for all."""
    store = site().store
    titles = titles_of(tables, plays)
    wanted = wanted if wanted.game in titles else replace(wanted, game="")
    newest = reversed(in_order(plays))
    every = tuple(replace(play, about=about_of(store, play)) for play in newest)
    kept = tuple(play for play in every if wanted.has(play))
    codes = {play.code for play in kept}
    shown = tuple(table for table in tables if table.code in codes)
    return Evenings(shown, kept, tuple(people(kept, names)), names, titles, wanted, every)


def past_games(shown: Evenings, start: int) -> tuple[list[PastGame], int]:
    """One page of the list from this place on, and where the next begins; 0: nowhere."""
    start = max(start, 0)
    lines = [_past_game(table) for table in shown.tables[start : start + PAGE]]
    set_current_table(None)
    end = start + PAGE
    return lines, end if end < len(shown.tables) else 0


def _past_game(table: Table) -> PastGame:
    set_current_table(table)
    told = game_review(table)
    return PastGame(past_table_row(table), to_bg_stats(table, told) if told else "")


def titles_of(tables: list[Table], plays: list[FinishedPlay]) -> dict[str, str]:
    """The games that were played there, by slug, the most played first."""
    slugs = [play.game for play in plays]
    titles = {game.slug: game.title for game in (*site().games.values(), *(t.game for t in tables))}
    return {
        slug: titles.get(slug, slug)
        for slug in sorted(dict.fromkeys(slugs), key=slugs.count, reverse=True)
    }


def average_text(value: float) -> str:
    """With one digit after the point, which is all that an evening's points can tell."""
    return decimal_text(round(value, 1))
