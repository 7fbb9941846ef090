"""Serves "My evenings": past games and their players, as seen by the asking phone."""

from __future__ import annotations

from collections.abc import Sequence

from flask import (
    Blueprint,
    Response,
    abort,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from werkzeug.wrappers import Response as AnyResponse

from companion.evenings import EveningNotes, case_folded_name
from companion.evenings.standings import EveningFilter
from companion.play import NotAllowed, groups, imports, public_results
from companion.play import evenings as evenings_module
from companion.play.evenings import (
    NOTE_KINDS,
    forget_player,
    notes_of_table,
    rename_player,
    restore_player,
    split_player,
    write_evening_notes,
)
from companion.play.imports.fields import WrongFormat
from companion.referee.text import Text
from companion.tables import Table
from companion.web.language.sentences import date_text, say
from companion.web.page.evenings import (
    EMPTY_EVENING_FILTER,
    Evenings,
    average_text,
    past_games_page,
    visible_evenings,
)
from companion.web.page.groups import has_public_news, mark_news_read
from companion.web.page.my_tables import past_table_row
from companion.web.page.result import public_page, revealed_category_count
from companion.web.page.standings import requested_filter, statistics_template_values
from companion.web.reply.evening_files import evenings_file
from companion.web.request.phone import clean_name, phone_id, set_current_table
from companion.web.request.table import count_new_table, enter_table, normalized_code
from companion.web.request.tap import parse_number, uploaded_bytes
from companion.web.site import current_site
from companion.yielding import yielding

#: Bytes of an uploaded file of games.
MAX_IMPORT_FILE_BYTES = 10 * 1024 * 1024
#: Games from elsewhere that are listed, the newest.
MAX_LISTED_IMPORTS = 100

routes = Blueprint("evenings", __name__, url_prefix="/evenings")


@routes.get("")
def show_evenings() -> str:
    """Renders one page of past games and the statistics of everybody who played."""
    shown = _asked(requested_filter())
    lines, older = past_games_page(shown, parse_number(request.args.get("from", "")))
    forgotten = evenings_module.forgotten_names(current_site().store, phone_id())
    values = {
        "lines": lines,
        "older": older,
        "forgotten": forgotten,
        **statistics_template_values(shown),
    }
    return render_template("evenings/page.html", **values, table=None, viewer=0)


@routes.get("/player")
def show_player() -> str:
    """Renders one person's statistics: each game, head to head; 404 for an unknown name."""
    shown = _asked()
    one = shown.stats_of_person(request.args.get("name", "")) or abort(404)
    values = {"shown": shown, "one": one, "in_digits": average_text}
    values["erasable"] = _own_names(shown) & one.spellings
    values["renamed"] = one.spellings & set(shown.names)
    return render_template("evenings/player.html", **values, table=None, viewer=0)


@routes.get("/<any('games.csv', 'players.csv', 'evenings.json', 'bgstats.json'):kind>")
def download_statistics(kind: str) -> Response:
    """Returns the finished games, or the players, as a file for other programs."""
    return evenings_file(kind, _asked())


@routes.post("/rename")
def rename_person() -> AnyResponse:
    """Handles a person's new name; another person's name merges both. Redirects to the person."""
    asked = clean_name(request.form.get("to", ""))
    name = rename_player(current_site().store, phone_id(), request.form.get("name", ""), asked)
    return redirect(url_for("evenings.show_player", name=name), 303)


@routes.post("/split")
def split_person() -> AnyResponse:
    """Undoes a merge: names count as written at the tables. Redirects to the page."""
    split_player(current_site().store, phone_id(), request.form.get("name", ""))
    return redirect(url_for("evenings.show_evenings"), 303)


@routes.post("/forget")
def forget_person() -> AnyResponse:
    """Handles a person's removal from the statistics, and of the name from this phone's seats in
    the logs for good. Redirects to the page.
    """
    forget_player(current_site().store, phone_id(), request.form.get("name", ""))
    return redirect(url_for("evenings.show_evenings"), 303)


@routes.post("/count")
def restore_removed_player() -> AnyResponse:
    """Handles the return of a removed name to the statistics; redirects to the page."""
    restore_player(current_site().store, phone_id(), request.form.get("name", ""))
    return redirect(url_for("evenings.show_evenings"), 303)


@routes.get("/bring")
def show_import_form() -> str:
    """Renders the form for a file of games from elsewhere."""
    set_current_table(None)
    return _bring()


@routes.post("/bring")
def import_games() -> AnyResponse:
    """Handles an uploaded file of games: they count on this phone. Renders what was taken and, by
    line, what wasn't understood; status 422 if nothing could be read.
    """
    count_new_table()
    shown = _asked()
    there = imports.known_play_ids(shown.every)
    try:
        sent = uploaded_bytes(MAX_IMPORT_FILE_BYTES)
        others = bool(request.form.get("others"))
        store = current_site().store
        said = imports.import_plays(store, sent, phone_id(), there, own=shown.tables, others=others)
    except WrongFormat as bad:
        return make_response(_bring(trouble=say(bad.reason)), 422)
    return make_response(_bring(said=said))


@routes.post("/bring/out")
def take_out_games() -> AnyResponse:
    """Handles games from elsewhere that no longer count on this phone: one (`play`), or all of them
    without it; redirects to the form.
    """
    store, me = current_site().store, phone_id()
    own = imports.stored_import_ids(store, me)
    asked = request.form.get("play", "")
    imports.take_out_imports(store, me, [asked] if asked else own)
    return redirect(url_for("evenings.show_import_form"), 303)


def _bring(trouble: str = "", said: Sequence[imports.ImportedLine] = ()) -> str:
    store, me = current_site().store, phone_id()
    plays = sorted(imports.stored_imports_of_phone(store, me), key=lambda play: -play.ended)
    values: dict[str, object] = {
        "brought": plays[:MAX_LISTED_IMPORTS],
        "titles": current_site().games,
    }
    values["day_of"] = date_text
    values["number"] = len(imports.stored_import_ids(store, me))
    values["said"] = [(each, say(each.words)) for each in yielding(said, imports.GAMES_IN_A_ROW)]
    return render_template("evenings/bring.html", trouble=trouble, **values, table=None, viewer=0)


@routes.get("/of/<code>")
def show_evening(code: str) -> str:
    """Renders one evening of this phone: groups it is in or could join; 404 for others."""
    table, store = _own(code), current_site().store
    there = groups.groups_with_evening(store, table.code)
    own = {seat: table.seat_at(seat) for seat in table.seats_of(phone_id())}
    hidden = {group: groups.seats_with_hidden_name(store, group, table.code) for group in there}
    taken = groups.groups_without_evening(store, table.code, phone_id())
    own_groups = groups.groups_of_phone(store, phone_id()).items()
    free = {each: name for each, name in own_groups if each not in {*there, *taken}}
    row = (
        past_table_row(table)
        if table.outcome is not None and revealed_category_count(table) is None
        else None
    )
    values = {
        "there": there,
        "own": own,
        "hidden": hidden,
        "free": free,
        "row": row,
        "taken": taken,
    }
    values |= {"about": notes_of_table(store, table.code), "public": public_page(table)}
    values["told"] = there or has_public_news(table.code)
    return render_template("evenings/evening.html", **values, table=table, viewer=0)


@routes.post("/of/<code>/about")
def save_notes(code: str) -> AnyResponse:
    """Handles notes on an evening: place, remarks, expansions; redirects to it."""
    notes = EveningNotes(**{name: request.form.get(name, "") for name in NOTE_KINDS})
    write_evening_notes(current_site().store, _own(code).code, phone_id(), notes)
    return redirect(url_for("evenings.show_evening", code=normalized_code(code)), 303)


@routes.post("/of/<code>/public")
def set_publication_consent(code: str) -> AnyResponse:
    """Handles whether this phone's seats agree to a page for everybody (`do`: "open" or "close");
    redirects to the evening.
    """
    agrees = request.form.get("do") == "open"
    public_results.set_publication_consent(
        current_site().store, _own(code).code, phone_id(), agrees=agrees
    )
    mark_news_read(normalized_code(code))
    return redirect(url_for("evenings.show_evening", code=normalized_code(code)), 303)


@routes.post("/of/<code>/told")
def dismiss_group_news(code: str) -> AnyResponse:
    """Marks the news about this evening's groups as read; redirects to the first page."""
    mark_news_read(_own(code).code)
    return redirect(url_for("home.show_home"), 303)


@routes.post("/of/<code>/groups")
def change_groups(code: str) -> AnyResponse:
    """Handles an evening's groups (`do`: "put", "take" or "back") and the name of an own seat there
    ("hide" or "show"); redirects to the evening. Refuses to put it into others' groups.
    """
    table, store, me = _own(code), current_site().store, phone_id()
    group, seat = request.form.get("group", ""), parse_number(request.form.get("seat", ""))
    match request.form.get("do", ""):
        case "put":
            _need_member(group)
            groups.add_evening(store, group, table.code, me)
        case "take":
            groups.remove_evening(store, group, table.code, me)
        case "back":
            groups.restore_evening(store, group, table.code, me)
        case "hide":
            groups.hide_name_in_group(store, group, table.code, me, seat)
        case "show":
            groups.show_name_in_group(store, group, table.code, me, seat)
    mark_news_read(table.code)
    return redirect(url_for("evenings.show_evening", code=table.code), 303)


def _need_member(group: str) -> None:
    if group not in groups.groups_of_phone(current_site().store, phone_id()):
        raise NotAllowed(Text("This phone isn't in that group."))


def _own(code: str) -> Table:
    """Returns a table at which this phone has a seat; 404 for any other."""
    table = enter_table(code)
    if not table.seats_of(phone_id()):
        abort(404)
    return table


def _asked(wanted: EveningFilter = EMPTY_EVENING_FILTER) -> Evenings:
    shown = visible_evenings(wanted)
    set_current_table(None)
    return shown


def _own_names(shown: Evenings) -> set[str]:
    """Returns the folded names of this phone's seats: only they can be removed from the logs."""
    me = phone_id()
    own = (seat for table in shown.tables for seat in table.seats if seat.phone == me)
    return {case_folded_name(seat.name) for seat in own if seat.name}
