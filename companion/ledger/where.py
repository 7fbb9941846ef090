"""Where a ledger is: a file for SQLite, or a database of a PostgreSQL server. It opens nothing."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

#: What the address of a PostgreSQL database begins with.
SCHEMES = ("postgresql://", "postgres://")
#: What may stand before a file.
FILE = "sqlite:"


@dataclass(frozen=True)
class PostgresAddress:
    """A database of PostgreSQL's, as libpq is told: postgresql://user:password@host,host/name."""

    address: str

    def __str__(self) -> str:
        """Without what nobody else should read."""
        parts = urlsplit(self.address)
        return f"postgresql://{parts.netloc.rpartition('@')[2]}{parts.path}"

    def __repr__(self) -> str:
        return f"PostgresAddress({str(self)!r})"


Where = Path | PostgresAddress


class UnknownDatabase(ValueError):
    """It is the address of a database that we can't use: another kind, or no file's name."""


def where(written: str) -> Where:
    """What somebody has written on the command line or in the environment. Raises
    `UnknownDatabase`.
    """
    if written.startswith(SCHEMES):
        return PostgresAddress(written)
    file = written.removeprefix(FILE)
    if "://" in file or "\0" in file or not file.strip():
        raise UnknownDatabase(written)
    return Path(file)
