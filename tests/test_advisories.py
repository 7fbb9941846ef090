"""What `make check` says of known faults in what is installed: a word, and never more."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.kit.places import ROOT

pytestmark = pytest.mark.process

FAULT = {"id": "GHSA-x", "fix_versions": ["3.1.9"], "aliases": [], "description": "d"}
TOLD = {
    "dependencies": [
        {"name": "flask", "version": "3.1.3", "vulns": []},
        {"name": "odd", "skip_reason": "not found"},
        {"name": "werkzeug", "version": "3.1.8", "vulns": [FAULT, {"id": "PYSEC-1"}]},
    ],
    "fixes": [],
}


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    shutil.copytree(ROOT / ".ci", tmp_path / ".ci")
    return tmp_path


def told_by(checkout: Path, prints: str) -> str:
    """What it says where pip-audit prints this; it must end well."""
    tool = checkout / "pip-audit"
    tool.write_text(f"#!/bin/sh\ncat << 'END'\n{prints}\nEND\nexit 1\n", "utf-8")
    tool.chmod(0o755)
    done = subprocess.run(
        [checkout / ".ci" / "advisories"],
        env={**os.environ, "PIP_AUDIT": str(tool)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout + done.stderr


def test_a_known_fault_is_told_at_every_run_until_it_is_mended(checkout: Path) -> None:
    for _ in range(2):
        first, second = told_by(checkout, json.dumps(TOLD)).splitlines()
        assert first == "Known fault: werkzeug 3.1.8: GHSA-x, mended in 3.1.9"
        assert second == "Known fault: werkzeug 3.1.8: PYSEC-1, mended in no version yet"
    assert told_by(checkout, json.dumps({"dependencies": [], "fixes": []})) == ""
    assert told_by(checkout, json.dumps(TOLD)) == "", "once a day is enough"


@pytest.mark.parametrize("prints", ["", "no network", "[]", '{"dependencies": [{"vulns": [{}]}]}'])
def test_without_an_answer_it_says_nothing(checkout: Path, prints: str) -> None:
    assert told_by(checkout, prints) == ""


def test_check_asks() -> None:
    rule = (ROOT / "Makefile").read_text("utf-8").partition("\ncheck: ")[2].partition("\n\n")[0]
    assert ".ci/advisories" in rule
