"""What the foot of a page holds, as classes of its frame: the style sheets ask the frame, so that
no browser looks through the page whenever something in it changes. Of what changes on the page
`static/js/sill.js` says the same.
"""

from __future__ import annotations

import re

#: By class: the html that a foot has then.
HTML_BY_MARK = {
    "has-toast": r'id="toast" role="status">\s*<(?!/)',
    "has-no": r'class="note (?:no|[^"]* way)\b',
    "has-offer": r'class="note [^"]* (?:way|two)\b',
    "has-two": r'class="note [^"]* two\b',
    "has-last": r'id="slot-last">\s*<(?!/)',
    "has-asks": r'id="slot-asks">\s*<(?!/)',
    "has-led": r' data-led="',
    "has-btn": r'id="slot-dock">.*class="btn\b.*<nav class="tabs"',
    "has-wide": r'id="slot-dock">.*class="btn\b[^"]* (?:main|alone)\b.*<nav class="tabs"',
    "has-main": r'id="slot-dock">.*class="btn\b[^"]* main\b.*<nav class="tabs"',
    "has-many": r'class="act many\b',
    "has-end": r'id="finish"',
}
_PATTERN_BY_MARK = {mark: re.compile(html, re.DOTALL) for mark, html in HTML_BY_MARK.items()}


def marks_of_foot(html: str) -> str:
    """Returns the further classes of a foot with this html, each after a space."""
    return "".join(f" {mark}" for mark, found in _PATTERN_BY_MARK.items() if found.search(html))
