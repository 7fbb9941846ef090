"""The picture really is the code of the address: every dark module, and nothing else."""

from __future__ import annotations

import re

from qrcode.constants import ERROR_CORRECT_M
from qrcode.main import QRCode

from companion.web.page.qr import picture


def test_the_strokes_cover_exactly_the_dark_modules() -> None:
    address = "http://192.0.2.7:8000/j/K7QX"
    code = QRCode(error_correction=ERROR_CORRECT_M, border=4)
    code.add_data(address)
    wanted = {
        (x, y) for y, row in enumerate(code.get_matrix()) for x, dark in enumerate(row) if dark
    }
    strokes = re.findall(r"M(\d+) (\d+)h(\d+)v1h-\d+z", str(picture(address)))
    drawn = [(int(x) + i, int(y)) for x, y, length in strokes for i in range(int(length))]
    assert len(drawn) == len(set(drawn))
    assert set(drawn) == wanted


def test_an_address_with_markup_stays_text() -> None:
    assert "<script>" not in picture('http://x/"><script>')
