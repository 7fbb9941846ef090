"""What holds for every game of the catalogue, whatever its rules: the contract of `Game`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from companion import games
from companion.games import CATALOGUE
from companion.referee.controls import Choice
from companion.referee.game import Game
from companion.referee.judge import judge, legal_actions
from companion.referee.memo import drop_oldest_results
from companion.referee.panels import (
    ABOVE_ALL_TABS,
    TAB_KEYS,
    TABLE_SCREEN_ONLY,
    Panel,
    Sheet,
    ShowByTab,
)
from companion.referee.replay import replay_moves
from companion.referee.rulebook import Question, Rule
from companion.referee.ruling import Doubt, Objection
from companion.referee.text import Text, english_translator
from tests.kit.secrets import SECRETS
from tests.kit.strategies import PLAYS, Moment, actions, moments, play

TONGUE = english_translator()

# By name: a failing example is then reported with the name and not with the whole game.
each_game = pytest.mark.parametrize("slug", CATALOGUE)
each_secret = pytest.mark.parametrize("slug", SECRETS)


def parts(thing: Any) -> Iterator[Any]:
    """A value and everything inside it."""
    yield thing
    inner: Any = ()
    if isinstance(thing, dict):
        inner = (*thing, *thing.values())
    elif isinstance(thing, tuple | list | set | frozenset):
        inner = thing
    elif is_dataclass(thing) and not isinstance(thing, Text):
        inner = [getattr(thing, field.name) for field in fields(thing)]
    for part in inner:
        yield from parts(part)


def check_said(text: Text) -> None:
    said = TONGUE.say(text)
    assert said.strip()
    assert not set("{}") & set(said), said


def check_answer(game: Game, answer: Objection | Doubt) -> None:
    """It cites the book, and can be said."""
    check_said(answer.reason)
    if isinstance(answer, Doubt):
        assert isinstance(game.rulebook.find_entry(answer.question), Question)
        return
    assert game.rulebook.find_entry(answer.rule)
    if answer.remedy is not None:
        check_said(answer.remedy)
    if answer.remedy_action:
        game.read(answer.remedy_action)


def check_over(game: Game, state: Any, seats: range) -> None:
    """Nobody to act exactly when there is an outcome, and the outcome is whole."""
    acting, outcome = game.seats_to_act(state), game.outcome(state)
    assert acting <= set(seats)
    assert (not acting) == (outcome is not None), game.state_summary(state)
    if outcome is not None:
        assert game.rulebook.find_entry(outcome.rule)
        assert sorted(place.seat for place in outcome.ranking) == list(seats)
        firsts = {place.seat for place in outcome.ranking if place.rank == 1}
        assert set(outcome.winners) == firsts
        check_said(outcome.reason)


@each_game
@pytest.mark.parametrize("seed", PLAYS)
def test_random_play_goes_on_or_ends(slug: str, seed: int) -> None:
    game = CATALOGUE[slug]
    played = play(slug, seed)
    assert not played.stuck, f"nothing is allowed:\n{game.state_summary(played.last)}"
    for state in played.states:
        check_over(game, state, range(1, played.seats + 1))


@each_game
def test_random_play_reaches_the_end(slug: str) -> None:
    game = CATALOGUE[slug]
    ended = [seed for seed in PLAYS if game.outcome(play(slug, seed).last) is not None]
    assert ended


@each_game
@pytest.mark.parametrize("seed", PLAYS)
def test_replay_equals_play(slug: str, seed: int) -> None:
    game = CATALOGUE[slug]
    played = play(slug, seed)
    assert replay_moves(game, played.seats, dict(played.options), played.moves) == played.last


@each_game
@given(data=st.data())
def test_apply_leaves_the_old_state_as_it_was(slug: str, data: st.DataObject) -> None:
    game = CATALOGUE[slug]
    moment = data.draw(moments(game, overruled=2))
    before, seen = hash(moment.state), repr(moment.state)
    for action in data.draw(st.lists(actions(game), min_size=1, max_size=4)):
        seat = data.draw(st.sampled_from(moment.seats))
        first = game.apply(moment.state, seat, action)
        assert game.apply(moment.state, seat, action) == first
    assert (hash(moment.state), repr(moment.state)) == (before, seen)


@each_game
@given(data=st.data())
def test_reading_what_was_written_gives_the_action_back(slug: str, data: st.DataObject) -> None:
    game = CATALOGUE[slug]
    moment = data.draw(moments(game))
    tried = [a for seat in moment.seats for a in game.candidates(moment.state, seat)]
    for action in (*tried, data.draw(actions(game))):
        assert game.read(game.write(action)) == action


@each_game
def test_every_form_gives_an_example_of_itself(slug: str) -> None:
    game = CATALOGUE[slug]
    for form in game.notation.forms:
        assert form.example.split()[0] == form.verb
        assert type(game.read(form.example)) is form.make
        check_said(form.means)


@pytest.mark.long
@each_game
@given(data=st.data())
def test_apply_copes_with_any_readable_action(slug: str, data: st.DataObject) -> None:
    game = CATALOGUE[slug]
    moment = data.draw(moments(game, overruled=8))
    check_over(game, moment.state, moment.seats)
    for viewer in (0, *moment.seats):
        assert game.show(moment.state, viewer)
    check_said(Text("{sketch}", sketch=game.state_summary(moment.state)))


@each_game
@given(data=st.data())
def test_what_is_allowed_is_what_is_offered(slug: str, data: st.DataObject) -> None:
    game = CATALOGUE[slug]
    moment = data.draw(moments(game, overruled=1))
    seat = data.draw(st.sampled_from(moment.seats))
    tried, allowed = (
        list(game.candidates(moment.state, seat)),
        legal_actions(game, moment.state, seat),
    )
    for action in tried:
        objected = [
            answer
            for answer in game.objections(moment.state, seat, action)
            if isinstance(answer, Objection)
        ]
        barred = is_barred(game, moment.state, seat, action)
        assert (action in allowed) == (not objected and not barred)
    assert set(allowed) <= set(tried)


def is_barred(game: Game, state: Any, seat: int, action: Any) -> bool:
    """Whether the end or the turn alone forbids it, which no game has to say itself."""
    if game.outcome(state) is not None:
        return type(action) not in game.after_end
    return bool(game.notation.form_of(action).turn) and seat not in game.seats_to_act(state)


@each_game
@given(data=st.data())
def test_the_judge_answers_anything_out_of_the_book(slug: str, data: st.DataObject) -> None:
    game = CATALOGUE[slug]
    moment = data.draw(moments(game, overruled=2))
    seat = data.draw(st.sampled_from(moment.seats))
    tried = list(game.candidates(moment.state, seat))
    made_up = data.draw(st.lists(actions(game), min_size=1, max_size=6))
    probes = [game.read(text) for text in SECRETS[slug].probes] if slug in SECRETS else []
    for action in (*tried, *made_up, *probes):
        ruling = judge(game, moment.state, seat, action)
        assert game.read(ruling.action) == action
        for answer in (*ruling.objections, *ruling.doubts):
            check_answer(game, answer)


@each_game
@given(data=st.data())
def test_everything_is_said_to_everybody(slug: str, data: st.DataObject) -> None:
    game = CATALOGUE[slug]
    moment = data.draw(moments(game, overruled=2))
    seat = data.draw(st.sampled_from(moment.seats))
    tried = list(game.candidates(moment.state, seat))[:40]
    for action in (*tried, data.draw(actions(game))):
        for viewer in (0, *moment.seats):
            check_said(game.say(moment.state, seat, action, viewer))
        told = game.redact(action)
        assert told is None or type(game.read(game.write(told))) is type(action)


@pytest.mark.long
@each_game
@given(data=st.data())
def test_every_view_can_be_drawn(slug: str, data: st.DataObject) -> None:
    game = CATALOGUE[slug]
    moment = data.draw(moments(game, overruled=2))
    shared: dict[str, Panel] = {}
    for viewer in (0, *moment.seats):
        panels = game.show(moment.state, viewer)
        ids = [panel.id for panel in panels]
        assert len(ids) == len(set(ids))
        assert {panel.tab for panel in panels} <= {
            *(ABOVE_ALL_TABS, TABLE_SCREEN_ONLY, TAB_KEYS[0], TAB_KEYS[-1]),
            *game.tabs,
        }
        for part in parts(panels):
            if isinstance(part, Text):
                check_said(part)
            elif isinstance(part, Objection | Doubt):
                check_answer(game, part)
        for panel in panels:
            if panel.shared:
                assert shared.setdefault(panel.id, panel) == panel


@pytest.mark.long
@each_game
@settings(max_examples=12)
@given(data=st.data())
def test_what_is_remembered_is_what_would_be_shown_anew(slug: str, data: st.DataObject) -> None:
    """Two tables in turn, as played and as set right by hand, seen by every seat and by nobody."""
    tables = [data.draw(stretches(slug)) for _ in range(2)]
    asked = [
        (state, viewer)
        for states in zip(*tables, strict=False)
        for state in states
        for viewer in range(5)
    ]
    shown = [CATALOGUE[slug].show(state, viewer) for state, viewer in asked]
    for (state, viewer), panels in zip(asked, shown, strict=True):
        drop_oldest_results(1.0)
        assert CATALOGUE[slug].show(state, viewer) == panels


@st.composite
def stretches(draw: st.DrawFn, slug: str) -> tuple[Any, ...]:
    """The states of a table one after the other: some as played, then some that nobody judged."""
    played = play(slug, draw(st.sampled_from(PLAYS)))
    start = draw(st.integers(0, len(played.states) - 1))
    states = [*played.states[start : start + 2]]
    for action in draw(st.lists(actions(CATALOGUE[slug]), max_size=2)):
        seat = draw(st.sampled_from(range(1, played.seats + 1)))
        states.append(CATALOGUE[slug].apply(states[-1], seat, action))
    return tuple(states)


@pytest.mark.long
@each_game
@settings(max_examples=12)
@given(data=st.data())
def test_panels_that_are_equal_look_the_same(slug: str, data: st.DataObject) -> None:
    """By that a page knows that a phone has this panel already; see `TableCache.known_piece`."""
    played = play(slug, data.draw(st.sampled_from(PLAYS)))
    start = data.draw(st.integers(0, len(played.states) - 1))
    by_id: dict[str, list[tuple[Panel, str]]] = {}
    for state in played.states[start : start + 6]:
        for viewer in range(played.seats + 1):
            for panel in CATALOGUE[slug].show(state, viewer):
                by_id.setdefault(panel.id, []).append((panel, repr(panel)))
    for panels in by_id.values():
        for (one, looks), (other, others_looks) in combinations(panels, 2):
            assert (one == other) == (looks == others_looks), one.id


@pytest.mark.long
@each_game
@given(data=st.data())
def test_a_tap_earns_what_its_button_says(slug: str, data: st.DataObject) -> None:
    game = CATALOGUE[slug]
    moment = data.draw(moments(game, overruled=1))
    seat = data.draw(st.sampled_from(moment.seats))
    panels = game.show(moment.state, seat)
    sheets = {panel.id for panel in panels if isinstance(panel, Sheet)}
    for choice in (part for part in parts(panels) if isinstance(part, Choice)):
        if choice.sheet:
            assert choice.sheet in sheets
        if choice.action:
            ruling = judge(game, moment.state, seat, game.read(choice.action))
            assert ruling.allowed == (choice.refusal is None), choice
            if choice.refusal is not None:
                assert choice.refusal in ruling.objections


def seen(game: Game, state: Any, seats: range, owner: int) -> tuple[Any, ...]:
    """Everything that those who are not the owner get to see of a state."""
    others = [viewer for viewer in (0, *seats) if viewer != owner]
    drop_oldest_results(1.0)
    views = tuple(game.show(state, viewer) for viewer in others)
    # A page's mark of a tab tells when these change.
    later = game.show.later.values() if isinstance(game.show, ShowByTab) else ()
    hang_on = [tab.parts(state, viewer) for tab in later if tab.parts for viewer in others]
    counts = tuple(game.counts(state, seat) for seat in seats)
    told = (counts, game.state_summary(state), game.seats_to_act(state), game.outcome(state))
    return (*views, hang_on, *told)


def heard(game: Game, state: Any, moment: Moment, owner: int, tap: tuple[int, Any]) -> Any:
    """Everything that those who are not the owner get to hear of an action on a state."""
    seat, action = tap
    others = [viewer for viewer in (0, *moment.seats) if viewer != owner]
    said = [game.say(state, seat, action, viewer) for viewer in others]
    answers = () if seat == owner else tuple(game.objections(state, seat, action))
    return (
        said,
        answers,
        game.draw_for_action(state, action),
        game.reveals_hidden_pieces(state, action),
    )


@pytest.mark.long
@each_secret
@given(data=st.data())
def test_a_secret_shows_to_nobody_else(slug: str, data: st.DataObject) -> None:
    game = CATALOGUE[slug]
    secret = SECRETS[slug]
    moment = data.draw(moments(game, overruled=2))
    owner = data.draw(st.sampled_from(moment.seats))
    twin = secret.other(data.draw, moment.state, owner)
    look = partial(seen, game, seats=moment.seats, owner=owner)
    assert look(moment.state) == look(twin)
    for action in data.draw(st.lists(actions(game), max_size=5)):
        seat = data.draw(st.sampled_from(moment.seats))
        hear = partial(heard, game, moment=moment, owner=owner, tap=(seat, action))
        assert hear(moment.state) == hear(twin)
        if seat != owner or game.write(action).split()[0] not in secret.reveals:
            after = game.apply(moment.state, seat, action), game.apply(twin, seat, action)
            assert look(after[0]) == look(after[1])


@pytest.mark.long
@each_secret
@given(data=st.data())
def test_other_seats_are_judged_without_the_secret(slug: str, data: st.DataObject) -> None:
    game = CATALOGUE[slug]
    secret = SECRETS[slug]
    moment = data.draw(moments(game))
    owner = data.draw(st.sampled_from(moment.seats))
    twin = secret.other(data.draw, moment.state, owner)
    assume(twin != moment.state)
    for seat in moment.seats:
        if seat != owner:
            tried = tuple(game.candidates(moment.state, seat))
            assert tuple(game.candidates(twin, seat)) == tried
            for action in (*tried, *map(game.read, secret.probes)):
                answers = tuple(game.objections(moment.state, seat, action))
                assert tuple(game.objections(twin, seat, action)) == answers


@pytest.mark.long
@each_secret
@given(data=st.data())
def test_a_secret_in_an_action_is_told_to_nobody_else(slug: str, data: st.DataObject) -> None:
    game = CATALOGUE[slug]
    moment = data.draw(moments(game))
    owner = data.draw(st.sampled_from(moment.seats))
    assume(SECRETS[slug].is_kept(moment.state, owner))
    for texts in SECRETS[slug].pairs:
        one, other = (game.read(text) for text in texts)
        assert one != other
        assert game.redact(one) == game.redact(other)
        hear = partial(heard, game, moment.state, moment, owner)
        assert hear((owner, one)) == hear((owner, other))
        after = [game.apply(moment.state, owner, action) for action in (one, other)]
        look = partial(seen, game, seats=moment.seats, owner=owner)
        assert look(after[0]) == look(after[1])


@pytest.mark.parametrize("slug", CATALOGUE)
def test_every_kind_of_action_says_by_which_rules_it_is_allowed(slug: str) -> None:
    """Of each example and of each action of some games: a rule that tells it. A package's game may
    leave them all out.
    """
    game = CATALOGUE[slug]
    forms, ours = game.notation.forms, (Path(games.__file__).parent / slug).is_dir()
    if not ours and not any(form.make.grounds for form in forms):
        return
    assert [form.verb for form in forms if not form.make.grounds] == []
    examples = [game.read(form.example) for form in game.notation.forms]
    played = [game.read(move) for seed in PLAYS[:3] for _, move in play(slug, seed).moves]
    for action in (*examples, *played):
        keys = game.grounds_of(action)
        assert keys and isinstance(game.rulebook.find_entry(keys[0]), Rule), game.write(action)
    fixed = {key for form in forms for key in form.make.grounds if "{" not in key}
    assert [key for key in fixed if not game.rulebook.has_entry(key)] == []
    open_keys = {key for form in forms for key in form.make.grounds} - fixed
    known = [rule.key for rule in game.rulebook.rules]
    for key in open_keys:
        assert any(each.startswith(key.partition("{")[0]) for each in known), key
