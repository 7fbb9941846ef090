"""A turn said in one line, at a table of a real game: what is read, what counts, and what never."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.games import CATALOGUE
from companion.games.crafting import GAME
from companion.play import TableStore, act, spoken
from companion.play import card_names as play
from companion.referee.game import Game
from tests.games.crafting.test_speech import BUSY, SPEECH_LANGUAGES, TURNS
from tests.kit.phones import Phone

#: Ana's marble lies in Gravity, Ben's in Time; Ana goes first.
BEGUN = ("deal dark 2 1 dark dark dark", "goal stable-life", "begin")
COUNTS = re.compile(r'name="counts" value="([^"]*)"')
GOOD = "chem 1 psi, nebula 2 delta 7 helium, stable"
READ = ["shift 1 to chemistry then collect", "lay 1 psi", "complete 2 delta 7 he", "end stabilise"]


@pytest.fixture
def games() -> Mapping[str, Game]:
    return CATALOGUE


class Evening:
    """Ana and Ben at a table of two, Ana on turn with a galaxy in which much can be done."""

    def __init__(self, app: Flask, *actions: str) -> None:
        self.store: TableStore = app.extensions["companion"].store
        self.ana, self.ben, self.zoe = Phone(app), Phone(app), Phone(app)
        opened = self.ana.post("/tables", game="crafting", seats=2, name="Ana")
        self.code = opened.location.rpartition("/")[2]
        self.ben.post(f"/t/{self.code}/sit", seat=2, name="Ben")
        self.ana.post(f"/t/{self.code}/start")
        self.ana.post(f"/t/{self.code}/consent", consent="0")
        for action in (*BEGUN, *(line.removeprefix("1 ") for line in BUSY), *actions):
            assert self.ana.tap(self.code, action, seat=1).status_code == 200, action

    @property
    def actions(self) -> list[str]:
        return [each.action for each in self.store.latest(self.code).entries if not each.undone]

    def ask(self, phone: Phone, path: str, language: str = "en", **fields: Any) -> TestResponse:
        headers = {**phone.headers, "HX-Request": "true", "Accept-Language": language}
        return phone.client.post(f"/t/{self.code}/say{path}", data=fields, headers=headers)

    def read(self, line: str, language: str = "en", seat: int = 1) -> str:
        phone = self.ana if seat == 1 else self.ben
        answer = self.ask(phone, "", language, seat=seat, said=line)
        assert answer.status_code == 200, answer.text
        sheet, _, _ = answer.text.partition('hx-target="#plan-bar"')
        return html.unescape(sheet)

    def count(self, actions: list[str], seat: int = 1, **fields: Any) -> TestResponse:
        phone = self.ana if seat == 1 else self.ben
        fields = {"said": ", ".join(actions), "seen": self.store.latest(self.code).seq, **fields}
        return self.ask(phone, "/count", seat=seat, counts=actions, **fields)


@pytest.fixture
def evening(app: Flask) -> Evening:
    return Evening(app)


def chips(answer: str) -> list[str]:
    """Each chip's words, without markup."""
    found = re.findall(r"<li.*?</li>", answer, re.S)
    return [" ".join(re.sub(r"<[^>]*>", " ", chip).split()) for chip in found]


def test_the_seat_on_turn_says_it_and_who_waits_plans_it(evening: Evening) -> None:
    def offered(phone: Phone, path: str = "") -> list[str]:
        page = phone.get(f"/t/{evening.code}{path}").text
        return re.findall(r'(?<=id="say-sheet").*?aria-label="(\w+)', page)

    assert offered(evening.ana) == ["Describe"] and offered(evening.ben) == ["Plan"]
    assert offered(evening.zoe) == offered(evening.ana, "/screen") == []
    evening.count(["shift 1 to light then collect", "end"])
    assert offered(evening.ana) == ["Plan"] and offered(evening.ben) == ["Describe"]


def test_the_empty_line_shows_a_turn_in_the_phones_own_words(evening: Evening) -> None:
    page = evening.ana.get(f"/t/{evening.code}", headers={"Accept-Language": "de"}).text
    (example,) = re.findall(r'id="say-line"[^>]*placeholder="([^"]*)"', page)
    assert example == "Chemie 1, Nebel 2 Delta 7, Leben 2, stabil"
    assert COUNTS.findall(evening.read(example, "de"))[:2] == [
        "shift 1 to chemistry then collect",
        "lay 1 ?",
    ]


@pytest.mark.parametrize("language", SPEECH_LANGUAGES)
def test_a_whole_turn_said_is_the_same_as_the_typed_notation(app: Flask, language: str) -> None:
    said, typed = Evening(app), Evening(app)
    turn = next(each for each in TURNS if each["reads"][1:2] == ["lay 1 psi"])
    answer = said.read(turn[language], language)
    actions = [html.unescape(each) for each in COUNTS.findall(answer)]
    assert actions == turn["reads"]
    assert said.actions == typed.actions, "nothing counts before"
    assert said.count(actions).status_code == 200
    for action in turn["reads"]:
        assert typed.ana.tap(typed.code, action, seat=1).status_code == 200, action
    assert said.actions == typed.actions
    one, other = (each.store.latest(each.code).state for each in (said, typed))
    assert one == other and one.board(1).points.nebulae == 7


def test_what_is_read_stands_in_order_with_its_points(evening: Evening) -> None:
    answer = evening.read(GOOD)
    assert COUNTS.findall(answer) == READ
    assert "+7" in chips(answer)[2]
    assert "4 actions, 7 points" in answer and "disabled" not in answer


def test_a_refused_action_shows_its_rule_and_those_after_it_wait(evening: Evening) -> None:
    before, reason = evening.actions, "You haven't completed a nebula yet"
    answer = evening.read("chem 1, life 2, nebula 2 delta 7, stable")
    moved, laid, refused, *after = chips(answer)
    assert reason not in moved + laid and reason in refused
    rule = GAME.rulebook.find_entry("life.tile")
    assert "Not allowed by the rules" in refused and f"p. {rule.page}" in refused
    assert "To make it legal" in refused and "Complete a nebula first" in refused
    assert len(after) == 2 and all("Waits until what is marked above" in chip for chip in after)
    assert "disabled" in answer
    sent = evening.count(COUNTS.findall(answer))
    assert sent.status_code == 422 and "Nothing was counted" in sent.text
    assert reason in html.unescape(sent.text)
    assert evening.actions == before


def test_what_the_rulebook_leaves_open_is_told_and_counts(evening: Evening) -> None:
    ended = chips(evening.read("light, end"))[-1]
    assert "Your table decides" in ended and "You must take a nebula or stabilise" in ended
    assert evening.count(["shift 1 to light then collect", "end"]).status_code == 200


def test_what_is_not_understood_stands_in_its_place_with_a_way_out(evening: Evening) -> None:
    answer = evening.read("chem 1, lief 2, frobnicate, stable")
    _, _, unclear, unknown, _ = chips(answer)
    assert unclear.startswith("lief 2 not understood") and "life 2" in unclear
    assert unknown.startswith("frobnicate not understood")
    assert "disabled" in answer
    assert 'value="chem 1, life 2, frobnicate, stable"' in answer
    assert 'value="chem 1, lief 2, stable"' in answer
    chosen = evening.ask(evening.ana, "", seat=1, said="x", instead="chem 1, stable").text
    assert ">chem 1, stable</textarea>" in chosen and "not understood" not in chosen


@pytest.mark.parametrize(
    ("instead", "typed", "line"),
    [
        ("chem 1, stab", "chem 1, frobnicate, stabel", "chem 1, stabel"),
        ("chem 1, stab", "chem 1, frobnicate, stab, end", "chem 1, stab, end"),
        (
            "chem 1, frobnicate, stable",
            "chem 1, frobnicate, stab, end",
            "chem 1, frobnicate, stable, end",
        ),
        ("chem 1, frobnicate, stable", "chem 1, frobnicate, stabel", "chem 1, frobnicate, stabel"),
        ("chem 1, stab", "light, frobnicate, stab", "light, frobnicate, stab"),
        ("chem 1, stab", "chem 1, frobnicate, stab ", "chem 1, stab"),
    ],
)
def test_what_is_typed_while_a_chip_is_tapped_stays(
    evening: Evening, instead: str, typed: str, line: str
) -> None:
    read = "chem 1, frobnicate, stab"
    answer = evening.ask(evening.ana, "", seat=1, said=typed, read=read, instead=instead).text
    assert f">{line}</textarea>" in answer


def test_a_drawn_nebula_is_asked_for_where_the_turn_ends(evening: Evening) -> None:
    answer = evening.read("Chemie, stabil", "de")
    _, asked, _ = chips(answer)
    assert "Nebel 1" in asked and "Nebel 3" in asked and "disabled" in answer
    told = evening.read("Chemie, Nebel 1, stabil", "de")
    assert 'value="Chemie, Nebel 1, stabil"' in answer and "disabled" not in told


def test_the_same_line_sent_twice_counts_once(evening: Evening) -> None:
    before = evening.actions
    for _ in range(2):
        assert evening.count(READ, intent="one", seen=9).status_code == 200
        assert evening.actions == [*before, *READ]
    again = evening.count(READ, intent="two", seen=9)
    assert again.status_code == 422 and evening.actions == [*before, *READ]


def test_a_line_that_was_half_written_is_finished_when_it_is_sent_again(evening: Evening) -> None:
    before = evening.actions
    evening.ana.tap(evening.code, READ[0], seat=1, intent="one.0")
    assert evening.count(READ, intent="one").status_code == 200
    assert evening.actions == [*before, *READ]


def test_a_stale_line_counts_nothing_and_is_read_again(evening: Evening) -> None:
    actions = COUNTS.findall(evening.read(GOOD))
    evening.ana.tap(evening.code, "shift 1 to light then collect", seat=1)
    before = evening.actions
    late = evening.count(actions, said=GOOD)
    assert late.status_code == 422
    assert late.text.count("Nothing was counted") == 3, (
        "as the sill's word, behind it, and in the sheet"
    )
    assert evening.actions == before
    assert "Not now: you're crafting" in html.unescape(late.text), "read on the table as it is"


def test_when_another_server_writes_in_between_it_says_how_many_counted(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, play_tap = evening.actions, act.play_tap

    def overtaken(store: TableStore, code: str, tap: Any) -> Any:
        if tap.intent.endswith(".2"):
            play_tap(store, code, type(tap)(tap.phone, 1, "end stabilise", "elsewhere"))
        return play_tap(store, code, tap)

    monkeypatch.setattr(spoken.act, "play_tap", overtaken)
    answer = evening.count(READ)
    assert answer.status_code == 422 and "2 of 4 counted" in answer.text
    assert evening.actions == [*before, *READ[:2], "end stabilise"]


def test_a_seat_that_is_not_on_turn_is_told_so_and_counts_nothing(evening: Evening) -> None:
    before = evening.actions
    answer = evening.read("licht, life 2", seat=2)
    assert "not understood" in answer
    assert "Count it all" not in evening.read("gravity, end", seat=2)
    assert evening.count(["end"], seat=2).status_code == 422
    assert evening.actions == before


def test_nobody_says_the_turn_of_a_seat_that_is_not_theirs(evening: Evening) -> None:
    before = evening.actions
    for phone in (evening.ben, evening.zoe):
        for path, fields in (("", {"said": GOOD}), ("/count", {"counts": READ})):
            answer = evening.ask(phone, path, seat=1, **fields)
            assert answer.status_code == 422 and "chips-said" not in answer.text
    assert evening.actions == before


@pytest.mark.parametrize(
    "line",
    [
        "",
        "   ",
        ",,,",
        "x" * 10_000,
        "nebula " * 2_000,
        "👽🚀 ✨",
        "химия 1",
        "\0\x1b[2J",
        "<b>1</b>",
    ],
    ids=["empty", "blanks", "commas", "10 kB", "14 kB", "emoji", "Russian", "control", "markup"],
)
def test_any_input_is_answered_and_nothing_counts(evening: Evening, line: str) -> None:
    before = evening.actions
    answer = evening.ask(evening.ana, "", seat=1, said=line)
    assert answer.status_code == 200 and not COUNTS.findall(answer.text)
    assert ("not understood" in answer.text) == bool(line.strip(" ,"))
    assert "<b>1</b>" not in answer.text
    assert evening.actions == before


def test_words_of_another_language_are_not_read_by_chance(evening: Evening) -> None:
    answer = evening.read("Chemie, Nebel zwei Delta sieben", "en")
    assert "not understood" in answer
    assert "not understood" not in evening.read("chem, nebula 2 delta 7", "de"), "English always is"


@pytest.mark.parametrize(
    "actions", [[], [""], ["nonsense"], ["life 1"] * 41, ["mend h 3"] * 41, ["begin"]]
)
def test_what_no_phone_sends_counts_nothing(evening: Evening, actions: list[str]) -> None:
    before = evening.actions
    assert 400 <= evening.count(actions).status_code < 500
    assert evening.actions == before


def test_a_correction_or_a_draw_is_not_said(evening: Evening) -> None:
    for line in ("mend h 9", "tiles open 3 psi 2", "goal helium", "hand 1 1 1 1"):
        answer = evening.read(line)
        assert "not understood" in answer and "disabled" in answer, line
        assert not set(COUNTS.findall(answer)) & {line}


def test_it_works_without_scripts(evening: Evening) -> None:
    at = f"/t/{evening.code}/say"
    assert "<textarea" in evening.ana.get(at).text
    page = evening.ana.post(at, seat=1, said=GOOD).text
    fields = {"counts": COUNTS.findall(page), "seat": 1}
    before = evening.actions
    answer = evening.ana.post(f"{at}/count", **fields)
    assert (answer.status_code, answer.location) == (303, f"/t/{evening.code}")
    assert evening.actions == [*before, *READ]


def test_what_a_line_counted_is_taken_back_with_one_tap(evening: Evening) -> None:
    before = evening.actions
    evening.ana.tap(evening.code, "shift dark light to time", seat=1)
    actions = ["shift 1 to light then collect", "end"]
    evening.count(actions, intent="said")
    page = evening.ana.get(f"/t/{evening.code}").text
    form = page[page.index('id="last"') :].partition("</form>")[0]
    assert "Undo: 2 actions" in form
    entry = re.findall(r'name="entry" value="(\d+)"', form)[0]
    fields = {"entry": entry, "together": "1", "seat": 1, "intent": "undo"}
    at = f"/t/{evening.code}/take-back"
    for _ in range(2):
        evening.ana.post(at, **fields)
        assert evening.actions == [*before, "shift dark light to time"]
    page = evening.ana.get(f"/t/{evening.code}").text
    assert "Undo: Ana moved a dark marble" in page and 'name="together"' not in page


def test_after_another_seat_has_acted_the_others_agree_first(evening: Evening) -> None:
    evening.ana.post(f"/t/{evening.code}/consent", consent="1")
    evening.count(READ, intent="said")
    done = evening.actions
    evening.ben.tap(evening.code, "shift 2", seat=2)
    last = evening.store.latest(evening.code).last_entry_of(1)
    assert last
    evening.ana.post(f"/t/{evening.code}/take-back", entry=last.seq, together="1", seat=1)
    assert evening.actions == [*done, "shift 2"]
    assert [
        each.wanted.entry_seq for each in evening.store.latest(evening.code).open_proposals
    ] == [last.seq]


def waiting(evening: Evening) -> list[str]:
    """All that anybody but Ben is sent of the table, and what is kept of it."""
    ana, zoe, at = evening.ana, evening.zoe, f"/t/{evening.code}"
    pages = [
        phone.get(at + path).text
        for phone, path in (
            *((ana, path) for path in ("", "/table", "/history", "/screen", "/lobby")),
            *((ana, path) for path in ("/game.json", "/transcript")),
            *((zoe, path) for path in ("", "/table", "/history", "/screen")),
        )
    ]
    return [*pages, repr(evening.store.ledger.events(evening.code))]


def test_a_plan_is_read_as_if_the_turn_had_come(evening: Evening) -> None:
    answer = evening.ask(evening.ben, "", seat=2, said="light, nebula 1 3, new nebula 2").text
    assert len(chips(answer.partition("says-next")[0])) == 3
    assert "Keep this plan" in answer and "Planned, +3" in answer
    assert not COUNTS.search(answer), "nothing can be counted"
    refused = evening.read("nebula 1 3, light", seat=2)
    assert "Not now: you're shifting energy" in refused
    evening.count(["shift 1 to light then collect", "end"])
    answer = evening.ask(evening.ben, "", seat=2, said="gravity, new nebula 2").text
    assert "All as planned" in answer and COUNTS.findall(answer.rpartition("plan-bar")[2])[:2] == [
        "shift 2 to gravity then collect",
        "end nebula 2 ?",
    ]


def test_a_plan_that_no_longer_fits_says_so_until_the_turn_has_begun(evening: Evening) -> None:
    evening.count(["shift 1 to light then collect", "end"])
    line = "stable, gravity"
    answer = html.unescape(evening.ask(evening.ben, "", seat=2, said=line).text)
    assert "Doesn't work now" in answer and "as planned" not in answer
    evening.ben.tap(evening.code, "shift 2 to gravity then collect", seat=2)
    answer = evening.ask(evening.ben, "", seat=2, said="gravity, stable").text
    assert "data-drop-plan" not in answer


PLAN = "gravity, discharge helium, nebula 1 3, new nebula 2"


def turned_to_ben(evening: Evening, *mended: str) -> None:
    """It is Ben's turn, with a galaxy in which this has been set right."""
    evening.count(["shift 1 to light then collect", "end"])
    for action in mended:
        assert evening.ben.tap(evening.code, action, seat=2).status_code == 200, action


def sent_with(answer: str, **fields: Any) -> dict[str, Any]:
    """What the plan's button sends."""
    form = html.unescape(answer).rpartition("/say/count")[2].partition("</form>")[0]
    names = ("counts", "at", "said", "planned")
    found = {name: re.findall(rf'name="{name}" value="([^"]*)"', form) for name in names}
    return {**found, "seat": 2, **fields}


def test_a_plan_counts_as_far_as_it_goes_and_says_what_is_refused(evening: Evening) -> None:
    turned_to_ben(evening)
    before = evening.actions
    answer = evening.ask(evening.ben, "", seat=2, said=PLAN).text
    assert "As planned: 1 of 4" in answer, "no crystal waits"
    counted = evening.ask(evening.ben, "/count", **sent_with(answer, intent="plan"))
    assert counted.status_code == 200
    assert evening.actions == [*before, "shift 2 to gravity then collect"]
    left = html.unescape(counted.text)
    assert ">discharge helium, nebula 1 3, new nebula 2</textarea>" in left
    assert "Doesn't work now. Why?" in left and "No crystal is on 6" in left


def test_a_plan_stops_at_the_first_part_that_is_refused_meanwhile(evening: Evening) -> None:
    turned_to_ben(evening, "mend waiting 1")
    answer = evening.ask(evening.ben, "", seat=2, said=PLAN).text
    assert "All as planned, +6" in answer
    sent = sent_with(answer, intent="plan")
    assert evening.ben.tap(evening.code, "mend waiting 0", seat=2).status_code == 200
    before = evening.actions
    counted = evening.ask(evening.ben, "/count", **sent)
    assert counted.status_code == 422
    assert evening.actions == [*before, "shift 2 to gravity then collect"]
    told = html.unescape(counted.text)
    assert "1 of 4 counted" in told
    assert ">discharge helium, nebula 1 3, new nebula 2</textarea>" in told
    again = evening.ask(evening.ben, "/count", **sent)
    assert (again.status_code, evening.actions[len(before) :]) == (422, evening.actions[-1:])


def test_each_part_of_a_plan_is_taken_back_by_itself(evening: Evening) -> None:
    turned_to_ben(evening, "mend waiting 1")
    before = evening.actions
    answer = evening.ask(evening.ben, "", seat=2, said=PLAN.rpartition(",")[0]).text
    evening.ask(evening.ben, "/count", **sent_with(answer, intent="plan"))
    assert len(evening.actions) == len(before) + 3
    for left in (2, 1, 0):
        page = evening.ben.get(f"/t/{evening.code}").text
        form = page[page.index('id="last"') :].partition("</form>")[0]
        assert "together" not in form
        entry = re.findall(r'name="entry" value="(\d+)"', form)[0]
        evening.ben.post(f"/t/{evening.code}/take-back", entry=entry, seat=2, intent=f"u{left}")
        assert len(evening.actions) == len(before) + left


DRAWS = "gravity, gain chemistry, nebula 1 3, end"


def plan_bar(answer: TestResponse) -> str:
    return html.unescape(answer.text.partition('hx-target="#plan-bar"')[2].partition("</hx-")[0])


def test_a_power_that_will_be_drawn_can_be_planned(evening: Evening) -> None:
    assert evening.ben.tap(evening.code, "mend hand 3", seat=2).status_code == 200
    answer = evening.ask(evening.ben, "", seat=2, said=DRAWS)
    assert "Planned, +3" in plan_bar(answer)
    row = chips(answer.text)[1]
    assert "A Chemistry power for 2 cards" in row and "3 cards" in row
    assert "Speciation" not in answer.text, "nobody knows yet which"
    again = evening.ask(evening.ben, "", seat=2, said=f"{DRAWS[:24]}, gain chemistry")
    assert "All 4" not in again.text and "note no" not in again.text, "another slot"


def test_a_plan_counts_up_to_the_power_that_is_drawn_and_asks_for_it(evening: Evening) -> None:
    turned_to_ben(evening, "mend hand 3")
    before = evening.actions
    answer = evening.ask(evening.ben, "", seat=2, said=DRAWS)
    assert "As planned: 1 of 4" in plan_bar(answer)
    counted = evening.ask(evening.ben, "/count", **sent_with(answer.text, intent="plan"))
    assert evening.actions == [*before, "shift 2 to gravity then collect"]
    assert "Tap the card you kept" in plan_bar(counted) and 'data-open="gain 1"' in counted.text
    asked = counted.text.partition("chips-said")[2]
    assert "Count it all" not in counted.text and 'value="gain 1 speciation"' in asked
    drawn = sent_with(asked, intent="card", counts=["gain 1 speciation"])
    drawn["at"] = re.findall(r'name="at" value="(\d+)"', asked)
    rest = evening.ask(evening.ben, "/count", **drawn)
    assert evening.actions[len(before) + 1 :] == ["gain 1 speciation"]
    assert "All as planned, +3" in plan_bar(rest)
    done = evening.ask(evening.ben, "/count", **sent_with(rest.text, intent="rest"))
    assert evening.actions[len(before) + 2 :] == ["complete 1 ? 3 he", "end"], done.text


def test_what_one_tap_counted_is_told_from_where_to_where(evening: Evening) -> None:
    turned_to_ben(evening, "mend hand 3", "mend crystal 0")
    line = "gravity, nebula 1 3"
    before = evening.store.latest(evening.code).state.board(2)
    answer = evening.ask(evening.ben, "", seat=2, said=line)
    counted = evening.ask(evening.ben, "/count", **sent_with(answer.text, intent="plan"))
    after = evening.store.latest(evening.code).state.board(2)
    told = html.unescape(counted.text).partition("data-told")[2].partition("</div>")[0]
    assert f"Marker from {before.points.total} to {after.points.total}" in told
    # By the part that was counted before the last.
    assert f"energy cards from {before.hand} to {after.hand}" in told and after.hand > before.hand


def test_two_parts_alike_are_one_row(evening: Evening) -> None:
    turned_to_ben(evening, "tiles open 2 ? 2", "mend he 4")
    line = "gravity, nebula 2 5, nebula 2 5, end"
    answer = evening.ask(evening.ben, "", seat=2, said=line).text
    rows = chips(answer.partition("says-next")[0])
    assert len(rows) == 3 and "×2" in rows[1], rows


def test_what_can_come_next_can_be_said(evening: Evening) -> None:
    for language in SPEECH_LANGUAGES:
        line, said = "", 0
        while "says-next" in (answer := evening.read(line, language, seat=2)):
            assert said == 0 or "note no" not in answer
            shown = answer.partition("says-next")[2]
            line, said = re.findall(r'value="([^"]*)"', shown)[0], said + 1
        assert said >= 2 and "chips-said" in answer and "disabled" not in answer, language


def test_no_byte_of_a_plan_reaches_anybody_else(evening: Evening) -> None:
    waiting(evening)
    before = waiting(evening)
    for line in ("gravity, nebula 1 4, new nebula 3", "", "life 3 8", DRAWS):
        assert evening.ask(evening.ben, "", seat=2, said=line).status_code == 200
    assert waiting(evening) == before
    refused = evening.ask(evening.zoe, "", seat=2, said="gravity")
    assert refused.status_code == 422 and "says-next" not in refused.text


def planned(evening: Evening, line: str) -> dict[str, Any]:
    """The line as Ben's phone keeps it, with what it means on the table as it is."""
    answer = evening.ask(evening.ben, "", seat=2, said=line).text
    assert "Keep this plan" in answer
    meant = re.findall(r'class="meant" value="([^"]*)"', answer)
    return {"seat": 2, "said": line, "meant": [html.unescape(each) for each in meant]}


def test_moves_that_no_longer_fit_are_set_aside_and_the_rest_counts(evening: Evening) -> None:
    kept = planned(evening, "dark chemistry, gravity, nebula 1 3, new nebula 2")
    # The dark marble of the plan moves on before Ben's turn, and no other is there.
    moved = ["shift dark chemistry", "shift 1 to time then collect", "end"]
    assert evening.count(moved).status_code == 200
    answer = evening.ask(evening.ben, "", **kept)
    assert "No longer fits: dark chemistry, gravity" in plan_bar(answer)
    assert "then as planned: nebula 1 3, new nebula 2" in plan_bar(answer)
    assert not COUNTS.findall(plan_bar(answer)), "the marbles are moved by hand"
    before = evening.actions
    assert evening.ben.tap(evening.code, "shift 2", seat=2).status_code == 200
    assert "then as planned" in plan_bar(evening.ask(evening.ben, "", **kept))
    assert evening.ben.tap(evening.code, "collect placed", seat=2).status_code == 200
    answer = evening.ask(evening.ben, "", **kept)
    assert "As planned, +3" in plan_bar(answer)
    assert "No longer fits: dark chemistry, gravity<" in plan_bar(answer)
    counted = evening.ask(evening.ben, "/count", **{**kept, **sent_with(answer.text, intent="p")})
    assert counted.status_code == 200
    done = ["shift 2", "collect placed", "complete 1 ? 3 he", "end nebula 2 ?"]
    assert evening.actions == [*before, *done]


def test_a_plan_counts_what_was_planned_and_nothing_that_its_words_mean_by_now(
    evening: Evening,
) -> None:
    for action in ("mend hand 6", "mend he 5"):
        assert evening.ben.tap(evening.code, action, seat=2).status_code == 200, action
    kept = planned(evening, "chemistry, nebula 1, gain light, nebula 1 3, end")
    assert "nebula 1\t0 lay 1 ?" in kept["meant"] and "gain light\t0 gain 1" in kept["meant"]
    turned_to_ben(evening, "mend h 9")
    # Elsewhere no nebula is drawn; another star is the likely one; the slot is not as it was.
    for action in ("shift 2 to gravity then collect", "gain 1 speciation"):
        assert evening.ben.tap(evening.code, action, seat=2).status_code == 200, action
    fresh = COUNTS.findall(evening.ask(evening.ben, "", seat=2, said="nebula 1").text)
    assert fresh[-1:] == ["end nebula 1 ?"], "what it would mean by now"
    answer = evening.ask(evening.ben, "", **kept)
    assert COUNTS.findall(plan_bar(answer)) == ["complete 1 ? 3 he"], "what ends the turn waits"
    assert "No longer fits: chemistry, nebula 1, gain light<" in plan_bar(answer)
    assert "As planned: 1 of 5" in plan_bar(answer)


def test_a_part_with_other_points_is_left_out_and_says_so(evening: Evening) -> None:
    evening.ben.tap(evening.code, "mend waiting 1", seat=2)
    kept = planned(evening, "gravity, discharge helium, stable")
    turned_to_ben(evening, "mend waiting 2")
    for action in ("shift 2 to gravity then collect", "discharge h"):
        assert evening.ben.tap(evening.code, action, seat=2).status_code == 200, action
    answer = evening.ask(evening.ben, "", **kept)
    assert "Planned with 3, now 6" in html.unescape(answer.text)
    assert "No longer fits: gravity, discharge helium" in plan_bar(answer)
    assert not COUNTS.findall(plan_bar(answer))


@pytest.mark.parametrize(
    "meant", ["", "\t", "gravity", "gravity\tx", "gravity\t0 nonsense", "gravity\t0 goal helium"]
)
def test_a_meaning_that_no_phone_keeps_counts_nothing(evening: Evening, meant: str) -> None:
    turned_to_ben(evening)
    answer = evening.ask(evening.ben, "", seat=2, said="gravity", meant=meant)
    assert answer.status_code == 200
    assert set(COUNTS.findall(answer.text)) <= {"shift 2 to gravity then collect"}


def test_a_cards_own_name_is_understood_in_a_said_turn_and_in_a_question(evening: Evening) -> None:
    """What this group's box prints, beside the English name."""

    def found(name: str) -> str:
        asked = f"/rules/crafting?at={evening.code}&q=may I gain {name}"
        return evening.ana.get(asked, headers={"HX-Request": "true"}).text

    line = "gain 2 Zeitdehnung"
    assert "gain 2 time-dilation" not in COUNTS.findall(evening.read(line))
    assert "power.time-dilation" not in found("Zeitdehnung")
    phone = next(iter(evening.store.latest(evening.code).seats)).phone
    names = {"power.time-dilation": "Zeitdehnung"}
    play.name_cards_of_table(evening.store, evening.code, names, phone)
    for name in ("Zeitdehnung", "Time Dilation"):
        assert "gain 2 time-dilation" in COUNTS.findall(evening.read(f"gain 2 {name}")), name
        assert "power.time-dilation" in found(name), name
