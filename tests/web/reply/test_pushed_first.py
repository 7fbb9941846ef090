"""What a tap changes is pushed to all phones before its own answer is drawn, which is never behind
what was pushed.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from companion.play import TableStore
from companion.play.answer import Tap
from companion.play.numbers import act
from companion.web.reply import reply
from companion.web.request.phone import phone
from tests.kit.phones import Phone
from tests.kit.places import ROOT

Game = tuple[str, Phone, Phone]


def test_no_phone_waits_for_the_answer_of_the_phone_that_taps(tmp_path: Path) -> None:
    child = subprocess.run(
        [sys.executable, "-m", "tests.web.reply.pushed_under_gevent", str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=60,
        cwd=ROOT,
    )
    assert child.returncode == 0, child.stderr
    told = child.stdout.split()
    assert sorted(told[:2]) == ["a", "b"] and told[2:] == ["answer"]


def test_an_answer_that_was_overtaken_shows_what_came_meanwhile(
    game: Game, store: TableStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, ana, _ = game
    ana.get(f"/t/{code}")
    seen = store.latest(code).seq
    ben = store.latest(code).seat_at(2).phone

    def meanwhile(_: float) -> None:
        assert phone() != ben
        act(store, code, Tap(ben, 2, "take 3", "b1", seen))

    monkeypatch.setattr(reply.time, "sleep", meanwhile)
    answer = ana.tap(code, "take 2", seat=1, seen=seen)
    assert "Ben took 3 counters" in answer.text and "Ana took 2 counters" in answer.text
    assert f'value="{store.latest(code).seq}"' in answer.text
