"""A file for spreadsheets: each text is one cell, and none is a formula, however it is read."""

from __future__ import annotations

import csv
import io
import re

import pytest

from companion.web.export.spreadsheet import csv_text

EVIL = [
    *("=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1", "＝1+1", "x;=1+1", "x,=1", "x\t@y"),
    *("x; +1", "a|=1", "x\n=1", 'x";=1', "a;b;c;-2", 'x;"=1', '"=1', 'x;" "+1'),
]


@pytest.mark.parametrize("name", EVIL)
@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
def test_no_cell_begins_as_a_formula_does(name: str, separator: str) -> None:
    text = csv_text(["Player", name], [(name, 3), ("Ana", -2)]).lstrip("\ufeff")
    # As a reader does that knows of no quotes; one that does sees some of these cells as one.
    for cell in re.split(rf"[{separator}\r\n]", text):
        plain = cell.strip().strip('"').strip()
        assert not plain.startswith(("=", "+", "@", "＝")), cell
        # A number of ours may be less than nothing.
        assert not plain.startswith("-") or plain == "-2", cell
    if separator == ",":
        lines = list(csv.reader(io.StringIO(text, newline="")))
        assert [len(line) for line in lines] == [2, 2, 2]
        assert not any(line[0].lstrip().startswith(("=", "+", "-", "@")) for line in lines)


def test_what_is_harmless_stays_as_it_is() -> None:
    text = csv_text(["Player", "Points"], [('Jean-Luc, "Lou"', 3), ("a@b", 1.5)])
    assert text.splitlines() == [
        '\ufeff"Player","Points"',
        '"Jean-Luc, ""Lou""",3',
        '"a@b",1.5',
    ]


def test_with_decimal_commas_columns_are_separated_by_semicolons() -> None:
    text = csv_text(
        ["Spieler", "Punkte"], [("=1; Lou", 3), ("Zoë", 1.5), ("Ann", -0.5)], commas=True
    )
    read = list(csv.reader(io.StringIO(text.lstrip("\ufeff")), delimiter=";"))
    assert read == [["Spieler", "Punkte"], ["'=1; Lou", "3"], ["Zoë", "1,5"], ["Ann", "-0,5"]]
