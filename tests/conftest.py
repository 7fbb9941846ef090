"""One Hypothesis profile for all tests: the same examples every time, no clock, no files."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile(
    "table",
    derandomize=True,
    deadline=None,
    database=None,
    max_examples=150,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("table")
