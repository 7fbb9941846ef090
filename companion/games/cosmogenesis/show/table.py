"""What everybody may see: the scores, and every system side by side."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.cosmogenesis.pieces import ROUNDS, SECTORS
from companion.games.cosmogenesis.rules.features import belt_value
from companion.games.cosmogenesis.rules.score import score
from companion.games.cosmogenesis.show.picture import Board, Picture, boards, picture
from companion.games.cosmogenesis.state import Stage, State, kind_in
from companion.games.cosmogenesis.tiles import PLANETARY, STELLAR, number_of
from companion.referee.memo import memoized_by_identity
from companion.referee.panels import Panel, Scene, Score, Tally
from companion.referee.text import Text


# Saves 0.6 % of the calls of a tap and its pages.
@memoized_by_identity
def tally(s: State) -> Tally:
    """The points of all seats so far."""
    return Tally(
        id="tally",
        shared=True,
        screen="" if s.stage == Stage.SETUP else "no",
        tab="table",
        title=Text("Points") if s.ended else Text("Points if it ended now"),
        scores=tuple(_line(s, seat) for seat in s.all_seats),
    )


def _line(s: State, seat: int) -> Score:
    system = s.system(seat)
    marks = (
        Text("{n} planet", "{n} planets", n=len(system.orbits)),
        Text("belt {n}", n=belt_value(system)),
        Text("{n} objective in hand", "{n} objectives in hand", n=system.hand),
    )
    return Score(
        seat=seat,
        points=score(s, seat).total,
        marks=marks if s.stage != Stage.SETUP else (),
        acting=s.stage == Stage.PLAY and s.turn.seat == seat,
        flags=(Text("Monolith"),) if s.monolith == seat else (),
    )


@dataclass(frozen=True)
class Realm:
    """One seat's system as everybody may see it. `sectors`: whether each is used this round."""

    seat: int
    acting: bool
    points: int
    sectors: tuple[tuple[str, bool], ...]
    exotics: int
    hand: int
    stellars: tuple[int, ...]
    monolith: bool
    picture: Picture


@dataclass(frozen=True)
class RoundMark:
    """A round on the track, with the kind of its objectives as words and icon."""

    number: int
    kind: Text
    icon: str
    now: bool
    past: bool


@dataclass(frozen=True)
class Everything:
    """The track of rounds, the boards that systems are drawn upon, and systems."""

    rounds: tuple[RoundMark, ...]
    boards: tuple[Board, ...]
    systems: tuple[Realm, ...] = ()


_KINDS = {STELLAR: Text("stellar objectives"), PLANETARY: Text("planetary objectives")}
_ICONS = {STELLAR: "stellar", PLANETARY: "planet"}


def systems(s: State, viewer: int) -> tuple[Panel, ...]:
    """Every system, the same for everyone; none before the game begins. All in one scene for the
    table screen; a scene for each on a player's phone, which is only sent what changed.
    """
    if viewer:
        return _apart(s)[: 1 if s.stage == Stage.SETUP else None]
    return () if s.stage == Stage.SETUP else (_together(s),)


def _together(s: State) -> Scene:
    facts = Everything(_rounds(s), boards(s), tuple(_realm(s, seat) for seat in s.all_seats))
    return Scene(
        id="systems", tab="table", drawing="systems", screen="scores", facts=facts, shared=True
    )


def _apart(s: State) -> tuple[Panel, ...]:
    rounds = Everything(_rounds(s), boards(s))
    return (
        Scene(id="rounds", tab="table", drawing="rounds", facts=rounds, shared=True),
        *(_drawn(_realm(s, seat)) for seat in s.all_seats),
    )


def _drawn(realm: Realm) -> Scene:
    return Scene(id=f"system-{realm.seat}", tab="table", drawing="realm", facts=realm, shared=True)


def _rounds(s: State) -> tuple[RoundMark, ...]:
    return tuple(_round(s, n) for n in range(1, ROUNDS + 1))


def _round(s: State, number: int) -> RoundMark:
    kind, past = kind_in(number), number < s.round or s.ended
    return RoundMark(number, _KINDS[kind], _ICONS[kind], number == s.round and not s.ended, past)


def _realm(s: State, seat: int) -> Realm:
    system = s.system(seat)
    return Realm(
        seat=seat,
        acting=s.stage == Stage.PLAY and s.turn.seat == seat,
        points=score(s, seat).total,
        sectors=tuple((each.upper(), each in system.used) for each in SECTORS),
        exotics=len(system.exotics),
        hand=system.hand,
        stellars=tuple(map(number_of, system.stellars)),
        monolith=s.monolith == seat,
        picture=picture(s, seat),
    )
