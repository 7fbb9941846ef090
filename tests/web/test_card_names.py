"""Where a box's cards have other names, no page of a kept game says an English one, in no language:
buttons, log, sill, refusals, rules, television, result.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from flask import Flask

from companion.app import create_app
from companion.config import Config
from companion.games import CATALOGUE
from tests.kit.kept_games import kept_games, transcript_of
from tests.kit.languages import SPOKEN
from tests.kit.recorded import Moment, Recorded

#: Games whose cards have names, in each of their languages.
NAMED = [each for each in SPOKEN if CATALOGUE[each[0]].printed_names]
#: Pages of a table at any moment.
PAGES = ("", "/own", "/shared", "/table", "/screen", "/history", "/may", "/forgot", "/rulings")


@pytest.fixture
def recorded(tmp_path: Path) -> Iterator[Recorded]:
    app: Flask = create_app(Config(tmp_path / "tables.sqlite", "not so secret", heartbeat=60))
    app.testing = True
    yield Recorded(app)
    app.extensions["companion"].close()


def own_names(slug: str) -> dict[str, str]:
    """A name for each card, by its rule, that tells which it is."""
    return {
        key: f"Naipe{place} [{place}]" for place, key in enumerate(CATALOGUE[slug].printed_names)
    }


@pytest.mark.parametrize("slug", sorted({slug for slug, _ in NAMED}))
def test_each_card_is_a_rule_with_its_name(slug: str) -> None:
    game = CATALOGUE[slug]
    spelled = str.maketrans({"Φ": "Phi", "Ψ": "Psi", "Δ": "Delta"})
    titles = {key: game.rulebook.find_entry(key).title.source for key in game.printed_names}
    assert titles == {key: name.translate(spelled) for key, name in game.printed_names.items()}


@pytest.mark.long
@pytest.mark.some(3)
@pytest.mark.parametrize(("slug", "language"), NAMED)
def test_no_page_says_an_english_name(slug: str, language: str, recorded: Recorded) -> None:
    game = CATALOGUE[slug]
    titles = [game.rulebook.find_entry(key).title.source for key in game.printed_names]
    names = "|".join(map(re.escape, [*game.printed_names.values(), *titles]))
    english, seen = re.compile(rf"(?<!\w)(?:{names})(?!\w)"), 0
    file = kept_games(slug)[0]
    steps = len(transcript_of(file).moves)
    before = recorded.lobby(slug, file)
    assert before.phones[1].post(f"/t/{before.code}/names", **own_names(slug)).status_code == 200
    for step in (steps // 3, 2 * steps // 3, steps):
        scene = recorded.at(slug, Moment(file, step))
        last = scene.table.entries[-1].seq
        of_line = [f"/line/{last}{more}" for more in ("", "/insert", "/change")]
        rules = [f"/rules/{slug}{more}?at={scene.code}" for more in ("", "/cards")]
        paths = [f"/t/{scene.code}{path}" for path in (*PAGES, *of_line)] + rules
        for path, viewer in ((path, viewer) for path in paths for viewer in (0, 1, 2)):
            answer = scene.phones[viewer].client.get(path, headers={"Accept-Language": language})
            if answer.status_code == 200:
                words = unescape(answer.text)
                said = [
                    words[max(0, m.start() - 60) : m.end() + 20] for m in english.finditer(words)
                ]
                assert said == [], (path, viewer)
                seen += len(re.findall(r"Naipe\d+ \[", words))
    assert seen > 200, "hardly any name was seen"
