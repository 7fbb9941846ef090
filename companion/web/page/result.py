"""What a finished game leaves to see and do: turning points, duration, keeping it, a rematch."""

from __future__ import annotations

from flask import url_for

from companion.referee.text import Text, Who, raw
from companion.review import BestGain, Chronicle, Lead
from companion.tables import Table
from companion.web.export.files import to_bg_stats
from companion.web.language.sentences import language, say
from companion.web.page.ceremony import drawn_once, review
from companion.web.page.render import draw_own
from companion.web.page.slots import Piece
from companion.web.request.addresses import phones_origin, reaches_outside
from companion.web.request.admission import long_code

#: Changes of the lead that are told one by one; the earlier ones of a wild game are only counted.
LEADS_TOLD = 5


def closing(table: Table) -> tuple[Piece, ...]:
    """Turning points and how long everybody took: below what the game itself shows."""
    told = review(table)
    if told is None:
        return ()
    most = max((wait.seconds for wait in told.waits), default=0.0)

    def draw() -> Piece:
        return draw_own(
            "chronicle",
            table,
            0,
            told=told,
            turns=turning_points(told),
            earlier=max(0, len(told.leads) - LEADS_TOLD),
            most=most,
            duration=duration,
        )

    return (drawn_once((table.code, "chronicle", table.seq, language()), draw),)


def turning_points(told: Chronicle) -> list[tuple[str, int, str]]:
    """Label of the graph, seat and sentence of each, in the order in which they came."""
    if told.graph is None:
        return []
    found: list[Lead | BestGain] = [*told.leads[-LEADS_TOLD:], *([told.gain] if told.gain else [])]
    labels = told.graph.labels
    return [
        (say(labels[turn.place]), turn.seat, say(turn.words))
        for turn in sorted(found, key=lambda turn: turn.place)
    ]


def duration(seconds: float) -> Text:
    """A time as people say it."""
    minutes = round(seconds / 60)
    if minutes < 1:
        return Text("under a minute")
    if minutes < 60:
        return Text("{minutes} min", minutes=minutes)
    return Text("{hours} h {minutes} min", hours=minutes // 60, minutes=minutes % 60)


def finish(table: Table, viewer: int) -> tuple[Piece, ...]:
    """What is left to do: share it, keep it, play once more."""
    told = review(table)
    if told is None:
        return ()
    origin, eye = phones_origin(), min(viewer, 1)

    def draw() -> Piece:
        return draw_own(
            "finish",
            table,
            eye,
            link=origin + url_for("table.page", code=long_code(table.code)),
            outside=reaches_outside(origin),
            words=in_one_line(table, told),
            stats=to_bg_stats(table, told),
        )

    return (drawn_once((table.code, "finish", table.seq, language(), origin, eye), draw),)


def in_one_line(table: Table, told: Chronicle) -> str:
    """The result as one line, to be sent to somebody who was not there."""
    places = [
        say(Text("{who} {points}", who=Who(place.seat), points=place.total))
        for place in told.outcome.ranking
    ]
    return say(Text("{game}: {places}", game=raw(table.game.title), places=raw(", ".join(places))))


def onward(table: Table, viewer: int, endpoint: str) -> tuple[Piece, ...]:
    """The rematch: who sat here is asked to join, everybody else may look at it there."""
    if not table.onward:
        return ()
    return (draw_own("onward", table, min(viewer, 1), to=url_for(endpoint, code=table.onward)),)
