"""Art: what a game is drawn with, and where it lies. It only names files; others read them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from companion.paths import ROOT


@dataclass(frozen=True)
class Art:
    """`root`: the folder with `templates/games/SLUG/`, where the drawings of its scenes are,
    `static/` and `translations/`; the companion's own, where the game comes with it.

    `styles` and `icons`: its file of styles and of icons in `static/`, "" for none; an icon of the
    companion's comes before one of the same name. `letters`: icons that are a letter in a disc.
    """

    root: Path = ROOT
    styles: str = ""
    icons: str = ""
    letters: Mapping[str, str] = field(default_factory=dict, hash=False)

    @property
    def templates(self) -> Path:
        return self.root / "templates"

    @property
    def translations(self) -> Path:
        return self.root / "translations"

    def file(self, kind: str) -> Path | None:
        """Its file of this kind, "css" or "svg"."""
        name = {"css": self.styles, "svg": self.icons}[kind]
        return self.root / "static" / name if name else None
