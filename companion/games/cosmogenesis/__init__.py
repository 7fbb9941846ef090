"""Cosmogenesis, 2 to 4 players. GAME is this folder's table of contents.

A body is at a `Place` (orbit, moon) of a seat's `System`; `Turn.wood` says what to do with the real
tokens after the last action. A tile is unknown until it is entered: `State.tile_text` is None then,
and rulings give doubts but no objections. `System.entered` and `System.noted` are secret; a tile
noted in secret has its code in the action that reveals it.
"""

from __future__ import annotations

from pathlib import Path

from companion.games.cosmogenesis.book import (
    EXAMPLES,
    LESSONS,
    RULEBOOK,
    STEPS,
    current_step,
    game_options,
    likely_rules,
)
from companion.games.cosmogenesis.candidates import candidates
from companion.games.cosmogenesis.counted import counts_of_seat
from companion.games.cosmogenesis.counts import (
    check_due,
    check_of_seat,
    held_by_seat,
)
from companion.games.cosmogenesis.rules import (
    ACTIONS,
    NOTATION,
    apply,
    objections,
    seats_to_act,
    with_question_answered,
)
from companion.games.cosmogenesis.rules.game import outcome
from companion.games.cosmogenesis.rules.score import lasting_points, points_so_far
from companion.games.cosmogenesis.show import show
from companion.games.cosmogenesis.show.table import system_as_shapes
from companion.games.cosmogenesis.sketch import state_summary
from companion.games.cosmogenesis.state import box_facts, current_round, is_box_fact, setup
from companion.games.cosmogenesis.told import TOLD_OF_SEAT
from companion.referee.actions import actions_in_any_step, log_line
from companion.referee.art import GameArt, GameColours
from companion.referee.game import Game
from companion.referee.panels import Tab
from companion.referee.text import Text
from companion.referee.version import game_version

GAME = Game(
    slug="cosmogenesis",
    version=game_version(Path(__file__).parent, edition=3),
    title="Cosmogenesis",
    seats=range(2, 5),
    folder=Path(__file__).parent,
    art=GameArt(
        styles="css/games/cosmogenesis.css",
        icons="icons/games/cosmogenesis.svg",
        picture="art/cosmogenesis.svg",
        tints=(
            GameColours("#ffb684", ("#6b2c2c", "#1c2e6e", "#5a2350")),
            GameColours("#9a420b", ("#fddfcb", "#d8e1fb", "#f7d6e4")),
        ),
    ),
    rulebook=RULEBOOK,
    options=game_options(RULEBOOK),
    notation=NOTATION,
    setup=setup,
    seats_to_act=seats_to_act,
    candidates=candidates,
    objections=objections,
    apply=apply,
    outcome=outcome,
    over="turn.over",
    after_end=actions_in_any_step(ACTIONS),
    say=log_line,
    show=show,
    board=system_as_shapes,
    settle=with_question_answered,
    state_summary=state_summary,
    current_round=current_round,
    points=points_so_far,
    lasting_points=lasting_points,
    counts=counts_of_seat,
    held=held_by_seat,
    check_due=check_due,
    check=check_of_seat,
    house=box_facts,
    reads_house=is_box_fact,
    likely_rules=likely_rules,
    examples=EXAMPLES,
    lessons=LESSONS,
    steps=STEPS,
    current_step=current_step,
    told_of_seat=TOLD_OF_SEAT,
    carried=lambda s: tuple(box_facts(s).items()),
    tabs={
        "own": Tab(Text("My system"), "system"),
        "shared": Tab(Text("Objectives"), "flag"),
    },
)
