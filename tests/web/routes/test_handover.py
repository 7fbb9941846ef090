"""A seat moves to another phone: once, within ten minutes, and the old phone is told."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise

import pytest

from companion.play import TableStore
from companion.web.site import Site
from tests.kit.elements import parsed
from tests.kit.phones import Phone, targets
from tests.kit.secrets import tells

Game = tuple[str, Phone, Phone]
New = Callable[[], Phone]
ADDRESS = re.compile(r'data-address="http://localhost(/t/\w+/take-over/[^"]+)"')
TOKEN = re.compile(r'name="token" value="([^"]+)"')


def shown(phone: Phone, code: str, seat: int) -> str:
    """The address in the code that this phone shows."""
    page = phone.get(f"/t/{code}/hand-over/{seat}").text
    found = ADDRESS.search(page)
    assert found, page
    assert 'aria-label="QR code: ' in page
    return found[1]


def take(phone: Phone, code: str, address: str) -> str:
    """Goes to the address and taps; the page that follows."""
    token = TOKEN.search(phone.get(address).text)
    assert token
    phone.post(f"/t/{code}/take-over", token=token[1])
    return phone.get(f"/t/{code}").text


def test_a_seat_moves_with_all_it_knows_and_the_old_phone_is_signed_out(
    game: Game, phone: New, store: TableStore
) -> None:
    code, _, ben = game
    ben.tap(code, "hide", seat=2, **{"action.1": "7391", "lead.1": "the"})
    open_page = ben.watch(code)
    assert "7391" in open_page.message()
    address, new = shown(ben, code, 2), phone()
    assert not tells(new.get(address).text, "7391")
    assert store.latest(code).seat_at(2).phone, "looking takes nothing"
    assert "Your number is 7391" in take(new, code, address)
    news = open_page.message()
    while "toast" not in targets(news):
        news = open_page.message()
    assert "Ben is now played on another phone." in news and not tells(news, "7391")
    assert not tells(ben.get(f"/t/{code}").text, "7391")
    refused = ben.tap(code, "take 1", seat=2)
    assert refused.status_code == 422 and "belongs to another phone" in refused.text
    assert new.tap(code, "hide", seat=2, **{"action.1": "5", "lead.1": "the"}).status_code == 200
    open_page.close()


def test_the_same_address_can_be_sent_as_a_link_while_the_code_stands(
    game: Game, phone: New
) -> None:
    """No new power: what is shared is what the code says, and it is gone with the code."""
    code, _, ben = game
    sent = re.compile(r'data-share="([^"]+)"')
    page = ben.get(f"/t/{code}/hand-over/2").text
    drawn = ADDRESS.search(page)
    assert drawn and sent.findall(page) == [f"http://localhost{drawn[1]}"]
    old = ben.watch(code, f"offer&offer={drawn[1].rpartition('/')[2]}")
    assert sent.search(old.message())
    take(phone(), code, drawn[1])
    news = old.message()
    while "offer" not in targets(news):
        news = old.message()
    assert "Another phone has it now" in news and "data-share" not in news
    old.close()


def test_a_code_works_once(game: Game, phone: New) -> None:
    code, _, ben = game
    address, new, late = shown(ben, code, 2), phone(), phone()
    token = TOKEN.search(late.get(address).text)
    assert token
    take(new, code, address)
    assert "has expired" in late.get(address).text
    late.post(f"/t/{code}/take-over", token=token[1])
    page = late.get(f"/t/{code}").text
    assert "has been used" in page and 'data-running="no"' in page


def test_it_stays_used_when_the_seat_has_gone_back(game: Game, phone: New) -> None:
    code, _, ben = game
    first, new = shown(ben, code, 2), phone()
    take(new, code, first)
    take(ben, code, shown(new, code, 2))
    assert "has expired" in new.get(first).text


def test_a_code_is_good_for_ten_minutes(game: Game, phone: New, now: list[float]) -> None:
    code, _, ben = game
    address, new = shown(ben, code, 2), phone()
    token = TOKEN.search(new.get(address).text)
    assert token
    now[0] += 601
    assert "has expired" in new.get(address).text
    new.post(f"/t/{code}/take-over", token=token[1])
    assert "has expired" in new.get(f"/t/{code}").text


def test_other_events_do_not_spoil_a_code(game: Game, phone: New) -> None:
    code, ana, ben = game
    address = shown(ben, code, 2)
    ana.tap(code, "take 2", seat=1)
    ana.post(f"/t/{code}/free", seat=1)
    assert 'data-running="yes"' in take(phone(), code, address)


def test_any_phone_at_the_table_shows_the_code_of_any_seat(game: Game, phone: New) -> None:
    code, ana, ben = game
    awake = ana.watch(code)
    assert ADDRESS.search(ben.get(f"/t/{code}/hand-over/1").text), "also while it is awake"
    assert ADDRESS.search(ana.get(f"/t/{code}/hand-over/2").text)
    assert f"/t/{code}/hand-over/1" in ben.get(f"/t/{code}/table").text, "and there is a way to it"
    awake.close()
    stranger = phone()
    stranger.get(f"/t/{code}/hand-over/2")
    assert "Only phones at this table" in stranger.get(f"/t/{code}").text


def test_who_was_signed_out_is_told_at_once_and_takes_it_back(
    game: Game, phone: New, store: TableStore
) -> None:
    code, _, ben = game
    ben.tap(code, "hide", seat=2, **{"action.1": "7391", "lead.1": "the"})
    awake, new = ben.watch(code), phone()
    awake.message()
    before = store.latest(code).seat_at(2).phone
    for _ in range(2):
        take(new, code, shown(ben, code, 2))
        assert store.latest(code).seat_at(2).phone != before
        news = awake.message()
        while "Take the seat back" not in news:
            news = awake.message()
        assert ben.post(f"/t/{code}/reclaim/2").status_code == 303
        assert store.latest(code).seat_at(2).phone == before
        assert "7391" in awake.message(), "the open page plays on"
        assert "Your number is 7391" in ben.get(f"/t/{code}").text
    awake.close()
    lost = new.get(f"/t/{code}").text
    assert "Ben is now played on another phone." in lost
    assert not tells(lost, "7391") and "Take the seat back" not in lost


def test_the_first_owner_takes_a_seat_back_through_any_chain(
    game: Game, phone: New, store: TableStore, now: list[float]
) -> None:
    code, ana, ben = game
    first, chain = store.latest(code).seat_at(2).phone, [ben, phone(), phone(), phone()]
    for old, new in pairwise(chain):
        take(new, code, shown(old, code, 2))
    taken = store.latest(code).seat_at(2).phone
    for other in (ana, phone()):
        other.post(f"/t/{code}/reclaim/2")
        assert "take this seat back from here" in other.get(f"/t/{code}").text
        assert "Take the seat back" not in other.get(f"/t/{code}").text
    assert store.latest(code).seat_at(2).phone == taken
    now[0] += 100_000
    assert "Take the seat back" in ben.get(f"/t/{code}").text
    ben.post(f"/t/{code}/reclaim/2")
    assert store.latest(code).seat_at(2).phone == first
    for later in chain[1:]:
        later.post(f"/t/{code}/reclaim/2")
        assert store.latest(code).seat_at(2).phone == first, "who had it first has the last word"
    assert ben.post(f"/t/{code}/reclaim/9").status_code in (303, 404)


def test_a_phone_that_slept_is_told_when_it_opens_the_page(game: Game, phone: New) -> None:
    code, _, ben = game
    take(phone(), code, shown(ben, code, 2))
    assert "Ben is now played on another phone." in ben.get(f"/t/{code}").text
    assert "You are watching" not in ben.get(f"/t/{code}").text, "once is enough"


def test_a_page_left_open_is_told_when_it_wakes(game: Game, phone: New) -> None:
    code, _, ben = game
    take(phone(), code, shown(ben, code, 2))
    stream = ben.watch(f"{code}", "table&playing=2")
    assert "Ben is now played on another phone." in stream.message()
    stream.close()


def test_a_freed_seat_is_told_to_its_open_page(game: Game) -> None:
    code, ana, ben = game
    stream = ben.watch(code)
    stream.message()
    ana.post(f"/t/{code}/free", seat=2)
    assert "seat is free now." in stream.message()
    stream.close()


@pytest.mark.parametrize("freed", [False, True])
def test_who_still_plays_another_seat_is_not_said_to_watch(phone: New, freed: bool) -> None:
    ana, words = phone(), "seat is free now." if freed else "is now played on another phone."
    code = ana.open_table()
    ana.post(f"/t/{code}/sit", seat=2, name="Grandpa")
    ana.post(f"/t/{code}/start")
    stream = ana.watch(code, playing=1)
    stream.message()
    if freed:
        ana.post(f"/t/{code}/free", seat=2)
    else:
        take(phone(), code, shown(ana, code, 2))
    news = stream.message()
    while words not in news:
        news = stream.message()
    assert "watching" not in news
    stream.close()


def test_the_hosts_rights_move_alone(game: Game, phone: New, store: TableStore) -> None:
    code, ana, ben = game
    ben.get(f"/t/{code}/hand-over/0")
    assert "Only the host" in ben.get(f"/t/{code}").text
    take(ben, code, shown(ana, code, 0))
    table = store.latest(code)
    assert table.host == table.seat_at(2).phone != table.seat_at(1).phone
    ana.post(f"/t/{code}/lock", locked=1)
    assert not store.latest(code).locked
    ben.post(f"/t/{code}/lock", locked=1)
    assert store.latest(code).locked


def test_the_hosts_rights_go_with_the_hosts_only_seat(
    game: Game, phone: New, store: TableStore
) -> None:
    code, ana, _ = game
    new = phone()
    take(new, code, shown(ana, code, 1))
    table = store.latest(code)
    assert table.host == table.seat_at(1).phone != ""
    assert new.post(f"/t/{code}/free", seat=2).status_code == 303
    assert not store.latest(code).seat_at(2).phone


@pytest.mark.parametrize("token", ["", "x", "WyJaWlpaIiwyLDUsOTk5OTk5OTk5OV0.forged", "a.b.c"])
def test_a_forged_code_is_refused(game: Game, phone: New, token: str) -> None:
    code, _, _ = game
    new = phone()
    if token:
        assert "has expired" in new.get(f"/t/{code}/take-over/{token}").text
    new.post(f"/t/{code}/take-over", token=token)
    assert "has expired" in new.get(f"/t/{code}").text


def test_a_code_of_one_table_is_none_at_another(game: Game, phone: New) -> None:
    code, _, ben = game
    address, other = shown(ben, code, 2), phone().open_table()
    assert "has expired" in phone().get(address.replace(code, other)).text


def test_the_page_with_the_code_tells_when_it_is_done(game: Game, phone: New) -> None:
    code, _, ben = game
    address = shown(ben, code, 2)
    stream = ben.watch(code, f"offer&offer={address.rpartition('/')[2]}")
    assert address in stream.message()
    take(phone(), code, address)
    news = stream.message()
    assert "Another phone has it now." in news and "another phone now" in news
    stream.close()


def test_who_still_plays_reads_of_a_seat_in_the_sill_alone(phone: New) -> None:
    """It is put aside once it was read; the seat's own page still has the way back."""
    ana, new = phone(), phone()
    code = ana.open_table()
    ana.post(f"/t/{code}/sit", seat=2, name="Grandpa")
    ana.post(f"/t/{code}/start")
    back = f'action="/t/{code}/reclaim/2"'
    assert back not in ana.get(f"/t/{code}/hand-over/2").text
    take(new, code, shown(ana, code, 2))
    found = parsed(ana.get(f"/t/{code}").text).by_id
    assert found["handing"].said["data-once"] and "moving" in found
    assert "Take the seat back" not in found["main"].words
    assert "Take the seat back" in found["handing"].words
    assert back in ana.get(f"/t/{code}/hand-over/2").text


def test_a_cover_lies_between_two_players_of_one_phone(phone: New) -> None:
    ana = phone()
    code = ana.open_table()
    ana.post(f"/t/{code}/sit", seat=2, name="Grandpa")
    ana.post(f"/t/{code}/start")
    ana.tap(code, "hide", seat=2, **{"action.1": "7391", "lead.1": "the"})
    ana.post(f"/t/{code}/switch", seat=2)
    for page in ("", "/shared", "/table", "/history"):
        assert not tells(ana.get(f"/t/{code}{page}").text, "7391")
    stream = ana.watch(code)
    assert not tells(stream.message(), "7391")
    stream.close()
    assert "Hand the phone to Grandpa" in ana.get(f"/t/{code}").text
    ana.post(f"/t/{code}/uncover")
    assert "Your number is 7391" in ana.get(f"/t/{code}").text
    ana.post(f"/t/{code}/switch", seat=1)
    assert "Hand the phone to Ana" in ana.get(f"/t/{code}").text
    ana.post(f"/t/{code}/uncover", shared=1)
    ana.post(f"/t/{code}/switch", seat=2)
    assert "Your number is 7391" in ana.get(f"/t/{code}").text, "they share what they know"


def test_the_seat_that_is_called_is_offered_first(phone: New, here: Site) -> None:
    ana = phone()
    code = ana.open_table()
    ana.post(f"/t/{code}/sit", seat=2, name="Grandpa")
    ana.post(f"/t/{code}/start")
    assert "Hand over to" not in ana.get(f"/t/{code}").text
    ana.tap(code, "take 2", seat=1)
    assert "Hand over to Grandpa" in ana.get(f"/t/{code}").text
    assert 'data-mine="yes"' in ana.get(f"/t/{code}").text
