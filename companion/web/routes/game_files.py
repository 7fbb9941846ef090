"""Serves a game as a file, and imports files as tables. Files aren't trusted."""

from __future__ import annotations

from flask import (
    Blueprint,
    Response,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from werkzeug.wrappers import Response as AnyResponse

from companion import transcript
from companion.play import game_files
from companion.transcript import BadGameFile
from companion.web.language.sentences import say
from companion.web.reply.reply import download_response
from companion.web.request.phone import phone_id, set_current_table
from companion.web.request.table import count_new_table, enter_table
from companion.web.request.tap import uploaded_bytes
from companion.web.site import current_site
from companion.yielding import let_others

routes = Blueprint("game_files", __name__)

#: Bytes of a whole game, even a long one with many corrections.
MAX_GAME_FILE_BYTES = 512 * 1024


@routes.get("/t/<code>/game.json")
def download_json(code: str) -> Response:
    """Returns the game as a file: its log, times and rulings."""
    table = enter_table(code)
    return download_response(
        transcript.write_game_json(table, let_others), "application/json", f"{table.code}.json"
    )


@routes.get("/game.schema.json")
def download_schema() -> Response:
    """Returns the JSON schema of that file."""
    return Response(transcript.SCHEMA_PATH.read_text(encoding="utf-8"), mimetype="application/json")


@routes.get("/bring")
def show_import_form() -> str:
    """Renders the form for a saved game."""
    set_current_table(None)
    return _page()


@routes.post("/tables/import")
def import_game() -> AnyResponse:
    """Handles a saved game: redirects to its new table; renders the form with status 422, the
    reason and its line if it can't be imported.
    """
    here = current_site()
    count_new_table()
    set_current_table(None)
    try:
        table = game_files.import_game(here.store, _sent(), phone_id())
    except BadGameFile as illegible:
        return make_response(_page(say(illegible.expected), illegible.line), 422)
    return redirect(url_for("table.page", code=table.code), 303)


def _sent() -> str:
    """Returns the uploaded file, or the text. Raises `BadGameFile`."""
    sent = uploaded_bytes(MAX_GAME_FILE_BYTES)
    return transcript.decode_game_file(sent) if sent else request.form.get("text", "")


def _page(trouble: str = "", line: int = 0) -> str:
    return render_template(
        "game_files/import.html", table=None, viewer=0, trouble=trouble, line=line, seen=""
    )


@routes.get("/t/<code>/transcript")
def download_text(code: str) -> Response:
    """Returns the game as plain text, which can be replayed."""
    table = enter_table(code)
    return download_response(
        transcript.write_transcript(table, let_others),
        "text/plain; charset=utf-8",
        f"{table.code}.txt",
    )
