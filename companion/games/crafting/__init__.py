"""Crafting the Cosmos, 2 to 4 players, in counts. GAME is this folder's table of contents."""

from __future__ import annotations

from pathlib import Path

from companion.games.crafting.book import (
    EXAMPLES,
    LESSONS,
    RULEBOOK,
    STEPS,
    asked_now,
    game_options,
    step_of,
)
from companion.games.crafting.candidates import candidates
from companion.games.crafting.hands import hands
from companion.games.crafting.rules import ACTIONS, NOTATION, apply, objections, to_act
from companion.games.crafting.rules.chance import chance, redact, reveals_real_piece, saw_hidden
from companion.games.crafting.rules.corrections import is_contestable_correction
from companion.games.crafting.rules.game import outcome
from companion.games.crafting.rules.goal import ScoreGoal
from companion.games.crafting.say import SPEECH
from companion.games.crafting.show import show
from companion.games.crafting.show.finished import galaxy_board
from companion.games.crafting.sketch import sketch
from companion.games.crafting.state import box_facts, current_round, is_box_fact, setup
from companion.referee.actions import log_line, timeless_actions
from companion.referee.art import Art, GameColours
from companion.referee.game import Game
from companion.referee.panels import Tab
from companion.referee.text import Text
from companion.referee.version import version_of

GAME = Game(
    slug="crafting",
    version=version_of(Path(__file__).parent, edition=1),
    title="Crafting the Cosmos",
    seats=range(2, 5),
    minutes=(60, 90),
    folder=Path(__file__).parent,
    art=Art(
        styles="css/games/crafting.css",
        icons="icons/games/crafting.svg",
        letters={"h": "H", "he": "He", "o": "O", "c": "C"},
        picture="art/crafting.svg",
        tints=(
            GameColours("#d2a8ff", ("#4b2397", "#1b2a6e", "#6a1f5c")),
            GameColours("#6a2fc4", ("#e2d3fd", "#d3defb", "#fbd9ee")),
        ),
    ),
    rulebook=RULEBOOK,
    options=game_options(RULEBOOK),
    notation=NOTATION,
    setup=setup,
    to_act=to_act,
    candidates=candidates,
    objections=objections,
    apply=apply,
    outcome=outcome,
    over="turn.over",
    after_end=timeless_actions(ACTIONS),
    chance=chance,
    say=log_line,
    hands=hands,
    speech=SPEECH,
    show=show,
    board=galaxy_board,
    redact=redact,
    saw_hidden=saw_hidden,
    on_the_table=reveals_real_piece,
    sketch=sketch,
    round_of=current_round,
    points=lambda s, seat: s.board(seat).points.total,
    corrects=is_contestable_correction,
    awaits=lambda action: isinstance(action, ScoreGoal),
    house=box_facts,
    reads_house=is_box_fact,
    asked_now=asked_now,
    examples=EXAMPLES,
    lessons=LESSONS,
    steps=STEPS,
    step_of=step_of,
    carried=lambda s: tuple(box_facts(s).items()),
    told_by_the_box=frozenset(
        {"around", "drew", "hand", "leave", "mend", "put", "short", "tile", "tiles"}
    ),
    tabs={"own": Tab(Text("Galaxy"), "hexagon"), "shared": Tab(Text("Goals"), "flag")},
)
