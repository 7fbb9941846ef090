"""The line in the log for every action: one plain sentence, telling the viewer no secret."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.crafting import actions as do
from companion.games.crafting.pieces import (
    CONTROL_NAMES,
    DARK,
    GOALS,
    NO_STAR,
    POWERS,
    SECTOR_NAMES,
)
from companion.games.crafting.rules.place import held
from companion.games.crafting.rules.time import next_discharge
from companion.games.crafting.rules.turn import piece
from companion.games.crafting.say_fixes import FIXES
from companion.games.crafting.say_goals import count, end, score
from companion.games.crafting.state import State
from companion.games.crafting.wheel import landing, start_of
from companion.referee.text import Text, Who, raw


def say(s: State, seat: int, a: Any, viewer: int) -> Text:
    """What happened, as the viewer may know it; `s` is the state before the action."""
    text: Text = _SAYERS[type(a)](s, seat, a)
    return text


def _deal(s: State, seat: int, a: do.Deal) -> Text:
    owners = [marble for marble in a.marbles if marble != DARK]
    if not owners:
        return Text("{who} dealt the marbles", who=Who(seat))
    return Text("{who} dealt the marbles: {first} goes first", who=Who(seat), first=Who(owners[-1]))


def _reveal(s: State, seat: int, a: do.Reveal) -> Text:
    title = GOALS[a.goal].title if a.goal else raw("?")
    return Text("New goal on space 1: {goal}", goal=title)


def _shift(s: State, seat: int, a: do.Shift) -> Text:
    start = start_of(s, a)
    if start is None:
        return Text("{who} tried to move a marble that isn't there", who=Who(seat))
    end = a.to or landing(s.wheel, start)
    names = {"start": CONTROL_NAMES[start], "end": CONTROL_NAMES[end]}
    if a.marble == DARK:
        return Text("{who} moved a dark marble from {start} to {end}", who=Who(seat), **names)
    return Text("{who} moved their marble from {start} to {end}", who=Who(seat), **names)


def _short(s: State, seat: int, a: do.Short) -> Text:
    return Text("{who} took only {n}: the supply ran out", who=Who(seat), n=a.got)


def _collect(s: State, seat: int, a: do.Collect) -> Text:
    if a.placed is None:
        return Text("{who} finished shifting", who=Who(seat))
    return Text("{who} collected and placed everything", who=Who(seat))


def _leave(s: State, seat: int, a: do.Leave) -> Text:
    names: dict[str, Text] = {
        "proto": Text("{n} proto life", "{n} proto life", n=a.number),
        "nebula": Text("{n} nebula", "{n} nebulae", n=a.number),
    }
    what = names.get(a.kind) or piece(a.kind, a.number)
    return Text("{who} left out {what}", who=Who(seat), what=what)


def _took(s: State, seat: int, a: do.Took) -> Text:
    if a.size:
        return Text("{who} collected, with a size {size} nebula", who=Who(seat), size=a.size)
    return Text("{who} collected", who=Who(seat))


def _place(s: State, seat: int, a: do.Place) -> Text:
    number = a.number or held(s.board(seat), a.piece)
    if a.piece == "all":
        what = Text("{n} piece", "{n} pieces", n=number)
    elif a.piece == "proto":
        what = Text("{n} proto life", "{n} proto life", n=number)
    else:
        what = piece(a.piece, number)
    return Text("{who} placed {what}", who=Who(seat), what=what)


def _lay(s: State, seat: int, a: do.Lay) -> Text:
    return Text(
        "{who} placed a size {size} nebula in {sector}",
        who=Who(seat),
        size=a.size,
        sector=SECTOR_NAMES[a.sector],
    )


def _complete(s: State, seat: int, a: do.Complete) -> Text:
    return Text(
        "{who} completed a size {size} nebula in {sector} for {points} points and discarded {star}",
        who=Who(seat),
        size=a.size,
        sector=SECTOR_NAMES[a.sector],
        points=a.points,
        star=piece(a.star),
    )


def _star(gain: str) -> Text:
    return Text("no star") if gain == NO_STAR else piece(gain)


def _discharge(s: State, seat: int, a: do.Discharge) -> Text:
    gain = raw(POWERS[a.gain].name) if a.gain in POWERS else _star(a.gain)
    points = next_discharge(s.board(seat))
    if not points:
        return Text("{who} discharged the time chamber: {gain}", who=Who(seat), gain=gain)
    return Text(
        "{who} discharged the time chamber for {points} points: {gain}",
        who=Who(seat),
        points=points,
        gain=gain,
    )


def _life(s: State, seat: int, a: do.CreateLife) -> Text:
    return Text(
        "{who} created advanced life and discarded {n} proto life",
        "{who} created advanced life and discarded {n} proto life",
        who=Who(seat),
        n=a.proto,
    )


def _gain(s: State, seat: int, a: do.GainPower) -> Text:
    gained = (
        Text("{who} gained {card} in slot {slot} and used it")
        if a.used
        else Text("{who} gained {card} in slot {slot}")
    )
    return Text(
        gained.source,
        who=Who(seat),
        card=POWERS[a.power].name,
        slot=a.slot,
    )


def _use(s: State, seat: int, a: do.UsePower) -> Text:
    return Text("{who} used {card}", who=Who(seat), card=POWERS[a.power].name)


def _five(s: State, seat: int, a: do.Five) -> Text:
    return Text(
        "{who} traded 5 {kind} cards for 6 points", who=Who(seat), kind=CONTROL_NAMES[a.kind]
    )


def _convert(s: State, seat: int, a: do.Convert) -> Text:
    return Text("{who} turned {star} into a supernova", who=Who(seat), star=piece(a.star))


def _stabilise(s: State, seat: int, a: do.Stabilise) -> Text:
    return Text(
        "{who} stabilised {n} proto life",
        "{who} stabilised {n} proto life",
        who=Who(seat),
        n=a.number or 1,
    )


_MOVED = {
    "star": Text("{who} moved a star"),
    "nova": Text("{who} moved a supernova"),
    "proto": Text("{who} moved a proto life"),
    "stable": Text("{who} moved a stable life"),
}


def _move(s: State, seat: int, a: do.Move) -> Text:
    return Text(_MOVED[a.piece].source, who=Who(seat))


def _discard(s: State, seat: int, a: do.Discard) -> Text:
    return Text("{who} discarded down to 10 cards", who=Who(seat))


def _show(s: State, seat: int, a: do.ShowLife) -> Text:
    return Text("{who} revealed their advanced life", who=Who(seat))


def _plain(source: Text) -> Callable[[State, int, Any], Text]:
    return lambda s, seat, a: Text(source.source, who=Who(seat))


_SAYERS: dict[type[Any], Callable[[State, int, Any], Text]] = {
    do.Deal: _deal,
    do.Reveal: _reveal,
    do.Begin: _plain(Text("{who} began the game")),
    do.Shift: _shift,
    do.Back: _plain(Text("{who} started their moves over")),
    do.Collect: _collect,
    do.Short: _short,
    do.Took: _took,
    do.Place: _place,
    do.Leave: _leave,
    do.Lay: _lay,
    do.Complete: _complete,
    do.Discharge: _discharge,
    do.CreateLife: _life,
    do.GainPower: _gain,
    do.UsePower: _use,
    do.Five: _five,
    do.Convert: _convert,
    do.Stabilise: _stabilise,
    do.Move: _move,
    do.End: end,
    do.CountGoal: count,
    do.ScoreGoal: score,
    do.Discard: _discard,
    do.TellHand: _plain(Text("{who} entered their hand")),
    do.TellCard: _plain(Text("{who} entered a card of their hand")),
    do.ShowLife: _show,
    **FIXES,
}
