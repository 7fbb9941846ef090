"""What each game keeps secret, for the properties: twin states, twin actions, revealing verbs.

A game says it in `tests/games/<game>/concealed.py`; one without that keeps no secret in its state.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from hypothesis import strategies as st

from companion.games import CATALOGUE
from tests.kit.places import GAMES


@dataclass(frozen=True)
class Secret:
    """`other`: a state that differs only in what this seat alone knows.

    `probes`: texts by which another seat might find a secret out. `pairs`: two texts of one
    action that differ only in what its seat alone knows. `reveals`: the verbs by which a seat
    turns its own secrets over. `is_kept`: whether this seat's secrets are still its own.
    """

    other: Callable[[st.DrawFn, Any, int], Any]
    probes: tuple[str, ...]
    pairs: tuple[tuple[str, str], ...]
    reveals: frozenset[str]
    is_kept: Callable[[Any, int], bool]


SECRETS: dict[str, Secret] = {
    slug: import_module(f"tests.games.{slug}.concealed").SECRET
    for slug in CATALOGUE
    if (GAMES / slug / "concealed.py").is_file()
}


def tells(text: str, number: str) -> bool:
    """Whether this number stands in a text. A longer one that has its digits by chance (a page is
    full of marks) is none of it.
    """
    return re.search(rf"(?<!\d){number}(?!\d)", text) is not None
