"""300 random evenings, people merged, split and forgotten at random: equal to a plain recount."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

import pytest

from companion.evenings import player_statistics
from companion.ledger.opening import open_ledger
from companion.ledger.where import DatabaseLocation
from companion.live.stream_hub import StreamHub
from companion.play import NotAllowed, TableStore
from companion.play.evenings import (
    display_names_for_phone,
    finished_plays,
    finished_tables,
    forget_player,
    rename_player,
    restore_player,
    split_player,
)
from companion.tables import Event
from tests.kit.toy_game import HEAP

EVENINGS, STEPS = 300, 60
NAMES = ("Ana", "ana", "Anna", "Ben", "Benjamin", "Cleo", "Dua", "Eli", "Äbba", "ÄBBA")


@dataclass
class Recount:
    """Rows of (evening, name as written, own seat, points, won), and who each lower-case name is
    shown as: None for nobody. Knows nothing of the companion's own kinds.
    """

    rows: list[tuple[int, str, bool, int, bool]] = field(default_factory=list)
    shown: dict[str, str | None] = field(default_factory=dict)

    def called(self, name: str) -> str | None:
        return self.shown.get(name.lower(), name) if name else None

    def written(self, person: str) -> set[str]:
        """The lower-case names that count as this person."""
        names = {row[1].lower() for row in self.rows if row[1]}
        return {name for name in names if (self.called(name) or "").lower() == person.lower()}

    def evenings(self, names: set[str]) -> set[int]:
        return {row[0] for row in self.rows if row[1].lower() in names}

    def persons(self) -> dict[str, tuple[int, int, float, int]]:
        """Games, wins, average and best by person, in lower case."""
        found: dict[str, list[tuple[int, bool]]] = {}
        for _, name, _, points, won in self.rows:
            if called := self.called(name):
                found.setdefault(called.lower(), []).append((points, won))
        return {
            name: (
                len(all_),
                sum(won for _, won in all_),
                round(sum(points for points, _ in all_) / len(all_), 9),
                max(points for points, _ in all_),
            )
            for name, all_ in found.items()
        }


def evening(store: TableStore, number: int, draw: Random, recount: Recount) -> None:
    """One finished game; the asking phone holds its first seat, others the rest."""
    names = draw.sample(NAMES, draw.randint(2, 4))
    names = list({name.lower(): name for name in names}.values())
    heap, taken = draw.randint(1, 20), [0] * len(names)
    lines = [(0, "opened", f"heap {len(names)} pa")]
    for seat, name in enumerate(names, 1):
        phone = "pa" if seat == 1 else f"p{seat}"
        lines += [(seat, "took-seat", phone), (seat, "named", name)]
    lines += [(0, "option", f"heap {heap}"), (0, "started", "")]
    turn = 0
    while heap:
        count = draw.randint(1, min(9, heap))
        lines.append((turn % len(names) + 1, "played", f"take {count}"))
        taken[turn % len(names)] += count
        heap, turn = heap - count, turn + 1
    code, at = f"T{number:03}", 1000.0 * number
    store.ledger.append_new_table(
        [Event(code, n, at + n, *line) for n, line in enumerate(lines, 1)]
    )
    for place, name in enumerate(names):
        points = taken[place]
        recount.rows.append((number, name, place == 0, points, points == max(taken)))


def step(store: TableStore, draw: Random, recount: Recount) -> str:
    """One thing that somebody does with a person, there and in the recount; what it was."""
    persons = sorted(recount.persons())
    one, other = draw.choice(persons), draw.choice([*persons, "Zoe"])
    own, what = recount.written(one), draw.choice(["merge", "merge", "split", "forget", "count"])
    if what == "merge":
        if one != other.lower() and recount.evenings(own) & recount.evenings(
            recount.written(other)
        ):
            with pytest.raises(NotAllowed):
                rename_player(store, "pa", one, other)
            return "refused"
        rename_player(store, "pa", one, other)
        recount.shown |= dict.fromkeys(own, other)
    elif what == "split":
        split_player(store, "pa", one)
        recount.shown = {name: who for name, who in recount.shown.items() if name not in own}
    elif what == "forget" and len(persons) > 3:
        erased = [row for row in recount.rows if row[2] and row[1].lower() in own]
        assert forget_player(store, "pa", one) == len(erased)
        recount.rows = [(*row[:1], "", *row[2:]) if row in erased else row for row in recount.rows]
        left = {row[1].lower() for row in recount.rows}
        recount.shown |= dict.fromkeys(own & left, None)
    elif gone := sorted(name for name, who in recount.shown.items() if who is None):
        restore_player(store, "pa", gone[0])
        del recount.shown[gone[0]]
    return what


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 2])
def test_300_evenings_equal_a_recount(
    database_named: Callable[[str], DatabaseLocation], seed: int
) -> None:
    draw, recount = Random(seed), Recount()
    ledger = open_ledger(database_named("tables"))
    store = TableStore(ledger, StreamHub(lambda: 1e6), lambda: 1e6, {"heap": HEAP})
    for number in range(EVENINGS):
        evening(store, number, draw, recount)
    done = []
    for _ in range(STEPS):
        done.append(step(store, draw, recount))
        counted = player_statistics(
            finished_plays(finished_tables(store, "pa")), display_names_for_phone(store, "pa")
        )
        assert {
            one.name.lower(): (
                one.games,
                one.wins,
                round(one.records[0].average, 9),
                one.records[0].best,
            )
            for one in counted
        } == recount.persons(), done
    assert {"merge", "split", "forget", "count", "refused"} <= set(done)
    ledger.close()
