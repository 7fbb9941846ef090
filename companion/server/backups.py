"""Daily backups of the tables' file, made by the server itself."""

from __future__ import annotations

import logging

import gevent
from gevent import Greenlet

from companion.ledger.daily import BackupFailed, Backups

#: Seconds after the start, by when the phones have returned, and between two checks.
FIRST_CHECK_SECONDS, CHECK_SECONDS = 30.0, 600.0
LOG = logging.getLogger("companion.backups")


def back_up_daily(backups: Backups) -> Greenlet:
    """Starts a greenlet that makes each backup when it is due, until it is killed. Logs an error at
    every check while backups fail.
    """

    def look() -> None:
        gevent.sleep(FIRST_CHECK_SECONDS)
        while True:
            try:
                backups.make_if_due()
            except BackupFailed as why:
                LOG.error("No backup of the tables could be made: %s", why)
            gevent.sleep(CHECK_SECONDS)

    return gevent.spawn(look)
