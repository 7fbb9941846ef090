"""Draws a game's worked examples: each step is played by the game's rules and drawn as its panels.

An example belongs to no table; it is played anew per page and never stored.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from markupsafe import Markup

from companion.referee.examples import Example, ExampleStep, parse_move
from companion.referee.game import Game
from companion.referee.panels import Panel, Scene
from companion.referee.text import Text
from companion.tables import COLOURS, Seat, Table
from companion.web.language.sentences import say
from companion.web.page.render import draw_past_panel
from companion.web.request.phone import set_current_table

#: Table code in the drawings' addresses; no table has it.
EXAMPLE_TABLE_CODE = "EXAMPLE"

HTML_ID_PATTERN = re.compile(r'\sid="([^"]+)"')

#: Attributes that name an element of the page or refer to one.
HTML_ID_ATTRIBUTE_PATTERN = re.compile(
    r'\b(id|for|popovertarget|aria-\w+by|aria-controls|href)="(#?)([\w-]+)"'
)


@dataclass(frozen=True)
class DrawnExampleStep:
    """`text`: the step's explanation. `line`: the log line of its move, "" if it has none. `seat`:
    who moves. `picture`: the panels after it.
    """

    text: Text
    line: str
    seat: int
    picture: Markup


def drawn_steps(game: Game, example: Example) -> Iterator[DrawnExampleStep]:
    """Yields the example's steps, played by the game's rules."""
    table = _table(game, example)
    for line in example.opening:
        table = _moved(table, line)
    for number, step in enumerate(example.steps, start=1):
        seat, said = example.viewer, ""
        if step.move:
            seat, action = parse_move(step.move)
            # The log line uses the names of the example's table, as the drawing does.
            set_current_table(table)
            said = say(game.say(table.state, seat, game.read(action), 0))
            table = _moved(table, step.move)
        yield DrawnExampleStep(step.text, said, seat, _picture(table, example, number, step))


def _table(game: Game, example: Example) -> Table:
    seats = tuple(
        Seat(number, colour=COLOURS[number - 1]) for number in range(1, example.seats + 1)
    )
    state = game.setup(example.seats, dict(example.options))
    return Table(
        code=EXAMPLE_TABLE_CODE,
        game=game,
        seq=0,
        at=0.0,
        host="",
        seats=seats,
        started=True,
        state=state,
    )


def _moved(table: Table, line: str) -> Table:
    seat, action = parse_move(line)
    return replace(table, state=table.game.apply(table.state, seat, table.game.read(action)))


def _picture(table: Table, example: Example, number: int, step: ExampleStep) -> Markup:
    """Draws the step's own drawing, and the example's panels publicly; those that only the seat
    sees, as it does.
    """
    own = [Scene(id="own-drawing", drawing=step.drawing, facts=())]
    seen = [
        (viewer, panel)
        for viewer in (0, example.viewer)
        for panel in table.game.show(table.state, viewer)
    ]
    first = {panel.id: (viewer, panel) for viewer, panel in reversed(seen)}
    drawn = (
        draw_past_panel(table, viewer, _without_note(panel))
        for viewer, panel in (
            *((0, scene) for scene in own if scene.drawing),
            *(first[each] for each in example.draws if each in first),
        )
    )
    return _named_apart(Markup().join(drawn), f"{example.key}-{number}")


def _without_note(panel: Panel) -> Panel:
    """Returns the panel without its note, which says what a tap does: nothing in a picture."""
    return replace(panel, note=None) if getattr(panel, "note", None) else panel  # type: ignore[call-arg]


def _named_apart(html: Markup, mark: str) -> Markup:
    """Returns the drawing with prefixed ids, for a panel stands on the page once per step."""
    own = set(HTML_ID_PATTERN.findall(html))

    def renamed(found: re.Match[str]) -> str:
        what, sign, name = found.groups()
        return f'{what}="{sign}{mark}-{name}"' if name in own else found[0]

    return Markup(HTML_ID_ATTRIBUTE_PATTERN.sub(renamed, html))
