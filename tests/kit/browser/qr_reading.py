"""Reading a QR code off its picture on a page, as a camera would; it asks nobody what it says.

Only what our pictures need: no repair of damaged codewords.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import chain

from playwright.sync_api import Locator
from qrcode.base import rs_blocks
from qrcode.constants import (
    ERROR_CORRECT_H,
    ERROR_CORRECT_L,
    ERROR_CORRECT_M,
    ERROR_CORRECT_Q,
)
from qrcode.util import ALPHA_NUM, BCH_type_info, mask_func, pattern_position

Matrix = list[list[bool]]

STROKE = re.compile(r"M(\d+) (\d+)h(\d+)v1h-(\d+)z")
QUIET = 4
LEVELS = (ERROR_CORRECT_L, ERROR_CORRECT_M, ERROR_CORRECT_Q, ERROR_CORRECT_H)
NUMBERS, LETTERS, BYTES = 1, 2, 4
#: bits of a segment's length up to version 9
LENGTH = {NUMBERS: 10, LETTERS: 9, BYTES: 8}


def scan(picture: Locator) -> str:
    """What the code on a page says, as another phone's camera reads it."""
    size = int((picture.get_attribute("viewBox") or "").split()[-1])
    return read_picture(size, picture.locator("path").get_attribute("d") or "")


def read_picture(size: int, path: str) -> str:
    """What the code says, from the side of its square and the strokes of its dark modules."""
    dark = {
        (int(y), int(x) + k) for x, y, length, _ in STROKE.findall(path) for k in range(int(length))
    }
    side = range(QUIET, size - QUIET)
    return read([[(y, x) in dark for x in side] for y in side])


def read(matrix: Matrix) -> str:
    """What the code with these modules says; True is dark."""
    level, mask = _format(matrix)
    assert level == ERROR_CORRECT_M, "the codes on our pages bear a scratch"
    words = list(_codewords(matrix, mask_func(mask)))
    bits = _Bits(_in_order(words, (len(matrix) - 17) // 4, level))
    said = ""
    while (mode := bits.take(4)) in LENGTH:
        said += _segment(bits, mode)
    return said


def _format(matrix: Matrix) -> tuple[int, int]:
    """Level and mask: the one pair whose protected bits stand beside the top left corner."""
    rows = [0, 1, 2, 3, 4, 5, 7, 8]
    spots = [(row, 8) for row in rows] + [(8, 7)] + [(8, column) for column in (5, 4, 3, 2, 1, 0)]
    told = sum(matrix[row][column] << i for i, (row, column) in enumerate(spots))
    pairs = [(level, mask) for level in LEVELS for mask in range(8)]
    return next(pair for pair in pairs if BCH_type_info(pair[0] << 3 | pair[1]) == told)


def _codewords(matrix: Matrix, masked: Callable[[int, int], bool]) -> Iterator[int]:
    """The codewords in the order in which they snake upwards from the bottom right."""
    fixed, side = _fixed(len(matrix)), len(matrix)
    rows, word, got = list(range(side)), 0, 0
    for right in [column for column in range(side - 1, 0, -2) if column > 6] + [5, 3, 1]:
        rows.reverse()
        for row in rows:
            for column in (right, right - 1):
                if (row, column) in fixed:
                    continue
                word, got = word << 1 | (matrix[row][column] != masked(row, column)), got + 1
                if got == 8:
                    yield word
                    word, got = 0, 0


def _in_order(words: list[int], version: int, level: int) -> Iterator[int]:
    """The codewords block by block: they come in turns from each, the longer blocks last."""
    counts = [block.data_count for block in rs_blocks(version, level)]
    blocks: list[list[int]] = [[] for _ in counts]
    turns = [(i, block) for i in range(max(counts)) for block in range(len(counts))]
    for word, (_, block) in zip(words, [t for t in turns if t[0] < counts[t[1]]], strict=False):
        blocks[block].append(word)
    return chain.from_iterable(blocks)


def _fixed(side: int) -> set[tuple[int, int]]:
    """The modules that carry no data: corners, the lines between them, small squares."""
    near, far = range(9), range(side - 8, side)
    fixed = {(y, x) for ys, xs in ((near, near), (near, far), (far, near)) for y in ys for x in xs}
    fixed |= {(6, k) for k in range(side)} | {(k, 6) for k in range(side)}
    middles = pattern_position((side - 17) // 4)
    corners = {(6, 6), (6, side - 7), (side - 7, 6)}
    for y, x in {(y, x) for y in middles for x in middles} - corners:
        fixed |= {(y + i, x + j) for i in range(-2, 3) for j in range(-2, 3)}
    return fixed


class _Bits:
    def __init__(self, words: Iterator[int]) -> None:
        self._bits = "".join(f"{word:08b}" for word in words)
        self._at = 0

    def take(self, number: int) -> int:
        self._at += number
        return int(self._bits[self._at - number : self._at], 2)


def _segment(bits: _Bits, mode: int) -> str:
    length = bits.take(LENGTH[mode])
    if mode == BYTES:
        return bytes(bits.take(8) for _ in range(length)).decode()
    if mode == LETTERS:
        pairs = [bits.take(11) for _ in range(length // 2)]
        said = "".join(chr(ALPHA_NUM[p // 45]) + chr(ALPHA_NUM[p % 45]) for p in pairs)
        return said + (chr(ALPHA_NUM[bits.take(6)]) if length % 2 else "")
    threes = "".join(f"{bits.take(10):03d}" for _ in range(length // 3))
    rest = length % 3
    return threes + (f"{bits.take(3 * rest + 1):0{rest}d}" if rest else "")
