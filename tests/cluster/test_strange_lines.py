"""What phones and other servers may say: no word of it ends what servers hear of each other."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.app import create_app
from companion.cluster.peers import Peers
from companion.cluster.presence import SETTING_NUMBER_WORD
from companion.config import Config
from companion.ledger.postgres.statements import NOTIFY_STATEMENT
from companion.ledger.where import parse_database_location
from companion.tables import Event
from tests.kit.phones import Phone
from tests.kit.postgres import Postgres
from tests.kit.served import until
from tests.kit.two_servers import GAMES, heard_at, peers_of, store_of

pytestmark = pytest.mark.postgres


def test_a_line_that_nobody_knows_yet_is_passed_over(apps: tuple[Flask, Flask]) -> None:
    """A server of a newer version tells what this one has never heard of."""
    peers = peers_of(apps[0])
    peers._heard("newer", ["~ K7QX something new", "+ K7QX pa 10.0"])
    assert "pa" in store_of(apps[0]).stream_hub.presence_by_phone("K7QX")


def goes_on(apps: tuple[Flask, Flask]) -> None:
    """Each still hears what the other one tells."""
    for app in apps:
        assert peers_of(app).is_running
        assert Phone(app).get("/readyz").status_code == 200
    for one, other in (apps, apps[::-1]):
        store_of(one).stream_hub.watch("G0ES", store_of(one).ledger.name)
        until(
            lambda one=one, other=other: (
                store_of(one).ledger.name in store_of(other).stream_hub.presence_by_phone("G0ES")
            ),
            "never told any more",
        )


#: What a phone may say that sets a number.
STRANGE = (
    *("take 1\n+ K7QX pa 1", "take \0", "take 1\0", "take " + "1" * 10_000, "x" * 10_000),
    *("\n", "take", "", "take 1 + 2", "\u2028take"),
)


def test_no_words_of_a_phone_end_what_servers_hear_of_each_other(
    apps: tuple[Flask, Flask], phones: tuple[Phone, Phone]
) -> None:
    ana, _ = phones
    code = ana.open_table()
    for said in STRANGE:
        for more in ({}, {"done": "1"}):
            answer = ana.post(f"/t/{code}/counting", seat=1, action=said, **more)
            # Words between which there are any blanks are one action; what is none is told so.
            assert answer.status_code in (204, 303), answer.text
    goes_on(apps)


def test_only_what_the_notation_reads_goes_out(
    apps: tuple[Flask, Flask], phones: tuple[Phone, Phone]
) -> None:
    ana, _ = phones
    code, heard = ana.open_table(), heard_at(apps[1], SETTING_NUMBER_WORD)
    assert ana.post(f"/t/{code}/counting", seat=1, action="nonsense 1").status_code == 303
    assert ana.post(f"/t/{code}/counting", seat=1, action=" TAKE\n 2").status_code == 204
    until(lambda: bool(heard), "never told")
    ((told_of, _, *rest),) = heard
    assert (told_of, rest) == (code, ["1", "take"])


def test_a_line_that_cannot_be_told_holds_no_other_back(apps: tuple[Flask, Flask]) -> None:
    lines = ["n K7QX pa 2 co\nunt", "n K7QX pa 2 \0", f"n K7QX pa 2 {'x' * 10_000}", "\ud800"]
    here, there = (peers_of(app).remote for app in apps)
    for number, line in enumerate(lines):
        here.queue_lines([line, f"+ K7QX {number} 10.0"])
        until(
            lambda n=number: str(n) in there.presence_by_phone("K7QX"),
            "what came with it was not told",
        )
    goes_on(apps)


#: What may come in: from a server of another version, or nobody of ours.
LINES = (
    *("", " ", "+", "-", "?", "!", "c", "n", "e", "+ K7QX", "- K7QX pa", "? K7QX", "n K7QX pa"),
    *("+ K7QX pa ten", "+ K7QX pa nan", "- K7QX pa inf", "+ K7QX pa 1e300", "+ K7QX pa -5"),
    *("n K7QX pa two take", "n K7QX pa  take", "changed", "hello you", "bye now", "here we are"),
    *("+  K7QX pa 1", "\t", "~ K7QX pa", "+ K7QX pa " + "9" * 3000),
)


def test_no_line_that_comes_in_ends_anything(apps: tuple[Flask, Flask], postgres: Postgres) -> None:
    for app in apps:
        ledger = store_of(app).ledger
        for line in LINES:
            told = [f"strange\n{line}", line, f"{line}\n{line}"]
            ledger._pool.retry_on_connection(
                lambda given, told=told: given.execute(NOTIFY_STATEMENT, [told])
            )
    goes_on(apps)
    code = Phone(apps[0]).open_table()
    assert Phone(apps[1]).get(f"/t/{code}").status_code == 200
    known = [store_of(app).stream_hub.presence_by_phone("K7QX").values() for app in apps]
    assert all(0 <= each.since < 1e10 for here in known for each in here)


def test_what_a_newer_server_says_besides_is_passed_over(apps: tuple[Flask, Flask]) -> None:
    peers = peers_of(apps[0])
    peers._heard("newer", ["+ K7QX pa 10.0 by-train", "- K7QX pb 11.0 on foot"])
    known = store_of(apps[0]).stream_hub.presence_by_phone("K7QX")
    assert known["pa"].awake and not known["pb"].awake


def test_a_table_that_cannot_be_folded_ends_no_looking(apps: tuple[Flask, Flask]) -> None:
    """A newer server has opened one of a game that this one has never heard of."""
    store = store_of(apps[1])
    store.ledger.append(Event("N0NE", 1, 1.0, 0, "opened", "go 2 pa"))
    peers = peers_of(apps[1])
    for code in ("N0NE", "0THR"):
        store.stream_hub.watch(code, "pa")
    peers._note_changed(["N0NE", "0THR"])
    until(lambda: not peers._changed, "those with it are not looked at")
    goes_on(apps)


def test_no_mistake_of_ours_ends_the_looking_or_telling(
    apps: tuple[Flask, Flask], monkeypatch: pytest.MonkeyPatch
) -> None:
    failed: list[str] = []

    def fail(*_: object) -> None:
        failed.append("once")
        raise RuntimeError("a mistake")

    peers = peers_of(apps[1])
    with monkeypatch.context() as broken:
        broken.setattr(peers, "_look_at", fail)
        store_of(apps[1]).stream_hub.watch("K7QX", "pa")
        peers._note_changed(["K7QX"])
        until(lambda: bool(failed), "never looked")
        failed.clear()
        broken.setattr(store_of(apps[1]).ledger, "send_peer_lines", fail)
        until(lambda: bool(failed), "never told")
    goes_on(apps)


@pytest.mark.parametrize("work", ["_hear", "_look", "_tell"])
def test_a_thread_that_has_ended_is_seen(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch, work: str
) -> None:
    def ends(self: Peers) -> None:
        """At once."""

    ends.__name__ = work
    monkeypatch.setattr(Peers, work, ends)
    app = create_app(
        Config(parse_database_location(postgres.new_database()), "not so secret"), games=GAMES
    )
    until(lambda: Phone(app).get("/readyz").status_code == 503, "nobody saw it")
    assert Phone(app).get("/readyz").text == "the other servers: no longer heard or told\n"
    app.extensions["companion"].close()
