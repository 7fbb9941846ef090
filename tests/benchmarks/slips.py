"""What the referee notices when pieces and phones part, in counts; it times nothing."""

from __future__ import annotations

from companion.games import CATALOGUE
from tests.benchmarks.bench import Bench
from tests.benchmarks.report import Row
from tests.kit.slips.catalogue import GIVEN, HELD_OUT
from tests.kit.slips.kept import kept_games_of
from tests.kit.slips.tally import Shown, Tally, mechanical_drifts, named_drifts, tally_of
from tests.kit.slips.voices import SPOKEN

#: Of harmful slips that nobody notices, percent to be shown at the own turn's end, and before the
#: result.
GOALS = {"crafting": (80, 95), "empires": (95, 100), "cosmogenesis": (70, 85)}


def slips(bench: Bench, every: int = 1) -> list[Row]:
    """Every kept game with every slip, or each so many."""
    return [row for slug in CATALOGUE for row in _rows_of(slug, every)]


def _rows_of(slug: str, every: int) -> list[Row]:
    games = kept_games_of(slug)
    parts = {
        "by the machine": mechanical_drifts(games, every),
        "by name": (drift for _, drift in named_drifts(games, GIVEN, every)),
        "by name, held out": (drift for _, drift in named_drifts(games, HELD_OUT, every)),
    }
    return [
        row
        for name, drifts in parts.items()
        for row in _rows(slug, f"{CATALOGUE[slug].title}, {name}", tally_of(drifts, SPOKEN))
    ]


def _rows(slug: str, name: str, tally: Tally) -> list[Row]:
    at_once, later, never = (
        percent(part, tally.runs) for part in (tally.at_once, tally.later, tally.never.drifts)
    )
    wrong = percent(tally.harmful.drifts, tally.runs)
    told = f"{at_once} / {later} / {never} / {wrong} % of {tally.runs}"
    turn, result = GOALS[slug]
    return [
        Row(f"{name}: noticed in the turn / later / never / never, points wrong", told),
        _shown("all that nobody notices", tally.never),
        _shown(
            "the harmful ones of them",
            tally.harmful,
            f"{turn} and {result} %",
            reaches(tally.harmful, slug),
        ),
    ]


def _shown(what: str, shown: Shown, wanted: str = "", reached: bool | None = None) -> Row:
    parts = (percent(part, shown.drifts) for part in (shown.turn, shown.round, shown.result))
    told = f"{' / '.join(map(str, parts))} % of {shown.drifts}"
    return Row(
        f"{what}: shown by the own turn's end / the round's / before the result",
        told,
        wanted=wanted,
        reached=reached,
    )


def reaches(shown: Shown, slug: str) -> bool:
    """Whether as many are shown as the goals of this game say."""
    turn, result = GOALS[slug]
    return 100 * shown.turn >= turn * shown.drifts and 100 * shown.result >= result * shown.drifts


def percent(part: int, whole: int) -> int:
    """The part in percent, rounded down: 100 is all of it."""
    return 100 * part // whole if whole else 0
