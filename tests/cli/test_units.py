"""The units that come along: systemd finds nothing in them to complain about."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.kit.places import ROOT

pytestmark = pytest.mark.process

PROGRAM = "/opt/companion/bin/companion"


@pytest.mark.parametrize(
    ("file", "unit"),
    [
        ("companion-house.service", "companion.service"),
        ("companion.service", "companion@8001.service"),
    ],
)
def test_systemd_reads_it_without_complaint(tmp_path: Path, file: str, unit: str) -> None:
    """With a program that is there: this machine's Python in place of the companion's."""
    if not shutil.which("systemd-analyze"):
        pytest.skip("no systemd-analyze here")
    written = (ROOT / "docs" / "hall" / file).read_text(encoding="utf-8")
    assert PROGRAM in written
    place = tmp_path / unit.replace("8001", "")
    place.write_text(written.replace(PROGRAM, sys.executable), encoding="utf-8")
    said = subprocess.run(
        ["systemd-analyze", "verify", str(tmp_path / unit)], capture_output=True, text=True
    )
    assert (said.returncode, said.stderr) == (0, "")
