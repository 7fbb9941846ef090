"""A tap and its answer: with scripts, without, refused, repeated, unreadable, undone."""

from __future__ import annotations

import pytest
from werkzeug.datastructures import MultiDict

from companion.play import TableStore
from companion.web.request.tap import action_from_form
from tests.kit.phones import Phone, targets

Game = tuple[str, Phone, Phone]


def test_an_allowed_tap_answers_with_what_has_changed(game: Game, store: TableStore) -> None:
    code, ana, _ = game
    ana.get(f"/t/{code}")
    answer = ana.tap(code, "take 2", seat=1, seen=store.latest(code).seq)
    assert answer.status_code == 200
    assert store.latest(code).state.taken == (2, 0)
    changed = targets(answer.text)
    assert changed[0] == "seen" and changed[-2:] == ["toast", "say"]
    assert {"panel-banner", "panel-takes", "slot-table"} <= set(changed)
    assert "slot-turn" not in changed, "piece by piece, not all that stands beside it"
    assert not {"panel-secret", "panel-hide", "invite", "links"} & set(changed)
    assert "Ana took 2 counters" in answer.text
    assert f'value="{store.latest(code).seq}"' in answer.text


def test_a_refused_tap_says_why_by_which_rule_and_what_would_do(
    game: Game, store: TableStore
) -> None:
    code, ana, _ = game
    answer = ana.tap(code, "take 9", seat=1)
    assert answer.status_code == 200, "nine are there"
    ana.tap(code, "take 1", seat=1)
    code2 = ana.open_table(seats=1)
    ana.post(f"/t/{code2}/option", key="heap", value="3")
    ana.post(f"/t/{code2}/start")
    before = store.latest(code2).seq
    answer = ana.tap(code2, "take 4", seat=1)
    assert answer.status_code == 422
    assert "The heap holds 3 counters" in answer.text
    assert "Only what is there (p. 4)" in answer.text
    assert "Nobody takes more counters" in answer.text
    assert 'name="action" value="take 3"' in answer.text, "the remedy is one tap"
    assert store.latest(code2).seq == before


def test_what_came_first_is_named(game: Game, store: TableStore) -> None:
    code, ana, ben = game
    seen = store.latest(code).seq
    ana.tap(code, "take 8", seat=1, seen=seen)
    ben.tap(code, "wave", seat=2, seen=seen)
    third = store.latest(code).seq
    answer = ben.tap(code, "take 9", seat=2, seen=third)
    assert "was first" not in answer.text, "the phone had seen it"
    ben.tap(code, "take 1", seat=2, seen=third)
    answer = ben.tap(code, "take 1", seat=2, seen=third)
    assert answer.status_code == 200 and "note no" not in answer.text, "his own other half of a tap"
    answer = ben.tap(code, "take 2", seat=2, seen=third)
    assert answer.status_code == 422
    assert "was first" not in answer.text, "nobody is first to what they did themselves"


def test_who_comes_too_late_is_told_what_really_happened(game: Game, store: TableStore) -> None:
    """Ben's turn ended before it began: Ana, who had given it to him, took it back."""
    code, ana, ben = game
    ana.tap(code, "take 8", seat=1)
    given = store.latest(code)
    ana.post(f"/t/{code}/take-back", entry=given.seq, seat=1)
    assert store.latest(code).entry(given.seq).undone
    answer = ben.tap(code, "take 1", seat=2, seen=given.seq)
    assert answer.status_code == 422
    assert "was first" not in answer.text and "Ana undid: Ana took 8 counters" in answer.text


def test_without_scripts_a_tap_redirects_to_its_tab_and_tells_there(game: Game) -> None:
    code, _, ben = game
    referrer = {**ben.headers, "Referer": f"http://localhost/t/{code}/shared"}
    answer = ben.client.post(f"/t/{code}/act", data={"action": "take 1"}, headers=referrer)
    assert (answer.status_code, answer.location) == (303, f"/t/{code}/shared")
    page = ben.get(answer.location).text
    assert "It is the turn of Ana" in page and "Wait for your turn (p. 3)" in page
    assert page.count('class="note no told') == 1
    assert 'class="note no told' not in ben.get(answer.location).text


def test_a_section_is_found_by_what_it_was_called_once(game: Game) -> None:
    code, ana, _ = game
    for was, now in (("galaxy", "own"), ("goals", "shared")):
        answer = ana.get(f"/t/{code}/{was}")
        assert (answer.status_code, answer.location) == (301, f"/t/{code}/{now}")
        assert ana.get(answer.location).status_code == 200


def test_a_foreign_referrer_sends_nobody_away(game: Game) -> None:
    code, ana, _ = game
    headers = {**ana.headers, "Referer": "http://evil.example/t/other/shared"}
    answer = ana.client.post(f"/t/{code}/act", data={"action": "wave"}, headers=headers)
    assert answer.location == f"/t/{code}"


def test_a_silent_rulebook_leaves_it_to_the_table(game: Game, store: TableStore) -> None:
    code, ana, _ = game
    answer = ana.tap(code, "wave", seat=1)
    assert answer.status_code == 200 and store.latest(code).entries
    assert "Your table decides" in answer.text and "note ask" in answer.text


@pytest.mark.parametrize("text", ["", "fly", "take", "take much", "take 2 3", "x" * 5000])
def test_the_unreadable_is_answered_with_what_was_expected(game: Game, text: str) -> None:
    code, ana, _ = game
    answer = ana.tap(code, text, seat=1)
    assert answer.status_code == 422
    assert "couldn&#39;t read that" in answer.text and "Expected" in answer.text
    assert targets(answer.text) == ["toast"]


def test_an_intent_sent_twice_counts_once(game: Game, store: TableStore) -> None:
    code, ana, _ = game
    first = ana.tap(code, "take 2", seat=1, intent="same")
    again = ana.tap(code, "take 2", seat=1, intent="same")
    assert (first.status_code, again.status_code) == (200, 200)
    assert store.latest(code).state.taken == (2, 0)


def test_a_seat_is_not_believed(game: Game, store: TableStore) -> None:
    code, _, ben = game
    answer = ben.tap(code, "take 2", seat=1)
    assert answer.status_code == 422 and "belongs to another phone" in answer.text
    assert store.latest(code).state.taken == (0, 0)


def test_a_spectator_taps_in_vain(game: Game, phone: object, app: object) -> None:
    code, _, _ = game
    watcher = phone()  # type: ignore[operator]
    answer = watcher.tap(code, "wave")
    assert answer.status_code == 404
    assert 'name="action"' not in watcher.get(f"/t/{code}").text


def test_the_fields_of_a_sheet_make_the_action(game: Game, store: TableStore) -> None:
    code, ana, _ = game
    ana.tap(code, "hide", seat=1, **{"action.1": "12", "lead.1": "the"})
    assert store.latest(code).state.hidden == (12, 0)


def joined(place: int, word: str) -> list[tuple[str, str]]:
    """A field that makes one word with its neighbours."""
    return [(f"action.{place}", word), (f"join.{place}", "code")]


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ([("action", "move"), ("action.1", "h")], "move h"),
        ([("action.2", "b"), ("action.10", "c"), ("action", "x"), ("action.1", "a")], "x a b c"),
        ([("action", "use"), ("action.1", ""), ("lead.1", "with")], "use"),
        ([("action", "use"), ("action.1", "time"), ("lead.1", "with")], "use with time"),
        ([("action", "pay"), ("action.1", "h"), ("action.1", "o")], "pay h o"),
        ([("action", "a"), ("action.x", "b"), ("reaction", "c"), ("action.1111", "d")], "a"),
        ([], ""),
        (
            [("action", "tile"), ("action.1", "2")]
            + [pair for n, word in ((2, ""), (3, "h1"), (4, "=6")) for pair in joined(n, word)],
            "tile 2 h1=6",
        ),
    ],
)
def test_words_are_joined_in_order(fields: list[tuple[str, str]], text: str) -> None:
    assert action_from_form(MultiDict(fields)) == text


def test_the_last_action_is_taken_back_with_one_tap(game: Game, store: TableStore) -> None:
    code, ana, _ = game
    ana.tap(code, "take 2", seat=1)
    entry = store.latest(code).entries[-1].seq
    assert f'name="entry" value="{entry}"' in ana.get(f"/t/{code}").text
    headers = {**ana.headers, "HX-Request": "true"}
    answer = ana.client.post(
        f"/t/{code}/take-back", data={"entry": entry, "seat": 1}, headers=headers
    )
    assert answer.status_code == 200
    assert store.latest(code).state.taken == (0, 0)
    history = ana.get(f"/t/{code}/history").text
    assert "<s>Ana took 2 counters</s>" in history


def test_what_others_depend_on_needs_their_word(game: Game, store: TableStore) -> None:
    code, ana, ben = game
    ana.tap(code, "take 2", seat=1)
    ben.tap(code, "take 1", seat=2)
    entry = store.latest(code).entries[0].seq
    ana.post(f"/t/{code}/take-back", entry=entry, seat=1)
    assert "Waiting for someone to approve." in ana.get(f"/t/{code}").text
    assert store.latest(code).state.taken == (2, 1)
    page = ben.get(f"/t/{code}").text
    assert "Ana asks the table" in page
    assert "Undo this and 1 more action: Ana took 2 counters" in page
    proposal = store.latest(code).open_proposals[0].seq
    assert "/agree" in page and "/agree" not in ana.get(f"/t/{code}").text
    ben.post(f"/t/{code}/agree", proposal=proposal, seat=2)
    assert store.latest(code).entries[0].undone
    assert 'id="proposals"' not in ben.get(f"/t/{code}").text


def test_a_proposal_can_be_refused(game: Game, store: TableStore) -> None:
    code, ana, ben = game
    ana.tap(code, "hide", seat=1, **{"action.1": "12", "lead.1": "the"})
    ana.post(f"/t/{code}/take-back", entry=store.latest(code).entries[0].seq, seat=1)
    ben.post(f"/t/{code}/withdraw", proposal=store.latest(code).open_proposals[0].seq, seat=2)
    assert store.latest(code).open_proposals == ()
    assert store.latest(code).state.hidden == (12, 0)


def test_somebody_elses_action_is_not_taken_back_alone(game: Game, store: TableStore) -> None:
    code, ana, ben = game
    ana.tap(code, "take 2", seat=1)
    headers = {**ben.headers, "HX-Request": "true"}
    data = {"entry": store.latest(code).entries[0].seq, "seat": 2}
    answer = ben.client.post(f"/t/{code}/take-back", data=data, headers=headers)
    assert answer.status_code == 200 and "Waiting for someone to approve." in answer.text
    assert store.latest(code).state.taken == (2, 0)


def test_nothing_changes_on_get(game: Game, store: TableStore) -> None:
    code, ana, _ = game
    seq = store.latest(code).seq
    posts = ("act", "take-back", "agree", "withdraw", "switch", "sit", "free", "start", "lock")
    for path in posts:
        assert ana.get(f"/t/{code}/{path}?action=wave&seat=1&entry=1").status_code == 405
    assert ana.get("/tables?game=heap&seats=2").status_code == 405
    assert store.latest(code).seq == seq


def test_an_answer_that_waits_for_the_next_page_is_its_tables_alone(game: Game) -> None:
    """Another game has no such rule; what it says is nothing of another table's, either."""
    code, _, ben = game
    ben.post(f"/t/{code}/act", action="take 2", seat=2)
    other = ben.open_table()
    assert 'class="note no told' not in ben.get(f"/t/{other}").text
    ben.post(f"/t/{code}/act", action="take 2", seat=2)
    assert 'class="note no told' in ben.get(f"/t/{code}").text
