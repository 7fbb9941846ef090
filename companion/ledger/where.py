"""The address of a ledger: a SQLite file or a PostgreSQL database. It opens nothing."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

#: The prefixes of a PostgreSQL address.
POSTGRESQL_PREFIXES = ("postgresql://", "postgres://")
#: The optional prefix of a file.
SQLITE_PREFIX = "sqlite:"


@dataclass(frozen=True)
class PostgresAddress:
    """A PostgreSQL database, as a libpq URI: postgresql://user:password@host,host/name."""

    address: str

    def __str__(self) -> str:
        """Returns the address without user and password."""
        parts = urlsplit(self.address)
        return f"postgresql://{parts.netloc.rpartition('@')[2]}{parts.path}"

    @property
    def backup_command(self) -> str:
        """Returns what to type to back it up, without user and password."""
        return f"pg_dump --format=custom --file=cosmos.dump {self}"

    def __repr__(self) -> str:
        return f"PostgresAddress({str(self)!r})"


DatabaseLocation = Path | PostgresAddress


class UnknownDatabase(ValueError):
    """The address of a database that is not supported: another kind, or not a file's name."""


def parse_database_location(written: str) -> DatabaseLocation:
    """Returns the database named on the command line or in the environment.

    Raises `UnknownDatabase`.
    """
    if written.startswith(POSTGRESQL_PREFIXES):
        return PostgresAddress(written)
    file = written.removeprefix(SQLITE_PREFIX)
    if "://" in file or "\0" in file or not file.strip():
        raise UnknownDatabase(written)
    return Path(file)
