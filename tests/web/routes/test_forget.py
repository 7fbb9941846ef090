"""A host deletes a table, a player takes their own name out: for good, and nobody else's."""

from __future__ import annotations

from collections.abc import Callable

from companion.play import TableStore
from companion.tables import Event, events_naming_player
from tests.kit.phones import Phone

New = Callable[[], Phone]
Game = tuple[str, Phone, Phone]


def test_a_deleted_table_is_gone_for_every_phone(phone: New, store: TableStore) -> None:
    ana, ben = phone(), phone()
    code = ana.open_table()
    ben.post(f"/t/{code}/sit", seat=2, name="Ben")
    stream = ben.watch(code, page="lobby")
    stream.message()
    assert ana.post(f"/t/{code}/delete").location.endswith("/")
    assert "event: gone" in "".join(chunk.decode() for chunk in stream.answer.iter_encoded())
    assert store.ledger.events(code) == []
    assert ben.get(f"/t/{code}").status_code == ben.get(f"/j/{code}").status_code == 404
    assert ben.post(f"/t/{code}/sit", seat=2).status_code == 404


def test_a_game_that_others_play_is_not_deleted(game: Game, store: TableStore) -> None:
    code, ana, ben = game
    ben.post(f"/t/{code}/delete")
    assert "Only the host can do that" in ben.get(f"/t/{code}").text
    ana.post(f"/t/{code}/delete")
    assert "Finish the game first" in ana.get(f"/t/{code}").text
    assert store.latest(code).started


def test_a_name_goes_out_of_the_table_and_its_log(game: Game, store: TableStore) -> None:
    code, ana, ben = game
    ben.post(f"/t/{code}/rename", seat=2, name="Benedict")
    ana.post(f"/t/{code}/remove-name", seat=2)
    assert store.latest(code).seat_at(2).name == "Benedict", (
        "another's name is not mine to take out"
    )
    ben.post(f"/t/{code}/remove-name", seat=2)
    assert store.latest(code).seat_at(2).name == ""
    texts = [event.text for event in store.ledger.events(code)]
    assert "Benedict" not in texts and "Ben" not in texts and "Ana" in texts
    assert "Benedict" not in ana.get(f"/t/{code}").text


def test_the_host_takes_out_the_name_of_a_phone_that_has_signed_out(
    game: Game, store: TableStore, phone: New
) -> None:
    code, ana, ben = game
    words = "Remove this name from the table"
    assert words not in ana.get(f"/t/{code}/lobby").text, "its own phone may, while there is one"
    ben.post(f"/t/{code}/sign-off")
    assert words in ana.get(f"/t/{code}/lobby").text
    phone().post(f"/t/{code}/remove-name", seat=2)
    assert store.latest(code).seat_at(2).name == "Ben", "nobody else's to take out"
    ana.post(f"/t/{code}/remove-name", seat=2)
    assert store.latest(code).seat_at(2).name == ""
    texts = [event.text for event in store.ledger.events(code)]
    assert "Ben" not in texts and "Ana" in texts
    assert words not in ana.get(f"/t/{code}/lobby").text


def test_a_deleted_table_takes_no_tap_from_a_phone_that_still_shows_it(
    game: Game, store: TableStore
) -> None:
    code, ana, _ = game
    store.ledger.delete(code)  # by another process
    answer = ana.tap(code, "take 2", seat=1)
    assert answer.status_code == 404 and "No table has this code" in answer.text
    assert store.ledger.events(code) == []


def test_the_names_of_a_seat_are_found_through_every_change_of_order() -> None:
    def event(seq: int, seat: int, kind: str, text: str) -> Event:
        return Event("K7QX", seq, 1.0, seat, kind, text)

    events = [
        event(1, 0, "opened", "tally 3 pa"),
        event(2, 1, "named", "Ana"),
        event(3, 2, "named", "Ben"),
        event(4, 0, "ordered", "3 1 2"),
        event(5, 2, "named", "Anna"),
        event(6, 0, "ordered", "2 1 3"),
        event(7, 2, "named", "Chiara"),
    ]
    assert events_naming_player(events, 1) == [5, 2]
    assert events_naming_player(events, 2) == [7]
    assert events_naming_player(events, 3) == [3]
