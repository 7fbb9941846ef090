"""Counts of slips: when they are noticed, and what of the others is shown when."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from tests.kit.slips.catalogue import NamedSlip, named_slips
from tests.kit.slips.kept import KeptGame
from tests.kit.slips.mechanical import slips, words_said
from tests.kit.slips.seen import Sight, sight_of
from tests.kit.slips.voices import Voices
from tests.kit.slips.worlds import Drift, drift_of


@dataclass
class Shown:
    """Of drifts that nobody has to notice, how many are shown until when."""

    drifts: int = 0
    turn: int = 0
    round: int = 0
    result: int = 0

    def count(self, sight: Sight) -> None:
        """Counts one more."""
        self.drifts += 1
        self.turn += sight.by_the_turns_end
        self.round += sight.by_the_rounds_end
        self.result += sight.before_the_result


@dataclass
class Tally:
    """Slips that made the worlds differ: those noticed by the end of the turn, later, and never;
    `unseen`: sights of never noticed ones that come after the turn's end or not at all.
    """

    at_once: int = 0
    later: int = 0
    never: Shown = field(default_factory=Shown)
    harmful: Shown = field(default_factory=Shown)
    unseen: list[Sight] = field(default_factory=list)

    @property
    def runs(self) -> int:
        """How many there are."""
        return self.at_once + self.later + self.never.drifts

    def count(self, drift: Drift, voices: Voices) -> None:
        """Counts one more, if the worlds differed and did not become equal by themselves."""
        if drift.healed:
            return
        if drift.noticed is not None:
            self.later += bool(drift.turns_later)
            self.at_once += not drift.turns_later
            return
        sight = sight_of(drift, voices)
        self.never.count(sight)
        if drift.is_harmful:
            self.harmful.count(sight)
        if not sight.by_the_turns_end:
            self.unseen.append(sight)


def tally_of(drifts: Iterable[Drift], voices: Voices) -> Tally:
    """Counts these drifts."""
    tally = Tally()
    for drift in drifts:
        tally.count(drift, voices)
    return tally


def mechanical_drifts(games: list[KeptGame], every: int = 1) -> Iterator[Drift]:
    """The drifts of every slip by the machine, or of each so many."""
    words, at = words_said(games), 0
    for kept in games:
        for slip in slips(kept, words):
            if at % every == 0:
                yield drift_of(kept, slip)
            at += 1


def named_drifts(
    games: list[KeptGame], catalogue: Iterable[NamedSlip], every: int = 1
) -> Iterator[tuple[NamedSlip, Drift]]:
    """The drifts of these slips of a game at all their places, or at each so many."""
    for named in catalogue:
        if named.game == games[0].game.slug:
            found = ((kept, slip) for kept in games for slip in named_slips(kept, named))
            for at, (kept, slip) in enumerate(found):
                if at % every == 0:
                    yield named, drift_of(kept, slip)
