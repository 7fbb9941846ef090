"""A table of two at a goal's scoring: a game of the collection, played up to its first goal, which
only the people can count: Mira has 4 stars for it, Ben 7.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import groupby

from playwright.sync_api import expect

from companion import transcript
from companion.transcript import Transcript
from tests.kit import places
from tests.kit.browser.handsets import Phone
from tests.kit.browser.openings import is_live

GAMES = places.GAMES / "crafting" / "games"
COUNTED = "goal star-group"
NAMES = {1: "Mira", 2: "Ben"}


@cache
def a_game_of_two() -> Transcript:
    for file in sorted(GAMES.glob("*.txt")):
        played = transcript.read_transcript(file.read_text(encoding="utf-8"))
        if played.seats == 2 and played.slug == "crafting":
            return played
    raise AssertionError(f"{GAMES} has no such game")


def at_the_goal(phone: Callable[..., Phone], consent: str = "1") -> tuple[Phone, Phone]:
    """Mira and Ben; the counts of the first goal are on both screens."""
    played = a_game_of_two()
    mira, ben = phone(), phone()
    ben.code = mira.open_at_once("crafting", NAMES[1], 2)
    ben.sit(2, NAMES[2])
    for key, value in played.options:
        mira.choose(key, value)
    mira.start()
    mira.set_consent(consent)
    first_goal = next(m.action for m in played.moves if m.action.startswith("goal "))
    others = {first_goal: COUNTED, COUNTED: first_goal}
    moves = [(move.seat, others.get(move.action, move.action)) for move in played.moves]
    first = next(i for i, (_, action) in enumerate(moves) if action == "score")
    for seat, some in groupby(moves[:first], key=lambda move: move[0]):
        {1: mira, 2: ben}[seat].send(seat, *(action for _, action in some))
    assert mira.actions_done() == first
    for each in (mira, ben):
        each.go()
        is_live(each)
        expect(each.page.locator("#panel-goal")).to_be_visible()
    return mira, ben
