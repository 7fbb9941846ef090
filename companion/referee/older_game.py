"""A game whose package says of its actions, by kind, what their classes say since 0.8.

Such a package works with this release and is warned. The module leaves with the next one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from warnings import warn

from companion.referee.actions import Action
from companion.referee.game import Game

#: fields of `Game` until 0.7 that are methods of it now, each with what it was if left out
_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "draw_for_action": lambda state, action: None,
    "redact": lambda action: action,
    "reveals_hidden_pieces": lambda state, action: False,
    "on_the_table": lambda state, action: False,
    "parts": lambda action: None,
    "piece_instructions": lambda state, seat, action: None,
    "corrects": lambda state, action: False,
    "awaits": lambda action: False,
    "answered_since": lambda state, action, question: False,
}
#: and those that listed kinds of action: by verb, and `rests_on_secrets` by class
_LISTS: dict[str, Any] = {
    "grounds": {},
    "told_by_the_box": frozenset(),
    "shows": frozenset(),
    "rests_on_secrets": None,
}
OLDER_FIELDS = frozenset({*_FUNCTIONS, *_LISTS})


@dataclass(frozen=True, init=False)
class OlderGame(Game):
    """What `Game(...)` makes of such fields, or of actions that are no `Action`. What was left out
    is asked of the actions' classes, unless those are of that kind.
    """

    #: the fields that were passed
    older: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def __init__(self, older: Mapping[str, Any] | None = None, **fields: Any) -> None:
        passed = {name: fields.pop(name) for name in OLDER_FIELDS & fields.keys()}
        super().__init__(**fields)
        said = {**(older or {}), **passed}
        object.__setattr__(self, "older", said)
        for name, value in {**self._left_out(), **said}.items():
            # An attribute of the instance stands before its class's method.
            object.__setattr__(self, *self._answer(name, value))
        if passed:
            names = ", ".join(sorted(passed))
            warn(
                f"{self.slug}: {names} of Game are asked of the action's class since 0.8 (Action in"
                " companion/referee/actions.py); the next release reads them there alone",
                FutureWarning,
                stacklevel=2,
            )

    def _left_out(self) -> dict[str, Any]:
        """Returns what stands for fields not passed, if a class can't be asked."""
        kinds = (form.make for form in self.notation.forms)
        return {} if all(issubclass(kind, Action) for kind in kinds) else {**_FUNCTIONS, **_LISTS}

    def _answer(self, name: str, value: Any) -> tuple[str, Any]:
        """Returns the method of `Game` that a field has become, and what answers in its place."""
        form_of, named_rules = self.notation.form_of, self.named_rules
        if name == "grounds":
            return "grounds_of", lambda a: named_rules(value.get(form_of(a).verb, ()), a)
        if name in ("told_by_the_box", "shows"):
            method = "is_from_box" if name == "told_by_the_box" else "shows_game"
            return method, lambda action: form_of(action).verb in value
        return name, value


Game.older_kind = OlderGame
