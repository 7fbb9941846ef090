"""The command line: companion serve, check, replay, bench... It decides nothing about rules.

Only click is imported here: `serve` must patch the standard library before other modules have
imported it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, cast

import click

if TYPE_CHECKING:
    from companion.ledger.where import DatabaseLocation


@click.group()
@click.version_option(package_name="cosmos-companion", message="companion %(version)s")
def main() -> None:
    """A referee and score keeper on phones for board games played with real components."""
    # A name in letters that the terminal lacks (on Windows: cp1252, cp850) ends nothing.
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


DATABASE_HELP = (
    "Where the tables are kept: a file, or postgresql://...  "
    "[default: COMPANION_DATABASE, or a file of its own in your data folder]"
)

#: In a checkout they are beside the tests; an installed package has none.
BENCHMARKS_MODULE = "tests.benchmarks"
NO_BENCHMARKS_MESSAGE = (
    "The benchmarks are not installed: run `companion bench` from a checkout of the project."
)


NO_BENCHMARK_PARTS_MESSAGE = (
    "The measurements need {}, which isn't installed: pip install --editable '.[test]'"
)


class CommandWithGameList(click.Command):
    """A command whose help lists the available games."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        from companion.games import CATALOGUE

        formatter.write_paragraph()
        formatter.write_text(f"GAME is one of: {', '.join(sorted(CATALOGUE))}")


class DatabaseParamType(click.ParamType[Any]):
    """A file, or the address of a PostgreSQL database."""

    name = "FILE|URL"

    def convert(self, value: Any, param: Any, ctx: Any) -> DatabaseLocation:
        from companion.ledger.where import UnknownDatabase, parse_database_location

        try:
            place = parse_database_location(value) if isinstance(value, str) else value
        except UnknownDatabase:
            self.fail(f"{value!r} is no file and no postgresql://... address.", param, ctx)
        # Where we may not even look, `serve` and `doctor` say so.
        with suppress(PermissionError):
            if isinstance(place, Path) and place.is_dir():
                self.fail(f"{str(place)!r} is a directory.", param, ctx)
        return cast("DatabaseLocation", place)


@dataclass(frozen=True)
class ServerOptions:
    """The address of a server, and its database. `socket`, `address`: passed by the first server to
    those that it starts; `games`: the import path of its catalogue.
    """

    host: str
    port: int
    database: DatabaseLocation | None
    cores: int
    new_key: bool
    socket: Path | None
    address: str
    games: str
    open_page: bool


def _where(command: Callable[..., None]) -> Callable[..., None]:
    """Adds the options of every command that serves."""
    options = (
        click.option("--host", default="0.0.0.0", show_default=True, help="Address to listen on."),
        click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535)),
        click.option(
            "--database",
            type=DatabaseParamType(),
            help=DATABASE_HELP,
        ),
        click.option(
            "--cores",
            default=1,
            show_default=True,
            type=click.IntRange(1, 64),
            help="Servers that share the tables of a full hall; more than one needs nginx.",
        ),
        click.option("--new-key", is_flag=True, help="Sign out every phone, and make a new key."),
        click.option("--socket", type=click.Path(path_type=Path), hidden=True),
        click.option(
            "--address",
            default="",
            help="Address or name that phones open, where the one it finds is not theirs.",
        ),
        click.option("--games", default="companion.games:CATALOGUE", hidden=True),
        click.option("--open", "open_page", is_flag=True, help="Open the first page here as well."),
    )
    for option in reversed(options):
        command = option(command)
    return command


@main.command()
@_where
def serve(**where: Any) -> None:
    """Serve the companion to the phones in the house."""
    _serve(ServerOptions(**where))


def _serve(where: ServerOptions) -> None:
    if where.cores > 1:
        from companion.cli import keying, sharing
        from companion.server.sockets import Place
        from companion.settings import export_database_to_children

        database = keying.choose_database(where.database)
        keying.exit_if_unusable(database)
        keying.exit_if_tables_vanished(database)
        keying.back_up_before_update(database)
        if where.new_key:
            keying.renew_key(database)

        again = [sys.executable, "-c", "from companion.cli import main; main()", "serve"]
        export_database_to_children(database)
        command = [*again, "--games", where.games]
        place = Place(where.host, where.port, where.address)
        sharing.run_workers(command, place, where.cores, database)
    from gevent import monkey

    monkey.patch_all()
    from companion.cli import keying, serving
    from companion.server.sockets import Place

    games = resolve_name(where.games)
    database = keying.choose_database(where.database)
    keying.exit_if_unusable(database)
    if not where.socket:
        keying.exit_if_tables_vanished(database)
        keying.back_up_before_update(database)
    if where.new_key and where.cores == 1:
        keying.renew_key(database)
    place = Place(where.host, where.port, where.address)
    if where.socket:
        serving.serve_behind_nginx(where.socket, place, database, games)
    else:
        serving.serve(place, database, games, open_page=where.open_page)


@main.command(cls=CommandWithGameList)
@click.argument("slug", metavar="[GAME]", required=False)
@click.option("--host", default="0.0.0.0", show_default=True, help="Address to listen on.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535))
@click.option(
    "--pace",
    default=2.0,
    show_default=True,
    type=click.FloatRange(min=0, max=600),
    help="Seconds between two taps of the simulated players.",
)
@click.option("--games", default="companion.games:CATALOGUE", hidden=True)
def demo(slug: str | None, host: str, port: int, pace: float, games: str) -> None:
    """Show a table with two simulated players; take the third seat, or watch. Nothing is saved."""
    from gevent import monkey

    monkey.patch_all()
    from companion.cli import demonstrating

    demonstrating.run_demonstration(slug, host, port, pace, resolve_name(games))


@main.command(context_settings={"ignore_unknown_options": True}, add_help_option=False)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def bench(arguments: tuple[str, ...]) -> None:
    """Measure the companion and a similar program; needs a checkout of the source."""
    from companion.cli.setting import settings_or_exit
    from companion.settings import read_settings

    settings_or_exit(read_settings)
    try:
        import_module(BENCHMARKS_MODULE)
    except ModuleNotFoundError:
        raise click.ClickException(NO_BENCHMARKS_MESSAGE) from None
    try:
        measurements = import_module(f"{BENCHMARKS_MODULE}.__main__")
    except ModuleNotFoundError as missing:
        raise click.ClickException(NO_BENCHMARK_PARTS_MESSAGE.format(missing.name)) from None
    measurements.measure.main(arguments, prog_name="companion bench")


@main.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def replay(file: Path) -> None:
    """Replay a transcript: print how it ends, or where it breaks a rule."""
    from companion.cli import replaying

    raise SystemExit(replaying.replay(file))


@main.command("notation", cls=CommandWithGameList)
@click.argument("slug", metavar="GAME")
def print_notation(slug: str) -> None:
    """Print how a game's actions are written."""
    from companion.cli import replaying

    raise SystemExit(replaying.print_notation(slug))


@main.command("new-game")
@click.argument("name")
@click.option(
    "--into",
    default=".",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="The folder to create it in.  [default: the current one]",
)
def new_game(name: str, into: Path) -> None:
    """Write a package with a small, playable game to change into your own."""
    from companion.cli.new_game import BadGameName, write_game_package

    try:
        folder = write_game_package(name, into)
    except BadGameName as bad:
        raise SystemExit(str(bad)) from None
    except FileExistsError:
        raise SystemExit(f"There is a folder {into / name} already: nothing is written.") from None
    click.echo(f"Written: {folder}. Now: pip install -e {folder}, then companion serve.")
    click.echo(f"Its tests: python -m pytest {folder}/tests. What is what: docs/NEW-GAME.md.")


@main.command("new-language")
@click.argument("language")
@click.option("--game", "slugs", multiple=True, metavar="GAME", help="Only this game; repeatable.")
def new_language(language: str, slugs: tuple[str, ...]) -> None:
    """Write a language's files with the English beside, and count what is open.

    LANGUAGE is a code of two letters, such as it. What is translated already is kept.
    """
    from companion.cli.naming import game_or_exit
    from companion.cli.new_language import BadLanguage, told_lines, write_language
    from companion.games import CATALOGUE

    games = {slug: game_or_exit(slug, CATALOGUE) for slug in slugs} or dict(CATALOGUE)
    try:
        counted = write_language(language, games)
    except BadLanguage as bad:
        raise SystemExit(str(bad)) from None
    for line in told_lines(counted, language):
        click.echo(line)


def _chosen(_: Any, __: Any, database: DatabaseLocation | None) -> DatabaseLocation:
    """Returns the database named here or by the environment, else the default one."""
    from companion.cli.keying import choose_database

    return choose_database(database)


def _database(command: Callable[..., None]) -> Callable[..., None]:
    """Adds the option for the database of a command."""
    option = click.option(
        "--database", type=DatabaseParamType(), callback=_chosen, help=DATABASE_HELP
    )
    return option(command)


@main.command("settings")
def print_settings() -> None:
    """Print every setting: its value, the allowed values, its meaning."""
    from companion.cli import setting

    setting.print_settings()


@main.command()
@_database
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
def backup(database: DatabaseLocation, file: Path) -> None:
    """Copy all tables to FILE, even while the companion runs."""
    from companion.cli import moving, storage

    if isinstance(database, Path):
        storage.back_up(database, file)
    else:
        raise SystemExit(moving.copy_tables_to_file(database, file))


@main.command()
@_database
@click.argument(
    "file", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
def restore(database: DatabaseLocation, file: Path | None) -> None:
    """Restore a backup: FILE, or the newest automatic one. The replaced tables are kept beside it.
    Stop the companion first. A PostgreSQL database must be empty, and needs a FILE."""
    from companion.cli import moving, storage

    if isinstance(database, Path):
        storage.restore(file or storage.newest_backup_or_exit(database), database)
    elif file is None:
        raise click.UsageError("Say which FILE: a PostgreSQL database is backed up by its own.")
    else:
        raise SystemExit(moving.copy_and_compare_tables(file, database))


@main.command("move")
@click.argument("source", type=DatabaseParamType())
@click.argument("target", type=DatabaseParamType())
def move_tables(source: DatabaseLocation, target: DatabaseLocation) -> None:
    """Copy all tables from SOURCE to TARGET, an empty database, and compare both by replaying them.

    Each is sqlite:FILE or postgresql://... Stop the companion first.
    """
    from companion.cli import moving

    raise SystemExit(moving.copy_and_compare_tables(source, target))


@main.command("check")
@_database
def check_database(database: Path) -> None:
    """Report any damage in the database, and which tables open. Changes nothing."""
    from companion.cli import checking

    raise SystemExit(checking.check_database(database))


@main.command()
@click.option("--host", default="0.0.0.0", show_default=True, help="Address that it listens on.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65534))
@click.option("--database", type=DatabaseParamType(), help=DATABASE_HELP)
def doctor(database: DatabaseLocation | None, host: str, port: int) -> None:
    """Check settings, files, permissions, key, clock, time zone, disk, port, names and proxy; print
    what is wrong and how to fix it. Changes nothing."""
    from companion.cli.examining import run_doctor_checks

    raise SystemExit(run_doctor_checks(database, host, port))


@main.command("tables")
@_database
def list_tables(database: Path) -> None:
    """List all tables: code, game, seats, last use, size."""
    from companion.cli import storage

    storage.list_tables(database)


@main.command("forget")
@_database
@click.argument("code", required=False)
@click.option("--older-than", metavar="AGE", help="All unused for this long: 400d, 12w, 36h.")
def delete_tables(database: DatabaseLocation, code: str | None, older_than: str | None) -> None:
    """Delete the table CODE for good, or all tables unused for long."""
    from companion.cli import storage

    if bool(code) == bool(older_than):
        raise click.UsageError("Say which table: its CODE, or --older-than 400d.")
    if code:
        storage.delete_table(database, code)
    elif older_than:
        storage.delete_tables_older_than(database, storage.parse_age(older_than))
