"""The one text form of every action, with an example each. Nothing here judges.

A body is "rock-3" or "gas-red-1"; a place is "2" (the planet of orbit 2) or "2.1" (its first moon);
a tile is called by its place on the reference sheet.
"""

from __future__ import annotations

from companion.games.cosmogenesis.actions import (
    Begin,
    Clear,
    Collide,
    CreateLife,
    Discard,
    Done,
    Drop,
    End,
    Expand,
    ExtraCollide,
    ExtraComet,
    ExtraMoon,
    FillBelt,
    FinishRound,
    Gain,
    HitWithComet,
    Hold,
    Keep,
    MakeMoon,
    MakePlanet,
    Mend,
    NameColour,
    Note,
    Reveal,
    SetBody,
    Smash,
    TakeExotic,
    TakePlanetary,
    TakeStellar,
    TypeTile,
    Use,
    Worth,
)
from companion.games.cosmogenesis.form_words import (
    ANY_BODY,
    BODY,
    CODE,
    CODE_IF,
    COUNTERS_IF,
    EXOTIC,
    FROM_IF,
    HELD,
    MENDED,
    ORBIT,
    ORBIT_IF,
    PLACE,
    PLACE_IF,
    PLANETARY,
    PLANETARY_IF,
    SECTOR,
    SIDES,
    SPACE,
    SPACE_IF,
    STELLAR,
    TILE,
)
from companion.games.cosmogenesis.pieces import HUES, LIFE, UNNAMED
from companion.games.cosmogenesis.tiles import GIFTS
from companion.referee.notation import Form, Notation, Word, one_of, whole
from companion.referee.text import Text

_SET_UP = (
    Form(
        "begin",
        Begin,
        (Word("seat", whole(1, 4), optional=True),),
        "begin 2",
        Text("Begin, with the player who takes the Monolith"),
    ),
    Form(
        "keep",
        Keep,
        (HELD,),
        "keep planetary-7",
        Text("Enter your planetary objectives (only you see them)"),
    ),
)
_MAIN = (
    Form("planet", MakePlanet, (SECTOR, BODY), "planet ii rock-2", Text("Create a planet")),
    Form("moon", MakeMoon, (SECTOR, BODY, ORBIT), "moon ii rock-1 2", Text("Create a moon")),
    Form("collide", Collide, (SECTOR, BODY, PLACE), "collide iii rock-2 1", Text("Collide")),
    Form(
        "comet",
        HitWithComet,
        (PLACE, FROM_IF),
        "comet 2.1",
        Text("Hit a body with the comet you took"),
    ),
    Form("belt", FillBelt, (SPACE, FROM_IF), "belt monolith", Text("Add to your asteroid belt")),
    Form(
        "exotic",
        TakeExotic,
        (SECTOR, EXOTIC, COUNTERS_IF),
        "exotic ii exotic-3 2",
        Text("Take an exotic object, with its counters"),
    ),
    Form("stellar", TakeStellar, (STELLAR,), "stellar stellar-7", Text("Take a stellar objective")),
    Form(
        "planetary",
        TakePlanetary,
        (PLANETARY_IF,),
        "planetary",
        Text("Take a planetary objective (only you see which one)"),
    ),
    Form(
        "discard", Discard, (SECTOR, SPACE_IF), "discard iv two", Text("Discard it for an asteroid")
    ),
)
_EXTRA = (
    Form("extra-moon", ExtraMoon, (ORBIT,), "extra-moon 2", Text("Make an asteroid a moon")),
    Form("extra-collide", ExtraCollide, (PLACE,), "extra-collide 2", Text("Collide an asteroid")),
    Form(
        "extra-comet",
        ExtraComet,
        (PLACE_IF,),
        "extra-comet 2",
        Text("Make a comet of 2 asteroids; keep it or hit a body"),
    ),
    Form("life", CreateLife, (PLACE,), "life 1", Text("Create life")),
    Form("expand", Expand, (), "expand", Text("Expand your system")),
    Form(
        "reveal",
        Reveal,
        (PLANETARY, ORBIT, CODE_IF),
        "reveal planetary-7 2",
        Text("Reveal a planetary objective beside an orbit"),
    ),
    Form("smash", Smash, (PLACE,), "smash 3", Text("Hit a body with a comet from your belt")),
    Form("use", Use, (EXOTIC,), "use exotic-3", Text("Use an exotic object")),
    Form(
        "gain",
        Gain,
        (Word("gift", one_of(*GIFTS)), PLACE_IF),
        "gain advance 2",
        Text("Take what a tile gives you"),
    ),
    Form("end", End, (), "end", Text("End the turn")),
    Form("next", FinishRound, (), "next", Text("Finish the round: life evolves")),
)
_TOLD = (
    Form(
        "worth",
        Worth,
        (TILE, Word("points", whole(0, 99))),
        "worth stellar-7 6",
        Text("Enter the points of an objective that the app can't count"),
    ),
    Form("done", Done, (), "done", Text("Nothing more to count")),
    Form("tile", TypeTile, (TILE, CODE), "tile stellar-7 2,per=moons", Text("Enter a tile once")),
    Form(
        "note",
        Note,
        (PLANETARY, CODE),
        "note planetary-7 3,needs=rings",
        Text("Enter a planetary objective in your hand (only you see it)"),
    ),
    Form(
        "colour",
        NameColour,
        (Word("which", one_of(*UNNAMED)), Word("colour", one_of(*HUES))),
        "colour d yellow",
        Text("Say which colour a kind of gas giant has"),
    ),
)
_FIXES = (
    Form(
        "mend",
        Mend,
        (Word("field", one_of(*MENDED)), Word("number", whole(0, 99))),
        "mend asteroids 3",
        Text("Fix a number"),
    ),
    Form(
        "set",
        SetBody,
        (
            PLACE,
            ANY_BODY,
            Word("side", one_of(*SIDES), optional=True),
            Word("life", whole(LIFE[0], LIFE[-1]), lead="life", optional=True),
        ),
        "set 2 rock-3 wet life 1",
        Text("Fix what is at a place"),
    ),
    Form("clear", Clear, (PLACE,), "clear 2.1", Text("Remove what is at a place")),
    Form("hold", Hold, (TILE, ORBIT_IF), "hold stellar-7", Text("Add a missing tile")),
    Form("drop", Drop, (TILE,), "drop stellar-7", Text("Remove a tile")),
)

NOTATION = Notation((*_SET_UP, *_MAIN, *_EXTRA, *_TOLD, *_FIXES))
