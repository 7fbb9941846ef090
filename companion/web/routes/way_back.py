"""Serves the ways back to one's own seat, evenings and groups when the address has changed."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.referee.text import Text
from companion.web.page.my_tables import running_and_past_tables
from companion.web.reply.errors import ErrorPage, error_page
from companion.web.request import way_back
from companion.web.request.phone import known_phone
from companion.web.site import current_site

routes = Blueprint("way_back", __name__, url_prefix="/back")

INVALID_LINK_PAGE = ErrorPage(
    Text("This link doesn't work any more"),
    Text("Its phone has signed out, or a part of the link is missing."),
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
    """Renders what a kept link does, with its button; 404 if it doesn't work."""
    kept = way_back.read_way_back(proof)
    if kept is None:
        return error_page(INVALID_LINK_PAGE, 404)
    return render_template(
        "way_back/opening.html",
        proof=proof,
        name=kept.name,
        own=known_phone() and any(running_and_past_tables()),
        table=None,
        viewer=0,
    )


@routes.post("/to/<proof>")
def open_link(proof: str) -> Response:
    """Makes this browser the phone of the link; redirects to the first page, 404 if it doesn't
    work.
    """
    kept = way_back.read_way_back(proof)
    if kept is None:
        return error_page(INVALID_LINK_PAGE, 404)
    way_back.come_back(kept)
    return redirect(url_for("home.show_home"), 303)


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
