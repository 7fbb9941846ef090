"""What the last action asks people to do with the real tokens."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.cosmogenesis.bodies import read_body
from companion.games.cosmogenesis.rules.comet import COMET
from companion.games.cosmogenesis.state import State
from companion.games.cosmogenesis.words import body_words, listed, place_words
from companion.referee.panels import Notice, Panel
from companion.referee.text import Text, Who


def wood_panels(s: State, seat: int) -> tuple[Panel, ...]:
    """What to do with the real tokens after the last action; others see whose hands do it."""
    words = list(_wood_words(s))
    if not words:
        return ()
    whose = Text("On the table:")
    if s.turn.seat != seat:
        whose = Text("{who} on the table:", who=Who(s.turn.seat))
    return (Notice(id="wood", kind="ok", words=whose, detail=listed(words)),)


def _token(s: State, word: str) -> Text:
    return Text("comet") if word == COMET else body_words(s, read_body(word))


def _wood_words(s: State) -> Iterator[Text]:
    wood = s.turn.wood
    if len(wood.take) == len(wood.back) == 1:
        take, back = _token(s, wood.take[0]), _token(s, wood.back[0])
        yield Text("take a {take} from the reserve, turn the {back} in", take=take, back=back)
    else:
        for word in wood.take:
            yield Text("take a {token} from the reserve", token=_token(s, word))
        for word in wood.back:
            yield Text("return a {token} to the reserve", token=_token(s, word))
    for place in wood.turned:
        yield Text("turn over or swap {place}", place=place_words(place))
    for place in wood.fell:
        yield Text("life on {place} goes back to the bacterium", place=place_words(place))
    if wood.monolith:
        yield Text("take the Monolith")
