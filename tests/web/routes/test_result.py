"""A game that is over: told in steps by the clock of the log, kept as files, played once more."""

from __future__ import annotations

import csv
import io
import json
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from urllib.parse import unquote

import pytest
from flask import Flask

from companion.app import create_app
from companion.config import Config
from companion.ledger.where import DatabaseLocation
from companion.live.watcher import Watcher
from companion.play import TableStore
from companion.tables import Table
from companion.web.live.phone_stream import PhoneStream
from companion.web.page.slots import View
from tests.kit.phones import Phone
from tests.kit.steady import clocked
from tests.kit.toy_ending import CLOSING

PACE = 2.0
FILES = ("png", "csv", "json")

Game = tuple[str, Phone, Phone]


@pytest.fixture
def config(database_named: Callable[[str], DatabaseLocation], busy: float) -> Config:
    return Config(database_named("tables"), "x", heartbeat=0.05, busy=busy, pace=PACE)


@pytest.fixture
def app(config: Config, now: list[float]) -> Iterator[Flask]:
    app = create_app(config, games={"heap": CLOSING}, **clocked(lambda: now[0]))
    app.testing = True
    yield app
    app.extensions["companion"].close()


@pytest.fixture
def over(game: Game, now: list[float]) -> Game:
    """Ana has taken 3, Ben 6: he wins. Ana thought for 40 seconds, Ben for 80."""
    code, ana, ben = game
    ben.tap(code, "hide the 7391", seat=2)
    now[0] += 40
    assert ana.tap(code, "take 3", seat=1).status_code == 200
    now[0] += 80
    assert ben.tap(code, "take 6", seat=2).status_code == 200
    return game


def linked(phone: Phone, host: Phone, code: str) -> Phone:
    """A phone that came after the end, by the link that the host has sent."""
    link = re.search(rf"/j/({code}-\w+)", host.get(f"/t/{code}/qr").text)
    assert link is not None
    assert phone.get(f"/j/{link[1]}").status_code == 200
    return phone


def heading(page: str) -> str:
    """What the telling of the result is at; "" when all of it stands there."""
    told = re.search(r'<section id="ceremony".*?</section>', page, re.DOTALL)
    assert told is not None
    found = re.search(r"<h1>(.*?)</h1>", told[0])
    return found[1] if found else ""


def test_before_the_end_there_is_nothing_to_have(game: Game) -> None:
    code, ana, _ = game
    ana.tap(code, "take 3", seat=1)
    for ending in FILES:
        answer = ana.get(f"/t/{code}/result.{ending}")
        assert (answer.status_code, answer.location) == (303, f"/t/{code}")
        assert "The game isn&#39;t over yet." in ana.get(answer.location).text
    page = ana.get(f"/t/{code}").text
    for piece in ("ceremony", "chronicle", "finish", "onward"):
        assert f'id="{piece}"' not in page


def test_the_result_is_told_in_steps_by_the_clock(over: Game, now: list[float]) -> None:
    code, ana, ben = over
    ended = now[0]
    told = []
    for after in (0, 1.9, 2.1, 4.1, 6.1):
        now[0] = ended + after
        pages = {
            heading(phone.get(f"/t/{code}{path}").text)
            for phone in (ana, ben)
            for path in ("", "/screen")
        }
        assert len(pages) == 1, "all screens tell the same"
        told += pages
    assert told == ["Who won?", "Who won?", "First half", "The rest", ""]


def test_a_step_tells_no_more_than_its_own(over: Game, now: list[float]) -> None:
    code, ana, _ = over
    now[0] += PACE + 0.1
    page = ana.get(f"/t/{code}").text
    part = page[page.index('id="ceremony"') : page.index("</section>", page.index('id="ceremony"'))]
    assert "The rest" not in part
    assert re.findall(r'class="points num">(\d+)', part) == ["1", "3"]
    assert part.index("Ana") < part.index("Ben"), "in the order of the seats, not of the ranking"


class Waiting:
    """The time of day, which goes no further than it may: whoever is slow misses no step."""

    def __init__(self) -> None:
        self._begun, self._most = time.time(), 0.0

    def __call__(self) -> float:
        return min(time.time(), self._begun + self._most)

    def may_go_on(self, seconds: float) -> None:
        self._most = self() - self._begun + seconds


def test_steps_come_by_themselves(config: Config) -> None:
    """With a heartbeat of a day, only the next step can have woken the stream."""
    clock = Waiting()
    app = create_app(
        replace(config, heartbeat=86_400.0, pace=2.0), games={"heap": CLOSING}, **clocked(clock)
    )
    app.testing = True
    ana = Phone(app)
    code = ana.open_table(seats=1)
    ana.post(f"/t/{code}/start")
    ana.tap(code, "take 9", seat=1)
    stream = ana.watch(code)
    told = [heading(stream.message())]
    while told[-1]:
        clock.may_go_on(2.0)
        told.append(heading(stream.message()))
    assert told == ["Who won?", "First half", "The rest", ""]
    stream.close()
    app.extensions["companion"].close()


def test_a_step_that_comes_while_another_is_drawn_is_not_slept_over(
    config: Config, now: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    app = create_app(
        replace(config, heartbeat=86_400.0), games={"heap": CLOSING}, **clocked(lambda: now[0])
    )
    app.testing = True
    ana = Phone(app)
    code = ana.open_table(seats=1)
    ana.post(f"/t/{code}/start")
    ana.tap(code, "take 9", seat=1)
    draw, waited = PhoneStream._view, list[float]()

    def slowly(line: PhoneStream, table: Table) -> View:
        drawn = draw(line, table)
        now[0] += 4 * PACE
        return drawn

    monkeypatch.setattr(PhoneStream, "_view", slowly)
    monkeypatch.setattr(Watcher, "wait", lambda _, seconds: bool(waited.append(seconds)))
    stream = ana.watch(code)
    assert [heading(stream.message()), heading(stream.message())] == ["Who won?", ""]
    assert waited[0] <= 2 * PACE
    stream.close()
    app.extensions["companion"].close()


def test_what_is_set_right_after_the_end_tells_nothing_again(over: Game, now: list[float]) -> None:
    code, ana, _ = over
    now[0] += 60
    ana.tap(code, "wave", seat=1)
    assert heading(ana.get(f"/t/{code}").text) == ""


def test_somebody_at_the_table_has_it_all_at_once(over: Game, phone: Callable[[], Phone]) -> None:
    code, ana, ben = over
    stranger = phone()
    assert "Show everything now" in ana.get(f"/t/{code}").text
    assert "Show everything now" not in stranger.get(f"/t/{code}").text
    stranger.post(f"/t/{code}/unveil")
    assert heading(ben.get(f"/t/{code}").text)
    assert ana.post(f"/t/{code}/unveil").status_code == 303
    assert heading(ben.get(f"/t/{code}").text) == ""


def test_a_look_back_tells_the_result_no_sooner(
    over: Game, store: TableStore, now: list[float]
) -> None:
    code, ana, _ = over
    seq, ended = store.latest(code).seq, now[0]
    before = store.latest(code).entries[-1].seq - 1
    for after in (0, 2.1, 5.9):
        now[0] = ended + after
        answer = ana.get(f"/t/{code}/at/{seq}")
        assert (answer.status_code, answer.location) == (303, f"/t/{code}")
        assert ana.get(f"/t/{code}/at/{before}").status_code == 200, "no result in it"
        assert "Where it came from" not in ana.get(f"/t/{code}/history").text
        assert "Where it came from" not in ana.get(f"/t/{code}/legal/{seq}").text
    now[0] = ended + 6.1
    assert "Where it came from" in ana.get(f"/t/{code}/at/{seq}").text


def test_naming_a_forgotten_action_tells_no_result(over: Game, store: TableStore) -> None:
    code, ana, _ = over
    page = ana.get(f"/t/{code}/line/{store.latest(code).seq}/insert")
    assert page.status_code == 200
    for words in ("Where it came from", 'id="result"', 'id="graph"'):
        assert words not in page.text


def test_turning_points_and_times_stand_below(over: Game) -> None:
    code, ana, _ = over
    page = ana.get(f"/t/{code}").text
    below = re.sub(r"<[^>]+>|\s+", " ", page[page.index('id="chronicle"') :])
    for words in (
        "Ben took the lead",
        "Ben gained the most in one go: 6 points",
        "Time at the table",
    ):
        assert words in below
    # 120 seconds in all: 40 of Ana and 80 of Ben, each as whole minutes
    assert re.search(r"Time at the table +2 min +.*Ana +1 min +.*Ben +1 min", below)


def test_as_a_sheet(over: Game) -> None:
    code, ana, _ = over
    answer = ana.get(f"/t/{code}/result.csv")
    assert answer.content_type == "text/csv; charset=utf-8"
    lines = list(csv.reader(io.StringIO(answer.data.decode("utf-8-sig"))))
    assert lines == [
        ["Place", "Player", "Points", "Won", "Seconds", "First half", "The rest"],
        ["2", "Ana", "3", "0", "40", "1", "2"],
        ["1", "Ben", "6", "1", "80", "3", "3"],
    ]


def test_a_name_is_no_formula(over: Game) -> None:
    code, ana, _ = over
    ana.post(f"/t/{code}/rename", seat=1, name="=1+1")
    assert "'=1+1" in ana.get(f"/t/{code}/result.csv").text


def test_as_facts(over: Game, now: list[float]) -> None:
    code, ana, _ = over
    facts = json.loads(ana.get(f"/t/{code}/result.json").text)
    assert (facts["form"], facts["version"], facts["table"]) == ("companion-result", 1, code)
    assert facts["seconds"] == 120
    assert (facts["began"], facts["ended"]) == ("1970-01-12T13:46:40Z", "1970-01-12T13:48:40Z")
    ben = facts["players"][1]
    assert (ben["name"], ben["rank"], ben["total"], ben["winner"]) == ("Ben", 1, 6, True)
    assert ben["points"] == {"First half": 3, "The rest": 3}
    assert facts["graph"] == {"labels": ["0", "end"], "series": {"1": [0, 3], "2": [0, 6]}}


def test_for_bg_stats(over: Game) -> None:
    code, ana, _ = over
    link = re.search(
        r'href="https://app\.bgstatsapp\.com/createPlay\.html\?data=([^"]+)"',
        ana.get(f"/t/{code}").text,
    )
    assert link is not None
    play = json.loads(unquote(link[1]))
    assert play["playDate"] == "1970-01-12 13:48:40"
    assert play["durationMin"] == 2
    assert play["game"]["name"] == "Heap"
    assert play["sourceName"] and play["sourcePlayId"].startswith(code)
    told = [(one["name"], one["score"], one["rank"], one["winner"]) for one in play["players"]]
    assert told == [("Ana", 3, 2, False), ("Ben", 6, 1, True)]
    assert [one["startPlayer"] for one in play["players"]] == [True, False], "Ana took first"


def test_no_file_tells_who_holds_which_phone(over: Game, store: TableStore) -> None:
    code, ana, _ = over
    table = store.latest(code)
    for ending in ("csv", "json"):
        text = ana.get(f"/t/{code}/result.{ending}").text
        assert not any(secret in text for secret in (table.host, *(c.phone for c in table.seats)))


def test_an_end_that_is_taken_back_has_no_result(over: Game, store: TableStore) -> None:
    code, ana, ben = over
    assert ana.get(f"/t/{code}/result.png").status_code == 200
    last = store.latest(code).entries[-1].seq
    tap = {"seat": 2, "entry": last}
    headers = {**ben.headers, "HX-Request": "true"}
    asked = ben.client.post(f"/t/{code}/take-back", data=tap, headers=headers)
    assert asked.status_code == 422 and "This correction reopens the game." in asked.text
    assert ana.get(f"/t/{code}/result.png").status_code == 200, "not before somebody is sure"
    assert f'name="entry" value="{last}"' in asked.text and 'name="sure"' in asked.text
    ben.post(f"/t/{code}/take-back", seat=2, entry=last, sure=1)
    for ending in FILES:
        assert ana.get(f"/t/{code}/result.{ending}").status_code == 303
    assert 'id="finish"' not in ana.get(f"/t/{code}").text


def test_a_rematch_asks_every_phone_and_pulls_nobody(
    over: Game, phone: Callable[[], Phone], store: TableStore
) -> None:
    code, ana, ben = over
    screen = linked(phone(), ana, code)
    watchers = {"": ben.watch(code), "/screen": screen.watch(code, page="screen")}
    for stream in watchers.values():
        assert "Rematch!" not in stream.message()
    answer = ana.post(f"/t/{code}/again")
    onward = answer.location
    assert answer.status_code == 303 and onward != f"/t/{code}"
    asked, watched = (stream.message() for stream in watchers.values())
    assert f'action="/t/{code}/again"' in asked and "Join" in asked
    assert f'href="{onward}/screen"' in watched and "Watch" in watched
    for stream in watchers.values():
        stream.close()
    table = store.latest(onward.rpartition("/")[2])
    assert [bool(seat.phone) for seat in table.seats] == [True, False], "Ben has not said yes"
    assert ben.post(f"/t/{code}/again").location == onward
    lobby = ben.get(onward).text
    assert "Ben" in lobby and "Ana" in lobby and ">you" in lobby


def test_strangers_start_nothing_again(
    over: Game, phone: Callable[[], Phone], store: TableStore
) -> None:
    code, ana, _ = over
    stranger = linked(phone(), ana, code)
    page = stranger.get(f"/t/{code}").text
    assert "Share result" in page
    assert f'action="/t/{code}/again"' not in page
    assert stranger.post(f"/t/{code}/again").location == f"/t/{code}"
    assert "Only phones at this table can do that." in stranger.get(f"/t/{code}").text
    assert store.latest(code).onward == ""
