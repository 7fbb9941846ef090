"""Ten Thousand: real dice, and a companion that keeps score. GAME is the table of contents."""

from __future__ import annotations

from companion.referee.actions import apply, log_line, objections
from companion.referee.art import Art
from companion.referee.game import Game
from companion.referee.panels import Tab
from companion.referee.text import Text
from companion.referee.version import version_of

from ten_thousand.book import HERE, LESSONS, OPTIONS, RULEBOOK
from ten_thousand.game import (
    NOTATION,
    Mend,
    candidates,
    outcome,
    setup,
    to_act,
)
from ten_thousand.show import STEPS, asked_now, round_of, show, step_of

GAME = Game(
    slug="ten-thousand",
    title="Ten Thousand",
    seats=range(2, 9),
    rulebook=RULEBOOK,
    notation=NOTATION,
    setup=setup,
    to_act=to_act,
    objections=objections,
    apply=apply,
    outcome=outcome,
    say=log_line,
    show=show,
    # What follows may be left out.
    options=OPTIONS,
    candidates=candidates,
    sketch=lambda s: f"points {s.points}, seat {s.turn} has {s.unbanked}, throws {s.left}",
    over="end.over",
    after_end=frozenset({Mend}),
    round_of=round_of,
    points=lambda s, seat: s.points[seat - 1],
    corrects=lambda s, a: isinstance(a, Mend) and a.field in ("points", "turn"),
    asked_now=asked_now,
    lessons=LESSONS,
    steps=STEPS,
    step_of=step_of,
    version=version_of(HERE, edition=1),
    folder=HERE,
    art=Art(root=HERE, styles="ten-thousand.css", icons="ten-thousand.svg"),
    tabs={"own": Tab(Text("Points"), "score"), "shared": Tab(Text("Scoring"), "die-5")},
)
