"""What players say in a turn: their words in each language, and the actions of a phrase.

What a phrase leaves out is what the page presets: the likely star, the only tile it can mean.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from companion.games.crafting.board import COLLECT, CRAFT, SHIFT, Board
from companion.games.crafting.pieces import (
    CARD_PRICE_BY_POWER_SLOT,
    CONTROL_NAMES,
    CONTROLS,
    DARK_MARBLE,
    ELEMENTS,
    LIFE_VALUES,
    MAX_TILE_POINTS,
    NEBULA_SIZES,
    NO_STAR,
    POWERS,
    SECTORS,
    UNKNOWN_SECTOR,
    Power,
)
from companion.games.crafting.plan import (
    UNSPOKEN_ANSWERS,
    dark_marbles_after,
    next_phrases,
    round_of_next_turn,
    state_at_next_turn,
    variants,
)
from companion.games.crafting.rules.card import TRADE_POINTS, TRADED_CARD_COUNT, TradeFiveCards
from companion.games.crafting.rules.end import EndTurn
from companion.games.crafting.rules.energy import CollectEnergy, ShiftMarble
from companion.games.crafting.rules.life import LIFE_SPACES_PER_NEBULA, CreateLife
from companion.games.crafting.rules.nebula import CompleteNebula
from companion.games.crafting.rules.place import PlaceNebula
from companion.games.crafting.rules.power import GainPower, UsePower
from companion.games.crafting.rules.power_cards import are_answers_complete
from companion.games.crafting.rules.slider import ConvertStar, StabiliseLife
from companion.games.crafting.rules.time import DischargeCrystal
from companion.games.crafting.show.offers import likely_discarded_star, refusal
from companion.games.crafting.show.power_sheets import free_slot_per_price, power_owners
from companion.games.crafting.state import PLAY, State
from companion.games.crafting.tiles import Tile
from companion.referee.speech import OpenPart, Speech, UnclearTurnQuestion, Vocabulary
from companion.referee.text import Text, printed

SpokenWords = tuple[str, ...]
SpokenActions = tuple[Any, ...]

SPEECH_LANGUAGES = ("en", "de", "fr", "es", "it")
#: more DNA than a turn can give
_MOST_DNA = 20


@dataclass(frozen=True)
class _Said:
    """The words of a phrase by kind, each in the order in which they were said."""

    heads: SpokenWords
    numbers: tuple[int, ...]
    sectors: SpokenWords
    stars: SpokenWords

    @property
    def tile(self) -> tuple[int, str] | None:
        """A size and a sector, unknown if none is said, and no more; else None."""
        if len(self.numbers) != 1 or self.numbers[0] not in NEBULA_SIZES or len(self.sectors) > 1:
            return None
        sector = self.sectors[0] if self.sectors else UNKNOWN_SECTOR
        return None if self.stars else (self.numbers[0], sector)


def _said(words: SpokenWords) -> _Said:
    numbers = tuple(int(each) for each in words if each.isdecimal())
    sectors = tuple(each for each in words if each in SECTORS)
    stars = tuple(each for each in words if each in ELEMENTS)
    known = (*SECTORS, *ELEMENTS)
    heads = tuple(each for each in words if not each.isdecimal() and each not in known)
    return _Said(heads, numbers, sectors, stars)


def _has_turn(s: State, seat: int) -> bool:
    return s.stage == PLAY and s.board(seat).step in (SHIFT, COLLECT, CRAFT)


def _has_collected(s: State, seat: int) -> bool:
    return s.board(seat).step == CRAFT


def _read_phrase(s: State, seat: int, words: SpokenWords) -> SpokenActions:
    """Reads what is said now first; what comes at another time is read too, and refused."""
    words = _without_articles(words)
    if s.board(seat).step == SHIFT:
        moves = words[:1] and words[0] in CONTROLS
        return _shift(s, seat, words) or (() if moves else _craft(s, seat, words))
    return _craft(s, seat, words) or _shift(s, seat, words)


def _craft(s: State, seat: int, words: SpokenWords) -> SpokenActions:
    said, board = _said(words), s.board(seat)
    heads = set(said.heads)
    if not words or any(said.heads.count(head) > 1 for head in heads - {"end", "new"}):
        return ()
    if heads == {"end"} and words[0] == "end" and len(said.numbers) > 1:
        heads = {"complete"}
    if heads & set(POWERS):
        return _power(words)
    if heads <= {"complete", "end", "nebula", "new", "nova", "place", "none"}:
        return _nebula(board, said, heads)
    if heads == {"life"}:
        return _life(said)
    if heads <= {"dna", "end", "stable"}:
        # "dna 2 stable" is two: what it spends, and the end of the turn.
        return () if said.heads[:2] == ("dna", "stable") else _stable(board, said, heads)
    if heads <= {"discharge", "none"}:
        return _discharge(said, heads)
    return _gain_unknown(s, seat, said, heads) or _trade(said, heads)


def _without_articles(words: SpokenWords) -> SpokenWords:
    """Returns the words without a "one" that is an article: before a star or a dark marble, or
    before a nebula whose size is said later.
    """
    kept = []
    for at, (word, after) in enumerate(zip(words, (*words[1:], ""), strict=True)):
        sized = after in ("nebula", "new") and any(each.isdecimal() for each in words[at + 2 :])
        if word != "1" or not (sized or after in (*ELEMENTS, "nova", "dark")):
            kept.append(word)
    return tuple(kept)


def _shift(s: State, seat: int, words: SpokenWords) -> SpokenActions:
    """Reads "dark light time", and "chemistry", "chemistry dark light" or "chemistry 1 delta": the
    own marble goes there, then dark ones, and all is collected, with the place of the nebula drawn.
    """
    if not words:
        return ()
    if words[0] == "dark":
        dark = _dark_ones(words)
        return dark if len(dark) == 1 else ()
    if words == ("collect",):
        return (CollectEnergy("placed"),)
    control, *more = words[1:] if words[0] == "collect" else words
    if control not in CONTROLS:
        return ()
    here = s.control_of_marble(seat) == control and s.moves
    if "dark" in more:
        own = () if here else (ShiftMarble(seat, to=control),)
        dark = _dark_ones(tuple(more))
        return (*own, *dark[:-1], replace(dark[-1], then="collect")) if dark else ()
    go = CollectEnergy("placed") if here else ShiftMarble(seat, to=control, then="collect")
    if not more:
        return (go,)
    said = _said(tuple(more))
    if control != "chemistry" or said.heads or said.tile is None:
        return ()
    return (go, PlaceNebula(*said.tile))


def _dark_ones(words: SpokenWords) -> tuple[ShiftMarble, ...]:
    """Returns the moves of "dark light time dark gravity"; () if it is anything else."""
    starts = [at for at, word in enumerate(words) if word == "dark"]
    parts = [words[at + 1 : end] for at, end in pairwise((*starts, len(words)))]
    read = starts[0] == 0 and all(1 <= len(x) <= 2 and set(x) <= set(CONTROLS) for x in parts)
    return tuple(ShiftMarble(DARK_MARBLE, *x) for x in parts) if read else ()


def _comes_late(s: State, seat: int, action: Any) -> bool:
    """Returns whether a dark marble is said when all has been collected."""
    moves = isinstance(action, ShiftMarble) and action.marble == DARK_MARBLE
    return moves and s.board(seat).step == CRAFT


def _nebula(board: Board, said: _Said, heads: set[str]) -> SpokenActions:
    """Reads "end", "supernova helium", "nebula 2 delta 7 helium", "new nebula 2"."""
    if heads == {"nova"}:
        alone = len(said.stars) == 1 and not said.numbers and not said.sectors
        return (ConvertStar(said.stars[0]),) if alone else ()
    if not (said.numbers or said.sectors or said.stars):
        return (EndTurn(),) if heads and heads <= {"complete", "end", "none"} else ()
    if said.tile and heads and "complete" not in heads:
        read = _without_points(board, said.tile, heads)
        if read:
            return read
    barred = heads & {"end", "new", "none", "place"}
    return () if barred else _completed(board, said, heads)


def _without_points(board: Board, tile: tuple[int, str], heads: set[str]) -> SpokenActions:
    """Returns what a nebula without points is: the one drawn, or the one that ends the turn."""
    if board.drawn or board.unplaced_nebula_sizes:
        return () if heads & {"end", "none"} else (PlaceNebula(*tile),)
    known = None if heads & {"end", "new"} else _meant(board, *tile, None)
    if "place" in heads or (known and known.code):
        return ()
    return (EndTurn("nebula", *tile),)


def _completed(board: Board, said: _Said, heads: set[str]) -> SpokenActions:
    numbers, stars = list(said.numbers), (*said.stars, *(heads & {"nova"}))
    size = numbers.pop(0) if numbers and numbers[0] in NEBULA_SIZES else None
    points = numbers.pop(0) if numbers else None
    sure = heads & {"complete", "nebula"} or (size and points and said.sectors)
    if not sure or numbers or len(said.sectors) > 1 or len(stars) > 1:
        return ()
    if points is not None and not 1 <= points <= MAX_TILE_POINTS:
        return ()
    tile = _meant(board, size, said.sectors[0] if said.sectors else UNKNOWN_SECTOR, points)
    if tile is None or not (points or tile.code):
        return ()
    prints = tile.code if points in (None, tile.points) else points
    star = stars[0] if stars else likely_discarded_star(board)
    return (CompleteNebula(tile.size, tile.sector, prints, star),)


def _meant(board: Board, size: int | None, sector: str, points: int | None) -> Tile | None:
    """Returns the one kind of incomplete tile that is meant; None if it isn't clear.

    With size and sector it is clear: the judge says if there is none.
    """
    meant = {
        tile
        for tile in board.tiles
        if not tile.completed
        and size in (None, tile.size)
        and sector in (UNKNOWN_SECTOR, tile.sector)
        and (points is None or tile.points in (None, points))
    }
    if len(meant) == 1:
        return meant.pop()
    return Tile(size, sector) if size else None


def _life(said: _Said) -> SpokenActions:
    proto, *value = said.numbers or (-1,)
    if said.sectors or said.stars or not 0 <= proto <= LIFE_SPACES_PER_NEBULA or len(value) > 1:
        return ()
    return (CreateLife(proto, *value),) if set(value) <= set(LIFE_VALUES) else ()


def _stable(board: Board, said: _Said, heads: set[str]) -> SpokenActions:
    """Reads "stable", which ends the turn, and "dna 2" and "stable 2", which spend DNA."""
    number = said.numbers[0] if said.numbers else 1
    if said.sectors or said.stars or len(said.numbers) > 1 or not 1 <= number <= _MOST_DNA:
        return ()
    spends = "dna" in heads or (bool(said.numbers) and (number > 1 or board.dna > 0))
    if "stable" in heads and not spends:
        return (EndTurn("stabilise"),)
    return () if "end" in heads else (StabiliseLife(number),)


def _discharge(said: _Said, heads: set[str]) -> SpokenActions:
    gains = (*said.stars, *((NO_STAR,) if "none" in heads else ()))
    if "discharge" not in heads or said.numbers or said.sectors or len(gains) != 1:
        return ()
    return (DischargeCrystal(*gains),)


def _trade(said: _Said, heads: set[str]) -> SpokenActions:
    """Reads "trade light", "5 light", "5 light 6"."""
    kinds, rest = heads & set(CONTROLS), heads - set(CONTROLS)
    known = (
        set(said.numbers) <= {TRADED_CARD_COUNT, TRADE_POINTS}
        and not said.sectors
        and not said.stars
    )
    if len(kinds) != 1 or not rest <= {"trade"} or not known:
        return ()
    return (TradeFiveCards(kinds.pop()),) if rest or TRADED_CARD_COUNT in said.numbers else ()


def _power(words: SpokenWords) -> SpokenActions:
    """Reads "gain 2 time-dilation" in any order, and "nuclear-fusion he o"."""
    slug = next(word for word in words if word in POWERS)
    if "gain" in words:
        slots = [int(each) for each in words if each not in (slug, "gain") and each.isdecimal()]
        read = len(words) == 3 and slots and slots[0] in CARD_PRICE_BY_POWER_SLOT
        return (GainPower(slots[0], slug),) if read else ()
    discharges = POWERS[slug].instead and words[0] == "discharge"
    name, *answers = words[1:] if discharges else words
    return _used(POWERS[slug], tuple(answers)) if name == slug else ()


def _gain_unknown(s: State, seat: int, said: _Said, heads: set[str]) -> SpokenActions:
    """Reads "gain chemistry" and "gain 2 chemistry": a card of this type, which will be drawn, in
    the cheapest slot or in this one.
    """
    free = free_slot_per_price(s.board(seat)) or tuple(CARD_PRICE_BY_POWER_SLOT)
    slot = said.numbers[0] if said.numbers else free[0]
    kinds, more = heads & set(CONTROLS), said.sectors or said.stars or len(said.numbers) > 1
    if more or len(kinds) != 1 or heads - kinds != {"gain"}:
        return ()
    (deck,), owners = kinds, power_owners(s)
    left = [each for each in POWERS if POWERS[each].deck == deck and each not in owners]
    if slot not in CARD_PRICE_BY_POWER_SLOT or not left:
        return ()
    like, price = GainPower(slot, left[0]), CARD_PRICE_BY_POWER_SLOT[slot]
    says = Text(
        "A {kind} power for {n} card",
        "A {kind} power for {n} cards",
        kind=CONTROL_NAMES[deck],
        n=price,
    )
    answers = tuple((printed(POWERS[each].name), GainPower(slot, each)) for each in left)
    can = (each for each in free if each != slot)
    prices = (each for each in can if refusal(s, seat, GainPower(each, left[0])) is None)
    others = tuple(
        (Text("{n} card", "{n} cards", n=CARD_PRICE_BY_POWER_SLOT[each]), f"gain {each} {deck}")
        for each in prices
    )
    asks = Text("Tap the card you kept")
    return (OpenPart(f"gain {slot}", like, left[0], says, asks, answers, others),)


def _used(power: Power, answers: SpokenWords) -> SpokenActions:
    meant = (answers, *((each, *answers) for each in UNSPOKEN_ANSWERS))
    complete = [each for each in meant if are_answers_complete(power, each)]
    if not complete:
        return ()
    answers = complete[0]
    if power.instead:
        converts = tuple(word for word in answers if word in ELEMENTS)
        return (DischargeCrystal(power.slug, converts),)
    return (UsePower(power.slug, answers),)


def _asks(s: State, seat: int, action: Any) -> UnclearTurnQuestion | None:
    """Asks for the size of a nebula that was drawn and not told when the turn ends."""
    if not (isinstance(action, EndTurn) and s.board(seat).drawn):
        return None
    sizes = tuple(f"nebula {size}" for size in NEBULA_SIZES)
    return Text("A nebula was drawn: which size?"), sizes


@cache
def _vocabulary(language: str) -> Vocabulary:
    path = Path(__file__).parent / f"say.{language}.toml"
    words = tomllib.loads(path.read_text(encoding="utf-8"))
    sounds, leading = words.pop("sounds"), words.pop("leading")
    nothing = [*words.pop("filler"), *leading, *sounds]
    # Names of power cards stand on the cards, in every language.
    names = {slug: [power.name] for slug, power in POWERS.items()}
    spoken = {"": nothing, ",": words.pop("break"), **words, **names}
    return Vocabulary(spoken, sounds, leading)


SPEECH = Speech(
    vocabularies={each: _vocabulary(each) for each in SPEECH_LANGUAGES},
    example=("chemistry 1", "nebula 2 delta 7", "life 2", "stable"),
    read=_read_phrase,
    has_turn=_has_turn,
    asks=_asks,
    next_turn=state_at_next_turn,
    next_round=round_of_next_turn,
    next_phrases=next_phrases,
    variants=variants,
    comes_late=_comes_late,
    goes_on=dark_marbles_after,
    opening=(ShiftMarble, CollectEnergy),
    has_opened=_has_collected,
)
