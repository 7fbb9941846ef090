"""What a table answers to questions that somebody wrote from the rulebooks: never a false yes.

`held/` is held out: nobody tunes to one of its questions. Who acts, whose thing it is, which way it
goes and what only the board shows: see `tests/kit/asked_questions.py`.
"""

from __future__ import annotations

from collections import Counter

import pytest

from tests.kit.asked_questions import FOLDER, tally

pytestmark = pytest.mark.long

#: Outcomes that no question may have.
FALSE = ("false yes", "flat yes", "false no", "plays another", "tells another", "wrong seat")
#: The least share of verdicts, of questions with one, and the most that are false: nobody has seen
#: which of those held out are.
REACHED = {"tuned": (0.94, 0.0), "held": (0.83, 0.005)}


def counted(part: str) -> Counter[str]:
    told = Counter[str]()
    for file in sorted((FOLDER / part).glob("*.toml")):
        slug, language = file.stem.split(".")
        for counts in tally(part, slug, language).values():
            told += counts
    return told


@pytest.mark.parametrize("part", ["tuned", "held"])
def test_no_answer_is_false_and_most_have_a_verdict(
    part: str, capsys: pytest.CaptureFixture[str]
) -> None:
    told = counted(part)
    with capsys.disabled():
        print(f"\n{part}: {dict(told.most_common())}", end="")
    least, most = REACHED[part]
    false = {each: told[each] for each in FALSE if told[each]}
    assert not told["false yes"] and sum(false.values()) <= most * told.total(), false
    assert told["right"] >= least * (told["right"] + told["missed"])
