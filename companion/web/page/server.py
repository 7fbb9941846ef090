"""Builds the server's status page: counts only, nothing of the play at any table."""

from __future__ import annotations

from dataclasses import dataclass
from heapq import nlargest
from importlib.metadata import version
from operator import attrgetter

from companion.ledger import TableSummary
from companion.ledger.daily import BackupCopy
from companion.ledger.wifi import Wifi
from companion.referee.text import Text, joined_texts, untranslated
from companion.web.language.sentences import clock_time, date_text, decimal_text, say
from companion.web.page.qr import is_no_network_yet
from companion.web.request.addresses import is_public_origin, origin_for_phones
from companion.web.site import Site, current_site
from companion.web.troubles import RecentError

#: Tables listed, the most recently played.
MAX_TABLES_LISTED = 12


@dataclass(frozen=True)
class ServerPage:
    """`facts`: (label, value); `tables`: (title, line) of each; `begun`: the server's start;
    `address`: what phones open, "" while this computer is in no network. `wifi`: the Wi-Fi that is
    kept; `public`: we are reached from the internet, so no table shows it.
    """

    version: str
    facts: list[tuple[str, str]]
    tables: list[tuple[str, str]]
    backups: list[str]
    troubles: list[RecentError]
    begun: str
    address: str
    wifi: Wifi | None
    public: bool


def server_page() -> ServerPage:
    """Returns the page's values as of now."""
    here = current_site()
    found = here.store.ledger.table_summaries()
    watched = here.stream_hub.awake_phones_by_table()
    return ServerPage(
        version=version("cosmos-companion"),
        facts=_facts(here, len(found), len({phone for each in watched.values() for phone in each})),
        tables=[
            (_title(here, each), _line(each, len(watched.get(each.code, ()))))
            for each in nlargest(MAX_TABLES_LISTED, found, key=attrgetter("last"))
        ],
        backups=[_kept(each) for each in here.backups.all_copies] if here.backups else [],
        troubles=list(here.troubles.newest),
        begun=local_time_text(here.begun),
        address="" if is_no_network_yet() else origin_for_phones(),
        wifi=here.wifi.read() if here.wifi else None,
        public=is_public_origin(origin_for_phones()),
    )


def local_time_text(at: float) -> str:
    """Returns day and time of day (from unix seconds) in the server's time zone."""
    return say(joined_texts(map(untranslated, (date_text(at), clock_time(at)))))


def _facts(here: Site, tables: int, phones: int) -> list[tuple[str, str]]:
    facts = [
        (say(Text("Tables")), str(tables)),
        (say(Text("Phones connected")), str(phones)),
    ]
    if here.backups:
        facts.append(
            (say(Text("Space used by all tables")), _megabytes(here.backups.database_bytes))
        )
        facts.append((say(Text("Free disk space")), _megabytes(here.backups.free_disk_bytes)))
    return facts


def _title(here: Site, each: TableSummary) -> str:
    slug = each.opening.partition(" ")[0]
    return here.games[slug].title if slug in here.games else slug


def _line(each: TableSummary, phones: int) -> str:
    opened, last = (
        untranslated(local_time_text(each.opened)),
        untranslated(local_time_text(each.last)),
    )
    words = say(Text("Opened {opened}, last tap {last}", opened=opened, last=last))
    return f"{words} · {say(Text('phones: {n}', n=phones))}" if phones else words


def _kept(each: BackupCopy) -> str:
    return f"{local_time_text(each.at)} · {_megabytes(each.file.stat().st_size)}"


def _megabytes(size: int) -> str:
    if size >= 1_000_000_000:
        return say(Text("{n} GB", n=untranslated(decimal_text(round(size / 1e9, 1)))))
    return say(Text("{n} MB", n=untranslated(decimal_text(round(size / 1e6, 1)))))
