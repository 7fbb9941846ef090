"""Crafting the Cosmos, 2 to 4 players, in counts. GAME is this folder's table of contents."""

from __future__ import annotations

from pathlib import Path

from companion.games.crafting.book import (
    EXAMPLES,
    LESSONS,
    RULEBOOK,
    STEPS,
    current_step,
    game_options,
    likely_rules,
)
from companion.games.crafting.candidates import candidates
from companion.games.crafting.counted import counts_of_seat
from companion.games.crafting.counts import (
    check_due,
    check_of_seat,
    held_by_seat,
)
from companion.games.crafting.pieces import POWERS
from companion.games.crafting.rules import (
    ACTIONS,
    NOTATION,
    apply,
    objections,
    seats_to_act,
)
from companion.games.crafting.rules.game import outcome
from companion.games.crafting.show import show
from companion.games.crafting.show.finished import galaxy_board
from companion.games.crafting.sketch import state_summary
from companion.games.crafting.speech import SPEECH
from companion.games.crafting.state import box_facts, current_round, is_box_fact, setup
from companion.games.crafting.told import TOLD_OF_SEAT
from companion.referee.actions import actions_in_any_step, log_line
from companion.referee.art import GameArt, GameColours
from companion.referee.game import Game
from companion.referee.panels import Tab
from companion.referee.text import Text
from companion.referee.version import game_version

GAME = Game(
    slug="crafting",
    version=game_version(Path(__file__).parent, edition=2),
    title="Crafting the Cosmos",
    seats=range(2, 5),
    minutes=(60, 90),
    folder=Path(__file__).parent,
    art=GameArt(
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
    seats_to_act=seats_to_act,
    candidates=candidates,
    objections=objections,
    apply=apply,
    outcome=outcome,
    over="turn.over",
    after_end=actions_in_any_step(ACTIONS),
    say=log_line,
    speech=SPEECH,
    show=show,
    board=galaxy_board,
    state_summary=state_summary,
    current_round=current_round,
    points=lambda s, seat: s.board(seat).points.total,
    counts=counts_of_seat,
    held=held_by_seat,
    check_due=check_due,
    check=check_of_seat,
    house=box_facts,
    reads_house=is_box_fact,
    printed_names={f"power.{slug}": power.name for slug, power in POWERS.items()},
    likely_rules=likely_rules,
    examples=EXAMPLES,
    lessons=LESSONS,
    steps=STEPS,
    current_step=current_step,
    told_of_seat=TOLD_OF_SEAT,
    carried=lambda s: tuple(box_facts(s).items()),
    tabs={"own": Tab(Text("Galaxy"), "hexagon"), "shared": Tab(Text("Goals"), "flag")},
)
