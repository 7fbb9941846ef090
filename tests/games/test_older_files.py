"""Games that an older companion has saved open today, whole: what its rules allowed and ours refuse
counts, and the log says so at each such action. What ours have judged is believed no less strictly.

`older/` holds files as they were saved then.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from companion import transcript
from companion.games import CATALOGUE
from companion.referee.judge import judge
from companion.tables import Table
from companion.transcript import BadGameFile
from companion.web.page.correction_text import LOG_MARK_TEXTS
from tests.games.test_every_correction import brought, faults

OLDER = sorted((Path(__file__).parent / "older").glob("*.txt"))
MARK = "older-rules"
#: A game with answers of questions that were retired later, and the totals that it had.
WITH_RETIRED = Path(__file__).parent / "older" / "cosmogenesis-2026-11-22.json"
WITH_RETIRED_TOTALS = {1: 7, 2: 31}


def recorded_totals(text: str) -> dict[int, int]:
    """The end as the older companion told it: "# 1. seat 2: 114"."""
    found = re.findall(r"^# \d+\. seat (\d): (\d+)$", text, re.MULTILINE)
    return {int(seat): int(total) for seat, total in found}


def totals(table: Table) -> dict[int, int]:
    assert table.outcome is not None
    return {place.seat: place.total for place in table.outcome.ranking}


@pytest.mark.parametrize("refused", ["", "\n1 move nova"], ids=["as it was", "with a refused move"])
@pytest.mark.parametrize("file", OLDER, ids=lambda file: file.stem)
def test_it_comes_to_the_end_it_had(file: Path, refused: str) -> None:
    text = file.read_text(encoding="utf-8").replace("\n1 end", f"{refused}\n1 end", 1)
    table = brought(text)
    assert totals(table) == recorded_totals(text) != {}
    marked = [entry.action for entry in table.entries if entry.mark]
    assert marked == ["move nova"] * bool(refused)
    for entry in table.entries:
        ruling = judge(table.game, entry.state_before, entry.seat, table.game.read(entry.action))
        assert (entry.mark == MARK) == (not ruling.allowed)
    assert "refused today" in LOG_MARK_TEXTS[MARK].source


@pytest.mark.parametrize("file", OLDER, ids=lambda file: file.stem)
def test_saved_today_it_comes_back_the_same(file: Path) -> None:
    table = brought(file.read_text(encoding="utf-8"))
    text = transcript.write_game_json(table)
    assert faults(text) == []
    assert json.loads(text)["rules"] == table.game.version
    again = brought(text)
    assert again.state == table.state
    assert [entry.mark for entry in again.entries] == [entry.mark for entry in table.entries]
    assert brought(transcript.write_transcript(table)).state == table.state


@pytest.mark.parametrize("rules", ["", "rules {ours}\n", "rules 0-older\n", "rules 99-newer\n"])
def test_only_what_older_rules_have_judged_is_let_count(rules: str) -> None:
    version = CATALOGUE["crafting"].version
    text = f"game crafting\nseats 2\n{rules.format(ours=version)}1 collect\n"
    if rules in ("", "rules 0-older\n"):
        assert [entry.mark for entry in brought(text).entries] == [MARK]
        return
    with pytest.raises(BadGameFile) as caught:
        brought(text)
    assert caught.value.line == (1 if "newer" in rules else 4)


def test_what_is_no_action_is_refused_whatever_its_rules() -> None:
    for line in ("1 fly", "3 collect", "1 deal"):
        with pytest.raises(BadGameFile):
            brought(f"game crafting\nseats 2\n{line}\n")


def test_questions_retired_since_are_no_obstacle() -> None:
    text = WITH_RETIRED.read_text(encoding="utf-8")
    assert {"collide.basic-life", "collide.no-token"} <= json.loads(text)["options"].keys()
    assert totals(brought(text)) == WITH_RETIRED_TOTALS


@pytest.mark.parametrize("slug", CATALOGUE)
def test_every_answer_of_a_retired_question_is_an_option(slug: str) -> None:
    game = CATALOGUE[slug]
    for question in game.rulebook.retired:
        for choice in ("", *dict(question.choices)):
            assert game.accepts_option(question.key, choice)
        assert not game.accepts_option(question.key, "nonsense")


def test_the_first_text_files_name_questions_without_an_answer() -> None:
    text = "game crafting\nseats 2\noption energy.draw-order \n"
    assert not brought(text).chosen_answers
