"""The demonstration in a process of its own: two players who need nobody, a seat for who looks."""

from __future__ import annotations

import os
import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.kit.places import ROOT
from tests.kit.ports import HOUSE, free_port
from tests.kit.served import GAME, GENEROUS, SERVE, Served, until

pytestmark = pytest.mark.process

DEMO = [*SERVE[:-1], "demo"]


class Demo(Served):
    """The demonstration, seen by a phone. `pace`: seconds between two taps."""

    def __init__(self, folder: Path, pace: float = 0.02) -> None:
        self._pace = pace
        super().__init__(folder)

    def start(self) -> None:
        self.begin(
            [*DEMO, GAME.slug, "--host", HOUSE, "--port", str(self.port), "--pace", str(self._pace)]
        )
        told = re.search(r"/t/(\w+)/screen", "".join(self.greeting))
        assert told
        self.code = told[1]

    def actions(self) -> int:
        told = re.search(r"(\d+) actions?", self.page(f"/t/{self.code}/history"))
        return int(told[1]) if told else 0


@pytest.fixture
def demo(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> Iterator[Demo]:
    """`request.param`: the system on which it runs, where it isn't this one."""
    if system := getattr(request, "param", ""):
        stand_in = ROOT / "tests" / "kit" / "systems" / system
        monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(stand_in), str(ROOT)]))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    shown = Demo(tmp_path)
    yield shown
    if shown.process.returncode is None:
        shown.end(signal.SIGKILL)


@contextmanager
def looking(demo: Demo) -> Iterator[None]:
    with demo.request("GET", f"/t/{demo.code}/stream?page=lobby") as stream:
        stream.readline()
        yield


@pytest.mark.parametrize("demo", ["", "windows", "stick"], indirect=True)
def test_two_players_play_for_whoever_watches_and_leave_nothing(demo: Demo, tmp_path: Path) -> None:
    assert f"http://{HOUSE}:{demo.port}/t/{demo.code}\n" in "".join(demo.greeting)
    # Here only this machine could open what is in it: no code to scan.
    assert not any("█" in line for line in demo.greeting)
    assert "Otto" not in demo.page(f"/t/{demo.code}/screen"), "they wait for somebody to look"
    with looking(demo):
        until(lambda: demo.actions() >= 12, "nobody plays")
    page = demo.page(f"/t/{demo.code}/screen")
    assert "Ada" in page and "Otto" in page
    told = demo.page(f"/t/{demo.code}/history")
    assert "refused" not in told
    for player in ("Ada", "Otto"):
        assert re.search(rf'title="Was that legal[?]">{player} \w', told), f"{player} did nothing"
    assert any(tmp_path.iterdir())
    assert demo.end(signal.SIGINT) == 0
    # What is compiled of the templates stays for the next start.
    assert [left for left in tmp_path.iterdir() if "jinja2" not in left.name] == []


def test_the_third_seat_is_the_persons(demo: Demo) -> None:
    # Before anybody looks: from then on it is kept for a moment only.
    demo.post(f"/t/{demo.code}/sit", "seat=3")
    with looking(demo):
        until(lambda: demo.actions() > 0, "nobody plays")
        page = demo.page(f"/t/{demo.code}?seat=3")
        assert "Ada" in page and "Otto" in page and "/act" in page
    assert demo.end(signal.SIGTERM) == 0


def test_a_game_that_is_not_there_is_said_plainly() -> None:
    command = [*DEMO, "mikado", "--port", str(free_port())]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=GENEROUS, check=False)
    assert ended.returncode == 1
    assert "mikado" in ended.stderr and GAME.slug in ended.stderr
    assert "Traceback" not in ended.stderr
