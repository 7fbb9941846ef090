"""Cosmos: Empires, 2 to 8 players. GAME is this folder's table of contents."""

from __future__ import annotations

from pathlib import Path

from companion.games.empires.book import (
    EXAMPLES,
    LESSONS,
    RULEBOOK,
    STEPS,
    current_step,
    game_options,
    likely_rules,
)
from companion.games.empires.candidates import candidates
from companion.games.empires.counted import counts_of_seat
from companion.games.empires.counts import (
    check_due,
    check_of_seat,
    held_by_seat,
)
from companion.games.empires.pieces import BASE_CULTURES, CARDS
from companion.games.empires.rules import (
    ACTIONS,
    NOTATION,
    apply,
    objections,
    seats_to_act,
    with_question_answered,
)
from companion.games.empires.rules.end import final_total, outcome
from companion.games.empires.show import show
from companion.games.empires.show.table import empire_board
from companion.games.empires.sketch import state_summary
from companion.games.empires.state import current_round, options_for_next_game, setup
from companion.games.empires.told import TOLD_OF_SEAT
from companion.referee.actions import actions_in_any_step, log_line
from companion.referee.art import GameArt, GameColours
from companion.referee.counts import Total
from companion.referee.game import Game
from companion.referee.panels import Tab
from companion.referee.text import Text
from companion.referee.version import game_version

GAME = Game(
    slug="empires",
    version=game_version(Path(__file__).parent, edition=3),
    title="Cosmos: Empires",
    seats=range(2, 9),
    minutes=(15, 45),
    bgg_id=365211,
    folder=Path(__file__).parent,
    art=GameArt(
        styles="css/games/empires.css",
        icons="icons/games/empires.svg",
        picture="art/empires.svg",
        tints=(
            GameColours("#7be6d8", ("#0d5560", "#123a63", "#5a4312")),
            GameColours("#00605f", ("#c9f0ea", "#d3e4fb", "#faecc9")),
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
    board=empire_board,
    settle=with_question_answered,
    state_summary=state_summary,
    current_round=current_round,
    points=final_total,
    total=Total(
        Text("{n} production", "{n} production"),
        Text("{change} production", "{change} production"),
        Text("Most production first"),
    ),
    counts=counts_of_seat,
    held=held_by_seat,
    check_due=check_due,
    check=check_of_seat,
    printed_names={
        **{f"card.{slug}": card.name for slug, card in CARDS.items()},
        **{f"culture.{slug}": culture.name for slug, culture in BASE_CULTURES.items()},
    },
    likely_rules=likely_rules,
    examples=EXAMPLES,
    lessons=LESSONS,
    steps=STEPS,
    current_step=current_step,
    told_of_seat=TOLD_OF_SEAT,
    carried=options_for_next_game,
    tabs={
        "own": Tab(Text("My empire"), "hexagon"),
        "shared": Tab(Text("Cards"), "cards"),
    },
)
