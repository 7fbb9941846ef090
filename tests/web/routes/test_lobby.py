"""The lobby: seats change hands, names and colours, order, options, the lock, the start."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.play import TableStore
from companion.web.request.phone import clean_name
from tests.kit.elements import parsed
from tests.kit.phones import Phone, targets
from tests.kit.secrets import tells

New = Callable[[], Phone]


def test_one_phone_may_hold_several_seats_and_choose_the_one_it_plays(
    phone: New, store: TableStore
) -> None:
    ana = phone()
    code = ana.open_table()
    ana.post(f"/t/{code}/sit", seat=2, name="Grandpa")
    ana.post(f"/t/{code}/start")
    table = store.latest(code)
    assert table.seats_of(table.host) == (1, 2)
    assert ana.get(f"/t/{code}").text.count('name="seat" value="1"') > 1
    ana.post(f"/t/{code}/switch", seat=2)
    ana.post(f"/t/{code}/uncover")
    assert 'class="btn small" name="seat" value="2" aria-pressed="true"' in (
        ana.get(f"/t/{code}").text
    )
    assert 'name="seat" value="1" aria-pressed="true"' in ana.get(f"/t/{code}?seat=1").text
    assert 'name="seat" value="1" aria-pressed="true"' in ana.get(f"/t/{code}").text


def test_a_phone_cannot_look_through_a_seat_that_it_does_not_hold(
    game: tuple[str, Phone, Phone],
) -> None:
    code, ana, ben = game
    ben.tap(code, "hide", **{"action.1": "7391", "lead.1": "the"})
    assert "Your number is 7391" in ben.get(f"/t/{code}").text
    assert not tells(ana.get(f"/t/{code}?seat=2").text, "7391")


def test_the_second_seat_does_not_change_the_remembered_name(phone: New) -> None:
    ana = phone()
    code = ana.open_table(name="Ana")
    ana.post(f"/t/{code}/sit", seat=2, name="Grandpa")
    assert 'value="Ana"' in ana.get(f"/j/{phone().open_table()}").text


def test_a_seat_is_freed_and_taken_again_on_another_phone(
    game: tuple[str, Phone, Phone], phone: New
) -> None:
    code, _, ben = game
    ben.tap(code, "hide", **{"action.1": "7391", "lead.1": "the"})
    new = phone()
    new.post(f"/t/{code}/sit", seat=2)
    page = new.get(f"/t/{code}").text
    assert "This seat is taken." in page and not tells(page, "7391")
    ben.post(f"/t/{code}/free", seat=2)
    assert not tells(ben.get(f"/t/{code}").text, "7391")
    new.post(f"/t/{code}/sit", seat=2)
    assert "Your number is 7391" in new.get(f"/t/{code}").text


def test_a_free_seat_with_a_name_asks_for_none(phone: New) -> None:
    ana, ben = phone(), phone()
    code = ana.open_table(seats=3)
    ben.post(f"/t/{code}/sit", seat=2, name="Ben")
    ben.post(f"/t/{code}/free", seat=2)
    seats = parsed(ana.get(f"/t/{code}/lobby").text).by_id
    named, nameless = (seats[f"seat-{n}"].words for n in (2, 3))
    assert "Ben" in named and "Play here" in named and "Add name" not in named
    assert "Add name" in nameless


def test_the_host_locks_the_table(phone: New, store: TableStore) -> None:
    ana, ben = phone(), phone()
    code = ana.open_table()
    ben.post(f"/t/{code}/lock", locked="1")
    assert not store.latest(code).locked, "only the host locks"
    ana.post(f"/t/{code}/lock", locked="1")
    assert "locked this table" in ben.get(f"/j/{code}").text
    ben.post(f"/t/{code}/sit", seat=2)
    assert store.latest(code).seat_at(2).phone == ""
    ana.post(f"/t/{code}/lock", locked="0")
    ben.post(f"/t/{code}/sit", seat=2)
    assert store.latest(code).seat_at(2).phone != ""


def test_a_refusal_is_shown_once_on_the_next_page(phone: New) -> None:
    ana, ben = phone(), phone()
    code = ana.open_table()
    ben.post(f"/t/{code}/lock", locked="1")
    assert "Only the host can do that" in ben.get(f"/t/{code}").text
    assert "Only the host can do that" not in ben.get(f"/t/{code}").text


def test_names_colours_order_size_and_options(phone: New, store: TableStore) -> None:
    ana = phone()
    code = ana.open_table()
    ana.post(f"/t/{code}/resize", seats=3)
    ana.post(f"/t/{code}/rename", seat=1, name="Änne")
    ana.post(f"/t/{code}/recolour", seat=1, colour="green")
    ana.post(f"/t/{code}/reorder", order="3 1 2")
    answer = ana.post(f"/t/{code}/option", key="heap", value="3")
    assert answer.location == f"/t/{code}#option-heap"
    table = store.latest(code)
    seats = [(seat.number, seat.name, seat.colour) for seat in table.seats]
    assert seats == [(1, "", "violet"), (2, "Änne", "green"), (3, "", "cyan")]
    assert dict(table.options) == {"heap": "3"}
    assert "Green diamond" in ana.get(f"/t/{code}").text


def test_the_order_buttons_change_neighbours_about(phone: New, store: TableStore) -> None:
    ana = phone()
    code = ana.open_table(seats=3)
    page = ana.get(f"/t/{code}").text
    assert 'name="order" value="2 1 3"' in page and 'name="order" value="1 3 2"' in page


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Ana\t Maria ", "Ana Maria"),
        ("x" * 30, "x" * 20),
        ("نجمة", "نجمة"),
        ("e\u0301" * 25, "é" * 20),
        ("ni\u0302\u0323" * 3, "nị̂nị̂nị̂"),
        ("A\u202ebc\x00d\x1b", "Abcd"),
        ("👩\u200d👩\u200d👧", "👩\u200d👩\u200d👧"),
        ("\u200d \u200b", ""),
        *((blank, "") for blank in "\u3164\u115f\u1160\uffa0\u2800\u034f\u200b\u2060\ufeff\u00ad"),
        ("\u3164\u2800 \u200b", ""),
        ("\u0301\u0302", ""),
        ("\ufe0f\u20e3", ""),
        ("\u3164Ana\u2800", "Ana"),
        ("An\u3164a", "An a"),
        ("", ""),
    ],
)
def test_names_keep_any_script_and_lose_what_cannot_be_seen(typed: str, kept: str) -> None:
    assert clean_name(typed) == unicodedata.normalize("NFC", kept)


def test_names_are_escaped_everywhere(phone: New) -> None:
    ana = phone()
    nasty = "<b>\"&'</b>"
    code = ana.open_table(name=nasty)
    ana.post(f"/t/{code}/start")
    ana.tap(code, "take 1")
    pages = ("", "/lobby", "/screen", "/history", "/own")
    texts = [ana.get(f"/t/{code}{page}").text for page in pages]
    stream = ana.watch(code)
    texts.append(stream.message())
    stream.close()
    assert all("&lt;b&gt;" in text for text in texts)
    assert not any(nasty in text or '<b>"' in text for text in texts)


def test_the_lobby_is_live_and_becomes_the_table(phone: New) -> None:
    ana, ben = phone(), phone()
    code = ana.open_table()
    stream = ana.watch(code, "lobby")
    assert targets(stream.message()) == [
        "seen",
        "slot-moving",
        "slot-invite",
        "slot-seats",
        "slot-settings",
        "slot-start",
    ]
    ben.post(f"/t/{code}/sit", seat=2, name="Ben")
    text = stream.message()
    while "Ben" not in text:
        text = stream.message()
    assert targets(text) == ["seen", "seats", "settings", "start"], "nobody is left out any more"
    ana.post(f"/t/{code}/start")
    text = stream.message()
    turned = ["top:not(:has(#slot-top))", "main:has(#slot-seats)", "foot:has(#slot-start)"]
    assert targets(text) == ["seen", *turned], "nothing is sent twice"
    assert 'id="tab-turn"' in text and "Take 1" in text
    ana.tap(code, "take 1")
    assert "panel-banner" in targets(stream.message()), "the same stream goes on"
    stream.close()


def test_empty_seats_are_left_out_at_the_start_with_a_word(phone: New, store: TableStore) -> None:
    ana, ben = phone(), phone()
    code = ana.open_table(seats=3)
    ben.post(f"/t/{code}/sit", seat=3, name="Ben")
    page = ana.get(f"/t/{code}").text
    assert "Start with 2" in page and "1 empty seat is left out" in page
    ana.post(f"/t/{code}/start")
    table = store.latest(code)
    assert table.started and [seat.name for seat in table.seats] == ["Ana", "Ben"]


def test_a_start_asks_first_only_where_a_seat_that_plays_has_nobody(
    phone: New, store: TableStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game for two or more: one tap once two are there, a word before it while one is missing."""
    for_two = replace(store.catalogue["heap"], seats=range(2, 5))
    monkeypatch.setattr(store, "catalogue", {"heap": for_two})
    ana, ben = phone(), phone()
    code = ana.open_table(seats=4)
    start = f'action="/t/{code}/start"'
    alone = ana.get(f"/t/{code}").text
    assert "Waiting: 1 of 4" in alone and "Start with" not in alone
    assert alone.index("Is a phone still missing?") < alone.index(start), "asked before it starts"
    assert alone.count(start) == 1 and "Start anyway" in alone
    ben.post(f"/t/{code}/sit", seat=3, name="Ben")
    both = ana.get(f"/t/{code}").text
    assert "Start with 2" in both and "2 empty seats are left out" in both
    assert "Is a phone still missing?" not in both and start in both
    ana.post(f"/t/{code}/sit", seat=2, name="Cleo")
    assert "Is a phone still missing?" not in ana.get(f"/t/{code}").text, "two on one phone"


def test_the_seats_that_a_game_needs_stay(phone: New, store: TableStore) -> None:
    ana = phone()
    code = ana.open_table(seats=3)
    fewest = store.latest(code).game.seats[0]
    ana.post(f"/t/{code}/start")
    assert len(store.latest(code).seats) == max(1, fewest)


def test_any_seat_starts_once_the_hosts_phone_has_been_away(
    phone: New, store: TableStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, ben, stranger = phone(), phone(), phone()
    code = ana.open_table()
    ben.post(f"/t/{code}/sit", seat=2, name="Ben")
    monkeypatch.setattr(store.stream_hub, "seconds_since_last_request", lambda code, phone: 59.0)
    ben.post(f"/t/{code}/start")
    assert not store.latest(code).started
    monkeypatch.setattr(store.stream_hub, "seconds_since_last_request", lambda code, phone: 60.0)
    assert "Start with 2" in ben.get(f"/t/{code}").text
    stranger.post(f"/t/{code}/start")
    assert not store.latest(code).started
    ben.post(f"/t/{code}/start")
    assert store.latest(code).started


def test_a_wrong_number_of_seats_is_changed_until_somebody_scores(
    phone: New, store: TableStore
) -> None:
    ana, ben = phone(), phone()
    code = ana.open_table()
    ben.post(f"/t/{code}/sit", seat=2, name="Ben")
    ana.post(f"/t/{code}/start")
    stream = ben.watch(code)
    stream.message()
    ben.post(f"/t/{code}/reopen")
    assert store.latest(code).started, "only the host goes back"
    assert "Change the number of players" in ana.get(f"/t/{code}/lobby").text
    ana.post(f"/t/{code}/reopen")
    table = store.latest(code)
    assert not table.started and table.state is None and not table.entries
    assert "event: gone" in "".join(chunk.decode() for chunk in stream.answer.iter_encoded())
    ana.post(f"/t/{code}/resize", seats=3)
    phone().post(f"/t/{code}/sit", seat=3, name="Cy")
    ana.post(f"/t/{code}/start")
    assert len(store.latest(code).seats) == 3 and store.latest(code).started
    ana.tap(code, "take 1", seat=1)
    assert "Change the number of players" not in ana.get(f"/t/{code}/lobby").text
    ana.post(f"/t/{code}/reopen")
    assert store.latest(code).started


def test_whoever_sits_in_the_lobby_may_wish_for_the_guide(phone: New, store: TableStore) -> None:
    """And who starts decides: both ways to start stand side by side."""
    ana, ben, stranger = phone(), phone(), phone()
    code = ana.open_table()
    ben.post(f"/t/{code}/sit", seat=2, name="Ben")
    stranger.post(f"/t/{code}/teach", on="1")
    assert not store.latest(code).guided, "only who sits there"
    ben.post(f"/t/{code}/teach", on="1")
    assert store.latest(code).guided
    ana.post(f"/t/{code}/start", guided="0")
    table = store.latest(code)
    assert table.started and not table.guided
    ben.post(f"/t/{code}/teach", on="1")
    assert not store.latest(code).guided, "later it is the host's"
    other = ana.open_table()
    ben.post(f"/t/{other}/sit", seat=2, name="Ben")
    ana.post(f"/t/{other}/start", guided="1")
    assert store.latest(other).started and store.latest(other).guided


def test_a_setting_leaves_the_page_where_it_is(phone: New, store: TableStore) -> None:
    """With scripts nothing is loaded anew: the answer only says how new the table is."""
    ana = phone()
    code = ana.open_table(seats=3)
    for path, form in (
        ("resize", {"seats": "2"}),
        ("lock", {"locked": "1"}),
        ("teach", {"on": "1"}),
    ):
        headers = {**ana.headers, "HX-Request": "true"}
        answer = ana.client.post(f"/t/{code}/{path}", data=form, headers=headers)
        assert answer.status_code == 204
        assert answer.headers["Newest"] == str(store.latest(code).seq)
    table = store.latest(code)
    assert len(table.seats) == 2 and table.locked and table.guided


def offered(phone: Phone, code: str) -> list[str]:
    """The names that can be picked for the first free seat."""
    seats = phone.get(f"/t/{code}/lobby").text
    first = re.split(r'id="familiar-\d"', seats)[1:2] or [""]
    return re.findall(r'name="known" value="([^"]*)"', first[0])


def test_a_guest_of_an_earlier_evening_is_seated_by_one_tap(
    over: tuple[str, Phone, Phone], store: TableStore
) -> None:
    _, ana, ben = over
    code = ana.open_table(seats=3)
    assert offered(ana, code) == ["Ben"]
    ana.post(f"/t/{code}/sit", seat=2, known="Ben", name="")
    table = store.latest(code)
    assert [seat.name for seat in table.seats] == ["Ana", "Ben", ""]
    assert table.seats_of(table.seat_at(1).phone) == (1, 2)
    assert offered(ana, code) == [], "Ben sits there already"
    assert "known" not in ben.get(f"/t/{code}/lobby").text, "whoever has no seat seats nobody"


def test_names_are_offered_as_this_phone_shows_them(over: tuple[str, Phone, Phone]) -> None:
    _, ana, _ = over
    code = ana.open_table(seats=3)
    ana.post("/evenings/rename", name="Ben", to="Benedikt נ")
    assert offered(ana, code) == ["Benedikt נ"]
    ana.post("/evenings/forget", name="Benedikt נ")
    assert offered(ana, code) == []


def test_a_phone_that_waited_in_the_lobby_follows_back_to_it(phone: New, store: TableStore) -> None:
    ana, ben = phone(), phone()
    code = ana.open_table()
    ben.post(f"/t/{code}/sit", seat=2, name="Ben")
    stream = ben.watch(code, page="lobby")
    stream.message()
    ana.post(f"/t/{code}/start")
    stream.message()
    ana.post(f"/t/{code}/reopen")
    assert not store.latest(code).started
    assert "event: gone" in "".join(chunk.decode() for chunk in stream.answer.iter_encoded())
