"""Serves what this phone's group owns of each game's box, as a page and as a file."""

from __future__ import annotations

from flask import Blueprint, Response, abort, make_response, render_template
from werkzeug.wrappers import Response as AnyResponse

from companion.play.phone import (
    BadBoxFile,
    BoxFile,
    box_facts_of_phone,
    read_box_file,
    store_box_facts,
    write_box_file,
)
from companion.referee.text import Text
from companion.transcript import foreign_kind
from companion.web.language.sentences import say
from companion.web.reply.reply import download_response
from companion.web.request.phone import phone_id, set_current_table
from companion.web.request.table import count_new_table
from companion.web.request.tap import uploaded_bytes
from companion.web.site import current_site

routes = Blueprint("boxes", __name__)

#: Bytes of an uploaded file.
MAX_BOX_FILE_BYTES = 64 * 1024


@routes.get("/box")
def show_boxes() -> str:
    """Renders what is known of each game's box, with the form for a file."""
    set_current_table(None)
    return _page()


@routes.get("/box/<slug>.json")
def download_box(slug: str) -> Response:
    """Returns one game's box as a file."""
    game = current_site().store.catalogue.get(slug) or abort(404)
    known = write_box_file(game, box_facts_of_phone(current_site().store, game, phone_id()))
    return download_response(known, "application/json", f"box-{game.slug}.json")


@routes.post("/box")
def upload_box() -> AnyResponse:
    """Handles an uploaded box file: stores it on this phone's shelf, for tables opened later.
    Renders the page, with status 422 and the reason if it is unreadable.
    """
    here = current_site()
    count_new_table()
    set_current_table(None)
    try:
        box = read_box_file(_sent(), here.store.catalogue)
    except BadBoxFile as bad:
        return make_response(_page(trouble=say(bad.reason)), 422)
    store_box_facts(here.store, box, phone_id())
    return make_response(_page(loaded=box))


def _sent() -> str:
    """Returns the file's text. Raises `BadBoxFile`."""
    sent = uploaded_bytes(MAX_BOX_FILE_BYTES)
    if (kind := foreign_kind(sent)) is not None:
        raise BadBoxFile(kind)
    try:
        return sent.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadBoxFile(Text("This isn't an \"Our box\" file: it can't be read")) from error


def _page(trouble: str = "", loaded: BoxFile | None = None) -> str:
    store = current_site().store
    known = [
        (game, len(box_facts_of_phone(store, game, phone_id())))
        for game in store.catalogue.values()
    ]
    return render_template(
        "box.html", table=None, viewer=0, seen="", known=known, trouble=trouble, loaded=loaded
    )
