"""Objections, doubts and the judge's ruling; and how a game ends."""

from __future__ import annotations

from dataclasses import dataclass

from companion.referee.text import Text


@dataclass(frozen=True)
class Objection:
    """Why an action is refused.

    `rule`: a key of the rulebook (a rule, or a question that this table settled). `reason`: names
    this table's numbers. `remedy`: what would make it legal; `remedy_action`: that remedy as one
    action, "" if it isn't one; `does`: the button's label for it, if the remedy says more.
    `forgotten`: it may have been left out of the seat's last turn, and can be added there if it was
    legal then.
    """

    rule: str
    reason: Text
    remedy: Text | None = None
    remedy_action: str = ""
    does: Text | None = None
    forgotten: bool = False

    @property
    def button_label(self) -> Text | None:
        """The label of the button that sends `remedy_action`."""
        return self.does or self.remedy


@dataclass(frozen=True)
class Doubt:
    """Marks where the book is silent or the app lacks information. It never blocks. `question`: a
    key of the rulebook's questions.
    """

    question: str
    reason: Text


@dataclass(frozen=True)
class Ruling:
    """The judge's answer to one seat's action, which stands here in the game's notation."""

    seat: int
    action: str
    objections: tuple[Objection, ...] = ()
    doubts: tuple[Doubt, ...] = ()

    @property
    def allowed(self) -> bool:
        """Whether there are no objections."""
        return not self.objections


@dataclass(frozen=True)
class Standing:
    """One seat's place in the final ranking. Equal ranks share the place."""

    seat: int
    rank: int
    total: int


@dataclass(frozen=True)
class Outcome:
    """How the game ended: the winners (several share the win), the ranking, why, by which rule."""

    winners: tuple[int, ...]
    ranking: tuple[Standing, ...]
    reason: Text
    rule: str
