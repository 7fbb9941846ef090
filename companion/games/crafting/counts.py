"""What a player should have before them, and the checks that all compare on."""

from __future__ import annotations

from companion.games.crafting.board import Board
from companion.games.crafting.pieces import (
    DISCHARGE_POINTS,
    ELEMENTS,
    ENERGY_CARD_COUNT,
    LAST_CHAMBER_SPACE,
    SCORE_SPACES_PER_LAP,
    STAR_NAMES,
)
from companion.games.crafting.state import REVEAL_LIFE, State
from companion.referee.checks import FINISH, Check, Held, HeldNumbers
from companion.referee.text import Text


def held_by_seat(s: State, seat: int) -> HeldNumbers:
    """Returns what the seat should have before it (`Game.held`)."""
    board = s.board(seat)
    return (
        _marker(board),
        _cards(board),
        Held(
            word=Text("proto"),
            label=Text("Proto life"),
            value=board.proto,
            icon="proto",
            verb="mend proto",
        ),
        Held(
            word=Text("stable"),
            label=Text("Stable life"),
            value=board.stable,
            icon="stable",
            verb="mend stable",
        ),
        Held(
            word=Text("crystal"),
            label=Text("Crystal's space"),
            value=board.crystal,
            icon="crystal",
            verb="mend crystal",
            high=LAST_CHAMBER_SPACE - 1,
        ),
        *_stars(board),
    )


def _stars(board: Board) -> HeldNumbers:
    numbers = {**dict(zip(ELEMENTS, board.stars, strict=True)), "nova": board.novae}
    return tuple(
        Held(
            word=STAR_NAMES[kind],
            label=Text("supernovae")
            if kind == "nova"
            else Text("{star} stars", star=STAR_NAMES[kind]),
            value=number,
            icon=kind,
            verb="mend novae" if kind == "nova" else f"mend {kind}",
            strip=Text("Stars"),
        )
        for kind, number in numbers.items()
    )


def _marker(board: Board) -> Held:
    # Life is not on the track: what its tokens say is added when they are turned over.
    points = board.points.total - board.points.life
    laps, on = divmod(max(points, 0), SCORE_SPACES_PER_LAP)
    token = laps * SCORE_SPACES_PER_LAP
    where = (
        Text("your {token}-point token, marker on {space}", token=token, space=on) if laps else None
    )
    return Held(
        word=Text("marker", "marker", n=points),
        label=Text("Score marker"),
        value=points,
        icon="score",
        verb="mend points",
        high=999,
        detail=where,
    )


def _cards(board: Board, why: Text | None = None) -> Held:
    return Held(
        word=Text("card", "cards", n=board.hand),
        label=Text("Energy cards"),
        value=board.hand,
        icon="cards",
        verb="mend hand",
        high=ENERGY_CARD_COUNT,
        detail=why,
    )


def check_due(s: State) -> str:
    """Returns `FINISH` while advanced life is revealed, "" else (`Game.check_due`)."""
    return FINISH if s.stage == REVEAL_LIFE else ""


def check_of_seat(s: State, seat: int, which: str) -> Check:
    """Returns the photo finish: five numbers that make the result (`Game.check`)."""
    board = s.board(seat)
    tokens = board.singles + 2 * board.doubles
    face_down = Text("face down", "face down", n=tokens)
    life = Held(
        word=face_down,
        label=Text("Advanced life"),
        value=tokens,
        icon="life",
        detail=face_down,
    )
    return Check(
        title=Text("Number check"),
        asks=Text("Does this match your board?"),
        held=(
            _marker(board),
            Held(
                word=Text("nebula", "nebulae", n=board.completed_nebula_count),
                label=Text("Completed nebulae"),
                value=board.completed_nebula_count,
                icon="nebula",
            ),
            Held(
                word=Text("crystal", "crystals", n=board.scored),
                label=Text("Crystals discharged"),
                value=board.scored,
                icon="crystal",
                verb="mend scored",
                high=len(DISCHARGE_POINTS),
            ),
            life,
            _cards(board, Text("they break a tie")),
        ),
        then=Text("Then every face-down token turns over"),
    )
