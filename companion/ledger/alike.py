"""Alike: the words that say nothing about a question, and those that mean the same. Words only."""

from __future__ import annotations

from collections.abc import Mapping

#: Words that any question is made of: they say nothing about what is asked.
_EMPTY = (
    "a about after also am an and any are as at be been being but by can cannot could did do does"
    " doing done for from get gets getting give given go goes going had has have having he her his"
    " how i if in into is it its just let me mean means more much my no not of on or our please she"
    " should so some that the their them then there these they this those to too was we were what"
    " when where whether which while who whom whose why will with would you your"
    " al como cómo con cual cuál cuando cuándo de del donde dónde el en ese eso esta está este esto"
    " es ha hago hay la las le lo los mi mis para pero por porque puede puedo que qué se si sí sin"
    " sobre son su sus tengo tiene tu tus un una y ya"
)
EMPTY = frozenset(_EMPTY.split())
_NUMBERS = "zero one two three four five six seven eight nine ten eleven twelve"
#: What people call things, in any game, and what rulebooks call them.
ALIKE: Mapping[str, tuple[str, ...]] = {
    "activate": ("use",),
    "allowed": ("may",),
    "buy": ("gain", "price", "cost", "pay"),
    "bought": ("gain", "price", "pay"),
    "cash": ("credits",),
    "color": ("colour",),
    "dice": ("roll",),
    "die": ("roll",),
    "draw": ("drawn", "tie"),
    "drawn": ("draw",),
    "enemy": ("rival", "opponent", "other"),
    "finish": ("end", "complete"),
    "finished": ("over", "completed"),
    "hop": ("jump", "skip"),
    "joker": ("wild",),
    "jump": ("hop", "skip"),
    "leap": ("hop", "jump", "skip"),
    "lose": ("lost",),
    "loses": ("lost",),
    "money": ("credits", "points"),
    "neighbor": ("neighbour", "next"),
    "opponent": ("rival", "other"),
    "opponents": ("rival", "other"),
    "pass": ("skip", "end"),
    "rid": ("discard", "swap", "remove"),
    "see": ("secret", "hidden", "look"),
    "show": ("secret", "reveal"),
    "sell": ("trade", "discard"),
    "spend": ("pay", "cost"),
    "starts": ("first", "begin"),
    "swap": ("replace", "exchange", "trade"),
    "throw": ("discard", "roll"),
    "trash": ("discard",),
    "undo": ("back",),
    "win": ("winner",),
    "wins": ("winner",),
    "won": ("winner",),
    **{word: (str(number),) for number, word in enumerate(_NUMBERS.split())},
}
