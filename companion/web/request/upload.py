"""A file that a phone hands in."""

from __future__ import annotations

from flask import request


def uploaded(longest: int) -> bytes:
    """Its bytes, none where there is no file. Longer ones than `longest` end with 413."""
    request.max_content_length = longest
    request.max_form_memory_size = longest
    file = request.files.get("file")
    return file.read() if file else b""
