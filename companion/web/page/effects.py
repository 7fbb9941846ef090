"""The numbers that an action would change, as its preview tells them."""

from __future__ import annotations

from dataclasses import dataclass

from companion.play.preview import NumberChange
from companion.referee.text import Text


@dataclass(frozen=True)
class PreviewedChange:
    """A number that would change, `amount` how much, for `seat` (0: the viewer).
    `title`: its panel, where it exists for the moment only.
    """

    seat: int
    label: Text
    amount: int
    title: Text | None

    @property
    def magnitude(self) -> int:
        """The change without its sign."""
        return abs(self.amount)


def ordered_effects(changes: tuple[NumberChange, ...], viewer: int) -> list[PreviewedChange]:
    """Returns the changes in words: gains first, then losses, then those with a title."""
    gains = [
        PreviewedChange(
            each.seat if each.seat != viewer else 0, each.label, each.amount, each.title
        )
        for each in changes
    ]
    # Without duplicates: a seat's own points stand on two panels.
    return sorted(dict.fromkeys(gains), key=lambda gain: (gain.title is not None, gain.amount < 0))
