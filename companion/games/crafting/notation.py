"""The one text form of every action, with an example each. Nothing here judges."""

from __future__ import annotations

from companion.games.crafting.actions import (
    Back,
    Begin,
    Collect,
    Complete,
    Convert,
    CountGoal,
    CreateLife,
    Deal,
    Discard,
    Discharge,
    End,
    Five,
    GainPower,
    Lay,
    Leave,
    Mend,
    MendTiles,
    Move,
    Place,
    Put,
    Reveal,
    ScoreGoal,
    Shift,
    Short,
    ShowLife,
    Stabilise,
    TellCard,
    TellHand,
    TellTile,
    Took,
    UsePower,
)
from companion.games.crafting.fields import FIELDS, LINE_KINDS, PICKS
from companion.games.crafting.pieces import (
    CONTROLS,
    ELEMENTS,
    GOALS,
    MOST_POINTS,
    NO_STAR,
    POWERS,
    SECTORS,
    UNTOLD,
)
from companion.games.crafting.tiles import printed
from companion.referee.notation import Form, Notation, Word, one_of, whole
from companion.referee.text import Text


def _marble(word: str) -> int:
    return 0 if word == "dark" else whole(1, 4)(word)


def _write_marble(marble: int) -> str:
    return "dark" if marble == 0 else str(marble)


def _pick(word: str) -> str:
    if word in PICKS or word in (*SECTORS, UNTOLD):
        return word
    return str(whole(0, 30)(word))


def _value_or_unknown(word: str) -> int | str:
    return "?" if word == "?" else whole(0, 999)(word)


def _code(word: str) -> str:
    printed(word)
    return word


def _code_or_unknown(word: str) -> str:
    return "" if word == "?" else _code(word)


def _points_or_code(word: str) -> int | str:
    return _code(word) if "=" in word else whole(1, MOST_POINTS)(word)


MARBLE = Word("marble", _marble, _write_marble)
MARBLES = Word("marble", _marble, _write_marble, many=True)
FROM_CONTROL = Word("control", one_of(*CONTROLS), optional=True)
CONTROL = Word("control", one_of(*CONTROLS))
ENERGY = Word("energy", one_of(*CONTROLS))
GOAL = Word("goal", one_of(*GOALS), optional=True)
STAR = Word("star", one_of(*ELEMENTS, "nova"))
ELEMENTS_LEFT = Word("element", one_of(*ELEMENTS), many=True)
SIZE = Word("size", whole(1, 3))
SIZE_IF = Word("size", whole(1, 3), optional=True)
SECTOR = Word("sector", one_of(*SECTORS, UNTOLD))
#: what a nebula tile prints: needs in the order h he o c, then its points
CODE_IF = Word("tile", _code, optional=True)
SECTOR_IF = Word("sector", one_of(*SECTORS, UNTOLD), optional=True)
USED_IF = Word("used", one_of("used"), optional=True)
PLACED_IF = Word("placed", one_of("placed"), optional=True)
POWER = Word("power", one_of(*POWERS))
INSTEAD = tuple(slug for slug, power in POWERS.items() if power.instead)


SPENT = (
    Word("dna", whole(1, 20), lead="dna", optional=True),
    Word("star", one_of(*ELEMENTS), lead="nova", optional=True),
)


def number(name: str, low: int, high: int, optional: bool = False) -> Word:
    return Word(name, whole(low, high), optional=optional)


NOTATION = Notation(
    (
        Form("deal", Deal, (MARBLES,), "deal dark 2 1 dark 3 dark 4", Text("Deal the marbles")),
        Form("goal", Reveal, (GOAL,), "goal stable-life", Text("Put a goal card on space 1")),
        Form("begin", Begin, (), "begin", Text("Begin the first round")),
        Form(
            "shift",
            Shift,
            (MARBLE, FROM_CONTROL, Word("control", one_of(*CONTROLS), lead="to", optional=True)),
            "shift dark light to gravity",
            Text("Move a marble one space, or to a control"),
        ),
        Form("back", Back, (), "back", Text("Put the moved marbles back")),
        Form(
            "collect",
            Collect,
            (PLACED_IF,),
            "collect placed",
            Text("Finish shifting and collect; or take and place everything at once"),
        ),
        Form(
            "short",
            Short,
            (Word("line", one_of(*LINE_KINDS)), number("number", 0, 20)),
            "short h 1",
            Text("Take less: the supply ran out"),
        ),
        Form("took", Took, (SIZE_IF,), "took 2", Text("Take everything on the list")),
        Form(
            "place",
            Place,
            (Word("piece", one_of(*ELEMENTS, "proto", "all")), number("number", 1, 20, True)),
            "place he 2",
            Text("Place stars or proto life"),
        ),
        Form(
            "leave",
            Leave,
            (Word("kind", one_of(*ELEMENTS, "proto", "nebula")), number("number", 0, 20)),
            "leave he 1",
            Text("Leave out what you collected but didn't place"),
        ),
        Form("lay", Lay, (SIZE, SECTOR, CODE_IF), "lay 2 psi", Text("Place a nebula")),
        Form(
            "tile",
            TellTile,
            (SIZE, SECTOR, Word("tile", _code_or_unknown, lambda code: code or "?"), CODE_IF),
            "tile 3 delta h1he2c3=10",
            Text("Enter a nebula: the stars it needs and its points"),
        ),
        Form(
            "complete",
            Complete,
            (SIZE, SECTOR, Word("points", _points_or_code), STAR),
            "complete 3 delta 10 he",
            Text("Complete a nebula and discard a star"),
        ),
        Form(
            "discharge",
            Discharge,
            (Word("star", one_of(*ELEMENTS, NO_STAR, *INSTEAD)), ELEMENTS_LEFT),
            "discharge he",
            Text("Discharge the time chamber for a star, or with a power card"),
        ),
        Form(
            "life",
            CreateLife,
            (number("proto", 0, 6), number("value", 4, 8, True)),
            "life 3 8",
            Text("Create advanced life: proto life discarded, value drawn"),
        ),
        Form(
            "gain",
            GainPower,
            (number("slot", 1, 4), POWER, USED_IF),
            "gain 2 time-dilation used",
            Text("Gain a power card, and use it if you like"),
        ),
        Form(
            "use",
            UsePower,
            (
                POWER,
                Word("answer", _pick, many=True),
                Word("energy", one_of(*CONTROLS), lead="with", optional=True),
            ),
            "use nuclear-fusion he o",
            Text("Use a power card"),
        ),
        Form("five", Five, (ENERGY,), "five light", Text("Trade 5 matching cards for 6 points")),
        Form("convert", Convert, (STAR,), "convert he", Text("Turn a star into a supernova")),
        Form(
            "stabilise",
            Stabilise,
            (number("number", 1, 20, True),),
            "stabilise 2",
            Text("Stabilise proto life with DNA"),
        ),
        Form(
            "move",
            Move,
            (Word("piece", one_of("star", "nova", "proto", "stable")),),
            "move star",
            Text("Move a star or a life"),
        ),
        Form(
            "end",
            End,
            (
                Word("act", one_of("nebula", "stabilise"), optional=True),
                SIZE_IF,
                SECTOR_IF,
                CODE_IF,
                *SPENT,
            ),
            "end nebula 2 phi",
            Text("End the turn with an end-of-turn action"),
        ),
        Form(
            "count",
            CountGoal,
            (number("seat", 1, 4), number("number", 0, 999)),
            "count 2 5",
            Text("Enter how many a seat has for the goal"),
        ),
        Form("score", ScoreGoal, (), "score", Text("Score the goal on space 4")),
        Form(
            "discard",
            Discard,
            (Word("energy", one_of(*CONTROLS), many=True),),
            "discard light time",
            Text("Discard down to 10 cards"),
        ),
        Form(
            "hand",
            TellHand,
            tuple(number(kind, 0, 60) for kind in CONTROLS),
            "hand 2 0 1 3",
            Text("Enter your cards (only you see them)"),
        ),
        Form(
            "drew",
            TellCard,
            (Word("energy", one_of(*CONTROLS)),),
            "drew light",
            Text("Enter a card you drew (only you see it)"),
        ),
        Form(
            "reveal",
            ShowLife,
            (Word("value", whole(4, 8), many=True),),
            "reveal 8 6",
            Text("Reveal your advanced life"),
        ),
        Form(
            "mend",
            Mend,
            (Word("field", one_of(*FIELDS)), Word("value", _value_or_unknown)),
            "mend proto 5",
            Text("Fix a number"),
        ),
        Form(
            "tiles",
            MendTiles,
            (Word("state", one_of("open", "done")), SIZE, SECTOR, number("number", 0, 12)),
            "tiles open 2 psi 1",
            Text("Fix how many nebulae are in a sector"),
        ),
        Form(
            "put",
            Put,
            (MARBLE, CONTROL, CONTROL),
            "put dark light time",
            Text("Fix a marble"),
        ),
    )
)
