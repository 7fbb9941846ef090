"""What an action would change, as its preview says it, and how possible actions are grouped."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from companion.play.advice import ActionPreview, PossibleAction
from companion.play.preview import NumberChange, Preview
from companion.referee.text import Text


@dataclass(frozen=True)
class PreviewedChange:
    """A number that would change, in words; for `seat` (0: the viewer). `more`: whether it rises.
    `title`: its panel, where it exists for the moment only.
    """

    seat: int
    words: Text
    more: bool
    title: Text | None = None


@dataclass(frozen=True)
class TitledWays:
    """Ways to do an action that the Turn tab has under one title; None without one."""

    title: Text | None
    ways: tuple[ActionPreview, ...]


@dataclass(frozen=True)
class RefusedForReason:
    """Kinds of action that one reason speaks against now."""

    reason: Text
    deeds: tuple[PossibleAction, ...]


def ordered_effects(preview: Preview, viewer: int) -> list[PreviewedChange]:
    """Returns the changes in words: the viewer's first, gains before losses, then those with a
    title.
    """
    changes = [
        PreviewedChange(each.seat if each.seat != viewer else 0, each.words, each.more)
        for each in preview.counts
    ]
    changes += [
        PreviewedChange(
            each.seat if each.seat != viewer else 0,
            _moment_words(each),
            each.after > each.before,
            each.title,
        )
        for each in preview.moment
    ]
    return sorted(changes, key=lambda one: (one.title is not None, one.seat != 0, not one.more))


def _moment_words(change: NumberChange) -> Text:
    """Returns the change of a number of the moment; one of a seat stands beside its name."""
    values = {"before": change.before, "after": change.after}
    if change.seat:
        return Text("from {before} to {after}", **values)
    return Text("{label} from {before} to {after}", label=change.label, **values)


def titled_ways(ways: tuple[ActionPreview, ...]) -> list[TitledWays]:
    """Returns the ways with each title once, in their order."""
    by_title = groupby(ways, key=lambda way: way.button.under if way.button else None)
    return [TitledWays(title, tuple(some)) for title, some in by_title]


def refused_by_reason(deeds: tuple[PossibleAction, ...]) -> list[RefusedForReason]:
    """Returns what is not possible, by its reasons in the order in which they come first."""
    by_reason: dict[Text, list[PossibleAction]] = {}
    for deed in deeds:
        if deed.refusal and not deed.ways:
            by_reason.setdefault(deed.refusal.reason, []).append(deed)
    return [RefusedForReason(reason, tuple(some)) for reason, some in by_reason.items()]
