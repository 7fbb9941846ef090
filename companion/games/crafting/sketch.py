"""A plain-text drawing of a game without secrets, for the terminal and the tests."""

from __future__ import annotations

from companion.games.crafting.board import Board
from companion.games.crafting.pieces import CONTROLS, ELEMENTS
from companion.games.crafting.state import State


def state_summary(s: State) -> str:
    """Returns the whole state in a few lines, with every public number."""
    lines = [f"round {s.round}, {s.stage}, first {s.first}, supply {s.supply}"]
    wheel = "  ".join(
        f"{control}: {' '.join('dark' if m == 0 else str(m) for m in marbles) or '-'}"
        for control, marbles in zip(CONTROLS, s.wheel, strict=True)
    )
    lines.append(wheel)
    lines.append("goals: " + (" ".join(s.goals) or "-"))
    lines += [_board(s, seat) for seat in s.all_seats]
    return "\n".join(lines)


def _board(s: State, seat: int) -> str:
    b = s.board(seat)
    stars = " ".join(f"{e}{n}" for e, n in zip(ELEMENTS, b.stars, strict=True))
    tiles = " ".join(
        f"{t.size}{t.sector}{'*' if t.completed else ''}{t.code and ':' + t.code}" for t in b.tiles
    )
    cards = " ".join(f"{slot}:{slug}" for slot, slug in b.powers)
    return (
        f"{seat} {b.step}: {_points(b)} | {stars} nova{b.novae} | proto{b.proto} "
        f"stable{b.stable} life{len(b.lives)} | {tiles or '-'} | crystal {b.crystal} "
        f"waiting {b.waiting} scored {b.scored + b.beyond} | hand {b.hand} | {cards or '-'}"
    )


def _points(b: Board) -> str:
    p = b.points
    return (
        f"{p.total} = nebulae {p.nebulae} chamber {p.chamber} goals {p.goals} "
        f"cards {p.cards} life {p.life} mended {p.mended}"
    )
