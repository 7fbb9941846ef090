"""Reasons as another seat reads them: about a seat, {seat}, by its name. What is said to a seat
("you have 4") is the key; see `companion/referee/told.py`.
"""

from __future__ import annotations

from companion.referee.text import Text
from companion.referee.told import told_of_seat

TOLD_OF_SEAT = told_of_seat(
    (
        "The box has {most} comets; that makes {n} in your belts",
        Text("The box has {most} comets; that makes {n} in the belts"),
    ),
    ("Your system doesn't have {tile}", Text("{seat}'s system doesn't have {tile}")),
    ("You don't have {tile}", Text("{seat} doesn't have {tile}")),
    ("It isn't your turn", Text("It isn't {seat}'s turn")),
    (
        "The box has {most} exotic objects, and all are in your systems",
        Text("The box has {most} exotic objects, and all are in the systems"),
    ),
    (
        "It starts with {n} counter, as you entered it",
        Text(
            "It starts with {n} counter, as it was entered",
            "It starts with {n} counters, as it was entered",
        ),
    ),
    ("You've already used it this turn", Text("{seat} already used it that turn")),
    (
        "You've used your additional action this turn",
        Text("{seat} had used the additional action that turn"),
    ),
    ("Needs 1 asteroid, you have none", Text("Needs 1 asteroid; {seat} has none")),
    ("You've already expanded your system", Text("{seat}'s system is already expanded")),
    ("Needs {n} asteroids, you have {have}", Text("Needs {n} asteroids; {seat} has {have}")),
    ("There's no comet in your belt", Text("There's no comet in {seat}'s belt")),
    (
        "You've already taken {n} things for {tile}",
        Text("{seat} had already taken {n} things for {tile}"),
    ),
    (
        "You've already taken something for {tile}",
        Text("{seat} had already taken something for {tile}"),
    ),
    (
        "You haven't taken what a tile gives: {gifts}",
        Text("{seat} hadn't taken what a tile gives: {gifts}"),
    ),
    (
        "Nothing you used or revealed this turn gives you that",
        Text("Nothing that {seat} used or revealed that turn gives it"),
    ),
    (
        "You have no planetary objective in your hand",
        Text("{seat} has no planetary objective in hand"),
    ),
    (
        "You entered other objectives for your hand than this one",
        Text("{seat} entered other objectives than this one"),
    ),
    ("All your points are counted", Text("All of {seat}'s points are counted")),
    (
        "You already took from sector {sector} this round",
        Text("{seat} already took from sector {sector} that round"),
    ),
    ("You entered {n}, but you have {hand}", Text("{seat} entered {n}, but has {hand}")),
    (
        "The box has {most}, and all are in your systems",
        Text("The box has {most}, and all are in the systems"),
    ),
    (
        "The box has {most} comets, and all are in your belts",
        Text("The box has {most} comets, and all are in the belts"),
    ),
    (
        "All {most} tokens are in your systems: {body}",
        Text("All {most} tokens are in the systems: {body}"),
    ),
    ("you're still setting up", Text("the table is still being set up")),
    ("you're counting points", Text("the points are being counted")),
    (
        "You haven't taken anything from a sector yet",
        Text("{seat} hadn't taken anything from a sector yet"),
    ),
    (
        "You've already taken something this turn",
        Text("{seat} had already taken something that turn"),
    ),
    (
        "A tile still gives you something this turn",
        Text("A tile still gives {seat} something that turn"),
    ),
)
