"""By which rules an action is allowed."""

from __future__ import annotations

#: verb: keys of the rulebook, the nearest first; "{card}" stands for a word of the action
GROUNDS = {
    "begin": ("setup.first", "setup.credits"),
    "roll": ("roll.dice", "turn.phase"),
    "total": ("roll.dice", "turn.phase"),
    "shift": ("roll.shift", "roll.limits", "card.seraph-gate"),
    "confirm": ("roll.paid", "turn.phase"),
    "cocked": ("roll.dice",),
    "short": ("roll.paid",),
    "build": ("build.price", "card.{card}", "turn.actions"),
    "cycle": ("cycle.action", "turn.actions"),
    "copy": ("culture.industrious",),
    "scout": ("card.deepspace-scouts", "cycle.free"),
    "keep": ("culture.keep",),
    "reveal": ("culture.reveal", "culture.{culture}"),
    "end": ("turn.pass",),
    "done": ("end.reveal",),
    "leave": ("game.correct",),
    "return": ("game.correct",),
    "add": ("game.correct",),
    "remove": ("game.correct",),
    "card": ("game.cards",),
    "mend": ("game.correct",),
}
