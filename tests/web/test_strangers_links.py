"""A rude stranger with a group's link, a table's code or a public page's link: guesses, replays,
forged fields and bytes that are no text. Nothing opens, nothing breaks, nothing is told.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.kit.phones import Phone

New = Callable[[], Phone]

#: What a path or a field may hold that a person never types.
JUNK = ("%00", "%ff", "%ed%a0%80", "a%00b", "..%2f", "%20", "-members", "x" * 5000, "%F0%9F%98%80")
RAW = ("\0", "a\0b", "\ud800", "' OR 1=1 --", "-members", " ", "x" * 5000, "💥")
FORMS = ("put-out", "same", "other", "link", "leave", "open")


def shown(phone: Phone, page: str, field: str) -> str:
    """The path that this page shows in a field with a link."""
    found = re.search(rf'id="{field}"[^>]*value="https?://[^/"]+(/[^"]+)"', phone.get(page).text)
    assert found
    return found[1]


@pytest.mark.parametrize("junk", JUNK, ids=lambda each: each[:12])
def test_no_path_breaks_or_opens_anything(
    over: tuple[str, Phone, Phone], phone: New, junk: str
) -> None:
    (code, ana, _), eve = over, phone()
    ana.post(f"/evenings/of/{code}/public", do="open")
    group = ana.post("/groups", name="Thursdays", own="Ana").location
    way, public = shown(ana, group, "link"), shown(ana, f"/evenings/of/{code}", "public")
    tried = [
        f"/groups/{junk}",
        f"{group}{junk}",
        f"{group}/join/{junk}",
        f"{way}{junk}",
        f"/groups/{junk}/join/{way.rpartition('/')[2]}",
        f"/game/{junk}",
        f"/game/{code}-{junk}",
        f"{public}{junk}",
        f"/game/{junk}-{public.partition('-')[2]}",
        f"/evenings/of/{junk}",
        f"/evenings/of/{code}{junk}",
    ]
    for path in tried:
        answer = eve.get(path)
        assert answer.status_code in (308, 400, 404, 414, 429), (path[:60], answer.status_code)
        assert "Thursdays" not in answer.text and "Ana" not in answer.text, path[:60]
    assert eve.get(public).status_code == 200 and eve.get(way).status_code == 200
    assert eve.get(f"{public}?step={junk}").status_code == 200


@pytest.mark.parametrize("raw", RAW, ids=lambda each: ascii(each[:12]))
def test_no_field_breaks_anything(over: tuple[str, Phone, Phone], phone: New, raw: str) -> None:
    """Of a member, who may do more than a stranger."""
    (code, ana, _), eve = over, phone()
    group = ana.post("/groups", name="Thursdays", own="Ana").location
    eve.post(shown(ana, group, "link"), own="Eve")
    sent = raw.encode("utf-8", "surrogatepass")
    for path in ("put-out", "same", "other"):
        assert eve.post(f"{group}/{path}", member=sent).status_code in (303, 422), path
    assert eve.post(f"{group}/open", game=sent).status_code in (303, 404, 422)
    for do in ("put", "take", "back", "hide", "show", sent):
        answer = ana.post(f"/evenings/of/{code}/groups", group=sent, do=do, seat=sent)
        assert answer.status_code in (303, 404, 422), do
    assert ana.post(f"/evenings/of/{code}/about", place=sent, note=sent).status_code in (303, 422)
    assert phone().post("/groups", name=sent, own=sent).status_code in (303, 422)
    for name in ("rename", "split", "forget", "count"):
        assert ana.post(f"/evenings/{name}", name=sent, to=sent).status_code in (303, 422), name
    assert ana.get(group).status_code == 200 and ana.get("/evenings").status_code == 200
    assert len(re.findall(r"<b>(?:Ana|Eve)</b>", ana.get(group).text)) >= 2


def test_a_stranger_with_the_groups_address_does_nothing(
    over: tuple[str, Phone, Phone], phone: New
) -> None:
    (code, ana, _), eve = over, phone()
    group = ana.post("/groups", name="Thursdays", own="Ana").location
    way = shown(ana, group, "link")
    for form in FORMS:
        answer = eve.post(f"{group}/{form}", member="0" * 16, game="heap")
        assert answer.status_code == 404, form
    for file in ("games.csv", "players.csv", "evenings.json", "bgstats.json"):
        assert eve.get(f"{group}/{file}").status_code == 404
    for do in ("put", "take", "back", "hide", "show"):
        name = group.rpartition("/")[2]
        answer = eve.post(f"/evenings/of/{code}/groups", group=name, do=do, seat="1")
        assert answer.status_code == 404, do
    foreign = Phone(eve.client.application, origin="http://evil.example")
    foreign.client = ana.client
    assert foreign.post(f"{group}/link").status_code == 403
    assert shown(ana, group, "link") == way, "another site can't use a member's cookie"


def test_whoever_was_put_out_replays_what_they_know(phone: New) -> None:
    ana, ben, eve = phone(), phone(), phone()
    group = ana.post("/groups", name="Thursdays", own="Ana").location
    way = shown(ana, group, "link")
    ben.post(way, own="Ben")
    eve.post(way, own="Eve")
    page = ana.get(group).text
    found = re.search(r'<b>Eve</b>.*?name="member" value="(\w+)"', page, re.DOTALL)
    assert found
    for voter in (ana, ana, ben):
        voter.post(f"{group}/put-out", member=found[1])
    for form in FORMS:
        assert eve.post(f"{group}/{form}", member=found[1], game="heap").status_code == 404, form
    assert eve.get(group).status_code == eve.get(way).status_code == 404
    assert eve.post(way, own="Eve").status_code == 404
    now = shown(ben, group, "link")
    assert now != way and shown(ana, group, "link") == now


def test_a_third_phone_that_the_second_vouches_for_sees_nothing(
    over: tuple[str, Phone, Phone], phone: New
) -> None:
    """Ana and Eve both confirm themselves with Dua; Eve still doesn't see Ana's evenings."""
    (code, ana, _), dua, eve = over, phone(), phone()
    group = ana.post("/groups", name="Thursdays", own="Ana").location
    way = shown(ana, group, "link")
    dua.post(way, own="Dua")
    eve.post(way, own="Eve")

    def claims(one: Phone, other: str) -> None:
        page = one.get(group).text
        found = re.search(rf'<b>{other}</b>.*?name="member" value="(\w+)"', page, re.DOTALL)
        assert found
        assert one.post(f"{group}/same", member=found[1]).status_code == 303

    assert dua.get(f"/t/{code}/result.csv").status_code == 404
    for one, other in ((ana, "Dua"), (dua, "Ana"), (eve, "Dua"), (dua, "Eve")):
        claims(one, other)
    claims(eve, "Ana")
    assert f"/t/{code}" in dua.get("/evenings").text, "both said so"
    assert f"/t/{code}" not in eve.get("/evenings").text
    for path, status in (("", 200), ("/result.png", 200), ("/result.csv", 200)):
        assert dua.get(f"/t/{code}{path}").status_code == status
        assert eve.get(f"/t/{code}{path}").status_code == 404
    assert dua.post(f"/evenings/of/{code}/public", do="open").status_code == 404
    found = re.search(r'<b>Dua</b>.*?name="member" value="(\w+)"', ana.get(group).text, re.DOTALL)
    assert found and ana.post(f"{group}/other", member=found[1]).status_code == 303
    assert dua.get(f"/t/{code}/result.csv").status_code == 404
