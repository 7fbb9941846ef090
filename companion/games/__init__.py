"""The games. One folder each; they never import each other. One line a game:"""

from __future__ import annotations

from companion.games.cosmogenesis import GAME as COSMOGENESIS
from companion.games.crafting import GAME as CRAFTING
from companion.games.empires import GAME as EMPIRES
from companion.games.installed import by_slug, installed
from companion.referee.game import Game

CATALOGUE: dict[str, Game] = by_slug((CRAFTING, EMPIRES, COSMOGENESIS, *installed()))
