"""Routes that say what they do: each decorator registers a function of the store as a POST route,
finds the table, makes the request a tap, and answers with what the function returns.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from companion.play.answer import Tap, TapAnswer, Unchanged
from companion.play.store import TableStore
from companion.tables import Table
from companion.web.reply.reply import answer_tap, changed_lobby
from companion.web.request.phone import phone_id, viewer_seat
from companion.web.request.table import enter_table
from companion.web.request.tap import action_from_form, form_number, tap_from_request
from companion.web.site import current_site, htmx

#: What a tap does: of the store, the table's code and the tap.
TapHandler = Callable[[TableStore, str, Tap], TapAnswer]
#: A change of the table by a seat: of the store, the table's code and the seat.
SeatHandler = Callable[[TableStore, str, int], Table]
#: A change in the lobby by a phone: of the store, the table's code and the phone.
LobbyHandler = Callable[[TableStore, str, str], Table]


def tap_route(
    routes: Blueprint, path: str, *, with_action: bool = False
) -> Callable[[TapHandler], TapHandler]:
    """Returns a decorator: the route answers the request's tap with what the function returns.
    `with_action`: the form's fields are the tap's action.
    """

    def register(handle: TapHandler) -> TapHandler:
        @routes.post(path)
        @wraps(handle)
        def view(code: str) -> Response:
            table = enter_table(code)
            tap = tap_from_request(table, action_from_form(request.form) if with_action else "")
            return answer_tap(table, tap, handle(current_site().store, table.code, tap))

        return handle

    return register


def change_route(routes: Blueprint, path: str) -> Callable[[SeatHandler], SeatHandler]:
    """Returns a decorator: the route answers with the changed pieces of the table that the function
    returns, without a toast.
    """

    def register(handle: SeatHandler) -> SeatHandler:
        @routes.post(path)
        @wraps(handle)
        def view(code: str) -> Response:
            table = enter_table(code)
            seat = form_number("seat") or viewer_seat(table)
            return answer_with_pieces(table, handle(current_site().store, table.code, seat))

        return handle

    return register


def lobby_route(routes: Blueprint, path: str) -> Callable[[LobbyHandler], LobbyHandler]:
    """Returns a decorator: the route shows the lobby after the function has changed it."""

    def register(handle: LobbyHandler) -> LobbyHandler:
        @routes.post(path)
        @wraps(handle)
        def view(code: str) -> Response:
            return answer_with_lobby(
                handle(current_site().store, enter_table(code).code, phone_id())
            )

        return handle

    return register


def answer_with_pieces(table: Table, after: Table) -> Response:
    """Answers with the changed pieces of `after`, without a toast."""
    return answer_tap(table, tap_from_request(table), Unchanged(table=after))


def answer_with_lobby(table: Table) -> Response:
    """Answers a change of the lobby: with its newest version where the page stays as it is, else
    with a redirect to the lobby, which before the start is the table's page.
    """
    if htmx:
        return changed_lobby(table)
    page = "lobby.show_lobby" if table.started else "table.page"
    return redirect(url_for(page, code=table.code), 303)
