"""Chapter "round": life evolves, the board is refilled, the holder of the Monolith begins."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.games.cosmogenesis.pieces import ROUND_COUNT, sector_one_filled_space_count
from companion.games.cosmogenesis.rules.features import asteroid_belt_value
from companion.games.cosmogenesis.rules.life import living_bodies, with_all_life_evolved
from companion.games.cosmogenesis.rules.questions import open_question_objections
from companion.games.cosmogenesis.rules.score import seat_points
from companion.games.cosmogenesis.state import Stage, State, Turn, objective_kind_in_round
from companion.referee.actions import Action, Objections, Revealed, action
from companion.referee.text import Text


def is_last_round(s: State) -> bool:
    """Returns whether this is the last round."""
    return s.round >= ROUND_COUNT


@dataclass(frozen=True)
class NextRoundSetup:
    """The set-up of the next round: the kind and number of objectives, and who begins."""

    kind: str
    objectives: int
    first: int


def next_round_setup(s: State) -> NextRoundSetup | None:
    """Returns how the board is filled after this round; None after the last one."""
    if is_last_round(s):
        return None
    return NextRoundSetup(
        objective_kind_in_round(s.round + 1),
        sector_one_filled_space_count(s.seats),
        s.monolith or s.first,
    )


@action("next", "next", Text("Finish the round: life evolves"), when=Stage.ROUND)
class FinishRound(Action):
    """Ends the round: life evolves, then the next round begins or, after the sixth, scoring."""

    grounds = ("round.end", "round.evolve")

    def objections(self, s: State, seat: int) -> Objections:
        """Yields the questions that the scoring after the last round leaves to the group."""
        if not is_last_round(s):
            return
        values = [asteroid_belt_value(s.system(each)) for each in s.all_seats]
        ranked = sorted(set(values), reverse=True)
        second = ranked[1] if len(ranked) > 1 else -1
        empty = s.option_value("score.empty-belt") in ("", "counts")
        if second >= int(not empty) and values.count(ranked[0]) > 1:
            reason = Text("Two belts tie for the most: does the next one still score 3?")
            yield from open_question_objections(s, "score.tied-belts", reason)
        if ranked[-1] == 0 and len(ranked) <= 2:
            reason = Text("Does an empty belt score?")
            yield from open_question_objections(s, "score.empty-belt", reason)

    def apply(self, s: State, seat: int) -> State:
        if s.stage != Stage.ROUND:
            return s
        s = with_all_life_evolved(s)
        points = tuple(seat_points(s, each).total for each in s.all_seats)
        s = replace(s, history=(*s.history, points))
        if is_last_round(s):
            return replace(s, ended=True, turn=Turn())
        systems = tuple(replace(system, used=()) for system in s.systems)
        first = s.monolith or s.first
        return replace(
            s, systems=systems, round=s.round + 1, first=first, taken=(), turn=Turn(first)
        )

    def log_line(self, s: State, seat: int) -> Text:
        number = sum(not each.why for each in living_bodies(s))
        moved = Text("no life evolves")
        if number:
            moved = Text("{n} life counter evolves", "{n} life counters evolve", n=number)
        if is_last_round(s):
            return Text("The last round is over: {moved}", moved=moved)
        return Text("Round {round} is over: {moved}", round=s.round, moved=moved)

    def reveals(self, s: State) -> Revealed:
        # The bag and the decks fill the board for the new round.
        return Revealed.NOTHING if is_last_round(s) else Revealed.ON_TABLE
