"""The one text form of every action, with an example each. Nothing here judges.

Numbers may be read that no die or card shows: the judge then says why not.
"""

from __future__ import annotations

from companion.games.empires.actions import (
    Add,
    Begin,
    Build,
    Cocked,
    Confirm,
    Copy,
    Cycle,
    Done,
    End,
    Keep,
    Leave,
    Mend,
    Print,
    Remove,
    Return,
    Reveal,
    Roll,
    Scout,
    Shift,
    Short,
    Total,
)
from companion.games.empires.pieces import CARD_FIELDS, CARDS, CULTURES, KINDS
from companion.referee.notation import Form, Notation, Word, one_of, whole
from companion.referee.text import Text

#: the once-a-turn abilities, by what counts how often they were used
USED = ("shifted", "fabricated", "scouted", "paired")
MENDED = ("credits", "actions", "total", *USED, "turn", "first", *CULTURES)
THEN = ("build", "cycle", "end")
WAYS = ("up", "down")


def _printed(word: str) -> int | str:
    return word if word in KINDS else whole(0, 99)(word)


CARD = Word("card", one_of(*CARDS))
CULTURE = Word("culture", one_of(*CULTURES))
HELD = Word("culture", one_of(*CULTURES), many=True)
SEAT = Word("seat", whole(1, 8), optional=True)
VALUE = Word("value", whole(0, 99), optional=True)

NOTATION = Notation(
    (
        Form("begin", Begin, (SEAT,), "begin 2", Text("Begin, with the seat that goes first")),
        Form(
            "keep",
            Keep,
            (HELD,),
            "keep orthodox",
            Text("Enter your hidden culture cards (only you see them)"),
        ),
        Form(
            "roll",
            Roll,
            (Word("die", whole(0, 99), many=True),),
            "roll 3 2",
            Text("Roll the production dice, or enter your roll"),
        ),
        Form(
            "total",
            Total,
            (Word("total", whole(0, 99)),),
            "total 5",
            Text("Enter the total of the production dice"),
        ),
        Form("shift", Shift, (Word("way", one_of(*WAYS)),), "shift up", Text("Shift by 1")),
        Form(
            "confirm",
            Confirm,
            (
                Word("then", one_of(*THEN), optional=True),
                Word("card", one_of(*CARDS), optional=True),
                VALUE,
            ),
            "confirm",
            Text("Confirm the total and pay everyone; then build, cycle or end in the same tap"),
        ),
        Form("cocked", Cocked, (), "cocked", Text("A die was cocked: roll again")),
        Form("build", Build, (CARD, VALUE), "build darkspace-hub 5", Text("Build a card")),
        Form("copy", Copy, (VALUE,), "copy", Text("Industrious: build the second copy for free")),
        Form("cycle", Cycle, (), "cycle", Text("Cycle a card and take credits")),
        Form("scout", Scout, (), "scout", Text("Cycle a card with Deepspace Scouts")),
        Form("reveal", Reveal, (CULTURE,), "reveal awakened", Text("Reveal a culture card")),
        Form("end", End, (), "end", Text("End the turn")),
        Form("done", Done, (), "done", Text("Nothing more to reveal at the end")),
        Form(
            "short",
            Short,
            (Word("missing", whole(0, 999)),),
            "short 2",
            Text("The bank ran out: these credits were missing"),
        ),
        Form("leave", Leave, (), "leave", Text("Leave the game")),
        Form("return", Return, (), "return", Text("Come back to the game")),
        Form(
            "mend",
            Mend,
            (Word("field", one_of(*MENDED)), Word("number", whole(0, 999))),
            "mend credits 12",
            Text("Fix a number"),
        ),
        Form("add", Add, (CARD, VALUE), "add t-wing", Text("Add a missing card")),
        Form("remove", Remove, (CARD, VALUE), "remove t-wing", Text("Remove a card")),
        Form(
            "card",
            Print,
            (CARD, Word("field", one_of(*CARD_FIELDS)), Word("value", _printed)),
            "card t-wing cost 2",
            Text("Use the value that your card prints"),
        ),
    )
)
