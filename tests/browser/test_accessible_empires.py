"""The screens of Cosmos: Empires for everybody, by the same measures as those of the other game."""

from __future__ import annotations

import pytest

from tests.kit.browser.empires_screens import EMPIRES
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
