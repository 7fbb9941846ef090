"""The page of a box's names: who plays here saves them, a wrong one is marked, and rules, "may I"
and the turn in one line know both names.
"""

from __future__ import annotations

import html
import json
from collections.abc import Callable, Mapping
from urllib.parse import quote

import pytest

from companion.games import CATALOGUE
from companion.play import TableStore, card_names
from companion.referee.game import Game
from tests.kit.elements import parsed
from tests.kit.phones import Phone

New = Callable[[], Phone]
CUASAR = {"power.quasar": "Cuásar"}


@pytest.fixture
def games() -> Mapping[str, Game]:
    return CATALOGUE


@pytest.fixture
def played(phone: New) -> tuple[str, Phone, Phone]:
    """A table of Crafting the Cosmos in its lobby, Ana's and Ben's phones at it."""
    ana, ben = phone(), phone()
    code = ana.post("/tables", game="crafting", seats=2, name="Ana").location.rpartition("/")[2]
    ben.post(f"/t/{code}/sit", seat=2, name="Ben")
    return code, ana, ben


def fields(page: str) -> dict[str, str]:
    """What stands in the fields of the page."""
    inputs = [each for each in parsed(page).all() if each.tag == "input" and "name" in each.said]
    return {each.said["name"]: each.said.get("value", "") for each in inputs}


def test_one_tap_saves_all_fields(played: tuple[str, Phone, Phone], store: TableStore) -> None:
    code, ana, ben = played
    page = ana.get(f"/t/{code}/names").text
    assert set(fields(page)) == set(CATALOGUE["crafting"].printed_names)
    assert {*fields(page).values()} == {""}
    answer = ben.post(f"/t/{code}/names", **{**fields(page), **CUASAR})
    assert answer.status_code == 200 and "1 name saved" in answer.text
    assert fields(ana.get(f"/t/{code}/names").text)["power.quasar"] == "Cuásar"
    assert fields(ana.get("/box/crafting/names").text)["power.quasar"] == "Cuásar"
    again = ana.post(f"/t/{code}/names", **fields(ana.get(f"/t/{code}/names").text))
    assert "Nothing has changed." in again.text
    assert f'/t/{code}/names"' in ana.get(f"/t/{code}").text


def test_a_wrong_name_is_marked_and_stays_in_its_field(played: tuple[str, Phone, Phone]) -> None:
    code, ana, _ = played
    answer = ana.post(f"/t/{code}/names", **{**CUASAR, "power.pulsar": "cuasar"})
    assert answer.status_code == 422 and "Nothing was saved." in answer.text
    assert "Quasar has this name" in answer.text or "Pulsar has this name" in answer.text
    assert answer.text.count('aria-invalid="true"') == 1
    assert fields(answer.text)["power.pulsar"] == "cuasar"
    assert fields(ana.get(f"/t/{code}/names").text)["power.quasar"] == ""


def test_who_watches_reads_and_changes_nothing(
    played: tuple[str, Phone, Phone], phone: New, store: TableStore
) -> None:
    code, ana, _ = played
    eve = phone()
    page = eve.get(f"/t/{code}/names").text
    assert "readonly" in page and "Save" not in page
    assert eve.post(f"/t/{code}/names", **CUASAR).status_code in {303, 403, 409, 422}
    assert card_names.card_names_of_table(store.latest(code)) == {}
    assert ana.get("/t/ZZZZ/names").status_code == 404


def test_what_is_typed_is_only_words(played: tuple[str, Phone, Phone]) -> None:
    code, ana, ben = played
    typed = '<b id="x">{who} %(n)s'
    ana.post(f"/t/{code}/names", **{"power.quasar": typed})
    ana.post(f"/t/{code}/start")
    assert fields(ana.get(f"/t/{code}/names").text)["power.quasar"] == typed
    for path in (f"/t/{code}", f"/rules/crafting?at={code}", f"/rules/crafting/cards?at={code}"):
        page = ben.get(path)
        assert page.status_code == 200 and '<b id="x">' not in page.text
    assert html.escape(typed, quote=False) in page.text.replace("&#34;", '"')


def test_a_phone_names_the_cards_of_its_next_tables(phone: New, store: TableStore) -> None:
    ana = phone()
    assert "1 name saved" in ana.post("/box/crafting/names", **CUASAR).text
    assert "/box/crafting/names" in ana.get("/box").text
    saved = json.loads(ana.get("/box/crafting.json").text)
    assert saved["known"] == {"name.power.quasar": "Cuásar"}
    code = ana.post("/tables", game="crafting", seats=2, name="Ana").location.rpartition("/")[2]
    assert card_names.card_names_of_table(store.latest(code)) == CUASAR
    assert phone().get("/box/chess/names").status_code == 404
    assert ana.get("/box/cosmogenesis/names").status_code == 404


@pytest.mark.parametrize("asked", ["Quasar", "what does the cuasar do", "¿qué hace Cuásar?"])
@pytest.mark.parametrize("language", ["en", "es", "de"])
def test_rules_are_found_by_either_name(
    played: tuple[str, Phone, Phone], asked: str, language: str
) -> None:
    code, ana, _ = played
    ana.post(f"/t/{code}/names", **CUASAR)
    headers = {"HX-Request": "true", "Accept-Language": language}
    address = f"/rules/crafting?at={code}&q={quote(asked)}"
    found = ana.client.get(address, headers=headers).text
    first = found.partition("<summary>")[2].partition("</summary>")[0]
    assert "Cuásar" in first and "Quasar" not in found
