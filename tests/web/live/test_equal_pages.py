"""What a phone shows after any history is what a fresh server shows it, byte for byte, on a page
that its stream has kept up to date.

A table is played through HTTP by phones that press whatever form their page has, among the taps
that a simulated player chooses. The fresh server has folded the log alone, without a snapshot and
with nothing remembered.
"""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion.app import create_app
from companion.config import Config
from companion.games import CATALOGUE
from companion.play.simulated import choose_action
from companion.web.page.slots import Piece
from companion.web.page.table_cache import TableCache
from companion.web.site import Site
from tests.kit.elements import Element, parsed
from tests.kit.phones import Phone, Stream, targets
from tests.kit.places import ROOT
from tests.kit.steady import clocked

SECRET = "not so secret"
STEPS = 12
#: Forms that end the game's pages, or take a seat from a phone: another test's subject.
LEFT_OUT = re.compile(
    r"/(forget|reopen|free|rematch|offer|teach|counting|language|ask-seat|what-if|sign-off|order)\b"
)
#: What hangs on open streams, which the fresh server has none of; and what is never the same twice.
OF_STREAMS = ("slot-presence", "slot-awaited", "away", "toast", "say", "seen", "live")
FRAGMENT = re.compile(r'<hx-partial hx-target="([^"]+)" hx-swap="(\w+)">(.*?)</hx-partial>', re.S)


def serve(folder: Path) -> Flask:
    app = create_app(
        Config(folder / "tables.sqlite", SECRET, heartbeat=0.01),
        **clocked(lambda: 1_000_000.0),
    )
    app.testing = True
    return app


class Shown:
    """A page that is open in a browser with scripts, and what its stream has made of it."""

    def __init__(self, phone: Phone, code: str) -> None:
        self.phone, self.code = phone, code
        page = self.phone.get(f"/t/{self.code}").text
        self.root = parsed(page)
        self.stream = self.watch()
        self.read()

    def watch(self) -> Stream:
        """A stream that begins with what this page doesn't show."""
        return self.phone.watch(
            self.code, headers={"Shown": elements_by_id(self.root)["seen"].said["data-shown"]}
        )

    def again(self) -> None:
        """The line breaks, and the stream begins again."""
        self.stream.close()
        self.stream = self.watch()
        self.read()

    def read(self) -> None:
        """All that has come so far: a beat comes when there is nothing else."""
        for chunk in self.stream._chunks:
            text = chunk.decode()
            for target, swap, inside in FRAGMENT.findall(text):
                self.put(target, swap, inside)
            if "event: hb" in text:
                return

    def put(self, target: str, swap: str, inside: str) -> None:
        place = elements_by_id(self.root).get(target.removeprefix("#"))
        if place is None and (not inside or f'<div id="{target[1:]}" data-later=' in inside):
            self.has_no_section(target)
            return
        assert place is not None and place.parent is not None, f"{target} is not on the page"
        new = parsed(inside)
        self.keep_same(place, new)
        if swap == "outerMorph":
            (element,) = new.children
            element.parent, siblings = place.parent, place.parent.inside
            siblings[siblings.index(place)] = element
            if "data-later" in element.said and "data-mark" in place.said:
                self.announce(place, element)
        else:
            was = elements_by_id(place)
            place.inside[:] = new.inside
            for each in place.children:
                each.parent = place
            for name, each in elements_by_id(place).items():
                if "data-later" in each.said and "data-mark" in was.get(name, each).said:
                    self.announce(was[name], each)

    @staticmethod
    def keep_same(place: Element, new: Element) -> None:
        """What stays as it is was not sent again."""
        shown = elements_by_id(place)
        for stub in [each for each in new.all() if "data-same" in each.said]:
            assert stub.parent is not None
            siblings, kept = stub.parent.inside, shown[stub.said["id"]]
            assert kept.tag == stub.tag, "a browser would not find it"
            siblings[siblings.index(stub)] = kept
            kept.parent = stub.parent

    def has_no_section(self, target: str) -> None:
        """This game shows nothing there."""
        page = elements_by_id(parsed(self.phone.get(f"/t/{self.code}").text))
        assert target.removeprefix("#") not in page, f"{target} is not on the page"

    def announce(self, was: Element, now: Element) -> None:
        """What was fetched once stays until it is opened again, marked where it is another now."""
        siblings = now.parent.inside if now.parent else []
        siblings[siblings.index(now)] = was
        was.parent = now.parent
        was.said.pop("data-later", None)
        if was.said["data-mark"] != now.said["data-later"]:
            was.said["data-later"] = now.said["data-later"]

    def pieces(self) -> Iterator[tuple[str, str]]:
        """What stands in each slot that is looked at, when all that was announced is opened."""
        while marked := [each for each in self.root.all() if "data-later" in each.said]:
            self.open(marked[0])
        for name, slot in elements_by_id(self.root).items():
            if name.startswith("slot-") and name not in OF_STREAMS:
                yield name, words(slot)

    def open(self, marked: Element) -> None:
        kind, _, name = marked.said["id"].partition("-")
        if kind == "slot":
            assert marked.parent is not None
            kind, _, name = marked.parent.said["id"].partition("-")
        answer = self.phone.get(f"/t/{self.code}/{'tab' if kind == 'tab' else 'sheet'}/{name}")
        assert answer.status_code == 200, marked
        for target, swap, inside in FRAGMENT.findall(answer.text):
            self.put(target, swap, inside)


def elements_by_id(root: Element) -> dict[str, Element]:
    """Every element with an id, as the page is now."""
    return {each.said["id"]: each for each in root.all() if "id" in each.said}


def words(element: Element) -> str:
    """The element as text, without its mark, which tells only since when it is so."""
    parts = [re.sub(r' data-mark="[^"]*"', "", f"{element}")]
    for each in element.inside:
        parts.append(each.strip() if isinstance(each, str) else words(each))
    return re.sub(r'(?<=name="seen")( type="\w+")? value="\d+"', "", " ".join(filter(None, parts)))


def press(phone: Phone, code: str, rng: random.Random) -> None:
    """Sends one of the forms of one of this phone's pages, filled in at random."""
    page = parsed(phone.get(f"/t/{code}{rng.choice(['', '/own', '/shared', '/table'])}").text)
    forms = [form for form in page.all("form") if f"/t/{code}/" in form.said.get("action", "")]
    forms = [form for form in forms if not LEFT_OUT.search(form.said["action"])]
    if not forms:
        return
    form, sent = rng.choice(forms), dict[str, str]()
    for each in form.all("input"):
        name, value = each.said.get("name", ""), each.said.get("value", "")
        if each.said.get("type") == "number":
            value = str(rng.randint(0, 6))
        if name and (each.said.get("type") != "radio" or rng.random() < 0.5):
            sent[name] = value
    buttons = [each for each in form.all("button") if each.said.get("name")]
    if buttons:
        button = rng.choice(buttons)
        sent[button.said["name"]] = button.said.get("value", "")
    sent["intent"] = str(rng.random())
    headers = {**phone.headers, "HX-Request": "true"}
    answer = phone.client.post(form.said["action"], data=sent, headers=headers)
    assert answer.status_code < 500, (form.said["action"], sent)


def begun(app: Flask, slug: str) -> tuple[str, list[Phone]]:
    """A running table of three, with one who only watches."""
    phones = [Phone(app) for _ in range(4)]
    answer = phones[0].post("/tables", game=slug, seats="3", name="Ana")
    code = answer.location.rpartition("/")[2]
    for seat, name in ((2, "Ben"), (3, "Cleo")):
        phones[seat - 1].post(f"/t/{code}/sit", seat=seat, name=name)
    phones[0].post(f"/t/{code}/consent", consent="1")
    phones[0].post(f"/t/{code}/start")
    return code, phones


def act(app: Flask, code: str, phones: list[Phone], rng: random.Random) -> None:
    """What a simulated player would do, or whatever a page offers."""
    here: Site = app.extensions["companion"]
    table = here.store.latest(code)
    acting = sorted(table.game.seats_to_act(table.state))
    if acting and rng.random() < 0.6:
        seat = rng.choice(acting)
        if action := choose_action(table, seat):
            phones[seat - 1].tap(code, action, seat=seat, intent=str(rng.random()), sure="1")
    else:
        press(rng.choice(phones[:3]), code, rng)


def history(app: Flask, folder: Path, slug: str, seed: int, steps: int) -> Iterator[str]:
    """What differs at each step."""
    rng = random.Random(seed)
    code, phones = begun(app, slug)
    open_pages = [Shown(phone, code) for phone in phones]
    for step in range(steps):
        act(app, code, phones, rng)
        fresh = serve(folder)
        for phone, page in zip(phones, open_pages, strict=True):
            page.read()
            if rng.random() < 0.1:
                page.again()
            yield from differences(fresh, phone, page, f"{slug} {seed}, step {step}")
        fresh.extensions["companion"].close()


def differences(fresh: Flask, phone: Phone, page: Shown, where: str) -> Iterator[str]:
    """Between an open page, and the same at a server that knows the log alone."""
    other = Phone(fresh)
    for cookie in phone.client._cookies.values():  # type: ignore[attr-defined]
        other.client.set_cookie(cookie.key, cookie.value, path=cookie.path)
    loaded = elements_by_id(parsed(other.get(f"/t/{page.code}").text))
    for name, shown in page.pieces():
        if name not in loaded:
            yield f"{where}: {name} is on the open page alone"
        elif (fresh_words := words(loaded[name])) != shown:
            yield f"{where}: {name}: {apart(fresh_words, shown)}"


def apart(one: str, other: str) -> tuple[str, str]:
    """Where two texts begin to differ."""
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
    return one[max(0, at - 40) : at + 80], other[max(0, at - 40) : at + 80]


@pytest.mark.long
@pytest.mark.some(3)
@pytest.mark.parametrize("seed", [1])
@pytest.mark.parametrize("slug", sorted(CATALOGUE))
def test_an_open_page_is_a_fresh_page(tmp_path: Path, slug: str, seed: int) -> None:
    app = serve(tmp_path)
    assert [*history(app, tmp_path, slug, seed, STEPS)] == []
    app.extensions["companion"].close()


@pytest.mark.long
def test_this_would_see_a_piece_that_is_never_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = TableCache.known_piece

    def constant(self: TableCache, id: str, audience: object, basis: object) -> Piece | None:
        kept = self._pieces.get((id, audience))
        return kept[0] if id == "log" and kept else known(self, id, audience, basis)

    monkeypatch.setattr(TableCache, "known_piece", constant)
    app = serve(tmp_path)
    found = [*history(app, tmp_path, "empires", 1, STEPS)]
    assert found and all("slot-table" in each for each in found)
    app.extensions["companion"].close()


@pytest.mark.parametrize("slug", sorted(CATALOGUE))
def test_whoever_waits_in_the_lobby_is_sent_a_fresh_page_once(tmp_path: Path, slug: str) -> None:
    app = serve(tmp_path)
    ana, ben, cleo = phones = [Phone(app) for _ in range(3)]
    code = ana.post("/tables", game=slug, seats="3", name="Ana").location.rpartition("/")[2]
    for seat, phone in ((2, ben), (3, cleo)):
        phone.post(f"/t/{code}/sit", seat=seat, name=f"Player {seat}")
    page = elements_by_id(parsed(ben.get(f"/t/{code}").text))["seen"].said["data-shown"]
    waiting = ben.watch(code, "lobby", headers={"Shown": page})
    ana.post(f"/t/{code}/start")
    ben.client.set_cookie("scripts", "1")
    # One that slept meanwhile as well.
    slept = ben.watch(code, "lobby", headers={"Shown": page}).message()
    while "slot-top" not in (told := waiting.message()):
        pass
    fresh = ben.get(f"/t/{code}").text
    slots = [name for name in elements_by_id(parsed(fresh)) if name.startswith("slot-")]
    for message in (told, slept):
        assert len(message) < len(fresh), "neither tabs nor sheets are sent whole"
        sent = elements_by_id(parsed(message))
        for name in set(slots) - {*OF_STREAMS}:
            assert message.count(f' id="{name}"') == 1
            assert unmarked(words(sent[name])) == unmarked(
                words(elements_by_id(parsed(fresh))[name])
            )
    for phone in phones:
        phone.client.delete_cookie("scripts")
    app.extensions["companion"].close()


def unmarked(html: str) -> str:
    return " ".join(re.sub(r' data-later="[^"]*"', "", html).split())


#: Another server of the same tables: what it sends first to the phone with this cookie, whose page
#: carries this token.
ELSEWHERE = """
import sys
from pathlib import Path
from tests.kit.phones import Phone
from tests.web.live.test_equal_pages import serve
app = serve(Path(sys.argv[1]))
phone = Phone(app)
phone.client.set_cookie(sys.argv[2], sys.argv[3])
print(phone.watch(sys.argv[4], headers={"Shown": sys.argv[5]}).message())
app.extensions["companion"].close()
"""


def from_elsewhere(folder: Path, phone: Phone, code: str, token: str) -> str:
    (cookie,) = phone.client._cookies.values()  # type: ignore[attr-defined]
    command = [sys.executable, "-c", ELSEWHERE, str(folder), cookie.key, cookie.value, code, token]
    seeded = {**os.environ, "PYTHONHASHSEED": "7"}
    child = subprocess.run(
        command, capture_output=True, text=True, cwd=ROOT, env=seeded, check=True, timeout=60
    )
    return child.stdout


#: What hangs on more than the table's version: without a piece it is a few bytes.
OF_THE_MOMENT = {
    "slot-moving",
    "slot-handing",
    "slot-stuck",
    "slot-awaited",
    "slot-presence",
    "slot-around",
    "slot-switches",
}
OF_THE_MOMENT |= {"slot-ceremony", "slot-onward", "slot-finish", "seen"}


@pytest.mark.process
def test_every_server_knows_what_a_page_shows(tmp_path: Path) -> None:
    app = serve(tmp_path)
    code, phones = begun(app, "crafting")
    ana = phones[0]
    page = elements_by_id(parsed(ana.get(f"/t/{code}").text))["seen"].said["data-shown"]
    sent = from_elsewhere(tmp_path, ana, code, page)
    assert set(targets(sent)) <= OF_THE_MOMENT and len(sent) < 3_000
    # What has happened since that page is all that is new, though nobody was shown it there.
    rng = random.Random(1)
    for _ in range(3):
        act(app, code, phones, rng)
    later = from_elsewhere(tmp_path, ana, code, page)
    whole = from_elsewhere(tmp_path, ana, code, "")
    assert "slot-table" in targets(later) and len(later) < len(whole)
    assert len(set(targets(whole)) - set(targets(later))) >= 4
    # In another language it is another page.
    other = page.replace(".", ".0", 1)
    assert targets(from_elsewhere(tmp_path, ana, code, other)) == targets(whole)
    app.extensions["companion"].close()
