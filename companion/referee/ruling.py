"""What a judge answers: objections, doubts, and the ruling that holds them; and how a game ends."""

from __future__ import annotations

from dataclasses import dataclass

from companion.referee.text import Text


@dataclass(frozen=True)
class Objection:
    """Why an action is not allowed.

    `rule` is a key of the rulebook (a rule, or a question that this table has settled).
    `reason` speaks in this table's numbers. `remedy` says what would make it legal;
    `remedy_action` is that remedy in the game's notation where one action does it; `does` says what
    this action does, where the remedy says more (another way, or where to look). `forgotten`: it
    may have been left out of the seat's last turn, and can be added there if it was legal then.
    """

    rule: str
    reason: Text
    remedy: Text | None = None
    remedy_action: str = ""
    does: Text | None = None
    forgotten: bool = False

    @property
    def button(self) -> Text | None:
        """What the button that sends `remedy_action` says."""
        return self.does or self.remedy


@dataclass(frozen=True)
class Doubt:
    """Where the book is silent or the app was not told. It never blocks.

    `question` is a key of the rulebook's questions.
    """

    question: str
    reason: Text


@dataclass(frozen=True)
class Ruling:
    """The judge's answer to one action, in the game's notation, by one seat."""

    seat: int
    action: str
    objections: tuple[Objection, ...] = ()
    doubts: tuple[Doubt, ...] = ()

    @property
    def allowed(self) -> bool:
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
