"""Tests in a browser wait for what comes; none sleeps, and none looks once and hopes.

A tap that is done is no change yet: `assert page.evaluate(...)` right after it is green or red by
how busy the machine is. There are `expect` of Playwright and `tests/kit/browser/waiting.py`.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.kit.places import ROOT
from tests.kit.shape import called, calls, place, sources, tree

#: What a page says of itself at this moment, and at another one says otherwise.
LOOKS = set(
    """
    actions_done all all_inner_texts all_text_contents bounding_box content count
    element_handle evaluate evaluate_all evaluate_handle get_attribute inner_html
    inner_text input_value is_checked is_disabled is_enabled is_hidden is_visible
    text_content title
    """.split()  # noqa: SIM905
)
#: What has come where these have returned.
WAITS = ("at_rest", "becomes", "comes", "expect", "is_up_to_date")
SLEEPS = ("sleep", "wait_for_timeout")
#: The one place where time passes, and WebKit and Firefox, that have no Playwright.
MAY_SLEEP = ("tests/kit/browser/waiting.py", "tests/kit/browser/elsewhere.py")


def looks(node: ast.AST) -> list[ast.Call]:
    """The looks at a page inside this; `text.count("x")` is none."""
    return [
        call
        for call in ast.walk(node)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute)
        if call.func.attr in LOOKS and not (call.func.attr == "count" and call.args)
    ]


def hopes(module: ast.Module) -> list[ast.Assert]:
    """The assertions of a test that look at a page once: at it, or through a function of the same
    module that has not waited for anything either.
    """
    functions = [node for node in ast.walk(module) if isinstance(node, ast.FunctionDef)]
    looking = {
        each.name
        for each in functions
        if any(isinstance(part, ast.Return) and looks(part) for part in ast.walk(each))
        and not any(called(part) in WAITS for part in ast.walk(each))
    }
    return [
        node
        for node in ast.walk(module)
        if isinstance(node, ast.Assert)
        if looks(node.test)
        or any(
            isinstance(call, ast.Call) and getattr(call.func, "id", "") in looking
            for call in ast.walk(node.test)
        )
    ]


def browser_tests() -> list[Path]:
    return [path for path in sources("tests") if path.parent == ROOT / "tests/browser"]


def test_no_test_in_a_browser_sleeps() -> None:
    found = [
        place(path, call)
        for path in sources("tests")
        if path.parent in (ROOT / "tests/browser", ROOT / "tests/kit/browser")
        if place(path) not in MAY_SLEEP
        for call in calls(path, *SLEEPS)
    ]
    assert found == [], "say what is waited for: expect(), or tests/kit/browser/waiting.py"


def test_no_test_in_a_browser_looks_once_and_hopes() -> None:
    assert len(browser_tests()) > 40
    found = [place(path, node) for path in browser_tests() for node in hopes(tree(path))]
    assert found == [], "wait for it: expect(), becomes(); or holds(), when the moment is over"


@pytest.mark.parametrize(
    "line",
    [
        "assert page.evaluate('x')",
        "assert not ben.page.evaluate(KEPT)",
        "assert page.locator('p').count() == 1",
        "assert 'yes' in (ben.log.text_content() or '')",
        "assert [*too_small(page), *page.evaluate(SIDEWAYS)] == [], 'wide'",
        "def said(page):\n    return page.evaluate('x')\nassert said(page) == 1",
    ],
)
def test_the_check_finds_what_hopes(line: str) -> None:
    assert len(hopes(ast.parse(line))) == 1


@pytest.mark.parametrize("line", ["assert words.count('a') == 1", "becomes(page, 'x', 1)"])
def test_the_check_leaves_what_waits(line: str) -> None:
    assert hopes(ast.parse(line)) == []
