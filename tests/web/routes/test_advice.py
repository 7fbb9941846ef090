"""What may I do now, what if, was that legal. None of it is written."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from companion.play import NotAllowed, TableStore, advice
from companion.play.advice import NoSuchEntry
from companion.play.store import UnknownTable
from companion.referee.text import Text
from tests.kit.phones import Phone
from tests.kit.secrets import tells

Game = tuple[str, Phone, Phone]
New = Callable[[], Phone]


def tried(phone: Phone, code: str, action: str, **fields: object) -> str:
    """The answer to "what if", with scripts."""
    headers = {**phone.headers, "HX-Request": "true"}
    data = {"action": action, **fields}
    answer = phone.client.post(f"/t/{code}/what-if", data=data, headers=headers)
    assert answer.status_code == 200
    return answer.text


def test_what_may_i_do_lists_what_is_allowed_and_what_it_brings(game: Game) -> None:
    code, ana, ben = game
    page = ana.get(f"/t/{code}/may").text
    assert "Take counters" in page and "Take 3" in page
    assert "Ana took" not in page, "nothing has been taken"
    assert "counters from 0 to 3</li>" in page
    assert 'name="action" value="take 3"' in page
    assert "Nobody knows whether waving counts" in page, "a doubt is told"
    waits = ben.get(f"/t/{code}/may").text
    assert "Not now, and why" in waits and "It is the turn of Ana" in waits
    assert 'value="take 3"' not in waits


def test_what_may_i_do_is_for_seats(game: Game, phone: New) -> None:
    code, _, _ = game
    page = phone().get(f"/t/{code}/may").text
    assert "Take a seat to see what you can do" in page and 'name="action"' not in page


def test_doing_what_is_listed_leads_back_to_the_table(game: Game, store: TableStore) -> None:
    code, ana, _ = game
    page = ana.get(f"/t/{code}/may").text
    seen = re.search(r'name="seen" value="(\d+)"', page)
    assert seen and int(seen[1]) == store.latest(code).seq
    answer = ana.post(f"/t/{code}/act", action="take 3", seat=1, seen=seen[1])
    assert (answer.status_code, answer.location) == (303, f"/t/{code}")


def test_what_if_tells_what_would_change_and_does_nothing(game: Game, store: TableStore) -> None:
    code, ana, _ = game
    before = store.latest(code).seq
    answer = tried(ana, code, "take 2", seat=1)
    assert "Allowed. Nothing has happened yet." in answer
    assert "Ana took 2 counters" in answer
    assert "counters from 0 to 2</li>" in answer
    assert store.latest(code).seq == before and not store.ledger.refusals(code)


def test_what_if_tells_why_not(game: Game, store: TableStore) -> None:
    code, _, ben = game
    answer = tried(ben, code, "take 2", seat=2)
    assert "Not allowed now. Nothing has happened." in answer
    assert "It is the turn of Ana" in answer and "The rulebook says so (p. 3)" in answer
    assert store.ledger.refusals(code) == [], "only looked at: no dispute"


def test_what_if_reads_a_sheets_fields_and_says_what_is_missing(game: Game) -> None:
    code, ana, _ = game
    assert "Ana hid the number 7" in tried(
        ana, code, "hide", **{"seat": 1, "lead.1": "the", "action.1": "7"}
    )
    for not_whole in ("hide", "", "take lots"):
        assert "Something's missing." in tried(ana, code, not_whole, seat=1)


def test_what_if_without_scripts_is_a_page(game: Game) -> None:
    code, ana, _ = game
    page = ana.post(f"/t/{code}/what-if", action="take 2", seat=1)
    assert page.status_code == 200
    assert "<html" in page.text and "Allowed. Nothing has happened yet." in page.text


def test_what_if_is_asked_for_ones_own_seat(game: Game, store: TableStore, phone: New) -> None:
    code, ana, _ = game
    headers = {**ana.headers, "HX-Request": "true"}
    data = {"action": "take 1", "seat": 2}
    answer = ana.client.post(f"/t/{code}/what-if", data=data, headers=headers)
    assert answer.status_code == 422 and "This seat belongs to another phone" in answer.text
    with pytest.raises(NotAllowed):
        advice.possible_actions(store.latest(code), 1, "somebody else")


def test_a_past_action_is_judged_on_the_table_as_it_was(game: Game, store: TableStore) -> None:
    code, ana, ben = game
    ana.tap(code, "take 2", seat=1)
    first = store.latest(code).entries[0].seq
    ben.tap(code, "take 7", seat=2)
    page = ben.get(f"/t/{code}/legal/{first}").text
    assert "Yes, that was legal" in page
    assert "Ana took 2 counters" in page
    assert "What it changed</p><p>Ana: counters from 0 to 2" in page, "the numbers of then"
    why = page[page.index("Yes, that was legal") :]
    assert "Only what is there" in why and "Our reading (p. 4)" in why, "the rule and its page"
    assert f'href="/t/{code}/at/{first - 1}"' in page, "the table right before it"
    assert f'href="/t/{code}/legal/{first + 1}"' in page, "and the next action"


def test_what_the_table_let_count_was_not_legal(game: Game, store: TableStore) -> None:
    code, _, ben = game
    ben.post(f"/t/{code}/overrule", action="take 9", seat=2)
    hall_table = store.latest(code)
    agree = {"proposal": hall_table.open_proposals[0].seq, "seat": 1, "sure": "1"}
    game[1].post(f"/t/{code}/agree", **agree)
    entry = store.latest(code).entries[-1]
    assert entry.mark == "overruled"
    own = ben.get(f"/t/{code}/legal/{entry.seq}").text
    assert "No, that broke a rule" in own and "Wait for your turn" in own
    assert "Your table allowed it anyway" in own


def test_other_seats_are_told_the_rule_and_not_the_reason(game: Game, store: TableStore) -> None:
    code, ana, ben = game
    ben.post(f"/t/{code}/overrule", action="take 2", seat=2)
    ana.post(f"/t/{code}/agree", proposal=store.latest(code).open_proposals[0].seq, seat=1)
    seq = store.latest(code).entries[-1].seq
    told = advice.judge_past_action(store, code, seq, 2).past
    heard = advice.judge_past_action(store, code, seq, 1).past
    assert told and heard and not heard.allowed
    assert [no.rule for no in heard.objections] == [no.rule for no in told.objections]
    assert heard.objections[0].reason == Text("Wait for your turn")
    assert (heard.action, heard.objections[0].remedy) == ("", None)
    assert "It is the turn of" in ben.get(f"/t/{code}/legal/{seq}").text
    assert "It is the turn of" not in ana.get(f"/t/{code}/legal/{seq}").text


def test_what_was_set_right_since_is_judged_too(game: Game, store: TableStore) -> None:
    code, ana, ben = game
    ana.tap(code, "take 2", seat=1)
    ben.tap(code, "take 1", seat=2)
    first, second = store.latest(code).entries
    ana.post(f"/t/{code}/take-back", entry=first.seq, seat=1)
    proposal = store.latest(code).open_proposals[0].seq
    ben.post(f"/t/{code}/agree", proposal=proposal, seat=2)
    verdict = advice.judge_past_action(store, code, second.seq, 2)
    assert verdict.past and verdict.past.allowed
    assert verdict.now and not verdict.now.allowed, "without Ana's it was not Ben's turn"
    page = ben.get(f"/t/{code}/legal/{second.seq}").text
    assert "Including later corrections" in page
    assert advice.judge_past_action(store, code, second.seq, 1).now is None


def test_a_secret_stays_one_in_the_past(game: Game, store: TableStore) -> None:
    code, ana, ben = game
    ana.tap(code, "hide the 4711", seat=1)
    seq = store.latest(code).entries[-1].seq
    for path in (f"legal/{seq}", f"at/{seq}", "history", "may"):
        assert not tells(ben.get(f"/t/{code}/{path}").text, "4711")
    assert "4711" in ana.get(f"/t/{code}/legal/{seq}").text
    assert "4711" in ana.get(f"/t/{code}/history").text
    state = ana.get(f"/t/{code}/at/{seq}").text
    assert "Your number is" not in state, "the steps show what everybody could see"


def test_lines_that_are_not_there(game: Game, store: TableStore) -> None:
    code, ana, _ = game
    for path in ("legal/1", "legal/99", "at/0", "at/1", "at/99", "at/99999999999999999999"):
        assert ana.get(f"/t/{code}/{path}").status_code == 404
    with pytest.raises(NoSuchEntry):
        advice.table_after_event(store, code, 0)
    with pytest.raises(UnknownTable):
        advice.table_after_event(store, "NOPE", 1)
