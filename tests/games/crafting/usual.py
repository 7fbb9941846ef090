"""A whole game as people play it: in a turn what is at hand, and no more, on the table of `cosmos`.

The recorded games do all that the rules know, up to ten things in a turn; no evening is like that.
"""

from __future__ import annotations

from collections import Counter

from companion.transcript import FileMove, Transcript
from tests.games.crafting.cosmos import STARS, Galaxy, Table, Tile
from tests.games.crafting.craft_phase import Craft

#: what tiles of each size print in these games
_POINTS = {1: (2, 3, 4), 2: (5, 6, 7), 3: (9, 10, 11)}
#: how many turns bring a power gained, or one used, where that can be
_POWERS = 0.3


class UsualTable(Table):
    """Its tiles need a star for each point of their size and print what is likely."""

    def tile(self, size: int) -> Tile:
        needs = Counter(self.rng.choices(STARS, k=size + 1))
        return Tile(size, needs, self.rng.choice(_POINTS[size]))


class UsualTurn(Craft):
    """Nothing that is at hand is left out: a supernova, a crystal, a nebula, life, DNA."""

    def play(self) -> None:
        self.galaxy.tells_hand = self.galaxy.tells_tiles = False
        self.nova()
        while self.galaxy.slider["graviton"]:
            self.graviton()
        self.discharge()
        self.complete()
        self.create()
        for power in (self.gain, self.use):
            if self.rng.random() < _POWERS:
                power()
        self.dna()
        self.close()

    def dna(self) -> None:
        number = min(self.galaxy.slider["dna"], len(self.galaxy.of("proto")))
        if number:
            self.stable(self.rng.sample(self.galaxy.of("proto"), number))
            self.tell("stabilise", number)


def usual_game(seed: int) -> Transcript:
    """A game of 2 to 4 players, the same for the same seed."""
    moves: list[FileMove] = []

    def craft(table: Table, seat: int, galaxy: Galaxy) -> None:
        UsualTurn(table, seat, galaxy).play()

    def say(seat: int, line: str) -> None:
        moves.append(FileMove(len(moves) + 1, seat, line))

    table = UsualTable(seed, say, craft)
    table.play()
    return Transcript("crafting", table.seats, (), tuple(moves))
