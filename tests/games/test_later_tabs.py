"""A tab that is made when somebody opens it is another one whenever its panels are others."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from companion.games import CATALOGUE
from companion.referee.panels import (
    ABOVE_ALL_TABS,
    TAB_KEYS,
    TABLE_SCREEN_ONLY,
    Banner,
    Checklist,
    Dock,
    LaterTab,
    ShowByTab,
)
from tests.games.test_what_is_remembered import near
from tests.kit.kept_games import each_kept_game, kept_games, states

#: States before this one that its tabs are held against.
BEFORE = 4

Look = tuple[str, tuple[object, ...], tuple[Any, ...]]


def tabs_of(slug: str) -> dict[str, LaterTab]:
    show = CATALOGUE[slug].show
    assert isinstance(show, ShowByTab)
    return dict(show.later)


def looks(slug: str, file: Path, tabs: dict[str, LaterTab]) -> Iterator[tuple[Look, ...]]:
    """What each seat has on its tabs at every state of the game and at states near it: what they
    hang on, and their panels.
    """
    for state, viewers in near(slug, file):
        # Two things that belong together may not fit: there is no such table.
        with suppress(LookupError, ValueError):
            yield tuple(
                (f"{viewer} {key}", tab.parts(state, viewer), tab.panels(state, viewer))
                for viewer in viewers
                for key, tab in tabs.items()
                if tab.parts is not None
            )


def stale(slug: str, file: Path, tabs: dict[str, LaterTab]) -> Iterator[str]:
    """Tabs that have other panels and hang on what is the same as shortly before."""
    seen: dict[str, deque[Look]] = {}
    for told in looks(slug, file, tabs):
        for look in told:
            name, parts, panels = look
            before = seen.setdefault(name, deque(maxlen=BEFORE))
            if any(was == parts and had != panels for _, was, had in before):
                yield name
            before.append(look)


@pytest.mark.long
@pytest.mark.some(6)
@each_kept_game
def test_other_panels_hang_on_other_things(slug: str, file: Path) -> None:
    assert [*stale(slug, file, tabs_of(slug))] == []


@pytest.mark.parametrize(
    ("slug", "key", "part"),
    [("crafting", "own", 0), ("empires", "own", 0), ("cosmogenesis", "shared", 0)],
)
def test_a_forgotten_part_is_noticed(slug: str, key: str, part: int) -> None:
    """The check has teeth."""
    tabs = tabs_of(slug)

    def fewer(state: Any, viewer: int) -> tuple[object, ...]:
        assert find is not None
        whole = find(state, viewer)
        return (*whole[:part], *whole[part + 1 :])

    find = tabs[key].parts
    tabs[key] = tabs[key]._replace(parts=fewer)
    assert any(next(stale(slug, file, tabs), None) for file in kept_games(slug))


@pytest.mark.some(6)
@each_kept_game
def test_each_tab_has_its_own_panels_alone(slug: str, file: Path) -> None:
    tabs, show = tabs_of(slug), CATALOGUE[slug].show
    assert hash(CATALOGUE[slug]), "files of a game are kept by it"
    assert isinstance(show, ShowByTab)
    for state in [*states(slug, file)][::5]:
        for viewer in range(state.seats + 1):
            for panel in show.now(state, viewer):
                assert isinstance(panel, Banner | Dock) or panel.tab in (
                    TAB_KEYS[0],
                    ABOVE_ALL_TABS,
                    TABLE_SCREEN_ONLY,
                )
            for key, tab in tabs.items():
                panels = tab.panels(state, viewer)
                assert {panel.tab for panel in panels} <= {key, TABLE_SCREEN_ONLY}
                # The ways past a list that is ticked look for it on the turn alone.
                assert not any(isinstance(each, Checklist) and each.kept for each in panels)
                assert tab.parts is None or bool(tab.parts(state, viewer)) == bool(panels)
