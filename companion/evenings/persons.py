"""Persons: who sat at a group's evenings, by seat and phone, never by spelling alone. Pure.

A phone with one seat at a table stands for its owner, whatever the seat's name. Other people on a
phone are its guests by name. Two phones are one person once both claim so, except at tables where
both have a seat.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from companion.evenings import FinishedPlay, case_folded_name, finished_play
from companion.tables import Table

#: A phone, and the folded name of a guest on it; "" for its owner.
Person = tuple[str, str]


@dataclass(frozen=True)
class GroupIdentityFacts:
    """What a group knows. `names`: a member's name by phone; `same`: pairs of phones that are one
    person; `hidden`: (table, seat) whose name was removed.
    """

    names: Mapping[str, str]
    same: Collection[tuple[str, str]] = ()
    hidden: Collection[tuple[str, int]] = ()


def main_phone_by_phone(same: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Returns, for each phone of a person with several, the phone that stands for all."""
    groups: dict[str, set[str]] = {}
    for one, two in sorted(same):
        together = groups.get(one, {one}) | groups.get(two, {two})
        groups.update(dict.fromkeys(together, together))
    return {phone: min(together) for phone, together in groups.items()}


def plays_of_group(tables: Iterable[Table], known: GroupIdentityFacts) -> list[FinishedPlay]:
    """Returns the finished games, each player under a unique name; "" for a removed name."""
    finished = [(table, play) for table in tables if (play := finished_play(table))]
    finished.sort(key=lambda pair: (pair[1].ended, pair[0].code))
    first, written = (
        main_phone_by_phone(known.same),
        _own_names([table for table, _ in finished], known),
    )
    seated = {table.code: _persons(table, first, written) for table, _ in finished}
    labels = _labels([(table, seated[table.code]) for table, _ in finished], known)
    return [_named(play, seated[play.code], labels, known) for _, play in finished]


def _own_names(tables: Iterable[Table], known: GroupIdentityFacts) -> dict[str, set[str]]:
    """Returns, by phone, its owner's folded names: as its only seat, and as given by a member."""
    first, found = main_phone_by_phone(known.same), defaultdict(set)
    for phone, name in known.names.items():
        found[first.get(phone, phone)].add(case_folded_name(name))
    for table in tables:
        for seat in table.seats:
            if seat.phone and len(table.seats_of(seat.phone)) == 1 and seat.name:
                found[first.get(seat.phone, seat.phone)].add(case_folded_name(seat.name))
    return found


def _persons(
    table: Table, first: Mapping[str, str], written: Mapping[str, set[str]]
) -> dict[int, Person]:
    """Returns the person on each seat of this table."""
    found: dict[int, Person] = {}
    for seat in table.seats:
        phone = seat.phone or table.host
        one, name = first.get(phone, phone), case_folded_name(seat.name)
        alone = bool(seat.phone) and len(table.seats_of(phone)) == 1
        own = alone or name in written.get(one, ())
        person = (one, "" if own else name or f" {seat.number}")
        # Two phones of one person at one table count as two people there.
        taken = person in found.values()
        found[seat.number] = (one, f"{name} {seat.number}") if taken else person
    return found


def _labels(
    seated: Iterable[tuple[Table, Mapping[int, Person]]], known: GroupIdentityFacts
) -> dict[Person, str]:
    """Returns each person's name: as a member gave it, else as last written. Of equal names, the
    later gets a number.
    """
    last: dict[Person, str] = {}
    for table, persons in seated:
        for number, person in persons.items():
            name = table.seat_at(number).name
            hidden = (table.code, number) in known.hidden
            last[person] = (name if not hidden else "") or last.get(person, "")
    first = main_phone_by_phone(known.same)
    for phone, name in sorted(known.names.items(), reverse=True):
        if (one := (first.get(phone, phone), "")) in last:
            last[one] = name
    return _each_its_own(last)


def _each_its_own(names: Mapping[Person, str]) -> dict[Person, str]:
    taken: set[str] = set()
    found = {}
    for person, name in names.items():
        number, label = 1, name
        while label and case_folded_name(label) in taken:
            number += 1
            label = f"{name} ({number})"
        taken.add(case_folded_name(label))
        found[person] = label
    return found


def _named(
    play: FinishedPlay,
    seated: Mapping[int, Person],
    labels: Mapping[Person, str],
    known: GroupIdentityFacts,
) -> FinishedPlay:
    players = (
        replace(
            one,
            name="" if (play.code, one.seat) in known.hidden else labels[seated[one.seat]],
        )
        for one in play.players
    )
    return replace(play, players=tuple(players))
