"""By which rules an action is allowed."""

from __future__ import annotations

#: verb: keys of the rulebook, the nearest first; "{power}" stands for a word of the action
GROUNDS = {
    "deal": ("setup.deal", "setup.start"),
    "begin": ("setup.start",),
    "shift": ("energy.clockwise", "energy.whose-marbles", "energy.three-moves"),
    "back": ("energy.three-moves",),
    "collect": ("energy.active", "energy.passive", "energy.collect-first"),
    "short": ("energy.supply-short",),
    "took": ("energy.collect-first",),
    "place": ("place.held", "place.{piece}"),
    "lay": ("place.held", "place.nebula"),
    "leave": ("place.all", "place.lost"),
    "complete": ("nebula.stars", "nebula.discard", "nebula.when"),
    "tile": ("nebula.tile", "nebula.stars"),
    "around": ("nebula.tile",),
    "discharge": ("time.discharge", "time.points", "power.{gain}"),
    "life": ("life.six", "life.tile", "life.proto-goes"),
    "gain": ("power.price", "power.slot", "power.deck"),
    "use": ("power.{power}", "power.owned", "power.often"),
    "hand": ("card.hand",),
    "drew": ("energy.display",),
    "discard": ("card.limit",),
    "five": ("card.five", "card.matching"),
    "convert": ("slider.supernova", "slider.star"),
    "stabilise": ("slider.dna", "slider.proto"),
    "move": ("slider.graviton", "move.hop", "move.kind"),
    "goal": ("goal.deck",),
    "count": ("goal.counts", "goal.most"),
    "score": ("goal.when", "goal.ties"),
    "end": ("end.omega", "end.sliders"),
    "reveal": ("game.reveal", "life.values"),
    "mend": ("game.correct",),
    "tiles": ("game.correct",),
    "put": ("game.correct",),
}
