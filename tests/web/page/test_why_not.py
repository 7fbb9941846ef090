"""A greyed action says beforehand what its tap would earn: the same sentence, by the same judge."""

from __future__ import annotations

import html
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jinja2 import StrictUndefined

from companion.app import create_app
from companion.config import Config
from companion.games import CATALOGUE
from companion.games.crafting.pieces import POWERS
from companion.games.crafting.rules.power import GainPower
from companion.ledger.where import DatabaseLocation
from companion.referee.controls import Choice
from companion.referee.game import Game
from companion.referee.judge import judge
from companion.referee.panels import Panel, Sheet
from companion.referee.ruling import Objection
from companion.referee.text import english_translator
from tests.games.crafting.positions import opened, played
from tests.kit.controls import choices_in
from tests.kit.phones import Phone
from tests.kit.strategies import Moment, moments

#: A seat's state in a real game, and what is said of it.
Shown = tuple[Game, Any, int, tuple[Panel, ...]]


def marbles_in(thing: Any) -> Iterator[tuple[str, Objection | None]]:
    """What a drawing offers to tap, with its refusal."""
    if isinstance(thing, tuple):
        for part in thing:
            yield from marbles_in(part)
    elif hasattr(thing, "__dataclass_fields__") and not isinstance(thing, Choice):
        if getattr(thing, "action", ""):
            yield thing.action, getattr(thing, "refusal", None)
        for name in thing.__dataclass_fields__:
            yield from marbles_in(getattr(thing, name))


def earned(game: Game, state: Any, seat: int, text: str) -> Objection | None:
    """The first objection to this action, with whatever would be drawn for it."""
    action = game.read(text)
    draw = game.draw_for_action(state, action)
    if draw is not None:
        pool = draw.pool * draw.count if draw.again else draw.pool
        action = game.read(" ".join((text, *pool[: draw.count])))
    return next(iter(judge(game, state, seat, action).objections), None)


def check_offers(game: Game, state: Any, seat: int) -> int:
    """How many offers were greyed; each one with just what a tap would earn."""
    panels = game.show(state, seat)
    offers = [(c.action, c.refusal) for c in choices_in(panels) if c.action]
    offers += [offer for panel in panels for offer in marbles_in(panel)]
    for text, refusal in offers:
        assert refusal == earned(game, state, seat, text), text
    return sum(refusal is not None for _, refusal in offers)


@pytest.mark.long
@pytest.mark.parametrize("slug", CATALOGUE)
def test_every_greyed_action_says_what_the_tap_would_earn(slug: str) -> None:
    greyed: list[int] = []

    @settings(max_examples=60)
    @given(moment=moments(CATALOGUE[slug]), data=st.data())
    def looked_at(moment: Moment, data: st.DataObject) -> None:
        seat = data.draw(st.sampled_from(moment.seats))
        greyed.append(check_offers(CATALOGUE[slug], moment.state, seat))

    looked_at()
    assert sum(greyed) > 10, "something was greyed"


@pytest.mark.long
@pytest.mark.parametrize("slug", CATALOGUE)
def test_a_greyed_sheet_has_no_use(slug: str) -> None:
    """What opens a sheet is greyed only where nothing that one would think of is allowed."""
    game = CATALOGUE[slug]

    @settings(max_examples=60)
    @given(moment=moments(game), data=st.data())
    def looked_at(moment: Moment, data: st.DataObject) -> None:
        seat = data.draw(st.sampled_from(moment.seats))
        panels = game.show(moment.state, seat)
        sheets = {panel.id: panel for panel in panels if isinstance(panel, Sheet)}
        for choice in choices_in(panels):
            sheet = sheets.get(choice.sheet)
            if choice.refusal and sheet and sheet.verb:
                check_useless(moment.state, seat, sheet, choice.refusal)

    def check_useless(state: Any, seat: int, sheet: Sheet, refusal: Objection) -> None:
        # Of several sheets of one verb each has its own cards.
        cards = {p.value for field in sheet.fields if field.kind == "cards" for p in field.picks}
        said = ((a, game.write(a).split(" ")) for a in game.candidates(state, seat))
        tries = [
            a for a, (verb, *rest) in said if verb == sheet.verb and (not cards or cards & {*rest})
        ]
        rulings = [judge(game, state, seat, action) for action in tries]
        assert not any(ruling.allowed for ruling in rulings), sheet.id
        assert not rulings or refusal in [ruling.objections[0] for ruling in rulings]

    looked_at()


def test_a_type_that_cannot_pay_is_greyed_and_no_card_of_it_can_be_gained() -> None:
    """In Crafting, with a known hand of one type: the row is there, for that type can pay."""
    game = CATALOGUE["crafting"]
    state = played(opened("crafting"), "1 mend hand 3", "1 hand 3 0 0 0")
    opens = [c for c in choices_in(game.show(state, 1)) if c.sheet.startswith("gain-")]
    greyed = {choice.sheet.removeprefix("gain-") for choice in opens if choice.refusal}
    assert greyed == {"time", "gravity", "chemistry"} and len(opens) == 4
    tries = [each for each in game.candidates(state, 1) if isinstance(each, GainPower)]
    allowed = {POWERS[a.power].deck for a in tries if judge(game, state, 1, a).allowed}
    assert allowed == {"light"}


GREYED = ("place all", "discharge h", "stabilise", "end", "score", "begin", "collect", "five light")


@pytest.mark.parametrize("action", GREYED)
def test_the_toast_has_the_same_words(
    database_named: Callable[[str], DatabaseLocation], action: str
) -> None:
    """By HTTP, in a fresh game of Crafting the Cosmos where nothing of this is possible yet."""
    app = create_app(Config(database_named("tables"), "not so secret"))
    app.testing = True
    app.jinja_env.undefined = StrictUndefined
    store = app.extensions["companion"].store
    ana = Phone(app)
    code = ana.post("/tables", game="crafting", seats=2, name="Ana").location.rpartition("/")[2]
    ana.post(f"/t/{code}/sit", seat=2)
    ana.post(f"/t/{code}/start")
    for line in ("deal dark 2 1 dark dark dark", "goal stable-life", "begin"):
        assert ana.tap(code, line, seat=1).status_code == 200
    table = store.latest(code)
    refusal = earned(table.game, table.state, 1, action)
    assert refusal is not None
    names = english_translator(lambda seat: {1: "Ana", 2: "Seat 2"}[seat])
    answer = ana.tap(code, action, seat=1)
    assert answer.status_code == 422
    told = html.unescape(answer.text)
    assert f"<b>{names.say(refusal.reason)}</b>" in told
    assert names.say(table.game.rulebook.find_entry(refusal.rule).title) in told  # type: ignore[union-attr]
    page = html.unescape(ana.get(f"/t/{code}/may").text)
    entries = store.latest(code).entries
    assert len(entries) == 3, "a refused tap is no entry"
    if f'id="may-{action.split()[0]}"' in page:
        assert names.say(refusal.reason) in page
    app.extensions["companion"].close()
