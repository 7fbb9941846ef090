"""What people do at a table. Every function takes the store first; none speaks HTTP or SQL.

A function is imported from its module; only what nearly every caller needs is named here.
"""

from companion.play.permissions import NotAllowed, UnknownSeat
from companion.play.store import TableStore

__all__ = ["NotAllowed", "TableStore", "UnknownSeat"]
