"""Finds the place of a forgotten action, and fills a sheet with an action's words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, NamedTuple

from companion.referee.controls import Choice, Field
from companion.referee.game import Game
from companion.referee.judge import judge
from companion.referee.panels import TAB_KEYS, Banner, Dock, Panel, Sheet
from companion.referee.result_panels import Breakdown, Graph, Result
from companion.tables import ActionEntry, Table, separable_part

#: Turns of a seat that are offered to look back on.
MAX_TURNS_OFFERED = 6
#: Actions for each of them among which they are found.
ACTIONS_SEARCHED_BY_TURN = 50


@dataclass(frozen=True)
class FormTarget:
    """Where a form posts to, with the name and value of the field that holds an entry's number.
    `before`: what that entry did last, in notation, if the form is about the moment before it.
    `again`: the intent of a refused tap that is asked again afterwards.
    """

    to: str
    field: str
    seq: int
    before: str = ""
    again: str = ""


class Place(NamedTuple):
    """Where a forgotten action belongs: after this entry, 0 for the start of the game; `before`:
    before what that did last, in notation.
    """

    after: int
    before: str = ""


@dataclass(frozen=True)
class OwnTurn:
    """One turn of a seat. `last`: its last entry; `nth`: its number among the seat's turns of that
    round, 0 if it is the only one.
    """

    last: int
    round: int
    nth: int = 0


def last_turns_of_seat(table: Table, seat: int, most: int = MAX_TURNS_OFFERED) -> list[OwnTurn]:
    """Returns the seat's `most` last turns, newest first: consecutive actions that count. Actions
    that every seat could take, as at a round's end, make no turn unless there are no others.
    """
    counting = [entry for entry in table.entries if not entry.undone]
    everybody = frozenset(each.number for each in table.seats)
    lately = counting[-most * ACTIONS_SEARCHED_BY_TURN :]
    own = [entry for entry in lately if entry.seats_to_act != everybody] or lately
    grouped = groupby(own, key=lambda entry: (entry.seat, entry.round))
    ends = [list(some)[-1] for (who, _), some in grouped if who == seat]
    rounds = [entry.round for entry in ends]
    turns = [
        OwnTurn(
            entry.seq,
            entry.round,
            rounds[: at + 1].count(entry.round) if rounds.count(entry.round) > 1 else 0,
        )
        for at, entry in enumerate(ends)
    ]
    return turns[: -most - 1 : -1]


def place_to_insert(
    table: Table, seat: int, seq: int, inside: bool = False, in_turn: bool = False
) -> Place:
    """Returns where the seat could act: after the entry `seq`, or before what ended its turn.
    `inside`: before what the seat's own entry `seq` did last, if it did two things. `in_turn`: in
    that turn, not after it, where every seat can act, as at a round's end.
    """
    entries = [entry for entry in table.entries if not entry.undone]
    at = next((i for i, entry in enumerate(entries) if entry.seq == seq), -1)
    after = entries[at + 1].seats_to_act if at + 1 < len(entries) else table.seats_to_act
    everybody = frozenset(each.number for each in table.seats)
    if in_turn and at >= 0 and after == everybody != entries[at].seats_to_act:
        after = frozenset()
    if seat in after and not (inside and at >= 0 and entries[at].seat == seat):
        return Place(seq)
    for i in range(at, -1, -1):
        if seat in entries[i].seats_to_act:
            before = separable_part(table, entries[i].seq) if entries[i].seat == seat else ""
            if before:
                return Place(entries[i].seq, before)
            if seat in after:
                return Place(seq)
            return Place(entries[i - 1].seq if i else 0)
    return Place(seq)


def place_for_forgotten_action(table: Table, seat: int, action: str) -> Place:
    """Returns the latest place in the seat's last turn where the action would have been allowed;
    after 0 if there is none.
    """
    game, own_turn = table.game, frozenset({seat})
    ended, own = table.seats_to_act != own_turn, False
    for i in range(len(table.entries) - 1, 0, -1):
        entry = table.entries[i]
        if entry.undone:
            continue
        # Actions open to several seats at any time, a tile or a note, count to the turn they fell
        # in.
        if entry.seats_to_act != own_turn:
            if own:
                break
            ended = True
        elif ended:
            own, forgotten = True, game.read(action)
            before = separable_part(table, entry.seq) if entry.seat == seat else ""
            if before and _is_allowed_before_last_part(game, entry, forgotten):
                return Place(entry.seq, before)
            if judge(game, entry.state_before, seat, forgotten).allowed:
                return Place(table.entries[i - 1].seq)
    return Place(0)


def _is_allowed_before_last_part(game: Game, entry: ActionEntry, forgotten: Any) -> bool:
    parts = game.parts(game.read(entry.action))
    if parts is None:
        return False
    middle = game.apply(entry.state_before, entry.seat, parts[0])
    return judge(game, middle, entry.seat, forgotten).allowed


def end_of_turn(table: Table, seat: int, aim: FormTarget) -> str:
    """Returns the verb that ended the turn in which this place is; "" if the seat plays it now."""
    if aim.before:
        return aim.before.split(" ", 1)[0]
    verb = ""
    for entry in (each for each in table.entries if not each.undone and each.seq > aim.seq):
        if seat not in entry.seats_to_act:
            return verb
        if entry.seat == seat:
            verb = entry.action.split(" ", 1)[0]
    return "" if seat in table.seats_to_act else verb


def without_end_of_turn(panels: Sequence[Panel], verb: str) -> list[Panel]:
    """Returns the panels without the docks' choices of this verb, by which the turn has ended."""
    verbs = {panel.id: panel.verb for panel in panels if isinstance(panel, Sheet)}

    def ends(choice: Choice) -> bool:
        return (choice.action or verbs.get(choice.sheet, "")).split(" ", 1)[0] == verb

    def left(panel: Panel) -> Panel:
        if not isinstance(panel, Dock):
            return panel
        return replace(panel, choices=tuple(each for each in panel.choices if not ends(each)))

    return [left(panel) for panel in panels] if verb else [*panels]


def prefilled_sheet(panel: Panel, said: str) -> Panel:
    """Returns the sheet filled with the words of the action; other panels unchanged."""
    words, verb = said.split(), panel.verb.split() if isinstance(panel, Sheet) else []
    if not isinstance(panel, Sheet) or not panel.submit or words[: len(verb)] != verb:
        return panel
    rest, fields = words[len(verb) :], []
    for each in panel.fields:
        given = _given(each, rest)
        rest = rest[len(given) + bool(given and each.lead) :]
        fields.append(replace(each, value=" ".join(given)) if given else each)
    return replace(panel, fields=tuple(fields))


def _given(field: Field, words: list[str]) -> list[str]:
    """Returns the words that answer this field; [] if they leave it out."""
    if field.lead:
        if words[:1] != [field.lead]:
            return []
        words = words[1:]
    if field.kind == "number":
        return words[:1] if words and words[0].isdecimal() else []
    values = [pick.value.split() for pick in (*field.picks, *field.rare)]
    fitting = [value for value in values if value and words[: len(value)] == value]
    return max(fitting, key=len, default=[])


def is_interactive_panel(panel: Panel) -> bool:
    """Returns whether the panel belongs on a page for tapping: no shared panel, except on the first
    tab, whose drawing may hold controls.
    """
    if isinstance(panel, Banner | Result | Breakdown | Graph):
        return False
    return not panel.shared or panel.tab == TAB_KEYS[0]
