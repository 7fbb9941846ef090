"""A served companion in a process of its own: it greets, is killed, comes back, stops in time."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from companion.cli.address import print_address, server_page_address
from companion.settings import Settings
from tests.kit.ports import HOUSE
from tests.kit.served import GAME, GENEROUS, SERVE, Served, until


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    companion = Served(tmp_path)
    yield companion
    if companion.process.returncode is None:
        companion.end(signal.SIGKILL)


def an_allowed_action() -> tuple[int, str]:
    state = GAME.setup(GAME.seats[0], {})
    return next(
        (seat, GAME.write(action))
        for seat in sorted(GAME.seats_to_act(state))
        for action in GAME.candidates(state, seat)
        if not list(GAME.objections(state, seat, action))
    )


def test_phones_scan_its_address_and_nobody_scans_their_own(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    print_address("http://192.0.2.7:8000", database=tmp_path / "a.sqlite")
    told = capsys.readouterr().out
    assert sum("█" in line for line in told.splitlines()) > 8
    assert f"The tables are kept in {tmp_path / 'a.sqlite'}\n" in told
    for alone in ("http://127.0.0.1:8000", "http://localhost:8000", "http://[::1]:8000"):
        print_address(alone)
        told = capsys.readouterr().out
        assert "█" not in told and "Only this machine" in told and "kept in" not in told


@pytest.mark.process
def test_it_greets_with_its_address_and_its_database(served: Served, tmp_path: Path) -> None:
    assert f"http://{HOUSE}:{served.port}" in served.greeting[0]
    assert not any("█" in line for line in served.greeting)
    assert f"The tables are kept in {tmp_path / 'companion.sqlite'}\n" in served.greeting
    assert re.fullmatch(r"\S{40,}", (tmp_path / "companion.secret").read_text())


@pytest.mark.process
def test_a_kill_loses_no_acknowledged_action_and_no_seat(served: Served) -> None:
    code = served.open_table()
    for seat in range(2, GAME.seats[0] + 1):
        served.post(f"/t/{code}/sit", f"seat={seat}")
    served.post(f"/t/{code}/start", "x=1")
    seat, action = an_allowed_action()
    served.post(f"/t/{code}/act", f"seat={seat}&action={action.replace(' ', '+')}")
    before = served.page(f"/t/{code}/history")
    assert "1 action" in before
    served.end(signal.SIGKILL)
    served.start()
    assert served.page(f"/t/{code}/history") == before
    assert "/take-back" in served.page(f"/t/{code}?seat={seat}"), "the phone has its seat"


@pytest.mark.process
def test_it_stops_in_time_with_open_streams(served: Served) -> None:
    code, streams = served.open_table(), []
    with ExitStack() as open_streams:
        for _ in range(5):
            path = f"/t/{code}/stream?page=lobby"
            stream = open_streams.enter_context(served.request("GET", path))
            assert stream.readline().startswith(b"id: ")
            streams.append(stream)
        assert served.end(signal.SIGTERM) == 0
        # Ended with a last word each, not cut off: reading the rest would raise.
        assert all(stream.read() for stream in streams)


@pytest.mark.process
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_stop_in_the_middle_of_the_greeting_is_one(tmp_path: Path, number: int) -> None:
    """It listens by then: what was stopped doesn't start again, and nobody reads of it."""
    command = [*SERVE, "--port", "0", "--database", str(tmp_path / "c.sqlite")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as served:
        try:
            assert served.stdout is not None
            served.stdout.readline()
            served.send_signal(number)
            _, said = served.communicate(timeout=GENEROUS)
        finally:
            served.kill()
    assert (served.returncode, said) == (0, b"")


@pytest.mark.process
def test_a_phone_that_left_is_shown_asleep(served: Served) -> None:
    code = served.open_table()
    with served.request("GET", f"/t/{code}/stream?page=lobby") as stream:
        stream.readline()
        assert "phone asleep" not in served.page(f"/t/{code}")
    until(lambda: "phone asleep" in served.page(f"/t/{code}"), "nobody noticed")


def run_on_taken(port: int, folder: Path, *more: str) -> subprocess.CompletedProcess[str]:
    command = [*SERVE, "--host", HOUSE, "--port", str(port), *more]
    command += ["--database", str(folder / "other.sqlite")]
    return subprocess.run(command, capture_output=True, text=True, timeout=GENEROUS, check=False)


@pytest.mark.process
def test_a_taken_port_is_said_plainly(tmp_path: Path) -> None:
    with socket.create_server((HOUSE, 0)) as taken:
        port = taken.getsockname()[1]
        ended = run_on_taken(port, tmp_path)
    assert ended.returncode == 1
    assert f"Can't listen on port {port}" in ended.stderr
    assert f"--port {port + 1}" in ended.stderr and "Traceback" not in ended.stderr


@pytest.mark.process
def test_a_second_start_says_where_the_first_is_and_opens_its_page(
    served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever closed the page double-clicks again."""
    opened, browser = tmp_path / "opened", tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}.new; mv {opened}.new {opened}\n')
    browser.chmod(0o755)
    monkeypatch.setenv("BROWSER", f"{browser} %s")
    page = f"http://{HOUSE}:{served.port}/"
    for more in ((), ("--open",)):
        ended = run_on_taken(served.port, tmp_path, *more)
        assert ended.returncode == 1
        assert f"A companion runs here already: {page}" in ended.stderr
        assert more or not opened.exists()
    until(opened.exists, "the page did not open")
    assert opened.read_text().strip() == page


@pytest.mark.process
def test_a_double_click_finds_another_port_where_a_program_has_it(tmp_path: Path) -> None:
    with socket.create_server((HOUSE, 0)) as taken:
        port = taken.getsockname()[1]
        command = [*SERVE, "--open", "--host", HOUSE, "--port", str(port)]
        command += ["--database", str(tmp_path / "tables.sqlite")]
        kept = {"BROWSER": "true", "COMPANION_NAME": "", "PYTHONUNBUFFERED": "1"}
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env=os.environ | kept
        ) as serving:
            assert serving.stdout is not None
            first = serving.stdout.readline()
            serving.terminate()
    found = re.search(rf"http://{HOUSE}:(\d+)", first)
    assert found and int(found[1]) - port in (1, 1_000, 2_000)


@pytest.mark.process
def test_a_phone_that_reads_nothing_is_shown_behind(served: Served) -> None:
    code = served.open_table()
    served.post(f"/t/{code}/start", "x=1")
    with socket.socket() as stuck:
        # So little room that the first view does not fit into it.
        stuck.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        stuck.connect((HOUSE, served.port))
        asked = f"GET /t/{code}/stream HTTP/1.1\r\nHost: {HOUSE}\r\nCookie: {served.cookie}\r\n\r\n"
        stuck.sendall(asked.encode())
        until(lambda: "out of date" in served.page(f"/t/{code}"), "it passes for awake")


@pytest.mark.parametrize(
    ("proxies", "hosts", "origins", "expected"),
    [
        (0, ("cosmos.house",), (), "http://192.0.2.7:8000"),
        (1, (), (), "http://192.0.2.7:8000"),
        (1, (".example.org",), (), "http://192.0.2.7:8000"),
        (1, (".example.org", "cosmos.example.org."), (), "https://cosmos.example.org"),
        (1, ("cosmos.example.org",), ("http://other.example/",), "http://other.example"),
    ],
)
def test_behind_a_proxy_the_link_has_the_name_that_is_known(
    proxies: int, hosts: tuple[str, ...], origins: tuple[str, ...], expected: str
) -> None:
    told = Settings(proxies=proxies, hosts=hosts, origins=origins)
    found = server_page_address(told, "http://192.0.2.7:8000", "a" * 44)
    assert found == f"{expected}/server/{'a' * 44}"
