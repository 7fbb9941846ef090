"""The tables' file, copied every day by the server itself."""

from __future__ import annotations

import logging

import gevent
from gevent import Greenlet

from companion.ledger.daily import Backups, Unmade

#: Seconds after the start, when the phones have come back, and between two looks.
FIRST, LOOK = 30.0, 600.0
LOG = logging.getLogger("companion.backups")


def back_up_daily(backups: Backups) -> Greenlet:
    """Makes each when it is due, until it is killed; what keeps one from being made is an error in
    the log at every look.
    """

    def look() -> None:
        gevent.sleep(FIRST)
        while True:
            try:
                backups.make_if_due()
            except Unmade as why:
                LOG.error("No backup of the tables could be made: %s", why)
            gevent.sleep(LOOK)

    return gevent.spawn(look)
