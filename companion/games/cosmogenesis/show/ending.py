"""Between rounds and at the end: life that evolves, the next round, points, the result."""

from __future__ import annotations

from companion.games.cosmogenesis import actions as do
from companion.games.cosmogenesis.pieces import LIFE_NAMES
from companion.games.cosmogenesis.rules.game import outcome
from companion.games.cosmogenesis.rules.life import Living, living
from companion.games.cosmogenesis.rules.round import Refill, refill
from companion.games.cosmogenesis.rules.score import Points, score, uncounted
from companion.games.cosmogenesis.show.offers import offer
from companion.games.cosmogenesis.state import State
from companion.games.cosmogenesis.tiles import STELLAR
from companion.games.cosmogenesis.words import place_words, tile_words
from companion.referee.controls import Choice, Field, Pick
from companion.referee.offers import main
from companion.referee.panels import (
    Breakdown,
    Checklist,
    Choices,
    Dock,
    Graph,
    Line,
    Panel,
    Result,
    Section,
    Sheet,
)
from companion.referee.text import Text, Who, raw


def round_end(s: State, seat: int) -> tuple[Panel, ...]:
    """Life that evolves, the board for the next round, and the tap that goes on."""
    sections = [Section(title=Text("Life evolves"), lines=_life(s))]
    following = refill(s)
    if following is not None:
        sections.append(Section(title=Text("Next round"), lines=_refill(following)))
    checklist = Checklist(id="round", kept=True, shared=True, sections=tuple(sections))
    if not seat:
        return (checklist,)
    label = Text("Count the points")
    if following is not None:
        label = Text("Start round {round}", round=s.round + 1)
    go_on = offer(s, seat, do.FinishRound(), label, icon="next")
    return (checklist, Dock(id="dock", choices=(main(go_on),)))


def _life(s: State) -> tuple[Line, ...]:
    found = living(s)
    if not found:
        return (Line(icon="life", words=Text("No life to move")),)
    return tuple(_moved(each) for each in found if not each.why) + tuple(
        _stays(each) for each in found if each.why
    )


def _moved(each: Living) -> Line:
    words = Text("{who}: {place}", who=Who(each.seat), place=place_words(each.place))
    return Line(icon="life", words=words, detail=LIFE_NAMES[each.life + 1])


_WHY = {
    "intelligent": Text("stays: already intelligent"),
    "outside": Text("stays: outside the habitable zone"),
    "dry": Text("stays: no water"),
}


def _stays(each: Living) -> Line:
    words = Text("{who}: {place}", who=Who(each.seat), place=place_words(each.place))
    return Line(icon="info", words=words, detail=_WHY[each.why])


def _refill(following: Refill) -> tuple[Line, ...]:
    kind = Text("{n} planetary objectives", n=following.objectives)
    if following.kind == STELLAR:
        kind = Text("{n} stellar objectives", n=following.objectives)
    return (
        Line(icon="undo", words=Text("Everyone takes back their 4 player tokens")),
        Line(icon="goal", words=Text("Remove the objective that is left from the game")),
        Line(icon="galaxy", words=Text("Return the bodies that are left to the bag")),
        Line(icon="goal", words=kind, detail=Text("Fill the other sectors too")),
        Line(icon="flag", words=Text("{who} begins", who=Who(following.first))),
    )


def counting(s: State, seat: int) -> tuple[Panel, ...]:
    """The points that only people can count."""
    missing = uncounted(s, seat) if seat else ()
    if not missing:
        return ()
    picks = tuple(Pick(value=tile, label=tile_words(tile)) for tile in missing)
    title = Text("Enter points")
    sheet = Sheet(
        id="worth",
        title=title,
        verb="worth",
        fields=(
            Field(label=Text("Objective"), kind="pick", picks=picks),
            Field(label=Text("Points"), kind="number", value="0", high=30),
        ),
        submit=title,
        icon="score",
    )
    done = offer(s, seat, do.Done(), Text("Nothing more to count"), icon="check")
    opens = Choices(
        id="missing",
        title=Text("The app can't count these"),
        choices=(Choice(label=title, sheet=sheet.id, icon=sheet.icon, main=True),),
    )
    return (opens, sheet, Dock(id="dock", choices=(done,)))


_ROWS = (
    (Text("Planetary objectives"), "planetary"),
    (Text("Stellar objectives"), "stellar"),
    (Text("Life"), "life"),
    (Text("Exotic objects"), "exotic"),
    (Text("Asteroid belt"), "belt"),
    (Text("Monolith"), "monolith"),
)


def result(s: State) -> tuple[Panel, ...]:
    """The winner and why, where the points came from, and how the game went."""
    end = outcome(s)
    if end is None:
        return ()
    seats = tuple(place.seat for place in end.ranking)
    scores: dict[int, Points] = {seat: score(s, seat) for seat in seats}
    rows = tuple((label, tuple(getattr(scores[n], key) for n in seats)) for label, key in _ROWS)
    return (
        Result(id="result", shared=True, winners=end.winners, reason=end.reason, rule=end.rule),
        Breakdown(
            id="breakdown",
            shared=True,
            title=Text("Points by source"),
            seats=seats,
            rows=tuple((label, numbers) for label, numbers in rows if any(numbers)),
            total=tuple(scores[seat].total for seat in seats),
        ),
        Graph(
            id="graph",
            shared=True,
            title=Text("Points by round"),
            series=tuple((n, (0, *(points[n - 1] for points in s.history))) for n in s.all_seats),
            labels=tuple(raw(str(n)) for n in range(len(s.history) + 1)),
        ),
    )
