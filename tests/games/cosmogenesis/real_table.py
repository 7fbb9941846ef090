"""A table with the real pieces, for the tests: bag, reserve, board and tiles lie here, and players
do what the rulebook's words allow with them. It shares nothing with the game's code.

The phones are told what they ask, in notation, and nothing else: not what lies on the board or in
the bag, nor what most tiles say. `moves` is everything that the seat whose turn it is may say.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import permutations
from typing import Any

from tests.games.cosmogenesis.plain_keeper import Keeper, new_body
from tests.games.cosmogenesis.plain_model import Ring, capture, collide, comet

STELLAR = ("2,per=planets", "1,per=moons", "4,per=wet", "5,needs=intelligent", "1,per=comets")
PLANETARY = (
    *("3", "4,needs=moons:2", "5,needs=rings,gives=asteroid", "3,needs=wet,gives=extra+advance"),
    *("2,needs=giant,gives=asteroid/comet+comet", "6,needs=life,gives=advance/life+life"),
)
EXOTIC = (
    *("0,gives=asteroid/comet+asteroid/extra,uses=2", "0,gives=extra,uses=1"),
    *("0,gives=advance/life,uses=3", "0,gives=life,uses=2", "0,gives=moon+comet,uses=1"),
    *("0,gives=water-or-rings/collide,uses=2", "0,gives=monolith/module,uses=1"),
)
KINDS = {"stellar": (19, STELLAR), "planetary": (25, PLANETARY), "exotic": (10, EXOTIC)}
ROCKS = {"rock-2": 30, "rock-3": 15, "rock-4": 10}
AT_ONCE = ("asteroid", "comet", "extra", "monolith")
#: a line of notation, and which piece of which sector it takes
Move = tuple[str, str, str]
Body = dict[str, Any]


def part(code: str, name: str) -> list[str]:
    found = [each.split("=")[1] for each in code.split(",") if each.startswith(f"{name}=")]
    return found[0].split("+") if found else []


def tokens(bodies: Iterable[Body]) -> Counter[str]:
    """The tokens of rocks: sizes 1 and 2 are the two sides of one."""
    return Counter(f"rock-{max(2, body['size'])}" for body in bodies if body["kind"] == "rock")


class RealTable:
    """`told`: the tiles that somebody typed in. `copies`: so many of each exotic object."""

    def __init__(
        self, rng: random.Random, seats: int, options: dict[str, str], copies: int
    ) -> None:
        self.rng, self.seats, self.options, self.keeper = (
            rng,
            seats,
            options,
            Keeper(seats, options),
        )
        self.says = {
            f"{kind}-{n}": rng.choice(codes)
            for kind, (most, codes) in KINDS.items()
            for n in range(1, most + 1)
        }
        self.told = {tile for tile in self.says if rng.random() < 0.6}
        self.keeper.tiles = {tile: self.says[tile] for tile in self.told}
        rocks = [kind for kind, number in ROCKS.items() for _ in range(number)]
        giants = [f"gas-{hue}-{n}" for hue in ("red", "green", "blue", "d", "e") for n in (1, 1, 2)]
        rng.shuffle(rocks)
        self.bag = [*rocks[15:], *giants, *(f"exotic-{n // copies + 1}" for n in range(10))]
        rng.shuffle(self.bag)
        gone = {2: 20, 3: 10, 4: 0}[seats]
        self.out, self.bag = Counter(self.bag[:gone]), self.bag[gone:]
        self.decks = [
            rng.sample([tile for tile in self.says if tile.startswith(kind)], number)
            for kind, number in (("planetary", 4 * seats + 3), ("stellar", 3 * seats + 3))
        ]
        self.hands = {seat: [self.decks[0].pop()] for seat in self.keeper.players}
        self.first, self.round = rng.randint(1, seats), 0

    def fill(self) -> None:
        """The next round: the board is filled, whoever has the Monolith begins."""
        self.round += 1
        spaces, deck = self.seats + 1, self.decks[self.round % 2]
        loose = ["monolith", *(["two"] if self.seats > 2 else [])]
        loose += self.rng.choices(("asteroid", "comet"), k=spaces - len(loose))
        self.board = {"i": [deck.pop() for _ in range(spaces)], "iv": loose}
        for sector in ("ii", "iii"):
            drawn = [self.bag.pop() for _ in range(spaces)]
            self.board[sector] = [
                self.rng.choice(("rock-1", each)) if each == "rock-2" else each for each in drawn
            ]
        self.free = {seat: set(self.board) for seat in self.hands}
        self.begin_turn(self.keeper.monolith)

    def begin_turn(self, seat: int) -> None:
        self.seat, self.taken, self.extras = seat, False, 1
        self.gains, self.read_out = list[tuple[str, ...]](), list[tuple[str, ...]]()
        self.got: list[str] = []

    def pass_turn(self) -> bool:
        """The next player's turn; False at the end of the round, when the board is cleared."""
        self.begin_turn(self.seat % self.seats + 1)
        if not self.free[self.seat]:
            left = (*self.board["ii"], *self.board["iii"])
            self.bag += ["rock-2" if piece == "rock-1" else piece for piece in left]
            self.rng.shuffle(self.bag)
        return bool(self.free[self.seat])

    # ------------------------------------------------------------------- what may be said

    @property
    def me(self) -> dict[str, Any]:
        return self.keeper.players[self.seat]

    def places(self) -> Iterator[tuple[str, list[Body], int]]:
        for n, orbit in enumerate(self.me["orbits"], start=1):
            for index in range(len(orbit)):
                yield f"{n}.{index}" if index else str(n), orbit, index

    def moves(self) -> list[Move]:
        """What may be said now, and which piece it takes out of which sector."""
        if not self.taken:
            pieces = [
                (s, p) for s in sorted(self.free[self.seat]) for p in sorted({*self.board[s]})
            ]
            return [(line, *each) for each in pieces for line in self._main(*each)]
        lines = [*(self._extras() if self.extras else ()), *self._uses(), *self.rewards()]
        if self.options.get("gain.left") != "must" or not self.rewards(told=True):
            lines.append("end")
        return [(line, "", "") for line in lines]

    def _main(self, sector: str, piece: str) -> Iterator[str]:
        yield f"discard {sector} {piece}" if sector == "iv" else f"discard {sector}"
        kind = piece.partition("-")[0]
        if sector == "iv":
            yield f"belt {piece}"
            yield from self._comets("comet") if piece == "comet" else ()
        elif sector == "i":
            yield f"{kind} {piece}"
        elif kind == "exotic":
            icons = "" if piece in self.told else f" {part(self.says[piece], 'uses')[0]}"
            yield f"exotic {sector} {piece}{icons}"
        else:
            if len(self.me["orbits"]) < self.me["orbits_possible"]:
                yield f"planet {sector} {piece}"
            if kind == "rock":
                yield from self._moons(piece, f"moon {sector} {piece}")
                yield from self._hits(piece, f"collide {sector} {piece}")

    def _extras(self) -> Iterator[str]:
        if self.me["asteroids"]:
            yield from self._moons("asteroid", "extra-moon")
            yield from self._hits("asteroid", "extra-collide")
            yield from self._lives("life")
            yield from ("expand",) if self.me["orbits_possible"] == 5 else ()
        if self.me["asteroids"] > 1 and self._comets_left():
            yield from ("extra-comet", *self._comets("extra-comet"))
        yield from self._comets("smash") if self.me["comets"] else ()
        beside = Counter(orbit for _, orbit in self.me.get("beside", ()))
        for tile in self.hands[self.seat]:
            for n, orbit in enumerate(self.me["orbits"], start=1):
                full = self.options.get("objective.same-orbit") == "one" and beside[n]
                if not full and all(_has(orbit, need) for need in part(self.says[tile], "needs")):
                    yield f"reveal {tile} {n}"

    def _uses(self) -> Iterator[str]:
        for tile, held in self.me["exotics"].items():
            if any(held[: len(held) - self.me["used"][tile]]):
                yield f"use {tile}"

    def _waits(self, gift: str) -> bool:
        """Whether there is a gift left for this, however those before it are dealt out."""
        got = [*self.got, gift]
        return any(
            all(each in choice for each, choice in zip(got, some, strict=True))
            for some in permutations(self.gains, len(got))
        )

    def rewards(self, *, told: bool = False) -> list[str]:
        """What may be taken of what tiles give; `told`: of those that somebody typed in."""
        gifts = {gift for choice in self.gains for gift in choice if self._waits(gift)}
        gifts |= {gift for choice in self.read_out[:1] for gift in choice if not told}
        return [line for gift in sorted(gifts) for line in self._ways(gift)]

    def _ways(self, gift: str) -> Iterator[str]:
        line = f"gain {gift}"
        if gift == "advance":
            for place, orbit, index in self.places():
                life = orbit[index]["life"]
                if life is not None and life < 4 and orbit[index]["flag"] and place[0] in "123":
                    yield f"{line} {place}"
        elif gift == "moon":
            yield from self._moons("asteroid", line)
        elif gift == "life":
            yield from self._lives(line)
        elif gift == "collide":
            yield from self._hits("asteroid", line)
        elif gift == "water-or-rings":
            yield from self._comets(line)
        elif gift != "module" or self.me["orbits_possible"] == 5:
            yield from (line,) if gift != "comet" or self._comets_left() else ()

    def _moons(self, word: str, line: str) -> Iterator[str]:
        used = new_body(word)
        for n, orbit in enumerate(self.me["orbits"], start=1):
            if capture((used["kind"], used["size"]), _ring(orbit)) is not None:
                yield f"{line} {n}"

    def _hits(self, word: str, line: str) -> Iterator[str]:
        used, back = new_body(word), self.options.get("collide.fourth-large") != "no"
        for place, orbit, index in self.places():
            after = collide((used["kind"], used["size"]), _ring(orbit), index, large_fourth=back)
            if after is not None:
                made = [{"kind": kind, "size": size} for kind, size in after.bodies]
                need = tokens(made) - tokens([*orbit, used])
                if all(self._reserve()[each] >= n for each, n in need.items()):
                    yield f"{line} {place}"

    def _comets(self, line: str) -> Iterator[str]:
        for place, orbit, index in self.places():
            if comet((orbit[index]["kind"], orbit[index]["size"]), marked=orbit[index]["flag"]):
                yield f"{line} {place}"

    def _lives(self, line: str) -> Iterator[str]:
        stones = () if self.options.get("life.asteroid") == "no" else ("asteroid",)
        for place, orbit, index in self.places():
            if orbit[index]["kind"] in ("rock", *stones) and orbit[index]["life"] is None:
                yield f"{line} {place}"

    def _reserve(self) -> Counter[str]:
        """The rocks that are neither in a system nor in the bag, on the board, out of the game."""
        away = Counter((*self.bag, *self.board["ii"], *self.board["iii"])) + self.out
        away["rock-2"] += away["rock-1"]
        orbits = (orbit for player in self.keeper.players.values() for orbit in player["orbits"])
        return Counter(ROCKS) - away - tokens(body for orbit in orbits for body in orbit)

    def _comets_left(self) -> bool:
        belts = sum(player["comets"] for player in self.keeper.players.values())
        return belts + self.board["iv"].count("comet") < 25

    # ------------------------------------------------------------------ what the hands do

    def do(self, line: str, sector: str = "", piece: str = "") -> None:
        verb, *words = line.split()
        if sector:
            self.board[sector].remove(piece)
            self.free[self.seat].discard(sector)
            self.out[piece] += verb == "discard"
            self.taken = True
            if verb == "planetary":
                self.hands[self.seat].append(piece)
        elif verb == "gain" and self._waits(words[0]):
            self.got.append(words[0])
        elif verb == "gain":
            self.read_out.pop(0)
        elif verb not in ("use", "end"):
            self.extras -= 1
        if verb == "reveal":
            self.hands[self.seat].remove(words[0])
            self.me.setdefault("beside", []).append((words[0], int(words[1])))
        self.keeper.read(self.seat, line)
        gives = part(self.says[words[0]], "gives") if verb in ("use", "reveal") else []
        for gift in (tuple(word.split("/")) for word in gives):
            if words[0] not in self.told:
                self.read_out.append(gift)
            elif len(gift) > 1 or gift[0] not in AT_ONCE:
                self.gains.append(gift)
            self.extras += gift == ("extra",) and words[0] in self.told
        self.extras += words[:1] == ["extra"]


def _ring(orbit: list[Body]) -> Ring:
    return Ring([(each["kind"], each["size"]) for each in orbit])


def _has(orbit: list[Body], need: str) -> bool:
    planet = orbit[0]
    if need in ("rings", "wet"):
        return bool(planet["flag"] and planet["kind"] == ("gas" if need == "rings" else "rock"))
    if need == "life":
        return planet["life"] is not None
    return len(orbit) > 2 if need == "moons:2" else planet["kind"] == "gas"
