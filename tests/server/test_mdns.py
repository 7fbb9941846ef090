"""A second machine finds the companion by its name, opens it, and is led to its address.

Two machines are two network namespaces with a cable between them, which root alone may lay.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.server import mdns
from tests.kit.served import GENEROUS, SERVE

NEEDED = ("unshare", "nsenter", "ip")
HERE, THERE, PORT = "10.77.0.1", "10.77.0.2", 8000
#: What a phone's system does: asks who has the name, and what is behind it.
LOOK = """
import json, sys
from http.client import HTTPConnection
from zeroconf import AddressResolverIPv4, Zeroconf
own, host, port, path = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4]
zeroconf = Zeroconf(interfaces=[own])
found = AddressResolverIPv4(host + ".")
known = found.request(zeroconf, 5000)
addresses = found.parsed_addresses() if known else []
zeroconf.close()
told = []
for name in [host, *sys.argv[5:]] if addresses else []:
    line = HTTPConnection(addresses[0], port, timeout=30)
    line.request("GET", path, headers={"Host": f"{name}:{port}"})
    answer = line.getresponse()
    told.append([answer.status, answer.headers["Location"]])
    line.close()
print(json.dumps([addresses, told]))
"""


@dataclass(frozen=True)
class Machine:
    """One namespace, held by a process of ours."""

    address: str
    holder: subprocess.Popen[bytes]

    def command(self, *words: str) -> list[str]:
        return ["nsenter", "-t", str(self.holder.pid), "-n", *words]

    def run(self, *words: str) -> str:
        done = subprocess.run(
            self.command(*words), capture_output=True, text=True, check=True, timeout=GENEROUS
        )
        return done.stdout

    def finds(self, host: str, path: str = "/", *other: str) -> tuple[list[str], list[object]]:
        asked = (self.address, host, str(PORT), path, *other)
        addresses, told = json.loads(self.run(sys.executable, "-c", LOOK, *asked))
        return addresses, told


@contextmanager
def machine(address: str) -> Iterator[Machine]:
    holder = subprocess.Popen(
        ["unshare", "-n", "sh", "-c", "echo; cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    try:
        assert holder.stdout is not None and holder.stdin is not None
        if not holder.stdout.readline():
            pytest.skip("no network namespace can be made here")
        yield Machine(address, holder)
    finally:
        holder.kill()
        holder.communicate()


@pytest.fixture
def house() -> Iterator[tuple[Machine, Machine]]:
    if os.geteuid() != 0 or not all(map(shutil.which, NEEDED)):
        pytest.skip("network namespaces are root's, and need unshare, nsenter and ip")
    with machine(HERE) as here, machine(THERE) as there:
        ends = ["add", "eth0", "type", "veth", "peer", "name", "eth0"]
        try:
            here.run("ip", "link", *ends, "netns", str(there.holder.pid))
        except subprocess.CalledProcessError as failure:
            pytest.skip(f"no cable can be laid here: {failure.stderr}")
        for each in (here, there):
            each.run("ip", "addr", "add", f"{each.address}/24", "dev", "eth0")
            for link in ("lo", "eth0"):
                each.run("ip", "link", "set", link, "up")
            each.run("ip", "route", "add", "default", "dev", "eth0")
        yield here, there


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., str]]:
    """Starts a companion on a machine; the line that tells its name, "" where there is none."""
    with ExitStack() as stack:

        def start(on: Machine, name: str | None = None) -> str:
            file = tmp_path / f"{on.address}.sqlite"
            env = {k: v for k, v in os.environ.items() if not k.startswith("COMPANION_")}
            env |= {"COMPANION_NAME": name} if name is not None else {}
            process = subprocess.Popen(
                on.command(*SERVE, "--port", str(PORT), "--database", str(file)),
                stdout=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                env={**env, "PYTHONIOENCODING": "utf-8", "PYTHONUNBUFFERED": "1"},
            )
            assert process.stdout is not None
            stack.callback(process.stdout.close)
            stack.callback(process.wait)
            stack.callback(process.terminate)
            while "Ctrl-C" not in process.stdout.readline():
                assert process.poll() is None
            # In a container it tells first whose address phones open.
            after = iter(process.stdout.readline, "")
            return next(line for line in after if ".local" in line) if name != "" else ""

        yield start


@pytest.mark.process
def test_the_name_is_found_by_another_machine_which_is_led_to_the_address(
    house: tuple[Machine, Machine], serve: Callable[..., str]
) -> None:
    here, there = house
    assert f"http://cosmos.local:{PORT}\n" in serve(here)
    told = there.finds("cosmos.local", "/j/ABCD?seat=2", HERE, "cosmos-2.local", "evil.example")
    address = f"http://{HERE}:{PORT}/j/ABCD?seat=2"
    assert told == ([HERE], [[307, address], [404, None], [421, None], [421, None]])
    front = there.finds("cosmos.local", "/", HERE)
    assert front == ([HERE], [[307, f"http://{HERE}:{PORT}/"], [200, None]]), "and it opens there"


@pytest.mark.process
def test_a_taken_name_gets_a_number(
    house: tuple[Machine, Machine], serve: Callable[..., str]
) -> None:
    here, there = house
    assert "http://cosmos.local:" in serve(here)
    assert "http://cosmos-2.local:" in serve(there)
    assert here.finds("cosmos-2.local", "/")[0] == [THERE]
    assert there.finds("cosmos.local", "/")[0] == [HERE]


@pytest.mark.process
def test_it_can_be_turned_off_and_be_another(
    house: tuple[Machine, Machine], serve: Callable[..., str]
) -> None:
    here, there = house
    assert serve(here, "") == ""
    assert there.finds("cosmos.local")[0] == []
    assert f"http://our-games.local:{PORT}" in serve(there, "our-games")


def test_a_network_that_fails_at_first_is_asked_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An error at the start, three losses to another machine, then the end of the program."""
    told: list[tuple[str, str]] = []
    lost = iter([OSError("no route"), 1, 2, 3, 0, None])

    def announce(wanted: mdns.AnnouncedName, address: str, number: int, how: object) -> int | None:
        ends = next(lost)
        told.append((address, str(number)))
        if isinstance(ends, OSError):
            raise ends
        return ends

    monkeypatch.setattr(mdns, "_announce", announce)
    wanted = mdns.AnnouncedName("cosmos", 8000, HERE)
    mdns.announce_mdns_name(wanted, lambda *at: told.append(at), lambda _: True)
    assert [number for _, number in told] == ["0", "", "0", "1", "2", "3", "0"]
    said = capsys.readouterr().err
    assert said.count("told to nobody: no route") == 1
    assert said.count("Another machine took cosmos.local or one like it 3 times") == 1
