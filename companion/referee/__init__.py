"""The games' common vocabulary and the judge. Pure; knows no game, no web, no database."""

import companion.referee.older_game as _older_game  # noqa: F401
