"""Games of Cosmogenesis, played at random through the notation, and checked on the way.

    python -m tests.games.cosmogenesis.random_games 1000

plays that many games and says what it found. What must hold of each is in `check`.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from companion.games.cosmogenesis import GAME
from companion.games.cosmogenesis.pieces import GAS_GIANTS_PER_COLOUR_BY_SIZE
from companion.games.cosmogenesis.rules.score import seat_points
from companion.games.cosmogenesis.state import Stage, State
from companion.games.cosmogenesis.tiles import EXOTIC_TILES, PLANETARY_TILES, STELLAR_TILES
from companion.referee.judge import judge
from tests.games.cosmogenesis.plain_keeper import Keeper

LONGEST = 1500
#: how likely a player goes on after the main action, each time it could end the turn
GOES_ON = 0.7
_STELLAR = ("2,per=planets", "1,per=moons", "3,per=rings", "4,per=wet", "5,needs=intelligent")
_STELLAR_2 = ("2,per=life", "6,needs=giants:2+size-4", "1,per=comets", "1,per=other")
_PLANETARY = ("3", "4,needs=moons:2", "5,needs=rings,gives=asteroid", "2,needs=other")
_PLANETARY_2 = ("6,needs=wet+life,gives=extra", "3,needs=giant,gives=comet/asteroid+advance")
_EXOTIC = ("0,gives=asteroid,uses=2", "0,gives=extra,uses=1", "0,gives=advance/life,uses=3")
_EXOTIC_2 = ("0,gives=moon+comet,uses=1", "0,gives=water-or-rings,uses=2", "0,gives=other")


@dataclass
class Played:
    """A game: its options, its lines, its end."""

    seats: int
    options: dict[str, str]
    lines: list[tuple[int, str]] = field(default_factory=list)
    state: Any = None
    stuck: bool = False


def some_tiles(rng: random.Random) -> dict[str, str]:
    """What some group has typed in about some of its tiles: made up, as any group's is to us."""
    told = {}
    for tiles, codes in (
        (STELLAR_TILES, _STELLAR + _STELLAR_2),
        (PLANETARY_TILES, _PLANETARY + _PLANETARY_2),
        (EXOTIC_TILES, _EXOTIC + _EXOTIC_2),
    ):
        for tile in tiles:
            if rng.random() < 0.6:
                told[f"tile.{tile}"] = rng.choice(codes)
    return told


def play(seed: int, seats: int = 0) -> Played:
    """A whole game by chance; every second one as sensibly as `prefer` can."""
    rng = random.Random(seed)
    seats = seats or GAME.seats[seed % 3]
    options = {o.key: rng.choice(o.values).value for o in GAME.options} if seed % 3 else {}
    played = Played(seats, {**options, **some_tiles(rng)})
    state: State = GAME.setup(seats, played.options)
    while GAME.seats_to_act(state) and len(played.lines) < LONGEST:
        seat = rng.choice(sorted(GAME.seats_to_act(state)))
        action = choose(state, seat, rng, sensible=bool(seed % 2))
        if action is None:
            played.stuck = True
            break
        played.lines.append((seat, GAME.write(action)))
        state = GAME.apply(state, seat, action)
    played.state = state
    return played


def choose(state: State, seat: int, rng: random.Random, *, sensible: bool) -> Any:
    """Something allowed; None where nothing is."""
    actions = list(GAME.candidates(state, seat))
    rng.shuffle(actions)
    if sensible:
        weights = {type(a): rng.random() for a in actions}
        actions.sort(key=lambda a: prefer(a, weights[type(a)], rng))
    for action in actions:
        if judge(GAME, state, seat, action).allowed:
            draw = GAME.draw_for_action(state, action)
            if draw is not None:
                action = GAME.read(f"{GAME.write(action)} {rng.choice(draw.pool)}")
            return action
    return None


def prefer(action: Any, weight: float, rng: random.Random) -> float:
    """What comes first: people seldom discard, and do something with their additional action."""
    late = {"discard": 3.0, "end": 0.3, "done": 2.0}
    verb = GAME.write(action).split()[0]
    return late[verb] if verb in late and (verb != "end" or rng.random() < GOES_ON) else weight


def check(played: Played) -> None:
    """What must hold of every game: it ends, no piece is lost, a second count says the same."""
    state, keeper = played.state, Keeper(played.seats, played.options)
    assert not played.stuck and state.stage == Stage.OVER
    for key, code in played.options.items():
        if key.startswith("tile."):
            keeper.tiles[key.removeprefix("tile.")] = code
    for seat, line in played.lines:
        keeper.read(seat, line)
    assert keeper.rounds == 6 and len(state.history) == 6
    for seat in state.all_seats:
        check_seat(state, keeper, seat)
    _check_pieces(state)


def check_seat(state: State, keeper: Keeper, seat: int) -> None:
    me, system = keeper.players[seat], state.system(seat)
    assert (system.asteroids, system.comets) == (me["asteroids"], me["comets"])
    assert len(system.orbits) == len(me["orbits"]) <= system.orbit_count == me["orbits_possible"]
    for orbit, bodies in zip(system.orbits, me["orbits"], strict=True):
        assert len(bodies) <= 4
        for body, plain in zip(orbit.bodies, bodies, strict=True):
            life = -1 if plain["life"] is None else plain["life"]
            assert (body.kind, body.size, body.wet or body.rings, body.life) == (
                plain["kind"],
                plain["size"],
                plain["flag"],
                life,
            )
            assert (
                not orbit.planet.is_terrestrial
                or body is orbit.planet
                or (body.size < orbit.planet.size)
            )
    assert system.hand == me["hand"] and system.hand >= 0
    assert system.asteroids >= 0 and system.comets >= 0
    assert seat_points(state, seat).total == keeper.total(seat)


def _check_pieces(state: State) -> None:
    """No more of anything than the box holds, where the table does not use substitutes."""
    bodies = [body for system in state.systems for _, body in system.bodies()]
    assert sum(len(system.exotics) for system in state.systems) <= 10
    giants = Counter((b.colour, b.size) for b in bodies if b.is_giant)
    rocks = Counter(max(2, b.size) for b in bodies if b.is_terrestrial)
    assert all(n <= GAS_GIANTS_PER_COLOUR_BY_SIZE[size] for (_, size), n in giants.items())
    if state.option_value("collide.no-token") == "no":
        assert rocks[2] <= 30 and rocks[3] <= 15 and rocks[4] <= 10


def main(number: int) -> None:
    lengths, verbs = [], Counter()
    for seed in range(number):
        played = play(seed)
        check(played)
        lengths.append(len(played.lines))
        verbs.update(line.split()[0] for _, line in played.lines)
    print(f"{number} games, none stuck, {sum(lengths)} actions, longest {max(lengths)}")
    print(", ".join(f"{verb} {n}" for verb, n in verbs.most_common()))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
