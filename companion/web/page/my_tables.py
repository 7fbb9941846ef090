"""Builds the first page's rows for this phone's tables: whose turn it is, or who won.

A row shows what a spectator may see, and no result before the table has revealed it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from flask import current_app
from markupsafe import Markup

from companion.play import store
from companion.play.lobby import public_points
from companion.play.phone import tables_of_phone
from companion.referee.game import Game
from companion.referee.ruling import Standing
from companion.referee.text import SeatName, Text, joined_texts, untranslated
from companion.tables import Table
from companion.web.language.sentences import date_text, say
from companion.web.page.result import revealed_category_count
from companion.web.request.phone import phone_id, set_current_table
from companion.web.site import current_site

#: Tables read for one page; reading one that isn't in memory takes a moment.
MAX_TABLES_READ = 24


@dataclass(frozen=True)
class TableRow:
    """One table. `mine`: it is this phone's turn. `scores`: badge and points per seat while the
    game runs. `over`: it has a result. `rematch`: code of a rematch that this phone hasn't joined,
    else "".
    """

    code: str
    game: Game
    title: str
    detail: str
    mine: bool = False
    over: bool = False
    rematch: str = ""
    scores: tuple[tuple[Markup, int], ...] = ()


def running_and_past_tables() -> tuple[list[TableRow], list[TableRow]]:
    """Returns running tables (those with this phone's turn first) and past ones, newest first."""
    lines = [
        _line(table) for table in tables_of_phone(current_site().store, phone_id(), MAX_TABLES_READ)
    ]
    set_current_table(None)
    running = sorted((each for each in lines if not each.over), key=lambda each: not each.mine)
    return running, [each for each in lines if each.over]


def _line(table: Table) -> TableRow:
    current_site().table_activity.touch(table.code)
    set_current_table(table)
    if not table.started:
        return TableRow(table.code, table.game, say(Text("Not started yet")), say(_game(table)))
    if table.outcome is None or revealed_category_count(table) is not None:
        return _running(table)
    return past_table_row(table)


def _running(table: Table) -> TableRow:
    mine = table.seats_to_act & set(table.seats_of(phone_id()))
    round_of = table.game.current_round(table.state)
    detail = _game(table)
    if round_of:
        detail = Text("{game}, round {round}", game=untranslated(table.game.title), round=round_of)
    badge: Callable[..., Markup] = current_app.jinja_env.globals["badge"]  # type: ignore[assignment]
    # While the result is being revealed its points stay hidden here.
    known = public_points(table.game, table.state) if table.outcome is None else {}
    scores = tuple((badge(seat, "s"), points) for seat, points in sorted(known.items()))
    title = say(_turn(table, mine))
    return TableRow(table.code, table.game, title, say(detail), bool(mine), scores=scores)


def _turn(table: Table, mine: set[int] | frozenset[int]) -> Text:
    if table.outcome is not None:
        return Text("Counting the points")
    if len(table.seats) > 1 and len(table.seats_to_act) == len(table.seats):
        return Text("Everyone's turn")
    if mine:
        named = [seat for seat in sorted(mine) if table.seat_at(seat).name]
        return Text("Your turn, {who}", who=SeatName(named[0])) if named else Text("Your turn")
    if len(table.seats_to_act) == 1:
        return Text("{who}'s turn", who=SeatName(min(table.seats_to_act)))
    return Text("Everyone's turn")


def past_table_row(table: Table) -> TableRow:
    """Returns the row of a table with a revealed result. The table must be the current one."""
    outcome = table.outcome
    assert outcome is not None
    own = set(table.seats_of(phone_id()))
    others = [place for place in outcome.ranking if place.seat not in outcome.winners]
    places = [untranslated(_place(place, own)) for place in others]
    detail = Text(
        "{game}, {day}", game=untranslated(table.game.title), day=untranslated(date_text(table.at))
    )
    words = Text("{told}. {then}", told=joined_texts(places), then=detail) if places else detail
    title, rematch = say(_won(table, own)), _rematch(table)
    return TableRow(table.code, table.game, title, say(words), over=True, rematch=rematch)


def _won(table: Table, own: set[int]) -> Text:
    outcome = table.outcome
    assert outcome is not None
    best = max((place.total for place in outcome.ranking), default=0)
    if len(outcome.winners) != 1:
        return Text("Shared win: {points}", points=table.game.total.words(best))
    winner = outcome.winners[0]
    total = next((each.total for each in outcome.ranking if each.seat == winner), best)
    points = table.game.total.words(total)
    if winner in own:
        return Text("You won with {points}", points=points)
    return Text("{who} won with {points}", who=SeatName(winner), points=points)


def _place(place: Standing, own: set[int]) -> str:
    if place.seat in own:
        return say(Text("you ({points})", points=place.total))
    return say(Text("{who} ({points})", who=SeatName(place.seat), points=place.total))


def _rematch(table: Table) -> str:
    """Returns the code of an unfinished rematch that this phone hasn't joined; "" if none."""
    if not table.onward:
        return ""
    try:
        onward = current_site().store.latest_within(table.onward, within=5.0)
    except store.UnknownTable:
        return ""
    return "" if onward.seats_of(phone_id()) or onward.outcome else onward.code


def _game(table: Table) -> Text:
    return untranslated(table.game.title)
