"""One drawing of a template: Jinja's, with nothing left in memory after it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jinja2 import Template
from jinja2.runtime import Context

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
