"""Turning actions into things to tap: what a tap would earn comes from `objections` alone."""

from __future__ import annotations

from companion.games.cosmogenesis.notation import NOTATION
from companion.games.cosmogenesis.rules import objections
from companion.referee.offers import Offers

OFFERS = Offers(NOTATION, objections)
offer, first_refusal = OFFERS.offer, OFFERS.first_refusal
