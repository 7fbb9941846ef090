"""The words that lines, corrections and answers are written with. Nothing here judges."""

from __future__ import annotations

from companion.games.crafting.pieces import ELEMENTS, SLOT_PRICE

LINE_KINDS = (*ELEMENTS, "nova", "dna", "nebula", "card", "time", "graviton", "proto")
#: fields that may be "?": the app goes on without knowing them
TELLABLE = ("life-psi", "life-phi", "life-delta", "star-group", "stars-at-life")
FIELDS = (
    "points",
    "hand",
    *ELEMENTS,
    "novae",
    "proto",
    "stable",
    *TELLABLE,
    "singles",
    "doubles",
    "crystal",
    "waiting",
    "scored",
    "nova",
    "dna",
    "graviton",
    "supply",
    *(f"slot-{slot}" for slot in SLOT_PRICE),
)
PICKS = (*ELEMENTS, "nova", "proto", "stable", "crystals", "gain", "replace", "star", "nebula")
