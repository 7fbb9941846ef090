"""Makes `released/schema-N.db` of the newest schema, and beside it what is told of its tables:
`.venv/bin/python -m tests.ledger.make_released`, once, by the
version that releases the schema. What is there already it leaves alone.

Everything comes in by the way people use: two phones open tables, sit, play recorded games, are
refused, take a seat along to another phone, and one table waits in its lobby.
"""

from __future__ import annotations

import json
from pathlib import Path

from companion import transcript
from companion.app import create_app
from companion.config import Config
from companion.ledger.schema import MIGRATION_NAMES
from companion.ledger.sqlite import SqliteLedger
from companion.tables import table_from_events
from tests.kit.phones import Phone
from tests.kit.places import GAMES
from tests.ledger.test_released import lasting_facts

FOLDER = Path(__file__).parent / "released"
#: Which recorded games are played, and what part of each; the last move of none is left out.
PLAYED = (
    ("crafting/games/two-players-tie-break.txt", 1.0),
    ("crafting/games/three-players-shared-win.txt", 0.6),
    ("empires/games/two-players-at-once.txt", 1.0),
    ("empires/games/four-players-hybrid.txt", 0.4),
)
NAMES = ("Ana", "Ben", "Chiara", "Dov", "Elif", "Finn", "Gus", "Hana")


def main() -> None:
    file = FOLDER / f"schema-{len(MIGRATION_NAMES)}.db"
    if file.exists():
        raise SystemExit(f"{file} is there; it is never made anew.")
    app = create_app(Config(file, "not so secret"))
    for name, part in PLAYED:
        play(Phone(app), Phone(app), GAMES / name, part)
    opened(Phone(app), "crafting", 4)
    app.extensions["companion"].store.ledger.close()
    file.with_suffix(".json").write_text(said(file), encoding="utf-8")


def opened(host: Phone, game: str, seats: int) -> str:
    answer = host.post("/tables", game=game, seats=seats, name=NAMES[0])
    return answer.location.rpartition("/")[2]


def play(host: Phone, guest: Phone, file: Path, part: float) -> None:
    """The host plays the first seat, the guest all others; the first move is refused once."""
    played = transcript.read_transcript(file.read_text(encoding="utf-8"))
    code = opened(host, file.parent.parent.name, played.seats)
    for seat in range(2, played.seats + 1):
        done(guest.post(f"/t/{code}/sit", seat=seat, name=NAMES[seat - 1]))
    for key, value in played.options:
        done(host.post(f"/t/{code}/option", key=key, value=value))
    done(host.post(f"/t/{code}/start"))
    for number in range(round(part * len(played.moves))):
        move = played.moves[number]
        who = host if move.seat == 1 else guest
        if number == 1:
            who.tap(code, played.moves[-1].action, seat=move.seat)
        done(who.post(f"/t/{code}/act", seat=move.seat, action=move.action))


def done(answer: object) -> None:
    status = getattr(answer, "status_code", 0)
    assert status == 303, (status, getattr(answer, "text", ""))


def said(file: Path) -> str:
    """What this version says of each table."""
    ledger = SqliteLedger(file)
    tables = {code: table_from_events(ledger.events(code)) for code in ledger.table_codes()}
    refused = sum(len(ledger.refusals(code)) for code in tables)
    ledger.close()
    assert refused, "nobody was refused"
    for sidecar in FOLDER.glob(f"{file.name}-*"):
        sidecar.unlink()
    return json.dumps(
        {code: lasting_facts(table) for code, table in tables.items() if table}, indent=1
    )


if __name__ == "__main__":
    main()
