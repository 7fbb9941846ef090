"""My evenings: past games and the people who played them, as the phone that asks has seen them."""

from __future__ import annotations

from flask import (
    Blueprint,
    Response,
    abort,
    redirect,
    render_template,
    request,
    url_for,
)
from werkzeug.wrappers import Response as AnyResponse

from companion.evenings import folded
from companion.play import evenings as evenings_module
from companion.play.evenings import call_player, count_again, forget_player, split_player
from companion.web.export.evenings import people_csv, plays_csv
from companion.web.export.spreadsheet import CSV
from companion.web.page.evenings import Evenings, average, evenings, past_games
from companion.web.reply.reply import as_download
from companion.web.request.phone import clean_name, phone, speak_of
from companion.web.request.tap import number_in
from companion.web.site import site

routes = Blueprint("evenings", __name__, url_prefix="/evenings")


@routes.get("")
def page() -> str:
    """Past games by game, and everybody who played."""
    shown = _asked(request.args.get("game", ""))
    lines, older = past_games(shown, number_in(request.args.get("from", "")))
    forgotten = evenings_module.forgotten(site().store, phone())
    values = {
        "shown": shown,
        "lines": lines,
        "older": older,
        "forgotten": forgotten,
        "in_digits": average,
    }
    return render_template("evenings/page.html", **values, table=None, viewer=0)


@routes.get("/player")
def player() -> str:
    """One person: what they reached in each game, and head to head."""
    shown = _asked()
    one = shown.person(request.args.get("name", "")) or abort(404)
    values = {"shown": shown, "one": one, "in_digits": average}
    values["erasable"] = _own_names(shown) & one.spellings
    values["renamed"] = one.spellings & set(shown.names)
    return render_template("evenings/player.html", **values, table=None, viewer=0)


@routes.get("/games.csv")
def games() -> Response:
    """Every finished game for a spreadsheet."""
    shown = _asked()
    return as_download(plays_csv(shown.plays, shown.names, shown.titles), CSV, "games.csv")


@routes.get("/players.csv")
def players() -> Response:
    """Everybody who played, for a spreadsheet."""
    shown = _asked()
    return as_download(people_csv(shown.people, shown.titles), CSV, "players.csv")


@routes.post("/rename")
def rename() -> AnyResponse:
    """Gives a person another name; a name that another person has makes one of both."""
    asked = clean_name(request.form.get("to", ""))
    name = call_player(site().store, phone(), request.form.get("name", ""), asked)
    return redirect(url_for("evenings.player", name=name), 303)


@routes.post("/split")
def split() -> AnyResponse:
    """The names as they were written at the tables."""
    split_player(site().store, phone(), request.form.get("name", ""))
    return redirect(url_for("evenings.page"), 303)


@routes.post("/forget")
def forget() -> AnyResponse:
    """Leaves a person out of the statistics; seats of this phone lose the name for good."""
    forget_player(site().store, phone(), request.form.get("name", ""))
    return redirect(url_for("evenings.page"), 303)


@routes.post("/count")
def count() -> AnyResponse:
    """A name that was left out counts again."""
    count_again(site().store, phone(), request.form.get("name", ""))
    return redirect(url_for("evenings.page"), 303)


def _asked(game: str = "") -> Evenings:
    shown = evenings(game)
    speak_of(None)
    return shown


def _own_names(shown: Evenings) -> set[str]:
    """Folded, those of the seats that this phone has: only they can leave the logs."""
    me = phone()
    own = (seat for table in shown.tables for seat in table.seats if seat.phone == me)
    return {folded(seat.name) for seat in own if seat.name}
