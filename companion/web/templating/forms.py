"""The start of every form that is a tap: its address, seat and version seen. Functions need no
import, which Jinja would evaluate anew at every rendering.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, cast

from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup


# Saves 3 % of the calls of a tap and its pages.
@lru_cache(maxsize=1000)
def _hidden(seat: int, seen: int | str) -> Markup:
    inputs = Markup('<input type="hidden" name="{}" value="{}">')
    values = {"seat": seat, "intent": "", **({"seen": seen} if seen else {})}
    return Markup("").join(inputs.format(*each) for each in values.items())


@pass_context
def hidden_fields(drawing: Context) -> Markup:
    """Returns the hidden fields of a tap: seat, intent (filled in by taps.js) and version seen."""
    return _hidden(drawing["viewer"], drawing.get("seen") or "")


@pass_context
def number_form_start(drawing: Context, verb: str, awaited: bool = False) -> Markup:
    """Begins the form of a number that saves itself, see steppers.js; a plain form on
    a past page.
    """
    if drawing.get("aim") is not None:
        return cast("Markup", drawing["form_start"](drawing, "tap set"))
    code, to = drawing["table"].code, drawing["url_for"]
    announced = to("table.announce_counting", code=code) if awaited else ""
    seen = drawing.get("seen") or ""
    return _set_start(to("table.save_number", code=code), verb, announced, drawing["viewer"], seen)


# Saves 1 % of the calls of a tap and its pages.
@lru_cache(maxsize=10_000)
def _set_start(to: str, verb: str, announced: str, seat: int, seen: int | str) -> Markup:
    form = Markup(
        '<form class="tap set" id="set-{id}" autocomplete="off" data-saves method="post"'
        ' action="{to}" hx-post="{to}" hx-swap="none"'
    ).format(to=to, id=verb.replace(" ", "-"))
    if announced:
        form += Markup(' data-announce="{}"').format(announced)
    return form + Markup(">{}").format(_hidden(seat, seen))


def _named(key: str) -> Markup:
    return Markup(' id="{}"').format(key) if key else Markup("")


def make_form_start(address: Callable[..., str]) -> Callable[..., Markup]:
    """Returns a function that begins an action's form, usable without scripts; the template ends
    it.
    """

    @lru_cache(maxsize=10_000)
    def drawn(kind: str, key: str, code: str, seat: int, seen: int | str) -> Markup:
        # Nothing typed before is offered, and a reload begins as the page was sent.
        form = (
            '<form{} class="{}" autocomplete="off" method="post" action="{to}" hx-post="{to}"'
            ' hx-swap="none">{}'
        )
        to = address("table.play_action", code=code)
        return Markup(form).format(_named(key), kind, _hidden(seat, seen), to=to)

    @pass_context
    def form_start(drawing: Context, kind: str = "tap", key: str = "") -> Markup:
        """Begins the form; `key`: its id, for buttons elsewhere that submit it."""
        # Past pages send it elsewhere; see past_action/page.html.
        aim: Any = drawing.get("aim")
        if aim is None:
            seen = drawing.get("seen") or ""
            return drawn(kind, key, drawing["table"].code, drawing["viewer"], seen)
        form = Markup('<form{} class="{}" autocomplete="off" method="post" action="{}">{}').format(
            _named(key), kind, aim.to, hidden_fields(drawing)
        )
        field = Markup('<input type="hidden" name="{}" value="{}">')
        form += field.format(aim.field, aim.seq)
        more = (("before", aim.before), ("again", aim.again))
        return form + Markup("").join(field.format(*each) for each in more if each[1])

    return form_start
