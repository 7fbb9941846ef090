"""Serves a finished game: files, picture, rematch.

Refused before the end, for a result could reveal secrets.
"""

from __future__ import annotations

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.play import NotAllowed, rematch
from companion.referee.text import Text
from companion.review import GameReview
from companion.tables import Table
from companion.web.export import files
from companion.web.export.spreadsheet import CSV_CONTENT_TYPE
from companion.web.language.languages import language
from companion.web.page.result import game_review
from companion.web.reply.reply import download_response
from companion.web.request.phone import phone_id
from companion.web.request.table import enter_table
from companion.web.site import current_site, htmx

routes = Blueprint("result", __name__, url_prefix="/t/<code>")


@routes.get("/result.png")
def download_picture(code: str) -> Response:
    """Returns the result as a PNG."""
    # Inside the function, as it is needed at the end of a game.
    from companion.web.export.image import draw_result

    table, review = _finished(code)
    key = (table.code, "picture", table.seq, language())
    image = current_site().html_cache.get_or_draw(key, lambda: draw_result(table, review))
    return _file(table, "png", "image/png", image)


@routes.get("/result.csv")
def download_csv(code: str) -> Response:
    """Returns the result as CSV."""
    table, review = _finished(code)
    return _file(table, "csv", CSV_CONTENT_TYPE, files.result_csv(table, review))


@routes.get("/result.json")
def download_json(code: str) -> Response:
    """Returns the result as JSON."""
    table, review = _finished(code)
    return _file(table, "json", "application/json", files.result_json(table, review))


@routes.post("/unveil")
def reveal_result(code: str) -> AnyResponse:
    """Reveals the whole result; returns 204 (streams update pages), or a redirect."""
    table = enter_table(code)
    rematch.reveal_result(current_site().store, table.code, phone_id())
    if htmx:
        return Response(status=204)
    return redirect(url_for("table.page", code=table.code), 303)


@routes.post("/again")
def open_rematch(code: str) -> AnyResponse:
    """Opens a rematch with the same people, or another game; redirects to it. The streams lead the
    others there.
    """
    table, game = enter_table(code), request.form.get("game", "")
    onward = rematch.open_rematch(current_site().store, table.code, phone_id(), game)
    return redirect(url_for("table.page", code=onward.code), 303)


def _finished(code: str) -> tuple[Table, GameReview]:
    table = enter_table(code)
    review = game_review(table)
    if review is None:
        raise NotAllowed(Text("The game isn't over yet."))
    return table, review


def _file(table: Table, ending: str, kind: str, inside: str | bytes) -> Response:
    return download_response(inside, kind, f"{table.code}.{ending}", shown=True)
