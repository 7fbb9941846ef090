"""A craft phase on the table of `cosmos`: deeds at random, in any order, then the closing one."""

from __future__ import annotations

from collections import Counter

from companion.games.crafting.pieces import POWERS, PowerPrice
from tests.games.crafting.card_effects import effect
from tests.games.crafting.cosmos import CONTROLS, STARS, TOP, Galaxy, Table, code
from tests.games.crafting.wood import CORNERS, HEXAGONS, SECTOR, Space, corners, reach, sides

SLOTS = {1: 2, 2: 3, 3: 3, 4: 4}
INSTEAD = ("generations", "expanding-universe", "black-hole")


def craft(table: Table, seat: int, galaxy: Galaxy) -> None:
    Craft(table, seat, galaxy).play()


class Craft:
    """One craft phase: deeds in any order, then the closing one."""

    def __init__(self, table: Table, seat: int, galaxy: Galaxy) -> None:
        self.table, self.seat, self.galaxy, self.rng = table, seat, galaxy, table.rng

    def tell(self, *words: object) -> None:
        self.table.say(self.seat, " ".join(str(word) for word in words if word != ""))

    def play(self) -> None:
        deeds = (
            self.complete,
            self.complete,
            self.create,
            self.create,
            self.discharge,
            self.gain,
            self.use,
            self.use,
            self.five,
            self.nova,
            self.dna,
            self.graviton,
            self.graviton,
        )
        for _ in range(self.rng.randint(6, 22)):
            self.rng.choice(deeds)()
        self.close()

    def close(self) -> None:
        free = [h for h in HEXAGONS if h not in self.galaxy.tiles]
        proto = self.galaxy.of("proto")
        if free and any(self.table.stacks.values()) and (not proto or self.rng.random() < 0.5):
            self.table.lay(self.seat, self.galaxy, self.rng.choice(free), "end nebula")
        elif proto:
            self.galaxy.life[self.rng.choice(proto)] = "stable"
            self.tell("end stabilise")
        else:
            self.tell("end")

    def star_goes(self, corner: Space) -> str:
        """The star there back into its pile; how it is called."""
        kind, under = self.galaxy.stars.pop(corner)
        self.table.pile[under] += 1
        return kind

    def complete(self) -> None:
        for hexagon, tile in self.galaxy.tiles.items():
            around = [c for c in corners(hexagon) if c in self.galaxy.stars]
            have = Counter(self.galaxy.stars[c][0] for c in around)
            lacking = sum((tile.needs - have).values())
            if not tile.done and lacking <= have["nova"]:
                prints = code(tile) if tile.known else tile.points
                star = self.star_goes(self.rng.choice(around))
                tile.done = True
                self.galaxy.points += tile.points
                self.tell("complete", tile.size, SECTOR[hexagon], prints, star)
                return

    def create(self) -> None:
        for hexagon, tile in self.galaxy.tiles.items():
            around = sides(hexagon)
            if not tile.done or tile.lives or not all(s in self.galaxy.life for s in around):
                continue
            proto = [side for side in around if self.galaxy.life[side] == "proto"]
            if self.table.lives:
                for side in proto:
                    del self.galaxy.life[side]
                self.table.pile["proto"] += len(proto)
                tile.lives = 1
                self.tell("life", len(proto), self.token())
                return

    def token(self) -> int | str:
        """An advanced life off the stack; its value, or nothing where it is not told yet."""
        self.galaxy.values.append(self.table.lives.pop(0))
        return self.galaxy.values[-1] if self.rng.random() < 0.5 else ""

    def discharge(self) -> None:
        galaxy = self.galaxy
        if not galaxy.waiting:
            return
        own = [slug for slug in galaxy.powers.values() if slug in INSTEAD]
        free = [e for e in STARS if self.table.pile[e]] if galaxy.free(CORNERS) else []
        words: object = None
        if own and self.rng.random() < 0.7:
            slug = self.rng.choice(own)
            words = effect(self, slug)
            words = None if words is None else f"{slug} {words}".strip()
        elif free:
            words = self.rng.choice(free)
            self.table.put(galaxy, str(words))
        elif not galaxy.free(CORNERS):
            words = "none"
        if words is not None:
            galaxy.waiting -= 1
            galaxy.points += TOP[galaxy.fired] if galaxy.fired < len(TOP) else 0
            galaxy.fired += 1
            self.tell("discharge", words)

    def pay(self, cards: dict[str, int]) -> None:
        self.galaxy.hand.subtract(cards)
        self.table.spent += Counter(cards).elements()

    def matching(self, number: int) -> list[str]:
        return [kind for kind in CONTROLS if self.galaxy.hand[kind] >= number]

    def gain(self) -> None:
        slots = [slot for slot in SLOTS if slot not in self.galaxy.powers]
        for slot in self.rng.sample(slots, len(slots)):
            for kind in self.matching(SLOTS[slot]):
                deck = self.table.decks[kind]
                if deck:
                    self.pay({kind: SLOTS[slot]})
                    card = deck.pop(self.rng.randrange(min(SLOTS[slot], len(deck))))
                    self.galaxy.powers[slot] = card
                    self.tell("gain", slot, card)
                    return

    def five(self) -> None:
        kinds = self.matching(5)
        if kinds and self.rng.random() < 0.5:
            self.pay({kinds[0]: 5})
            self.galaxy.points += 6
            self.tell("five", kinds[0])

    def nova(self) -> None:
        stars = self.galaxy.of("star")
        if self.galaxy.slider["nova"] and stars:
            self.galaxy.slider["nova"] -= 1
            self.tell("convert", self.turns(self.rng.choice(stars)))

    def turns(self, corner: Space) -> str:
        """The star there becomes a supernova; which it was."""
        kind = self.galaxy.stars[corner][0]
        self.galaxy.stars[corner] = ("nova", kind)
        return kind

    def dna(self) -> None:
        number = min(self.galaxy.slider["dna"], len(self.galaxy.of("proto")))
        if number:
            number = self.rng.randint(1, number)
            self.galaxy.slider["dna"] -= number
            self.stable(self.rng.sample(self.galaxy.of("proto"), number))
            self.tell("stabilise", number)

    def stable(self, there: list[Space]) -> int:
        self.galaxy.life.update(dict.fromkeys(there, "stable"))
        return len(there)

    def graviton(self) -> None:
        """A star or a life moves: nobody asks which, so nobody says it."""
        kinds = [k for k in ("star", "proto", "stable", "stable") if self.galaxy.of(k)]
        if self.galaxy.slider["graviton"] and kinds:
            self.galaxy.slider["graviton"] -= 1
            kind = self.rng.choice(kinds)
            good = self.galaxy.wanted(kind)
            idle = [space for space in self.galaxy.of(kind) if space not in good]
            start = self.rng.choice(idle or self.galaxy.of(kind))
            ends = [*reach(start, {*self.galaxy.stars, *self.galaxy.life} - {start})]
            self.moves(start, [end for end in ends if end in good] or ends)

    def moves(self, start: Space, ends: list[Space] | None = None) -> Space:
        filled = {*self.galaxy.stars, *self.galaxy.life} - {start}
        found = [*reach(start, filled)] if ends is None else ends
        end = self.rng.choice(found) if found else start
        if start in self.galaxy.stars:
            self.galaxy.stars[end] = self.galaxy.stars.pop(start)
        else:
            self.galaxy.life[end] = self.galaxy.life.pop(start)
        return end

    def use(self) -> None:
        own = [slug for slug in self.galaxy.powers.values() if slug not in INSTEAD]
        if not own:
            return
        slug = self.rng.choice(own)
        price = POWERS[slug].price
        kinds = [price.kind] if price.kind in CONTROLS else [*CONTROLS]
        kinds = [kind for kind in kinds if self.galaxy.hand[kind] >= price.cards]
        if not kinds or not self.affords(price):
            return
        paid = {
            side: self.galaxy.life.pop(side)
            for life, number in (("proto", price.proto), ("stable", price.stable))
            for side in self.rng.sample(self.galaxy.of(life), number)
        }
        words = effect(self, slug)
        if words is None:  # and nothing was done: the price stays where it lay
            self.galaxy.life.update(paid)
            return
        self.table.pile["proto"] += len(paid)
        self.galaxy.slider.subtract(graviton=price.graviton, nova=price.supernova)
        kind = self.rng.choice(kinds)
        self.pay({kind: price.cards})
        said = "" if price.kind in CONTROLS else f"with {kind}"
        self.tell("use", slug, words, said)

    def affords(self, price: PowerPrice) -> bool:
        slider = self.galaxy.slider
        return (
            slider["graviton"] >= price.graviton
            and slider["nova"] >= price.supernova
            and len(self.galaxy.of("proto")) >= price.proto
            and len(self.galaxy.of("stable")) >= price.stable
        )
