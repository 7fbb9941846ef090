"""Art: what a game is drawn with, and where it lies. It only names files; others read them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from companion.paths import ROOT


@dataclass(frozen=True)
class Tint:
    """A game's colours in one theme: of its marks, and of the three glows of its sky."""

    hue: str
    auras: tuple[str, str, str]

    @property
    def rules(self) -> str:
        """As tokens of a style sheet."""
        glows = "".join(f"--aura{n}:{glow};" for n, glow in enumerate(self.auras, start=1))
        return f"--hue:{self.hue};{glows}"


@dataclass(frozen=True)
class Art:
    """`root`: the folder with `templates/games/SLUG/`, where the drawings of its scenes are,
    `static/` and `translations/`; the companion's own, where the game comes with it.

    `styles` and `icons`: its file of styles and of icons in `static/`, "" for none; an icon of the
    companion's comes before one of the same name. `letters`: icons that are a letter in a disc.
    `picture`: its key visual in `static/`, an svg of 16 to 9 whose middle may stand alone; "" for
    none. `tints`: its colours in the dark theme and in the light one; () for everybody's.
    """

    root: Path = ROOT
    styles: str = ""
    icons: str = ""
    letters: Mapping[str, str] = field(default_factory=dict, hash=False)
    picture: str = ""
    tints: tuple[Tint, ...] = ()

    @property
    def templates(self) -> Path:
        return self.root / "templates"

    @property
    def translations(self) -> Path:
        return self.root / "translations"

    @property
    def has_styles(self) -> bool:
        """Whether its pages have a sheet of their own."""
        return bool(self.styles or self.tints)

    def file(self, kind: str) -> Path | None:
        """Its file of this kind: "css", "svg" (the icons) or "picture"."""
        name = {"css": self.styles, "svg": self.icons, "picture": self.picture}[kind]
        return self.root / "static" / name if name else None
