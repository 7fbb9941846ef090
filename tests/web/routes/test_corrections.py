"""The desk through HTTP: asking, agreeing, settling, counting, with scripts and without."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from werkzeug.test import TestResponse

from companion.play import TableStore
from tests.kit.phones import Phone, targets

Game = tuple[str, Phone, Phone]


def tap(phone: Phone, path: str, **fields: Any) -> TestResponse:
    """A tap with scripts on one of the desk's buttons."""
    headers = {**phone.headers, "HX-Request": "true"}
    return phone.client.post(path, data=fields, headers=headers)


def last(store: TableStore, code: str) -> int:
    return store.latest(code).open_proposals[-1].seq


def test_a_refusal_can_be_put_to_the_table(game: Game, store: TableStore) -> None:
    code, ana, ben = game
    refused = ben.tap(code, "take 1", seat=2)
    assert refused.status_code == 422 and "Ask the table" in refused.text
    assert f'action="/t/{code}/overrule"' in refused.text
    asked = tap(ben, f"/t/{code}/overrule", action="take 1", seat=2)
    assert asked.status_code == 200 and "Waiting for someone to approve." in asked.text
    page = ana.get(f"/t/{code}").text
    assert "Ben asks the table" in page and "Let it count: Ben took 1 counter" in page
    assert "The app says no</p>" in page and "It is the turn of Ana</p>" in page
    done = tap(ana, f"/t/{code}/agree", proposal=last(store, code), seat=1)
    assert done.status_code == 200 and "Approved." in done.text
    assert store.latest(code).state.taken == (0, 1)
    assert "allowed by the table" in ben.get(f"/t/{code}/history").text


def test_what_is_put_in_against_the_rules_is_told_why_as_the_rules_say_it(
    game: Game, store: TableStore
) -> None:
    code, ana, ben = game
    ana.tap(code, "take 2", seat=1)
    ben.tap(code, "take 1", seat=2)
    first = store.latest(code).entries[0].seq
    asked = tap(ana, f"/t/{code}/insert", action="take 1", after=first, seat=1)
    assert "Waiting for someone to approve." in asked.text
    assert "It is the turn of Ben" in asked.text and "The app says no:" not in asked.text


def test_asking_without_scripts_comes_back_to_the_page(game: Game, store: TableStore) -> None:
    code, ana, ben = game
    answer = ben.post(f"/t/{code}/overrule", action="take 1", seat=2)
    assert (answer.status_code, answer.location) == (303, f"/t/{code}")
    assert "Waiting for someone to approve." in ben.get(answer.location).text
    ana.post(f"/t/{code}/withdraw", proposal=last(store, code), seat=1)
    history = ben.get(f"/t/{code}/history").text
    assert "Ana said no." in history and store.latest(code).state.taken == (0, 0)


def test_a_silent_rulebook_is_settled_with_one_tap_each(game: Game, store: TableStore) -> None:
    code, ana, ben = game
    waved = ana.tap(code, "wave", seat=1)
    assert "Your table decides" in waved.text and 'name="choice" value="yes"' in waved.text
    assert "our suggestion" in waved.text
    since = store.latest(code).entries[-1].seq
    assert f'name="since" value="{since}"' in waved.text
    page = ben.get(f"/t/{code}").text
    assert 'id="questions"' in page and "Does waving count?" in page
    asked = tap(ana, f"/t/{code}/settle", key="turn.wave", choice="yes", since=since, seat=1)
    assert "Waiting for someone to approve." in asked.text
    assert "1 more player must approve" in ben.get(f"/t/{code}").text
    done = tap(ben, f"/t/{code}/settle", key="turn.wave", choice="yes", seat=2)
    assert "Your table has decided:" in done.text and "it does" in done.text
    assert store.latest(code).chosen_answers == {"turn.wave": "yes"}
    again = ben.tap(code, "wave", seat=2)
    assert "As your table decided:" in again.text and 'name="choice"' not in again.text
    page = ben.get(f"/t/{code}/table").text
    assert "Your table's decisions" in page and 'id="questions"' not in page
    assert "Ben decided for the table" not in page and "done. Does waving count?" in page


def test_a_question_that_is_still_open_leaves_with_the_end(game: Game, store: TableStore) -> None:
    code, ana, ben = game
    ana.tap(code, "wave", seat=1)
    assert 'id="questions"' in ana.get(f"/t/{code}").text
    for n, (phone, seat) in enumerate([(ana, 1), (ben, 2)] * 6):
        if left := store.latest(code).state.heap:
            phone.tap(code, f"take {min(2, left)}", seat=seat, intent=f"tap{n}")
    assert store.latest(code).outcome is not None
    assert any(each.action == "wave" for each in store.latest(code).entries[-6:]), "still lately"
    assert 'id="questions"' not in ana.get(f"/t/{code}").text


def test_the_tables_ruling_is_the_reason_of_a_refusal(game: Game, store: TableStore) -> None:
    code, ana, ben = game
    ana.post(f"/t/{code}/consent", consent="0")
    ana.tap(code, "wave", seat=1)
    since = store.latest(code).entries[-1].seq
    done = tap(ben, f"/t/{code}/settle", key="turn.wave", choice="no", since=since, seat=2)
    assert "Your table has decided:" in done.text
    refused = ana.tap(code, "wave", seat=1)
    assert refused.status_code == 422 and "Waving does not count at this table" in refused.text
    assert "Count it anyway" in refused.text, "nobody has to be asked"
    assert tap(ana, f"/t/{code}/overrule", action="wave", seat=1).status_code == 200
    assert store.latest(code).entries[-1].mark == "overruled"


def test_the_rulings_page_settles_every_question(game: Game, store: TableStore) -> None:
    code, ana, ben = game
    page = ana.get(f"/t/{code}/rulings").text
    assert "Does waving count?" in page and 'name="choice" value="no"' in page
    watching = Phone(ana.client.application).get(f"/t/{code}/rulings").text
    assert "Does waving count?" in watching and 'name="choice"' not in watching
    ana.post(f"/t/{code}/settle", key="turn.wave", choice="no", seat=1)
    ben.post(f"/t/{code}/settle", key="turn.wave", choice="no", seat=2)
    assert "your table's choice" in ben.get(f"/t/{code}/rulings").text


@pytest.mark.parametrize(
    ("key", "choice"), [("turn.wave", "perhaps"), ("turn.heap", "yes"), ("", "")]
)
def test_no_such_answer_is_refused(game: Game, store: TableStore, key: str, choice: str) -> None:
    code, ana, _ = game
    seq = store.latest(code).seq
    answer = tap(ana, f"/t/{code}/settle", key=key, choice=choice, seat=1)
    assert answer.status_code == 422 and targets(answer.text) == ["toast"]
    assert store.latest(code).seq == seq


def test_a_line_of_the_log_is_taken_back_changed_or_followed(game: Game, store: TableStore) -> None:
    code, ana, ben = game
    ana.tap(code, "take 2", seat=1)
    ben.tap(code, "take 1", seat=2)
    first = store.latest(code).entries[0].seq
    assert f"/t/{code}/line/{first}" in ana.get(f"/t/{code}/history").text
    page = ana.get(f"/t/{code}/line/{first}").text
    assert "Ana took 2 counters" in page and "These would no longer be possible:" in page
    assert "It is the turn of Ana" in page and f"/line/{first}/change" in page
    assert "1 player must approve" in page
    other = ben.get(f"/t/{code}/line/{first}").text
    assert "/change" not in other and "/insert" in other and "/take-back" in other
    ana.post(f"/t/{code}/change", entry=first, action="take 3", seat=1)
    ben.post(f"/t/{code}/agree", proposal=last(store, code), seat=2)
    assert store.latest(code).state.taken == (3, 1)
    ben.post(f"/t/{code}/insert", after=0, action="wave", seat=2)
    ana.post(f"/t/{code}/agree", proposal=last(store, code), seat=1)
    assert store.latest(code).entries[0].action == "wave"
    history = ben.get(f"/t/{code}/history").text
    assert "added later" in history and "<s>Ana took 2 counters</s>" in history
    assert "It was undone." in ben.get(f"/t/{code}/line/{first}").text


def test_what_a_correction_of_the_past_changes_is_told_to_who_asks_and_who_approves(
    game: Game, store: TableStore
) -> None:
    code, ana, ben = game
    ana.tap(code, "take 2", seat=1)
    first = store.latest(code).entries[0].seq
    ben.tap(code, "take 1", seat=2)
    words = "This changes: Ana: counters from 2 to 3"
    headers = {**ana.headers, "HX-Request": "true"}
    fields = {"entry": first, "action": "take 3", "seat": 1}
    asked = ana.client.post(f"/t/{code}/change", data=fields, headers=headers)
    assert asked.text.count(words) >= 2, "in the answer and on the card"
    assert words in ben.get(f"/t/{code}").text
    fields = {"proposal": last(store, code), "seat": 2}
    approved = ben.client.post(f"/t/{code}/agree", data=fields, headers=headers)
    assert words in approved.text, "who approves takes it to the real table"
    assert words not in ben.get(f"/t/{code}").text


def test_the_buttons_of_a_line_are_not_pushed_away_by_all_that_hangs_on_it(
    game: Game, store: TableStore
) -> None:
    code, ana, ben = game
    for turn in range(9):
        (ana, ben)[turn % 2].tap(code, "take 1", seat=turn % 2 + 1)
    page = ana.get(f"/t/{code}/line/{store.latest(code).entries[0].seq}").text
    shown, covered = page.partition("and 2 more</summary>")[::2]
    assert (shown.count("It is the turn of"), covered.count("It is the turn of")) == (6, 2)


def test_what_hangs_on_a_proposal_is_listed_with_its_reason(game: Game, store: TableStore) -> None:
    code, ana, ben = game
    ana.tap(code, "take 2", seat=1)
    ben.tap(code, "take 1", seat=2)
    first = store.latest(code).entries[0].seq
    asked = tap(ana, f"/t/{code}/take-back", entry=first, seat=1)
    assert "This no longer fits: Ben took 1 counter" in asked.text
    page = " ".join(ben.get(f"/t/{code}").text.split())
    assert "<li>Ben took 1 counter <small>It is the turn of Ana</small></li>" in page
    done = tap(ben, f"/t/{code}/agree", proposal=last(store, code), seat=2)
    assert "Undone." in done.text and "no longer fit" in done.text
    late = tap(ben, f"/t/{code}/agree", proposal=store.latest(code).proposals[-1].seq, seat=2)
    assert late.status_code == 422 and "Ben approved first: it&#39;s done." in late.text


def test_the_television_follows_who_has_counted(game: Game) -> None:
    """What its stream sends finds its place on the page that it shows."""
    code, ana, ben = game
    ana.post(f"/t/{code}/recount", seat=1)
    page = ben.get(f"/t/{code}/screen").text
    assert "0 of 2" in page
    token = re.search(r' data-shown="([^"]+)"', page)
    assert token is not None
    stream = ben.watch(code, "screen", headers={"Shown": token[1]})
    ben.post(f"/t/{code}/confirm", seat=2)
    while "1 of 2" not in (told := stream.message()):
        pass
    stream.close()
    assert [each for each in targets(told) if f' id="{each}"' not in page] == []


def test_everybody_counts(game: Game, store: TableStore) -> None:
    code, ana, ben = game
    assert "Ask everyone to check their numbers" in ana.get(f"/t/{code}/table").text
    asked = tap(ana, f"/t/{code}/recount", seat=1)
    assert {"slot-asks", "slot-turn", "slot-dock"} < set(targets(asked.text))
    page = ben.get(f"/t/{code}").text
    assert "Ana wants to check the numbers." in page and "All correct" in page
    assert "0 of 2 confirmed" in page and "Ask everyone to check their numbers" not in page
    tap(ben, f"/t/{code}/confirm", seat=2)
    assert "1 of 2 confirmed" in ana.get(f"/t/{code}").text
    page = ben.get(f"/t/{code}").text
    assert "All correct" not in page and "1 of 2 confirmed" in page and "Skip the check" in page
    over = ana.post(f"/t/{code}/confirm", seat=1)
    assert over.status_code == 303 and store.latest(code).recount is None
    assert "Ana confirmed too" in ben.get(f"/t/{code}/history").text
    ana.post(f"/t/{code}/recount", seat=1)
    ben.post(f"/t/{code}/end-recount", seat=2)
    assert store.latest(code).recount is None
    assert "Ben went on without the others" in ana.get(f"/t/{code}/history").text


def test_a_table_that_wants_quiet_is_told_less(game: Game, store: TableStore) -> None:
    code, ana, ben = game
    assert "Fewer checks" in ana.get(f"/t/{code}/table").text
    tap(ben, f"/t/{code}/quiet", seat=2, on="1")
    assert store.latest(code).quiet
    tap(ana, f"/t/{code}/quiet", seat=1, on="0")
    assert not store.latest(code).quiet
    tap(ana, f"/t/{code}/quiet", seat=2, on="1")
    assert not store.latest(code).quiet, "for another's seat nobody says it"


def test_the_host_says_who_has_to_agree(
    game: Game, store: TableStore, phone: Callable[[], Phone]
) -> None:
    code, ana, ben = game
    assert 'name="consent"' in ana.get(f"/t/{code}/table").text
    assert 'name="consent"' not in ben.get(f"/t/{code}/table").text
    assert tap(ben, f"/t/{code}/consent", consent="0").status_code == 422
    assert tap(ana, f"/t/{code}/consent", consent="all").status_code == 200
    assert store.latest(code).consent == "all"
    assert "Everyone" in ben.get(f"/t/{code}/table").text
    assert "everyone must approve corrections" in ben.get(f"/t/{code}/history").text
    new = ana.open_table()
    lobby = ana.get(f"/t/{new}").text
    assert 'name="consent"' in lobby and 'name="consent"' not in phone().get(f"/t/{new}").text
    answer = ana.post(f"/t/{new}/consent", consent="0")
    assert answer.location == f"/t/{new}/lobby" and store.latest(new).consent == "0"


def test_nobody_without_a_seat_has_a_say(
    game: Game, store: TableStore, phone: Callable[[], Phone]
) -> None:
    code, _, ben = game
    ben.post(f"/t/{code}/overrule", action="take 1", seat=2)
    stranger, proposal, seq = phone(), last(store, code), store.latest(code).seq
    elsewhere = phone()
    elsewhere.open_table()
    for each in (stranger, elsewhere):
        for path in ("agree", "withdraw", "settle", "overrule", "insert", "change", "recount"):
            for seat in (0, 1, 2, 7):
                fields = {"proposal": proposal, "action": "wave", "entry": 1, "seat": seat}
                answer = tap(each, f"/t/{code}/{path}", **fields)
                assert answer.status_code in (404, 422), (path, seat)
                assert "another phone" in answer.text or "have that seat" in answer.text
        page = each.get(f"/t/{code}").text
        assert "asks the table" in page and "/agree" not in page
    assert store.latest(code).seq == seq


def test_pages_of_the_desk_need_a_game_and_a_line(game: Game) -> None:
    code, ana, _ = game
    assert ana.get(f"/t/{code}/line/77").status_code == 404
    assert "at the very beginning" in ana.get(f"/t/{code}/line/0").text
    new = ana.open_table()
    assert ana.get(f"/t/{new}/line/0").location == f"/t/{new}"
    assert ana.get(f"/t/{new}/rulings").status_code == 200


def test_nothing_of_the_desk_changes_on_get(game: Game, store: TableStore) -> None:
    code, ana, _ = game
    seq = store.latest(code).seq
    paths = ("settle", "overrule", "insert", "change", "consent", "recount", "confirm")
    for path in (*paths, "end-recount"):
        assert ana.get(f"/t/{code}/{path}?seat=1&consent=0&action=wave").status_code == 405
    assert store.latest(code).seq == seq


def test_a_phone_that_never_looks_keeps_one_answer(game: Game) -> None:
    code, _, ben = game
    for number in range(40):
        ben.post(f"/t/{code}/act", action=f"take {number % 9 + 1}", seat=2)
    with ben.client.session_transaction() as session:
        assert len(session["_flashes"]) == 1, "a cookie has no room for more"
