"""The games. One folder each; they never import each other. One line a game:"""

from __future__ import annotations

from companion.games.cosmogenesis import GAME as COSMOGENESIS
from companion.games.crafting import GAME as CRAFTING
from companion.games.empires import GAME as EMPIRES
from companion.referee.game import Game

CATALOGUE: dict[str, Game] = {game.slug: game for game in (CRAFTING, EMPIRES, COSMOGENESIS)}
