"""A refused action that was forgotten: the refusal offers to add it where it was left out."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from companion import transcript
from companion.app import create_app
from companion.config import Config
from tests.web.routes.test_cosmogenesis_weight import seated


def table(config: Config) -> tuple[Flask, str, dict]:
    app = create_app(config)
    app.testing = True
    code, phones = seated(app, transcript.read_transcript("game cosmogenesis\nseats 2\n"))
    for n, (seat, action) in enumerate(
        ((1, "begin 1"), (1, "planet ii rock-2"), (1, "end"), (2, "discard i"))
    ):
        assert phones[seat].tap(code, action, seat=seat, intent=f"tap{n}").status_code == 200
    return app, code, phones


def test_one_tap_adds_it_to_the_turn_where_it_was_forgotten(config: Config) -> None:
    app, code, phones = table(config)
    refused = phones[1].tap(code, "extra-moon 1", seat=1, intent="late").text
    assert "Add it to your last turn" in refused
    after = re.search(r'name="after" value="(\d+)"', refused)
    assert after and f'action="/t/{code}/insert"' in refused
    store = app.extensions["companion"].store
    turn = store.latest(code).state.turn
    answer = phones[1].post(
        f"/t/{code}/insert", action="extra-moon 1", after=after[1], seat=1, intent="there"
    )
    assert answer.status_code in (200, 303)
    state = store.latest(code).state
    assert [moon.kind for moon in state.system(1).orbits[0].moons] == ["asteroid"]
    assert (state.turn.seat, state.turn.extras) == (2, turn.extras), "Ben's is still there"
    assert [entry.action for entry in store.latest(code).entries][-3:-1] == ["extra-moon 1", "end"]
    app.extensions["companion"].close()


def test_where_it_would_not_have_been_legal_it_is_not_offered(config: Config) -> None:
    app, code, phones = table(config)
    for action in ("extra-moon 2", "smash 1", "planet iii rock-1"):
        refused = phones[1].tap(code, action, seat=1, intent=f"late {action}").text
        assert "Add it to your last turn" not in refused
    app.extensions["companion"].close()


@pytest.mark.parametrize(
    "between",
    [
        ((1, "note planetary-7 3"),),
        ((1, "mend hand 2"), (2, "tile exotic-3 0,uses=2")),
        ((2, "end"),),
        ((2, "end"), (1, "note planetary-7 3")),
    ],
    ids=["own note", "own hand", "own next turn", "a note in the own next turn"],
)
def test_what_was_told_since_does_not_hide_the_last_turn(
    config: Config, between: tuple[tuple[int, str], ...]
) -> None:
    app, code, phones = table(config)
    for n, (seat, action) in enumerate(between):
        answer = phones[seat].tap(code, action, seat=seat, intent=f"since{n}")
        assert answer.status_code == 200, answer.text
    refused = phones[1].tap(code, "extra-moon 1", seat=1, intent="l").text
    assert "Add it to your last turn" in refused
    app.extensions["companion"].close()


def test_in_the_first_round_who_waits_is_not_asked_what_was_forgotten(config: Config) -> None:
    app, code, phones = table(config)
    page = phones[1].get(f"/t/{code}").text
    assert 'id="panel-scores"' in page, "she waits"
    assert 'id="forgot"' not in page
    assert phones[1].get(f"/t/{code}/forgot").status_code == 200, "it is there for who looks"
    app.extensions["companion"].close()
