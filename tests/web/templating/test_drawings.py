"""What draws templates does what Flask's and Jinja's own do, only sooner."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask, url_for
from jinja2 import DictLoader, TemplateSyntaxError, Undefined, pass_context, pass_environment
from markupsafe import Markup, escape

from companion.app import create_app
from companion.config import Config
from companion.web.templating import environment
from companion.web.templating.environment import (
    TemplateEnvironment,
    escape_to_plain_string,
    make_cached_url_for,
)


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    return create_app(Config(tmp_path / "tables.db", "secret"))


@pytest.fixture(autouse=True)
def compiled_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of these templates is kept for the next start."""
    monkeypatch.setattr(environment, "compiled_templates", lambda: None)


def drawing(source: str, **others: str) -> TemplateEnvironment:
    templates = DictLoader({"page.html": source, **others})
    env = TemplateEnvironment(Flask("drawings"), loader=templates, autoescape=True)
    env.globals["plain"] = lambda *args, **kwargs: f"{args}{kwargs}"
    env.globals["of_drawing"] = pass_context(lambda drawing, name: drawing.get(name, "nobody"))
    env.globals["of_environment"] = pass_environment(lambda env: type(env).__name__)
    return env


def test_functions_are_given_what_they_ask_for_in_a_loop_too() -> None:
    env = drawing(
        "{% for n in [1] %}{% set who = 'Ana' %}"
        "{{ plain(n, to=2) }} {{ of_drawing('who') }} {{ of_environment() }}{% endfor %}"
    )
    assert env.get_template("page.html").render() == "(1,){&#39;to&#39;: 2} Ana TemplateEnvironment"


def test_a_macro_is_called_with_what_stands_in_it_and_its_html_stays_html() -> None:
    env = drawing(
        "{% from 'macros.html' import box %}"
        "{% call box('<a>') %}<i>{{ of_drawing('who') }}</i>{% endcall %}",
        **{"macros.html": "{% macro box(words) %}<b>{{ words }}</b>{{ caller() }}{% endmacro %}"},
    )
    assert env.get_template("page.html").render(who="Bo") == "<b>&lt;a&gt;</b><i>Bo</i>"


def test_indents_are_gone_and_lines_keep_their_numbers() -> None:
    env = drawing("<p>\n    {% if true %}\n  Ana\t\n    {% endif %}\n</p>")
    assert env.get_template("page.html").render() == "<p>\n\nAna\n\n</p>"
    with pytest.raises(TemplateSyntaxError) as wrong:
        drawing("<p>\n   \n\n      {% nothing %}").get_template("page.html")
    assert wrong.value.lineno == 4


@pytest.mark.parametrize("below", ["", "/games"])
@pytest.mark.parametrize(
    ("endpoint", "values"),
    [
        ("corrections.show_corrections", {"code": "AAAA", "seq": 0}),
        ("corrections.show_corrections", {"code": "AAAA", "seq": 12_345}),
        ("corrections.show_corrections", {"seq": 7, "code": "BBBB"}),
        ("table.page", {"code": "AAAA", "tab": "own"}),
        ("table.page", {"code": "AAAA", "tab": "own", "_anchor": "log"}),
    ],
)
def test_an_address_is_flasks(
    app: Flask, below: str, endpoint: str, values: dict[str, object]
) -> None:
    with app.test_request_context("/", environ_overrides={"SCRIPT_NAME": below}):
        address = make_cached_url_for()
        for _ in range(2):
            assert address(endpoint, **values) == url_for(endpoint, **values)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "value", ["a < b & 'c' \"d\"", Markup("<b>"), 7, -1.5, None, True, "é", Undefined()]
)
def test_a_value_is_escaped_as_markupsafe_does(value: object) -> None:
    assert escape_to_plain_string(value) == str(escape(value))
