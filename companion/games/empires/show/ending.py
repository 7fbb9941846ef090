"""The end: the last reveals, then the result, with production by source."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.games.empires.pieces import BASE_CULTURES
from companion.games.empires.rules.end import (
    FinishRevealing,
    final_total,
    militaristic_bonus,
    orthodox_bonus,
    outcome,
    production_by_round,
)
from companion.games.empires.rules.production import total_production
from companion.games.empires.show.own import counting_reveals, has_entered_cultures, reveal_offer
from companion.games.empires.show.table import empires_scene
from companion.games.empires.show.turn import offer
from companion.games.empires.state import State
from companion.referee.controls import Choice
from companion.referee.offers import as_main_choice, main_dock
from companion.referee.panels import TABLE_SCREEN_ONLY, Choices, Count, Counts, Dock, Panel, Scene
from companion.referee.result_panels import Breakdown, Graph, Result
from companion.referee.text import SeatName, Text, joined_texts, printed, untranslated


@dataclass(frozen=True)
class SeatReveals:
    """A seat at the last reveals, as everybody sees it at the table: its production, how many of
    its culture cards lie face down, what each open one adds, and whether it still decides.
    """

    seat: int
    total: int
    hidden: int
    adds: tuple[int, ...]
    words: Text
    decides: bool


def reveal_culture_panels(s: State, seat: int) -> tuple[Panel, ...]:
    """Returns which seats may still reveal a culture card, and the choice that ends it; viewer 0:
    also everybody's cards for the table screen.
    """
    counts = Counts(
        id="revealed",
        shared=True,
        screen="no",
        title=Text("Production with culture cards"),
        counts=tuple(_status(s, n) for n in s.all_seats),
        rule="end.reveal",
    )
    if not seat:
        return (counts, _reveals_scene(s))
    if s.has_finished_revealing(seat):
        return (counts,)
    cards, entered = counting_reveals(s, seat), has_entered_cultures(s, seat)
    if not cards:
        done = offer(s, seat, FinishRevealing(), Text("Nothing more to reveal"), icon="check")
        return (counts, main_dock(done))
    down = Text("Keep it face down", "Keep {n} face down", n=s.hidden_culture_count(seat))
    keep = offer(s, seat, FinishRevealing(), down)
    offers = tuple(
        reveal_offer(s, seat, slug, Text("Reveal {card}", card=BASE_CULTURES[slug].name), adds)
        for slug, adds in cards
    )
    if not entered:
        # Who has not entered their cards is asked which it is, of all that count.
        offers = (Choice(label=Text("Reveal a card"), sheet="reveal", icon="reveal"),)
    first, *rest = offers
    reveals = Choices(id="reveals", choices=(as_main_choice(first), *rest), style="list")
    return (reveals, counts, Dock(id="dock", choices=(keep,)))


def _reveals_scene(s: State) -> Scene:
    return Scene(
        id="reveals",
        tab=TABLE_SCREEN_ONLY,
        shared=True,
        screen="middle",
        title=Text("Production with culture cards"),
        drawing="reveals",
        facts=tuple(_reveals(s, n) for n in s.all_seats),
    )


def _reveals(s: State, n: int) -> SeatReveals:
    hidden, finished = s.hidden_culture_count(n), s.has_finished_revealing(n)
    bonuses = {"militaristic": militaristic_bonus(s, n), "orthodox": orthodox_bonus(s, n)}
    up = {slug: adds for slug, adds in bonuses.items() if slug in s.empire(n).open}
    names = [printed(BASE_CULTURES[slug].name) for slug in up]
    status = Text("{n} face down", n=hidden) if hidden else Text("has finished")
    words = (*names, *(() if names and not hidden else (status,)))
    return SeatReveals(
        n, final_total(s, n), hidden, tuple(up.values()), joined_texts(words), not finished
    )


def _status(s: State, n: int) -> Count:
    hidden, finished = (
        Text("{n} face down", n=s.hidden_culture_count(n)),
        s.has_finished_revealing(n),
    )
    return Count(
        label=Text("{who}", who=SeatName(n)),
        value=final_total(s, n),
        seat=n,
        badge=None if finished else Text("decides"),
        detail=Text("has finished") if finished else hidden,
    )


_ROWS = (
    (Text("Cards"), total_production),
    (Text("Militaristic"), militaristic_bonus),
    (Text("Orthodox"), orthodox_bonus),
)


def result_panels(s: State) -> tuple[Panel, ...]:
    """Returns the winner and why, production by source, and the game's course; () before that."""
    end = outcome(s)
    if end is None:
        return ()
    seats = tuple(place.seat for place in end.ranking)
    rows = [(label, tuple(count(s, seat) for seat in seats)) for label, count in _ROWS]
    return (
        Result(id="result", shared=True, winners=end.winners, reason=end.reason, rule=end.rule),
        Breakdown(
            id="breakdown",
            shared=True,
            title=Text("Production by source"),
            seats=seats,
            rows=tuple((label, numbers) for label, numbers in rows if any(numbers)),
            total=tuple(final_total(s, seat) for seat in seats),
        ),
        _graph(s).with_final_totals({seat: final_total(s, seat) for seat in seats}),
        _finished_empires_scene(s, seats),
    )


def _finished_empires_scene(s: State, seats: tuple[int, ...]) -> Scene:
    """Returns every seat's cards in the order of the result."""
    empires = empires_scene(s)
    ranked = tuple(sorted(empires.facts, key=lambda realm: seats.index(realm.seat)))
    return replace(empires, id="finished", tab="turn", facts=ranked)


def _graph(s: State) -> Graph:
    rounds = production_by_round(s)
    return Graph(
        id="graph",
        shared=True,
        title=Text("Production by round"),
        series=tuple((n, (0, *(totals[n - 1] for totals in rounds))) for n in s.all_seats),
        labels=tuple(untranslated(str(n)) for n in range(len(rounds) + 1)),
    )
