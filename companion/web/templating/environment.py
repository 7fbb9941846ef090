"""What every template calls again and again, without a detour: sentences, addresses, icons.

The same words and marks as Flask's, Flask-Babel's and a macro's, only sooner; it decides nothing.
"""

from __future__ import annotations

from collections.abc import Callable, MutableMapping
from functools import lru_cache
from typing import Any

from flask import Flask, request, url_for
from flask.templating import Environment
from markupsafe import Markup, escape

from companion.web.language.sentences import Look, look, many, one
from companion.web.site.colours import colours
from companion.web.templating.forms import form_starts, hidden, set_start

#: Addresses remembered: those of our files, and of as many tables as are played at once.
ADDRESSES = 20_000


class Drawings(Environment):
    """Flask's, with one plain dictionary of globals: Jinja copies them for every drawing, which
    takes long out of the chain of two that it makes. So they must be complete before the first
    template is drawn, and no template has any of its own.
    """

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return self.globals if d is None else super().make_globals(d)


def draw_quickly(app: Flask) -> None:
    """Puts these in the place of the slower ones."""
    address = addresses()
    icon = icons(address)
    app.jinja_env.globals.update(
        _=sentence,
        gettext=sentence,
        ngettext=sentences,
        url_for=address,
        icon=icon,
        badge=badges(icon, look),
        theme=colours,
        hidden=hidden,
        form_start=form_starts(address),
        set_start=set_start,
    )


def sentence(source: str, **values: Any) -> Markup:
    """A template's sentence in this request's language; what is put into it is escaped."""
    said = one(source)
    return Markup(said) % values if "%" in said else Markup(said)


def sentences(source: str, plural: str, n: int, **values: Any) -> Markup:
    """The same with a number, which is `%(num)d` in it."""
    return Markup(many(source, plural, n)) % {"num": n, **values}


def addresses() -> Callable[..., str]:
    """`url_for` that remembers its answers; they hang on nothing but what it is given, and on
    where below its host the companion stands.
    """

    @lru_cache(maxsize=ADDRESSES)
    def known(root: str, endpoint: str, values: tuple[tuple[str, Any], ...]) -> str:
        return url_for(endpoint, **dict(values))

    def address(endpoint: str, **values: Any) -> str:
        if endpoint.startswith(".") or any(key.startswith("_") for key in values):
            return url_for(endpoint, **values)
        return known(request.script_root, endpoint, tuple(values.items()))

    return address


def badges(icon: Callable[[str], Markup], look: Callable[[int], Look]) -> Callable[..., Markup]:
    """Draws a seat's badge: colour, symbol and name, never the colour alone."""

    @lru_cache(maxsize=10_000)
    def drawn(who: Look, size: str) -> Markup:
        return Markup(
            '<span class="badge {} colour-{}" role="img" aria-label="{}, {}">{}</span>'
        ).format(size, who.colour, who.name, who.sign, icon(f"sym-{who.symbol}"))

    def badge(seat: int, size: str = "") -> Markup:
        return drawn(look(seat), size)

    return badge


def icons(address: Callable[..., str]) -> Callable[..., Markup]:
    """Draws an icon: a reference into the one file that has them all."""

    @lru_cache(maxsize=1000)
    def drawn(file: str, name: str, more: str) -> Markup:
        return Markup(
            '<svg class="icon i-{}{}" aria-hidden="true"><use href="{}#{}"/></svg>'
        ).format(name, more and f" {more}", file, name)

    def icon(name: str, more: str = "") -> Markup:
        return drawn(address("static", filename="icons.svg"), str(escape(name)), more)

    return icon
