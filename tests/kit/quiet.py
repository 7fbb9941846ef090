"""Time that passes at tables where nothing is done."""

from __future__ import annotations

from companion.web.site import Site


def pass_time(site: Site, seconds: float) -> None:
    """So many seconds and a moment later, as far as anybody asks which tables are quiet: seconds
    that are added and taken away again are not always the same, by the last bit.
    """
    later = site.table_activity._ticks() + seconds + 0.001
    site.table_activity._ticks = lambda: later
