"""Every app of a test has the same addresses: what werkzeug compiles of one is compiled once.

Nearly half of what it takes to make an app goes there, and a thousand tests make one each.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from werkzeug.routing import Rule

_compile = Rule._compile_builder
_compiled: dict[tuple[object, ...], Callable[..., tuple[str, str]]] = {}


def _compile_once(rule: Rule, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
    """The function comes without its rule, which werkzeug binds to it afterwards."""
    defaults: dict[str, Any] = dict(rule.defaults or {})
    key = (rule.rule, tuple(rule._trace), tuple(sorted(defaults.items())), append_unknown)
    if key not in _compiled:
        _compiled[key] = _compile(rule, append_unknown)
    return _compiled[key]


def begin() -> None:
    """From now on in this process."""
    Rule._compile_builder = _compile_once  # type: ignore[method-assign]
