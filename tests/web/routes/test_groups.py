"""Groups on the pages: the link lets in, others are told, and nobody else sees a byte."""

from __future__ import annotations

import re
from collections.abc import Callable

from companion.play import TableStore
from companion.play.groups import OPENED_SECONDS
from tests.kit.phones import Phone

New = Callable[[], Phone]


def founded(phone: Phone, own: str = "Ana") -> tuple[str, str]:
    """A new group of this phone: its address, and the path of its link."""
    address = phone.post("/groups", name="Thursdays", own=own).location
    return address, link(phone, address)


def link(phone: Phone, address: str) -> str:
    found = re.search(r'id="link"[^>]*value="[^"]*?(/groups/[^"]+)"', phone.get(address).text)
    assert found
    return found[1]


def member(phone: Phone, address: str, name: str) -> str:
    page = phone.get(address).text
    found = re.search(rf'<b>{name}</b>.*?name="member" value="(\w+)"', page, re.DOTALL)
    assert found
    return found[1]


def test_the_link_lets_a_phone_in_and_nobody_else_sees_the_group(phone: New) -> None:
    ana, ben, eve = phone(), phone(), phone()
    address, way = founded(ana)
    assert eve.get(address).status_code == 404
    assert eve.get(way[:-1] + "_").status_code == 404
    assert "Thursdays" in ben.get(way).text and "Ana" not in ben.get(way).text
    assert ben.get(address).status_code == 404, "looking is not joining"
    assert ben.post(way, own="Ben").status_code == 303
    assert "Ben" in ana.get(address).text and "Ana" in ben.get(address).text
    assert eve.post(f"{address}/link").status_code == 404
    ana.post(f"{address}/link")
    assert eve.get(way).status_code == 404 and eve.post(way, own="Eve").status_code == 404
    assert ben.get(address).status_code == 200, "whoever is listed stays"
    assert eve.get(link(ana, address)).status_code == 200


def test_others_are_told_and_take_their_name_or_the_evening_out(
    over: tuple[str, Phone, Phone], phone: New
) -> None:
    code, ana, ben = over
    cleo = phone()
    address, way = founded(ana)
    cleo.post(way, own="Cleo")
    group = address.rpartition("/")[2]
    assert code not in cleo.get(address).text and "Ben" not in cleo.get(address).text
    assert "in the group Thursdays" not in ben.get("/").text
    assert cleo.post(f"/evenings/of/{code}/groups", group=group, do="put").status_code == 404
    ana.post(f"/evenings/of/{code}/groups", group=group, do="put")
    assert "Ben" in cleo.get(address).text and "1 game played" in cleo.get(address).text
    assert "in the group Thursdays" in ben.get("/").text
    assert "in the group Thursdays" not in ana.get("/").text, "who did it knows"
    ben.post(f"/evenings/of/{code}/groups", group=group, do="hide", seat=2)
    assert "in the group Thursdays" not in ben.get("/").text, "told once"
    assert "Ben" not in cleo.get(address).text and "Ana" in cleo.get(address).text
    ben.post(f"/evenings/of/{code}/groups", group=group, do="take")
    assert "0 games played" in cleo.get(address).text
    ana.post(f"/evenings/of/{code}/groups", group=group, do="put")
    assert "0 games played" in cleo.get(address).text, "what was taken out stays out"
    assert "Put it back" not in ana.get(f"/evenings/of/{code}").text
    assert "Put it back" in ben.get(f"/evenings/of/{code}").text
    ben.post(f"/evenings/of/{code}/groups", group=group, do="back")
    assert "1 game played" in cleo.get(address).text


def test_a_table_opened_there_is_the_groups_once_it_is_over(phone: New, store: TableStore) -> None:
    ana, ben = phone(), phone()
    address, _ = founded(ana)
    code = ana.post(f"{address}/open", game="heap").location.rpartition("/")[2]
    assert "In the group Thursdays" not in ben.get(f"/t/{code}").text
    ben.post(f"/t/{code}/sit", seat=2, name="Ben")
    assert "In the group Thursdays" in ben.get(f"/t/{code}").text
    assert "Take the evening out" in ben.get(f"/evenings/of/{code}").text
    ana.post(f"/t/{code}/start")
    assert "0 games played" in ana.get(address).text
    while store.latest(code).outcome is None:
        seat = min(store.latest(code).seats_to_act)
        (ana if seat == 1 else ben).tap(code, "take 3", seat=seat)
    assert "1 game played" in ana.get(address).text
    assert "in the group Thursdays" in ben.get("/").text


def test_members_are_shown_a_table_that_one_has_just_opened(phone: New, now: list[float]) -> None:
    ana, ben, eve = phone(), phone(), phone()
    address, way = founded(ana)
    ben.post(way, own="Ben")
    code = ana.post(f"{address}/open", game="heap").location.rpartition("/")[2]
    says, leads = "Ana has opened Heap.", f'href="/j/{code}"'
    for page in ("/", address):
        assert says in ben.get(page).text and leads in ben.get(page).text
        assert says not in ana.get(page).text, "she sits there"
    assert code not in eve.get("/").text, "no member"
    ana.post(f"/t/{code}/lock", locked="1")
    assert says not in ben.get("/").text, "nobody can join"
    ana.post(f"/t/{code}/lock", locked="0")
    assert says in ben.get("/").text
    now[0] += OPENED_SECONDS
    assert says not in ben.get("/").text, "nobody waits there any more"


def test_a_table_that_has_begun_is_not_offered(phone: New) -> None:
    ana, ben, cleo = phone(), phone(), phone()
    address, way = founded(ana)
    cleo.post(way, own="Cleo")
    code = ana.post(f"{address}/open", game="heap").location.rpartition("/")[2]
    ben.post(f"/t/{code}/sit", seat=2, name="Ben")
    assert code in cleo.get("/").text
    ana.post(f"/t/{code}/start")
    assert code not in cleo.get("/").text


def test_no_page_of_a_group_tells_a_phone_or_a_key(phone: New, store: TableStore) -> None:
    ana, ben = phone(), phone()
    address, way = founded(ana)
    ben.post(way, own="Ben")
    phones = [each.house for each in store.ledger.notes(address.rpartition("/")[2], "-members")]
    assert phones
    rows = store.ledger.notes(address.rpartition("/")[2], "-members")
    for row in rows:
        assert row.name not in ana.get(address).text and row.name not in ben.get(address).text


def test_two_put_one_out_on_their_phones(phone: New) -> None:
    ana, ben, eve = phone(), phone(), phone()
    address, way = founded(ana)
    ben.post(way, own="Ben")
    eve.post(way, own="Eve")
    for voter in (ana, ben):
        assert eve.get(address).status_code == 200
        voter.post(f"{address}/put-out", member=member(voter, address, "Eve"))
    assert eve.get(address).status_code == 404 and eve.get(way).status_code == 404
    assert "Thursdays" not in eve.get("/groups").text
