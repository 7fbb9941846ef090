"""Serves the ways back to one's own seat, evenings and groups when the address has changed."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.referee.text import Text
from companion.web.page.lobby import return_request_digits
from companion.web.page.my_tables import running_and_past_tables
from companion.web.reply.errors import ErrorPage, error_page
from companion.web.request import way_back
from companion.web.request.phone import known_phone
from companion.web.site import current_site

routes = Blueprint("way_back", __name__, url_prefix="/back")

INVALID_LINK_PAGE = ErrorPage(
    Text("This link doesn't work any more"),
    Text("There's a new one, its phone has signed out, or a part of the link is missing."),
)


ASKED_BY_ANOTHER_PAGE = ErrorPage(
    Text("Another phone is asking for this seat. Wait a minute."),
    Text("If that isn't you, make a new link on the phone that has your seats."),
)


@routes.get("")
def show_ways() -> str:
    """Renders the link to keep, and what helps a phone that lost its seat."""
    return render_template(
        "way_back/page.html",
        link=way_back.way_back_link(),
        lost=not any(running_and_past_tables()),
        table=None,
        viewer=0,
    )


@routes.get("/to/<proof>")
def show_confirmation(proof: str) -> str | Response:
    """Renders what a kept link does, with its button, or what its phone is being asked; 404 if it
    doesn't work.
    """
    kept = way_back.read_way_back(proof)
    if kept is None:
        return error_page(INVALID_LINK_PAGE, 404)
    waiting = way_back.requests_by_this_browser(kept)
    return render_template(
        "way_back/opening.html",
        proof=proof,
        numbers=[return_request_digits(each) for each in waiting],
        name=kept.name,
        own=known_phone() and any(running_and_past_tables()),
        table=None,
        viewer=0,
    )


@routes.post("/to/<proof>")
def open_link(proof: str) -> Response:
    """Makes this browser the phone of the link, and redirects to the first page; a phone that is
    awake is asked first: back to the link, 409 while another browser asks. 404 if it doesn't
    work.
    """
    kept = way_back.read_way_back(proof)
    if kept is None:
        return error_page(INVALID_LINK_PAGE, 404)
    if not way_back.is_this_phone(kept):
        waiting = way_back.ask_phone(kept)
        if any(not each.seq for each in waiting):
            return error_page(ASKED_BY_ANOTHER_PAGE, 409)
        if waiting:
            return redirect(url_for("way_back.show_confirmation", proof=proof), 303)
        way_back.come_back(kept)
    return redirect(url_for("home.show_home"), 303)


@routes.post("/new")
def renew_link() -> Response:
    """Ends this phone's link; redirects to the next one."""
    way_back.end_link()
    return redirect(url_for("way_back.show_ways"), 303)


@routes.get("/arrive")
def arrive_by_name() -> Response:
    """Leads a browser that came by the name to its page, by way of the name if need be."""
    return _on(way_back.answer_to_name(_asked("n"), _asked("mark"), _path()))


@routes.get("/anchor")
def anchor_phone() -> Response:
    """Answers under the name: keeps which phone this is, or tells the address."""
    if not current_site().mdns_name.address:
        return _on(_path())
    return _on(way_back.answer_to_address(_asked("n"), _asked("told"), _path()))


@routes.get("/land")
def land() -> Response:
    """Makes a browser without a phone the one that the name knows; redirects to its page."""
    way_back.land_at_address(_asked("told"))
    return _on(_path())


def _asked(name: str) -> str:
    return request.args.get(name, "")


def _path() -> str:
    return way_back.safe_path(_asked("to"))


def _on(address: str) -> Response:
    return redirect(address, 303)
