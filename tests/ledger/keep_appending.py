"""Run as a program: appends to the ledger at argv[1] from three threads, and prints each event's
table and number once it is acknowledged, until it is killed."""

from __future__ import annotations

import sys
import threading
from itertools import count

from companion.ledger import Ledger
from companion.ledger.opening import open_ledger
from companion.ledger.where import parse_database_location
from companion.tables import Event


def keep_appending(ledger: Ledger, code: str, speaking: threading.Lock) -> None:
    begin = len(ledger.events(code)) + 1
    for seq in count(begin):
        ledger.append(Event(code, seq, float(seq), 1, "played", f"take {seq}", f"{code}-{seq}"))
        with speaking:
            sys.stdout.write(f"{code} {seq}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    ledger, speaking = open_ledger(parse_database_location(sys.argv[1])), threading.Lock()
    for code in ("AAAA", "BBBB", "CCCC"):
        threading.Thread(target=keep_appending, args=(ledger, code, speaking)).start()
