"""Finds where a forgotten action belongs, and fills a sheet with what an action said."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import groupby

from companion.referee.controls import Field
from companion.referee.panels import TABS, Banner, Panel, Sheet
from companion.referee.result_panels import Breakdown, Graph, Result
from companion.tables import Table

#: How many of its turns a seat is offered to look back on.
TURNS_BACK = 6


@dataclass(frozen=True)
class FormTarget:
    """Where what is tapped goes, and with which field and number of an action."""

    to: str
    field: str
    seq: int


@dataclass(frozen=True)
class OwnTurn:
    """One turn of a seat: its last entry, and the round."""

    last: int
    round: int


def turns_of(table: Table, seat: int) -> list[OwnTurn]:
    """The seat's last turns, the newest first: its actions in a row, as far as they count."""
    turns: list[OwnTurn] = []
    counting = [entry for entry in table.entries if not entry.undone]
    for mine, some in groupby(counting, key=lambda entry: entry.seat == seat):
        if mine:
            last = list(some)[-1]
            turns.append(OwnTurn(last.seq, last.round))
    return turns[: -TURNS_BACK - 1 : -1]


def place_to_act(table: Table, seat: int, seq: int) -> int:
    """The entry after which the seat could act: this one, or, where that has ended its turn, the
    last one before.
    """
    entries = [entry for entry in table.entries if not entry.undone]
    at = next((i for i, entry in enumerate(entries) if entry.seq == seq), -1)
    after = entries[at + 1].to_act if at + 1 < len(entries) else table.to_act
    if seat in after:
        return seq
    for i in range(at, -1, -1):
        if seat in entries[i].to_act:
            return entries[i - 1].seq if i else 0
    return seq


def filled(panel: Panel, said: str) -> Panel:
    """The sheet with the answers that this action gives; other panels as they are."""
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
    """The words that answer this field; none where it was left out."""
    if field.lead:
        if words[:1] != [field.lead]:
            return []
        words = words[1:]
    if field.kind == "number":
        return words[:1] if words and words[0].isdecimal() else []
    values = [pick.value.split() for pick in (*field.picks, *field.rare)]
    fitting = [value for value in values if value and words[: len(value)] == value]
    return max(fitting, key=len, default=[])


def is_to_tap(panel: Panel) -> bool:
    """What everybody sees alike is not for tapping, but for a drawing that holds what is."""
    if isinstance(panel, Banner | Result | Breakdown | Graph):
        return False
    return not panel.shared or panel.tab == TABS[0]
