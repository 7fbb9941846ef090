"""The list of faults to put back has not gone stale: each still fits its file, leaves code that can
be read, and names tests that there are. Whether those go red is shown by `make faults`.
"""

from __future__ import annotations

import ast
import tomllib

import pytest

from tests.kit.places import ROOT
from tests.kit.put_back import RED, Fault, Stale, faults, is_red, is_there, left_out, texts_with

#: The points of the list that once began it.
POINTS = {str(point) for point in range(1, 31)}


@pytest.mark.parametrize("fault", faults(), ids=lambda fault: f"{fault.point}: {fault.what}")
def test_a_fault_can_be_put_back(fault: Fault) -> None:
    for file, text in texts_with(fault, ROOT).items():
        assert text != file.read_text(encoding="utf-8")
        if file.suffix == ".py":
            ast.parse(text)
        if file.suffix == ".toml":
            tomllib.loads(text)
    assert fault.nets
    assert [net for net in fault.nets if not is_there(net)] == []


def test_every_point_is_put_back_or_says_why_not() -> None:
    told = {each.point for each in faults()} | {each.point for each in left_out()}
    assert told >= POINTS
    assert all(each.why for each in left_out())


def test_a_text_that_is_gone_is_told() -> None:
    (first, *_) = faults()
    (change, *_) = first.changes
    gone = Fault("0", "none", (type(change)(change.file, "no such text", ""),), first.nets)
    with pytest.raises(Stale, match="0 of: no such text"):
        texts_with(gone, ROOT)
    assert not is_there("tests/test_faults.py::test_that_is_not_there")
    assert not is_there("tests/test_not_there.py")


def test_only_a_test_that_has_failed_is_red() -> None:
    assert is_red(RED, "E       assert 1 == 2\nFAILED tests/test_a.py::test_b - assert 1 == 2")
    assert not is_red(0, "1 passed")
    assert not is_red(RED, "E       NameError: name 'x'\nFAILED tests/test_a.py::test_b")
    assert not is_red(RED, "ERROR tests/test_a.py::test_b - RuntimeError: a fixture")
    both = "FAILED tests/test_a.py::test_b - assert\nERROR tests/test_a.py::test_b - its fixture"
    assert is_red(RED, both)
    assert not is_red(RED, f"E   ReferenceError: x is not defined\n{both}")
    assert not is_red(2, "ERROR tests/test_a.py - ImportError")
