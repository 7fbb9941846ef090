"""Writes the evenings of a phone or a group as files."""

from __future__ import annotations

from dataclasses import replace

from flask import Response

from companion.evenings import FinishedPlay
from companion.review import GameReview
from companion.web.export.evenings import people_csv, plays_bg_stats, plays_csv, plays_json
from companion.web.export.spreadsheet import CSV_CONTENT_TYPE
from companion.web.page.evenings import Evenings
from companion.web.page.result import game_review
from companion.web.reply.reply import download_response
from companion.web.site import current_site
from companion.yielding import let_others

JSON_CONTENT_TYPE = "application/json"


def evenings_file(kind: str, shown: Evenings) -> Response:
    """Returns the file named `kind`."""
    if kind == "players.csv":
        return download_response(people_csv(shown.people, shown.titles), CSV_CONTENT_TYPE, kind)
    plays = _plays(shown)
    if kind == "games.csv":
        return download_response(
            plays_csv(plays, shown.names, shown.titles), CSV_CONTENT_TYPE, kind
        )
    if kind == "evenings.json":
        return download_response(
            plays_json(plays, shown.names, shown.titles), JSON_CONTENT_TYPE, kind
        )
    games = current_site().games.values()
    known = {game.slug: game.bgg_id for game in games if game.bgg_id}
    written = plays_bg_stats(plays, shown.names, shown.titles, known)
    return download_response(written, JSON_CONTENT_TYPE, kind)


def _plays(shown: Evenings) -> list[FinishedPlay]:
    """Returns the plays with what their tables know: minutes without breaks, rounds, who began."""
    found = {}
    for table in shown.tables:
        if review := game_review(table):
            found[table.code] = review
        let_others()
    return [_with_review(play, found.get(play.code)) for play in shown.plays]


def _with_review(play: FinishedPlay, review: GameReview | None) -> FinishedPlay:
    if review is None:
        return play
    minutes = max(1, round(review.played_seconds / 60))
    return replace(play, minutes=minutes, rounds=review.rounds, starter=review.starter)
