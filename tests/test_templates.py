"""Templates and icons: each is used by something, and everything that is used is there."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

import pytest
from flask import Flask
from jinja2 import Environment, nodes

from companion.games import CATALOGUE
from companion.referee import panels, result_panels, rows
from companion.web.routes import BLUEPRINTS
from tests.kit.shape import (
    CODE,
    GAMES,
    called,
    calls,
    game_of,
    icons,
    place,
    sources,
    templates,
    tree,
    values_of,
    words,
)
from tests.kit.strategies import PLAYS, play

QUOTED = re.compile(r"""["']([\w/.-]+\.html)["']""")
NAMED_ICON = re.compile(r"\b(?:icon|gem|sprite)\('([\w-]+)'\s*[,)]")


def panel_kinds() -> set[str]:
    """The kinds of panel, as `draw_panel` names them."""
    modules = (panels, result_panels, rows)
    kinds = [kind for each in modules for kind in vars(each).values() if isinstance(kind, type)]
    return {k.__name__.lower() for k in kinds if issubclass(k, panels.Panel)} - {"panel"}


def has_open_name(node: ast.AST) -> bool:
    """Whether it draws one of the companion's own pieces whose name is no literal."""
    return any(
        (called(call) == "draw_app_piece" and isinstance(call.args[0], ast.Name))
        or (called(call) == "render_template" and isinstance(call.args[0], ast.JoinedStr))
        for call in ast.walk(node)
        if isinstance(call, ast.Call) and call.args
    )


def own_pieces(node: ast.AST) -> Iterator[str]:
    """Names in `draw_app_piece("name", ...)`, and those that a loop or a table puts in a name."""
    if isinstance(node, ast.Call) and called(node) == "draw_app_piece":
        yield from words(node.args[:1])
    elif isinstance(node, ast.For) and any(
        called(call) == "draw_piece_at_once"
        for call in ast.walk(node)
        if isinstance(call, ast.Call)
    ):
        yield from words([node.iter])
    elif isinstance(node, ast.GeneratorExp) and has_open_name(node):
        yield from words([loop.iter for loop in node.generators])
    elif isinstance(node, ast.FunctionDef) and has_open_name(node):
        tables = [inner for inner in ast.walk(node) if isinstance(inner, ast.Dict)]
        yield from words([value for table in tables for value in table.values])


def asked_by_pages() -> Iterator[str]:
    for path in (CODE / "web").rglob("*.py"):
        for call in calls(path, "render_template"):
            yield from words(call.args[:1])
        for call in [*calls(path, "_html"), *calls(path, "draw_html"), *calls(path, "_cached")]:
            yield from words(call.args[:1])
        for call in calls(path, "partial"):
            yield from words(call.args[1:])
        for node in ast.walk(tree(path)):
            yield from (f"table/_{name}.html" for name in own_pieces(node))


def asked_by_games() -> Iterator[str]:
    yield from (f"panels/_{kind}.html" for kind in panel_kinds())
    for slug in CATALOGUE:
        for path in (GAMES / slug).rglob("*.py"):
            drawings = words(list(values_of(path, "drawing")))
            yield from (f"games/{slug}/_{name}.html" for name in drawings)
        steps = (step for example in CATALOGUE[slug].examples for step in example.steps)
        yield from (f"games/{slug}/_{step.drawing}.html" for step in steps if step.drawing)


def asked_by_templates() -> Iterator[str]:
    for text in templates().values():
        yield from QUOTED.findall(text)


def test_every_template_is_drawn_by_something() -> None:
    asked = {*asked_by_pages(), *asked_by_games(), *asked_by_templates()}
    assert set(templates()) - asked == set()


@pytest.mark.long
def test_every_template_that_is_asked_for_exists() -> None:
    assert set(asked_by_games()) - set(templates()) == set()
    assert {name for name in asked_by_templates() if "/_." not in name} - set(templates()) == set()
    literal = {
        name
        for path in sources()
        for call in calls(path, "render_template")
        for name in words(call.args[:1])
    }
    assert literal
    assert literal - set(templates()) == set()


def test_every_icon_that_is_named_is_drawn() -> None:
    in_code = [
        (name, place(path, value))
        for path in sources()
        for value in values_of(path, "icon")
        for name in words([value])
        if name
    ]
    in_templates = [
        (name, f"templates/{template}")
        for template, text in templates().items()
        for name in NAMED_ICON.findall(text)
    ]
    assert in_code and in_templates
    missing = [(name, at) for name, at in in_code + in_templates if name not in icons(game_of(at))]
    assert missing == []


def icons_in(thing: Any) -> Iterator[str]:
    """Every icon that a panel asks for, however deep."""
    if isinstance(thing, tuple | list):
        for part in thing:
            yield from icons_in(part)
    elif isinstance(thing, dict):
        yield from icons_in(tuple(thing.values()))
    elif is_dataclass(thing):
        yield from filter(None, [getattr(thing, "icon", "")])
        yield from icons_in([getattr(thing, field.name) for field in fields(thing)])


@pytest.mark.long
@pytest.mark.parametrize("slug", CATALOGUE)
def test_every_icon_that_is_shown_is_drawn(slug: str) -> None:
    shown: set[str] = set()
    for played in (play(slug, seed) for seed in PLAYS[:4]):
        for state in played.states[::20]:
            for viewer in range(played.seats + 1):
                shown.update(icons_in(CATALOGUE[slug].show(state, viewer)))
    assert shown
    assert shown - icons(slug) == set()


#: `-1`, an end of a list, is no sum.
ARITHMETIC = (nodes.Add, nodes.Sub, nodes.Mul, nodes.Div, nodes.FloorDiv, nodes.Mod, nodes.Pow)
#: The same by a filter.
RECKONING = {"abs", "float", "round", "sum"}


def test_no_template_reckons() -> None:
    """Where something is drawn, and how many there are, is worked out where a test can ask."""
    env = Environment(extensions=["jinja2.ext.i18n"])
    found = [
        f"{name}:{node.lineno} {type(node).__name__}"
        for name, text in templates().items()
        for node in env.parse(text).find_all((*ARITHMETIC, nodes.Filter))
        if not isinstance(node, nodes.Filter) or node.name in RECKONING
    ]
    assert found == []


#: What a template shows of a value; tags and attributes that nobody reads are taken out.
SHOWN = "\x01"
HUSHED = re.compile(r"<(style|script)\b.*?</\1>", re.DOTALL)
A_TAG = re.compile(r"<[^<>]*>")
READ_OUT = re.compile(r'\b(?:aria-label|alt|title|placeholder)="([^"]*)"')
#: A number that nobody knows, in an element of its own.
UNKNOWN = re.compile(r"(?<=>)\?(?=<)")
#: A mark beside a value.
GLUED = re.compile(rf"{SHOWN}\s*[:;!?,.)…]|[,:;.!?(]\s*{SHOWN}")


def glued_marks(template: str) -> list[str]:
    """Where a template writes a mark itself: that belongs to a translated pattern. A
    middle dot or a dash between two values is a line between them, and no language writes another.
    """
    shown = HUSHED.sub("", _shown(template))
    parts = [
        A_TAG.sub("", UNKNOWN.sub("", shown)),
        *READ_OUT.findall(shown),
        *_written_constants(template),
    ]
    return [
        part[max(0, mark.start() - 10) : mark.end() + 10].replace(SHOWN, "{}").strip()
        for part in parts
        for mark in GLUED.finditer(part)
    ]


def _shown(template: str) -> str:
    """The template's own characters, with a sign for each value."""
    tokens = Environment().lex(template)
    return "".join(
        {"data": value, "variable_begin": SHOWN}.get(kind, "") for _, kind, value in tokens
    )


def _written_constants(template: str) -> Iterator[str]:
    """Constants that an expression puts between its values, or joins them with."""
    tree = Environment(extensions=["jinja2.ext.i18n"]).parse(template)
    asked = {id(each) for call in tree.find_all(nodes.Call) for each in call.args}
    for each in tree.find_all(nodes.Const):
        if (
            id(each) not in asked
            and isinstance(each.value, str)
            and re.fullmatch(r"\s?[:;!?,.…()]\s", each.value)
        ):
            yield f"{SHOWN}{each.value}{SHOWN}"


def test_no_template_puts_a_mark_beside_a_word() -> None:
    """French has a space before a colon, others have other commas: whole messages, or `comma()`."""
    found = {name: marks for name, text in templates().items() if (marks := glued_marks(text))}
    assert found == {}


@pytest.mark.parametrize(
    "template",
    [
        "<p>{{ _('Rules') }}: {{ title }}</p>",
        "<b>{{ name }}</b>: <i>{{ points }}</i>",
        "<h1>{{ title }}<span>: {{ step }}</span></h1>",
        "<p>{{ name }}:</p>",
        "{% for one in names %}{{ one }}{% endfor %}: {{ _('a shared win') }}",
        "{{ name ~ ': ' ~ points }}",
        "{{ names|join(', ') }}",
        "<p>{{ _('Was that legal') }} ?</p>",
        '<i aria-label="{{ name }}, {{ _("free") }}"></i>',
        "<p>{{ _('None') }}. {{ _('Try another') }}</p>",
    ],
)
def test_a_mark_beside_a_word_is_found(template: str) -> None:
    assert glued_marks(template)


def test_what_is_for_programs_is_no_mark() -> None:
    assert not glued_marks(
        '<i data-now="{{ key }}:{{ place }}"><a href="{{ to }}?card=1">{{ one }}</a>'
    )
    assert not glued_marks("<p>{{ _('Rules: %(title)s', title=title) }}</p>")


#: What makes words for people; what is joined elsewhere is a query, a header or a file.
WORDED = ("web/page", "web/export/image.py", "games")


def glued_strings(tree: ast.AST) -> list[str]:
    """Where code joins words by a comma, or writes one between two values, past every language."""
    joined = [
        ast.unparse(call)
        for call in ast.walk(tree)
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and call.func.attr == "join"
        and isinstance(call.func.value, ast.Constant)
        and re.fullmatch(r"\s*[,;:.]\s+", str(call.func.value.value))
    ]
    between = [
        ast.unparse(said)
        for said in ast.walk(tree)
        if isinstance(said, ast.JoinedStr)
        and any(
            isinstance(part, ast.Constant) and re.fullmatch(r"[,;:.] ", str(part.value))
            for part in said.values
        )
    ]
    return joined + between


def test_no_code_joins_words_past_the_languages() -> None:
    found = {
        str(path.relative_to(CODE)): glued
        for path in sources()
        if str(path.relative_to(CODE)).startswith(WORDED) and path.name != "sketch.py"
        if (glued := glued_strings(tree(path)))
    }
    assert found == {}


@pytest.mark.parametrize("code", ["', '.join(names)", "f'{places}. {day}'", "f'{day}, {time}'"])
def test_words_that_code_joins_are_found(code: str) -> None:
    assert glued_strings(ast.parse(code))


def test_every_route_that_is_named_exists() -> None:
    app = Flask("companion")
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    known = {rule.endpoint for rule in app.url_map.iter_rules()}
    named = {
        name for text in templates().values() for name in re.findall(r"url_for\('(\w+\.\w+)'", text)
    }
    assert named
    assert named - known == set()
