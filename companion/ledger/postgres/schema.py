"""The ledger's tables in PostgreSQL, one migration per version. An old migration never changes."""

from __future__ import annotations

from typing import Any

from companion.ledger import DatabaseTooNew

#: Every version that this program knows, oldest first, and what makes it of the one before.
#: Codes are compared letter by letter, whatever language the database sorts by.
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
        # An intent that is NULL (of no tap) never collides.
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
        # What a group typed in about its own box; `house` is a phone that was at the table.
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
    # Never the truth: a table as it was after one event, so that its log need not be folded.
    "2-snapshots": (
        """
        CREATE TABLE snapshots (
            code text COLLATE "C" PRIMARY KEY,
            seq bigint NOT NULL,
            inside bytea NOT NULL
        )
        """,
        # Whatever is changed in a log, by whomever: what was made of it before is nothing any more.
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
VERSIONS = tuple(MIGRATIONS)

#: Which lock servers that start at the same moment wait for: any number that no other program uses.
STARTING = 0x636F6D70

_THERE = "SELECT to_regclass('companion_migrations') IS NOT NULL"
_MADE = """
    CREATE TABLE IF NOT EXISTS companion_migrations
    (name text PRIMARY KEY, at timestamptz DEFAULT now())
"""
_APPLIED = "SELECT name FROM companion_migrations"


def bring_up_to_date(connection: Any) -> None:
    """Applies what is missing, all or nothing. Raises `DatabaseTooNew`.

    A database that is up to date is only read; servers that start on an empty one take turns.
    """
    if not missing(connection):
        return
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s)", [STARTING])
        # Whether it is there is not asked again: what was looked up before the lock is remembered.
        connection.execute(_MADE)
        for name in _not_in(connection.execute(_APPLIED).fetchall()):
            for statement in MIGRATIONS[name]:
                connection.execute(statement)
            connection.execute("INSERT INTO companion_migrations (name) VALUES (%s)", [name])


def missing(connection: Any) -> list[str]:
    """The migrations that this database lacks, oldest first. Raises `DatabaseTooNew`."""
    if not connection.execute(_THERE).fetchone()[0]:
        return list(VERSIONS)
    return _not_in(connection.execute(_APPLIED).fetchall())


def _not_in(rows: list[tuple[str]]) -> list[str]:
    applied = {name for (name,) in rows}
    if applied - set(VERSIONS):
        raise DatabaseTooNew
    return [name for name in VERSIONS if name not in applied]
