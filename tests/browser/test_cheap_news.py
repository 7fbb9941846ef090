"""What a phone is told of the table has what it changes drawn anew, and next to nothing else: a
browser that looks through the whole page at each change takes a cheap phone's time.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any

import pytest
from playwright.sync_api import CDPSession

from companion.games import CATALOGUE
from tests.kit.browser.handsets import Phone
from tests.kit.browser.openings import is_live
from tests.kit.browser.waiting import at_rest
from tests.kit.kept_games import kept_games, transcript_of

pytestmark = pytest.mark.browser

#: How far into a kept game, and how many actions of others are looked at.
BEGUN, ACTIONS = 24, 6
#: Elements of which a browser asks anew how they look, an action. A page has 1,500 and more, and
#: some 400 to 1,000 of them lie open.
ELEMENTS = 120


def restyled(session: CDPSession, does: Callable[[], object]) -> int:
    """Of how many elements the browser has asked how they look, while this was done."""
    told, over = list[dict[str, Any]](), list[object]()
    session.on("Tracing.dataCollected", lambda each: told.extend(each["value"]))
    session.on("Tracing.tracingComplete", lambda each: over.append(each))
    config = {"includedCategories": ["devtools.timeline"]}
    session.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": config})
    does()
    session.send("Tracing.end")
    while not over:
        session.send("Runtime.evaluate", {"expression": "1"})
    styled = [each["args"] for each in told if each["name"] == "UpdateLayoutTree"]
    assert styled, "nothing was drawn"
    return sum(each.get("elementCount", 0) for each in styled)


@pytest.mark.parametrize("slug", CATALOGUE)
def test_news_has_little_else_drawn_anew(phone: Callable[..., Phone], slug: str) -> None:
    mira, others = phone(), phone()
    recorded = transcript_of(next(each for each in kept_games(slug) if "four" in each.stem))
    others.code = mira.open_at_once(slug, "Mira", recorded.seats)
    for seat in range(2, recorded.seats + 1):
        others.sit(seat, f"P{seat}")
    for key, value in recorded.options:
        mira.choose(key, value)
    mira.start()
    moves = iter(recorded.moves)
    for move in islice(moves, BEGUN):
        (mira if move.seat == 1 else others).send(move.seat, move.action)
    mira.go()
    is_live(mira)
    at_rest(mira.page)
    session = mira.page.context.new_cdp_session(mira.page)

    def goes_on() -> None:
        for move in islice(moves, ACTIONS):
            (mira if move.seat == 1 else others).send(move.seat, move.action)
            mira.is_up_to_date()

    assert restyled(session, goes_on) < ELEMENTS * ACTIONS
