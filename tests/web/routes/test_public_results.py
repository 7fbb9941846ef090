"""A finished game's page for everybody: open while somebody agreed and nobody took it back."""

from __future__ import annotations

import re
from collections.abc import Callable

from companion.play import TableStore
from companion.play.shelf import NoteStore, notes_owner_of_table
from tests.kit.phones import Phone

New = Callable[[], Phone]


def link(phone: Phone, code: str) -> str:
    """The path of the public page, as this phone is shown it; "" while it is closed."""
    found = re.search(r'id="public"[^>]*value="[^"]*?(/game/[^"]+)"', phone.get(_at(code)).text)
    return found[1] if found else ""


def _at(code: str) -> str:
    return f"/evenings/of/{code}"


def says(phone: Phone, code: str, do: str) -> int:
    return int(phone.post(f"{_at(code)}/public", do=do).status_code)


def test_names_are_shown_of_those_who_agreed(over: tuple[str, Phone, Phone], phone: New) -> None:
    (code, ana, ben), eve = over, phone()
    assert link(ana, code) == ""
    assert says(eve, code, "open") == 404
    says(ana, code, "open")
    way = link(ben, code)
    said = eve.get(way)
    assert "Ana" in said.text and "Ben" not in said.text and "Cyan" in said.text
    assert 'content="noindex' in said.text and "noindex" in said.headers["X-Robots-Tag"]
    assert eve.get(way[:-1] + "_").status_code == 404
    says(ben, code, "open")
    assert link(ana, code) == way and "Ben" in eve.get(way).text
    steps = [eve.get(f"{way}?step={step}").text for step in (1, 2, 99)]
    assert len(set(steps)) == 3 and steps[2] == eve.get(way).text


def test_anybody_takes_it_back_until_they_agree_again(
    over: tuple[str, Phone, Phone], phone: New
) -> None:
    (code, ana, ben), eve = over, phone()
    says(ana, code, "open")
    way = link(ana, code)
    says(ben, code, "close")
    assert eve.get(way).status_code == 404 and link(ana, code) == ""
    says(ana, code, "open")
    assert eve.get(way).status_code == 404, "Ben's no holds"
    says(ben, code, "open")
    assert eve.get(way).status_code == 200


def test_the_others_are_told_once_that_somebody_agreed(over: tuple[str, Phone, Phone]) -> None:
    code, ana, ben = over
    news = "agreed to a page for everyone"
    says(ana, code, "open")
    assert news in ben.get("/").text and news not in ana.get("/").text
    ben.post(f"{_at(code)}/told")
    assert news not in ben.get("/").text
    says(ben, code, "open")
    assert news in ana.get("/").text and news not in ben.get("/").text
    says(ana, code, "close")
    assert news not in ana.get("/").text and news not in ben.get("/").text


def test_it_goes_with_a_forgotten_name_and_with_the_table(
    over: tuple[str, Phone, Phone], phone: New
) -> None:
    (code, ana, ben), eve = over, phone()
    says(ana, code, "open")
    says(ben, code, "open")
    way = link(ana, code)
    ben.post("/evenings/forget", name="Ben")
    assert eve.get(way).status_code == 404
    says(ben, code, "open")
    assert eve.get(way).status_code == 200 and "Ben" not in eve.get(way).text
    ana.post(f"/t/{code}/delete")
    assert eve.get(way).status_code == 404


def test_no_game_is_public_before_its_end(
    game: tuple[str, Phone, Phone], store: TableStore
) -> None:
    code, ana, _ = game
    says(ana, code, "open")
    assert "A page for everyone" not in ana.get(_at(code)).text
    assert not NoteStore(store, notes_owner_of_table(code), "-public").read_with_removed()


def test_only_those_of_the_evening_read_where_it_was(
    over: tuple[str, Phone, Phone], phone: New
) -> None:
    """Who sat there, and the groups that it is in while it is in; the public page never."""
    (code, ana, ben), cleo, eve = over, phone(), phone()
    address = ana.post("/groups", name="Thursdays", own="Ana").location
    found = re.search(r'id="link"[^>]*value="[^"]*?(/groups/[^"]+)"', ana.get(address).text)
    assert found
    cleo.post(found[1], own="Cleo")
    ana.post(f"{_at(code)}/about", place="Hidden lane 7", note="Rain")
    says(ana, code, "open")
    says(ben, code, "open")
    group, files = address.rpartition("/")[2], ("games.csv", "evenings.json", "bgstats.json")

    def read_by(who: Phone, of: str) -> set[bool]:
        return {"Hidden lane" in who.get(f"{of}/{file}").text for file in files}

    assert read_by(ben, "/evenings") == {True}
    assert read_by(eve, "/evenings") == read_by(cleo, address) == {False}
    ana.post(f"{_at(code)}/groups", group=group, do="put")
    assert read_by(cleo, address) == {True} and read_by(eve, address) == {False}
    ben.post(f"{_at(code)}/groups", group=group, do="take")
    assert read_by(cleo, address) == {False}
    way = link(ana, code)
    assert "Ben" in eve.get(way).text and "Hidden lane" not in eve.get(way).text
    assert eve.post(f"{_at(code)}/about", place="Here").status_code == 404
    assert "Hidden lane" in ana.get(_at(code)).text


def test_a_wrong_link_counts_as_a_wrong_code_and_a_right_one_never_waits(
    over: tuple[str, Phone, Phone], phone: New
) -> None:
    (code, ana, _), eve = over, phone()
    says(ana, code, "open")
    way = link(ana, code)
    wrong = (f"/game/{code}-x", f"/game/{code}", way[:-1] + "_", "/game/ZZZZ-" + "0" * 32)
    answers = [eve.get(wrong[number % len(wrong)]).status_code for number in range(40)]
    assert answers[0] == 404 and answers[-1] == 429
    assert eve.get(way).status_code == 200
