"""Writes the evenings of a phone or a group as files."""

from __future__ import annotations

from dataclasses import replace

from flask import Response

from companion.web.export.evenings import people_csv, plays_bg_stats, plays_csv, plays_json
from companion.web.export.spreadsheet import CSV_CONTENT_TYPE
from companion.web.page.evenings import Evenings
from companion.web.page.result import game_review
from companion.web.reply.reply import download_response
from companion.yielding import let_others

JSON_CONTENT_TYPE = "application/json"


def evenings_file(kind: str, shown: Evenings) -> Response:
    """Returns the file named `kind`."""
    if kind == "players.csv":
        return download_response(people_csv(shown.people, shown.titles), CSV_CONTENT_TYPE, kind)
    minutes = _minutes(shown)
    plays = [replace(play, minutes=minutes.get(play.code, play.minutes)) for play in shown.plays]
    if kind == "games.csv":
        return download_response(
            plays_csv(plays, shown.names, shown.titles), CSV_CONTENT_TYPE, kind
        )
    write = plays_json if kind == "evenings.json" else plays_bg_stats
    return download_response(write(plays, shown.names, shown.titles), JSON_CONTENT_TYPE, kind)


def _minutes(shown: Evenings) -> dict[str, int]:
    """Returns each table's minutes of play without breaks."""
    found = {}
    for table in shown.tables:
        if told := game_review(table):
            found[table.code] = max(1, round(told.played_seconds / 60))
        let_others()
    return found
