"""Ten Thousand: real dice, and a companion that keeps score. GAME is the table of contents."""

from __future__ import annotations

from companion.referee.actions import apply, log_line, objections
from companion.referee.art import GameArt
from companion.referee.game import Game
from companion.referee.panels import Tab
from companion.referee.text import Text
from companion.referee.version import game_version

from ten_thousand.book import HERE, LESSONS, OPTIONS, RULEBOOK
from ten_thousand.game import (
    NOTATION,
    Mend,
    candidates,
    outcome,
    seats_to_act,
    setup,
)
from ten_thousand.show import STEPS, current_round, current_step, likely_rules, show

GAME = Game(
    slug="ten-thousand",
    title="Ten Thousand",
    seats=range(2, 9),
    rulebook=RULEBOOK,
    notation=NOTATION,
    setup=setup,
    seats_to_act=seats_to_act,
    objections=objections,
    apply=apply,
    outcome=outcome,
    say=log_line,
    show=show,
    # What follows may be left out.
    options=OPTIONS,
    candidates=candidates,
    state_summary=lambda s: f"points {s.points}, seat {s.turn} has {s.unbanked}, throws {s.left}",
    over="end.over",
    after_end=frozenset({Mend}),
    current_round=current_round,
    points=lambda s, seat: s.points[seat - 1],
    likely_rules=likely_rules,
    lessons=LESSONS,
    steps=STEPS,
    current_step=current_step,
    version=game_version(HERE, edition=1),
    folder=HERE,
    art=GameArt(root=HERE, styles="ten-thousand.css", icons="ten-thousand.svg"),
    tabs={"own": Tab(Text("Points"), "score"), "shared": Tab(Text("Scoring"), "die-5")},
)
