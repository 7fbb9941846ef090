"""A question about an action is answered for this table: the verdict, what was played, options."""

from __future__ import annotations

from collections.abc import Callable

from companion.play import TableStore
from tests.kit.phones import Phone

Game = tuple[str, Phone, Phone]
New = Callable[[], Phone]


def ask(phone: Phone, code: str, words: str, slug: str = "heap") -> str:
    """What the search answers in the sheet over the table's page, above the rules."""
    answer = phone.get(f"/rules/{slug}?at={code}&q={words}", headers={"HX-Request": "true"})
    assert answer.status_code == 200
    section, told, _ = answer.text.partition("</section>")
    return section if told and "card stack answer" in section else ""


def test_an_allowed_action_is_told_with_what_it_brings_and_can_be_done(
    game: Game, store: TableStore
) -> None:
    code, ana, _ = game
    told = ask(ana, code, "can I take 3")
    assert "Yes, allowed" in told and "Ana took 3 counters" in told and "Do it" in told
    assert f'name="seen" value="{store.latest(code).seq}"' in told
    answer = ana.post(f"/t/{code}/act", action="take 3", seat=1)
    assert (answer.status_code, answer.location) == (303, f"/t/{code}")


def test_a_refused_action_is_told_with_reason_rule_and_remedy(game: Game) -> None:
    code, ana, ben = game
    ana.tap(code, "take 5", seat=1)
    told = ask(ben, code, "can I take 8")
    assert "Not allowed, as we read the rulebook" in told and "p. 4" in told
    assert "The heap holds 4 counters" in told
    assert "To make it legal</p>" in told and "Take 4</p>" in told
    assert "Do it" not in told


def test_it_is_another_seats_turn(game: Game) -> None:
    code, ana, ben = game
    told = ask(ben, code, "may I take 2 counters")
    assert "It is the turn of Ana" in told and "Do it" not in told
    told = ask(ben, code, "may Ana take 2 counters")
    assert "Yes, allowed" in told and "As far as everyone can see" in told and "Do it" not in told
    assert "Yes, allowed" in ask(ana, code, "is it legal to wave now")


def test_nothing_is_said_of_what_another_seat_hides(game: Game) -> None:
    code, ana, ben = game
    assert ask(ana, code, "may Ben hide the 7") == ""
    ben.tap(code, "hide the 1234", seat=2)
    for words in ("was Ben's hide legal", "may Ben hide 1234", "was hide 1234 legal"):
        assert "1234" not in ask(ana, code, words).replace(words, "")


def test_what_is_no_question_about_an_action_gets_only_rules(game: Game) -> None:
    code, ana, _ = game
    for words in ("how do I take", "pile", "when may I take", "should I take 3", "can", ""):
        assert ask(ana, code, words) == ""


def test_a_played_action_leads_to_its_line(game: Game) -> None:
    code, ana, ben = game
    ana.tap(code, "take 3", seat=1)
    told = ask(ben, code, "was Ana's take legal")
    assert "Ana took 3 counters" in told and "Yes, that was legal" in told
    assert f"/t/{code}/legal/" in told
    assert "Ana took 3 counters" in ask(ben, code, "was that legal")


def test_the_options_are_listed(game: Game) -> None:
    code, ana, _ = game
    told = ask(ana, code, "What can I do now?")
    assert "Take counters" in told and f"/t/{code}/may" in told


def test_a_spectator_and_a_strange_table_learn_nothing_of_a_seat(game: Game, phone: New) -> None:
    code, _, _ = game
    stranger = phone()
    assert ask(stranger, code, "can I take 3") == ""
    stranger.get(f"/t/{code}")
    assert ask(stranger, code, "can I take 3") == ""
    assert "Yes, allowed" in ask(stranger, code, "may Ana take 3")
