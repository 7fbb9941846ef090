"""A phone signs out, or the host does it: its seats are free, and it is nobody any more."""

from __future__ import annotations

from collections.abc import Callable

from companion.app import create_app
from companion.config import Config
from companion.play import TableStore
from companion.play.phone import SIGN_OUT_RECHECK_SECONDS
from companion.web.site import Site
from tests.kit.phones import Phone
from tests.kit.steady import clocked
from tests.kit.toy_game import HEAP

New = Callable[[], Phone]


def test_a_phone_signs_out_and_forgets_who_it_was(phone: New, store: TableStore) -> None:
    ana, ben = phone(), phone()
    codes = [ana.open_table(), ana.open_table()]
    for code in codes:
        ben.post(f"/t/{code}/sit", seat=2, name="Ben")
        ana.post(f"/t/{code}/start")
    assert "Sign this phone out" in ben.get(f"/t/{codes[0]}/lobby").text
    answer = ben.post(f"/t/{codes[0]}/sign-off")
    assert answer.location == "/"
    assert ben.cookie is None
    for code in codes:
        assert not store.latest(code).seat_at(2).phone and store.latest(code).seat_at(1).phone
        assert "Ben gave up the seat" in ana.get(f"/t/{code}/history").text
        assert "Take the seat back" not in ben.get(f"/t/{code}").text
    page = ben.get("/").text
    assert codes[0] not in page and "Ben" not in page


def test_the_host_sees_which_phones_hold_seats_and_ends_one(phone: New, store: TableStore) -> None:
    ana, ben, cleo = phone(), phone(), phone()
    code = ana.open_table(seats=4)
    for seat in (2, 3):
        ben.post(f"/t/{code}/sit", seat=seat, name=f"Ben{seat}")
    cleo.post(f"/t/{code}/sit", seat=4, name="Cleo")
    ana.post(f"/t/{code}/start")
    for other in (ben, cleo):
        assert "Phones at this table" not in other.get(f"/t/{code}/lobby").text
        other.post(f"/t/{code}/end-phone", seat=1)
    assert store.latest(code).seat_at(1).phone
    seen = ana.get(f"/t/{code}/lobby").text
    assert "Phones at this table" in seen and "Ben2, Ben3" in seen
    bens = store.latest(code).seat_at(2).phone
    assert bens not in seen, "no phone is called by what it is"
    ana.post(f"/t/{code}/end-phone", seat=2)
    table = store.latest(code)
    assert [bool(one.phone) for one in table.seats] == [True, False, False, True]
    told = cleo.get(f"/t/{code}/history").text
    assert "The host freed the seat of Ben2" in told and "The host freed the seat of Ben3" in told
    assert "Take the seat back" in ben.get(f"/t/{code}").text


def test_a_copied_cookie_is_nobody_after_signing_out(
    phone: New, store: TableStore, now: list[float]
) -> None:
    ana, ben, thief = phone(), phone(), phone()
    code = ana.open_table(seats=3)
    ben.post(f"/t/{code}/sit", seat=2, name="Ben")
    copied = ben.cookie
    assert copied is not None
    thief.keep(copied.value)
    assert ">you" in thief.get(f"/t/{code}/lobby").text
    answer = ben.post(f"/t/{code}/sign-off")
    assert "Clear-Site-Data" not in answer.headers, "a browser complains of it over plain http"
    before = store.latest(code).seq
    assert ">you" not in thief.get(f"/t/{code}/lobby").text
    assert code not in thief.get("/").text and "Ben" not in thief.get("/").text
    thief.keep(copied.value)
    thief.post(f"/t/{code}/sit", seat=2, name="Mallory")
    assert store.latest(code).seat_at(2).phone != store.latest(code).seat_at(1).phone
    sat = store.latest(code)
    assert sat.seat_at(2).name == "Mallory" and sat.seq > before, "as a newcomer, under a new key"
    thief.keep(copied.value)
    assert ">you" not in thief.get(f"/t/{code}/lobby").text
    assert ">you" in ana.get(f"/t/{code}/lobby").text, "nobody else is signed out"


def test_over_https_the_browser_forgets_what_it_keeps(phone: New) -> None:
    ana = phone()
    answer = ana.client.post(
        f"/t/{ana.open_table()}/sign-off",
        base_url="https://localhost",
        headers={"Origin": "https://localhost"},
    )
    assert answer.status_code == 303
    assert answer.headers["Clear-Site-Data"] == '"cache", "cookies", "storage"'


def test_every_server_of_the_tables_knows_who_has_signed_out(
    phone: New, here: Site, config: Config, now: list[float]
) -> None:
    ben = phone()
    code, elsewhere = ben.open_table(name="Benedict"), phone().open_table()
    copied = ben.cookie
    assert copied is not None
    other = create_app(config, games={"heap": HEAP}, **clocked(lambda: now[0]))
    thief = Phone(other)
    thief.keep(copied.value)
    assert (
        ">you" in thief.get(f"/t/{code}/lobby").text
        and "Benedict" in thief.get(f"/j/{elsewhere}").text
    )
    ben.post(f"/t/{code}/sign-off")
    now[0] += SIGN_OUT_RECHECK_SECONDS
    thief.keep(copied.value)
    # The seat is free anyway; the cookie itself holds a name.
    assert ">you" not in thief.get(f"/t/{code}/lobby").text
    assert "Benedict" not in thief.get(f"/j/{elsewhere}").text
    other.extensions["companion"].close()
    again = create_app(config, games={"heap": HEAP}, **clocked(lambda: now[0]))
    late = Phone(again)
    late.keep(copied.value)
    assert "Benedict" not in late.get(f"/j/{elsewhere}").text, "nor after a restart"
    again.extensions["companion"].close()
