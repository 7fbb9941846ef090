"""The screens beside the table for everybody, by the same measures as those of the table.

Not in test_accessible.py, so that both can be measured at the same time.
"""

from __future__ import annotations

import pytest

from tests.kit.browser.beside import BESIDE
from tests.kit.browser.ruler import look_over
from tests.kit.browser.screens import Visitor

pytestmark = pytest.mark.browser


@pytest.mark.spine("home", "ask", "raised")
@pytest.mark.some(4)
@pytest.mark.parametrize("screen", BESIDE)
def test_a_screen_beside_the_table(visitor: Visitor, screen: str) -> None:
    visitor.mira.complaints.clear()
    phone = BESIDE[screen](visitor)
    assert [*phone.complaints, *look_over(phone.page, screen)] == []
