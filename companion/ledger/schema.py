"""The ledger's schema in SQLite, one migration per version. An old migration never changes."""

from __future__ import annotations

import time
from typing import Any

from sqlite_utils import Database, Migrations
from sqlite_utils.utils import sqlite3  # type: ignore[attr-defined]

from companion.ledger import DatabaseTooNew
from companion.ledger.trouble import error_kind

MIGRATIONS = Migrations("ledger")

#: Seconds between two attempts to switch a new file to write-ahead logging.
WRITE_AHEAD_LOG_RETRY_SECONDS = 0.01

#: Every version that this program knows, oldest first.
MIGRATION_NAMES = (
    "1-events-and-rulings",
    "2-shelf",
    "3-rules-that-judged",
    "4-seats-of-phones",
    "5-snapshots",
)


@MIGRATIONS(name=MIGRATION_NAMES[0])
def _events_and_rulings(db: Database) -> None:
    # An intent that is NULL (not a tap's) never collides in a unique index.
    events = db.table("events").create(
        {
            "code": str,
            "seq": int,
            "at": float,
            "seat": int,
            "kind": str,
            "text": str,
            "intent": str,
        },
        pk=("code", "seq"),
        not_null={"code", "seq", "at", "seat", "kind", "text"},
        strict=True,
    )
    events.create_index(["code", "intent"], unique=True)
    rulings = db.table("rulings").create(
        {
            "id": int,
            "code": str,
            "seq": int,
            "at": float,
            "seat": int,
            "action": str,
            "rules": str,
            "intent": str,
        },
        pk="id",
        not_null={"code", "seq", "at", "seat", "action", "rules"},
        strict=True,
    )
    rulings.create_index(["code", "intent"], unique=True)


@MIGRATIONS(name=MIGRATION_NAMES[1])
def _shelf(db: Database) -> None:
    # What a group entered about its box; `house` is a phone that was at the table.
    db.table("shelf").create(
        {"house": str, "game": str, "name": str, "value": str, "at": float},
        pk=("house", "game", "name"),
        not_null={"house", "game", "name", "value", "at"},
        strict=True,
    )


@MIGRATIONS(name=MIGRATION_NAMES[2])
def _rules_that_judged(db: Database) -> None:
    # NULL for all that was written before.
    db.table("events").add_column("rules", str)


@MIGRATIONS(name=MIGRATION_NAMES[3])
def _seats_of_phones(db: Database) -> None:
    # A phone lists its own tables on the first page; few events are of these kinds.
    db.execute(
        "CREATE INDEX events_by_phone ON events (text, code)"
        " WHERE kind IN ('took-seat', 'took-over')"
    )


@MIGRATIONS(name=MIGRATION_NAMES[4])
def _snapshots(db: Database) -> None:
    # A cache: a table after one event, so that its log need not be folded.
    db.table("snapshots").create(
        {"code": str, "seq": int, "inside": bytes},
        pk="code",
        not_null={"code", "seq", "inside"},
        strict=True,
    )
    # Any change of a log invalidates the table's snapshot.
    for change in ("UPDATE", "DELETE"):
        db.execute(
            f"CREATE TRIGGER snapshots_after_{change.lower()} AFTER {change} ON events"
            " BEGIN DELETE FROM snapshots WHERE code = old.code; END"
        )


def enable_write_ahead_log(connection: Any, timeout: float) -> None:
    """Switches the file to write-ahead logging; a file that has it need not be writable.

    SQLite does not wait for a lock here: two processes that have both read the file and wait to
    change it would deadlock. So a process that starts on a new file at the same moment retries.
    """
    end = time.monotonic() + timeout
    while connection.execute("PRAGMA journal_mode").fetchone() != ("wal",):
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return  # Also if the file system does not support it: then it works without.
        except sqlite3.OperationalError as error:
            if error_kind(error) != "locked" or time.monotonic() >= end:
                raise
            time.sleep(WRITE_AHEAD_LOG_RETRY_SECONDS)


def needs_migration(db: Database) -> bool:
    """Returns whether an earlier version made it and this one would change it."""
    names = {applied.name for applied in MIGRATIONS.applied(db)}
    return bool(names) and names < set(MIGRATION_NAMES)


def apply_migrations(db: Database) -> None:
    """Applies the missing migrations, all or nothing. Raises `DatabaseTooNew`.

    The write lock is taken before the file is examined, so that two processes starting on the same
    empty file do not both create its tables. An up-to-date file is only read.
    """
    if any(applied.name not in MIGRATION_NAMES for applied in MIGRATIONS.applied(db)):
        raise DatabaseTooNew
    if not MIGRATIONS.pending(db):
        return
    db.execute("BEGIN IMMEDIATE")
    try:
        MIGRATIONS.apply(db)
        db.execute("COMMIT")
    finally:
        if db.conn.in_transaction:
            db.execute("ROLLBACK")
