"""Cosmos: Empires, 2 to 8 players. GAME is this folder's table of contents."""

from __future__ import annotations

from pathlib import Path

from companion.games.empires.actions import redact
from companion.games.empires.asked import asked_now
from companion.games.empires.book import EXAMPLES, LESSONS, RULEBOOK
from companion.games.empires.candidates import candidates
from companion.games.empires.hands import hands
from companion.games.empires.notation import NOTATION
from companion.games.empires.options import options_of
from companion.games.empires.rules import (
    ACTION_RULES,
    apply,
    chance,
    objections,
    on_the_table,
    outcome,
    saw_hidden,
    settle,
    to_act,
)
from companion.games.empires.rules.corrections import corrects
from companion.games.empires.rules.end_ranking import final_total
from companion.games.empires.say import say
from companion.games.empires.show import show
from companion.games.empires.sketch import sketch
from companion.games.empires.state import carried, round_of, setup
from companion.games.empires.steps import STEPS, step_of
from companion.referee.game import Game
from companion.referee.panels import Tab
from companion.referee.text import Text
from companion.referee.version import version_of

GAME = Game(
    slug="empires",
    version=version_of(Path(__file__).parent, edition=1),
    title="Cosmos: Empires",
    seats=range(2, 9),
    folder=Path(__file__).parent,
    rulebook=RULEBOOK,
    options=options_of(RULEBOOK),
    notation=NOTATION,
    setup=setup,
    to_act=to_act,
    candidates=candidates,
    objections=objections,
    apply=apply,
    outcome=outcome,
    over="turn.over",
    after_end=ACTION_RULES.at_any_time,
    chance=chance,
    say=say,
    hands=hands,
    show=show,
    redact=redact,
    saw_hidden=saw_hidden,
    on_the_table=on_the_table,
    settle=settle,
    sketch=sketch,
    round_of=round_of,
    points=final_total,
    asked_now=asked_now,
    examples=EXAMPLES,
    lessons=LESSONS,
    steps=STEPS,
    step_of=step_of,
    carried=carried,
    corrects=corrects,
    told_by_the_box=frozenset({"card", "cocked", "leave", "return", "short", "total"}),
    tabs={
        "own": Tab(Text("My empire"), "hexagon"),
        "shared": Tab(Text("Cards"), "cards"),
    },
)
