"""A whole game's last steps on two phones: the goal is counted and scored, life is revealed, and
both see who won and why.

What goes before is a game of the collection, sent past the pages.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby

import pytest
from playwright.sync_api import expect

from companion import transcript
from companion.games import CATALOGUE
from companion.referee.replay import replay_moves
from companion.transcript import Transcript
from tests.kit import places
from tests.kit.browser.handsets import Phone, mark, never_reloaded

pytestmark = pytest.mark.browser

GAME = CATALOGUE["crafting"]
GAMES = places.GAMES / "crafting" / "games"
NAMES = {1: "Mira", 2: "Ben"}


def a_game_of_two() -> Transcript:
    """A finished game for two in which the second seat has advanced life to reveal."""
    for file in sorted(GAMES.glob("*.txt")):
        played = transcript.read_transcript(file.read_text(encoding="utf-8"))
        if played.seats == 2 and played.slug == GAME.slug and lives_of(played, 2):
            return played
    raise AssertionError(f"{GAMES} has no such game")


def lives_of(played: Transcript, seat: int) -> list[int]:
    """The values of the seat's advanced life at the end, in the order drawn."""
    moves = [(move.seat, move.action) for move in played.moves]
    state = replay_moves(GAME, played.seats, dict(played.options), moves)
    return [life.value for life in state.board(seat).lives]


def until_the_last_score(played: Transcript) -> list[tuple[int, str]]:
    """The moves before the last goal is scored; the second seat keeps its values to itself."""
    moves = [(move.seat, move.action) for move in played.moves]
    last = max(i for i, (_, action) in enumerate(moves) if action == "score")
    return [(seat, untold(action) if seat == 2 else action) for seat, action in moves[:last]]


def untold(action: str) -> str:
    """The action without the value that was drawn."""
    words = action.split()
    return " ".join(words[:2]) if words[0] == "life" else action


def seat_them(phone: Callable[..., Phone], played: Transcript) -> dict[int, Phone]:
    mira, ben = phone(), phone()
    mira.open_table(NAMES[1], 2)
    ben.join(mira.join_address(), NAMES[2], 2)
    for key, value in played.options:
        mira.choose(key, value)
    for each in (mira, ben):
        each.visit(each.address)
    mira.start()
    return {1: mira, 2: ben}


def count_the_goal(mira: Phone) -> int:
    """Ben's count is one less: somebody looked at the table. What it is then."""
    row = mira.page.locator("#panel-goal li").filter(has_text=NAMES[2])
    field = row.get_by_role("spinbutton")
    before = int(field.input_value() or 1)
    mira.tap(row.get_by_role("button", name="Less: Ben"))
    expect(field).to_have_value(str(before - 1))
    expect(row).to_contain_text("By Mira")
    return before - 1


def reveal(phones: dict[int, Phone], values: list[int]) -> None:
    """Ben tells what he drew, covered until now; Mira told hers when she drew them."""
    mira, ben = phones[1], phones[2]
    ben.press("Reveal your tokens")
    for number, value in enumerate(values, start=1):
        ben.pick(f"Token {number}", str(value))
    ben.press("Reveal them", ben.sheet())
    expect(mira.page.locator("#log")).to_contain_text("Ben revealed their advanced life")
    own = mira.button("Reveal my advanced life")
    if own.count():  # without a token there is nothing to turn over
        mira.tap(own)


@pytest.mark.spine
def test_the_last_steps_and_the_result(phone: Callable[..., Phone]) -> None:
    played = a_game_of_two()
    phones = seat_them(phone, played)
    moves = until_the_last_score(played)
    for seat, some in groupby(moves, key=lambda move: move[0]):
        phones[seat].send(seat, *(action for _, action in some))
    phones[1].has_done(len(moves))  # every move of the collection counts
    for each in phones.values():
        each.go()
        mark(each)
        each.sees("End of round")
    told = count_the_goal(phones[1])
    expect(phones[2].page.locator("#panel-goal")).to_contain_text("By Mira")
    phones[1].press("Score this goal")
    for each in phones.values():
        each.sees("The last round is over")
    reveal(phones, lives_of(played, 2))
    for each in phones.values():
        each.sees("Final score")
        never_reloaded(each)
    kept = whole_game(phones[1])
    assert (1, f"count 2 {told}") in kept[-5:]
    for each in phones.values():
        shows_the_result(each, kept, played)


def whole_game(phone: Phone) -> list[tuple[int, str]]:
    """The game as it is saved on this phone."""
    phone.tab("Table")
    phone.under_table("Settings")
    phone.press("Save game")
    with phone.page.expect_download() as saving:
        phone.tap(phone.page.get_by_role("link", name="Save the game as text"))
    saved = transcript.read_transcript(saving.value.path().read_text(encoding="utf-8"))
    phone.press("Close", phone.sheet())
    phone.tab("Turn")
    return [(move.seat, move.action) for move in saved.moves]


def shows_the_result(phone: Phone, moves: list[tuple[int, str]], played: Transcript) -> None:
    """Winner, totals and graph are there to see, and are what the saved game comes to."""
    state = replay_moves(GAME, 2, dict(played.options), moves)
    end = GAME.outcome(state)
    assert end is not None and len(end.winners) == 1
    result = phone.page.locator("#panel-result")
    expect(result).to_be_visible()
    expect(result).to_contain_text(f"{NAMES[end.winners[0]]} wins")
    breakdown = phone.page.locator("#panel-breakdown")
    expect(breakdown).to_be_visible()
    expect(breakdown.locator("tfoot td")).to_have_text([str(p.total) for p in end.ranking])
    expect(breakdown.locator("thead th")).to_have_text([NAMES[p.seat] for p in end.ranking])
    graph = phone.page.locator("#panel-graph svg")
    expect(graph).to_be_visible()
    expect(graph.locator("polyline")).to_have_count(2)
    totals = {p.seat: p.total for p in end.ranking}
    for seat, name in NAMES.items():
        line = phone.page.locator("#panel-graph li").filter(has_text=name)
        expect(line).to_contain_text(str(totals[seat]))
