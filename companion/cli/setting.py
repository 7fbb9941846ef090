"""Settings on the command line: printed as they are, and a wrong one told in plain words."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import click

from companion.settings import WrongSettings, listed, unknown

T = TypeVar("T")


def print_settings() -> None:
    """Two lines each; what this process was told is marked. Ends the program where one is wrong."""
    for name, value, allowed, words, was_told in settings_or_exit(lambda: list(listed())):
        click.echo(f"{name}={value}" + ("  (set)" if was_told else ""))
        click.echo(f"    {words}: {allowed}")
    for name in unknown():
        click.echo(f"There's no setting {name}.", err=True)


def settings_or_exit(read: Callable[[], T]) -> T:
    """What is read of the settings. Ends the program with a line for each that is wrong."""
    try:
        return read()
    except WrongSettings as bad:
        lines = (f"{each.name}={each.given!r} can't be: {each.allowed}." for each in bad.wrong)
        raise SystemExit("\n".join(lines)) from bad
