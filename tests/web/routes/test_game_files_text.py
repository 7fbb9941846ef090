"""The game as a text to keep: complete after the end, without secrets before."""

from __future__ import annotations

from companion import transcript
from companion.play import TableStore
from companion.referee.replay import replay_moves
from tests.kit.phones import Phone

Game = tuple[str, Phone, Phone]


def test_before_the_end_no_secret_leaves(game: Game) -> None:
    code, ana, ben = game
    ben.tap(code, "hide", seat=2, **{"action.1": "7391", "lead.1": "the"})
    ana.tap(code, "take 2", seat=1)
    answer = ben.get(f"/t/{code}/transcript")
    assert answer.text == "game heap\nseats 2\noption heap 9\n1 take 2\n"
    assert answer.mimetype == "text/plain"
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{code}.txt"'


def test_after_the_end_it_is_whole_and_replays_to_the_same(game: Game, store: TableStore) -> None:
    code, ana, ben = game
    ben.tap(code, "hide", seat=2, **{"action.1": "7391", "lead.1": "the"})
    ana.tap(code, "take 2", seat=1)
    ana.post(f"/t/{code}/take-back", entry=store.latest(code).entries[-1].seq, seat=1)
    ana.tap(code, "take 8", seat=1)
    ben.tap(code, "take 1", seat=2)
    text = ana.get(f"/t/{code}/transcript").text
    assert text.splitlines()[3:] == ["2 hide the 7391", "1 take 8", "2 take 1"]
    read = transcript.read_transcript(text)
    table = store.latest(code)
    moves = [(move.seat, move.action) for move in read.moves]
    assert replay_moves(table.game, read.seats, dict(read.options), moves) == table.state


def test_a_table_that_has_not_begun_has_a_transcript_too(game: Game) -> None:
    _, ana, _ = game
    code = ana.open_table(seats=3)
    assert ana.get(f"/t/{code}/transcript").text == "game heap\nseats 3\noption heap 9\n"
