"""Finds the benchmarks, which lie beside the tests in a checkout and nowhere else."""

from __future__ import annotations

from importlib import import_module

import click

from companion.cli.setting import told_well
from companion.settings import read_settings

BENCHMARKS = "tests.benchmarks"
ELSEWHERE = (
    "The benchmarks are not installed: run `companion bench` from a checkout of the project."
)


def benchmarks() -> click.Command:
    """The command that measures. Ends the program where a setting is wrong."""
    told_well(read_settings)
    try:
        import_module(BENCHMARKS)
    except ModuleNotFoundError:
        raise click.ClickException(ELSEWHERE) from None
    command: click.Command = import_module(f"{BENCHMARKS}.__main__").measure
    return command
