"""A card value that a table changed is there at the next table of the same people."""

from __future__ import annotations

from pathlib import Path

from companion import transcript
from companion.ledger.sqlite import SqliteLedger
from companion.live.stream_hub import StreamHub
from companion.play import TableStore, act, lobby, rematch
from companion.play.answer import Played, Tap

GAME = Path(__file__).parent / "games" / "two-players-at-once.txt"


def test_changed_card_values_are_kept_for_the_next_table(tmp_path: Path) -> None:
    clock = iter(range(10**6)).__next__
    store = TableStore(SqliteLedger(tmp_path / "again.sqlite"), StreamHub(clock), clock)
    kept = transcript.read_transcript(GAME.read_text(encoding="utf-8"))
    code = lobby.open_table(store, "empires", kept.seats, "p").code
    for seat in range(1, kept.seats + 1):
        lobby.sit_down_at_seat(store, code, seat, "p")
    for key, value in kept.options:
        lobby.choose_option(store, code, key, value, "p")
    lobby.start_game(store, code, "p")
    for number, move in enumerate(kept.moves):
        act.play_tap(store, code, Tap("p", move.seat, move.action, f"i{number}", 0))
    changed = act.play_tap(store, code, Tap("p", 1, "card yggdrasil cost 6", "card", 0))
    assert isinstance(changed, Played)
    again = rematch.open_rematch(store, code, "p")
    lobby.start_game(store, again.code, "p")
    state = store.latest(again.code).state
    assert ("yggdrasil", "cost", 6) in [tuple(change) for change in state.changes]
