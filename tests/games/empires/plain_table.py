"""A table of Cosmos: Empires with its real cards, played by the rulebook alone.

It shares no code with the game's rules and counts with `slow_count`. All that it plays is legal.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from tests.games.empires.slow_count import PRINTED, Player

COPIES = dict.fromkeys(PRINTED, 5) | {"nautilus": 7, "merv": 7, "librarian": 7, "collective": 3}
AT_THE_END = ("militaristic", "orthodox")
BASE_CULTURES = [
    "awakened",
    "industrious",
    "innovative",
    "resourceful",
    "scientific",
    "transcendent",
]
BOLD = 0.3  # of its chances that a player takes

Move = tuple[int, str]


class PlainTable:
    """One game. `moves()` plays it: what a phone is told, line by line."""

    def __init__(self, seed: int, seats: int, cultures: str) -> None:
        self.chance = Random(seed)
        self.players = {seat: Player() for seat in range(1, seats + 1)}
        self.deck = [name for name, copies in COPIES.items() for _ in range(copies)]
        self.chance.shuffle(self.deck)
        self.pool = [self.deck.pop() for _ in range(10)]
        self.first = self.chance.randint(1, seats)
        self.order = [(self.first - 1 + i) % seats + 1 for i in range(seats)]
        self.most_actions, self.enough = (3, 20) if seats >= 7 else (2, 30)
        self.hidden = self._dealt(cultures)
        self.rests, self.turns = (dict.fromkeys(self.players, 0) for _ in range(2))
        self.shown: set[str] = set()
        self.caller = self.seat = self.actions = 0
        self.searching = False

    def _dealt(self, cultures: str) -> dict[int, list[str]]:
        cards = [*BASE_CULTURES, *AT_THE_END]
        self.chance.shuffle(cards)
        each = len(cards) // len(self.players) if cultures != "off" else 0
        keep = 1 if cultures == "single" else each
        return {seat: [cards.pop() for _ in range(each)][:keep] for seat in self.players}

    def moves(self) -> Iterator[Move]:
        yield self.first, f"begin {self.first}"
        while not self.caller:
            for seat in self.order:
                yield from self._turn(seat)
                if self.caller == self.order[-1]:
                    return
        for seat in self.players:
            while self.hidden[seat]:
                yield from self._last_reveal(seat)

    def _turn(self, seat: int) -> Iterator[Move]:
        self.seat, self.actions, self.searching = seat, self.most_actions, False
        self.turns[seat] += 1
        self.used = {"seraph-gate": 0, "fabricator-belt": 0, "deepspace-scouts": 0, "copy": 0}
        player = self.players[seat]
        self.rests[seat] = max(0, self.rests[seat] - 1)
        if "innovative" in player.open:
            player.open.discard("innovative")
            self.hidden[seat].append("innovative")
            self.rests[seat] = 1
        if self.turns[seat] > 1:
            yield from self._roll(seat, player)
        while self.caller != self.order[-1] and self.chance.random() < 0.93:
            yield from self._reveals()
            act = self._next_act(seat, player)
            if act is None:
                break
            yield from act
        if self.caller != self.order[-1]:
            yield seat, "end"
        if self.searching:
            self.chance.shuffle(self.deck)

    def _roll(self, seat: int, player: Player) -> Iterator[Move]:
        dice = [self.chance.randint(1, 4) for _ in range(2)]
        total = sum(dice)
        told = f"total {total}" if self.chance.random() < 0.5 else f"roll {dice[0]} {dice[1]}"
        yield seat, told
        yield from self._reveals()
        while self.chance.random() < BOLD:
            way = 1 if total < 8 and (total == 2 or self.chance.random() < 0.5) else -1
            gates = player.names().count("seraph-gate") - self.used["seraph-gate"]
            if gates:
                self.used["seraph-gate"] += 1
            elif self.actions:
                self.actions -= 1
            else:
                break
            total += way
            yield seat, "shift up" if way == 1 else "shift down"
        yield seat, "confirm"
        for each in self.players.values():
            each.credits += each.earned(total, own_pair=True)

    def _next_act(self, seat: int, player: Player) -> Iterator[Move] | None:
        """Something that this player may do now, at random; None: nothing."""
        acts = []
        belts = player.names().count("fabricator-belt") - self.used["fabricator-belt"]
        offered = set(self.pool) | (set(self.deck) if self.searching else set())
        for name in sorted(offered):
            mech = PRINTED[name][1] == "mech"
            affordable = player.price(name) <= player.credits
            if affordable and self._values(player, name) and (self.actions or (belts and mech)):
                acts += [self._build(seat, player, name, by_belt=bool(belts and mech))]
        if self.actions:
            acts += [self._cycle(seat, player)]
        scouts = player.names().count("deepspace-scouts") - self.used["deepspace-scouts"]
        if scouts and self.turns[seat] > 1:
            acts += [self._cycle(seat, player, by_scouts=True)]
        return self.chance.choice(acts) if acts else None

    def _values(self, player: Player, name: str) -> list[int]:
        """The roll values that this card may have before this player: none closes it."""
        have = {value for _, value in player.cards}
        chosen = {value for other, value in player.cards if other == "darkspace-hub"}
        own = PRINTED[name][2]
        if own:
            return [] if own in chosen else [own]
        return [value for value in range(2, 9) if value not in have]

    def _build(self, seat: int, player: Player, name: str, *, by_belt: bool) -> Iterator[Move]:
        if by_belt:
            self.used["fabricator-belt"] += 1
        else:
            self.actions -= 1
        price, pair = player.price(name), self.pool.count(name) >= 2
        player.credits -= price
        yield seat, f"build {name}{self._taken(player, name)}"
        values = self._values(player, name)
        late = (
            "industrious" not in player.open or self.used["copy"] or self.caller == self.order[-1]
        )
        if pair and values and price <= 3 and not late and self.chance.random() < 0.8:
            self.used["copy"] = 1
            yield seat, f"copy{self._taken(player, name)}"

    def _taken(self, player: Player, name: str) -> str:
        """The card lies there, the pool is full again: the value that has to be told."""
        value = self.chance.choice(self._values(player, name))
        if name in self.pool:
            self.pool.remove(name)
            self.pool += [self.deck.pop()] if self.deck else []
        else:
            self.deck.remove(name)
        player.cards.append((name, value))
        player.credits += "innovative" in player.open
        self._look_for_the_end()
        return "" if PRINTED[name][2] else f" {value}"

    def _look_for_the_end(self) -> None:
        reached = [n for n in self.order if self.players[n].production(True) >= self.enough]
        if reached and not self.caller:
            self.caller = reached[0]

    def _cycle(self, seat: int, player: Player, *, by_scouts: bool = False) -> Iterator[Move]:
        if by_scouts:
            self.used["deepspace-scouts"] += 1
        else:
            self.actions -= 1
            player.credits += 5 if "resourceful" in player.open else 2
        self._replace()
        yield seat, "scout" if by_scouts else "cycle"

    def _replace(self) -> None:
        if self.deck:
            self.deck.insert(0, self.pool.pop(self.chance.randrange(len(self.pool))))
            self.pool.append(self.deck.pop())

    # -- culture cards

    def _reveals(self) -> Iterator[Move]:
        """Anybody may reveal at any time; those of the end of the game wait for it."""
        for seat, cards in self.hidden.items():
            for culture in [each for each in cards if each not in AT_THE_END]:
                resting = culture == "innovative" and self.rests[seat]
                if self.caller != self.order[-1] and not resting and self.chance.random() < 0.02:
                    yield self._revealed(seat, culture)

    def _revealed(self, seat: int, culture: str) -> Move:
        self.hidden[seat].remove(culture)
        self.players[seat].open.add(culture)
        self.shown.add(culture)
        self.searching |= culture == "scientific" and seat == self.seat
        self._look_for_the_end()
        return seat, f"reveal {culture}"

    def _last_reveal(self, seat: int) -> Iterator[Move]:
        """One of those of the end of the game, as long as there is one; then there is nothing."""
        cards = [each for each in self.hidden[seat] if each in AT_THE_END]
        if cards:
            yield self._revealed(seat, cards[0])
            return
        unseen = set(self.hidden[seat]) - self.shown
        self.hidden[seat] = []
        if unseen:
            yield seat, "done"

    def winner(self) -> int:
        """Most production with what the last reveals add; then credits; then who played last."""
        if self.caller == self.order[-1]:
            return self.caller
        return max(self.players, key=lambda n: (*self._final(n), self.order.index(n)))

    def _final(self, seat: int) -> tuple[int, int]:
        player = self.players[seat]
        others = [len(each.cards) for n, each in self.players.items() if n != seat]
        most = "militaristic" in player.open and len(player.cards) > max(others)
        return player.production(True) + player.orthodox() + 7 * most, player.credits
