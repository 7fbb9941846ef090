"""The ledger's schema in PostgreSQL, one migration per version. An old migration never changes."""

from __future__ import annotations

from typing import Any

from companion.ledger import DatabaseTooNew

#: Every version that this program knows, oldest first, with the statements that lead to it. Codes
#: are compared by bytes, whatever the database's collation.
MIGRATIONS: dict[str, tuple[str, ...]] = {
    "1-events-rulings-shelf": (
        """
        CREATE TABLE events (
            code text COLLATE "C" NOT NULL,
            seq bigint NOT NULL,
            at double precision NOT NULL,
            seat bigint NOT NULL,
            kind text NOT NULL,
            text text NOT NULL,
            intent text,
            rules text,
            PRIMARY KEY (code, seq)
        )
        """,
        # An intent that is NULL (not a tap's) never collides.
        "CREATE UNIQUE INDEX events_by_intent ON events (code, intent) WHERE intent IS NOT NULL",
        # A phone lists its own tables on the first page; few events are of these kinds.
        """
        CREATE INDEX events_by_phone ON events (split_part(text, ' ', 1), code)
            WHERE kind IN ('took-seat', 'took-over', 'gave-seat')
        """,
        """
        CREATE TABLE rulings (
            id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            code text COLLATE "C" NOT NULL,
            seq bigint NOT NULL,
            at double precision NOT NULL,
            seat bigint NOT NULL,
            action text NOT NULL,
            rules text NOT NULL,
            intent text,
            UNIQUE (code, intent)
        )
        """,
        # What a group entered about its box; `house` is a phone that was at the table.
        """
        CREATE TABLE shelf (
            house text NOT NULL,
            game text NOT NULL,
            name text NOT NULL,
            value text NOT NULL,
            at double precision NOT NULL,
            PRIMARY KEY (house, game, name)
        )
        """,
        # All servers sign the phones' cookies with the same key.
        "CREATE TABLE keys (name text PRIMARY KEY, value text NOT NULL)",
    ),
    # A cache: a table after one event, so that its log need not be folded.
    "2-snapshots": (
        """
        CREATE TABLE snapshots (
            code text COLLATE "C" PRIMARY KEY,
            seq bigint NOT NULL,
            inside bytea NOT NULL
        )
        """,
        # Any change of a log invalidates the table's snapshot.
        """
        CREATE FUNCTION companion_forget_snapshots() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            DELETE FROM snapshots WHERE code IN (SELECT code FROM changed);
            RETURN NULL;
        END $$
        """,
        """
        CREATE TRIGGER snapshots_after_update AFTER UPDATE ON events
            REFERENCING OLD TABLE AS changed
            FOR EACH STATEMENT EXECUTE FUNCTION companion_forget_snapshots()
        """,
        """
        CREATE TRIGGER snapshots_after_delete AFTER DELETE ON events
            REFERENCING OLD TABLE AS changed
            FOR EACH STATEMENT EXECUTE FUNCTION companion_forget_snapshots()
        """,
    ),
}
MIGRATION_NAMES = tuple(MIGRATIONS)

#: The advisory lock of servers that start at the same moment: any number unused elsewhere.
MIGRATION_LOCK_NUMBER = 0x636F6D70

_THERE = "SELECT to_regclass('companion_migrations') IS NOT NULL"
_MADE = """
    CREATE TABLE IF NOT EXISTS companion_migrations
    (name text PRIMARY KEY, at timestamptz DEFAULT now())
"""
_APPLIED = "SELECT name FROM companion_migrations"


def apply_migrations(connection: Any) -> None:
    """Applies the missing migrations, all or nothing. Raises `DatabaseTooNew`. An up-to-date
    database is only read; servers that start on an empty one take turns.
    """
    if not missing_migrations(connection):
        return
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s)", [MIGRATION_LOCK_NUMBER])
        # Not tested again by `_THERE`: its result from before the lock is cached.
        connection.execute(_MADE)
        for name in _not_in(connection.execute(_APPLIED).fetchall()):
            for statement in MIGRATIONS[name]:
                connection.execute(statement)
            connection.execute("INSERT INTO companion_migrations (name) VALUES (%s)", [name])


def missing_migrations(connection: Any) -> list[str]:
    """Returns the migrations that this database lacks, oldest first. Raises `DatabaseTooNew`."""
    if not connection.execute(_THERE).fetchone()[0]:
        return list(MIGRATION_NAMES)
    return _not_in(connection.execute(_APPLIED).fetchall())


def _not_in(rows: list[tuple[str]]) -> list[str]:
    applied = {name for (name,) in rows}
    if applied - set(MIGRATION_NAMES):
        raise DatabaseTooNew
    return [name for name in MIGRATION_NAMES if name not in applied]
