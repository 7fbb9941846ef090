"""What lies before a player and all can count, each with its name and the words of its changes."""

from __future__ import annotations

from companion.games.crafting.instructions import marker_words
from companion.games.crafting.pieces import ELEMENTS, STAR_NAMES
from companion.games.crafting.state import State
from companion.referee.counts import POINTS, Count, plain_count
from companion.referee.text import Text


def _crystal(before: int, after: int) -> Text:
    # One that reached 6 waits there, and a new one begins: it did not go back.
    if after < before:
        return Text("crystal on {after}", after=after)
    return Text("crystal from {before} to {after}", before=before, after=after)


def counts_of_seat(s: State, seat: int) -> tuple[Count, ...]:
    """Returns the counts of this seat (`Game.counts`), what is not placed yet included."""
    board = s.board(seat)
    stars = zip(ELEMENTS, board.stars, board.held_stars, strict=True)
    return (
        Count(POINTS, Text("points"), board.points.total, marker_words),
        plain_count(
            "waiting",
            Text("crystals waiting on space 6"),
            board.waiting,
            Text("crystals on 6 from {before} to {after}"),
        ),
        Count("crystal", Text("climbing crystal"), board.crystal, _crystal),
        plain_count(
            "cards",
            Text("energy cards in hand"),
            board.hand,
            Text("energy cards from {before} to {after}"),
        ),
        *(
            plain_count(
                kind,
                Text("{star} stars", star=STAR_NAMES[kind]),
                has + held,
                Text("{star} stars from {before} to {after}", star=STAR_NAMES[kind]),
            )
            for kind, has, held in stars
        ),
        *_life(s, seat),
        *_tiles(s, seat),
        *_sliders(s, seat),
    )


def _life(s: State, seat: int) -> tuple[Count, ...]:
    board = s.board(seat)
    return (
        plain_count(
            "proto",
            Text("proto life"),
            board.proto + board.held_proto,
            Text("proto life from {before} to {after}"),
        ),
        plain_count(
            "stable",
            Text("stable life"),
            board.stable,
            Text("stable life from {before} to {after}"),
        ),
        plain_count(
            "advanced",
            Text("advanced life"),
            board.singles + 2 * board.doubles,
            Text("advanced life from {before} to {after}"),
        ),
        plain_count(
            "novae",
            Text("supernovae"),
            board.novae,
            Text("supernovae from {before} to {after}"),
        ),
    )


def _tiles(s: State, seat: int) -> tuple[Count, ...]:
    board = s.board(seat)
    return (
        plain_count(
            "nebulae",
            Text("nebulae"),
            len(board.tiles) + len(board.held_tiles) + board.drawn,
            Text("nebulae from {before} to {after}"),
        ),
        plain_count(
            "completed",
            Text("completed nebulae"),
            board.completed_nebula_count,
            Text("completed nebulae from {before} to {after}"),
        ),
        plain_count(
            "powers",
            Text("power cards"),
            len(board.powers),
            Text("power cards from {before} to {after}"),
        ),
        plain_count(
            "scored",
            Text("scoring spaces filled"),
            board.scored,
            Text("scoring spaces filled from {before} to {after}"),
        ),
    )


def _sliders(s: State, seat: int) -> tuple[Count, ...]:
    board = s.board(seat)
    return (
        plain_count(
            "graviton",
            Text("graviton slider"),
            board.graviton,
            Text("graviton slider from {before} to {after}"),
        ),
        plain_count(
            "dna",
            Text("DNA slider"),
            board.dna,
            Text("DNA slider from {before} to {after}"),
        ),
        plain_count(
            "nova",
            Text("supernova slider"),
            board.nova,
            Text("supernova slider from {before} to {after}"),
        ),
    )
