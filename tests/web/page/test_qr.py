"""The picture really is the code of the address: every dark module, and nothing else."""

from __future__ import annotations

import re

import pytest
from qrcode.constants import ERROR_CORRECT_L
from qrcode.main import QRCode

from companion.web.page.qr import qr_code_svg


@pytest.mark.parametrize("spelled", ["", "HTTP://192.0.2.7:8000/J/K7QX"])
def test_the_strokes_cover_exactly_the_dark_modules(spelled: str) -> None:
    address = "http://192.0.2.7:8000/j/K7QX"
    code = QRCode(error_correction=ERROR_CORRECT_L, border=4)
    code.add_data(spelled or address)
    wanted = {
        (x, y) for y, row in enumerate(code.get_matrix()) for x, dark in enumerate(row) if dark
    }
    drawn: list[tuple[int, int]] = []
    for start, y, row in re.findall(
        r"M(\d+) (\d+)\.5((?:h\d+|m\d+ 0)+)", str(qr_code_svg(address, "Join", spelled))
    ):
        x = int(start)
        for kind, number in re.findall(r"([hm])(\d+)", row):
            drawn += [(x + i, int(y)) for i in range(int(number)) if kind == "h"]
            x += int(number)
    assert len(drawn) == len(set(drawn))
    assert set(drawn) == wanted


def test_an_address_with_markup_stays_text() -> None:
    drawn = qr_code_svg('http://x/"><script>', '"><script>')
    assert "<script>" not in drawn and 'aria-label="&#34;&gt;&lt;script&gt;"' in drawn
