"""Reasons as another seat reads them: about a seat, {seat}, by its name. What is said to a seat
("you have 4") is the key; see `companion/referee/told.py`.
"""

from __future__ import annotations

from companion.referee.text import Text
from companion.referee.told import told_of_seat

TOLD_OF_SEAT = told_of_seat(
    (
        "You have no such size {size} nebula in {sector}",
        Text("{seat} has no such size {size} nebula in {sector}"),
    ),
    ("{what}? You have {have}", Text("{what}? {seat} has {have}")),
    (
        "You have {n} card in hand",
        Text("{seat} has {n} card in hand", "{seat} has {n} cards in hand"),
    ),
    (
        "By what you entered, you have {n} {kind} card at most",
        Text(
            "By what was entered, {seat} has {n} {kind} card at most",
            "By what was entered, {seat} has {n} {kind} cards at most",
        ),
    ),
    (
        "You have {n} matching card at most",
        Text("{seat} has {n} matching card at most", "{seat} has {n} matching cards at most"),
    ),
    (
        "You entered {n} card, but the app counts {hand}",
        Text(
            "{seat} entered {n} card, but the app counts {hand}",
            "{seat} entered {n} cards, but the app counts {hand}",
        ),
    ),
    ("The app already knows all your cards", Text("The app already knows all of {seat}'s cards")),
    ("The app doesn't know your hand yet", Text("The app doesn't know {seat}'s hand yet")),
    ("You have all 15 {kind} cards already", Text("{seat} has all 15 {kind} cards already")),
    ("You chose {n} card", Text("{seat} chose {n} card", "{seat} chose {n} cards")),
    ("You can only empty a slot here", Text("Here a slot can only be emptied")),
    (
        "You must take a nebula or stabilise 1 proto life if you can (our reading)",
        Text("{seat} must take a nebula or stabilise 1 proto life if possible (our reading)"),
    ),
    (
        "You have no proto life, so only the nebula is left",
        Text("{seat} has no proto life, so only the nebula is left"),
    ),
    (
        "At your table an omega action is a must, and you have proto life",
        Text("At this table an omega action is a must, and {seat} has proto life"),
    ),
    (
        "Your DNA flips all your proto life, so none is left",
        Text("{seat}'s DNA flips all proto life, so none is left"),
    ),
    ("Which size is the nebula you drew?", Text("Which size is the nebula that {seat} drew?")),
    ("You said no nebula can be taken", Text("{seat} said no nebula can be taken")),
    (
        "That's {owner}'s marble: move yours or a dark one",
        Text("{seat} may move their own marble or a dark one, not {owner}'s"),
    ),
    ("Your own marble hasn't moved yet", Text("{seat}'s own marble hasn't moved yet")),
    (
        "That's not on your list, or it can't run out",
        Text("That's not on {seat}'s list, or it can't run out"),
    ),
    (
        "Chemistry gives you a nebula: choose its size",
        Text("Chemistry gives {seat} a nebula: its size is missing"),
    ),
    ("There's no nebula on your list", Text("There's no nebula on {seat}'s list")),
    ("You'd get {amount}, not {got}", Text("{seat} gets {amount}, not {got}")),
    (
        "You have 1 move left, and your own marble hasn't moved",
        Text("{seat} has 1 move left, and the own marble hasn't moved"),
    ),
    (
        "You must keep 1 move for your own marble",
        Text("{seat} has to keep 1 move for the own marble"),
    ),
    (
        "You entered {named} values and have {n} token",
        Text(
            "{seat} entered {named} values and has {n} token",
            "{seat} entered {named} values and has {n} tokens",
        ),
    ),
    ("You've already revealed your tokens", Text("{seat} has already revealed all tokens")),
    (
        "That needs {life} around one nebula; you have {has}",
        Text("That needs {life} around one nebula; {seat} has {has}"),
    ),
    (
        "With what you counted around your other nebulae, you need {needed} stable life; you "
        "have {have}",
        Text(
            "With what {seat} counted around other nebulae, {needed} stable life is needed; "
            "{seat} has {have}",
        ),
    ),
    (
        "Your only completed nebula already has advanced life",
        Text(
            "{seat}'s only completed nebula already has advanced life",
            "{seat}'s {n} completed nebulae already have advanced life",
        ),
    ),
    ("You haven't completed a nebula yet", Text("{seat} hasn't completed a nebula yet")),
    ("You have no {piece} in your galaxy", Text("{seat} has no {piece} in the galaxy")),
    (
        "You have no incomplete size {size} nebula in {sector}",
        Text("{seat} has no incomplete size {size} nebula in {sector}"),
    ),
    (
        "Needs {needs} around it; you have {have}",
        Text("Needs {needs} around it; {seat} has {have}"),
    ),
    (
        "A size {n} nebula needs at least {n} star; you have {have}",
        Text(
            "A size {n} nebula needs at least {n} star; {seat} has {have}",
            "A size {n} nebula needs at least {n} stars; {seat} has {have}",
        ),
    ),
    ("You have no {star} in your galaxy", Text("{seat} has no {star} in the galaxy")),
    ("You have {have} to place", Text("{seat} has {have} to place")),
    ("You have no size {size} nebula to place", Text("{seat} has no size {size} nebula to place")),
    ("This turn you collected {n}", Text("That turn {seat} collected {n}")),
    (
        "Your new nebula is already in your galaxy",
        Text("{seat}'s new nebula is already in the galaxy"),
    ),
    (
        "Only {n} {deck} power card is left; you'd draw {wanted}",
        Text(
            "Only {n} {deck} power card is left; {seat} draws {wanted}",
            "Only {n} {deck} power cards are left; {seat} draws {wanted}",
        ),
    ),
    ("It costs {what}; you have {have}", Text("It costs {what}; {seat} has {have}")),
    (
        "Your table pays a supernova here, and you have none",
        Text("Your table pays a supernova here, and {seat} has none"),
    ),
    ("You don't have {card}", Text("{seat} doesn't have {card}")),
    (
        "Once it's paid, you have no proto life left to stabilise",
        Text("Once it's paid, {seat} has no proto life left to stabilise"),
    ),
    ("You have no supernova in your galaxy", Text("{seat} has no supernova in the galaxy")),
    ("None of your supernovae was {star}", Text("None of {seat}'s supernovae was {star}")),
    ("You have no stable life in your galaxy", Text("{seat} has no stable life in the galaxy")),
    ("You have no proto life in your galaxy", Text("{seat} has no proto life in the galaxy")),
    ("You have no {star} star in your galaxy", Text("{seat} has no {star} star in the galaxy")),
    (
        "None of your nebulae has exactly 1 advanced life",
        Text("None of {seat}'s nebulae has exactly 1 advanced life"),
    ),
    (
        "You have no incomplete size 1 nebula there",
        Text("{seat} has no incomplete size 1 nebula there"),
    ),
    ("You have no incomplete nebula like that", Text("{seat} has no incomplete nebula like that")),
    ("You have no such star in your galaxy", Text("{seat} has no such star in the galaxy")),
    (
        "{n} marble, {dark} dark. With {seats} players you need {wanted}: 1 of each colour and "
        "{wanted_dark} dark",
        Text(
            "{n} marble, {dark} dark. With {seats} players it's {wanted}: 1 of each colour and "
            "{wanted_dark} dark",
            "{n} marbles, {dark} dark. With {seats} players it's {wanted}: 1 of each colour and "
            "{wanted_dark} dark",
        ),
    ),
    (
        "Your supernova slider is at {has}; this costs {wanted}",
        Text("{seat}'s supernova slider is at {has}; this costs {wanted}"),
    ),
    (
        "Your DNA slider is at {has}; this costs {wanted}",
        Text("{seat}'s DNA slider is at {has}; this costs {wanted}"),
    ),
    (
        "Your graviton slider is at {has}; this costs {wanted}",
        Text("{seat}'s graviton slider is at {has}; this costs {wanted}"),
    ),
    (
        "You have {n} proto life in your galaxy",
        Text("{seat} has {n} proto life in the galaxy", "{seat} has {n} proto life in the galaxy"),
    ),
    ("No crystal is on 6; yours is on {space}", Text("No crystal is on 6; {seat}'s is on {space}")),
    ("You said no {star} star is left", Text("{seat} said no {star} star is left")),
    ("you're scoring the goal on space 4", Text("the goal on space 4 is being scored")),
    ("you're shifting energy", Text("{seat} is shifting energy")),
    ("you're collecting", Text("{seat} is collecting")),
    ("you're crafting", Text("{seat} is crafting")),
    ("You've had your turn; it's {who}'s turn", Text("{seat} has had a turn; it's {who}'s turn")),
    ("No star can be placed: may you discharge anyway?", Text("No star can be placed")),
    ("The card can't do all it says: may you use it?", Text("The card can't do all it says")),
)
