"""Simulated players: they tap like phones, and choose from what their own seat sees and may do.
They see only what a person on that seat could see, and the judge judges them like everyone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, TypeVar

from companion import chance
from companion.play.act import play_tap
from companion.play.answer import Tap, TapAnswer
from companion.play.lobby import public_points
from companion.play.numbers import confirm_numbers
from companion.play.proposals import agree_to_proposal
from companion.play.store import TableStore
from companion.referee.actions import RandomDraw
from companion.referee.game import Game
from companion.referee.judge import judge
from companion.referee.offered import sheets_by_offered_verb
from companion.referee.ruling import Ruling
from companion.tables import Table

_T = TypeVar("_T")

#: Actions of one kind that are compared; a person does not try them all either.
_WEIGHED = 4
#: Entries back to which no state is repeated, or two actions that undo each other would alternate
#: forever.
_REMEMBERED = 40
#: The same for draws and rolls, if there is anything else to do.
_JUST_DRAWN = 3


@dataclass(frozen=True)
class _Thought:
    """An allowed action, and the public points that it would bring this seat."""

    text: str
    verb: str
    gain: int
    fresh: bool
    shows_game: bool


def play_next_tap(store: TableStore, code: str, phone: str) -> TapAnswer | None:
    """Plays the next tap of this phone's seats; None if it has nothing to do now.

    Raises as `act` does.
    """
    table = store.latest(code)
    if not table.started or table.outcome is not None or _helps(store, table, phone):
        return None
    mine = table.game.seats_to_act(table.state) & {*table.seats_of(phone)}
    for seat in sorted(mine):
        if text := choose_action(table, seat):
            tap = Tap(phone, seat, text, intent=chance.new_token(), seen=table.seq, sure=True)
            return play_tap(store, code, tap)
    return None


def _helps(store: TableStore, table: Table, phone: str) -> bool:
    """Agrees to other seats' proposals and recounts; returns whether there were any."""
    for seat in table.seats_of(phone):
        for proposal in table.open_proposals:
            if seat != proposal.seat and seat not in proposal.agreed:
                agree_to_proposal(
                    store, table.code, Tap(phone, seat, "", chance.new_token()), proposal.seq
                )
                return True
        if table.recount and seat not in table.recount.right:
            confirm_numbers(store, table.code, seat, phone)
            return True
    return False


def choose_action(table: Table, seat: int) -> str:
    """Returns this seat's next action in the game's notation; "" if it finds none."""
    thoughts = list(_thoughts(table, seat))
    fresh = [each for each in thoughts if each.fresh] or thoughts
    if not fresh:
        return ""
    fresh = _showing(table, seat, fresh) or fresh
    most = max(each.gain for each in fresh)
    best = [each for each in fresh if each.gain == most]
    verb = _one_of(list(dict.fromkeys(each.verb for each in best)))
    return _one_of([each for each in best if each.verb == verb]).text


def _showing(table: Table, seat: int, thoughts: list[_Thought]) -> list[_Thought]:
    """Returns those that show most of the game, of the kinds that this seat did least often."""
    done = Counter(e.action.partition(" ")[0] for e in table.entries if e.seat == seat)
    showing = [each for each in thoughts if each.shows_game]
    least = min((done[each.verb] for each in showing), default=0)
    return [each for each in showing if done[each.verb] == least]


def _thoughts(table: Table, seat: int) -> Iterator[_Thought]:
    game, state = table.game, table.state
    for verb, actions in _kinds(game, state, seat).items():
        allowed = ((a, judge(game, state, seat, a)) for a in _shuffled(actions))
        tried = (
            _think(table, seat, verb, action, ruling)
            for action, ruling in allowed
            if ruling.allowed and not game.corrects(state, action)
        )
        yield from islice(tried, _WEIGHED)


def _think(table: Table, seat: int, verb: str, action: Any, ruling: Ruling) -> _Thought:
    game, state = table.game, table.state
    shows = game.shows_game(action)
    if game.draw_for_action(state, action) is not None:
        # A draw's result is unknown; one drawn recently is not drawn again.
        lately = {entry.action.partition(" ")[0] for entry in table.entries[-_JUST_DRAWN:]}
        return _Thought(ruling.action, verb, 0, verb not in lately, shows)
    after = game.apply(state, seat, action)
    known = any(entry.state_before == after for entry in table.entries[-_REMEMBERED:])
    gain = public_points(game, after).get(seat, 0) - public_points(game, state).get(seat, 0)
    return _Thought(ruling.action, verb, gain, not (known or ruling.doubts), shows)


def _kinds(game: Game, state: Any, seat: int) -> dict[str, list[Any]]:
    """Returns the candidates by verb: those that the seat's page offers, if there are any."""
    kinds: dict[str, list[Any]] = {}
    for action in game.candidates(state, seat):
        if not game.is_from_box(action):
            kinds.setdefault(game.notation.form_of(action).verb, []).append(action)
    shown = sheets_by_offered_verb(game.show(state, seat))
    return {verb: each for verb, each in kinds.items() if verb in shown} or kinds


def _shuffled(things: Sequence[_T]) -> list[_T]:
    order = chance.draw_items(RandomDraw(tuple(str(n) for n in range(len(things))), len(things)))
    return [things[int(n)] for n in order]


def _one_of(things: Sequence[_T]) -> _T:
    return _shuffled(things)[0]
