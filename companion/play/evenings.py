"""A phone's finished games, and the names under which it counts the people in them.

A renamed, merged or left-out person is a note of this phone and changes no log. There are no
accounts, so "Ana" in one group may not be "Ana" in another, and one phone's names must not affect
others. Only the name of a seat that this phone holds can be removed from the logs, as `forget`
does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from companion.evenings import (
    PLAYS_IN_A_ROW,
    DisplayNames,
    EveningNotes,
    FinishedPlay,
    PlayerStats,
    case_folded_name,
    display_name,
    finished_play,
    player_statistics,
)
from companion.evenings.copies import each_game_once
from companion.ledger import StoredNote
from companion.play.forget import remove_seat_name
from companion.play.groups import phones_of_person
from companion.play.imports import known_play_ids, stored_imports_of_phone
from companion.play.permissions import NotAllowed
from companion.play.phone import tables_of_phone
from companion.play.shelf import REMOVED_NOTE_VALUE, NoteStore, notes_owner_of_table
from companion.play.store import TableStore
from companion.referee.text import Text, untranslated
from companion.review import game_ending_entry
from companion.tables import Table
from companion.tables.names import without_invisible_characters
from companion.yielding import let_others, yielding

#: Tables counted, those played last first.
MAX_COUNTED_TABLES_OF_PHONE = 300
#: Names offered for a guest, and tables that they are from, those played last.
FAMILIAR_NAME_COUNT, FAMILIAR_TABLE_COUNT = 8, 20
#: Maximum characters of a name.
MAX_NAME_CHARACTERS = 80
#: What can be written about an evening, and letters of it at most.
NOTE_KINDS, MAX_NOTE_CHARACTERS, _ABOUT = ("place", "note", "expansions"), 200, "-about"
#: No game has this name. A blank marks a person who is left out; no name is blank.
_SHELF, _LEFT_OUT = "-people", " "


def finished_tables(store: TableStore, phone: str) -> list[Table]:
    """Returns the tables with a result at which this phone's person has a seat, newest first; of a
    game that was opened again from its file, one of them.

    Raises `Unavailable`.
    """
    found = {}
    for own in sorted(phones_of_person(store, phone)):
        for table in tables_of_phone(store, own, MAX_COUNTED_TABLES_OF_PHONE):
            if last := game_ending_entry(table):
                found[table.code] = (last.at, table.code, table)
            let_others()
    newest = sorted(found.values(), key=lambda each: each[:2])[::-1]
    return each_game_once(table for _, _, table in newest)


def imported_plays_of_person(store: TableStore, phone: str) -> list[FinishedPlay]:
    """Returns the games from elsewhere that this phone's person counts, each once."""
    own = sorted(phones_of_person(store, phone))
    found = {play.code: play for each in own for play in stored_imports_of_phone(store, each)}
    return list(found.values())


def counted_plays(store: TableStore, phone: str, tables: Iterable[Table]) -> list[FinishedPlay]:
    """Returns these tables' games, and those from elsewhere that this phone's person counts: none
    of them is a table's.
    """
    own = finished_plays(tables)
    there = known_play_ids(own)
    brought = yielding(imported_plays_of_person(store, phone), PLAYS_IN_A_ROW)
    return [*own, *(play for play in brought if there.isdisjoint(known_play_ids([play])))]


def _counted(store: TableStore, phone: str) -> list[FinishedPlay]:
    return counted_plays(store, phone, finished_tables(store, phone))


def finished_plays(tables: Iterable[Table]) -> list[FinishedPlay]:
    """Returns these tables as the statistics of evenings use them."""
    found = map(finished_play, yielding(tables, PLAYS_IN_A_ROW))
    return [play for play in found if play]


def display_names_for_phone(store: TableStore, phone: str) -> DisplayNames:
    """Returns the name that this phone shows for each written name. Raises `Unavailable`."""
    kept = {each.name: each.value for each in store.ledger.notes(phone, _SHELF)}
    return {name: value.strip() for name, value in kept.items() if value}


def familiar_names(store: TableStore, phone: str, here: Table) -> list[str]:
    """Returns the names that were most often at this phone's newest other tables, as it shows them;
    none of this table's, and none that it leaves out. Raises `Unavailable`.
    """
    tables = tables_of_phone(store, phone, FAMILIAR_TABLE_COUNT + 1)
    seats = [seat for table in tables if table.code != here.code for seat in table.seats]
    names, taken = display_names_for_phone(store, phone), {s.name.casefold() for s in here.seats}
    shown = (display_name(seat.name, names) for seat in seats if seat.name)
    known = Counter(name for name in shown if name and name.casefold() not in taken)
    return [name for name, _ in known.most_common(FAMILIAR_NAME_COUNT)]


def rename_player(store: TableStore, phone: str, person: str, name: str) -> str:
    """Renames a person for this phone and returns the cleaned name.

    A name that another person has merges the two, unless they ever sat at one table. Raises
    `NotAllowed`, `Unavailable`.
    """
    clean = without_invisible_characters(name)[:MAX_NAME_CHARACTERS]
    if not clean:
        raise NotAllowed(Text("Enter a name first."))
    plays, names = _counted(store, phone), display_names_for_phone(store, phone)
    one = _find(plays, names, person)
    if case_folded_name(one.name) != case_folded_name(clean) and _have_met(
        plays, names, one, clean
    ):
        raise NotAllowed(
            Text(
                "{name} and {other} have played at the same table, so they're two people.",
                name=untranslated(one.name),
                other=untranslated(clean),
            )
        )
    _keep(store, phone, one.spellings, clean)
    return clean


def _have_met(
    plays: Iterable[FinishedPlay], names: DisplayNames, one: PlayerStats, name: str
) -> bool:
    """Returns whether this person has sat at a table with someone shown under this name."""
    for play in plays:
        at = [
            (case_folded_name(each.name), case_folded_name(display_name(each.name, names)))
            for each in play.players
        ]
        there = any(written in one.spellings for written, _ in at)
        others = {called for written, called in at if written not in one.spellings}
        if there and case_folded_name(name) in others:
            return True
    return False


def split_player(store: TableStore, phone: str, person: str) -> None:
    """Restores a person's names as written at the tables: a merged person is two again."""
    plays, names = _counted(store, phone), display_names_for_phone(store, phone)
    _keep(store, phone, _find(plays, names, person).spellings, "")


def forget_player(store: TableStore, phone: str, person: str) -> int:
    """Forgets a person; returns in how many seats of this phone the name was erased for good.

    Where others wrote the name, this phone no longer counts it.
    """
    plays, names = _counted(store, phone), display_names_for_phone(store, phone)
    spellings = _find(plays, names, person).spellings
    erased = 0
    for table in tables_of_phone(store, phone, MAX_COUNTED_TABLES_OF_PHONE):
        for number in table.seats_of(phone):
            if case_folded_name(table.seat_at(number).name) in spellings:
                remove_seat_name(store, table.code, number, phone)
                erased += 1
    written = {
        case_folded_name(one.name) for play in _counted(store, phone) for one in play.players
    }
    running = {
        case_folded_name(s.name)
        for t in tables_of_phone(store, phone, MAX_COUNTED_TABLES_OF_PHONE)
        for s in t.seats
    }
    _keep(store, phone, (written | running) & spellings, _LEFT_OUT)
    return erased


def notes_on_evening(store: TableStore, play: FinishedPlay) -> EveningNotes:
    """What people wrote about this evening."""
    return notes_of_table(store, play.code) or play.about


def notes_of_table(store: TableStore, code: str) -> EveningNotes | None:
    """The same of a table; None where nobody wrote anything."""
    kept = NoteStore(store, notes_owner_of_table(code), _ABOUT).read()
    return (
        EveningNotes(**{name: kept[name] for name in NOTE_KINDS if name in kept}) if kept else None
    )


def write_evening_notes(store: TableStore, code: str, phone: str, notes: EveningNotes) -> None:
    """Somebody who sat there says where it was, what else, and with which expansions."""
    table = store.latest(code)
    if not table.seats_of(phone):
        raise NotAllowed(Text("Only someone who played can write about this evening."))
    written = {
        name: without_invisible_characters(getattr(notes, name))[:MAX_NOTE_CHARACTERS]
        for name in NOTE_KINDS
    }
    there = NoteStore(store, notes_owner_of_table(table.code), _ABOUT)
    # What is emptied is gone for good, in backups too.
    there.write({name: words or REMOVED_NOTE_VALUE for name, words in written.items()})


def forgotten_names(store: TableStore, phone: str) -> list[str]:
    """Returns the names that this phone does not count."""
    return sorted(
        name for name, value in display_names_for_phone(store, phone).items() if not value
    )


def restore_player(store: TableStore, phone: str, name: str) -> None:
    """Counts a name again that was left out."""
    _keep(store, phone, {case_folded_name(name)} & set(forgotten_names(store, phone)), "")


def _find(plays: Iterable[FinishedPlay], names: DisplayNames, person: str) -> PlayerStats:
    """Returns the person; raises `NotAllowed` if this phone has not played with them."""
    wanted = case_folded_name(person)
    for one in player_statistics(plays, names):
        if case_folded_name(one.name) == wanted:
            return one
    raise NotAllowed(Text("No one of this name is in your games."))


def _keep(store: TableStore, phone: str, names: Iterable[str], value: str) -> None:
    """Keeps notes that are newer than the existing ones, even after the clock was set back."""
    kept = (each.at for each in store.ledger.notes(phone, _SHELF))
    at = max([store.clock(), *kept])
    store.ledger.store_notes([StoredNote(phone, _SHELF, name, value, at) for name in sorted(names)])
