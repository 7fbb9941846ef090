"""The games' common vocabulary and the judge. Pure; knows no game, no web, no database."""
