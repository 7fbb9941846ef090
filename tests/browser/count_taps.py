"""Plays games of Crafting by visible buttons and prints their taps per turn, by game and by what is
done in the turn: usual ones, "usual-9" that of a seed, and recorded ones.

    python -m tests.browser.count_taps [--planned] [GAME ...]

Planned: what can be foreseen of a turn is planned while others play, and the taps are those of the
turn alone, also by what became of the plan. For the table in BENCHMARKS.md. A game takes about a
minute, planned two or three.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser

from companion import transcript
from companion.transcript import Transcript
from tests.games.crafting.usual import usual_game
from tests.kit.browser.browsers import a_chromium
from tests.kit.browser.handsets import Phone, put_away, settings
from tests.kit.browser.house import House
from tests.kit.browser.planning import FITTED, KEPT, LOST, UNPLANNED, Planner
from tests.kit.browser.tapping import (
    GAMES,
    Player,
    kind_of,
    play_through,
    saved_moves,
    sit_down,
    totals,
    turns_of,
)

#: of two and of three players; of the first 16 seeds those with most turns of one nebula, where
#: nothing runs out
USUAL = ("usual-9", "usual-10", "usual-15")
#: The kind of a turn, its taps, and what became of its plan.
Counted = tuple[str, int, str]


def game(name: str) -> Transcript:
    """The usual game of a seed, or the recorded one of this name."""
    kind, _, seed = name.partition("-")
    if kind == "usual":
        return usual_game(int(seed))
    return transcript.read_transcript((GAMES / f"{name}.txt").read_text(encoding="utf-8"))


def count(browser: Browser, house: House, played: Transcript, planned: bool) -> list[Counted]:
    """The turns of this game, in order. Its totals are those that were recorded."""
    contexts, outcomes = [], list[str]()

    def phone(**more: Any) -> Phone:
        contexts.append(browser.new_context(**settings(**more)))
        return Phone(contexts[-1], house.address)

    phones = sit_down(phone, played)
    hands = partial(Planner, outcomes=outcomes) if planned else Player
    taps = play_through(phones, played, hands)
    recorded = [(move.seat, move.action) for move in played.moves]
    assert totals(played, saved_moves(phones[1])) == totals(played, recorded)
    for context in contexts:
        put_away(context)
    kinds = [kind_of(turn) for turn in turns_of(played)]
    return list(zip(kinds, taps, outcomes or [UNPLANNED] * len(taps), strict=True))


def line(name: str, turns: list[Counted]) -> str:
    taps = sorted(taps for _, taps, _ in turns)
    nine_tenths = taps[int(0.9 * (len(taps) - 1))]
    return (
        f"| {name} | {len(taps)} | {taps[0]} | {median(taps):g} | {nine_tenths} | {taps[-1]} | 0 |"
    )


def lines_by_kind(turns: list[Counted]) -> Iterator[str]:
    """All turns, those of each kind and, of busy ones, those of whose plan the same became."""
    for kind in ("nothing scored", "one nebula", "busy"):
        if alike := [turn for turn in turns if turn[0] == kind]:
            yield line(kind, alike)
    for outcome in (FITTED, KEPT, LOST, UNPLANNED):
        if alike := [turn for turn in turns if turn[0] == "busy" and turn[2] == outcome]:
            yield line(f"busy, {outcome}", alike)
    yield line("all", turns)


if __name__ == "__main__":
    planned = sys.argv[1:2] == ["--planned"]
    chosen = sys.argv[1 + planned :] or [
        *USUAL,
        *(file.stem for file in sorted(GAMES.glob("*.txt"))),
    ]
    everything: list[Counted] = []
    print("| game | turns | least | median | p90 | most | taps of others |")
    print("|---|---|---|---|---|---|---|")
    with TemporaryDirectory() as folder, a_chromium() as browser:
        house = House(Path(folder))
        house.as_usual()
        for name in chosen:
            turns = count(browser, house, game(name), planned)
            everything += turns
            print(line(name, turns), flush=True)
        house.stop()
    print(*lines_by_kind(everything), sep="\n")
