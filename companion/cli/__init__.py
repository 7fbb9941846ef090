"""The command line: companion serve | replay | notation | bench. It decides nothing about rules.

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
@click.option(
    "--peer",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder to install the peer in, with npm; kept for the next time. Without it, no peer.",
)
@click.option("--only", multiple=True, help="A part by name; may be given several times.")
@click.option("--seconds", default=10.0, show_default=True, help="How long one stretch of load is.")
@click.option("--rounds", default=3, show_default=True, help="How often the sides take turns.")
def bench(peer: Path | None, only: tuple[str, ...], seconds: float, rounds: int) -> None:
    """Measure the companion, beside a peer, and print the numbers as a table."""
    from companion.cli import benching

    if unknown := set(only) - set(benching.PARTS):
        raise click.BadParameter(" ".join(sorted(unknown)), param_hint="--only")
    raise SystemExit(0 if benching.bench(peer, only, seconds, rounds) else 1)


@main.command("serve-bench", hidden=True)
@click.option("--host", default="127.0.0.1")
@click.option("--port", required=True, type=click.IntRange(0, 65535))
@click.option("--database", required=True, type=click.Path(dir_okay=False, path_type=Path))
def serve_bench(host: str, port: int, database: Path) -> None:
    """The same server, with the benchmark's own small game on its list as well."""
    from gevent import monkey

    monkey.patch_all()
    from companion.cli import benching, serving

    serving.serve(host, port, database, benching.GAMES)


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
