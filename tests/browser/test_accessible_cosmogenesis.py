"""The screens of Cosmogenesis for everybody, by the same measures as those of the other games."""

from __future__ import annotations

import pytest

from tests.kit.browser.cosmogenesis_screens import COSMOGENESIS
from tests.kit.browser.ruler import look_over
from tests.kit.browser.screens import Visitor

pytestmark = pytest.mark.browser


@pytest.mark.spine("cosmo-take")
@pytest.mark.some(4)
@pytest.mark.parametrize("screen", COSMOGENESIS)
def test_a_screen_of_cosmogenesis(visitor: Visitor, screen: str) -> None:
    visitor.mira.complaints.clear()
    phone = COSMOGENESIS[screen](visitor)
    assert [*phone.complaints, *look_over(phone.page, screen)] == []
