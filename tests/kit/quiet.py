"""Time that passes at tables where nothing is done."""

from __future__ import annotations

from companion.web.site import Site


def pass_time(site: Site, seconds: float) -> None:
    """So many seconds later, as far as anybody asks which tables are quiet."""
    begun = site.table_activity._ticks()
    site.table_activity._ticks = lambda: begun + seconds
