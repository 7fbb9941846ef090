"""What the documents say of the code is there: files that are named, addresses that are linked."""

from __future__ import annotations

import re

import pytest

from tests.kit.places import ROOT

DOCUMENTS = ("README.md", "CONTRIBUTING.md", "docs/ARCHITECTURE.md", "companion/web/README.md")
#: Where a path that a document names may begin.
FOLDERS = ("", "companion", "companion/web")
NAMED = re.compile(r"`((?:[\w.-]+/)+[\w.-]*)`")
LINKED = re.compile(r"\]\((?!https?:)([^)#]+)\)")


@pytest.mark.parametrize("document", DOCUMENTS[1:])
def test_every_file_that_is_named_is_there(document: str) -> None:
    text = (ROOT / document).read_text(encoding="utf-8")
    missing = [
        path
        for path in NAMED.findall(text)
        if not any((ROOT / folder / path).exists() for folder in FOLDERS)
    ]
    assert missing == []


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_link_leads_somewhere(document: str) -> None:
    text = (ROOT / document).read_text(encoding="utf-8")
    here = (ROOT / document).parent
    assert [link for link in LINKED.findall(text) if not (here / link).exists()] == []
