"""Reads a QR code off a page, as the camera of another phone does."""

from __future__ import annotations

from io import BytesIO

import zxingcpp
from PIL import Image
from playwright.sync_api import Locator


def scan(picture: Locator) -> str:
    """What the code says. Raises `AssertionError` where a camera would find none."""
    picture.scroll_into_view_if_needed()
    found = zxingcpp.read_barcodes(Image.open(BytesIO(picture.screenshot())))
    assert len(found) == 1, "no code, or several"
    return found[0].text
