"""Plays games at random by the code of an older companion and saves them as it does.

Its arguments are an older checkout's folder and seeds; nothing of today's code is imported, for
names have changed since. Prints one JSON object a game: its files, its log
and its totals.
"""

from __future__ import annotations

import importlib
import json
import random
import sys
from typing import Any

#: Actions of one game, at most: some older companions offer ways to go round in circles.
LONGEST = 900
#: How often the newest action is taken back, and a question of the rulebook answered.
TAKEN_BACK, SETTLED = 0.02, 0.01


def first_attribute(of: Any, *names: str) -> Any:
    """The first of these names that it has."""
    return next(getattr(of, name) for name in names if hasattr(of, name))


def random_game(game: Any, seed: int) -> tuple[int, list[tuple[int, str, str]]]:
    """A game's lines after its opening, as seat, kind and text; and how many seats it has."""
    rng = random.Random(seed)
    judge = importlib.import_module("companion.referee.judge").judge
    to_act, draw_of = (
        first_attribute(game, "seats_to_act", "to_act"),
        first_attribute(game, "draw_for_action", "chance"),
    )
    seats = rng.choice(list(game.seats))
    opening = 2
    lines: list[tuple[int, str, str]] = []
    questions = list(game.rulebook.questions)
    state = game.setup(seats, {})
    before: Any = None
    while to_act(state) and len(lines) < LONGEST:
        seat = rng.choice(sorted(to_act(state)))
        actions = list(game.candidates(state, seat))
        rng.shuffle(actions)
        verbs: dict[str, float] = {}
        actions.sort(key=lambda each: verbs.setdefault(type(each).__name__, rng.random()))
        action = chosen(judge, game, state, seat, actions)
        if action is None:
            break
        draw = draw_of(state, action)
        if draw is not None:
            pick = rng.choices if draw.again else rng.sample
            drawn = pick(list(draw.pool), k=draw.count)
            action = game.read(" ".join((game.write(action), *drawn)))
        before, state = state, game.apply(state, seat, action)
        lines.append((seat, "played", game.write(action)))
        if rng.random() < TAKEN_BACK and hasattr(game, "settle"):
            lines.append((seat, "took-back", str(opening + len(lines))))
            state = before
        elif questions and rng.random() < SETTLED and hasattr(game, "settle"):
            question = rng.choice(questions)
            key, choice = question.key, rng.choice(list(dict(question.choices)))
            lines.append((seat, "settled", f"{key} {choice}"))
            state = game.settle(state, key, choice)
    return seats, lines


def chosen(judge: Any, game: Any, state: Any, seat: int, actions: list[Any]) -> Any:
    """The first allowed action that nobody doubts: what a companion doubted, a later one may count
    otherwise. Without one, the first that is allowed; None if none is.
    """
    doubted = None
    for action in actions:
        ruling = judge(game, state, seat, action)
        if ruling.allowed and not ruling.doubts:
            return action
        doubted = action if ruling.allowed and doubted is None else doubted
    return doubted


def saved(game: Any, seed: int) -> dict[str, Any]:
    """The game with this seed: as files, as its log, and what it came to."""
    tables = importlib.import_module("companion.tables")
    transcript = importlib.import_module("companion.transcript")
    seats, lines = random_game(game, seed)
    log = [(0, "opened", f"{game.slug} {seats} phone"), (0, "started", ""), *lines]
    events = [
        tables.Event("K7QX", seq, 1000.0 + seq, *line, *[""] * ("intent" in _fields(tables.Event)))
        for seq, line in enumerate(log, start=1)
    ]
    fold = first_attribute(tables, "table_from_events", "fold")
    table = fold(events)
    files = {"text": first_attribute(transcript, "write_transcript", "write")(table)}
    if hasattr(transcript, "write_game_json") or hasattr(transcript, "write_record"):
        files["json"] = first_attribute(transcript, "write_game_json", "write_record")(table)
    outcome = game.outcome(table.state)
    totals = {place.seat: place.total for place in outcome.ranking} if outcome else {}
    return {
        "slug": game.slug,
        "seed": seed,
        "files": files,
        "log": log,
        "rules": getattr(game, "version", ""),
        "totals": totals,
        "public": _points(game, table.state, seats),
    }


def _fields(kind: Any) -> tuple[str, ...]:
    return tuple(kind.__dataclass_fields__)


def _points(game: Any, state: Any, seats: int) -> dict[int, int]:
    """The points in an unfinished game, as far as its companion could say them."""
    points = getattr(game, "points", None)
    return {seat: points(state, seat) for seat in range(1, seats + 1)} if points else {}


if __name__ == "__main__":
    sys.path.insert(0, sys.argv[1])
    for each in importlib.import_module("companion.games").CATALOGUE.values():
        for number in sys.argv[2:]:
            print(json.dumps(saved(each, int(number))))
