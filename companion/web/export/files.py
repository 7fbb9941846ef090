"""Results for other programs: CSV, JSON, a link for BG Stats. Only for finished games, when nothing
is secret any more. Contains no phone and no host.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from operator import itemgetter
from typing import Any
from urllib.parse import quote

from companion.moments import dated
from companion.referee.text import Text, without_isolates
from companion.review import GameReview
from companion.tables import Table
from companion.web.export.spreadsheet import csv_text
from companion.web.language.sentences import current_seat_look, has_decimal_commas, say

#: The version of the JSON form. Raised when a reader of the old form would go wrong.
RESULT_JSON_VERSION = 1

#: Opens the app if it is installed. The phone follows the link; the server sends nothing.
BG_STATS_LINK_START = "https://app.bgstatsapp.com/createPlay.html?data="

#: The app stores players and games under this name: it must never change.
BG_STATS_SOURCE_NAME = "Cosmos companion"


def points_by_category(review: GameReview, seat: int) -> dict[str, int]:
    """Returns the seat's points by category; empty if the game has no breakdown."""
    if review.breakdown is None or seat not in review.breakdown.seats:
        return {}
    at = review.breakdown.seats.index(seat)
    return {say(title): points[at] for title, points in review.breakdown.rows}


def result_csv(table: Table, review: GameReview) -> str:
    """Returns one line per player, best first. Times are in seconds."""
    titles = (
        list(points_by_category(review, review.outcome.ranking[0].seat))
        if review.outcome.ranking
        else []
    )
    head = [Text("Place"), Text("Player"), Text("Points"), Text("Won"), Text("Seconds")]
    fixed = itemgetter("rank", "name", "total")
    lines = (
        (*fixed(player), int(player["winner"]), player["seconds"], *player["points"].values())
        for player in ranked_players(table, review)
    )
    return csv_text([*map(say, head), *titles], lines, commas=has_decimal_commas())


def result_json(table: Table, review: GameReview) -> str:
    """Returns the result as JSON: times in UTC and seconds, sentences in the phone's language."""
    facts = {
        "form": "companion-result",
        "version": RESULT_JSON_VERSION,
        "table": table.code,
        "game": {"slug": table.game.slug, "title": table.game.title},
        "options": dict(table.options),
        "began": utc_text(table.began),
        "ended": utc_text(review.ended),
        "seconds": round(review.lasted),
        "breaks": round(review.breaks),
        "reason": without_isolates(say(review.outcome.reason)),
        "rule": review.outcome.rule,
        "players": list(ranked_players(table, review)),
        "graph": _graph(review),
        "leads": [{"place": lead.place, "seat": lead.seat} for lead in review.leads],
    }
    return json.dumps(facts, ensure_ascii=False, indent=2) + "\n"


def ranked_players(table: Table, review: GameReview) -> list[dict[str, Any]]:
    """Returns the players in the order of the final ranking."""
    seconds = {wait.seat: round(wait.seconds) for wait in review.waits}
    return [
        {
            "seat": place.seat,
            "name": current_seat_look(place.seat).name,
            "colour": table.seat_at(place.seat).colour,
            "rank": place.rank,
            "total": place.total,
            "winner": place.seat in review.outcome.winners,
            "seconds": seconds.get(place.seat, 0),
            "points": points_by_category(review, place.seat),
        }
        for place in review.outcome.ranking
    ]


def _graph(review: GameReview) -> dict[str, Any] | None:
    if review.graph is None:
        return None
    return {
        "labels": [say(label) for label in review.graph.labels],
        "series": {str(seat): list(totals) for seat, totals in review.graph.series},
    }


def bg_stats_address(table: Table, review: GameReview) -> str:
    """Returns the address that opens this play in BG Stats: JSON in the query, dated by the end in
    UTC. BG Stats identifies a person by name.
    """
    people = ranked_players(table, review)
    play = {
        "sourceName": BG_STATS_SOURCE_NAME,
        "sourcePlayId": f"{table.code}-{round(review.ended)}",
        "playDate": _at(review.ended).strftime("%Y-%m-%d %H:%M:%S"),
        "durationMin": max(1, round(review.played_seconds / 60)),
        "game": {
            "name": table.game.title,
            "sourceGameId": table.game.slug,
            "highestWins": True,
            "noPoints": False,
            **({"bggId": table.game.bgg_id} if table.game.bgg_id else {}),
        },
        "players": [
            {
                "name": one["name"],
                "sourcePlayerId": one["name"].casefold(),
                "score": one["total"],
                "rank": one["rank"],
                "winner": one["winner"],
                # The app on Android stops without it.
                "startPlayer": one["seat"] == review.starter,
            }
            for one in people
        ],
    }
    return BG_STATS_LINK_START + quote(
        json.dumps(play, ensure_ascii=False, separators=(",", ":")), safe=""
    )


def _at(seconds: float) -> datetime:
    return datetime.fromtimestamp(dated(seconds), UTC)


def utc_text(seconds: float) -> str:
    """Returns this time in ISO 8601, UTC."""
    return _at(seconds).strftime("%Y-%m-%dT%H:%M:%SZ")
