"""A real Chromium, a companion in a process of its own, and phones that may not complain."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.kit.browser.browsers import a_chromium
from tests.kit.browser.handsets import OPENED, PATIENCE, Phone, put_away, settings
from tests.kit.browser.house import House
from tests.kit.browser.screens import Visitor, a_visitor

expect.set_options(timeout=PATIENCE)


@pytest.hookimpl(tryfirst=True)
def pytest_itemcollected(item: pytest.Item) -> None:
    """Whatever lies in this folder needs a browser."""
    item.add_marker("browser")


# One browser and one house for a whole worker: starting either takes longer than most tests. A
# module that needs them otherwise has fixtures of its own.
@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    with a_chromium() as browser:
        yield browser


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One for all tests, each at tables of its own."""
    house = House(tmp_path_factory.mktemp("house"))
    yield house
    house.stop()


@pytest.fixture
def phone(chromium: Browser, house: House) -> Iterator[Callable[..., Phone]]:
    """Makes phones, each with its own cookies. None of them may have complained in the end."""
    house.as_usual()
    phones: list[Phone] = []
    contexts: list[BrowserContext] = []

    def make(*, opened: bool = True, **more: Any) -> Phone:
        contexts.append(chromium.new_context(**settings(**more)))
        if opened:
            contexts[-1].add_init_script(OPENED)
        phones.append(Phone(contexts[-1], house.address))
        return phones[-1]

    yield make
    complaints = [words for each in phones for words in each.complaints]
    for context in contexts:
        put_away(context)
    assert complaints == []


@pytest.fixture(scope="module")
def visitor(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    with a_visitor(chromium, tmp_path_factory.mktemp("house")) as visitor:
        yield visitor
