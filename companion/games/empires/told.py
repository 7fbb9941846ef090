"""Reasons as another seat reads them: about a seat, {seat}, by its name. What is said to a seat
("you have 4") is the key; see `companion/referee/told.py`.
"""

from __future__ import annotations

from companion.referee.text import Text
from companion.referee.told import told_of_seat

TOLD_OF_SEAT = told_of_seat(
    (
        "Your Darkspace Hub already pays on {roll}",
        Text("{seat}'s Darkspace Hub already pays on {roll}"),
    ),
    (
        "You own a card of every roll value: none is left for {card}",
        Text("{seat} owns a card of every roll value: none is left for {card}"),
    ),
    ("You own a card with roll value {roll}", Text("{seat} owns a card with roll value {roll}")),
    (
        "Costs you {cost} credit; you have {has}",
        Text("Costs {cost} credit; {seat} has {has}", "Costs {cost} credits; {seat} has {has}"),
    ),
    (
        "You revealed Industrious after building {card}",
        Text("{seat} revealed Industrious after building {card}"),
    ),
    ("{card} costs {cost} before your discounts", Text("{card} costs {cost} before discounts")),
    ("You haven't just built a card", Text("{seat} hasn't just built a card")),
    ("You haven't revealed Industrious", Text("{seat} hasn't revealed Industrious")),
    (
        "Industrious already gave you a card this turn",
        Text("Industrious already gave {seat} a card that turn"),
    ),
    (
        "You cycled after building, so it's too late",
        Text("{seat} cycled after building, so it's too late"),
    ),
    (
        "Deepspace Scouts cycle after the roll, and your first turn has none",
        Text("Deepspace Scouts cycle after the roll, and {seat}'s first turn has none"),
    ),
    ("You have no Deepspace Scouts", Text("{seat} has no Deepspace Scouts")),
    (
        "Your Deepspace Scouts has already cycled this turn",
        Text(
            "{seat}'s Deepspace Scouts has already cycled that turn",
            "{seat}'s {n} Deepspace Scouts have all cycled that turn",
        ),
    ),
    (
        "You've built {n} card this turn. The app only pays for the ones after this",
        Text(
            "{seat} had built {n} card that turn. The app only pays for the ones after it",
            "{seat} had built {n} cards that turn. The app only pays for the ones after it",
        ),
    ),
    (
        "{card} works only this turn, which is {who}'s: it brings you nothing",
        Text("{card} works only that turn, which is {who}'s: it brings {seat} nothing"),
    ),
    (
        "Others own as many cards as you: the app counts no bonus",
        Text("Others own as many cards as {seat}: the app counts no bonus"),
    ),
    ("You have no hidden culture card left", Text("{seat} has no hidden culture card left")),
    (
        "Innovative rests for a turn after you use it",
        Text("Innovative rests for a turn after it is used"),
    ),
    ("You entered other cards than {card}", Text("{seat} entered other cards than {card}")),
    (
        "You have {n} hidden culture card and chose {named}",
        Text(
            "{seat} has {n} hidden culture card and chose {named}",
            "{seat} has {n} hidden culture cards and chose {named}",
        ),
    ),
    ("You have nothing more to reveal", Text("{seat} has nothing more to reveal")),
    (
        "It's not your turn: there's nothing to fix",
        Text("It's not {seat}'s turn: there's nothing to fix"),
    ),
    ("You haven't left", Text("{seat} hasn't left")),
    (
        "{card} has no printed roll value: you choose it",
        Text("{card} has no printed roll value: its builder chooses it"),
    ),
    ("Your first turn has no roll", Text("{seat}'s first turn has no roll")),
    ("You haven't rolled yet", Text("{seat} hasn't rolled yet")),
    ("You've already left", Text("{seat} has already left")),
    (
        "The app has no such {card} in your empire",
        Text("The app has no such {card} in {seat}'s empire"),
    ),
    ("You've already shifted this total", Text("{seat} has already shifted this total")),
    ("{n} can't be missing: you have {has}", Text("{n} can't be missing: {seat} has {has}")),
    ("You entered {n} die", Text("{seat} entered {n} die", "{seat} entered {n} dice")),
    ("You've already rolled {total}", Text("{seat} has already rolled {total}")),
    (
        "You've used your only action",
        Text("{seat} has used the only action", "{seat} has used all {n} actions"),
    ),
)
