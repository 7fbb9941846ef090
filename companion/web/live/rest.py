"""When a phone has nothing new to show. Thousands sleep, and no table is worked out to know it, so
that it can be put away meanwhile: without that, a sleeping phone takes some 50 kB more.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from companion.ledger import Unavailable
from companion.tables import Table
from companion.web.page.presence import Attendance, attendances, attendances_now
from companion.web.page.render import setting
from companion.web.site.site import site


@dataclass(frozen=True)
class Rest:
    """What a phone shows hangs on nothing but the table's newest event, and on which phones are
    here. `setting`: the table without its play.
    """

    seq: int
    setting: Table
    rows: tuple[Attendance, ...]

    def lasts(self) -> bool:
        """Whether both are what they were; no while the ledger cannot be read."""
        with suppress(Unavailable):
            within = site().heartbeat / 2
            newest = site().store.is_newest(self.setting.code, self.seq, within)
            return newest and self.rows == attendances_now(self.setting)
        return False


def rest_of(table: Table) -> Rest | None:
    """To be asked before the table is drawn: what changes in between is news. None where time alone
    changes what is shown: before the game, and while a seat is on its way to another phone.
    """
    moving = any(seat.asked or seat.claim for seat in table.seats)
    if moving or not table.started:
        return None
    return Rest(table.seq, setting(table).table, attendances(table))
