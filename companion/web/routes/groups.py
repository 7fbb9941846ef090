"""Serves groups of people who play together. A link admits a phone; others get 404."""

from __future__ import annotations

from flask import (
    Blueprint,
    abort,
    redirect,
    render_template,
    request,
    url_for,
)
from flask import (
    Response as AnyResponse,
)
from werkzeug.wrappers import Response

from companion.play import groups as play
from companion.play import lobby
from companion.play.groups import Group, UnknownGroup
from companion.web.page.groups import group_evenings, invitation_link, member_lines
from companion.web.page.standings import requested_filter, statistics_template_values
from companion.web.reply.evening_files import evenings_file
from companion.web.request.phone import (
    clean_name,
    phone_id,
    remember_name,
    remembered_name,
    set_current_table,
)
from companion.web.request.table import count_new_table
from companion.web.site import current_site

routes = Blueprint("groups", __name__, url_prefix="/groups")


@routes.get("")
def show_groups() -> str:
    """Renders this phone's groups and the form for a new one."""
    set_current_table(None)
    own = play.groups_of_phone(current_site().store, phone_id())
    return render_template(
        "groups/page.html", own=own, name=remembered_name(), table=None, viewer=0
    )


@routes.post("")
def create_group() -> Response:
    """Handles a new group with this phone in it; redirects to the group."""
    count_new_table()
    own_name = clean_name(request.form.get("own", ""))
    group = play.create_group(
        current_site().store, request.form.get("name", ""), own_name, phone_id()
    )
    remember_name(own_name)
    return _to(group)


@routes.get("/<group>")
def show_group(group: str) -> str:
    """Renders a group: statistics, members, invitation link; 404 for non-members."""
    of = _member_of(group)
    shown = group_evenings(of, requested_filter())
    set_current_table(None)
    games = [current_site().games[slug] for slug in sorted(current_site().games)]
    values = {"group": of, "lines": member_lines(of), "link": invitation_link(of), "games": games}
    values["opened"] = play.opened_tables(current_site().store, phone_id(), group)
    return render_template(
        "groups/group.html", **values, **statistics_template_values(shown), table=None, viewer=0
    )


@routes.get("/<group>/<any('games.csv', 'players.csv', 'evenings.json', 'bgstats.json'):kind>")
def download_statistics(group: str, kind: str) -> AnyResponse:
    """Returns the group's games or players as a file for other programs; 404 for non-members."""
    shown = group_evenings(_member_of(group))
    set_current_table(None)
    return evenings_file(kind, shown)


@routes.get("/<group>/join/<key>")
def show_invitation(group: str, key: str) -> Response | str:
    """Renders the group's name and a form; redirects members to the group, 404 for a wrong key."""
    of = _by_link(group, key)
    if of.member_of_phone(phone_id()):
        return _to(group)
    set_current_table(None)
    values = {"group": of, "key": key, "name": remembered_name()}
    return render_template("groups/joining.html", **values, table=None, viewer=0)


@routes.post("/<group>/join/<key>")
def join_group(group: str, key: str) -> Response:
    """Handles joining by link; redirects to the group."""
    name = clean_name(request.form.get("own", ""))
    play.join_group(current_site().store, _by_link(group, key), name, phone_id())
    remember_name(name)
    return _to(group)


@routes.post("/<group>/open")
def open_table(group: str) -> Response:
    """Handles a new table whose evening belongs to the group; redirects to the table."""
    of, here, me = _member_of(group), current_site(), phone_id()
    count_new_table()
    game = request.form.get("game", "")
    most = max(here.games[game].seats) if game in here.games else 0
    table = lobby.open_table(here.store, game, most, me)
    lobby.sit_down_at_seat(here.store, table.code, 1, me)
    own = of.member_of_phone(me)
    lobby.name_seat(here.store, table.code, 1, remembered_name() or (own.name if own else ""), me)
    play.add_evening(here.store, group, table.code, me)
    return redirect(url_for("table.page", code=table.code), 303)


@routes.post("/<group>/link")
def renew_link(group: str) -> Response:
    """Handles a new link: the old one stops working, members stay. Redirects to the group."""
    _member_of(group)
    play.replace_invitation_link(current_site().store, group)
    return _to(group)


@routes.post("/<group>/leave")
def leave_group(group: str) -> Response:
    """Removes this phone from the group; redirects to its groups."""
    _member_of(group)
    play.leave_group(current_site().store, group, phone_id())
    return redirect(url_for("groups.show_groups"), 303)


@routes.post("/<group>/put-out")
def vote_out_member(group: str) -> Response:
    """Votes to remove a member; two members' votes do. Redirects to the group."""
    play.vote_out_member(
        current_site().store, _member_of(group), request.form.get("member", ""), phone_id()
    )
    return _to(group)


@routes.post("/<group>/same")
def claim_same_person(group: str) -> Response:
    """Claims that two phones are one person, valid once both do. Redirects to the group."""
    play.declare_same_person(
        current_site().store, _member_of(group), request.form.get("member", ""), phone_id()
    )
    return _to(group)


@routes.post("/<group>/other")
def declare_other_person(group: str) -> Response:
    """Handles the end of that claim; redirects to the group."""
    play.declare_other_person(
        current_site().store, _member_of(group), request.form.get("member", ""), phone_id()
    )
    return _to(group)


def _member_of(group: str) -> Group:
    try:
        return play.group_for_member(current_site().store, group, phone_id())
    except UnknownGroup:
        abort(404)


def _by_link(group: str, key: str) -> Group:
    try:
        return play.group_from_link(current_site().store, group, key)
    except UnknownGroup:
        abort(404)


def _to(group: str) -> Response:
    return redirect(url_for("groups.show_group", group=group), 303)
