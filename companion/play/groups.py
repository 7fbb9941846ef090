"""Groups: people who play together and share evenings, without accounts.

A group is a name, a link and the phones that joined by it. An evening belongs to the group when a
phone that sat there adds it, or when its table was opened there. Every phone that sat there can
remove the evening, or the name of its own seat. All of this is notes beside the logs, which never
change.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256

from companion.chance import new_token
from companion.evenings.persons import GroupIdentityFacts, main_phone_by_phone
from companion.play.permissions import NotAllowed, require_own_seat
from companion.play.shelf import REMOVED_NOTE_VALUE, NoteStore, notes_owner_of_table
from companion.play.store import TableStore, UnknownTable
from companion.referee.text import Text, untranslated
from companion.tables import Table
from companion.tables.names import looks_of_name, without_invisible_characters

#: Limits: members of a group, groups of a phone, and evenings counted (the newest).
MAX_MEMBERS, MAX_GROUPS, MAX_EVENINGS = 40, 30, 500
#: Maximum characters of a name.
MAX_NAME_CHARACTERS = 40
#: Seconds for which a cached table is fresh enough.
MAX_CACHED_TABLE_AGE_SECONDS = 5.0

#: A table that was just opened: seconds since the last thing that happened there, and how many of
#: the group's newest tables are looked at.
OPENED_SECONDS, MAX_OPENED = 6 * 3_600.0, 3

#: Seconds for which a new member can't remove those who were there before: one person may come by
#: the link with many browsers.
NEW_MEMBER_SECONDS = 86_400.0

# Kinds of notes. Of a group: facts, members, when they joined, votes to remove, phones of one
# person, evenings. Of a phone: its groups. Of a table: its groups, the hidden names, who took it
# out of which group.
_FACTS, _MEMBERS, _VOTES, _SAME, _EVENINGS = "-group", "-members", "-votes", "-same", "-evenings"
_JOINED = "-joined"
_GROUPS, _HIDDEN, _TAKEN = "-groups", "-hidden", "-taken"
_ASKED, _BOTH = "asked", "both"


class UnknownGroup(Exception):
    """There is no such group, or not for this phone."""


@dataclass(frozen=True)
class Member:
    """`id`: names this phone on pages, reveals nothing elsewhere. `votes`: people for removal."""

    id: str
    phone: str
    name: str
    votes: int


@dataclass(frozen=True)
class Group:
    """The group as a member sees it.

    `same`: pairs of phones of one person; `asked`: pairs where only the first has said so.
    """

    id: str
    name: str
    key: str
    members: tuple[Member, ...]
    same: frozenset[tuple[str, str]]
    asked: frozenset[tuple[str, str]]

    def member_of_phone(self, phone: str) -> Member | None:
        """Returns this phone's member, None if it has none."""
        return next((one for one in self.members if one.phone == phone), None)

    def member_by_id(self, member: str) -> Member:
        """Returns the member with this id. Raises `NotAllowed` if there is none."""
        for one in self.members:
            if one.id == member:
                return one
        raise NotAllowed(Text("This player isn't in the group any more."))


def create_group(store: TableStore, name: str, own_name: str, phone: str) -> str:
    """Creates a group with this phone in it; returns its id."""
    clean = _named(name)
    if len(groups_of_phone(store, phone)) >= MAX_GROUPS:
        raise NotAllowed(Text("This phone is in {most} groups already.", most=MAX_GROUPS))
    group = f"group-{new_token()}"
    NoteStore(store, group, _FACTS).write({"name": clean, "key": new_token()})
    _add(store, group, phone, own_name)
    return group


def groups_of_phone(store: TableStore, phone: str) -> dict[str, str]:
    """Returns the names of this phone's groups by id."""
    own = list(NoteStore(store, phone, _GROUPS).read())
    facts = {group: NoteStore(store, group, _FACTS).read() for group in own}
    return {group: each["name"] for group, each in facts.items() if "name" in each}


def group_for_member(store: TableStore, group: str, phone: str) -> Group:
    """Raises `UnknownGroup` if this phone is not a member."""
    if phone not in NoteStore(store, group, _MEMBERS).read():
        raise UnknownGroup(group)
    return _group(store, group)


def group_from_link(store: TableStore, group: str, key: str) -> Group:
    """Returns the group that this link opens. Raises `UnknownGroup`."""
    facts = NoteStore(store, group, _FACTS).read()
    # As bytes: a comparison of text refuses other letters than ASCII.
    if not key or not hmac.compare_digest(_bytes(facts.get("key", "")), _bytes(key)):
        raise UnknownGroup(group)
    return _group(store, group)


def _group(store: TableStore, group: str) -> Group:
    facts = NoteStore(store, group, _FACTS).read()
    names = NoteStore(store, group, _MEMBERS).read()
    pairs = NoteStore(store, group, _SAME).read()
    pairs_by_answer = {value: frozenset(_pairs(pairs, value)) for value in (_ASKED, _BOTH)}
    first = main_phone_by_phone(pairs_by_answer[_BOTH])
    votes = [name.partition(" ")[::2] for name in NoteStore(store, group, _VOTES).read()]
    members = []
    for phone, name in names.items():
        # A person with two phones has one vote, and none about themselves.
        one = first.get(phone, phone)
        voices = {first.get(by, by) for whom, by in votes if whom == phone and by in names}
        members.append(Member(_id(group, phone), phone, name, len(voices - {one})))
    return Group(
        group,
        facts["name"],
        facts["key"],
        tuple(members),
        pairs_by_answer[_BOTH],
        pairs_by_answer[_ASKED],
    )


def _pairs(pairs: Mapping[str, str], value: str) -> list[tuple[str, str]]:
    split = [(name.partition(" "), answer) for name, answer in pairs.items()]
    return [(one, two) for (one, _, two), answer in split if two and answer == value]


def _id(group: str, phone: str) -> str:
    return sha256(f"{group} {phone}".encode()).hexdigest()[:16]


def join_group(store: TableStore, group: Group, name: str, phone: str) -> None:
    """Adds a phone that came by the link to the members."""
    if group.member_of_phone(phone) is None and len(group.members) >= MAX_MEMBERS:
        raise NotAllowed(Text("A group has up to {most} phones.", most=MAX_MEMBERS))
    _add(store, group.id, phone, name)


def _add(store: TableStore, group: str, phone: str, name: str) -> None:
    clean = _named(name)
    others = NoteStore(store, group, _MEMBERS).read()
    for by, called in others.items():
        if looks_of_name(called) == looks_of_name(clean) and by != phone:
            there = untranslated(called)
            raise NotAllowed(Text("There's already a {name} in this group.", name=there))
    if phone not in others:
        joined = NoteStore(store, group, _JOINED)
        joined.write({phone: f"{len(joined.read_with_removed()) + 1} {store.clock()}"})
    NoteStore(store, group, _MEMBERS).write({phone: clean})
    NoteStore(store, phone, _GROUPS).write({group: "1"})


def leave_group(store: TableStore, group: str, phone: str) -> None:
    """Removes this phone from the members; its evenings stay."""
    NoteStore(store, group, _JOINED).write({phone: REMOVED_NOTE_VALUE})
    NoteStore(store, group, _MEMBERS).write({phone: REMOVED_NOTE_VALUE})
    NoteStore(store, phone, _GROUPS).write({group: REMOVED_NOTE_VALUE})
    votes = [name for name in NoteStore(store, group, _VOTES).read() if phone in name.split(" ")]
    NoteStore(store, group, _VOTES).write(dict.fromkeys(votes, REMOVED_NOTE_VALUE))


def vote_out_member(store: TableStore, group: Group, member: str, phone: str) -> bool:
    """Votes to remove a member and returns whether they are removed.

    Two votes remove the member and replace the link. Raises `NotAllowed` for a phone that joined
    less than a day ago, and later than the member.
    """
    one = group.member_by_id(member)
    if one.phone == phone:
        raise NotAllowed(Text("To go yourself, choose Leave the group."))
    (place, joined), (other, _) = (
        _joined(store, group.id, phone),
        _joined(store, group.id, one.phone),
    )
    if place > other and store.clock() - joined < NEW_MEMBER_SECONDS:
        raise NotAllowed(Text("On your first day here you can't remove who was here before you."))
    NoteStore(store, group.id, _VOTES).write({f"{one.phone} {phone}": "1"})
    if _group(store, group.id).member_by_id(member).votes < 2:
        return False
    leave_group(store, group.id, one.phone)
    replace_invitation_link(store, group.id)
    return True


def _joined(store: TableStore, group: str, phone: str) -> tuple[int, float]:
    """Returns as which member and when this phone joined; zeros if nobody noted it yet then."""
    place, _, at = NoteStore(store, group, _JOINED).read().get(phone, "0 0").partition(" ")
    return int(place), float(at)


def replace_invitation_link(store: TableStore, group: str) -> None:
    """Replaces the link: members stay, the old link stops working."""
    NoteStore(store, group, _FACTS).write({"key": new_token()})


def declare_same_person(store: TableStore, group: Group, member: str, phone: str) -> bool:
    """Declares this phone and that member's one person's; returns whether both have now said so.

    Raises `NotAllowed` if both have sat at one table.
    """
    other = group.member_by_id(member)
    if other.phone == phone:
        raise NotAllowed(Text("Choose your other phone."))
    for table in tables_of_group(store, group.id):
        if table.seats_of(phone) and table.seats_of(other.phone):
            raise NotAllowed(Text("Both phones have sat at one table, so they're two people."))
    both = (other.phone, phone) in group.asked
    pair = f"{other.phone} {phone}" if both else f"{phone} {other.phone}"
    if (other.phone, phone) in group.same or (phone, other.phone) in group.same:
        return True
    NoteStore(store, group.id, _SAME).write({pair: _BOTH if both else _ASKED})
    return both


def declare_other_person(store: TableStore, group: Group, member: str, phone: str) -> None:
    """Declares the two phones different people again; either may."""
    other = group.member_by_id(member).phone
    there = NoteStore(store, group.id, _SAME).read()
    pairs = [pair for pair in (f"{other} {phone}", f"{phone} {other}") if pair in there]
    NoteStore(store, group.id, _SAME).write(dict.fromkeys(pairs, REMOVED_NOTE_VALUE))


def phones_of_person(store: TableStore, phone: str) -> set[str]:
    """Returns this phone, and the others that are the same person's in a group that both are in."""
    found = {phone}
    for group in groups_of_phone(store, phone):
        of = group_for_member(store, group, phone)
        # Pairs only: a third phone that the second one vouches for hasn't been asked.
        paired = {each for pair in of.same if phone in pair for each in pair}
        found |= paired & {one.phone for one in of.members}
    return found


def group_identities(store: TableStore, group: str, tables: list[Table]) -> GroupIdentityFacts:
    """Returns what the group has said about who is who."""
    names = NoteStore(store, group, _MEMBERS).read()
    same = _pairs(NoteStore(store, group, _SAME).read(), _BOTH)
    hidden = {
        (table.code, seat)
        for table in tables
        for seat in seats_with_hidden_name(store, group, table.code)
    }
    return GroupIdentityFacts(names, same, hidden)


@dataclass(frozen=True)
class OpenedTable:
    """A table that waits for players, opened in the group by the member `who` ("" if gone)."""

    table: Table
    who: str
    group: str


def opened_tables(store: TableStore, phone: str, of: str = "") -> list[OpenedTable]:
    """Returns the tables that others have just opened in this phone's groups, or in the group `of`,
    and that it can join: not started, not locked, with a free seat.
    """
    found: dict[str, OpenedTable] = {}
    for group, name in groups_of_phone(store, phone).items():
        if of and group != of:
            continue
        names = NoteStore(store, group, _MEMBERS).read()
        for table in tables_of_group(store, group, MAX_OPENED):
            lately = store.clock() - table.at < OPENED_SECONDS
            free = any(not seat.phone for seat in table.seats) and not table.locked
            if not table.started and lately and free and not table.seats_of(phone):
                by = NoteStore(store, notes_owner_of_table(table.code), _GROUPS).read()[group]
                found.setdefault(table.code, OpenedTable(table, names.get(by, ""), name))
    return list(found.values())


# -- evenings


def tables_of_group(store: TableStore, group: str, most: int = MAX_EVENINGS) -> list[Table]:
    """Returns the group's tables, running ones too, the one added last first."""
    codes = list(reversed(NoteStore(store, group, _EVENINGS).read()))[:most]
    tables = []
    for code in codes:
        # The note beside the table decides: it is deleted with it, and the code may be reused.
        if group not in NoteStore(store, notes_owner_of_table(code), _GROUPS).read():
            continue
        try:
            tables.append(store.latest_within(code, MAX_CACHED_TABLE_AGE_SECONDS))
        except UnknownTable:
            continue
    return tables


def add_evening(store: TableStore, group: str, code: str, phone: str) -> None:
    """Adds an evening to the group, by a member who sat there, during the game or after it.

    An evening that a player took out only they put back. Raises `NotAllowed`, `UnknownGroup`.
    """
    group_for_member(store, group, phone)
    table = store.latest(code)
    if not table.seats_of(phone):
        raise NotAllowed(Text("Only someone who played can put this evening in a group."))
    notes = NoteStore(store, notes_owner_of_table(table.code), _GROUPS)
    removed = notes.read_with_removed().get(group) == REMOVED_NOTE_VALUE
    if removed and group not in groups_without_evening(store, table.code, phone):
        raise NotAllowed(Text("A player has taken this evening out of the group."))
    _keep_in(store, group, table.code, phone)


def restore_evening(store: TableStore, group: str, code: str, phone: str) -> None:
    """Returns an evening to the group, by the phone that took it out, member or not."""
    table = store.latest(code)
    if not table.seats_of(phone) or group not in groups_without_evening(store, table.code, phone):
        raise NotAllowed(Text("A player has taken this evening out of the group."))
    _keep_in(store, group, table.code, phone)


def groups_without_evening(store: TableStore, code: str, phone: str) -> dict[str, str]:
    """Returns the groups out of which this phone took the evening, and can put it back: id to
    name.
    """
    there = NoteStore(store, notes_owner_of_table(code), _TAKEN).read()
    facts = {
        group: NoteStore(store, group, _FACTS).read() for group, by in there.items() if by == phone
    }
    return {group: each["name"] for group, each in facts.items() if "name" in each}


def _keep_in(store: TableStore, group: str, code: str, phone: str) -> None:
    NoteStore(store, notes_owner_of_table(code), _GROUPS).write({group: phone})
    NoteStore(store, notes_owner_of_table(code), _TAKEN).write({group: REMOVED_NOTE_VALUE})
    NoteStore(store, group, _EVENINGS).write({code: phone})


def remove_evening(store: TableStore, group: str, code: str, phone: str) -> None:
    """Removes the evening from the group; anyone who sat there may, and may put it back."""
    table = store.latest(code)
    if not table.seats_of(phone):
        raise NotAllowed(Text("Only someone who played can take this evening out."))
    if group in NoteStore(store, notes_owner_of_table(table.code), _GROUPS).read():
        NoteStore(store, notes_owner_of_table(table.code), _GROUPS).write(
            {group: REMOVED_NOTE_VALUE}
        )
        NoteStore(store, notes_owner_of_table(table.code), _TAKEN).write({group: phone})
        NoteStore(store, group, _EVENINGS).write({table.code: REMOVED_NOTE_VALUE})


def hide_name_in_group(store: TableStore, group: str, code: str, phone: str, seat: int) -> None:
    """Hides the name of a seat of this phone in the group's evening; its points stay."""
    _require_own_evening(store, group, code, phone, seat)
    NoteStore(store, notes_owner_of_table(code), _HIDDEN).write(
        {f"{group} {seat}": REMOVED_NOTE_VALUE}
    )


def show_name_in_group(store: TableStore, group: str, code: str, phone: str, seat: int) -> None:
    """Shows the name again."""
    _require_own_evening(store, group, code, phone, seat)
    NoteStore(store, notes_owner_of_table(code), _HIDDEN).write({f"{group} {seat}": "1"})


def _require_own_evening(store: TableStore, group: str, code: str, phone: str, seat: int) -> None:
    """Raises `NotAllowed` unless this phone has the seat, and the evening is in the group: no note
    is written of any other word that a phone sends.
    """
    require_own_seat(store.latest(code), seat, phone)
    if group not in NoteStore(store, notes_owner_of_table(code), _GROUPS).read():
        raise NotAllowed(Text("This evening isn't in that group."))


def groups_with_evening(store: TableStore, code: str) -> dict[str, tuple[str, str]]:
    """Returns the groups with this evening: id to name and the phone that added it.

    Only for the people who sat there.
    """
    there = NoteStore(store, notes_owner_of_table(code), _GROUPS).read()
    facts = {group: NoteStore(store, group, _FACTS).read() for group in there}
    return {group: (facts[group]["name"], by) for group, by in there.items() if facts[group]}


def seats_with_hidden_name(store: TableStore, group: str, code: str) -> set[int]:
    """Returns the seats whose names are hidden in this evening of the group."""
    notes = NoteStore(store, notes_owner_of_table(code), _HIDDEN).read_with_removed()
    split = [(name.rpartition(" "), value) for name, value in notes.items()]
    return {
        int(seat)
        for (of, _, seat), value in split
        # A note that makes no sense is passed over: an older companion wrote whatever was sent.
        if of == group and value == REMOVED_NOTE_VALUE and seat.isascii() and seat.isdecimal()
    }


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _named(name: str) -> str:
    clean = without_invisible_characters(name)[:MAX_NAME_CHARACTERS].strip()
    if not clean:
        raise NotAllowed(Text("Enter a name first."))
    return clean
