"""Turns every failure into a friendly page or fragment with a way on.

The only place that catches unforeseen exceptions: it logs them and shows no detail.
"""

from __future__ import annotations

from dataclasses import dataclass

from flask import Flask, current_app, g, make_response, redirect, render_template, request
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response

from companion.ledger import Unavailable
from companion.play import NotAllowed, UnknownSeat
from companion.play.store import UnknownTable
from companion.referee.notation import UnreadableAction
from companion.referee.text import Text, untranslated
from companion.tables import Table, UnreadableEvent
from companion.web.language.sentences import say
from companion.web.page.slots import htmx_fragment
from companion.web.page.toast import Toast, store_toast
from companion.web.reply.reply import page_address_of_tap, toast_html
from companion.web.request.cookie import KeepsNoCookies
from companion.web.request.pace import TooManyRequests
from companion.web.request.phone import viewer_seat
from companion.web.request.security import SAFE_METHODS, UnknownHost
from companion.web.request.table import TooManyTables
from companion.web.site import htmx

#: Characters of a path that are logged.
MAX_LOGGED_PATH_CHARACTERS = 200


@dataclass(frozen=True)
class ErrorPage:
    """The text of an error page: what is wrong, and what to do."""

    title: Text
    detail: Text


ERROR_PAGE_BY_STATUS = {
    400: ErrorPage(Text("Something went wrong"), Text("Go back and try again.")),
    403: ErrorPage(
        Text("This request came from another site"),
        Text("Open the table here and tap again."),
    ),
    404: ErrorPage(
        Text("There's nothing here"),
        Text("Scan the code again, or type it."),
    ),
    405: ErrorPage(
        Text("You can't open this page directly"), Text("Open the table and go on from there.")
    ),
    413: ErrorPage(Text("That file is too big"), Text("Send less and try again.")),
    429: ErrorPage(
        Text("Too many wrong codes from here"),
        Text("Wait a minute and try again, or scan the table's QR code."),
    ),
    500: ErrorPage(
        Text("Something went wrong in the app"),
        Text("Everything that was saved is safe. Go back and try again."),
    ),
}

NO_TABLE_PAGE = ErrorPage(
    Text("No table has this code"),
    Text("Codes have no 0, O, 1, I or L. Type it again, or create a new table."),
)

TOO_MANY_OPENED_PAGE = ErrorPage(
    Text("Too many new tables from here"),
    Text("Wait a few minutes, then open the next one. Tables that are open aren't affected."),
)

TOO_MANY_VIEWS_PAGE = ErrorPage(
    Text("Too many pages at once"), Text("Wait a moment, then try again.")
)

UNREADABLE_TABLE_PAGE = ErrorPage(
    Text("This table can't be opened"),
    Text("It's from another version of the app, or of a game that isn't here. Update first."),
)

NO_COOKIES_PAGE = ErrorPage(
    Text("This browser keeps no cookies"),
    Text(
        "By one the app knows whose seat it is. Allow cookies for this site, or open it in another"
        " browser, then try again. No one has taken a seat."
    ),
)

NO_SEAT_PAGE = ErrorPage(
    Text("This table doesn't have that seat"), Text("Choose a seat in the lobby.")
)

SENTENCE_BY_STORE_TROUBLE = {
    "full": Text("The app's disk is full. Make room, then try again."),
    "locked": Text("Another program is using the tables' file. Try again in a moment."),
    "read-only": Text("The app can't write its file. Check the file's permissions."),
    "gone": Text("The tables' file was deleted or replaced. Put it back and restart the app."),
    "unreachable": Text("The app can't reach its database. Try again in a moment."),
    "damaged": Text('The tables\' file is damaged. Run "companion check" to see what is left.'),
    "broken": Text("The app can't write its file. Try again in a moment."),
}


def install_error_handlers(app: Flask) -> None:
    """Registers a handler for everything that can go wrong."""
    app.register_error_handler(UnknownTable, lambda _: error_page(NO_TABLE_PAGE, 404))
    app.register_error_handler(UnknownSeat, lambda _: error_page(NO_SEAT_PAGE, 404))
    app.register_error_handler(UnreadableEvent, handle_unreadable_log)
    app.register_error_handler(NotAllowed, handle_action_not_allowed)
    app.register_error_handler(UnreadableAction, handle_unreadable_action)
    app.register_error_handler(Unavailable, handle_unavailable)
    app.register_error_handler(TooManyRequests, handle_too_many_requests)
    app.register_error_handler(KeepsNoCookies, lambda _: error_page(NO_COOKIES_PAGE, 403))
    app.register_error_handler(TooManyTables, handle_too_many_tables)
    app.register_error_handler(UnknownHost, handle_unknown_host)
    app.register_error_handler(HTTPException, handle_http_error)
    app.register_error_handler(Exception, handle_bug)


def error_page(page: ErrorPage, status: int) -> Response:
    """Returns a page with a way on; for htmx a toast with the same words."""
    if htmx:
        return _notice(Toast("no", say(page.title), say(page.detail)), status)
    return make_response(render_template("oops.html", page=page, table=None), status)


def handle_action_not_allowed(error: NotAllowed) -> Response:
    """Handles an action that this phone may not do: returns a toast, or redirects with it; 422."""
    return _say_no(Toast("no", say(error.reason)), 422)


def handle_unreadable_action(error: UnreadableAction) -> Response:
    """Handles text that is no action of the game: a toast says what was expected; 422."""
    words = say(Text("The app couldn't read that."))
    return _say_no(Toast("no", words, say(error.expected)), 422)


def handle_unreadable_log(error: UnreadableEvent) -> Response:
    """Handles a log that can't be read: 422 if it fails at its first event (another version or a
    missing game), else it is treated as a bug.
    """
    return handle_bug(error) if error.event.seq > 1 else error_page(UNREADABLE_TABLE_PAGE, 422)


def handle_too_many_requests(error: TooManyRequests) -> Response:
    """Handles too many requests: a toast for a tap, which didn't count, or a page; 429."""
    if request.method in SAFE_METHODS:
        answer = error_page(TOO_MANY_VIEWS_PAGE, 429)
    else:
        words = say(Text("That was too fast: this tap didn't count."))
        answer = _say_no(Toast("no", words, say(Text("Wait a moment, then tap again."))), 429)
    answer.headers["Retry-After"] = "1"
    return answer


def handle_too_many_tables(error: TooManyTables) -> Response:
    """Handles more new tables in an hour than one address may open; 429."""
    return error_page(TOO_MANY_OPENED_PAGE, 429)


def handle_unavailable(error: Unavailable) -> Response:
    """Handles a ledger that can't be used: the reply says that the tap doesn't count; 503."""
    seen = request.method in SAFE_METHODS
    title = Text("The tables can't be opened") if seen else Text("That wasn't saved")
    return error_page(
        ErrorPage(
            title, SENTENCE_BY_STORE_TROUBLE.get(error.kind, SENTENCE_BY_STORE_TROUBLE["broken"])
        ),
        503,
    )


def handle_unknown_host(error: UnknownHost) -> Response:
    """Handles a host name that isn't ours and may lead elsewhere; 421. The page has no links, for
    they would use that name.
    """
    page = ErrorPage(
        Text("This address isn't allowed"),
        Text(
            "Open the address that the app printed when it started."
            " Whoever runs it can add {host} to COMPANION_HOSTS.",
            host=untranslated(error.host[:100]),
        ),
    )
    return make_response(render_template("oops.html", page=page, table=None, astray=True), 421)


def handle_http_error(error: HTTPException) -> Response:
    """Handles HTTP errors: the page for the code; codes below 400 pass through."""
    if error.code is None or error.code < 400:
        return error.get_response()
    return error_page(ERROR_PAGE_BY_STATUS.get(error.code, ERROR_PAGE_BY_STATUS[400]), error.code)


def handle_bug(error: Exception) -> Response:
    """Handles unforeseen exceptions: logs them and returns 500. Under test it raises them."""
    if current_app.testing:
        raise error
    path = request.path[:MAX_LOGGED_PATH_CHARACTERS]
    fields = {"route": str(request.url_rule or "")}
    current_app.logger.error(
        "%s %s", request.method, path, exc_info=error, extra={"fields": fields}
    )
    return error_page(ERROR_PAGE_BY_STATUS[500], 500)


def _say_no(toast: Toast, status: int) -> Response:
    table: Table | None = g.get("table")
    if htmx:
        return _notice(toast, status)
    if table is None:
        return make_response(render_template("oops.html", toast=toast, table=None), status)
    store_toast(table, toast)
    return redirect(page_address_of_tap(table), 303)


def _notice(toast: Toast, status: int) -> Response:
    table: Table | None = g.get("table")
    viewer = viewer_seat(table) if table is not None else 0
    return make_response(
        htmx_fragment("#toast", "innerHTML", toast_html(table, viewer, toast)), status
    )
