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


def where(written: str) -> Where:
    """What somebody has written on the command line or in the environment."""
    if written.startswith(SCHEMES):
        return PostgresAddress(written)
    return Path(written.removeprefix(FILE))
