"""A run of the tests or of the benchmark that is ended by SIGTERM ends what it has begun."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.kit.places import ROOT
from tests.kit.postgres import NONE, programs
from tests.kit.processes import family, runs
from tests.kit.served import GENEROUS, until

BEGUN = """
import subprocess, time
from pathlib import Path
import pytest

@pytest.mark.process
def test_waits():
    with subprocess.Popen(["sleep", "600"]) as begun:
        try:
            Path(__file__).with_name("begun").write_text(str(begun.pid) + " ")
            time.sleep(600)
        finally:
            begun.kill()
"""


@pytest.mark.process
@pytest.mark.parametrize("workers", [0, 1])
def test_an_ended_run_leaves_nothing_running(tmp_path: Path, workers: int) -> None:
    (tmp_path / "test_begun.py").write_text(BEGUN)
    told = tmp_path / "begun"
    # Its own lots: neither those of the run that this is a part of, nor its place in it.
    env = {name: value for name, value in os.environ.items() if "TEST" not in name}
    command = [sys.executable, "-m", "pytest", "-p", "tests.conftest", "-p", "no:cacheprovider"]
    with subprocess.Popen(
        [*command, "-n", str(workers), "--rootdir", str(tmp_path), str(tmp_path)],
        cwd=ROOT,
        env=env,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as run:
        until(lambda: told.exists() and told.read_text().endswith(" "), "it began nothing")
        pid = int(told.read_text())
        run.send_signal(signal.SIGTERM)
        run.wait(GENEROUS)
    until(lambda: not runs(pid), "what it had begun goes on")


SLEEPS = [sys.executable, "-c", "import time; time.sleep(600)"]
#: What has no end yet when the run is ended: a server that hasn't answered, and one of a thread's.
UNENDED = {
    "starting": "Server(sleeps, 9)",
    "of a thread": "in_threads([lambda: subprocess.run(sleeps), lambda: subprocess.run(sleeps)])",
}
RUN = """
import subprocess
from tests.benchmarks.servers import Server
from tests.kit.hall_games import in_threads
from tests.kit.processes import end_in_order
sleeps = {sleeps}
end_in_order()
{work}
"""


@pytest.mark.process
@pytest.mark.parametrize("work", UNENDED.values(), ids=UNENDED)
def test_what_has_no_end_yet_is_ended_too(work: str) -> None:
    code = RUN.format(sleeps=SLEEPS, work=work)
    with subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stderr=subprocess.DEVNULL) as run:
        until(lambda: len(family(run.pid)) == 1 + work.count("sleeps"), "it began nothing")
        begun = family(run.pid)
        run.send_signal(signal.SIGTERM)
        run.wait(GENEROUS)
    until(lambda: not any(map(runs, begun)), "what it had begun goes on")


@pytest.mark.process
@pytest.mark.postgres
@pytest.mark.long
@pytest.mark.skipif(programs() is None, reason=NONE)
def test_an_ended_benchmark_leaves_no_server_and_no_database() -> None:
    """In the middle of a mishap, which threads go on with."""
    command = [sys.executable, "-m", "tests.benchmarks", "--only", "hall-frozen", "--rounds", "1"]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=pipe, text=True
    ) as run:
        assert run.stderr is not None
        until(lambda: "1 of" in run.stderr.readline(), "nothing befell it")
        begun = family(run.pid)
        run.send_signal(signal.SIGTERM)
        run.communicate(timeout=GENEROUS)
    assert len(begun) > 5
    until(lambda: not any(map(runs, begun)), "what it had begun goes on")
