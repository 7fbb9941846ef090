"""A forgotten action inside one tap that did two things: where its place is offered, what the other
phones are asked, and how it reads.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.games import CATALOGUE
from companion.referee.judge import judge
from companion.tables import Table, table_from_events
from tests.kit.filled_ledgers import Ledgers, game_at_random


@dataclass(frozen=True)
class House:
    """A table with four phones where `entry` did two things, the last of them `last`; `forgotten`
    would have been allowed between.
    """

    ledgers: Ledgers
    code: str
    phones: list[FlaskClient]
    entry: int
    seat: int
    last: str
    forgotten: str

    @property
    def table(self) -> Table:
        return self.ledgers.store.latest(self.code)

    @property
    def other(self) -> int:
        return 1 + self.seat % 4

    def post(self, seat: int, to: str, **fields: Any) -> TestResponse:
        data = {"seat": seat, **fields}
        headers = {"Origin": "http://localhost", "HX-Request": "true"}
        answer = self.phones[seat - 1].post(f"/t/{self.code}/{to}", data=data, headers=headers)
        assert answer.status_code in (200, 422), answer.text
        return answer

    def insert(self, intent: str = "", before: str = "") -> str:
        place = {"after": self.entry, "before": before or self.last, "action": self.forgotten}
        return self.post(self.seat, "insert", intent=intent, **place).text

    def page(self, path: str, seat: int = 0) -> str:
        answer = self.phones[(seat or self.seat) - 1].get(f"/t/{self.code}/{path}")
        assert answer.status_code == 200, answer.status_code
        return answer.text

    def order(self) -> list[str]:
        """The actions from the entry on."""
        entries = self.table.entries
        start = next(at for at, each in enumerate(entries) if each.seq == self.entry)
        return [each.action for each in entries[start : start + 3]]


def moment(slug: str) -> tuple[list[tuple[int, str]], str, str]:
    """Moves up to a tap that does two things, the last of them, and what fits between."""
    game = CATALOGUE[slug]
    for seed in range(9):
        moves = game_at_random(slug, seed)
        state = game.setup(4, {})
        for at, ((seat, text), (next_seat, last)) in enumerate(pairwise(moves)):
            after = game.apply(state, seat, game.read(text))
            if seat == next_seat and last in ("end", "collect placed") and at > 9:
                both = f"{text} then {last.split()[0]}"
                fitting = fits(game, state, after, seat, both, last)
                if fitting:
                    return [*moves[:at], (seat, both), *moves[at + 2 : at + 3]], last, fitting
            state = after
    raise AssertionError(slug)


def fits(game: Any, state: Any, after: Any, seat: int, both: str, last: str) -> str:
    try:
        action = game.read(both)
    except ValueError:
        return ""
    if game.parts(action) is None or not judge(game, state, seat, action).allowed:
        return ""
    found = (
        each for each in game.candidates(after, seat) if judge(game, after, seat, each).allowed
    )
    return next((text for each in found if (text := game.write(each)) != last), "")


@pytest.fixture(params=CATALOGUE)
def house(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[House]:
    moves, last, forgotten = moment(request.param)
    with closing(Ledgers(tmp_path / "tables.sqlite")) as ledgers:
        told = ledgers.table(request.param, moves, [])
        entry = ledgers.store.latest(told["code"]).entries[-2]
        phones = [ledgers.client(each["cookie"]) for each in told["phones"]]
        yield House(ledgers, told["code"], phones, entry.seq, entry.seat, last, forgotten)


def test_its_place_is_offered_and_shows_the_table_of_then(house: House) -> None:
    at = f"line/{house.entry}"
    hands_on = house.last == "end"
    inside = f"/{at}/insert?inside=1"
    assert (inside in house.page(at)) is not hands_on, "no other place for it where the turn ended"
    page = house.page(f"{at}/insert" if hands_on else f"{at}/insert?inside=1")
    assert f'name="after" value="{house.entry}"' in page and "Before the last part of this" in page
    assert f'name="before" value="{house.last}"' in page
    docks = re.sub(r'name="before" value="[^"]*"', "", page)
    assert f'value="{house.last}"' not in docks, "it has been done, and follows"
    assert house.forgotten.split(" ")[0] in docks
    assert inside not in house.page(at, house.other), "it is not Ben's"


def test_it_comes_between_with_a_yes_and_reads_so(house: House) -> None:
    whole = house.table.entry(house.entry)
    state = house.table.state
    asked = house.insert("i")
    assert house.order()[1] == house.last, "nothing else is done yet"
    assert house.table.seats_to_act == CATALOGUE[house.table.game.slug].seats_to_act(state)
    (wish,) = house.table.open_proposals
    assert house.insert("i") and house.table.open_proposals == (wish,), "the same tap again"
    assert "is asked about this already" not in asked
    log = house.page("history", house.other)
    assert "now a line of its own" in log
    house.post(house.other, "agree", proposal=wish.seq, sure="1")
    assert house.order()[1:] == [house.forgotten, house.last]
    log = house.page("history", house.other)
    assert "added later" in log and "now a line of its own" in log
    events = house.ledgers.store.ledger.events(house.code)
    assert table_from_events(events) == house.table
    added = house.table.entries[[e.seq for e in house.table.entries].index(house.entry) + 1]
    house.post(house.seat, "take-back", entry=added.seq, sure="1")
    for wish in house.table.open_proposals:
        house.post(house.other, "agree", proposal=wish.seq, sure="1")
    assert house.table.entry(added.seq).undone
    assert house.table.entry(house.entry).whole == whole.action


def test_what_the_table_is_asked_about_it_is_answered_first(house: House) -> None:
    house.post(house.other, "take-back", entry=house.entry, sure="1")
    (wish,) = house.table.open_proposals
    assert "The table is asked about this already" in house.insert()
    assert house.order()[0].endswith(f"then {house.last.split()[0]}")
    house.post(house.seat, "withdraw", proposal=wish.seq)
    house.insert()
    assert house.order()[1] == house.last


def test_what_ended_the_turn_is_not_added_before_itself(house: House) -> None:
    twice, before = replace(house, forgotten=house.last), house.table
    assert "That&#39;s what was already done." in twice.insert()
    assert not house.table.open_proposals
    assert house.table.entries == before.entries, "nor is the tap taken apart"


def test_a_page_that_is_older_separates_nothing_twice(house: House) -> None:
    house.insert("one")
    order = house.order()
    house.insert("two")
    house.insert("three", before="nonsense")
    assert house.order() == order


@pytest.mark.parametrize("ended", ["one tap", "two taps"])
def test_a_forgotten_second_copy(tmp_path: Path, ended: str) -> None:
    """Its button ends the turn, too, which what follows does anyway."""
    ends = [(1, "build t-wing then end")]
    if ended == "two taps":
        ends = [(1, "build t-wing"), (1, "end")]
    moves = [(1, "begin 1"), (1, "reveal industrious"), (1, "cycle"), *ends, (2, "build t-wing")]
    with closing(Ledgers(tmp_path / "tables.sqlite")) as ledgers:
        told = ledgers.table("empires", moves, [])
        phone = ledgers.client(told["phones"][0]["cookie"])
        code, store = told["code"], ledgers.store
        build = next(each for each in store.latest(code).entries if "t-wing" in each.action)
        page = phone.get(f"/t/{code}/forgot").text
        assert 'name="action" value="copy then end"' in page
        before = {"before": "end"} if ended == "one tap" else {}
        assert f'name="after" value="{build.seq}"' in page
        assert ('name="before" value="end"' in page) is bool(before)
        data = {"seat": 1, "after": build.seq, "action": "copy then end", **before}
        phone.post(f"/t/{code}/insert", data=data, headers={"Origin": "http://localhost"})
        (wish,) = store.latest(code).open_proposals
        other = ledgers.client(told["phones"][1]["cookie"])
        data = {"seat": 2, "proposal": wish.seq}
        other.post(f"/t/{code}/agree", data=data, headers={"Origin": "http://localhost"})
        table = store.latest(code)
        actions = [entry.action for entry in table.entries]
        assert actions[-4:] == ["build t-wing", "copy", "end", "build t-wing"]
        assert table.state.empire(1).copies_of_card("t-wing") == 2
        assert table.seats_to_act == {2}
