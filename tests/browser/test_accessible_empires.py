"""The screens of Cosmos: Empires for everybody, by the same measures as those of the other game."""

from __future__ import annotations

import pytest

from tests.kit.browser.empires_screens import EMPIRES
from tests.kit.browser.reading import USUAL, drawn_in, unreadable
from tests.kit.browser.ruler import look_over
from tests.kit.browser.screens import Visitor

pytestmark = pytest.mark.browser


@pytest.mark.spine("empires-build")
@pytest.mark.some(4)
@pytest.mark.parametrize("screen", EMPIRES)
def test_a_screen_of_empires(visitor: Visitor, screen: str) -> None:
    visitor.mira.complaints.clear()
    phone = EMPIRES[screen](visitor)
    assert [*phone.complaints, *look_over(phone.page, screen)] == []


@pytest.mark.spine
def test_what_a_seat_should_have_is_whole_in_large_text(visitor: Visitor) -> None:
    """On a narrow phone a long word like "production" has a row of its own."""
    page = EMPIRES["empires-waiting"](visitor).page
    page.set_viewport_size({"width": 320, "height": 844})
    with drawn_in(page, USUAL, 200):
        assert unreadable(page) == []
