"""What people see and read: the panels of each tab, and the lines of the log."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.referee.actions import objections
from companion.referee.controls import Choice, Field, Pick
from companion.referee.offers import ChoiceBuilder, as_main_choice
from companion.referee.panels import (
    Banner,
    Choices,
    Count,
    Counts,
    Dock,
    Notice,
    Panel,
    Scene,
    ScreenPlace,
    SeatScore,
    Sheet,
    Tally,
)
from companion.referee.result_panels import Graph
from companion.referee.text import SeatName, Text, untranslated

from ten_thousand.game import (
    MOST,
    NOTATION,
    Aside,
    Bank,
    Bust,
    Mend,
    State,
    dice_words,
    usual,
)
from ten_thousand.scoring import ALONE, DICE, FACES, PAIRS, STRAIGHT, UNIT, three, worth

_OFFERS = ChoiceBuilder(NOTATION, objections)
THROW, AGAIN, WAITING, OVER = "throw", "again", "waiting", "over"
STEPS = (THROW, AGAIN, WAITING, OVER)


@dataclass(frozen=True)
class Tray:
    """The dice on the table: those aside (0: some face), how many are to be thrown, the points."""

    aside: tuple[int, ...]
    left: int
    points: int
    hot: bool


@dataclass(frozen=True)
class Throw:
    """Dice that are set aside with one tap, and what they score."""

    dice: tuple[int, ...]
    points: int
    choice: Choice


def current_step(s: State, seat: int) -> str:
    """What this seat is at, for the lessons."""
    if s.over:
        return OVER
    if s.turn != seat:
        return WAITING
    return AGAIN if s.unbanked else THROW


def likely_rules(s: State) -> tuple[str, ...]:
    """Keys of rules, the likeliest first."""
    if s.over:
        return ("end.winner", "end.last-round")
    if s.unbanked:
        return ("turn.again", "turn.hot-dice", "bank.entry", "turn.bust")
    return ("score.single", "score.three", "aside.one", "bank.entry")


def current_round(s: State) -> int:
    """The round that is being played, from 1."""
    played = max(len(turns) for turns in s.turns)
    whole = all(len(turns) == played for turns in s.turns)
    return played + (whole and not s.over)


# ---------------------------------------------------------------------------------- the panels


def show(s: State, viewer: int) -> tuple[Panel, ...]:
    """The panels for this seat (0: a spectator or the table screen)."""
    viewer = viewer if viewer in s.seats else 0
    own = _own(s, viewer) if viewer else ()
    return (_banner(s, viewer), *_turn(s, viewer), *own, _scoring(s), _tally(s, "tally", "table"))


def _turn(s: State, viewer: int) -> tuple[Panel, ...]:
    if s.over:
        return (_graph(s),)
    tray = Tray(s.aside, s.left, s.unbanked, s.hot)
    scene = Scene(id="tray", drawing="tray", screen="middle", facts=tray, shared=True)
    doing = _doing(s, viewer) if s.turn == viewer else (_tally(s, "standing", "turn"),)
    return (*_last_round(s), scene, *doing)


def _banner(s: State, viewer: int) -> Banner:
    return Banner(id="banner", title=_title(s, viewer), line=_line(s, viewer), seat=viewer)


def _title(s: State, viewer: int) -> Text:
    if s.over:
        return Text("Final score")
    if s.turn != viewer:
        return Text("{who} throws {n} die", "{who} throws {n} dice", who=SeatName(s.turn), n=s.left)
    if s.hot:
        return Text("All six scored: throw them again")
    return Text("Throw {n} die", "Throw {n} dice", n=s.left)


def _line(s: State, viewer: int) -> Text:
    if not viewer or s.over:
        return Text("Round {round}, to {target}", round=current_round(s), target=s.target)
    return Text("You have {points} of {target}", points=s.points[viewer - 1], target=s.target)


def _last_round(s: State) -> tuple[Panel, ...]:
    if not s.closer:
        return ()
    words = Text(
        "Last round: {who} has {points}", who=SeatName(s.closer), points=s.points[s.closer - 1]
    )
    detail = Text("Everyone else has one more turn")
    return (
        Notice(id="last-round", kind="warn", shared=True, screen="middle",
               words=words, detail=detail, rule="end.last-round"),
    )  # fmt: skip


def _doing(s: State, seat: int) -> tuple[Panel, ...]:
    """What may be set aside with one tap, any other dice, and the end of the turn."""
    throws = tuple(_throw(s, seat, dice) for dice in usual(s.left))
    other = Choice(label=Text("Other dice"), sheet="other", icon="plus")
    bank = _OFFERS.offer(s, seat, Bank(), Text("Bank {points}", points=s.unbanked), _after(s, seat))
    bust = _OFFERS.offer(s, seat, Bust(), Text("Nothing scored"), icon="bust")
    return (
        Scene(id="throws", drawing="throws", facts=throws, title=Text("What do you set aside?")),
        Choices(id="more", choices=(other, bust)),
        _other(s, seat),
        Dock(id="dock", choices=(as_main_choice(bank),)),
    )


def _throw(s: State, seat: int, dice: tuple[int, ...]) -> Throw:
    points = worth(dice, s.house).points
    detail = Text("{points} points", points=points)
    choice = _OFFERS.offer(s, seat, Aside(dice), dice_words(dice), detail)
    return Throw(dice, points, replace(choice, each=True))


def _after(s: State, seat: int) -> Text | None:
    if not s.unbanked:
        return None
    return Text("You then have {points}", points=s.points[seat - 1] + s.unbanked)


def _other(s: State, seat: int) -> Sheet:
    """Any dice of a throw, by tapping each face as often as it lies there."""
    faces = tuple(Pick(value=str(face), label=untranslated(str(face))) for face in FACES)
    picks = tuple(
        Pick(value=" ".join([str(face)] * n), label=untranslated(f"× {n}"), group=str(face))
        for face in FACES
        for n in range(1, s.left + 1)
    )
    return Sheet(
        id="other",
        title=Text("Other dice"),
        verb="aside",
        fields=(Field(label=Text("Tap a face as often as you set it aside"), kind="cycle",
                      groups=faces, picks=picks),),
        submit=Text("Set aside"),
        icon="plus",
    )  # fmt: skip


def _own(s: State, seat: int) -> tuple[Panel, ...]:
    """The seat's numbers, which can be set right, and whose turn it is."""
    counts = [
        Count(label=Text("Banked"), value=s.points[seat - 1], verb="mend points", high=MOST,
              step=UNIT)
    ]  # fmt: skip
    if s.turn == seat and not s.over:
        counts += [
            Count(label=Text("In this turn"), value=s.unbanked, verb="mend unbanked", high=MOST,
                  step=UNIT),
            Count(label=Text("Dice to throw"), value=s.left, verb="mend dice", high=DICE),
        ]  # fmt: skip
    turns = tuple(
        _OFFERS.offer(s, seat, Mend("turn", n), Text("{who}", who=SeatName(n))) for n in s.seats
    )
    title = Text("Whose turn is it?")
    fix = Choice(label=title, sheet="fix-turn", icon="turn")
    return (
        Counts(id="mine", tab="own", title=Text("My points"), counts=tuple(counts)),
        Choices(id="fixes", tab="own", choices=(fix,), style="row"),
        Sheet(id="fix-turn", tab="own", title=title, choices=turns, icon="turn"),
    )


def _scoring(s: State) -> Counts:
    """What dice score at this table."""
    alone = (_row(Text("A {face} alone", face=face), face, n) for face, n in ALONE.items())
    threes = (_row(Text("Three {face}s", face=face), face, three(face)) for face in FACES)
    all_six = (
        _row(Text("From 1 to 6"), 6, STRAIGHT),
        _row(Text("Three pairs"), 2, PAIRS if s.house.pairs else 0),
    )
    return Counts(
        id="scoring",
        tab="shared",
        shared=True,
        screen="side",
        title=Text("What scores"),
        note=_MORE[s.house.more],
        counts=(*alone, *threes, *all_six),
    )


_MORE = {
    "double": Text("Each die beyond three of a kind doubles them"),
    "add": Text("Each die beyond three of a kind adds them once more"),
    "three": Text("Dice beyond three of a kind score alone or not at all"),
}


def _row(label: Text, face: int, points: int) -> Count:
    return Count(label=label, value=points, icon=f"die-{face}")


def _tally(s: State, panel_id: str, tab: str) -> Tally:
    place: ScreenPlace = "scores" if tab == "table" else "no"
    scores = tuple(_score(s, seat) for seat in s.seats)
    title = Text("Points")
    return Tally(id=panel_id, tab=tab, shared=True, screen=place, title=title, scores=scores)


def _score(s: State, seat: int) -> SeatScore:
    has = s.points[seat - 1]
    if not has and s.entry:
        mark = Text("not in yet: {entry} to get in", entry=s.entry)
    else:
        mark = Text("{n} to go", n=s.target - has)
    marks = (mark,) if has < s.target else ()
    return SeatScore(seat=seat, points=has, marks=marks, acting=s.turn == seat and not s.over)


def _graph(s: State) -> Graph:
    """Points by round; who had fewer turns stays where they were."""
    rounds = max(len(turns) for turns in s.turns)
    series = tuple(
        (seat, (0, *turns, *turns[-1:] * (rounds - len(turns)))) for seat, turns in
        enumerate(s.turns, 1)
    )  # fmt: skip
    labels: Iterable[Text] = (untranslated(str(n)) for n in range(rounds + 1))
    graph = Graph(
        id="graph", shared=True, title=Text("Points by round"), series=series, labels=tuple(labels)
    )
    return graph.with_final_totals(dict(enumerate(s.points, 1)))
