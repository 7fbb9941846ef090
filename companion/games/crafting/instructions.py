"""What to do with the pieces after an action, for learners: words for piles, sliders and markers.

Only what the rulebook says of the pieces (pages 8 to 17), and nothing that the app cannot know.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.crafting.board import pieces_left_in_pile
from companion.games.crafting.pieces import (
    CONTROL_NAMES,
    CONTROLS,
    ELEMENTS,
    SCORE_SPACES_PER_LAP,
    SECTOR_NAMES,
    STAR_NAMES,
)
from companion.games.crafting.state import State
from companion.referee.text import Text

#: the control with the pile of each kind of star (rule setup.stars)
_PILE = dict(zip(("h", "o", "he", "c"), CONTROLS, strict=True))


def nebula_words(size: int, sector: str) -> Text:
    """Returns which nebula it is: "Size 2 in Psi"."""
    return Text("Size {size} in {sector}", size=size, sector=SECTOR_NAMES[sector])


def star_back(star: str) -> Text:
    """Returns where a star that is given back goes."""
    if star == "nova":
        return Text("the supernova goes to the pile of the star on its other side")
    control = CONTROL_NAMES[_PILE[star]]
    return Text(
        "the {star} star goes to the pile by {control}", star=STAR_NAMES[star], control=control
    )


def star_from_pile(s: State, seat: int, star: str) -> Iterator[Text]:
    """Yields from where a star is taken, if its pile has one."""
    if star in ELEMENTS and pieces_left_in_pile(s.board(seat), star) != 0:
        control = CONTROL_NAMES[_PILE[star]]
        yield Text(
            "take 1 {star} star from the pile by {control}", star=STAR_NAMES[star], control=control
        )


def marker_words(before: int, after: int) -> Text:
    """Returns where the score marker goes: the track has 50 spaces, then a token counts on."""
    old_lap, old = divmod(max(before, 0), SCORE_SPACES_PER_LAP)
    lap, new = divmod(max(after, 0), SCORE_SPACES_PER_LAP)
    if lap == 1 > old_lap:
        return Text("marker from {before} to {after}, and a 50 token", before=old, after=new)
    if lap == 2 > old_lap:
        return Text(
            "marker from {before} to {after}, the token on its 100 side", before=old, after=new
        )
    if lap == 0 < old_lap:
        return Text(
            "marker from {before} to {after}, the 50 token goes back", before=old, after=new
        )
    if lap:
        return Text(
            "marker from {before} to {after} ({points} points)",
            before=old,
            after=new,
            points=after,
        )
    return Text("marker from {before} to {after}", before=before, after=after)


def score_marker(s: State, after: State, seat: int) -> Iterator[Text]:
    """Yields where the score marker goes for all that an action scores."""
    before, now = s.board(seat).points.total, after.board(seat).points.total
    if before != now:
        yield marker_words(before, now)


def cards_spent(number: int, kind: str | None) -> Iterator[Text]:
    """Yields where spent energy cards go."""
    if number and kind in CONTROLS:
        yield Text(
            "put {n} {kind} card on the discard pile by the deck",
            "put {n} {kind} cards on the discard pile by the deck",
            n=number,
            kind=CONTROL_NAMES[kind],
        )
    elif number:
        yield Text(
            "put {n} energy card on the discard pile by the deck",
            "put {n} energy cards on the discard pile by the deck",
            n=number,
        )


def life_back(number: int) -> Iterator[Text]:
    """Yields where life that is given back goes."""
    if number:
        yield Text(
            "return {n} life to the supply by Chemistry",
            "return {n} life to the supply by Chemistry",
            n=number,
        )


def slider_down(name: Text, number: int = 1) -> Text:
    """Returns how far a slider is lowered."""
    return Text("lower the {slider} slider by {n}", slider=name, n=number)


DNA, NOVA, GRAVITON = Text("DNA"), Text("supernova"), Text("graviton")


def green_side_up(number: int) -> Iterator[Text]:
    """Yields how proto life becomes stable."""
    if number:
        yield Text(
            "turn {n} proto life green side up", "turn {n} proto life green side up", n=number
        )
