"""What a seat is told at its foot of what others changed before it: payouts, corrections."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from companion.games.empires import GAME as EMPIRES
from companion.play import TableStore
from companion.referee.game import Game
from tests.kit.elements import parsed
from tests.kit.phones import Phone
from tests.kit.toy_game import HEAP
from tests.web.routes.test_lessons import table_of_two

Begun = tuple[str, Phone, Phone]
New = Callable[..., Phone]


@pytest.fixture
def games() -> Mapping[str, Game]:
    return {"heap": HEAP, "empires": EMPIRES}


def told(phone: Phone, code: str) -> str:
    return parsed(phone.get(f"/t/{code}").text).by_id["slot-told"].words


def answered(phone: Phone, path: str, **fields: object) -> str:
    headers = {**phone.headers, "HX-Request": "true"}
    return " ".join(phone.client.post(path, data=fields, headers=headers).text.split())


def test_a_correction_is_told_on_every_phone_whose_numbers_it_changed(
    game: Begun, store: TableStore
) -> None:
    code, ana, ben = game
    ana.tap(code, "take 2", seat=1)
    first = store.latest(code).entries[0].seq
    ben.tap(code, "take 1", seat=2)
    ana.post(f"/t/{code}/change", entry=first, action="take 3", seat=1)
    assert told(ana, code) == ""
    ben.post(f"/t/{code}/agree", proposal=store.latest(code).open_proposals[-1].seq, seat=2)
    assert told(ana, code) == "Corrected: counters from 2 to 3"
    assert told(ben, code) == "", "nothing of his is another number"
    ana.tap(code, "take 1", seat=1)
    assert told(ana, code) == "", "it never outlives her next action"


def test_an_undo_says_what_goes_back(game: Begun, store: TableStore) -> None:
    code, ana, _ = game
    answer = ana.tap(code, "take 2", seat=1)
    assert "Counters from 0 to 2" in answer.text
    newest = store.latest(code).entries[-1].seq
    assert "Undone.</b> Counters from 2 to 0" in answered(
        ana, f"/t/{code}/take-back", entry=newest, seat=1
    )


def test_who_is_paid_in_anothers_turn_is_told_from_what_to_what(
    phone: New, store: TableStore
) -> None:
    code, ana, ben = table_of_two(phone)
    ana.post(f"/t/{code}/start")
    for action in ("begin 1", "build nautilus", "end"):
        assert ana.tap(code, action, seat=1).status_code == 200
    ben.tap(code, "build nautilus", seat=2)
    ben.tap(code, "end", seat=2)
    before = store.latest(code).state.empire(2).credits
    ana.tap(code, "total 2", seat=1)
    ana.tap(code, "confirm", seat=1)
    after = store.latest(code).state.empire(2).credits
    assert after > before
    assert told(ben, code) == f"Credits from {before} to {after}"
    assert told(ana, code) == "", "she has read it in the answer to her tap"
    # The table corrects the total: what was paid goes back.
    confirmed = store.latest(code).entries[-2].seq
    ana.post(f"/t/{code}/change", entry=confirmed, action="total 12", seat=1)
    ben.post(f"/t/{code}/agree", proposal=store.latest(code).open_proposals[-1].seq, seat=2)
    back = after - store.latest(code).state.empire(2).credits
    assert back > 0
    one = "credit" if back == 1 else "credits"
    assert told(ben, code) == f"Give {back} {one} back: {after} to {after - back}"
