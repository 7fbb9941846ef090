"""A rate limit lets no more through than it says, whatever a request costs."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.web.site import RateLimit

BURST, SECONDS, WINDOW = 10, 5.0, 60.0


@given(
    st.lists(
        st.tuples(st.floats(0, 3), st.sampled_from([1.0, 5.0, 10.0, 25.0])),
        min_size=1,
        max_size=200,
    )
)
def test_no_minute_has_more_than_the_burst_and_what_is_refilled(
    asked: list[tuple[float, float]],
) -> None:
    now = 0.0
    limit = RateLimit(BURST, SECONDS, lambda: now)
    through: list[tuple[float, float]] = []
    for later, cost in asked:
        now += later
        if limit.spend_if_left("somebody", cost):
            # What costs more than all there is takes all.
            through.append((now, min(cost, BURST)))
    for began, _ in through:
        spent = sum(cost for at, cost in through if began <= at <= began + WINDOW)
        assert spent <= BURST + WINDOW * BURST / SECONDS + 1e-6


def test_a_costly_one_waits_until_so_much_is_refilled() -> None:
    now = 0.0
    limit = RateLimit(BURST, SECONDS, lambda: now)
    assert limit.spend_if_left("a", 5) and limit.spend_if_left("a", 5)
    now = 0.6  # one of five is back
    assert not limit.spend_if_left("a", 5) and limit.spend_if_left("a", 1)
    now = 3.1
    assert limit.spend_if_left("a", 5) and limit.spend_if_left("b", 10)
