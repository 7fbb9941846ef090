"""What every template calls again and again, without a detour: sentences, addresses, icons.

The same words and marks as Flask's, Flask-Babel's and a macro's, only sooner; it decides nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, MutableMapping
from contextlib import suppress
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, cast

import jinja2
from flask import Flask, request, url_for
from flask.sansio.app import App
from flask.templating import Environment
from jinja2 import FileSystemLoader, Template
from jinja2.bccache import Bucket
from jinja2.compiler import CodeGenerator, Frame
from jinja2.ext import Extension
from jinja2.nodes import Expr
from jinja2.runtime import Context
from markupsafe import Markup
from markupsafe import _escape_inner as _escaped_text  # type: ignore[attr-defined]

from companion.referee.game import Game
from companion.tables import Table
from companion.web.files import ICONS, colours
from companion.web.files import icons as icons_in
from companion.web.language.sentences import Look, look, many, one
from companion.web.site import own
from companion.web.templating.forms import form_starts, hidden, set_start
from companion.web.templating.plot import plot


class CompiledTemplates(jinja2.FileSystemBytecodeCache):
    """Jinja's own, which stops a page where its files cannot be read or written."""

    def load_bytecode(self, bucket: Bucket) -> None:
        """What was kept of this template; nothing of what cannot be read."""
        try:
            super().load_bytecode(bucket)
        # A file that was cut short fails in as many ways as it has places.
        except Exception:
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keeps it for the next start, where there is room."""
        with suppress(OSError):
            super().dump_bytecode(bucket)


@cache
def compiled_templates() -> CompiledTemplates | None:
    """Where they are kept; None where this user has no safe folder."""
    # Jinja looks at a template's text only; what it is made into depends on this code too.
    code = b"".join(file.read_bytes() for file in sorted(Path(__file__).parent.glob("*.py")))
    made_by = sha256(jinja2.__version__.encode() + code).hexdigest()[:10]
    try:
        return CompiledTemplates(pattern=f"companion-{made_by}-%s.cache")
    except (OSError, RuntimeError):
        return None


#: The name by which what is included in a drawing finds the list of all its parts.
PARTS = "parts of this drawing"


class Drawn(Template):
    """Jinja's, which leaves no circle behind: a macro holds the drawing that it belongs to, and the
    drawing holds the macro by its name. Python would keep both, with the panel that was drawn,
    until it next looks for circles; see `cli.memory`.
    """

    def render(self, *args: Any, **kwargs: Any) -> str:
        """The html of this template with these values."""
        parts: list[Context] = []
        kwargs[PARTS] = parts
        try:
            return super().render(*args, **kwargs)
        finally:
            # The list stands among their values, so it is emptied too.
            while parts:
                parts.pop().vars.clear()

    def new_context(
        self,
        vars: dict[str, Any] | None = None,
        shared: bool = False,
        locals: Mapping[str, Any] | None = None,
    ) -> Context:
        """Where this template, or one that is included or imported, finds its values."""
        made = super().new_context(vars, shared, locals)
        parts: list[Context] | None = vars.get(PARTS) if vars else None
        if parts is not None:
            parts.append(made)
        return made


#: Addresses remembered: those of our files, and of as many tables as are played at once.
ADDRESSES = 20_000

#: Stands for an event's number in an address that is remembered for all events of a table.
ANY_EVENT = 8_999_999_999_999_999


class Unindented(Extension):
    """Templates are indented for those who read them: no phone needs that."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """The template with no spaces at either end of a line; every line keeps its number."""
        return "\n".join(map(str.strip, source.split("\n")))


def escaped(value: Any) -> str:
    """This value as html: `markupsafe.escape` as a plain string, which is all that is put together.
    Saves 5 % of an action of the larger games.
    """
    kind = type(value)
    if kind is str:
        return _escaped_text(value)
    if kind is Markup:
        return cast("str", value)
    if hasattr(value, "__html__"):
        return str(value.__html__())
    return _escaped_text(str(value))


class LeanCode(CodeGenerator):
    """Jinja's, which makes a `Markup` of every value that it writes."""

    def _output_child_pre(self, node: Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape or finalize.src is not None:
            super()._output_child_pre(node, frame, finalize)
        else:
            self.write("environment.escaped(")


class Drawings(Environment):
    """Flask's, with one plain dictionary of globals: Jinja copies them for every drawing, which
    takes long out of the chain of two that it makes. So they must be complete before the first
    template is drawn, and no template has any of its own.
    """

    template_class = Drawn
    code_generator_class = LeanCode
    escaped = staticmethod(escaped)

    def __init__(self, app: App, **options: Any) -> None:
        options["extensions"] = [*options.get("extensions", ()), Unindented]
        # All our templates are kept, so their order of use is not counted.
        super().__init__(app, bytecode_cache=compiled_templates(), cache_size=-1, **options)

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return self.globals if d is None else super().make_globals(d)


def templates(root: Path, games: Iterable[Game]) -> FileSystemLoader:
    """Finds the templates: ours first, so that a game adds some and never replaces one."""
    folders = dict.fromkeys((root / "templates", *(game.art.templates for game in games)))
    return FileSystemLoader([*folders])


def use_fast_templates(app: Flask) -> None:
    """Puts these in the place of the slower ones."""
    address = addresses()
    sprite = sprites(address, icons_in(Path(str(app.static_folder))))
    icon = icons(sprite)
    app.jinja_env.globals.update(
        _=sentence,
        gettext=sentence,
        ngettext=sentences,
        url_for=address,
        icon=icon,
        gem=gems(icon),
        sprite=sprite,
        styles_of=styles(address),
        badge=badges(icon, look),
        theme=colours,
        plot=plot,
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
    """`url_for` that remembers its answers; they depend on nothing but what it is given, and on
    where below its host the companion stands.
    """

    @lru_cache(maxsize=ADDRESSES)
    def known(root: str, endpoint: str, values: tuple[tuple[str, Any], ...]) -> str:
        return url_for(endpoint, **dict(values))

    def address(endpoint: str, **values: Any) -> str:
        if endpoint.startswith(".") or any(key.startswith("_") for key in values):
            return url_for(endpoint, **values)
        root, seq = request.script_root, values.get("seq")
        if seq is None:
            return known(root, endpoint, tuple(values.items()))
        of_any = known(root, endpoint, tuple({**values, "seq": ANY_EVENT}.items()))
        return of_any.replace(str(ANY_EVENT), str(seq))

    return address


def styles(address: Callable[..., str]) -> Callable[[Table | None], str]:
    """Where the styles of a page are: with those of its table's game, if it is about one."""

    def styles_of(table: Table | None) -> str:
        if table is None or not table.game.art.has_styles:
            return address("assets.bundle", kind="css")
        return address("assets.of_game", slug=table.game.slug, kind="css")

    return styles_of


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


def sprites(address: Callable[..., str], ours: Container[str]) -> Callable[..., str]:
    """Where an icon is: in the one file that has all of ours, or in that of `game`, which is the
    table's where none is named.
    """

    def sprite(name: str, game: Game | None = None) -> str:
        if game is None:
            table: Table | None = own().get("table")
            game = table.game if table else None
        if name in ours or game is None or not game.art.icons:
            return f"{address('static', filename=ICONS)}#{name}"
        return f"{address('assets.of_game', slug=game.slug, kind='svg')}#{name}"

    return sprite


def icons(sprite: Callable[[str], str]) -> Callable[..., Markup]:
    """Draws an icon: a reference into the file that has it."""

    @lru_cache(maxsize=1000)
    def drawn(at: str, name: str, more: str) -> Markup:
        return Markup('<svg class="icon i-{}{}" aria-hidden="true"><use href="{}"/></svg>').format(
            name, more and f" {more}", at
        )

    def icon(name: str, more: str = "") -> Markup:
        return drawn(sprite(name), name, more)

    return icon


def gems(icon: Callable[..., Markup]) -> Callable[[str], Markup]:
    """Draws an icon in its own colour; what the table's game writes as a letter, as that letter."""

    def gem(name: str) -> Markup:
        table: Table | None = own().get("table")
        letter = table.game.art.letters.get(name) if table else None
        if letter is None:
            return icon(name, "tint")
        return Markup('<span class="el el-{}" aria-hidden="true">{}</span>').format(name, letter)

    return gem
