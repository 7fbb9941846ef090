"""Between two rounds: life that evolves, the board for the next round, the tap that goes on."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.cosmogenesis import actions as do
from companion.games.cosmogenesis.pieces import LIFE_NAMES
from companion.games.cosmogenesis.rules.life import Living, living
from companion.games.cosmogenesis.rules.round import Refill, refill
from companion.games.cosmogenesis.show.offers import offer
from companion.games.cosmogenesis.state import State
from companion.games.cosmogenesis.tiles import STELLAR
from companion.games.cosmogenesis.words import listed, place_label
from companion.referee.offers import main
from companion.referee.panels import Checklist, Dock, Line, Notice, Panel, Section
from companion.referee.text import Text, Who


def round_end(s: State, seat: int) -> tuple[Panel, ...]:
    """What everyone does between the rounds, to tick off; the ticks are optional."""
    following = refill(s)
    sections = [_life(s)]
    if following is not None:
        sections.append(Section(title=Text("Clean up"), lines=tuple(_clean_up(s))))
        title = Text("Refill for round {round}", round=s.round + 1)
        sections.append(Section(title=title, lines=tuple(_refill(following))))
    checklist = Checklist(id="round", kept=True, shared=True, sections=tuple(sections))
    panels: tuple[Panel, ...] = (checklist, *_staying(s))
    if not seat:
        return panels
    label, detail = Text("Count the points"), None
    if following is not None:
        label = Text("Start round {round}", round=s.round + 1)
        detail = Text("{who} has the Monolith and starts", who=Who(following.first))
    go_on = offer(s, seat, do.FinishRound(), label, detail, "next")
    return (*panels, Dock(id="dock", choices=(main(go_on),)))


def _life(s: State) -> Section:
    moving = [each for each in living(s) if not each.why]
    if not moving:
        line = Line(icon="sprout", words=Text("No life to move"))
        return Section(title=Text("Life evolves"), lines=(line,))
    n = len(moving)
    title = Text("Life evolves: move {n} counter", "Life evolves: move {n} counters", n=n)
    return Section(title=title, lines=tuple(map(_moved, moving)))


def _moved(each: Living) -> Line:
    words = Text(
        "{who}: {before} to {after}",
        who=Who(each.seat),
        before=LIFE_NAMES[each.life],
        after=LIFE_NAMES[each.life + 1],
    )
    return Line(icon=f"life-{each.life + 1}", words=words, detail=place_label(each.place))


_WHY = {
    "intelligent": Text("already intelligent"),
    "outside": Text("outside the habitable zone"),
    "dry": Text("no water"),
}


def _staying(s: State) -> tuple[Panel, ...]:
    """The life that stays, and why."""
    found = [each for each in living(s) if each.why]
    if not found:
        return ()
    told = (
        Text(
            "{who}'s {life} on {place} ({why})",
            who=Who(each.seat),
            life=LIFE_NAMES[each.life],
            place=place_label(each.place),
            why=_WHY[each.why],
        )
        for each in found
    )
    words = Text("Stays:")
    return (Notice(id="stays", kind="info", shared=True, words=words, detail=listed(told)),)


def _clean_up(s: State) -> Iterator[Line]:
    yield Line(icon="undo", words=Text("Take back your 4 player tokens"), detail=Text("Everyone"))
    yield Line(
        icon="flag",
        words=Text("The last objective leaves the game"),
        detail=Text("From sector I"),
    )
    rest = Text("Asteroids and comets: to the reserve (our reading)")
    if s.option("sector.leftovers") == "reserve":
        rest = Text("Asteroids and comets: to the reserve")
    elif s.option("sector.leftovers") == "bag":
        rest = Text("Asteroids and comets too")
    yield Line(icon="planet", words=Text("Bodies go back in the bag"), detail=rest)


def _refill(following: Refill) -> Iterator[Line]:
    kind, why = (
        Text("Sector I: {n} planetary objectives", n=following.objectives),
        Text("Even round"),
    )
    if following.kind == STELLAR:
        kind, why = (
            Text("Sector I: {n} stellar objectives", n=following.objectives),
            Text("Odd round"),
        )
    yield Line(icon="flag", words=kind, detail=why)
    yield Line(
        icon="planet",
        words=Text("Sectors II and III from the bag"),
        detail=Text("Turn over tokens that show water or rings"),
    )
    yield Line(icon="asteroid", words=Text("Sector IV from the reserve"))
