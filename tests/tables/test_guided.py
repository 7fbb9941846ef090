"""The led rounds: they follow from what counts, and go on by a tap or by the real action."""

from __future__ import annotations

import pytest

from companion.games import CATALOGUE
from companion.referee.lessons import GuidedCard, Lessons, guided_step


def card(key: str, steps: str, until: tuple[str, ...] = (), **more: object) -> GuidedCard:
    values = {"words": f"{key}, all of it", "watch": f"{{who}} does {key}", "brief": key, **more}
    return GuidedCard(
        key, picture=(), rules=(), steps=(steps,), until=until, tap=not until, **values
    )


LED = Lessons(
    led=(
        card("begin", "setup", ("begin",), shared=True),
        card("move", "shift", ("shift",)),
        card("take", "craft"),
        card("end", "craft", ("end",)),
        card("again", "shift", ("shift",), seats=1),
        card("on", "shift", always=True),
    )
)


def led(seat: int, step: str, played: str = "", tapped: str = "") -> str:
    """The key of the card, and how many have done it: "move 0"."""
    said = [each.split(" ") for each in played.split(", ") if each]
    marks = [each.split(" ") for each in tapped.split(", ") if each]
    now = guided_step(
        LED, seat, step, [(int(who), verb) for who, verb in said], [(int(w), k) for w, k in marks]
    )
    return f"{now.card.key} {now.before}" if now else ""


@pytest.mark.parametrize(
    ("seat", "step", "played", "tapped", "card"),
    [
        (1, "setup", "", "", "begin 0"),
        # whoever has begun has begun for all
        (1, "setup", "2 begin", "", ""),
        (1, "shift", "2 begin", "", "move 0"),
        (1, "craft", "2 begin, 1 shift", "", "take 0"),
        (1, "craft", "2 begin, 1 shift", "1 take", "end 0"),
        # each seat has its own first turn, and reads less once it has watched one
        (2, "shift", "1 shift, 1 end", "1 take", "move 1"),
        # what was skipped is not asked for once the turn has gone on
        (1, "craft", "1 shift, 1 end", "", ""),
        # one action ends one card: the next one ends the next
        (1, "shift", "1 shift, 1 end", "", "again 0"),
        (1, "shift", "1 shift, 1 end, 1 shift", "", "on 0"),
        (2, "shift", "1 shift, 1 end, 1 shift, 2 shift, 2 end", "", "on 0"),
    ],
)
def test_what_is_led(seat: int, step: str, played: str, tapped: str, card: str) -> None:
    assert led(seat, step, played, tapped) == card


def test_who_has_watched_reads_less() -> None:
    first = guided_step(LED, 1, "shift", [], [])
    second = guided_step(LED, 2, "shift", [(1, "shift")], [])
    assert first and second
    assert (first.words.source, second.words.source) == ("move, all of it", "move")
    assert dict(second.words_for_watchers.values)["who"].number == 2  # type: ignore[union-attr]


@pytest.mark.parametrize("slug", CATALOGUE)
def test_every_step_of_a_round_has_its_line(slug: str) -> None:
    """Whatever a seat does in the first two rounds, it is never left without a word."""
    game = CATALOGUE[slug]
    steps = {step for led in game.lessons.led for step in led.steps if led.always or led.shared}
    assert set(game.steps) - steps <= {
        "waiting",
        "done",
        "over",
        "reveal",
        "score",
        "discard",
        "count",
    }


@pytest.mark.parametrize("slug", CATALOGUE)
def test_what_a_seat_does_for_all_skips_nothing_of_its_own(slug: str) -> None:
    """Whoever begins, draws or moves on for the table is led through the same as the others."""
    game = CATALOGUE[slug]
    cards = game.lessons.led
    shared = [(1, verb) for card in cards if card.shared for verb in card.until]
    first = next(card for card in cards if not card.shared)
    now = guided_step(game.lessons, 1, first.steps[0], shared, [])
    assert now and now.card is first
