"""Art: names the files that a game is drawn with. It doesn't read them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from companion.paths import ROOT_FOLDER


@dataclass(frozen=True)
class GameColours:
    """A game's colours in one theme: of its marks, and of the three glows of its background."""

    hue: str
    auras: tuple[str, str, str]

    @property
    def css_rules(self) -> str:
        """The colours as custom properties of a style sheet."""
        glows = "".join(f"--aura{n}:{glow};" for n, glow in enumerate(self.auras, start=1))
        return f"--hue:{self.hue};{glows}"


@dataclass(frozen=True)
class GameArt:
    """The files of a game's drawings. `root`: the folder with `templates/games/SLUG/` (drawings of
    its scenes), `static/` and `translations/`; by default the companion's own.

    `styles` and `icons`: files in `static/`, "" for none; the companion's icons take precedence
    over those of the same name. `letters`: icons drawn as a letter in a disc. `picture`: the key
    visual in `static/`, an svg of 16:9 that may be cropped to its middle; "" for none. `tints`:
    colours of the dark and the light theme; () for the companion's.
    """

    root: Path = ROOT_FOLDER
    styles: str = ""
    icons: str = ""
    letters: Mapping[str, str] = field(default_factory=dict, hash=False)
    picture: str = ""
    tints: tuple[GameColours, ...] = ()

    @property
    def templates(self) -> Path:
        """The folder of its templates."""
        return self.root / "templates"

    @property
    def translations(self) -> Path:
        """The folder of its translations."""
        return self.root / "translations"

    @property
    def has_styles(self) -> bool:
        """Whether its pages need a style sheet of their own."""
        return bool(self.styles or self.tints)

    def file_path(self, kind: str) -> Path | None:
        """Returns the path of "css", "svg" (the icons) or "picture"; None if the game has none."""
        name = {"css": self.styles, "svg": self.icons, "picture": self.picture}[kind]
        return self.root / "static" / name if name else None
