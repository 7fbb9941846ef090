"""Chapter "discard": whatever was taken, given up for an asteroid."""

from __future__ import annotations

from dataclasses import replace

from companion.games.cosmogenesis.actions import Discard
from companion.games.cosmogenesis.pieces import SECTORS, Sector, Space
from companion.games.cosmogenesis.rules.belt import space_answers, space_taken, with_asteroids
from companion.games.cosmogenesis.rules.questions import open_question
from companion.games.cosmogenesis.rules.sector import sector_answers, took
from companion.games.cosmogenesis.state import State, Step, Wood
from companion.referee.action_rules import ActionRule, Answers
from companion.referee.text import Text


def brings_monolith(s: State, a: Discard) -> bool:
    """Whether discarding that asteroid still brings the Monolith."""
    return a.space == Space.MONOLITH and s.option("discard.monolith") != "no"


def _may_discard(s: State, seat: int, a: Discard) -> Answers:
    held = SECTORS if a.space is None else (Sector.IV,)
    yield from sector_answers(s, seat, a.sector, held, Text("such space"))
    yield from space_answers(s, a.space)
    if a.space == Space.MONOLITH:
        reason = Text("Does a discarded asteroid still bring the Monolith?")
        yield from open_question(s, "discard.monolith", reason)


def _discard(s: State, seat: int, a: Discard) -> State:
    moves = brings_monolith(s, a)
    wood = Wood(monolith=moves and s.monolith != seat)
    s = took(space_taken(s, a.space), seat, a.sector, wood)
    return with_asteroids(replace(s, monolith=seat) if moves else s, seat, 1)


ACTION_RULES = {Discard: ActionRule(Step.MAIN, _may_discard, _discard)}
