"""What people do at a table. Every function takes the store first; none uses HTTP or SQL.

Functions are imported from their modules; only the names that most callers need are here.
"""

from companion.play.permissions import NotAllowed, UnknownSeat
from companion.play.store import TableStore

__all__ = ["NotAllowed", "TableStore", "UnknownSeat"]
