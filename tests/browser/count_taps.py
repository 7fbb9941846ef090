"""Plays games of Crafting by visible buttons and prints their taps per turn, by game and by what is
done in the turn: usual ones, "usual-9" that of a seed, and recorded ones.

    python -m tests.browser.count_taps [--planned] [GAME ...]

Planned: what can be foreseen of a turn is planned while others play, and the taps are those of the
turn alone. For the table in BENCHMARKS.md. A game takes about a minute.
"""

from __future__ import annotations

import sys
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
from tests.kit.browser.planning import Planner
from tests.kit.browser.tapping import (
    GAMES,
    Player,
    Turn,
    kind_of,
    parts_of,
    play_through,
    sit_down,
)

#: of two and of three players; of the first 16 seeds those with most turns of one nebula, where
#: nothing runs out
USUAL = ("usual-9", "usual-10", "usual-15")


def game(name: str) -> Transcript:
    """The usual game of a seed, or the recorded one of this name."""
    kind, _, seed = name.partition("-")
    if kind == "usual":
        return usual_game(int(seed))
    return transcript.read_transcript((GAMES / f"{name}.txt").read_text(encoding="utf-8"))


def count(
    browser: Browser, house: House, played: Transcript, hands: type[Player]
) -> list[tuple[str, int]]:
    """The kind and the taps of each turn of this game, in order."""
    contexts = []

    def phone(**more: Any) -> Phone:
        contexts.append(browser.new_context(**settings(**more)))
        return Phone(contexts[-1], house.address)

    taps = play_through(sit_down(phone, played), played, hands)
    for context in contexts:
        put_away(context)
    kinds = [kind_of(part) for part in parts_of(played) if isinstance(part, Turn)]
    return list(zip(kinds, taps, strict=True))


def line(name: str, turns: list[tuple[str, int]]) -> str:
    taps = sorted(taps for _, taps in turns)
    nine_tenths = taps[int(0.9 * (len(taps) - 1))]
    return f"| {name} | {len(taps)} | {median(taps):g} | {nine_tenths} | {taps[-1]} | 0 |"


if __name__ == "__main__":
    planned = sys.argv[1:2] == ["--planned"]
    hands = Planner if planned else Player
    chosen = sys.argv[1 + planned :] or [
        *USUAL,
        *(file.stem for file in sorted(GAMES.glob("*.txt"))),
    ]
    everything: list[tuple[str, int]] = []
    print("| game | turns | median | p90 | most | taps of others |\n|---|---|---|---|---|---|")
    with TemporaryDirectory() as folder, a_chromium() as browser:
        house = House(Path(folder))
        house.as_usual()
        for name in chosen:
            turns = count(browser, house, game(name), hands)
            everything += turns
            print(line(name, turns), flush=True)
        house.stop()
    for kind in ("nothing scored", "one nebula", "busy"):
        if alike := [turn for turn in everything if turn[0] == kind]:
            print(line(kind, alike))
    print(line("all", everything))
