"""Slips that tables make, by name: those that the eye was tuned by, and others that it was not.

Each is tried at every line of the kept games at which it can happen.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from companion.games.crafting.pieces import ELEMENTS
from companion.referee.notation import UnreadableAction
from companion.referee.replay import OVERRULED_PREFIX
from tests.kit.slips.kept import KeptGame, Line
from tests.kit.slips.worlds import Slip

#: Where a slip can happen: the game, the number of the line, the line.
Find = Callable[[KeptGame, int, Line], Iterable[Slip]]


@dataclass(frozen=True)
class NamedSlip:
    """A slip of one game; `held_out`: nothing was tuned by it."""

    game: str
    name: str
    find: Find
    held_out: bool = True


def untold(pattern: str, lines: int = 1) -> Find:
    """What was done and not told: such a line; `lines`: with those of the seat that follow it."""

    def find(kept: KeptGame, at: int, line: Line) -> Iterator[Slip]:
        following = kept.lines[at : at + lines]
        if re.fullmatch(pattern, line.text) and all(one.seat == line.seat for one in following):
            yield Slip("untold", at, (), len(following))

    return find


def twice(pattern: str) -> Find:
    """What was told twice and done once."""

    def find(kept: KeptGame, at: int, line: Line) -> Iterator[Slip]:
        if re.fullmatch(pattern, line.text):
            yield Slip("twice", at, (line, line))

    return find


def retold(pattern: str, *words: str, which: int = 1) -> Find:
    """What was told with another word in the group `which`: each of `words`, or "+1" and "-1"."""

    def find(kept: KeptGame, at: int, line: Line) -> Iterator[Slip]:
        found = re.fullmatch(pattern, line.text)
        if found is None or found[which] is None:
            return
        start, end = found.span(which)
        for word in words:
            other = _other_word(found[which], word)
            text = line.text[:start] + other + line.text[end:]
            if other and other != found[which] and _is_readable(kept, text):
                yield Slip("retold", at, (Line(line.seat, text),))

    return find


def _other_word(word: str, other: str) -> str:
    """The other word; "+1" counts on, and "swap" exchanges two digits. "" for none."""
    if other == "swap":
        return word[::-1] if len(word) == 2 and word[1] != "0" else ""
    if other[0] in "+-" and other[1:].isdecimal():
        number = int(word) + int(other)
        return str(number) if number >= 0 else ""
    return other


def _is_readable(kept: KeptGame, text: str) -> bool:
    try:
        kept.game.read(text)
    except UnreadableAction:
        return False
    return True


def corrected_badly(pattern: str) -> Find:
    """Points that were right, corrected with two digits exchanged, after such a line."""

    def find(kept: KeptGame, at: int, line: Line) -> Iterator[Slip]:
        points = str(kept.game.points(kept.states[at + 1], line.seat))
        swapped = _other_word(points, "swap")
        if re.fullmatch(pattern, line.text) and swapped not in ("", points):
            yield Slip("retold", at, (line, Line(line.seat, f"mend points {swapped}")))

    return find


def hands(
    pattern: str, field: str, change: int | None, others: bool = False, moved: bool = True
) -> Find:
    """What was told and done otherwise: after such a line the seat, or each of the `others`, has
    `change` more of a field than it should; None: as many as before. `moved`: only where the line
    changed that field.
    """

    def find(kept: KeptGame, at: int, line: Line) -> Iterator[Slip]:
        if not re.fullmatch(pattern, line.text):
            return
        for seat in kept.seats:
            was, now = (amount(kept, kept.states[n], seat, field) for n in (at, at + 1))
            lies = was if change is None else now + change
            if (
                (seat != line.seat) is others
                and lies >= 0
                and lies != now
                and (was != now or not moved)
            ):
                text = f"{OVERRULED_PREFIX}mend {field} {lies}"
                yield Slip("hands", at, (line, Line(seat, text)), seat=seat, in_the_wood=True)

    return find


def amount(kept: KeptGame, state: Any, seat: int, field: str) -> int:
    """How much a seat has of a field that can be corrected."""
    if kept.game.slug == "empires":
        return int(getattr(state.empire(seat), field))
    if kept.game.slug == "cosmogenesis":
        return int(getattr(state.system(seat), field))
    board = state.board(seat)
    if field in ELEMENTS:
        return int(board.stars[ELEMENTS.index(field)])
    return int(board.points.total if field == "points" else getattr(board, field))


_STARS = ("h", "he", "o", "c", "nova")
_SECTORS = ("psi", "phi", "delta")

#: Half of the catalogue in the issue.
GIVEN = (
    NamedSlip("crafting", "completed nebula not told", untold("complete .*"), False),
    NamedSlip("crafting", "discharge done, not told", untold("discharge .*"), False),
    NamedSlip(
        "crafting", "another star discarded than told", retold(r"complete .* (\w+)", *_STARS), False
    ),
    NamedSlip("crafting", "four cards traded as five", hands("five .*", "hand", 1), False),
    NamedSlip("crafting", "one card too many taken", hands("collect.*|took.*", "hand", 1), False),
    NamedSlip(
        "crafting", "crystal one step too far", hands("collect.*|took.*", "crystal", 1), False
    ),
    NamedSlip("crafting", "points corrected, digits exchanged", corrected_badly("end.*"), False),
    NamedSlip("crafting", "power used, not told", untold("use .*"), False),
    NamedSlip(
        "empires", "roll typed wrong by one", retold(r"(?:total|roll) (\d).*", "+1", "-1"), False
    ),
    NamedSlip("empires", "card built, not told", untold("build .*"), False),
    NamedSlip(
        "empires", "neighbour's payout forgotten", hands("confirm", "credits", None, True), False
    ),
    NamedSlip("empires", "paid one too little", hands("build .*", "credits", 1), False),
    NamedSlip("cosmogenesis", "life created, not told", untold("life .*"), False),
    NamedSlip(
        "cosmogenesis", "comet hit, not told", untold("comet .*|smash .*|extra-comet .*"), False
    ),
    NamedSlip(
        "cosmogenesis",
        "asteroid not paid",
        hands("extra-.*|life .*|expand.*", "asteroids", None),
        False,
    ),
    NamedSlip(
        "cosmogenesis",
        "points of an objective typed wrong",
        retold(r"worth \S+ (\d+)", "+1", "-1", "swap"),
        False,
    ),
    NamedSlip("cosmogenesis", "planetary objective revealed, not told", untold("reveal .*"), False),
)

#: Others, by which nothing was tuned.
HELD_OUT = (
    NamedSlip("crafting", "marble moved, not told", untold("shift .*")),
    NamedSlip("crafting", "another marble told", retold(r"shift (\S+)", "dark", "1", "2", "3")),
    NamedSlip(
        "crafting", "nebula laid, told in another sector", retold(r"lay \d (\w+)", *_SECTORS)
    ),
    NamedSlip(
        "crafting",
        "completed nebula told in another sector",
        retold(r"complete \d (\w+) .*", *_SECTORS),
    ),
    NamedSlip(
        "crafting",
        "points of a nebula typed wrong",
        retold(r"complete \d \w+ (\d+) .*", "+1", "-1"),
    ),
    NamedSlip(
        "crafting", "star placed as another", retold(r"place (h|he|o|c)(?: .*)?", *_STARS[:4])
    ),
    NamedSlip("crafting", "one placed too few", retold(r"place \w+ (\d)", "-1")),
    NamedSlip("crafting", "supernova made, not told", untold("convert .*")),
    NamedSlip("crafting", "another star turned than told", retold(r"convert (\w+)", *_STARS[:4])),
    NamedSlip("crafting", "life stabilised, not told", untold("stabilise.*")),
    NamedSlip("crafting", "life stabilised, told twice", twice("stabilise.*")),
    NamedSlip("crafting", "star or life moved, not told", untold("move .*")),
    NamedSlip("crafting", "advanced life created, not told", untold("life .*")),
    NamedSlip("crafting", "one proto life more discarded than told", retold(r"life (\d) .*", "-1")),
    NamedSlip("crafting", "power gained, not told", untold("gain .*")),
    NamedSlip("crafting", "power gained and used, not told", untold("gain .*", 2)),
    NamedSlip("crafting", "power gained in another slot", retold(r"gain (\d) .*", "+1", "-1")),
    NamedSlip("crafting", "five cards traded, not told", untold("five .*")),
    NamedSlip("crafting", "a count for a goal wrong by one", retold(r"count \d (\d+)", "+1", "-1")),
    NamedSlip(
        "crafting", "another goal told than turned up", retold(r"goal (\S+)", "crystals", "size-1")
    ),
    NamedSlip(
        "crafting", "another star for a discharge", retold(r"discharge (h|he|o|c)", *_STARS[:4])
    ),
    NamedSlip(
        "crafting",
        "the hand entered with two kinds exchanged",
        retold(r"hand (\d \d) .*", "0 1", "1 0", "1 2", "2 1"),
    ),
    NamedSlip(
        "crafting",
        "marker moved one too few",
        hands("complete .*|discharge .*|five .*", "points", -1),
    ),
    NamedSlip(
        "crafting", "marker not moved", hands("complete .*|discharge .*|five .*", "points", None)
    ),
    NamedSlip(
        "crafting",
        "marker not moved for a goal, another seat",
        hands("score.*", "points", None, True),
    ),
    NamedSlip(
        "crafting",
        "discarded star left on the board",
        hands("complete .*", "novae", 1, moved=False),
    ),
    NamedSlip(
        "crafting", "one proto life too many taken", hands("place .*|took.*|collect.*", "proto", 1)
    ),
    NamedSlip("crafting", "crystal not moved", hands("collect.*|took.*", "crystal", None)),
    NamedSlip("crafting", "power card not paid", hands("gain .*", "hand", None)),
    NamedSlip("crafting", "power paid with one card too many", hands("use .*|gain .*", "hand", -1)),
    NamedSlip("empires", "cards cycled, not told", untold("cycle.*")),
    NamedSlip("empires", "credits for a cycle not taken", hands("cycle.*", "credits", None)),
    NamedSlip("empires", "total shifted, not told", untold("shift .*")),
    NamedSlip("empires", "shifted the other way", retold(r"shift (\w+)", "up", "down")),
    NamedSlip("empires", "culture card revealed, not told", untold("reveal .*")),
    NamedSlip(
        "empires", "value of a hub told wrong", retold(r"build darkspace-hub (\d).*", "+1", "-1")
    ),
    NamedSlip(
        "empires",
        "another card told than built",
        retold(r"build (\S+)", "t-wing", "merv", "nautilus", "discovery"),
    ),
    NamedSlip("empires", "second copy placed, not told", untold("copy.*")),
    NamedSlip("empires", "scouts used, not told", untold("scout.*")),
    NamedSlip("empires", "own payout not taken", hands("confirm", "credits", None)),
    NamedSlip("empires", "own payout one too many", hands("confirm", "credits", 1)),
    NamedSlip("empires", "neighbour's payout one too few", hands("confirm", "credits", -1, True)),
    NamedSlip("empires", "a card not paid at all", hands("build .*", "credits", None)),
    NamedSlip("empires", "two cards built, none told", untold("build .*", 2)),
    NamedSlip(
        "cosmogenesis",
        "another planet told than laid",
        retold(r"planet \w+ (\S+)", "rock-3", "rock-4", "rock-2"),
    ),
    NamedSlip(
        "cosmogenesis", "moon told at another planet", retold(r"moon \w+ \S+ (\d)", "+1", "-1")
    ),
    NamedSlip("cosmogenesis", "life told elsewhere", retold(r"life (\d)", "+1", "-1")),
    NamedSlip("cosmogenesis", "gift of a tile taken, not told", untold("gain .*")),
    NamedSlip(
        "cosmogenesis", "gift of a tile placed elsewhere", retold(r"gain \S+ (\d)", "+1", "-1")
    ),
    NamedSlip("cosmogenesis", "exotic object used, not told", untold("use .*")),
    NamedSlip(
        "cosmogenesis", "objective told at another planet", retold(r"reveal \S+ (\d)", "+1", "-1")
    ),
    NamedSlip("cosmogenesis", "asteroid made a moon, not told", untold("extra-moon .*")),
    NamedSlip("cosmogenesis", "asteroid collided, not told", untold("extra-collide .*")),
    NamedSlip("cosmogenesis", "system expanded, not told", untold("expand.*")),
    NamedSlip("cosmogenesis", "comet kept, not told", untold("extra-comet")),
    NamedSlip(
        "cosmogenesis",
        "one asteroid too many taken",
        hands("belt .*|discard .*|gain .*", "asteroids", 1),
    ),
    NamedSlip(
        "cosmogenesis",
        "asteroid not taken",
        hands("belt .*|discard .*|gain .*|use .*", "asteroids", None),
    ),
    NamedSlip("cosmogenesis", "comet not laid down", hands("smash .*|comet .*", "comets", None)),
    NamedSlip(
        "cosmogenesis", "comet not taken", hands("belt .*|gain .*|extra-comet", "comets", None)
    ),
    NamedSlip(
        "cosmogenesis",
        "another planetary objective revealed",
        retold(r"planetary (\S+)", "planetary-8", "planetary-9"),
    ),
    NamedSlip(
        "cosmogenesis",
        "another stellar objective told",
        retold(r"stellar (\S+)", "stellar-3", "stellar-5", "stellar-12"),
    ),
    NamedSlip(
        "cosmogenesis", "comet told at another body", retold(r"(?:comet|smash) (\d)", "+1", "-1")
    ),
)


def named_slips(kept: KeptGame, named: NamedSlip) -> Iterator[Slip]:
    """Every place of a kept game at which this slip can happen."""
    for at, line in enumerate(kept.lines):
        if line.is_action:
            yield from named.find(kept, at, line)
