"""Shelves: small notes beside the logs, by house and kind, the newest of each name. A removed note
is a blank, so that it stays removed when an older backup is restored.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.ledger import StoredNote, notes_owner_of_table
from companion.play.store import TableStore

#: The value of a removed note.
REMOVED_NOTE_VALUE = " "

__all__ = ["REMOVED_NOTE_VALUE", "NoteStore", "notes_owner_of_table"]


class NoteStore:
    """The notes of one kind about a phone, a group or a table (`notes_owner_of_table`)."""

    def __init__(self, store: TableStore, house: str, kind: str) -> None:
        self._store, self._house, self._kind = store, house, kind

    def read(self) -> dict[str, str]:
        """Returns the notes, oldest first, without the removed ones. Raises `Unavailable`."""
        return {
            name: value
            for name, value in self.read_with_removed().items()
            if value != REMOVED_NOTE_VALUE
        }

    def read_with_removed(self) -> dict[str, str]:
        """Returns the notes with the removed ones."""
        kept = self._store.ledger.notes(self._house, self._kind)
        return {each.name: each.value for each in kept if each.value}

    def write(self, notes: Mapping[str, str]) -> None:
        """Writes notes newer than the existing ones, even after the clock was set back.

        Raises `Unavailable`.
        """
        kept = (each.at for each in self._store.ledger.notes(self._house, self._kind))
        at = max([self._store.clock(), *kept])
        rows = [StoredNote(self._house, self._kind, *note, at) for note in sorted(notes.items())]
        self._store.ledger.store_notes(rows)
