"""Scenarios of a game, read from its scenarios/*.toml: how a state comes about, what is tried
there, what the referee is expected to say. Which game it is, and how it opens, its reader says.

A scenario plays its opening, then the lines of `given`, all of which must be allowed, and tries
`action`. A line is "SEAT ACTION", or "20 times: SEAT ACTION".
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.referee.game import Game
from companion.referee.judge import judge
from companion.referee.ruling import Ruling
from companion.referee.text import english_translator

TONGUE = english_translator()
#: Ways in which games begin, in the same folder; no scenarios.
OPENINGS = "openings.toml"


@dataclass(frozen=True)
class Scenario:
    """`rule`: the rule or question that it is about. `verdict`: allowed, refused or doubt.

    `says`: a part of the first objection's reason (or of the doubt's). `also`: other rules that
    speak against it as well. `remedy`: the first objection's remedy action. `after`: numbers of
    the state after the action, by path ("1.credits" is seat 1's, "supply" the table's). `opening`
    and `goal`, or `players` and `begun`: how the game has begun, as its own reader says.
    """

    chapter: str
    rule: str
    title: str
    action: str
    verdict: str
    opening: str = ""
    goal: str = "stable-life"
    players: int = 2
    begun: bool = True
    given: tuple[str, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)
    says: str = ""
    also: tuple[str, ...] = ()
    remedy: str = ""
    after: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.rule} {self.verdict}: {self.title}"

    @property
    def verb(self) -> str:
        return self.action.split()[1]


def read_scenarios(folder: Path) -> tuple[Scenario, ...]:
    """All scenarios of all chapters."""
    found: list[Scenario] = []
    for path in sorted(folder.glob("*.toml")):
        if path.name != OPENINGS:
            entries = tomllib.loads(path.read_text(encoding="utf-8"))["scenario"]
            found += [_scenario(path.stem, entry) for entry in entries]
    return tuple(found)


def _scenario(chapter: str, entry: Mapping[str, Any]) -> Scenario:
    lists = {key: tuple(value) for key, value in entry.items() if isinstance(value, list)}
    scenario = Scenario(chapter=chapter, **{**entry, **lists})
    assert chapter.partition("-")[0] == scenario.rule.partition(".")[0], scenario
    return scenario


def moves(line: str) -> Iterator[tuple[int, str]]:
    """The moves that a line stands for."""
    count, found, rest = line.partition(" times: ")
    seat, _, action = (rest if found else line).partition(" ")
    for _ in range(int(count) if found else 1):
        yield int(seat), action


def played_on(game: Game, state: Any, *lines: str) -> Any:
    """The state after these lines. Each must be allowed: nothing else is a reachable state."""
    for line in lines:
        for seat, text in moves(line):
            ruling = judge(game, state, seat, game.read(text))
            assert ruling.allowed, f"{line}: {in_words(ruling)}"
            state = game.apply(state, seat, game.read(text))
    return state


def judge_line(game: Game, state: Any, line: str) -> Ruling:
    """What the referee says to this line now."""
    seat, _, text = line.partition(" ")
    return judge(game, state, int(seat), game.read(text))


def in_words(ruling: Ruling) -> str:
    """The ruling in words, for a person who reads a failed test."""
    parts = [f"{no.rule}: {TONGUE.say(no.reason)}" for no in ruling.objections]
    parts += [f"{doubt.question}? {TONGUE.say(doubt.reason)}" for doubt in ruling.doubts]
    return " | ".join(parts) or "allowed"


def check_refused(scenario: Scenario, ruling: Ruling) -> None:
    assert {no.rule for no in ruling.objections} == {scenario.rule, *scenario.also}, in_words(
        ruling
    )
    first = next(no for no in ruling.objections if no.rule == scenario.rule)
    assert scenario.says and scenario.says in TONGUE.say(first.reason), in_words(ruling)
    assert first.remedy_action == scenario.remedy
    assert not scenario.after


def check_allowed(scenario: Scenario, ruling: Ruling) -> None:
    assert ruling.allowed, in_words(ruling)
    doubts = [scenario.rule] if scenario.verdict == "doubt" else []
    assert [doubt.question for doubt in ruling.doubts] == doubts, in_words(ruling)
    if doubts:
        assert scenario.says and scenario.says in TONGUE.say(ruling.doubts[0].reason), in_words(
            ruling
        )


def check_scenario(
    game: Game, scenario: Scenario, state: Any, number: Callable[[Any, str], Any]
) -> Ruling:
    """Tries the scenario in this state; `number` reads a path of a state."""
    ruling = judge_line(game, state, scenario.action)
    if scenario.verdict == "refused":
        check_refused(scenario, ruling)
        return ruling
    check_allowed(scenario, ruling)
    after = game.apply(state, ruling.seat, game.read(ruling.action))
    assert {path: number(after, path) for path in scenario.after} == scenario.after
    if scenario.after:
        before = {path: number(state, path) for path in scenario.after}
        assert before != scenario.after, "nothing happened"
    return ruling


def check_told_apart(game: Game, scenarios: Sequence[Scenario]) -> None:
    """No two are called the same; all are about entries of the book."""
    told = [str(scenario) for scenario in scenarios]
    assert len(told) == len(set(told))
    assert {scenario.verdict for scenario in scenarios} == {"allowed", "refused", "doubt"}
    assert all(game.rulebook.find_entry(scenario.rule) for scenario in scenarios)


def check_broken_and_kept(scenarios: Iterable[Scenario], rule: str) -> None:
    """A judged rule is broken once, and kept once by the same kind of action."""
    broken, kept = verbs_about(scenarios, rule, "refused"), verbs_about(scenarios, rule, "allowed")
    assert broken, "no scenario is refused by this rule"
    assert broken & kept, "no allowed scenario is the counterpart of a refused one"


def verbs_about(scenarios: Iterable[Scenario], rule: str, verdict: str) -> set[str]:
    """The verbs with which this rule is tried."""
    return {s.verb for s in scenarios if s.rule == rule and s.verdict == verdict}


def cited(folder: Path, call: str) -> set[str]:
    """The keys that the code in this folder hands to this call, as its first or second part."""
    found: set[str] = set()
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == call:
                keys = (arg.value for arg in node.args[:2] if isinstance(arg, ast.Constant))
                found |= {str(key) for key in keys if "." in str(key)}
    return found
