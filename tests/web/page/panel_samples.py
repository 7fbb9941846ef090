"""One of every kind of panel, filled as a game would fill it. Holds values only, judges nothing."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from companion.games.crafting.show import table as scenes
from companion.referee.controls import Choice, Field, Pick
from companion.referee.panels import (
    Banner,
    Checklist,
    ChecklistLine,
    ChecklistSection,
    Choices,
    Count,
    Counts,
    Dock,
    Notice,
    Panel,
    Scene,
    SeatScore,
    Sheet,
    Tally,
)
from companion.referee.result_panels import (
    Breakdown,
    Graph,
    Matrix,
    Result,
    ScoredCell,
    ScoreMatrixRow,
)
from companion.referee.rows import Row, Rows
from companion.referee.rulebook import Question, Rule
from companion.referee.ruling import Doubt, Objection
from companion.referee.text import SeatName, Text

RULES: dict[str, Rule | Question] = {
    "life.six": Rule(
        "life.six", Text("Create advanced life"), Text("Life on all six sides."), 13, "text", True
    ),
    "goal.star-group": Rule(
        "goal.star-group", Text("A goal"), Text("Most of it scores."), 0, "text", True
    ),
    "goal.oxygen": Rule("goal.oxygen", Text("A goal"), Text("Most of it scores."), 0, "text", True),
    "goal.life-psi": Rule(
        "goal.life-psi", Text("A goal"), Text("Most of it scores."), 0, "text", True
    ),
    "energy.order": Rule(
        "energy.order", Text("In what order"), Text("One after the other."), 0, "reading", True
    ),
    "life.waiting": Question(
        "life.waiting",
        Text("Does a waiting crystal count?"),
        (("no", Text("no")), ("yes", Text("yes"))),
        "no",
        0,
    ),
}

MISSING = Objection(
    "life.six",
    Text("Has {n} of 6 life", n=5),
    Text("Place the proto life that you hold"),
    "place proto",
)
DOUBT = Doubt("life.waiting", Text("Your table decides whether it counts"))


def thing(**values: Any) -> Any:
    """A stand-in for one of a game's own dataclasses."""
    return SimpleNamespace(**values)


def marble(owner: int, action: str = "", refusal: Objection | None = None) -> Any:
    return scenes.WheelMarble(owner, bool(action) and refusal is None, action, refusal)


def control(key: str, title: str, *marbles: Any, current: bool = False) -> Any:
    return scenes.WheelControl(
        key=key, title=Text(title), marbles=marbles, capacity=3, current=current, action="", steps=0
    )


NOT_YOURS = Objection("energy.order", Text("{who}'s marble stays", who=SeatName(2)))
WHEEL = scenes.Wheel(
    controls=(
        control(
            "light",
            "Light",
            marble(2, "shift seat2 light", NOT_YOURS),
            marble(0, "shift dark light"),
            marble(0, "shift dark light"),
        ),
        control(
            "time",
            "Time",
            marble(4, "shift seat4 time", NOT_YOURS),
            marble(1, "shift own time"),
            current=True,
        ),
        control("gravity", "Gravity", marble(3), marble(0, "shift dark gravity")),
        control("chemistry", "Chemistry"),
    ),
    moves=2,
    most=3,
    steps=(Text("Dark: Chemistry to Light"), Text("Yours: Chemistry to Time, jumping full Light")),
    arcs=((0, 3, 0), (1, 3, 1)),
    hub=None,
    interactive=True,
)


def chamber(position: int | None, waiting: int, scored: int, preview: Any = ()) -> Any:
    spaces = (3, 6, 10, 15, 21)
    return scenes.TimeChamber(
        position=position,
        waiting=waiting,
        scored=scored,
        supply=4,
        spaces=spaces,
        preview=preview,
    )


def row(seat: int, held: Any, points: int, facts: str, **more: bool) -> Any:
    marks = {"acting": False, "first": False, **more}
    return thing(seat=seat, chamber=held, points=points, facts=Text(facts), **marks)


CHAMBERS = (
    row(1, chamber(1, 1, 1), 15, "2 nebulae, 1 advanced", acting=True),
    row(2, chamber(2, 0, 2), 21, "1 nebula", first=True),
    row(3, chamber(0, 2, 1), 19, "2 nebulae"),
    row(4, chamber(None, 0, 5), 121, "3 nebulae"),
)
SUPPLY = thing(
    supply=4,
    supply_start=11,
    warning=Text("When the last one is taken, the game ends after that round."),
    last=False,
)


def goal(slug: str, title: str, icon: str, scores: str) -> Any:
    text = Text("Count proto and stable. Advanced life does not count.")
    rows = (
        thing(seat=1, count=9, points=6, drawn_piece_count=6, undrawn_piece_count=3),
        thing(seat=2, count=0, points=0, drawn_piece_count=0, undrawn_piece_count=0),
        thing(seat=3, count=None, points=None, drawn_piece_count=0, undrawn_piece_count=0),
    )
    return thing(
        slug=slug,
        title=Text(title),
        text=text,
        icon=icon,
        scores=Text(scores),
        next=scores == "scores now",
        needed_to_tie_text=Text(
            "{who} needs {n} more to tie {other}", who=SeatName(2), n=1, other=SeatName(1)
        ),
        has_known_count=True,
        has_unknown_count=True,
        standing=rows,
        standings_with_leads=tuple(zip(rows, (9, 0, 0), strict=True)),
    )


TRACK = thing(
    spaces=(
        None,
        goal("star-group", "Largest group of stars", "star-group", "round 6"),
        goal("oxygen", "Most oxygen stars", "o", "round 5"),
        goal("life-psi", "Life in Psi Sector", "psi", "scores now"),
    ),
    deck=2,
)
SMALL_TRACK = thing(
    spaces=(
        thing(goal=None, words=Text("The next card"), leaders=(), count=0, fresh=False),
        thing(
            goal=thing(icon="o", title=Text("Most oxygen stars")),
            words=None,
            leaders=(1, 2),
            count=3,
            fresh=False,
        ),
        thing(
            goal=thing(icon="psi", title=Text("Life in Psi Sector")),
            words=Text("scores now"),
            leaders=(),
            count=0,
            fresh=True,
        ),
    ),
    slides=True,
)

TILES = (
    Choice(
        label=Text("Complete nebula"),
        sheet="complete",
        detail=Text("Size 3 in Delta fits"),
        icon="nebula",
    ),
    Choice(
        label=Text("Discharge"),
        action="discharge",
        detail=Text("6 points and a star"),
        icon="crystal",
        doubt=DOUBT,
    ),
    Choice(label=Text("Advanced life"), action="advance", icon="life", refusal=MISSING),
    Choice(label=Text("Gain a power"), sheet="secret", icon="power", refusal=MISSING),
    Choice(label=Text("Trade for 6 points"), action="five light", icon="five", main=True),
    Choice(label=Text("Use a power"), action="use quasar", icon="card", pressed=True),
)
STARS = (
    Pick(value="h", label=Text("Hydrogen"), icon="h"),
    Pick(value="he", label=Text("Helium"), icon="he"),
    Pick(value="o", label=Text("Oxygen"), icon="o", off=True),
    Pick(value="nova", label=Text("Supernova"), icon="nova"),
    Pick(value="", label=Text("No star")),
)
COMPLETE = Sheet(
    id="complete",
    title=Text("Complete a nebula"),
    verb="complete",
    icon="nebula",
    fields=(
        Field(
            label=Text("Size"),
            kind="pick",
            value="3",
            picks=tuple(Pick(value=v, label=Text(v)) for v in "123"),
        ),
        Field(label=Text("Points printed on the tile"), kind="number", value="10", low=1, high=30),
        Field(
            label=Text("Discard one touching star"),
            kind="pick",
            picks=STARS,
            value="he",
            lead="with",
        ),
        Field(
            label=Text("Sector"),
            kind="pick",
            value="psi",
            picks=(
                Pick(value="psi", label=Text("Psi"), detail=Text("4 hexagons"), icon="psi"),
                Pick(value="phi", label=Text("Phi"), detail=Text("the middle"), icon="phi"),
            ),
        ),
    ),
    submit=Text("Complete for 10 points"),
    note=Text("Then flip the tile."),
    doubt=DOUBT,
)
SECRET = Sheet(
    id="secret",
    title=Text("Your advanced life"),
    verb="hold",
    fields=(
        Field(
            label=Text("Value on the token"),
            kind="secret",
            value="8",
            picks=tuple(Pick(value=v, label=Text(v)) for v in "45678"),
            note=Text("Nobody else sees it before the end."),
        ),
    ),
    submit=Text("Keep it"),
    refusal=MISSING,
)

PANELS: tuple[Panel, ...] = (
    Banner(
        id="banner",
        title=Text("Your turn, {who}", who=SeatName(1)),
        line=Text("Round 4"),
        seat=1,
        points=15,
        steps=(Text("Shift energy"), Text("Collect"), Text("Craft"), Text("End turn")),
        current=1,
    ),
    Scene(id="wheel", drawing="wheel", facts=WHEEL),
    Scene(id="chamber", drawing="chamber", facts=chamber(1, 1, 1, ((4, 6), (0, 1)))),
    Scene(
        id="track",
        tab="shared",
        shared=True,
        drawing="track",
        facts=TRACK,
        title=Text("Goals"),
    ),
    Scene(id="goals-play", drawing="small_track", shared=True, facts=SMALL_TRACK),
    Scene(id="chambers", tab="table", shared=True, drawing="chambers", facts=CHAMBERS),
    Scene(id="supply", tab="table", shared=True, drawing="supply", facts=SUPPLY),
    Scene(
        id="supply-last",
        tab="table",
        shared=True,
        drawing="supply",
        facts=thing(**{**vars(SUPPLY), "last": True}),
    ),
    Notice(
        id="warning",
        kind="warn",
        words=Text("1 proto life to place,"),
        detail=Text("or it is lost"),
        choices=(Choice(label=Text("Place"), action="place proto"),),
    ),
    Notice(
        id="no",
        kind="no",
        words=Text("{who}'s marble stays.", who=SeatName(2)),
        detail=Text("You move your own and dark ones."),
        rule="energy.order",
    ),
    Notice(id="ask", kind="ask", words=Text("Your table decides."), rule="life.waiting"),
    Notice(id="ok", kind="ok", words=Text("6 of 6 stars fit.")),
    Notice(id="info", kind="info", words=Text("Ben may start now.")),
    Tally(
        id="tally",
        shared=True,
        title=Text("Points"),
        scores=(
            SeatScore(
                seat=1,
                points=15,
                marks=(Text("2 nebulae"), Text("1 advanced")),
                acting=True,
                flags=(Text("first player"), Text("final player")),
            ),
            SeatScore(seat=2, points=121),
        ),
    ),
    Checklist(
        id="list",
        sections=(
            ChecklistSection(
                title=Text("Active: Time"),
                lines=(
                    ChecklistLine(
                        icon="o",
                        words=Text("1 oxygen star"),
                        detail=Text("From the pile by Time"),
                        done=True,
                    ),
                    ChecklistLine(
                        icon="dna", words=Text("2 DNA"), detail=Text("Slider from 0 to 2")
                    ),
                ),
            ),
            ChecklistSection(
                title=Text("Passive"),
                lines=(
                    ChecklistLine(
                        icon="time",
                        words=Text("3 time steps"),
                        warning=Text("It reaches 6: take a new crystal."),
                        choices=(Choice(label=Text("One less"), action="less time"),),
                    ),
                    ChecklistLine(icon="proto", words=Text("1 proto life")),
                ),
            ),
        ),
    ),
    Choices(id="tiles", title=Text("What you may do"), choices=TILES, note=Text("In any order.")),
    Choices(id="rows", style="row", choices=TILES[:3]),
    Rows(
        id="lines-of-taps",
        aside=Choice(label=Text("Other tile"), sheet="sheet"),
        rows=(
            Row(label=Text("Discharge"), icon="h", marks=("he",), choices=TILES[:1]),
            Row(
                label=Text("Size 2"),
                worth=Text("{n} points", n=6),
                fold=True,
                asks=Text("Tap a star"),
                verb="complete 2",
                at=2,
                picks=(Pick(value="he", label=Text("helium"), icon="he"),),
                refusal=MISSING,
            ),
        ),
    ),
    Choices(id="lines", style="list", choices=TILES[2:4]),
    COMPLETE,
    SECRET,
    Counts(
        id="counts",
        tab="shared",
        title=Text("Most life in Psi Sector"),
        rule="life.six",
        note=Text("Advanced life does not count."),
        counts=(
            Count(
                label=Text("{who}", who=SeatName(1)),
                value=7,
                verb="count life 1",
                seat=1,
                badge=Text("1st"),
                detail=Text("you"),
            ),
            Count(
                label=Text("{who}", who=SeatName(2)), value=None, verb="count 2", proposal=5, seat=2
            ),
            Count(label=Text("{who}", who=SeatName(3)), value=None, seat=3),
            Count(label=Text("DNA"), value=2, icon="dna"),
        ),
    ),
    Counts(
        id="preview",
        title=Text("You would collect"),
        counts=tuple(
            Count(label=Text(label), value=n, icon=icon)
            for n, (icon, label) in enumerate(
                (("o", "Oxygen stars"), ("dna", "DNA"), ("time", "time steps"), ("card", "cards"))
            )
        ),
    ),
    Breakdown(
        id="breakdown",
        title=Text("Points by source"),
        seats=(1, 2, 3, 4),
        rows=((Text("Nebulae"), (32, 42, 16, 24)), (Text("Time chamber"), (19, 9, 34, 9))),
        total=(51, 51, 50, 133),
    ),
    Matrix(
        id="scored",
        title=Text("Points of each objective"),
        seats=(1, 2, 3, 4),
        rows=(
            ScoreMatrixRow(
                Text("Stellar 7"),
                (ScoredCell(6, Text("had {n}", n=3)), None, ScoredCell(None), ScoredCell(0)),
                Text("2 points for each moon"),
            ),
        ),
    ),
    Graph(
        id="graph",
        title=Text("Points by round"),
        note=Text("The lead changed in round 4"),
        labels=tuple(Text(label) for label in ("0", "1", "2", "3", "life")),
        series=(
            (1, (0, 3, 9, 40, 89)),
            (2, (0, 0, 20, 31, 83)),
            (3, (0, 9, 17, 22, 89)),
            (4, (0, 2, 5, 30, 78)),
        ),
    ),
    Result(
        id="result", winners=(1,), reason=Text("89 points each; 7 cards to 4."), rule="life.six"
    ),
    Result(id="shared-result", winners=(2, 3), reason=Text("A tie."), rule="life.six"),
    Dock(
        id="dock",
        choices=(
            Choice(label=Text("Undo move 2"), action="undo", icon="undo"),
            Choice(
                label=Text("Collect"),
                action="collect",
                detail=Text("1 move left, you need not use it"),
                main=True,
            ),
        ),
    ),
)
