"""The Jinja environment and its fast replacements of Flask's and Flask-Babel's functions. Same
output, less time; it decides nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, MutableMapping
from contextlib import suppress
from functools import cache, lru_cache
from hashlib import sha256
from itertools import pairwise
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
from jinja2.nodes import Expr, Filter, Getattr, Node, Output, TemplateData, Test
from jinja2.runtime import Context
from markupsafe import Markup
from markupsafe import _escape_inner as _escaped_text  # type: ignore[attr-defined]

from companion.referee.game import Game
from companion.referee.text import Text, isolated
from companion.tables import Table
from companion.web.files import ICON_SPRITE_FILE_NAME, css_token_colours
from companion.web.files import icon_names as icons_in
from companion.web.language.catalogues import app_catalogue
from companion.web.language.elision import fitted_sentence
from companion.web.language.languages import (
    chosen_language,
    has_twelve_hour_clock,
    language,
    speaks,
)
from companion.web.language.sentences import (
    SeatLook,
    current_seat_look,
    translate,
    translate_plural,
)
from companion.web.language.shortened import after_first_sentence, first_sentence
from companion.web.site import current_site, request_globals
from companion.web.templating.foot import marks_of_foot
from companion.web.templating.forms import (
    hidden_fields,
    make_form_start,
    number_form_start,
)
from companion.web.templating.plot import plot_of_graph


class CompiledTemplates(jinja2.FileSystemBytecodeCache):
    """Jinja's bytecode cache, which would fail a page if its files cannot be read or written."""

    def load_bytecode(self, bucket: Bucket) -> None:
        """Loads a template's bytecode, if it can be read."""
        try:
            super().load_bytecode(bucket)
        # A truncated file raises different errors, depending on where it ends.
        except Exception:
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Stores the bytecode for the next start, if possible."""
        with suppress(OSError):
            super().dump_bytecode(bucket)


@cache
def compiled_templates() -> CompiledTemplates | None:
    """Returns the bytecode cache; None if this user has no safe folder."""
    # Jinja checks only the template's text, but the bytecode depends on this code too.
    code = b"".join(file.read_bytes() for file in sorted(Path(__file__).parent.glob("*.py")))
    made_by = sha256(jinja2.__version__.encode() + code).hexdigest()[:10]
    try:
        return CompiledTemplates(pattern=f"companion-{made_by}-%s.cache")
    except (OSError, RuntimeError):
        return None


#: The context variable with the list of all contexts of a rendering.
RENDER_CONTEXTS_VARIABLE = "parts of this drawing"


class AcyclicTemplate(Template):
    """Jinja's template, without reference cycles.

    A macro refers to its context, and the context to the macro by its name. Python would keep both,
    with the panel that was rendered, until its next search for cycles; see `server.memory`.
    """

    def render(self, *args: Any, **kwargs: Any) -> str:
        """Returns the html of this template with these values."""
        parts: list[Context] = []
        kwargs[RENDER_CONTEXTS_VARIABLE] = parts
        try:
            return super().render(*args, **kwargs)
        finally:
            # The list is among the values, so it is emptied too.
            while parts:
                parts.pop().vars.clear()

    def new_context(
        self,
        vars: dict[str, Any] | None = None,
        shared: bool = False,
        locals: Mapping[str, Any] | None = None,
    ) -> Context:
        """Returns a context for this template, or for an included or imported one."""
        made = super().new_context(vars, shared, locals)
        parts: list[Context] | None = vars.get(RENDER_CONTEXTS_VARIABLE) if vars else None
        if parts is not None:
            parts.append(made)
        return made


#: Addresses cached: those of our files, and of as many tables as are played at once.
MAX_CACHED_ADDRESSES = 20_000

#: Placeholder of an event's number, so that one cached address serves all events of a table.
EVENT_NUMBER_PLACEHOLDER = 8_999_999_999_999_999


class UnindentedExtension(Extension):
    """Removes the templates' indentation, which only readers of the source need."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """Returns the template without spaces at the ends of lines; line numbers stay the same."""
        return "\n".join(map(str.strip, source.split("\n")))


def escape_to_plain_string(value: Any) -> str:
    """Returns the value as html, like `markupsafe.escape` but as a plain string, isolated. Saves
    5 % of an action of the larger games.
    """
    kind = type(value)
    if kind is str:
        return _escaped_text(isolated(value))
    if kind is Markup:
        return cast("str", value)
    if hasattr(value, "__html__"):
        return str(value.__html__())
    return _escaped_text(str(value))


def escape_as_typed(value: Any) -> str:
    """Returns what a form sends or shows for typing: without isolates."""
    return _escaped_text(value) if type(value) is str else escape_to_plain_string(value)


class PlainStringCodeGenerator(CodeGenerator):
    """Jinja's code generator, without its conversion of every written value to `Markup`."""

    def _output_child_pre(self, node: Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape or finalize.src is not None:
            super()._output_child_pre(node, frame, finalize)
        else:
            self.write(f"environment.{'as_typed' if node in self._typed else 'escaped'}(")

    #: The values of fields of forms.
    _typed: frozenset[Node] = frozenset()

    def visit_Output(self, node: Output, frame: Frame) -> None:
        """Tells the values of fields from words to read."""
        self._typed |= {
            value
            for before, value in pairwise(node.nodes)
            if isinstance(before, TemplateData) and before.data.endswith(' value="')
        }
        super().visit_Output(node, frame)

    #: Whether an attribute may be missing here.
    _may_be_missing = False

    def visit_Getattr(self, node: Getattr, frame: Frame) -> None:
        """Reads an attribute: never an item, which Jinja would look for as well."""
        if self._may_be_missing:
            super().visit_Getattr(node, frame)
            return
        self.visit(node.node, frame)
        self.write(f".{node.attr}")

    def visit_Test(self, node: Test, frame: Frame) -> None:
        """`is defined` asks whether there is such an attribute."""
        self._may_be_missing = node.name == "defined"
        super().visit_Test(node, frame)
        self._may_be_missing = False

    def visit_Filter(self, node: Filter, frame: Frame) -> None:
        """`default` takes the place of an attribute that is missing."""
        self._may_be_missing = node.name == "default"
        super().visit_Filter(node, frame)
        self._may_be_missing = False


class TemplateEnvironment(Environment):
    """Flask's environment, with one plain dictionary of globals.

    Jinja copies the globals at every rendering, which is slow for its own chain of two. So they
    must be complete before the first rendering, and templates have no globals of their own.
    """

    template_class = AcyclicTemplate
    code_generator_class = PlainStringCodeGenerator
    escaped = staticmethod(escape_to_plain_string)
    as_typed = staticmethod(escape_as_typed)

    def __init__(self, app: App, **options: Any) -> None:
        options["extensions"] = [*options.get("extensions", ()), UnindentedExtension]
        # All templates stay cached, so their order of use is not tracked.
        super().__init__(app, bytecode_cache=compiled_templates(), cache_size=-1, **options)

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return self.globals if d is None else super().make_globals(d)


def template_loader(root: Path, games: Iterable[Game]) -> FileSystemLoader:
    """Returns the loader: our templates first, so that a game adds some and replaces none."""
    folders = dict.fromkeys((root / "templates", *(game.art.templates for game in games)))
    return FileSystemLoader([*folders])


def install_template_functions(app: Flask) -> None:
    """Installs the fast functions in the app's environment."""
    address = make_cached_url_for()
    sprite = make_sprite_address(address, icons_in(Path(str(app.static_folder))))
    icon = make_icon(sprite)
    app.jinja_env.globals.update(
        _=translate_markup,
        gettext=translate_markup,
        ngettext=translate_plural_markup,
        url_for=address,
        icon=icon,
        gem=make_coloured_icon(icon),
        sprite=sprite,
        styles_of=make_styles_address(address),
        after_first_sentence=after_first_sentence,
        first_sentence=first_sentence,
        marks_of_foot=marks_of_foot,
        badge=make_badge(icon, current_seat_look),
        theme=css_token_colours,
        plot=plot_of_graph,
        hidden=hidden_fields,
        form_start=make_form_start(address),
        set_start=number_form_start,
        chosen_language=chosen_language,
        speaks=speaks,
        twelve_hours=has_twelve_hour_clock,
        spoken_games=spoken_games,
    )


def spoken_games() -> Markup:
    """Returns in the phone's language which games it speaks, if it doesn't speak all."""
    chosen, games = chosen_language(), current_site().games.values()
    spoken = [game.title for game in games if speaks(chosen, game)]
    if len(spoken) == len(games):
        return Markup()
    words = Text("Games in this language: {games}. The others are in English.")
    said = app_catalogue(chosen).gettext(words.source).format(games=", ".join(spoken))
    return Markup('<p class="muted" lang="{}">{}</p>').format(chosen, said)


def translate_markup(source: str, **values: Any) -> Markup:
    """Returns a template's sentence in this request's language; inserted values are escaped."""
    said = translate(source)
    if "%" not in said:
        return Markup(said)
    return Markup(fitted_sentence(language(), said, values)) % _isolated_values(values)


def translate_plural_markup(source: str, plural: str, n: int, **values: Any) -> Markup:
    """Returns the sentence in the form for the number `n`, which is `%(num)d` in it."""
    return Markup(translate_plural(source, plural, n)) % {"num": n, **_isolated_values(values)}


def _isolated_values(values: Mapping[str, Any]) -> dict[str, Any]:
    return {key: isolated(value) if type(value) is str else value for key, value in values.items()}


def make_cached_url_for() -> Callable[..., str]:
    """Returns a caching `url_for`; its results depend only on the arguments and the script root."""

    @lru_cache(maxsize=MAX_CACHED_ADDRESSES)
    def known(root: str, endpoint: str, values: tuple[tuple[str, Any], ...]) -> str:
        return url_for(endpoint, **dict(values))

    def address(endpoint: str, **values: Any) -> str:
        if endpoint.startswith(".") or any(key.startswith("_") for key in values):
            return url_for(endpoint, **values)
        root, seq = request.script_root, values.get("seq")
        if seq is None:
            return known(root, endpoint, tuple(values.items()))
        of_any = known(root, endpoint, tuple({**values, "seq": EVENT_NUMBER_PLACEHOLDER}.items()))
        return of_any.replace(str(EVENT_NUMBER_PLACEHOLDER), str(seq))

    return address


def make_styles_address(address: Callable[..., str]) -> Callable[..., str]:
    """Returns a function for the address of a page's styles: with those of its table's game, if
    any.
    """

    def styles_of(table: Table | None, television: bool = False) -> str:
        if table is None or not table.game.art.has_styles:
            return address("assets.bundle", kind="css")
        if television:
            return address("assets.television_bundle", slug=table.game.slug)
        return address("assets.game_bundle", slug=table.game.slug, kind="css")

    return styles_of


def make_badge(
    icon: Callable[[str], Markup], look: Callable[[int], SeatLook]
) -> Callable[..., Markup]:
    """Returns a function that draws a seat's badge: colour, symbol and name, never colour alone."""

    @lru_cache(maxsize=10_000)
    def drawn(who: SeatLook, size: str) -> Markup:
        return Markup(
            '<span class="badge {} colour-{}" role="img" aria-label="{}, {}">{}</span>'
        ).format(size, who.colour, isolated(who.name), who.sign, icon(f"sym-{who.symbol}"))

    def badge(seat: int, size: str = "") -> Markup:
        return drawn(look(seat), size)

    return badge


def make_sprite_address(address: Callable[..., str], ours: Container[str]) -> Callable[..., str]:
    """Returns a template function: icon name to the address of its SVG symbol. Names in `ours` are
    in the companion's file, others in that of `game` (default: the current table's).
    """

    def sprite(name: str, game: Game | None = None) -> str:
        if game is None:
            table: Table | None = request_globals().get("table")
            game = table.game if table else None
        if name in ours or game is None or not game.art.icons:
            return f"{address('static', filename=ICON_SPRITE_FILE_NAME)}#{name}"
        return f"{address('assets.game_bundle', slug=game.slug, kind='svg')}#{name}"

    return sprite


def make_icon(sprite: Callable[[str], str]) -> Callable[..., Markup]:
    """Returns a function that draws an icon as a reference into its file."""

    @lru_cache(maxsize=1000)
    def drawn(at: str, name: str, more: str) -> Markup:
        return Markup('<svg class="icon i-{}{}" aria-hidden="true"><use href="{}"/></svg>').format(
            name, more and f" {more}", at
        )

    def icon(name: str, more: str = "") -> Markup:
        return drawn(sprite(name), name, more)

    return icon


def make_coloured_icon(icon: Callable[..., Markup]) -> Callable[..., Markup]:
    """Returns a function that draws an icon in its colour, or as its letter if the
    game uses one. With `more` "" what is no letter is not coloured.
    """

    def gem(name: str, more: str = "tint") -> Markup:
        table: Table | None = request_globals().get("table")
        letter = table.game.art.letters.get(name) if table else None
        if letter is None:
            return icon(name, more)
        return Markup('<span class="el el-{}" aria-hidden="true">{}</span>').format(name, letter)

    return gem
