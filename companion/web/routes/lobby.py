"""Handles seats, names, colours, order, options, lock and start; `play` checks who may.

Each handler shows the lobby unless it says otherwise.
"""

from __future__ import annotations

from flask import Blueprint, abort, redirect, request, session, url_for
from werkzeug.wrappers import Response

from companion.play import forget, guided, lobby
from companion.play.store import TableStore
from companion.tables import Table
from companion.web.page.views import lobby_page
from companion.web.reply.handlers import answer_with_lobby, lobby_route
from companion.web.reply.reply import changed_lobby
from companion.web.request.cookie import require_kept_cookie
from companion.web.request.phone import clean_name, phone_id, remember_name, remember_own_seat
from companion.web.request.security import MAX_NUMBER_DIGITS
from companion.web.request.table import enter_table
from companion.web.request.tap import form_number
from companion.web.site import current_site, htmx

routes = Blueprint("lobby", __name__, url_prefix="/t/<code>")


@routes.get("/lobby")
def show_lobby(code: str) -> str:
    """Renders the lobby at any time."""
    return lobby_page(enter_table(code))


@routes.post("/sit")
def take_seat(code: str) -> Response:
    """Handles taking a free seat. A phone's first seat also sets its remembered name."""
    require_kept_cookie()
    table, store, me, seat = (
        enter_table(code),
        current_site().store,
        phone_id(),
        form_number("seat"),
    )
    # The name of a button goes before what stands in the field.
    name = clean_name(request.form.get("known", "") or request.form.get("name", ""))
    colour = request.form.get("colour", "")
    first = not table.seats_of(me)
    table = lobby.sit_down_at_seat(store, table.code, seat, me)
    if first:
        remember_own_seat(table, seat)
    if name:
        if first:
            remember_name(name)
        table = lobby.name_seat(store, table.code, seat, name, me)
    if colour:
        table = lobby.choose_colour(store, table.code, seat, colour, me)
    if first and table.started:
        # Whoever sits down in a running game goes on to it.
        return redirect(url_for("table.page", code=table.code), 303)
    return answer_with_lobby(table)


@lobby_route(routes, "/end-phone")
def free_seats_of_phone(store: TableStore, code: str, phone: str) -> Table:
    """Handles the host's request to sign out the phone with this seat."""
    return lobby.free_seats_of_phone(store, code, form_number("seat"), phone)


@routes.post("/sign-off")
def sign_out_phone(code: str) -> Response:
    """Signs this phone out: it gives up its seats, and every copy of its cookie becomes
    invalid. Redirects to the first page.
    """
    enter_table(code)
    here, me = current_site(), phone_id()
    lobby.sign_out_phone(here.store, me)
    here.signed_out_phones.sign_out(me)
    session.clear()
    answer = redirect(url_for("home.show_home"), 303)
    # Over plain http browsers ignore it and complain; the session is cleared regardless.
    if request.is_secure:
        answer.headers["Clear-Site-Data"] = '"cache", "cookies", "storage"'
    return answer


@lobby_route(routes, "/free")
def free_seat(store: TableStore, code: str, phone: str) -> Table:
    """Handles freeing a seat; its name stays for the next phone."""
    return lobby.free_seat(store, code, form_number("seat"), phone)


@lobby_route(routes, "/rename")
def rename_seat(store: TableStore, code: str, phone: str) -> Table:
    """Handles a seat's name."""
    seat, name = form_number("seat"), clean_name(request.form.get("name", ""))
    table = lobby.name_seat(store, code, seat, name, phone)
    if name and table.seats_of(phone)[:1] == (seat,):
        remember_name(name)
    return table


@lobby_route(routes, "/remove-name")
def remove_name(store: TableStore, code: str, phone: str) -> Table:
    """Handles the removal of a seat's name, also from the log."""
    return forget.remove_seat_name(store, code, form_number("seat"), phone)


@routes.post("/delete")
def delete_table(code: str) -> Response:
    """Handles the host's deletion of the table; redirects to the first page."""
    forget.delete_table(current_site().store, enter_table(code).code, phone_id())
    return redirect(url_for("home.show_home"), 303)


@lobby_route(routes, "/recolour")
def recolour_seat(store: TableStore, code: str, phone: str) -> Table:
    """Handles a seat's colour, to match the box."""
    colour = request.form.get("colour", "")
    return lobby.change_seat_colour(store, code, form_number("seat"), colour, phone)


@lobby_route(routes, "/reorder")
def reorder_seats(store: TableStore, code: str, phone: str) -> Table:
    """Handles a new order of seats: `order` lists the old numbers. 422 for too long a number."""
    sent = request.form.get("order", "").split()
    if any(len(each) > MAX_NUMBER_DIGITS for each in sent):
        abort(422)
    order = tuple(int(each) for each in sent if each.isdecimal() and each.isascii())
    return lobby.renumber_seats(store, code, order[:99], phone)


@lobby_route(routes, "/resize")
def resize_table(store: TableStore, code: str, phone: str) -> Table:
    """Handles a new number of seats in the lobby."""
    return lobby.change_seat_count(store, code, form_number("seats"), phone)


@routes.post("/option")
def choose_option(code: str) -> Response:
    """Handles an option of the game; redirects to it."""
    table = enter_table(code)
    key, value = request.form.get("key", ""), request.form.get("value", "")
    lobby.choose_option(current_site().store, table.code, key, value, phone_id())
    if htmx:
        return changed_lobby(current_site().store.latest(table.code))
    # The list of options is folded; the anchor opens it again in place.
    return redirect(url_for("table.page", code=table.code, _anchor=f"option-{key}"), 303)


@lobby_route(routes, "/lock")
def set_table_locked(store: TableStore, code: str, phone: str) -> Table:
    """Locks the table against new phones, or unlocks it."""
    change = lobby.lock_table if request.form.get("locked") == "1" else lobby.unlock_table
    return change(store, code, phone)


@routes.post("/start")
def start_game(code: str) -> Response:
    """Starts the game without the empty seats, guided where the form says so (`guided`, "1" or
    "0"; without it as the table was set); redirects to the table.
    """
    table, wish = enter_table(code), request.form.get("guided", "")
    if wish:
        guided.set_guided(current_site().store, table.code, wish == "1", phone_id())
    lobby.remove_empty_seats(current_site().store, table.code, phone_id())
    lobby.start_game(current_site().store, table.code, phone_id())
    return redirect(url_for("table.page", code=table.code), 303)


@routes.post("/reopen")
def reopen_lobby(code: str) -> Response:
    """Reopens the lobby while no seat has scored; redirects to it."""
    table = lobby.reopen_lobby(current_site().store, enter_table(code).code, phone_id())
    return redirect(url_for("table.page", code=table.code), 303)
