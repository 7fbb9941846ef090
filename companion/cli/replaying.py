"""`companion replay`: plays a transcript again and judges each action.

It only reports. In a game of older rules, actions that those allowed and today's refuse count,
marked, as they do when a saved game is loaded.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from companion import transcript
from companion.cli.naming import game_or_exit
from companion.games import CATALOGUE
from companion.referee.game import Game
from companion.referee.notation import UnreadableAction
from companion.referee.replay import OVERRULED_PREFIX, TABLE_SEAT, IllegalAction
from companion.referee.replay import replay_moves as replay_moves
from companion.referee.rulebook import Rule
from companion.referee.ruling import Objection, Outcome, Ruling
from companion.referee.text import Text, english_translator, untranslated
from companion.referee.version import is_newer_edition
from companion.transcript import BadGameFile, FileMove, Transcript

ENGLISH_TRANSLATOR = english_translator()


def replay(file: Path) -> int:
    """Prints the end of the transcript in this file; returns 1 at the first invalid
    line, else 0.
    """
    try:
        played = transcript.read_transcript(file.read_text(encoding="utf-8"))
    except BadGameFile as illegible:
        return _complain(file, illegible.line, illegible.expected)
    game = game_or_exit(played.slug, CATALOGUE)
    if played.seats not in game.seats:
        reason = Text(
            "This game is for {low} to {high} players", low=game.seats[0], high=game.seats[-1]
        )
        return _complain(file, 1, reason)
    if is_newer_edition(played.rules, game.version):
        reason = Text("This game was saved by a newer app. Update this one first")
        return _complain(file, 1, reason)
    return _replay(file, game, played)


def _replay(file: Path, game: Game, played: Transcript) -> int:
    readable, broken = _readable(game, played)
    moves = [(move.seat, move.action) for move in readable]
    marks = 0

    def mark(number: int, ruling: Ruling) -> None:
        nonlocal marks
        marks += 1
        for objection in ruling.objections:
            _complain(file, readable[number - 1].line, _cited(game, objection))

    older = played.rules != game.version
    try:
        state = replay_moves(
            game, played.seats, dict(played.options), moves, mark if older else None
        )
    except UnreadableAction as half:
        return _complain(file, readable[half.line - 1].line, half.expected)
    except IllegalAction as refused:
        line = readable[refused.line - 1].line
        for objection in refused.ruling.objections:
            _complain(file, line, _cited(game, objection))
        return 1
    if broken:
        move, unreadable = broken
        return _complain(file, move.line, unreadable.expected)
    if marks:
        _tell(
            Text(
                "{n} action is against today's rules: it counts, as when you load this game",
                "{n} actions are against today's rules: they count, as when you load this game",
                n=marks,
            )
        )
    click.echo(game.state_summary(state))
    _print_outcome(game.outcome(state))
    return 0


def _readable(
    game: Game, played: Transcript
) -> tuple[list[FileMove], tuple[FileMove, UnreadableAction] | None]:
    """Returns the moves before the first that is unreadable or has no seat, and that one."""
    good: list[FileMove] = []
    for move in played.moves:
        try:
            if move.seat != TABLE_SEAT:
                game.read(move.action.removeprefix(OVERRULED_PREFIX))
            if move.seat > played.seats:
                seats = Text("Expected: seat 1 to {seats}", seats=played.seats)
                raise UnreadableAction(move.action, seats)
        except UnreadableAction as unreadable:
            return good, (move, unreadable)
        good.append(move)
    return good, None


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


def _complain(file: Path, line: int, reason: Text) -> int:
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
