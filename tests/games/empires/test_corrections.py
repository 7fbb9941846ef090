"""A correction set right again leaves the game as if it had not been made, wherever it is made.

Random games, with pairs of opposite corrections strewn in; nothing is said here of what is right.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from companion.games.empires import GAME
from companion.games.empires.pieces import BASE_CULTURES, CARDS, DICE_TOTALS, MAX_PRINTED_NUMBER
from companion.games.empires.rules.culture import culture_state_number
from companion.games.empires.rules.game import CORRECTABLE_TURN_FIELDS
from companion.games.empires.state import CULTURES_OFF, OVER, PLAY, State, printed_value
from companion.referee.judge import judge
from tests.games.empires.positions import opened
from tests.games.empires.test_counts import with_dice
from tests.kit.scenarios import in_words

Pair = tuple[int, str, str]
#: nobody tells what a game's end hangs on but the cards: cheap and rich games end soon
RICH = ("world-ship", "ancient-gate", "merv", "librarian", "yggdrasil", "transit-hub")


def pairs(s: State, rng: random.Random) -> Iterator[Pair]:
    """A correction of each kind, with the one that sets it right again."""
    seat = rng.choice(list(s.all_seats))
    yield from _cards(s, seat, rng)
    yield from _prints(s, seat, rng)
    yield from _numbers(s, seat, rng)
    if s.culture_variant != CULTURES_OFF:
        slug = rng.choice(list(BASE_CULTURES))
        was = culture_state_number(s.empire(seat), slug)
        yield seat, f"mend {slug} {1 - min(was, 1)}", f"mend {slug} {was}"


def _cards(s: State, seat: int, rng: random.Random) -> Iterator[Pair]:
    card = s.card(rng.choice(list(CARDS)))
    taken = {built.chosen for built in s.empire(seat).cards}
    free = [value for value in DICE_TOTALS if value not in taken]
    name = f"{card.slug} {rng.choice(free)}" if card.has_builder_chosen_roll else card.slug
    yield seat, f"add {name}", f"remove {name}"
    if s.empire(seat).cards:
        built = rng.choice(s.empire(seat).cards)
        name = f"{built.card} {built.chosen}" if built.chosen else built.card
        yield seat, f"remove {name}", f"add {name}"


def _prints(s: State, seat: int, rng: random.Random) -> Iterator[Pair]:
    card = s.card(rng.choice(list(CARDS)))
    for field, low, high in (("production", 0, MAX_PRINTED_NUMBER), ("cost", 0, 9), ("roll", 2, 8)):
        was = printed_value(card, field)
        if was is not None:
            other = rng.randint(low, high)
            yield seat, f"card {card.slug} {field} {other}", f"card {card.slug} {field} {was}"
    yield seat, f"card {card.slug} kind bio", f"card {card.slug} kind {card.kinds[0]}"


def _numbers(s: State, seat: int, rng: random.Random) -> Iterator[Pair]:
    yield seat, f"mend credits {rng.randint(0, 99)}", f"mend credits {s.empire(seat).credits}"
    yield seat, f"mend first {rng.choice(s.playing_seats)}", f"mend first {s.first}"
    yield seat, f"mend turn {rng.choice(s.playing_seats)}", f"mend turn {s.turn.seat}"
    for field in CORRECTABLE_TURN_FIELDS:
        most = 8 if field == "total" else 3
        yield s.turn.seat, f"mend {field} {rng.randint(0, most)}", f"mend {field} {_now(s, field)}"


def _now(s: State, field: str) -> int:
    return int(getattr(s.turn, field))


def corrected(s: State, seat: int, text: str) -> State | None:
    """The table after this correction; None where it is refused."""
    action = GAME.read(text)
    if not judge(GAME, s, seat, action).allowed:
        return None
    after: State = GAME.apply(s, seat, action)
    return after


def check_pair(s: State, pair: Pair) -> bool:
    """Done and undone, nothing is left of it. Whether it could be done at all."""
    seat, do, undo = pair
    done = corrected(s, seat, do)
    if done is None:
        return False
    ruling = judge(GAME, done, seat, GAME.read(undo))
    assert ruling.allowed, f"{do}, then {undo}: {in_words(ruling)}"
    undone = GAME.apply(done, seat, GAME.read(undo))
    assert GAME.state_summary(undone) == GAME.state_summary(s), f"{do}, then {undo}"
    assert undone == s, f"{do}, then {undo}"
    assert GAME.show(undone, seat) == GAME.show(s, seat)
    return True


def random_action(s: State, rng: random.Random) -> tuple[int, Any]:
    """Somebody does something allowed, and rather builds than not: games shall end."""
    seat = rng.choice(sorted(GAME.seats_to_act(s)))
    tried = [a for a in GAME.candidates(s, seat) if judge(GAME, s, seat, a).allowed]
    builds = [a for a in tried if GAME.write(a).startswith(tuple(f"build {name}" for name in RICH))]
    return seat, with_dice(s, rng.choice(builds if builds and rng.random() < 0.7 else tried), rng)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(6))
def test_what_is_set_right_again_leaves_no_trace(seed: int) -> None:
    rng = random.Random(seed)
    culture = ("off", "single", "hybrid")[seed % 3]
    s: State = GAME.setup(2 + seed % 7, {"culture": culture})
    s = opened(s.seats, {"culture": culture}, f"1 begin {1 + seed % 2}")
    tried, stages = 0, set()
    for _ in range(400):
        if rng.random() < 0.15 or s.stage != PLAY or s.last is not None:
            tried += sum(check_pair(s, pair) for pair in pairs(s, rng))
        stages.add(s.stage)
        if s.stage == OVER:
            break
        seat, action = random_action(s, rng)
        s = GAME.apply(s, seat, action)
    assert tried > 60 and OVER in stages


@pytest.mark.parametrize("seed", range(5))
def test_a_typo_while_others_play_on_leaves_no_trace(seed: int) -> None:
    """A wrong production pays nobody here: actions in between are those that need no roll."""
    rng = random.Random(seed)
    s: State = opened(2 + seed % 4, {}, "1 begin 1")
    checked = 0
    for _ in range(60):
        slug = rng.choice([name for name in CARDS if CARDS[name].production is not None])
        was, wrong = s.card(slug).production, rng.choice((0, MAX_PRINTED_NUMBER))
        seat, action = random_action(s, rng)
        if GAME.write(action).split()[0] in ("end", "cycle", "roll", "total", "scout"):
            typo = GAME.apply(s, 1, GAME.read(f"card {slug} production {wrong}"))
            if judge(GAME, typo, seat, action).allowed:
                typo = GAME.apply(typo, seat, action)
                right = GAME.apply(typo, 1, GAME.read(f"card {slug} production {was}"))
                assert right == GAME.apply(s, seat, action), GAME.write(action)
                checked += 1
        s = GAME.apply(s, seat, action)
        if s.stage == OVER:
            break
    assert checked > 5


def test_a_printed_value_needs_the_tables_yes_once_the_card_is_built() -> None:
    production = GAME.read("card librarian production 3")
    s = opened(2, {})
    assert not GAME.corrects(s, production), "before the game it is what the box prints"
    s = opened(2, {}, "1 begin 1")
    assert not GAME.corrects(s, production), "nobody has it: it changes no total"
    s = opened(2, {}, "1 begin 1", "2 add librarian")
    assert GAME.corrects(s, production)
    assert not GAME.corrects(s, GAME.read("card yggdrasil production 3"))
