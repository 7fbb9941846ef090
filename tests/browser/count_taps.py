"""Plays every recorded game of Crafting by visible buttons and prints its taps per turn, by game
and by what is done in the turn.

    python -m tests.browser.count_taps [GAME ...]

For the table in BENCHMARKS.md. A game takes about a minute.
"""

from __future__ import annotations

import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser

from companion import transcript
from tests.kit.browser.browsers import a_chromium
from tests.kit.browser.handsets import Phone, put_away, settings
from tests.kit.browser.house import House
from tests.kit.browser.tapping import GAMES, Turn, kind_of, parts_of, play_through, sit_down


def count(browser: Browser, house: House, file: Path) -> list[tuple[str, int]]:
    """The kind and the taps of each turn of this game, in order."""
    contexts = []

    def phone(**more: Any) -> Phone:
        contexts.append(browser.new_context(**settings(**more)))
        return Phone(contexts[-1], house.address)

    played = transcript.read_transcript(file.read_text(encoding="utf-8"))
    taps = play_through(sit_down(phone, played), played)
    for context in contexts:
        put_away(context)
    kinds = [kind_of(part) for part in parts_of(played) if isinstance(part, Turn)]
    return list(zip(kinds, taps, strict=True))


def line(name: str, turns: list[tuple[str, int]]) -> str:
    taps = sorted(taps for _, taps in turns)
    nine_tenths = taps[int(0.9 * (len(taps) - 1))]
    return f"| {name} | {len(taps)} | {median(taps):g} | {nine_tenths} | {taps[-1]} | 0 |"


if __name__ == "__main__":
    chosen = sys.argv[1:] or [file.stem for file in sorted(GAMES.glob("*.txt"))]
    everything: list[tuple[str, int]] = []
    print("| game | turns | median | p90 | most | taps of others |\n|---|---|---|---|---|---|")
    with TemporaryDirectory() as folder, a_chromium() as browser:
        house = House(Path(folder))
        house.as_usual()
        for name in chosen:
            turns = count(browser, house, GAMES / f"{name}.txt")
            everything += turns
            print(line(name, turns), flush=True)
        house.stop()
    for kind in ("nothing scored", "one nebula", "busy"):
        if alike := [turn for turn in everything if turn[0] == kind]:
            print(line(kind, alike))
    print(line("all", everything))
