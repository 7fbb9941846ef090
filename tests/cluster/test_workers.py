"""Several servers behind one address: the phones of a table meet, whoever ends is started again."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection, HTTPResponse
from itertools import count, product
from pathlib import Path

import pytest

from companion.cli import sharing
from tests.kit.ports import HOUSE, free_port
from tests.kit.processes import state
from tests.kit.served import GENEROUS, SERVE, Served, until

#: So many that no server is left without one, whatever their codes are.
TABLES = 24
pytestmark = [
    pytest.mark.process,
    pytest.mark.skipif(sys.platform != "linux", reason="asks /proc who runs"),
]


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Served]:
    # Beats so seldom that nothing arrives by a beat alone.
    companion = Served(tmp_path, "--cores", "2", heartbeat=3600)
    yield companion
    if companion.process.returncode is None:
        companion.end(signal.SIGTERM)


def children(pid: int) -> list[int]:
    """What this process has started, the servers first, nginx last."""
    told = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
    return [int(child) for child in told.split()]


@contextmanager
def nobody_is_started_again(hall: Served) -> Iterator[None]:
    """Holds still who does it: as long as this lasts, who was killed is not there."""
    hall.process.send_signal(signal.SIGSTOP)
    until(lambda: state(hall.process.pid) == "T", "it runs")
    try:
        yield
    finally:
        hall.process.send_signal(signal.SIGCONT)


def message(stream: HTTPResponse) -> str:
    """The next message of a stream; "" when it has ended."""
    lines = []
    while line := stream.readline().decode():
        if line == "\n":
            break
        lines.append(line)
    return "".join(lines)


def streams(hall: Served, codes: list[str], kept: ExitStack) -> dict[str, HTTPResponse]:
    """A stream of each of these tables, once it has told what there is."""
    opened = {}
    for code in codes:
        stream = kept.enter_context(hall.request("GET", f"/t/{code}/stream?page=lobby"))
        assert 'hx-target="#slot-seats"' in message(stream)
        assert message(stream).startswith("event: hb")
        opened[code] = stream
    return opened


def test_what_one_phone_does_the_others_of_its_table_see_at_once(hall: Served) -> None:
    codes = [hall.open_table() for _ in range(TABLES)]
    with ExitStack() as kept:
        for code, stream in streams(hall, codes, kept).items():
            hall.post(f"/t/{code}/rename", f"seat=1&name=Zoe{code}")
            told = message(stream)
            while f"Zoe{code}" not in told:
                told = message(stream)
                assert told, "the stream has ended"


def test_the_link_to_the_servers_page_opens_it_once_whoever_answers(hall: Served) -> None:
    page = f"http://{HOUSE}:{hall.port}"
    (link,) = [line.split(page)[1].strip() for line in hall.greeting if "/server/" in line]
    asked = {status(hall, "GET", link) for _ in range(6)}
    assert asked == {200}
    assert hall.post(link, "") == "/server"
    cookie = hall.cookie
    assert {status(hall, "GET", link) for _ in range(6)} == {403}
    hall.cookie = cookie
    assert status(hall, "GET", "/server") == 200


def status(hall: Served, method: str, path: str) -> int:
    with hall.request(method, path) as answer:
        return answer.status


def test_they_stop_in_time_with_open_streams(hall: Served) -> None:
    everybody = [hall.process.pid, *children(hall.process.pid)]
    assert len(everybody) == 4
    with ExitStack() as kept:
        streams(hall, [hall.open_table() for _ in range(4)], kept)
        assert hall.end(signal.SIGTERM) == 0
    assert not any(Path(f"/proc/{pid}").exists() for pid in everybody)


def test_a_server_that_is_killed_comes_back_and_the_others_go_on(hall: Served) -> None:
    codes = [hall.open_table() for _ in range(TABLES)]
    before = {code: hall.page(f"/t/{code}/history") for code in codes}
    with ExitStack() as kept:
        opened = streams(hall, codes, kept)
        unreached = lambda code: "reach the app" in hall.page(f"/t/{code}")  # noqa: E731
        with nobody_is_started_again(hall):
            os.kill(children(hall.process.pid)[0], signal.SIGKILL)
            until(lambda: any(map(unreached, codes)), "no word")
        until(lambda: all(answers(hall, code) for code in codes), "it did not come back")
        # nginx learnt of what has ended before it answered any of that.
        ended = {code for code, stream in opened.items() if has_ended(stream)}
        assert 0 < len(ended) < TABLES, "the tables are not shared out"
        going_on = next(code for code in codes if code not in ended)
        hall.post(f"/t/{going_on}/rename", "seat=1&name=Zoe")
        assert "Zoe" in message(opened[going_on])
    assert all(hall.page(f"/t/{code}/history") == before[code] for code in ended)


def test_who_is_well_is_not_harmed_by_who_was_killed(hall: Served) -> None:
    """What nginx leaves on a line that it keeps, the next request on that line meets."""
    codes = [hall.open_table() for _ in range(TABLES)]
    told: dict[str, list[int]] = {code: [] for code in codes}
    with nobody_is_started_again(hall):
        os.kill(children(hall.process.pid)[0], signal.SIGKILL)
        for number, code in product(range(8), codes):
            told[code].append(renamed(hall, code, f"Zoe{number}"))
    well = {code: each for code, each in told.items() if 502 not in each}
    assert 0 < len(well) < TABLES, "nobody was killed, or all were"
    assert all(set(each) == {303} for each in well.values()), well


def renamed(hall: Served, code: str, name: str) -> int:
    with hall.request("POST", f"/t/{code}/rename", f"seat=1&name={name}") as answer:
        return answer.status


def has_ended(stream: HTTPResponse) -> bool:
    """Whether the server has hung up: nothing else comes by itself, so seldom are the beats."""
    return bool(select.select([stream], [], [], 0)[0])


def answers(hall: Served, code: str) -> bool:
    with hall.request("GET", f"/t/{code}/history") as answer:
        return answer.status == 200


def test_where_it_is_killed_itself_nothing_of_it_stays(hall: Served) -> None:
    left = children(hall.process.pid)
    hall.end(signal.SIGKILL)
    gone = lambda: not any(Path(f"/proc/{pid}").exists() for pid in left)  # noqa: E731
    until(gone, "the address is taken by what is left of it")


def test_nobody_makes_up_who_asks(hall: Served) -> None:
    numbers = count()

    def guessed() -> int:
        line = HTTPConnection(HOUSE, hall.port, timeout=GENEROUS)
        made_up = f"198.51.100.{next(numbers) % 256}"
        line.request("GET", "/t/WRONG", headers={"X-Forwarded-For": made_up})
        status = line.getresponse().status
        line.close()
        return status

    assert guessed() == 404
    # Guesses are forgiven with time, so that on a slow machine it takes more of them.
    until(lambda: guessed() == 429, "each of them counts for itself")


def test_a_taken_port_and_a_missing_nginx_are_said_plainly(
    hall: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = [*SERVE, "--host", HOUSE, "--port", str(hall.port), "--cores", "2"]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=GENEROUS, check=False)
    assert ended.returncode == 1
    assert "A companion runs here already" in ended.stderr and "Traceback" not in ended.stderr
    monkeypatch.setattr(sharing, "find_nginx", lambda: None)
    with pytest.raises(SystemExit, match=r"need nginx \(on Debian: apt-get install nginx-light\)"):
        place = sharing.Place(HOUSE, hall.port)
        sharing.run_workers(SERVE, place, 2, Path("tables.sqlite"))


def test_a_database_that_cannot_be_used_ends_it_with_a_word(tmp_path: Path) -> None:
    broken = tmp_path / "broken.sqlite"
    broken.write_bytes(b"no database" * 1000)
    command = [*SERVE, "--host", HOUSE, "--port", str(free_port()), "--cores", "2"]
    command += ["--database", str(broken)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=GENEROUS, check=False)
    assert ended.returncode == 1
    assert "Can't use the database" in ended.stderr and "Traceback" not in ended.stderr
