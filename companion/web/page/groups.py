"""Builds a group's pages: its evenings and statistics, its members, its invitation link."""

from __future__ import annotations

from dataclasses import dataclass

from flask import url_for

from companion.evenings.persons import plays_of_group
from companion.evenings.standings import EveningFilter
from companion.play import groups
from companion.play.groups import Group, Member
from companion.play.public_results import publication_consents
from companion.play.shelf import NoteStore
from companion.web.page.evenings import EMPTY_EVENING_FILTER, Evenings, filter_evenings
from companion.web.page.my_tables import TableRow
from companion.web.page.result import revealed_category_count
from companion.web.request.addresses import origin_for_phones
from companion.web.request.phone import phone_id
from companion.web.site import current_site

#: Suffix of the shelf on which a phone's read news are kept, as "GROUP TABLE".
_TOLD = "-told"


@dataclass(frozen=True)
class MemberLine:
    """A member as this phone sees it. `same`: both phones are one person; `asks`: that phone has
    claimed so and this one hasn't confirmed; `asked`: the reverse.
    """

    member: Member
    own: bool
    same: bool
    asks: bool
    asked: bool


@dataclass(frozen=True)
class GroupNews:
    """An evening of this phone that another member put into a `group`, or ("") to whose page for
    everybody another player agreed.
    """

    code: str
    group: str


def member_lines(group: Group) -> list[MemberLine]:
    """Returns a line per member, this phone first."""
    me = phone_id()
    lines = [
        MemberLine(
            one,
            one.phone == me,
            bool({(one.phone, me), (me, one.phone)} & group.same),
            (one.phone, me) in group.asked,
            (me, one.phone) in group.asked,
        )
        for one in group.members
    ]
    return sorted(lines, key=lambda line: not line.own)


def group_evenings(group: Group, wanted: EveningFilter = EMPTY_EVENING_FILTER) -> Evenings:
    """Returns the group's finished games with revealed results, under its members' names."""
    store = current_site().store
    tables = [
        table
        for table in groups.tables_of_group(store, group.id)
        if table.outcome is not None and revealed_category_count(table) is None
    ]
    plays = plays_of_group(tables, groups.group_identities(store, group.id, tables))
    return filter_evenings(tables, plays, {}, wanted)


def invitation_link(group: Group) -> str:
    """Returns the address with which another phone joins the group."""
    return origin_for_phones() + url_for("groups.show_invitation", group=group.id, key=group.key)


def group_news(past: list[TableRow]) -> list[GroupNews]:
    """Returns what others did with this phone's evenings and it hasn't been shown yet."""
    store, me = current_site().store, phone_id()
    dismissed = NoteStore(store, me, _TOLD).read()
    opened = [GroupNews(row.code, "") for row in past if has_public_news(row.code)]
    return opened + [
        GroupNews(row.code, name)
        for row in past
        for group, (name, by) in groups.groups_with_evening(store, row.code).items()
        if by != me and f"{group} {row.code}" not in dismissed
    ]


def mark_news_read(code: str) -> None:
    """Marks the news about this table as read by this phone."""
    there = groups.groups_with_evening(current_site().store, code)
    read = {f"{group} {code}": "1" for group in there} | {f"public {code}": _others_agree(code)}
    NoteStore(current_site().store, phone_id(), _TOLD).write(
        {name: said for name, said in read.items() if said}
    )


def has_public_news(code: str) -> bool:
    """Returns whether others agreed to the game's public page since this phone was told."""
    said = _others_agree(code)
    return (
        bool(said)
        and NoteStore(current_site().store, phone_id(), _TOLD).read().get(f"public {code}") != said
    )


def _others_agree(code: str) -> str:
    """Returns the seats of others that agreed, while the page is open; "" for none."""
    store, me = current_site().store, phone_id()
    table = store.latest_within(code, groups.MAX_CACHED_TABLE_AGE_SECONDS)
    said = publication_consents(store, table)
    if table.outcome is None or not all(said.values()):
        return ""
    return ",".join(str(seat) for seat in sorted(said) if seat not in table.seats_of(me))
