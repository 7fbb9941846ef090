"""The Wi-Fi that guests join, as the host typed it: kept in a file of its own beside the tables, so
that no copy of these takes its password along.
"""

from __future__ import annotations

import os
import re
from contextlib import suppress
from pathlib import Path

import msgspec

#: What a code of a Wi-Fi writes with a backslash before it.
_SPECIAL = re.compile(r'([\\;,:"])')
_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f]")
#: As its standard has it: bytes of a name, of a password (a key in hexadecimal is the longest).
MAX_NAME_BYTES, MIN_PASSWORD_BYTES, MAX_PASSWORD_BYTES = 32, 8, 64


class Wifi(msgspec.Struct, frozen=True):
    """A Wi-Fi that shows its name. `password`: "" for one that needs none. `at_tables`: whether
    lobbies and televisions show its code.
    """

    name: str
    password: str
    at_tables: bool = False

    @property
    def code(self) -> str:
        """Returns what a phone's camera reads in order to join it."""
        name = _escaped(self.name)
        if not self.password:
            return f"WIFI:T:nopass;S:{name};;"
        return f"WIFI:T:WPA;S:{name};P:{_escaped(self.password)};;"


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text)


def is_wifi_name(name: str) -> bool:
    """Returns whether a Wi-Fi can have this name."""
    return 0 < len(name.encode()) <= MAX_NAME_BYTES and not _UNPRINTABLE.search(name)


def is_wifi_password(password: str) -> bool:
    """Returns whether a Wi-Fi can have this password, or none if it is ""."""
    size = len(password.encode())
    return size == 0 or (
        MIN_PASSWORD_BYTES <= size <= MAX_PASSWORD_BYTES and not _UNPRINTABLE.search(password)
    )


class WifiFile:
    """The file beside this database; its owner alone can read it."""

    def __init__(self, database: Path) -> None:
        self.path = database.with_suffix(".wifi")

    def read(self) -> Wifi | None:
        """Returns the Wi-Fi; None if none is kept, or the file can't be read."""
        with suppress(OSError, msgspec.MsgspecError):
            return msgspec.json.decode(self.path.read_bytes(), type=Wifi)
        return None

    def keep(self, wifi: Wifi) -> None:
        """Keeps it instead of the one before. Raises `OSError`."""
        aside = self.path.with_suffix(".wifi-new")
        aside.unlink(missing_ok=True)
        handle = os.open(aside, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(msgspec.json.encode(wifi))
        aside.replace(self.path)

    def forget(self) -> None:
        """Deletes it. Raises `OSError`."""
        self.path.unlink(missing_ok=True)
