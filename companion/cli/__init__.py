"""The command line: companion serve | replay | notation. It decides nothing about rules.

Nothing but click is imported here: `serve` must patch the standard library before anything else
has taken hold of it.
"""

from __future__ import annotations

from pathlib import Path

import click


@click.group()
def main() -> None:
    """A referee and score keeper on phones for board games played with real components."""


@main.command()
@click.option("--host", default="0.0.0.0", show_default=True, help="Address to listen on.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535))
@click.option(
    "--database",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where the tables are kept.  [default: instance/companion.sqlite]",
)
def serve(host: str, port: int, database: Path | None) -> None:
    """Serve the companion to the phones in the house."""
    from gevent import monkey

    monkey.patch_all()
    from companion.cli import serving

    serving.serve(host, port, database)


@main.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def replay(file: Path) -> None:
    """Play a transcript again and say how it ends, or where it breaks a rule."""
    from companion.cli import replaying

    raise SystemExit(replaying.replay(file))


@main.command()
@click.argument("slug")
def notation(slug: str) -> None:
    """Print how a game's actions are written."""
    from companion.cli import replaying

    raise SystemExit(replaying.print_notation(slug))
