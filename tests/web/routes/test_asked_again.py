"""What was refused because something was never told: the place for it is a tap away, and what was
refused is asked again by itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from html import unescape
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.games import CATALOGUE
from companion.referee.replay import IllegalAction, replay_moves
from companion.tables import Table
from tests.kit.filled_ledgers import SEATS, Ledgers
from tests.kit.slips.kept import kept_games_of
from tests.kit.slips.late import LateRefusal, late_refusals

QUESTION = "Did you forget to tell something?"


@dataclass(frozen=True)
class House:
    """A table of four phones at which something was left out, and the tap that shows it."""

    ledgers: Ledgers
    code: str
    phones: list[FlaskClient]
    late: LateRefusal

    @property
    def table(self) -> Table:
        return self.ledgers.store.latest(self.code)

    @property
    def seat(self) -> int:
        return self.late.refused.seat

    @property
    def other(self) -> int:
        return 1 + self.seat % SEATS

    def post(self, seat: int, to: str, **fields: Any) -> TestResponse:
        headers = {"Origin": "http://localhost", "HX-Request": "true"}
        data = {"seat": seat, **fields}
        return self.phones[seat - 1].post(f"/t/{self.code}/{to}", data=data, headers=headers)

    def page(self, path: str) -> str:
        answer = self.phones[self.seat - 1].get(path)
        assert answer.status_code == 200, answer.status_code
        return answer.text

    def refuse(self, intent: str = "tapped") -> str:
        """Taps what is refused."""
        answer = self.post(self.seat, "act", action=self.late.refused.said, intent=intent)
        assert answer.status_code == 422, answer.text
        return answer.text

    def place(self, told: str) -> dict[str, str]:
        """The hidden fields of the page that the last place of a turn in the sheet opens at which
        the forgotten action belongs.
        """
        wanted = str(self.table.entries[self.late.place - 1].seq)
        links = [
            unescape(to) for to in re.findall(r'href="([^"]+/insert\?[^"]*again=[^"]*)"', told)
        ]
        pages = [
            dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', self.page(to)))
            for to in links
        ]
        fields = next(fields for fields in pages if fields["after"] == wanted)
        return {name: fields[name] for name in ("after", "before", "again") if name in fields}

    def last(self) -> list[tuple[int, str]]:
        """The newest two actions that count."""
        return [(each.seat, each.action) for each in list(self.table.newest_entries())[:2]]


def _moment(slug: str) -> LateRefusal:
    """The first late refusal of a kept game of four that goes so without its options."""
    game = CATALOGUE[slug]
    for kept in kept_games_of(slug):
        if len(kept.seats) != SEATS:
            continue
        for late in late_refusals(kept):
            played = [(line.seat, line.text) for line in late.played]
            turns = [line.seat for line in late.played[late.place :]]
            own_again = sum(one != late.refused.seat == other for one, other in pairwise(turns))
            if not late.is_symptom or own_again > 1:
                continue
            try:
                replay_moves(game, SEATS, {}, played)
            except IllegalAction:
                break
            return late
    raise AssertionError(slug)


@pytest.fixture(params=CATALOGUE)
def house(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[House]:
    late = _moment(request.param)
    played = [(line.seat, line.text) for line in late.played]
    with closing(Ledgers(tmp_path / "tables.sqlite")) as ledgers:
        told = ledgers.table(request.param, played, [])
        phones = [ledgers.client(each["cookie"]) for each in told["phones"]]
        yield House(ledgers, told["code"], phones, late)


def test_what_was_forgotten_is_added_and_the_tap_counts(house: House) -> None:
    told = house.refuse()
    assert QUESTION in told and "Ask the table" in told
    assert told.index(QUESTION) < told.index("Ask the table")
    fields, forgotten = house.place(told), house.late.forgotten.said
    assert fields["again"] == "tapped"
    before = house.table.entries
    added = house.post(house.seat, "insert", action=forgotten, **fields)
    (wish,) = house.table.open_proposals
    assert "approve" in added.text and house.table.entries == before, "the table is asked"
    house.post(house.other, "agree", proposal=wish.seq, sure="1")
    assert house.last()[0] == (house.seat, house.late.refused.said), "asked again by itself"
    assert forgotten in [each.action for each in house.table.entries]
    house.post(house.other, "agree", proposal=wish.seq, sure="1")
    assert [each.action for each in house.table.entries].count(forgotten) == [
        line.said for line in (*house.late.played, house.late.forgotten)
    ].count(forgotten)


def test_a_name_that_refused_nothing_asks_nothing(house: House) -> None:
    fields = {**house.place(house.refuse()), "again": "unknown"}
    house.post(house.seat, "insert", action=house.late.forgotten.said, **fields)
    (wish,) = house.table.open_proposals
    house.post(house.other, "agree", proposal=wish.seq, sure="1")
    assert house.late.forgotten.said in [each.action for each in house.table.entries]
    assert house.last()[0] != (house.seat, house.late.refused.said)


def test_who_has_gone_on_is_not_asked_again(house: House) -> None:
    fields = house.place(house.refuse())
    house.post(house.seat, "insert", action=house.late.forgotten.said, **fields)
    (wish,) = house.table.open_proposals
    house.post(house.seat, "overrule", action=house.late.refused.said, intent="overruled")
    for each in house.table.open_proposals:
        if each != wish:
            house.post(house.other, "agree", proposal=each.seq, sure="1")
    done = house.table.last_entry_of(house.seat)
    assert done is not None and done.action == house.late.refused.said
    house.post(house.other, "agree", proposal=wish.seq, sure="1")
    done = [each.action for each in house.table.entries if each.seq > int(fields["after"])]
    assert done.count(house.late.refused.said) == 1


def test_others_read_nothing_of_it(house: House) -> None:
    told = house.refuse()
    assert QUESTION in told
    for seat in range(1, SEATS + 1):
        page = house.phones[seat - 1].get(f"/t/{house.code}").text
        assert "forgot-sheet" not in page
