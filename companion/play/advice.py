"""Asking: what may I do now, what if, was that legal. It judges and never writes.

What it says of an action is for the seat that acts: nobody else is given its reasons, which may
speak of what only that seat knows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.play.permissions import need_own_seat, need_started
from companion.play.preview import Button, Preview, offered, preview
from companion.play.store import TableStore
from companion.referee.game import Draw, Game
from companion.referee.judge import judge
from companion.referee.panels import Panel
from companion.referee.rulebook import Rule
from companion.referee.ruling import Objection, Ruling
from companion.referee.text import Text
from companion.tables import Entry, Table

#: Ways of one deed that are worked out; of the others only the number is told.
MOST_WAYS = 4


class NoSuchEntry(Exception):
    """The log of this table has no such action, or not yet."""


@dataclass(frozen=True)
class Trial:
    """An action that was only looked at. `line`: how the log would tell it, if it is allowed.
    `button`: what offers just this to a tap on the table's page; None: it is an example of what can
    be entered there.

    `drawn`: how many things would be drawn or rolled for it; what comes of it is then open.
    """

    action: str
    ruling: Ruling
    line: Text | None = None
    sketch: Preview | None = None
    drawn: int = 0
    button: Button | None = None


@dataclass(frozen=True)
class PossibleAction:
    """One kind of action: what it is, some ways of doing it now, and how many there are.

    `refusal`: what speaks against it where there is no way at all.
    """

    verb: str
    means: Text
    ways: tuple[Trial, ...] = ()
    number: int = 0
    refusal: Objection | None = None

    @property
    def others(self) -> int:
        """How many ways there are besides those that are told."""
        return max(self.number - len(self.ways), 0)


@dataclass(frozen=True)
class Verdict:
    """What the judge says of a past action.

    `then`: on the table as it was when it came; None where it was put into the log later. `now`:
    with what the table has set right since; None where that changes nothing. `whole`: with the
    reasons; whoever may not read them is told the rules alone, and no `now`.
    """

    table: Table
    entry: Entry
    then: Ruling | None
    now: Ruling | None
    whole: bool

    @property
    def ruling(self) -> Ruling:
        """The first word on it: by what was known then, where it was judged then."""
        ruling = self.then or self.now
        assert ruling is not None
        return ruling


def possible_actions(table: Table, seat: int, phone: str) -> tuple[PossibleAction, ...]:
    """Every kind of action that somebody might try now, the possible ones first.

    Raises `UnknownSeat`, `NotAllowed`.
    """
    need_own_seat(table, seat, phone)
    need_started(table)
    game, tries = table.game, dict[str, list[str]]()
    shown = game.show(table.state, seat)
    buttons = {button.action: button for button in reversed(tuple(offered(shown)))}
    taps = tuple(reversed(buttons))
    # What the page offers as it is comes before what is only an example.
    likely = (game.write(action) for action in game.candidates(table.state, seat))
    for text in dict.fromkeys((*taps, *likely)):
        tries.setdefault(text.partition(" ")[0], []).append(text)
    deeds = (_deed(table, seat, texts, shown) for texts in tries.values())
    told = (replace(deed, ways=_marked(deed.ways, buttons)) for deed in deeds)
    return tuple(sorted(told, key=lambda deed: not deed.number))


def what_if(table: Table, seat: int, phone: str, text: str) -> Trial:
    """What this action would bring, or why not.

    Raises `Unreadable`, `UnknownSeat`, `NotAllowed`.
    """
    need_own_seat(table, seat, phone)
    need_started(table)
    return _tried(table, seat, table.game.read(text), table.game.show(table.state, seat))


def was_legal(store: TableStore, code: str, seq: int, viewer: int) -> Verdict:
    """What the judge says of this entry to this seat; 0: to anybody.

    Raises `UnknownTable`, `NoSuchEntry`, `Unavailable`.
    """
    table = store.latest(code)
    entry = next((entry for entry in table.entries if entry.seq == seq), None)
    if entry is None:
        raise NoSuchEntry(seq)
    now, then = _judged(table.game, entry.before, entry), None
    # The judge never let those through: "then" says nothing about them.
    if not entry.came_later:
        then = _judged(table.game, table_after(store, code, seq - 1).state, entry)
    if viewer == entry.seat or table.outcome is not None:
        return Verdict(table, entry, then, now if now != then else None, True)
    silent = _without_reasons(table.game, then or now)
    return Verdict(table, entry, silent if then else None, None if then else silent, False)


def table_after(store: TableStore, code: str, seq: int) -> Table:
    """The table as it was after this event. Raises `UnknownTable`, `NoSuchEntry`, `Unavailable`."""
    if not 1 <= seq <= store.latest(code).seq:
        raise NoSuchEntry(seq)
    return store.rewound(code, seq)


def _deed(table: Table, seat: int, texts: list[str], shown: tuple[Panel, ...]) -> PossibleAction:
    """What can be said of these actions, all of one verb."""
    game, verb = table.game, texts[0].partition(" ")[0]
    means = next(form.means for form in game.notation.forms if form.verb == verb)
    looked = [(game.read(text), _ruling(table, seat, game.read(text))) for text in texts]
    allowed = [action for action, ruling in looked if ruling.allowed]
    if not allowed:
        return PossibleAction(verb, means, refusal=looked[0][1].objections[0])
    different = list(_different(table, seat, allowed))
    ways = tuple(_tried(table, seat, action, shown) for action in different[:MOST_WAYS])
    return PossibleAction(verb, means, ways, len(different))


def _marked(ways: tuple[Trial, ...], buttons: Mapping[str, Button]) -> tuple[Trial, ...]:
    return tuple(replace(way, button=buttons.get(way.action)) for way in ways)


def _different(table: Table, seat: int, actions: Iterable[Any]) -> Iterator[Any]:
    """Without those that come to the same as one before ("place he", "place he 2")."""
    known: set[Any] = set()
    for action in actions:
        if table.game.chance(table.state, action) is None:
            after = table.game.apply(table.state, seat, action)
            if after in known:
                continue
            known.add(after)
        yield action


def _tried(table: Table, seat: int, action: Any, shown: tuple[Panel, ...]) -> Trial:
    game, state = table.game, table.state
    draw, ruling = game.chance(state, action), _ruling(table, seat, action)
    if draw or not ruling.allowed:
        return Trial(ruling.action, ruling, drawn=draw.count if draw else 0)
    changed = preview(shown, game.show(game.apply(state, seat, action), seat))
    return Trial(ruling.action, ruling, game.say(state, seat, action, seat), changed)


def _ruling(table: Table, seat: int, action: Any) -> Ruling:
    draw = table.game.chance(table.state, action)
    whole = _supposed(table.game, action, draw) if draw else action
    ruling = judge(table.game, table.state, seat, whole)
    return replace(ruling, action=table.game.write(action))


def _supposed(game: Game, action: Any, draw: Draw) -> Any:
    """The action with a possible draw; the draw does not change whether it is allowed."""
    pool = draw.pool * draw.count if draw.again else draw.pool
    return game.read(" ".join((game.write(action), *pool[: draw.count])))


def _judged(game: Game, state: Any, entry: Entry) -> Ruling:
    return judge(game, state, entry.seat, game.read(entry.action))


def _without_reasons(game: Game, ruling: Ruling) -> Ruling:
    """The ruling for other seats: a reason may speak of what only its own seat knows."""
    rules = (game.rulebook.find(objection.rule) for objection in ruling.objections)
    titles = (rule.title if isinstance(rule, Rule) else rule.asks for rule in rules)
    told = zip(ruling.objections, titles, strict=True)
    silent = tuple(Objection(objection.rule, title) for objection, title in told)
    return Ruling(ruling.seat, "", silent, ruling.doubts)
