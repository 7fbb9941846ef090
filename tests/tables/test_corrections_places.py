"""A new kind of correction: where it has to be thought of. mypy names the places that handle every
kind (`assert_never`); this names the others, all at once.
"""

from __future__ import annotations

import ast
from pathlib import Path
from typing import get_args

import companion
from companion.tables.corrections import EVENT_KIND_BY_CORRECTION, Correction

CODE = Path(companion.__file__).parent
ROOT = CODE.parent
KINDS = {kind.__name__ for kind in get_args(Correction)}

#: The kinds that every place below was written for. A new one joins them last of all.
THOUGHT_OF = {
    *("TakeBack", "SettleQuestion", "Overrule", "InsertAction", "ReplaceAction"),
    *("SeparateLastPart", "OwnRule"),
}

#: What no code can find: what people, files and programs are told of a correction.
TOLD_IN = (
    "companion/tables/event.py: its Kind",
    "companion/tables/corrections.py: EVENT_KIND_BY_CORRECTION, read_correction",
    "companion/transcript/game.schema.json: its event",
    "companion/tables/rewind.py, entry.py, table.py: its entries' mark, and what that keeps out",
    "companion/web/page/correction_text.py: LOG_MARK_TEXTS, what the log says of that mark",
    "companion/web/page/toast.py: the word of its answer",
    "companion/web/routes/corrections.py: its route; templates/corrections/: its button",
    "docs/ARCHITECTURE.md: Words; CHANGELOG.md; translations/",
    "tests/games/test_every_correction.py, tests/play/test_corrections.py",
)


def kinds_told_apart(node: ast.AST) -> set[str]:
    """The kinds for which a function does something of their own: in a `case`, or by isinstance."""
    found = set()
    for each in ast.walk(node):
        if isinstance(each, ast.MatchClass) and isinstance(each.cls, ast.Name):
            found.add(each.cls.id)
        if isinstance(each, ast.Call) and getattr(each.func, "id", "") == "isinstance":
            found |= {name.id for name in ast.walk(each.args[1]) if isinstance(name, ast.Name)}
    return found & KINDS


def places() -> list[str]:
    """Functions that tell some kinds of correction apart and fall through for the rest."""
    found = []
    for path in sorted(CODE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                handled = kinds_told_apart(node)
                names = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
                if handled and "assert_never" not in names:
                    told = ", ".join(sorted(handled))
                    found.append(f"{path.relative_to(ROOT)}: {node.name} ({told})")
    return found


def test_a_new_correction_is_thought_of_everywhere() -> None:
    new = KINDS - THOUGHT_OF
    asked = "\n  ".join((*TOLD_IN, *places()))
    assert not new, (
        f"{', '.join(sorted(new))}: what is it here? Then add it to THOUGHT_OF.\n  {asked}"
    )
    assert THOUGHT_OF == KINDS, "a kind that is read for good stays"


def test_the_places_are_found() -> None:
    found = {place.partition(" (")[0] for place in places()}
    assert found >= {
        "companion/tables/changes.py: _is_of_the_past",
        "companion/web/page/log.py: _place",
        "companion/web/page/toast.py: _corrected",
    }
    named = [Path(part.partition(": ")[0]) for place in TOLD_IN for part in place.split("; ")]
    assert [
        str(path) for path in named if "," not in str(path) and not (ROOT / path).exists()
    ] == []


def test_every_correction_is_told_to_people_and_programs() -> None:
    schema = (CODE / "transcript" / "game.schema.json").read_text(encoding="utf-8")
    words = (ROOT / "docs" / "ARCHITECTURE.md").read_text(encoding="utf-8")
    told = [
        (kind.__name__ in words, f'"{event.value}"' in schema)
        for kind, event in EVENT_KIND_BY_CORRECTION.items()
    ]
    assert {kind.__name__ for kind in EVENT_KIND_BY_CORRECTION} == KINDS
    assert told == [(True, True)] * len(KINDS)
