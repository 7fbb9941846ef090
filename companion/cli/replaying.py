"""`companion replay`: plays a saved game again, text or JSON, and judges each action.

It checks a file as loading it does, with one difference: a game that doesn't say by which rules it
was played is judged by today's. In a game of other rules, actions that those allowed and today's
refuse count, marked, as they do when a saved game is loaded.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from companion import transcript
from companion.cli.naming import game_or_exit
from companion.games import CATALOGUE
from companion.referee.game import Game
from companion.referee.rulebook import Rule
from companion.referee.ruling import Objection, Outcome, Ruling
from companion.referee.text import Text, english_translator, untranslated
from companion.referee.version import edition_in_version, is_newer_edition, is_version
from companion.tables import Event, Table, table_from_events
from companion.transcript import ActionRefusedByCurrentRules, BadGameFile, GameRecord

ENGLISH_TRANSLATOR = english_translator()


def replay(file: Path) -> int:
    """Prints the end of the game in this file; returns 1 at the first invalid line and if today's
    rules refuse an action, else 0.
    """
    try:
        record = transcript.read_game_file(transcript.decode_game_file(file.read_bytes()))
        game = game_or_exit(record.slug, CATALOGUE)
        return _replay(file, game, _with_known_rules(game, record))
    except ActionRefusedByCurrentRules as refused:
        return _complain(file, refused.line, *_reasons(game, refused.ruling))
    except BadGameFile as illegible:
        return _complain(file, illegible.line, illegible.expected)


def _with_known_rules(game: Game, record: GameRecord) -> GameRecord:
    """Returns the record with the version that judges it: today's where the file names none."""
    if is_version(record.rules):
        if record.rules != game.version and not is_newer_edition(record.rules, game.version):
            _tell(_by_other_rules(game, record.rules))
        return record
    if record.rules:
        _tell(
            Text("{rules} is no version of the rules: today's judge", rules=repr(record.rules)),
        )
    return replace(record, rules=game.version)


def _by_other_rules(game: Game, rules: str) -> Text:
    if edition_in_version(rules) < edition_in_version(game.version):
        return Text(
            "Played by older rules ({rules}), judged by today's ({ours})",
            rules=rules,
            ours=game.version,
        )
    return Text(
        "Played by rules before or after today's ({rules}), judged by today's ({ours})",
        rules=rules,
        ours=game.version,
    )


def _replay(file: Path, game: Game, record: GameRecord) -> int:
    marks = 0

    def mark(line: int, ruling: Ruling) -> None:
        nonlocal marks
        marks += 1
        _complain(file, line, *_reasons(game, ruling))

    lines = transcript.checked_events(record, CATALOGUE, "-", 0.0, mark=mark)
    events = (Event("", number, at, *line) for number, (at, line) in enumerate(lines, 1))
    table = table_from_events(events, CATALOGUE)
    assert table is not None
    if marks:
        _tell(
            Text(
                "{n} action is against today's rules: it counts, as when you load this game",
                "{n} actions are against today's rules: they count, as when you load this game",
                n=marks,
            )
        )
    _print_end(table)
    return 1 if marks else 0


def _print_end(table: Table) -> None:
    click.echo(table.game.state_summary(table.state))
    _print_outcome(table.game.outcome(table.state))


def _reasons(game: Game, ruling: Ruling) -> list[Text]:
    return [_cited(game, objection) for objection in ruling.objections]


def _cited(game: Game, objection: Objection) -> Text:
    entry = game.rulebook.find_entry(objection.rule)
    title = entry.title if isinstance(entry, Rule) else entry.asks
    return Text("{key}: {title}: {reason}", key=entry.key, title=title, reason=objection.reason)


def _print_outcome(outcome: Outcome | None) -> None:
    if outcome is None:
        _tell(Text("The game goes on"))
        return
    for place in outcome.ranking:
        line = Text(
            "{rank}. seat {seat}: {total}", rank=place.rank, seat=place.seat, total=place.total
        )
        _tell(line)
    _tell(outcome.reason)


def _complain(file: Path, line: int, *reasons: Text) -> int:
    for reason in reasons:
        complaint = Text("{file}:{line}: {reason}", file=str(file), line=line, reason=reason)
        click.echo(ENGLISH_TRANSLATOR.say(complaint), err=True)
    return 1


def _tell(text: Text) -> None:
    click.echo(ENGLISH_TRANSLATOR.say(text))


def print_notation(slug: str) -> int:
    """Prints every form of a game's actions: shape, example, meaning."""
    game: Any = game_or_exit(slug, CATALOGUE)
    for form in game.notation.forms:
        _tell(untranslated(form.usage_line))
        _tell(Text("    for example: {example}", example=form.example))
        _tell(Text("    {means}", means=form.means))
    return 0
