"""Advice without writing: possible actions, "what if" and "was that legal".

The reasons are for the acting seat alone: they may mention what only that seat knows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.play.permissions import require_game_started, require_own_seat
from companion.play.preview import PossibleTap, Preview, compare_panels, offered_buttons
from companion.play.store import TableStore
from companion.referee.actions import Action, RandomDraw
from companion.referee.counts import POINTS
from companion.referee.game import Game
from companion.referee.judge import judge
from companion.referee.panels import Panel
from companion.referee.rulebook import Rule
from companion.referee.ruling import Objection, Ruling
from companion.referee.text import Text, untranslated
from companion.referee.told import reason_for
from companion.tables import ActionEntry, CountChanges, Table, differing_counts
from companion.yielding import yielding

#: Ways of one kind of action that are worked out; the others are only counted.
MAX_LISTED_WAYS_PER_ACTION = 4


class NoSuchEntry(Exception):
    """The table's log has no such action, or not yet."""


@dataclass(frozen=True)
class ActionPreview:
    """An action that was tried but not played.

    `line`: its line in the log, if it is allowed. `offer`: the same while it is only possible; None
    where the words of its kind are enough. `button`: the button on the table's page that
    does exactly this; None if the action is only an example of what can be entered there. `drawn`:
    how many things it would draw or roll, with an open result. `passes`: the seat acts no more
    after it.
    """

    action: str
    ruling: Ruling
    line: Text | None = None
    sketch: Preview | None = None
    drawn: int = 0
    button: PossibleTap | None = None
    passes: bool = False
    offer: Text | None = None

    def points_of(self, seat: int) -> int:
        """Returns the points that it brings the seat."""
        counts = self.sketch.counts if self.sketch else ()
        own = [each for each in counts if (each.seat, each.key) == (seat, POINTS)]
        return sum(each.after - each.before for each in own)


@dataclass(frozen=True)
class PossibleAction:
    """One kind of action: what it means, some ways to do it now, and how many there are.

    `refusal`: the objection, if there is no way at all. `unseen`: what of the conditions of all
    ways only the board shows; `counted_at`: the panel where the seat can count it, and the words of
    the button that leads there.
    """

    verb: str
    means: Text
    ways: tuple[ActionPreview, ...] = ()
    number: int = 0
    refusal: Objection | None = None
    unseen: Text | None = None
    counted_at: tuple[str, Text] | None = None


@dataclass(frozen=True)
class Verdict:
    """The judge's verdict on a past action.

    `past`: on the table as it was at that time; None if the entry was inserted later. `now`: with
    the table's later corrections; None if they change nothing. `whole`: whether the reasons are
    included; without them only the rules are named, and `now` is None where `past` is given.
    `grounds`: keys of the rules that allow such an action; `changed`: the counts before and after
    it. Both for an action that is allowed.
    """

    table: Table
    entry: ActionEntry
    past: Ruling | None
    now: Ruling | None
    whole: bool
    grounds: tuple[str, ...] = ()
    changed: CountChanges = ()

    @property
    def ruling(self) -> Ruling:
        """Returns the first verdict: `past` where there is one, else `now`."""
        ruling = self.past or self.now
        assert ruling is not None
        return ruling


def possible_actions(table: Table, seat: int, phone: str) -> tuple[PossibleAction, ...]:
    """Returns every kind of action that a player might try now: what scores, then in the order of
    the page, then what ends the seat's part, then what is not possible. Corrections and what only
    the real box shows are no moves.

    Raises `UnknownSeat`, `NotAllowed`.
    """
    require_own_seat(table, seat, phone)
    require_game_started(table)
    game, tries = table.game, dict[str, list[str]]()
    shown = game.show(table.state, seat)
    buttons = {button.action: button for button in reversed(tuple(offered_buttons(shown)))}
    taps = tuple(reversed(buttons))
    # What the page offers as a button comes before mere examples.
    likely = (game.write(action) for action in game.candidates(table.state, seat))
    for text in dict.fromkeys((*taps, *likely)):
        action = game.read(text)
        if game.corrects(table.state, action) or game.is_from_box(action):
            continue
        tries.setdefault(text.partition(" ")[0], []).append(text)
    deeds = (_deed(table, seat, texts, shown) for texts in tries.values())
    marked = (replace(deed, ways=_alike_once(_marked(deed.ways, buttons))) for deed in deeds)
    return tuple(sorted(marked, key=lambda deed: _uselessness(deed, seat)))


def _uselessness(deed: PossibleAction, seat: int) -> tuple[bool, bool, int]:
    """Returns what possible actions are sorted by."""
    passes = bool(deed.ways) and all(way.passes for way in deed.ways)
    scored = max((way.points_of(seat) for way in deed.ways), default=0)
    return not deed.number, passes, -max(scored, 0)


def preview_action(table: Table, seat: int, phone: str, text: str) -> ActionPreview:
    """Returns what this action would change, or why it is refused.

    Raises `UnreadableAction`, `UnknownSeat`, `NotAllowed`.
    """
    require_own_seat(table, seat, phone)
    require_game_started(table)
    return try_action(table, seat, table.game.read(text), table.game.show(table.state, seat))


def judge_past_action(store: TableStore, code: str, seq: int, viewer: int) -> Verdict:
    """Returns the verdict on this entry for the seat `viewer`; 0 is a spectator.

    Raises `UnknownTable`, `NoSuchEntry`, `Unavailable`.
    """
    table = store.latest(code)
    entry = next((entry for entry in table.entries if entry.seq == seq), None)
    if entry is None:
        raise NoSuchEntry(seq)
    before = entry.state_before
    now, past = _judged(table.game, before, entry), None
    # Entries inserted later were never judged at their time: there is no past ruling.
    if not entry.is_written_late:
        before = table_after_event(store, code, seq - 1).state
        past = _judged(table.game, before, entry)
    whole = viewer == entry.seat or table.outcome is not None
    why = _why_allowed(table, entry, before, whole) if (past or now).allowed else {}
    if whole:
        later = _as_read_by(table.game, now, viewer) if now != past else None
        past = past and _as_read_by(table.game, past, viewer)
        return Verdict(table, entry, past, later, True, **why)
    silent = _without_reasons(table.game, past or now)
    return Verdict(table, entry, silent if past else None, None if past else silent, False, **why)


def _why_allowed(table: Table, entry: ActionEntry, before: Any, whole: bool) -> dict[str, Any]:
    """Returns `grounds` and `changed` of a verdict. Who may not know all of the action is told by
    the public part of it.
    """
    game = table.game
    action = game.read(entry.action)
    public = action if whole else game.redact(action)
    after = game.apply(before, entry.seat, action)
    seats = tuple(seat.number for seat in table.seats)
    return {
        "grounds": game.grounds_of(public) if public is not None else (),
        "changed": differing_counts(game, before, after, seats),
    }


def table_after_event(store: TableStore, code: str, seq: int) -> Table:
    """Returns the table after this event. Raises `UnknownTable`, `NoSuchEntry`, `Unavailable`."""
    if not 1 <= seq <= store.latest(code).seq:
        raise NoSuchEntry(seq)
    return store.table_after_event(code, seq)


def _deed(table: Table, seat: int, texts: list[str], shown: tuple[Panel, ...]) -> PossibleAction:
    """Summarises these actions, all of one verb."""
    game, verb = table.game, texts[0].partition(" ")[0]
    means = next(form.means for form in game.notation.forms if form.verb == verb)
    looked = [(game.read(text), rule_on(table, seat, game.read(text))) for text in yielding(texts)]
    allowed = [action for action, ruling in looked if ruling.allowed]
    if not allowed:
        return PossibleAction(verb, means, refusal=looked[0][1].objections[0])
    different = list(different_actions(table, seat, allowed))
    listed = yielding(different[:MAX_LISTED_WAYS_PER_ACTION])
    ways = tuple(try_action(table, seat, action, shown) for action in listed)
    unseen = unseen_of(table, seat, different[:MAX_LISTED_WAYS_PER_ACTION])
    place = counted_at(game, verb) if unseen else None
    return PossibleAction(verb, means, ways, len(different), unseen=unseen, counted_at=place)


def _marked(
    ways: tuple[ActionPreview, ...], buttons: Mapping[str, PossibleTap]
) -> tuple[ActionPreview, ...]:
    return tuple(replace(way, button=_in_words(buttons.get(way.action), way.offer)) for way in ways)


def _in_words(button: PossibleTap | None, offer: Text | None) -> PossibleTap | None:
    """Returns the button; one that is a bare number, with the offer that says of what."""
    number = dict(offer.values).get("n") if offer else None
    bare = button and number is not None and button.words == untranslated(str(number))
    return replace(button, words=offer) if button and bare else button


def unseen_of(table: Table, seat: int, ways: Sequence[Any]) -> Text | None:
    """Returns what of the conditions of all these actions only the board shows; None if the app
    knows all of one's.
    """
    found = [way.unseen(table.state, seat) if isinstance(way, Action) else None for way in ways]
    return found[0] if found and all(found) else None


def counted_at(game: Game, verb: str) -> tuple[str, Text] | None:
    """Returns the panel where the seat can count what only its board shows of this verb's actions,
    and the words of the button that leads there; None if there is none.
    """
    make = next(form.make for form in game.notation.forms if form.verb == verb)
    return getattr(make, "counted_at", None)


def _alike_once(ways: tuple[ActionPreview, ...]) -> tuple[ActionPreview, ...]:
    """Returns the ways without those that read like one before, as copies of a button do."""
    by_words = {
        (way.button.under, way.button.words) if way.button else (way.line, way.drawn): way
        for way in reversed(ways)
    }
    return tuple(reversed(by_words.values()))


def different_actions(table: Table, seat: int, actions: Iterable[Any]) -> Iterator[Any]:
    """Yields the actions whose result differs from all before ("place he", "place he 2")."""
    known: set[Any] = set()
    for action in yielding(actions):
        if table.game.draw_for_action(table.state, action) is None:
            after = table.game.apply(table.state, seat, action)
            if after in known:
                continue
            known.add(after)
        yield action


def try_action(
    table: Table, seat: int, action: Any, shown: tuple[Panel, ...], viewer: int | None = None
) -> ActionPreview:
    """Returns what an action of `seat` would change of the panels `shown`, those of the seat
    `viewer` (None: of the same seat), or why it is refused.
    """
    game, state = table.game, table.state
    viewer = seat if viewer is None else viewer
    draw, ruling = game.draw_for_action(state, action), rule_on(table, seat, action)
    if draw or not ruling.allowed:
        return ActionPreview(ruling.action, ruling, drawn=draw.count if draw else 0)
    after = game.apply(state, seat, action)
    counts = differing_counts(game, state, after, (each.number for each in table.seats))
    changed = compare_panels(shown, game.show(after, viewer), counts)
    passes = seat in game.seats_to_act(state) and seat not in game.seats_to_act(after)
    line = game.say(state, seat, action, viewer)
    offer = action.offer(line) if isinstance(action, Action) else None
    return ActionPreview(ruling.action, ruling, line, changed, passes=passes, offer=offer)


def rule_on(table: Table, seat: int, action: Any) -> Ruling:
    """Returns the ruling on an action that may still have to draw or roll."""
    draw = table.game.draw_for_action(table.state, action)
    whole = _supposed(table.game, action, draw) if draw else action
    ruling = judge(table.game, table.state, seat, whole)
    return replace(ruling, action=table.game.write(action))


def _supposed(game: Game, action: Any, draw: RandomDraw) -> Any:
    """Returns the action with a possible draw; the draw does not affect whether it is allowed."""
    pool = draw.pool * draw.count if draw.again else draw.pool
    return game.read(" ".join((game.write(action), *pool[: draw.count])))


def _judged(game: Game, state: Any, entry: ActionEntry) -> Ruling:
    return judge(game, state, entry.seat, game.read(entry.action))


def _as_read_by(game: Game, ruling: Ruling, viewer: int) -> Ruling:
    """Returns the ruling as this viewer reads it: to others it speaks of its seat, and leaves out
    what that seat was advised to do.
    """
    if viewer == ruling.seat:
        return ruling
    seat, others = ruling.seat, game.told_of_seat
    reasons = (reason_for(no.reason, seat, viewer, others) for no in ruling.objections)
    refused = zip(ruling.objections, reasons, strict=True)
    objections = tuple(Objection(objection.rule, reason) for objection, reason in refused)
    return replace(ruling, objections=objections)


def _without_reasons(game: Game, ruling: Ruling) -> Ruling:
    """Returns the ruling for other seats: a reason may mention what only its own seat knows."""
    rules = (game.rulebook.find_entry(objection.rule) for objection in ruling.objections)
    titles = (rule.title if isinstance(rule, Rule) else rule.asks for rule in rules)
    refused = zip(ruling.objections, titles, strict=True)
    silent = tuple(Objection(objection.rule, title) for objection, title in refused)
    return Ruling(ruling.seat, "", silent, ruling.doubts)
