"""The network comes, changes and goes while the companion runs: its codes follow."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kit.served import GENEROUS, SERVE

#: The host's laptop: opens a table, then prints every address that the code on an open page has.
LAPTOP = """
import re, sys, time
from http.client import HTTPConnection
line = HTTPConnection("127.0.0.1", 8000, timeout=60)
def ask(method, path, body=None):
    line.request(method, path, body, headers)
    answer = line.getresponse()
    headers["Cookie"] = (answer.headers["Set-Cookie"] or headers["Cookie"]).partition(";")[0]
    return answer.headers["Location"], answer.read().decode()
headers = {"Origin": "http://127.0.0.1:8000", "Cookie": "",
           "Content-Type": "application/x-www-form-urlencoded"}
code = ask("POST", "/tables", "game=empires&seats=2&name=Ana")[0].rpartition("/")[2]
page = ask("GET", f"/t/{code}/screen" if sys.argv[1] == "screen" else f"/t/{code}")[1]
print("offline" if 'class="grow offline"' in page else "page", flush=True)
line.request("GET", f"/t/{code}/stream?page={sys.argv[1]}", headers=headers)
answer, told = line.getresponse(), ""
shown = []
while True:
    told += answer.read1(65536).decode()
    for message in told.split("\\n\\n")[:-1]:
        for address in re.findall(r'data-address="http://([^/"]+)|class="grow (offline)"', message):
            found = "".join(address)
            if shown[-1:] != [found]:
                shown.append(found)
                print(found, flush=True)
    told = told.rpartition("\\n\\n")[2]
"""


class Machine:
    """A network namespace in which nothing but the loopback is up, held by a process of ours."""

    def __init__(self) -> None:
        self.holder = subprocess.Popen(
            ["unshare", "-n", "sh", "-c", "ip link set lo up && echo; cat"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        assert self.holder.stdout is not None
        if not self.holder.stdout.readline():
            pytest.skip("no network namespace can be made here")
        self.running = [self.holder]

    def run(self, *words: str) -> None:
        subprocess.run(self.within(*words), check=True, timeout=GENEROUS)

    def within(self, *words: str) -> list[str]:
        return ["nsenter", "-t", str(self.holder.pid), "-n", *words]

    def start(self, *words: str, **more: str) -> Iterator[str]:
        """Its lines, as they come."""
        env = {key: each for key, each in os.environ.items() if not key.startswith("COMPANION_")}
        env |= {"COMPANION_NAME": "", "COMPANION_HEARTBEAT": "60", "PYTHONUNBUFFERED": "1"}
        begun = subprocess.Popen(
            self.within(*words), stdout=subprocess.PIPE, env=env | {"PYTHONIOENCODING": "utf-8"}
        )
        self.running.append(begun)
        assert begun.stdout is not None
        return (line.decode().rstrip() for line in begun.stdout)

    def kill(self) -> None:
        for each in reversed(self.running):
            each.kill()

    def end(self) -> None:
        self.kill()
        for each in self.running:
            each.communicate()


@pytest.fixture
def machine() -> Iterator[Machine]:
    if os.geteuid() != 0 or not all(map(shutil.which, ("unshare", "nsenter", "ip"))):
        pytest.skip("network namespaces are root's, and need unshare, nsenter and ip")
    here = Machine()
    # What never comes ends with what would have said it.
    limit = threading.Timer(2 * GENEROUS, here.kill)
    limit.start()
    yield here
    limit.cancel()
    here.end()


def addresses(lines: Iterator[str]) -> Iterator[str]:
    for line in lines:
        if found := re.search(r"Open this on the phones: http://(\S+)", line):
            yield found[1]


def follows(lines: Iterator[str], wanted: str) -> bool:
    """Whether this comes next, or after word that there is no network."""
    first = next(lines)
    return wanted in (first, next(lines) if first in ("offline", "127.0.0.1:8000") else "")


@pytest.mark.process
@pytest.mark.parametrize("page", ["lobby", "screen"])
@pytest.mark.parametrize("options", [(), ("--cores", "2")], ids=["one", "cores"])
def test_open_pages_and_the_terminal_tell_the_new_address(
    machine: Machine, tmp_path: Path, page: str, options: tuple[str, ...]
) -> None:
    if options and not shutil.which("nginx"):
        pytest.skip("several servers need nginx")
    serve = machine.start(*SERVE, *options, "--database", str(tmp_path / "tables.sqlite"))
    told = addresses(serve)
    assert next(told) == "127.0.0.1:8000"
    shown = machine.start(sys.executable, "-c", LAPTOP, page)
    assert next(shown) == "offline"
    assert next(shown) == "offline"
    machine.run("ip", "link", "add", "lan0", "type", "veth", "peer", "name", "far0")
    machine.run("ip", "addr", "add", "192.168.178.23/24", "dev", "lan0")
    for end in ("lan0", "far0"):
        machine.run("ip", "link", "set", end, "up")
    assert next(told) == next(shown) == "192.168.178.23:8000"
    machine.run("ip", "addr", "flush", "dev", "lan0")
    machine.run("ip", "addr", "add", "10.20.0.5/24", "dev", "lan0")
    # A look in between finds no address.
    assert follows(told, "10.20.0.5:8000") and follows(shown, "10.20.0.5:8000")
