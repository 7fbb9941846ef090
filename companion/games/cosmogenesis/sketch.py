"""A plain-text drawing of a game without secrets, for the terminal and the tests."""

from __future__ import annotations

from companion.games.cosmogenesis.bodies import Body, Orbit, format_body
from companion.games.cosmogenesis.rules.score import seat_points
from companion.games.cosmogenesis.state import State


def state_summary(s: State) -> str:
    """Returns the whole state in a few lines, with every public number."""
    t = s.turn
    lines = [
        f"round {s.round}, {s.stage}, first {s.first}, monolith {s.monolith}, "
        f"taken {' '.join(s.taken) or '-'}",
        f"turn {t.seat} {t.step}: extras {t.extras}, used {' '.join(t.used) or '-'}, "
        f"gains {' '.join('/'.join(gift) for gift in t.gains) or '-'}, "
        f"unread {' '.join(t.unread) or '-'}",
    ]
    lines += [f"tile {tile} {code}" for tile, code in sorted(s.known_tile_codes.items())]
    lines += [f"colour {colour} {hue}" for colour, hue in s.hues]
    for seat in s.all_seats:
        lines += _system(s, seat)
    return "\n".join(lines)


def _system(s: State, seat: int) -> list[str]:
    system, points = s.system(seat), seat_points(s, seat)
    exotics = " ".join(
        f"{each.tile}:{'?' if each.counters is None else each.counters}" for each in system.exotics
    )
    worths = " ".join(f"{tile}={points}" for tile, points in system.worths)
    return [
        f"{seat}: {points.total} (planetary {points.planetary} stellar {points.stellar} "
        f"life {points.life} exotic {points.exotic} belt {points.belt} "
        f"monolith {points.monolith}) | asteroids {system.asteroids} comets {system.comets} "
        f"hand {system.hand} room {system.orbit_count} | sectors {' '.join(system.used) or '-'} | "
        f"{' '.join(system.stellars) or '-'} | {exotics or '-'} | {worths or '-'}",
        *(_orbit(number, orbit) for number, orbit in enumerate(system.orbits, start=1)),
    ]


def _orbit(number: int, orbit: Orbit) -> str:
    bodies = " ".join(map(body_summary, orbit.bodies))
    return f"  {number}: {bodies} {' '.join(orbit.objectives)}".rstrip()


def body_summary(body: Body) -> str:
    """Returns a body with water (~), rings (o) and its step of life."""
    side = "~" * body.wet + "o" * body.rings
    return f"{format_body(body)}{side}{f'*{body.life}' if body.has_life else ''}"
