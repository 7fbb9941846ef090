"""The page of the package: the README, with addresses that lead somewhere from anywhere.

`SITE=https://... make dist` names the repository's public address. Without one nobody knows where
the project lives: the page then has no links into it and no pictures, rather than broken ones.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

PICTURES = re.compile(r"<p>\n(?:<img [^>]*>\n)+</p>\n\n")
#: What a picture, and what a link, of a file in the repository begins with.
PICTURE, LINK = re.compile(r'(?<=src=")(?!https?:)'), re.compile(r"(?<=\]\()(?!https?:|#)")
LINKED = re.compile(r"\[([^\]]*)\]\((?!https?:|#)[^)]*\)")


class Page(MetadataHookInterface):
    def update(self, metadata: dict[str, Any]) -> None:
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        site = os.environ.get("SITE", "").rstrip("/")
        metadata["urls"] = addresses(site)
        metadata["readme"] = {
            "content-type": "text/markdown",
            "text": page(text, site, f"v{metadata['version']}"),
        }


def addresses(site: str) -> dict[str, str]:
    if not site:
        return {}
    changes = f"{site}/blob/main/CHANGELOG.md"
    return {"Source": site, "Issues": f"{site}/issues", "Changelog": changes}


def page(readme: str, site: str, tag: str) -> str:
    """The README as it stands elsewhere."""
    if not site:
        return LINKED.sub(r"\1", PICTURES.sub("", readme))
    return LINK.sub(f"{site}/blob/{tag}/", PICTURE.sub(f"{site}/raw/{tag}/", readme))
