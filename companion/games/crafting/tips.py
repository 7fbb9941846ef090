"""The numbers in the tips, worked out from the cards."""

from __future__ import annotations

from companion.games.crafting.pieces import POWERS, Power
from companion.games.crafting.rules.power_steps import WORMHOLE
from companion.referee.tips import Numbers


def gives(power: Power) -> int:
    """How much of the first thing that it names a power card gives."""
    first = power.does[0]
    if len(first) > 1 and first[1].isdecimal():
        return int(first[1])
    return sum(step == first for step in power.does)


NUMBERS: Numbers = {
    **{f"power.{slug}": {"gives": gives(power)} for slug, power in POWERS.items()},
    "power.quasar": {"pulsar": gives(POWERS["pulsar"])},
    "power.evolution": {"pays": POWERS["evolution"].price.stable},
    "power.survival-of-the-fittest": {
        "needs": gives(POWERS["survival-of-the-fittest"])
        + POWERS["survival-of-the-fittest"].price.proto
    },
    "power.speed-of-light": {"cards": POWERS["speed-of-light"].price.cards},
    "power.wormhole": {"moves": WORMHOLE},
}
