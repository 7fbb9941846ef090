"""By which rules an action is allowed."""

from __future__ import annotations

#: verb: keys of the rulebook, the nearest first
GROUNDS = {
    "begin": ("setup.first", "setup.asteroids"),
    "keep": ("setup.keep",),
    "end": ("turn.steps",),
    "planet": ("planet.notch", "planet.orbits", "sector.used"),
    "moon": ("moon.planet", "moon.size", "moon.three"),
    "collide": ("collide.target", "collide.result", "sector.used"),
    "comet": ("comet.target", "comet.result"),
    "belt": ("belt.only", "sector.used"),
    "exotic": ("exotic.take", "exotic.counters"),
    "use": ("exotic.use", "exotic.once"),
    "stellar": ("objective.stellar", "objective.kind"),
    "planetary": ("objective.planetary", "objective.kind"),
    "reveal": ("objective.reveal", "objective.needs"),
    "tile": ("game.tiles",),
    "note": ("game.tiles",),
    "discard": ("discard.any", "sector.used"),
    "extra-moon": ("extra.one", "extra.asteroid", "moon.size"),
    "extra-collide": ("extra.one", "extra.asteroid", "collide.asteroid"),
    "extra-comet": ("extra.one", "extra.comet"),
    "life": ("extra.one", "life.place", "life.once"),
    "expand": ("extra.one", "extra.expand"),
    "smash": ("extra.smash", "comet.target"),
    "gain": ("gain.now", "gain.given"),
    "next": ("round.end", "round.evolve"),
    "worth": ("score.objectives", "score.counted"),
    "done": ("score.counted",),
    "set": ("game.correct",),
    "clear": ("game.correct",),
    "mend": ("game.correct",),
    "hold": ("game.correct",),
    "drop": ("game.correct",),
    "colour": ("game.colours",),
}
