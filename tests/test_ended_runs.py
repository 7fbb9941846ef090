"""A run of the tests that is ended by SIGTERM ends what it has begun: servers, and PostgreSQL."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.kit.places import ROOT
from tests.kit.processes import runs
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
