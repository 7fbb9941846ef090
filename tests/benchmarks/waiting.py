"""What an action costs while corrections wait for a yes, at short and at long tables."""

from __future__ import annotations

import itertools
import time
from collections.abc import Sequence
from contextlib import closing
from functools import partial
from statistics import median

from companion.play.store import NewEvent
from companion.tables import Kind, Table, TakeBack, write_proposal
from tests.benchmarks.bench import Bench
from tests.benchmarks.report import Row, ms
from tests.kit.filled_ledgers import Ledgers, long_log, mends

LENGTHS = (50, 500, 5_000)
ORIGIN = {"Origin": "http://localhost"}
#: Actions measured at each table.
ACTIONS = 15


def waiting(bench: Bench, proposals: int, lengths: Sequence[int] = LENGTHS) -> list[Row]:
    """An action, then the pages of its four phones, while none or two undoes wait: of an early
    action and of a late one.
    """
    told = [_action(bench, lines, proposals) for lines in lengths]
    bench.say(f"  {told}")
    return [
        Row(
            "Crafting the Cosmos: an action and the pages of four phones at "
            f"{' / '.join(f'{each:,}' for each in lengths)} lines, {proposals} corrections "
            "waiting, processor time (when they were first shown)",
            f"{' / '.join(ms(each) for each, _ in told)}"
            f" ({' / '.join(ms(first) for _, first in told)})",
        )
    ]


def _action(bench: Bench, lines: int, proposals: int) -> tuple[float, float]:
    """Milliseconds of processor time for one action, and for the first look at what waits."""
    with closing(Ledgers(bench.fresh("waiting") / "tables.sqlite")) as ledgers:
        told = ledgers.table("crafting", long_log(lines), [])
        code, store = told["code"], ledgers.store
        phones = [ledgers.client(each["cookie"]) for each in told["phones"]]

        def pages() -> None:
            for phone in phones:
                assert phone.get(f"/t/{code}").status_code == 200

        # So that each action counts at once, and no other correction waits than these.
        store.change(code, partial(_new_event, NewEvent(0, Kind.CONSENT, "0")))
        pages()
        entries = store.latest(code).entries
        for entry in (entries[len(entries) // 10], entries[-5])[:proposals]:
            text = write_proposal(TakeBack(entry.seq))
            store.change(code, partial(_new_event, NewEvent(entry.seat, Kind.PROPOSED, text)))
        took = []
        for number, (seat, action) in enumerate(itertools.islice(mends(), ACTIONS + 1)):
            data = {"action": action, "seat": seat, "intent": f"i{number}"}
            start = time.process_time()
            answer = phones[seat - 1].post(f"/t/{code}/act", data=data, headers=ORIGIN)
            assert answer.status_code < 400, answer.text
            pages()
            took.append(1000 * (time.process_time() - start))
    return median(took[1:]), took[0]


def _new_event(event: NewEvent, _: Table) -> NewEvent:
    return event
