"""`companion settings`, and messages about invalid settings."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import click

from companion.settings import InvalidSettings, list_settings, unknown_settings

_T = TypeVar("_T")


def print_settings() -> None:
    """Prints two lines per setting and marks those that are set. Exits if one is invalid."""
    for name, value, allowed, words, was_told in settings_or_exit(lambda: list(list_settings())):
        click.echo(f"{name}={value}" + ("  (set)" if was_told else ""))
        click.echo(f"    {words}: {allowed}")
    for name in unknown_settings():
        click.echo(f"There's no setting {name}.", err=True)


def settings_or_exit(read: Callable[[], _T]) -> _T:
    """Returns what `read` returns. Exits with a line for each invalid setting."""
    try:
        return read()
    except InvalidSettings as bad:
        lines = (f"{each.name}={each.given!r} can't be: {each.allowed}." for each in bad.wrong)
        raise SystemExit("\n".join(lines)) from bad
