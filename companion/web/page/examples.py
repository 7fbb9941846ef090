"""Draws a game's worked examples: each step as its rules make it and its pages show it.

An example belongs to no table: it is played anew for the page, and nothing of it is kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from markupsafe import Markup

from companion.referee.examples import Example, parse_move
from companion.referee.game import Game
from companion.referee.text import Text
from companion.tables import COLOURS, Seat, Table
from companion.web.language.sentences import say
from companion.web.page.render import draw_past_panel
from companion.web.request.phone import set_current_table

#: Stands in the addresses of what is drawn; nobody can tap it.
CODE = "EXAMPLE"

ID = re.compile(r'\sid="([^"]+)"')

#: Whatever names an element of the page, or refers to one.
NAMES = re.compile(r'\b(id|for|popovertarget|aria-\w+by|aria-controls|href)="(#?)([\w-]+)"')


@dataclass(frozen=True)
class DrawnStep:
    """`text`: our words. `line`: what the log says of the move, "" where none is made. `seat`:
    who moves. `picture`: the panels after it.
    """

    text: Text
    line: str
    seat: int
    picture: Markup


def drawn_steps(game: Game, example: Example) -> Iterator[DrawnStep]:
    """The steps of the example, played by the game's rules."""
    table = _table(game, example)
    for line in example.opening:
        table = _moved(table, line)
    for number, step in enumerate(example.steps, start=1):
        seat, said = example.viewer, ""
        if step.move:
            seat, action = parse_move(step.move)
            # As the drawing beside it: with the names of the example's own table.
            set_current_table(table)
            said = say(game.say(table.state, seat, game.read(action), 0))
            table = _moved(table, step.move)
        yield DrawnStep(step.text, said, seat, _picture(table, example, number))


def _table(game: Game, example: Example) -> Table:
    seats = tuple(
        Seat(number, colour=COLOURS[number - 1]) for number in range(1, example.seats + 1)
    )
    state = game.setup(example.seats, dict(example.options))
    return Table(
        code=CODE, game=game, seq=0, at=0.0, host="", seats=seats, started=True, state=state
    )


def _moved(table: Table, line: str) -> Table:
    seat, action = parse_move(line)
    return replace(table, state=table.game.apply(table.state, seat, table.game.read(action)))


def _picture(table: Table, example: Example, number: int) -> Markup:
    """As a spectator sees them; what only the seat sees, as it does."""
    seen = [
        (viewer, panel)
        for viewer in (0, example.viewer)
        for panel in table.game.show(table.state, viewer)
    ]
    first = {panel.id: (viewer, panel) for viewer, panel in reversed(seen)}
    drawn = (draw_past_panel(table, *first[each]) for each in example.draws if each in first)
    return _named_apart(Markup().join(drawn), f"{example.key}-{number}")


def _named_apart(html: Markup, mark: str) -> Markup:
    """The drawing with names of its own: the same panel stands on the page once for each step."""
    own = set(ID.findall(html))

    def renamed(found: re.Match[str]) -> str:
        what, sign, name = found.groups()
        return f'{what}="{sign}{mark}-{name}"' if name in own else found[0]

    return Markup(NAMES.sub(renamed, html))
