"""The days below the chart of points over time stand apart, however many evenings there are."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from tests.kit.browser.handsets import Phone

pytestmark = pytest.mark.browser

#: Where the words below the chart begin and end, from left to right, and the card's own edges.
SPANS = """() => {
  const at = element => { const {left, right} = element.getBoundingClientRect();
                          return [left, right]; };
  const days = [...document.querySelectorAll(".graph svg text[y='164']")].map(at);
  return [at(document.querySelector(".graph")), days.sort((one, two) => one[0] - two[0])];
}"""


@pytest.mark.spine("40-12-320")
@pytest.mark.parametrize("width", [320, 390])
@pytest.mark.parametrize(("count", "days"), [(2, 400), (8, 20), (40, 12)])
def test_days_never_touch(phone: Callable[..., Phone], count: int, days: int, width: int) -> None:
    """French writes the longest: "12 sept. 2025"."""
    one = phone(viewport={"width": width, "height": 800}, locale="fr")
    one.visit(f"{one.address}/evenings/bring")
    start = datetime.now() - timedelta(days=days * count + 1)
    dates = [(start + timedelta(days=days * each)).strftime("%Y-%m-%d") for each in range(count)]
    rows = [
        f"{date},Chess,{name},{number * 3 % 50 + len(name)}"
        for number, date in enumerate(dates)
        for name in ("Ana", f"Guest {number % 7}")
    ]
    text = "\n".join(["date,game,player,points", *rows]).encode()
    file = {"name": "games.csv", "mimeType": "text/csv", "buffer": text}
    one.page.locator("input[type=file]").set_input_files(file)  # type: ignore[arg-type]
    one.tap(one.page.locator("main form button").last)
    expect(one.page.locator("main")).to_contain_text("Chess")
    one.visit(f"{one.address}/evenings?game=Chess")
    expect(one.page.locator(".graph")).to_be_visible()
    card, spans = one.page.evaluate(SPANS)
    assert len(spans) >= 2
    assert card[0] < spans[0][0] and spans[-1][1] < card[1]
    assert all(left[1] + 4 <= right[0] for left, right in pairwise(spans))
