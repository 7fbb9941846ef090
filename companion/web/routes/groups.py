"""Groups: people who play together. A link lets a phone in; nobody else sees that there is one."""

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
from companion.web.page.groups import group_evenings, lines_of, link_of
from companion.web.page.standings import asked, in_pictures
from companion.web.reply.evening_files import file_of
from companion.web.request.phone import (
    clean_name,
    phone,
    remember_name,
    remembered_name,
    set_current_table,
)
from companion.web.request.table import count_opening
from companion.web.site import site

routes = Blueprint("groups", __name__, url_prefix="/groups")


@routes.get("")
def page() -> str:
    """This phone's groups, and a new one."""
    set_current_table(None)
    own = play.groups_of(site().store, phone())
    return render_template(
        "groups/page.html", own=own, name=remembered_name(), table=None, viewer=0
    )


@routes.post("")
def found() -> Response:
    """A new group with this phone in it."""
    count_opening()
    own_name = clean_name(request.form.get("own", ""))
    group = play.found(site().store, request.form.get("name", ""), own_name, phone())
    remember_name(own_name)
    return _to(group)


@routes.get("/<group>")
def one(group: str) -> str:
    """A group: what its evenings tell, who is in it, how to get in."""
    of = _member_of(group)
    shown = group_evenings(of, asked())
    set_current_table(None)
    games = [site().games[slug] for slug in sorted(site().games)]
    values = {"group": of, "lines": lines_of(of), "link": link_of(of), "games": games}
    return render_template(
        "groups/group.html", **values, **in_pictures(shown), table=None, viewer=0
    )


@routes.get("/<group>/<any('games.csv', 'players.csv', 'evenings.json', 'bgstats.json'):kind>")
def files(group: str, kind: str) -> AnyResponse:
    """The group's games, or everybody who played, for other programs."""
    shown = group_evenings(_member_of(group))
    set_current_table(None)
    return file_of(kind, shown)


@routes.get("/<group>/join/<key>")
def joining(group: str, key: str) -> Response | str:
    """What the link opens: the group's name, and nothing else until somebody joins."""
    of = _by_link(group, key)
    if of.member(phone()):
        return _to(group)
    set_current_table(None)
    values = {"group": of, "key": key, "name": remembered_name()}
    return render_template("groups/joining.html", **values, table=None, viewer=0)


@routes.post("/<group>/join/<key>")
def join(group: str, key: str) -> Response:
    """This phone is a member."""
    name = clean_name(request.form.get("own", ""))
    play.join(site().store, _by_link(group, key), name, phone())
    remember_name(name)
    return _to(group)


@routes.post("/<group>/open")
def open_table(group: str) -> Response:
    """A new table whose evening is the group's."""
    of, here, me = _member_of(group), site(), phone()
    count_opening()
    game = request.form.get("game", "")
    most = max(here.games[game].seats) if game in here.games else 0
    table = lobby.open_table(here.store, game, most, me)
    lobby.sit(here.store, table.code, 1, me)
    own = of.member(me)
    lobby.rename(here.store, table.code, 1, remembered_name() or (own.name if own else ""), me)
    play.put_in(here.store, group, table.code, me)
    return redirect(url_for("table.page", code=table.code), 303)


@routes.post("/<group>/link")
def new_link(group: str) -> Response:
    """The old link opens nothing; who is listed stays."""
    _member_of(group)
    play.make_link(site().store, group)
    return _to(group)


@routes.post("/<group>/leave")
def leave(group: str) -> Response:
    """This phone is out."""
    _member_of(group)
    play.leave(site().store, group, phone())
    return redirect(url_for("groups.page"), 303)


@routes.post("/<group>/put-out")
def put_out(group: str) -> Response:
    """This phone wants somebody out; two do it."""
    play.put_out(site().store, _member_of(group), request.form.get("member", ""), phone())
    return _to(group)


@routes.post("/<group>/same")
def same(group: str) -> Response:
    """That phone is this one's person too; both say so."""
    play.say_same(site().store, _member_of(group), request.form.get("member", ""), phone())
    return _to(group)


@routes.post("/<group>/other")
def other(group: str) -> Response:
    """They are two people after all."""
    play.say_other(site().store, _member_of(group), request.form.get("member", ""), phone())
    return _to(group)


def _member_of(group: str) -> Group:
    try:
        return play.group_of(site().store, group, phone())
    except UnknownGroup:
        abort(404)


def _by_link(group: str, key: str) -> Group:
    try:
        return play.by_link(site().store, group, key)
    except UnknownGroup:
        abort(404)


def _to(group: str) -> Response:
    return redirect(url_for("groups.one", group=group), 303)
