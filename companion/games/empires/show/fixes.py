"""Fixing what the app has wrong of the turn, the table and the culture cards; leaving the game."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.empires import actions as do
from companion.games.empires.pieces import CULTURES, TOTALS
from companion.games.empires.rules.corrections import most_of
from companion.games.empires.rules.culture_cards import FACE_DOWN, OPEN
from companion.games.empires.show.offers import first_refusal, offer
from companion.games.empires.state import OFF, PLAY, SETUP, SHIFT, State
from companion.referee.controls import Choice, Field
from companion.referee.panels import Choices, Count, Panel, Sheet
from companion.referee.text import Text, Who, raw

_USED = {
    "shifted": Text("Seraph Gate used"),
    "fabricated": Text("Fabricator Belt used"),
    "scouted": Text("Deepspace Scouts used"),
    "paired": Text("Industrious used"),
}


def of_the_turn(s: State, seat: int) -> Iterator[Count]:
    """The numbers of the own turn: actions, the total, what was used of each ability."""
    yield Count(
        label=Text("Actions left"),
        value=s.turn.actions,
        verb="mend actions",
        icon="turn",
        high=most_of(s, seat, "actions"),
    )
    if s.turn.total:
        yield Count(
            label=Text("Total of the dice"),
            value=s.turn.total,
            verb="mend total",
            icon="refresh",
            high=TOTALS[-1],
        )
    for field, label in _USED.items():
        most = most_of(s, seat, field)
        if most:
            used = int(getattr(s.turn, field))
            yield Count(label=label, value=used, verb=f"mend {field}", icon="power", high=most)


def fixes(s: State, seat: int) -> tuple[Panel, ...]:
    """What is seldom wrong: whose turn it is, who went first, culture cards; and leaving."""
    if s.stage == SETUP:
        return ()
    sheets = (*_seat_sheets(s), *_culture_sheet(s, seat), _short_sheet(s, seat))
    choices = [_opening(sheet) for sheet in sheets]
    if s.stage == PLAY and s.turn.seat == seat and s.turn.step == SHIFT:
        choices.append(offer(s, seat, do.Cocked(), Text("A die was cocked"), Text("Roll again")))
    if s.stage == PLAY:
        choices.append(_leaving(s, seat))
    return (_row(*choices), *sheets)


def _opening(sheet: Sheet) -> Choice:
    return Choice(label=sheet.title, sheet=sheet.id, icon=sheet.icon, refusal=sheet.refusal)


def _row(*choices: Choice) -> Choices:
    fold = Text("More to fix")
    return Choices(id="fixes", tab="own", choices=(), style="row", folded=choices, fold=fold)


def _leaving(s: State, seat: int) -> Choice:
    """Leaving the game, or coming back."""
    if s.empire(seat).gone:
        return offer(s, seat, do.Return(), Text("I'm back"))
    return offer(s, seat, do.Leave(), Text("Leave the game"))


def _seat_sheets(s: State) -> tuple[Sheet, ...]:
    """Any seat may set these right, so they are the same for all."""
    return (
        _seat_sheet(s, "turn", Text("Whose turn is it?"), "turn"),
        _seat_sheet(s, "first", Text("Who went first?"), "flag"),
    )


def _seat_sheet(s: State, field: str, title: Text, icon: str) -> Sheet:
    offers = tuple(offer(s, 0, do.Mend(field, n), Text("{who}", who=Who(n))) for n in s.playing)
    return Sheet(id=f"fix-{field}", tab="own", title=title, choices=offers, icon=icon)


def _culture_sheet(s: State, seat: int) -> Iterator[Sheet]:
    if s.culture == OFF:
        return
    open_now = s.empire(seat).open
    offers = tuple(
        offer(
            s,
            seat,
            do.Mend(slug, FACE_DOWN if slug in open_now else OPEN),
            raw(culture.name),
            Text("Turn it face down") if slug in open_now else Text("It is open"),
        )
        for slug, culture in CULTURES.items()
    )
    title = Text("Fix your culture cards")
    yield Sheet(id="fix-culture", tab="own", title=title, choices=offers, icon="reveal")


def _short_sheet(s: State, seat: int) -> Sheet:
    has = s.empire(seat).credits
    label = Text("Credits that were missing")
    return Sheet(
        id="short",
        tab="own",
        title=Text("The bank ran out"),
        verb="short",
        fields=(Field(label=label, kind="number", low=1, high=max(1, has)),),
        submit=Text("Save"),
        icon="score",
        refusal=first_refusal(s, seat, (do.Short(1),)),
    )
