"""Builds the result, revealed by category on all screens at once, and what follows a finished game:
turning points, durations, sharing, a rematch.

The log's time of the end decides how much is revealed, so late and woken phones show the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import accumulate
from math import inf

from flask import url_for

from companion.play import public_results
from companion.play.rematch import other_games
from companion.play.store import UnknownTable
from companion.referee.result_panels import Breakdown
from companion.referee.text import SeatName, Text, joined_texts, untranslated
from companion.review import BiggestGain, GameReview, LeadChange, review_game
from companion.tables import Table
from companion.web.export.files import bg_stats_address
from companion.web.html_cache import CacheKey
from companion.web.language.languages import language
from companion.web.language.sentences import say
from companion.web.page.checks import unasked_cards
from companion.web.page.render import draw_app_piece
from companion.web.page.slots import Piece
from companion.web.request.addresses import is_public_origin, origin_for_phones
from companion.web.request.phone import phone_id
from companion.web.request.table import long_link_code, public_page_key
from companion.web.site import current_site

#: Seconds added to the wait for the next stage, so that no stream wakes too early.
STAGE_WAKE_MARGIN_SECONDS = 0.02

#: Width of the longest bar in the drawing's units.
LONGEST_BAR_WIDTH = 100


@dataclass(frozen=True)
class PointBar:
    """One seat's bar during the reveal: segments (start, width), points of this category, total so
    far.
    """

    seat: int
    parts: tuple[tuple[float, float], ...]
    gained: int
    total: int


def game_review(table: Table) -> GameReview | None:
    """Returns the review of a finished game, computed once per version; None before the end."""
    if table.outcome is None:
        return None
    key = (table.code, "review", table.seq)
    return current_site().html_cache.get_or_draw(key, lambda: review_game(table))


def revealed_category_count(table: Table) -> int | None:
    """Returns how many categories are revealed by now; None if nothing is left to wait for."""
    review = game_review(table)
    if review is None or review.breakdown is None or not current_site().pace:
        return None
    if table.unveiled > review.ending:
        return None
    done = int((current_site().clock() - review.ended) / current_site().pace)
    return done if 0 <= done <= len(review.breakdown.rows) else None


def seconds_to_next_stage(table: Table) -> float:
    """Returns the seconds until the next category; infinity if nothing will change by itself."""
    review = game_review(table)
    if review is None or revealed_category_count(table) is None:
        return inf
    pace = current_site().pace
    return pace - (current_site().clock() - review.ended) % pace + STAGE_WAKE_MARGIN_SECONDS


def reveal_pieces(table: Table, viewer: int) -> tuple[Piece, ...]:
    """Returns the overlay with the reveal; () without a result by category. Once all is revealed
    its piece shows nothing over the page.
    """
    review = game_review(table)
    if review is None or review.breakdown is None:
        return ()
    breakdown, now, audience = review.breakdown, revealed_category_count(table), min(viewer, 1)

    def draw() -> Piece:
        lines = () if now is None else point_bars(breakdown, now)
        category = breakdown.rows[now - 1][0] if now else None
        cards = unasked_cards(table)
        return draw_app_piece(
            "ceremony", table, audience, now=now, bars=lines, category=category, cards=cards
        )

    return (
        cached_shared_piece((table.code, "ceremony", table.seq, language(), audience, now), draw),
    )


def point_bars(breakdown: Breakdown, now: int) -> tuple[PointBar, ...]:
    """Returns the bars after `now` categories in seat order: the ranking comes last."""
    most = max(1, *breakdown.total)
    columns = sorted((seat, at) for at, seat in enumerate(breakdown.seats))
    return tuple(_bar(breakdown, seat, at, now, most) for seat, at in columns)


def _bar(breakdown: Breakdown, seat: int, at: int, now: int, most: int) -> PointBar:
    shown_points = [points[at] for _, points in breakdown.rows[:now]]
    widths = [round(LONGEST_BAR_WIDTH * max(0, points) / most, 2) for points in shown_points]
    starts = [0.0, *accumulate(widths)]
    return PointBar(
        seat,
        tuple(zip(starts, widths, strict=False)),
        shown_points[-1] if shown_points else 0,
        sum(shown_points),
    )


def cached_shared_piece(key: CacheKey, draw: Callable[[], Piece]) -> Piece:
    """Returns the piece with this key, drawn once for all phones that show it."""
    return current_site().html_cache.get_or_draw(key, draw)


#: Lead changes worded one by one, the newest; earlier ones are only counted.
MAX_LEAD_CHANGES_WORDED = 5


def game_facts_pieces(table: Table) -> tuple[Piece, ...]:
    """Returns the piece with turning points and durations below the result; () before the end."""
    review = game_review(table)
    if review is None:
        return ()
    most = max((wait.seconds for wait in review.waits), default=0.0)

    def draw() -> Piece:
        return draw_app_piece(
            "chronicle",
            table,
            0,
            review=review,
            turns=turning_points(review),
            earlier=max(0, len(review.leads) - MAX_LEAD_CHANGES_WORDED),
            most=most,
            duration=duration_in_words,
        )

    return (cached_shared_piece((table.code, "chronicle", table.seq, language()), draw),)


def turning_points(review: GameReview) -> list[tuple[str, int, str]]:
    """Returns (graph label, seat, sentence) of each turning point in order; [] without a graph."""
    if review.graph is None:
        return []
    found: list[LeadChange | BiggestGain] = [
        *review.leads[-MAX_LEAD_CHANGES_WORDED:],
        *([review.gain] if review.gain else []),
    ]
    labels = review.graph.labels
    return [
        (say(labels[turn.place]), turn.seat, say(turn.sentence))
        for turn in sorted(found, key=lambda turn: turn.place)
    ]


def duration_in_words(seconds: float) -> Text:
    """Returns a duration in seconds in words, to the minute."""
    minutes = round(seconds / 60)
    if minutes < 1:
        return Text("under a minute")
    if minutes < 60:
        return Text("{minutes} min", minutes=minutes)
    return Text("{hours} h {minutes} min", hours=minutes // 60, minutes=minutes % 60)


def after_game_pieces(table: Table, viewer: int) -> tuple[Piece, ...]:
    """Returns the piece with what can be done after the end: share, save, rematch; () before it."""
    review = game_review(table)
    if review is None:
        return ()
    origin, audience = origin_for_phones(), min(viewer, 1)

    def draw() -> Piece:
        return draw_app_piece(
            "finish",
            table,
            audience,
            link=origin + url_for("table.page", code=long_link_code(table.code)),
            outside=is_public_origin(origin),
            words=one_line_result(table, review),
            stats=bg_stats_address(table, review),
            games=tuple(
                (game.slug, game.title) for game in other_games(current_site().store, table)
            ),
        )

    return (
        cached_shared_piece((table.code, "finish", table.seq, language(), origin, audience), draw),
    )


def one_line_result(table: Table, review: GameReview) -> str:
    """Returns the result as one line of plain text, for sending."""
    places = [
        Text("{who} ({points})", who=SeatName(place.seat), points=place.total)
        for place in review.outcome.ranking
    ]
    return say(
        Text(
            "{game}: {places}",
            game=untranslated(table.game.title),
            places=joined_texts(places),
        )
    )


@dataclass(frozen=True)
class PublicPage:
    """A finished game's page for everybody. `link`: "" while it is closed; `agrees`: whether this
    phone does, None if it never answered; `refused`: seats that took it back.
    """

    link: str
    agrees: bool | None
    refused: tuple[int, ...]


def public_page(table: Table) -> PublicPage | None:
    """Returns what this phone may know of the public page; None before the end."""
    if table.outcome is None or revealed_category_count(table) is not None:
        return None
    said = public_results.publication_consents(current_site().store, table)
    refused = tuple(seat for seat, agrees in said.items() if not agrees)
    link, own = f"{table.code}-{public_page_key(table)}", table.seats_of(phone_id())
    path = url_for("public_results.show_public_result", link=link)
    return PublicPage(
        link=origin_for_phones() + path if said and not refused else "",
        agrees=next((said[seat] for seat in own if seat in said), None),
        refused=refused,
    )


def rematch_pieces(table: Table, viewer: int, endpoint: str) -> tuple[Piece, ...]:
    """Returns the link to where the same people play on: to join for a seat, to watch for others;
    () if there is none. A television follows it by itself.
    """
    if not table.onward:
        return ()
    title = _title_of_next_game(table)
    return (
        draw_app_piece(
            "onward",
            table,
            min(viewer, 1),
            among=endpoint,
            to=url_for(endpoint, code=table.onward),
            title="" if title == table.game.title else title or "",
            follows=endpoint == "table.show_table_screen" and title is not None,
        ),
    )


def _title_of_next_game(table: Table) -> str | None:
    """Returns the game of the table where the same people play on; None if it was deleted."""
    try:
        return current_site().store.latest_within(table.onward, within=5.0).game.title
    except UnknownTable:
        return None
