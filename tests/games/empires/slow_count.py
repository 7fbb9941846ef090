"""A second, slow count of Cosmos: Empires, written apart from the game's code, for the properties.

It shares nothing with the game: its own table of cards, plain loops, one line of a log after the
other. It knows only allowed lines and judges nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field

#: cost, type, roll value (0: chosen), production (-1: worked out)
PRINTED = {
    "nautilus": (1, "bio", 2, 2),
    "world-ship": (6, "mech", 3, 4),
    "yggdrasil": (7, "bio", 3, -1),
    "merv": (5, "mech", 4, 3),
    "seraph-gate": (5, "bio", 4, 1),
    "librarian": (5, "spirit", 5, 3),
    "fabricator-belt": (7, "mech", 5, 1),
    "nebula-whale": (2, "spirit", 6, 2),
    "collective": (8, "spirit", 6, -1),
    "discovery": (2, "mech", 6, 1),
    "ancient-gate": (3, "mech", 7, -1),
    "t-wing": (1, "mech", 7, 1),
    "deepspace-scouts": (3, "mech", 7, 1),
    "beacon-hub": (4, "mech", 8, 1),
    "transit-hub": (7, "mech", 8, -1),
    "darkspace-hub": (6, "mech", 0, 4),
}


@dataclass
class Player:
    """What lies before one player. A card is its name and its roll value."""

    credits: int = 8
    cards: list[tuple[str, int]] = field(default_factory=list)
    open: set[str] = field(default_factory=set)
    gone: bool = False

    def names(self) -> list[str]:
        return [name for name, _ in self.cards]

    def made_by(self, name: str, own_pair: bool) -> int:
        """What one copy of a card makes."""
        if PRINTED[name][3] >= 0:
            return PRINTED[name][3]
        if name == "yggdrasil":
            return self._bios()
        if name == "ancient-gate":
            return max(self.names().count(other) for other in self.names())
        if name == "transit-hub":
            return len({value for _, value in self.cards})
        pairs = [other for other in PRINTED if self.names().count(other) >= 2]
        if not own_pair and "collective" in pairs:
            pairs.remove("collective")
        return 2 * len(pairs)

    def _bios(self) -> int:
        bios = 0
        for name in self.names():
            kind = PRINTED[name][1]
            if kind == "bio" or (kind == "spirit" and "transcendent" in self.open):
                bios += 1
        return bios

    def production(self, own_pair: bool) -> int:
        return sum(self.made_by(name, own_pair) for name in self.names())

    def earned(self, total: int, own_pair: bool) -> int:
        earned = 0
        for name, value in self.cards:
            if value == total:
                earned += self.made_by(name, own_pair)
        return earned

    def price(self, name: str) -> int:
        cost, kind, _, _ = PRINTED[name]
        if kind == "mech":
            for other in self.names():
                if other == "beacon-hub":
                    cost -= 1
        if kind == "spirit" and "awakened" in self.open:
            cost -= 1
        return 0 if cost < 0 else cost

    def add(self, name: str, words: list[str]) -> None:
        value = PRINTED[name][2] or int(words[0])
        self.cards.append((name, value))

    def orthodox(self) -> int:
        groups = sorted(self.names().count(name) for name in set(self.names()))
        return sum(groups[-2:]) if "orthodox" in self.open else 0


class Bookkeeper:
    """Reads a log line by line and keeps everybody's credits, cards, the total, the actions."""

    def __init__(self, seats: int, own_pair: bool, tie_counts: bool) -> None:
        self.players = {seat: Player() for seat in range(1, seats + 1)}
        self.own_pair = own_pair
        self.tie_counts = tie_counts
        self.most_actions = 3 if seats >= 7 else 2
        self.begin_turn(0)

    def begin_turn(self, seat: int) -> None:
        self.seat = seat
        self.actions = self.most_actions
        self.total = 0
        self.free_shifts = self.free_mechs = 0
        self.built_last = ""
        if seat:
            self.players[seat].open.discard("innovative")

    def read(self, seat: int, text: str) -> None:
        verb, *words = text.split()
        player = self.players[seat]
        if verb == "begin":
            self.begin_turn(int(words[0]))
        elif verb in ("roll", "total"):
            self.total = sum(int(word) for word in words)
        elif verb == "shift":
            self._shift(player, words[0])
        elif verb == "cocked":
            self.total = 0
        elif verb == "confirm":
            for each in self.players.values():
                each.credits += each.earned(self.total, self.own_pair)
            if words:
                self.read(seat, " ".join(words))
        elif verb == "end":
            self._next_turn()
        elif verb in ("short", "leave", "return"):
            self._aside(player, seat, verb, words)
        elif verb == "reveal":
            player.open.add(words[0])
        else:
            self._build_or_cycle(player, verb, words)

    def _next_turn(self) -> None:
        seat = self.seat % len(self.players) + 1
        while self.players[seat].gone:
            seat = seat % len(self.players) + 1
        self.begin_turn(seat)

    def _aside(self, player: Player, seat: int, verb: str, words: list[str]) -> None:
        if verb == "short":
            player.credits -= int(words[0])
            return
        player.gone = verb == "leave"
        if player.gone and self.seat == seat:
            self._next_turn()

    def _shift(self, player: Player, way: str) -> None:
        self.total += 1 if way == "up" else -1
        if player.names().count("seraph-gate") > self.free_shifts:
            self.free_shifts += 1
        else:
            self.actions -= 1

    def _build_or_cycle(self, player: Player, verb: str, words: list[str]) -> None:
        if verb == "cycle":
            self.actions -= 1
            player.credits += 5 if "resourceful" in player.open else 2
        elif verb == "copy":
            player.add(self.built_last, words)
            player.credits += 1 if "innovative" in player.open else 0
        elif verb == "build":
            self._build(player, words)

    def _build(self, player: Player, words: list[str]) -> None:
        name = words[0]
        belts = player.names().count("fabricator-belt")
        if PRINTED[name][1] == "mech" and belts > self.free_mechs:
            self.free_mechs += 1
        else:
            self.actions -= 1
        player.credits -= player.price(name)
        player.add(name, words[1:])
        player.credits += 1 if "innovative" in player.open else 0
        self.built_last = name

    def final_total(self, seat: int) -> int:
        """Production with Militaristic and Orthodox."""
        player = self.players[seat]
        total = player.production(self.own_pair) + player.orthodox()
        if "militaristic" in player.open:
            as_many = [p for p in self.players.values() if len(p.cards) >= len(player.cards)]
            more = [p for p in self.players.values() if len(p.cards) > len(player.cards)]
            if len(as_many) == 1 or (self.tie_counts and not more):
                total += 7
        return total
