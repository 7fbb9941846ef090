"""My evenings: statistics against a recount of the log, who sees what, and names kept by phone."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest

from companion.evenings import PlayerStats, player_statistics
from companion.ledger import Ledger
from companion.ledger.opening import open_ledger
from companion.ledger.where import DatabaseLocation
from companion.live.stream_hub import StreamHub
from companion.play import NotAllowed, TableStore, answer, evenings, lobby
from companion.play.act import play_tap
from companion.tables import Event
from tests.kit.toy_game import HEAP, TALLY

TABLES = 300
NAMES = ("Ana", "ana", "Ben", "Cleo", "Dua", "Anna", "")
CALLED = {"anna": "Ana", "ben": "Benjamin", "dua": ""}


@pytest.fixture
def many(database_named: Callable[[str], DatabaseLocation]) -> Iterator[TableStore]:
    """Hundreds of tables of two games, some of them not over, some without the phone pa."""
    ledger = open_ledger(database_named("tables"))
    clock = lambda: 5_000_000.0  # noqa: E731
    dice = random.Random(15)
    for number in range(TABLES):
        ledger.append_new_table(random_log(f"T{number:03}", dice))
    yield TableStore(ledger, StreamHub(clock), clock, {"heap": HEAP, "tally": TALLY})
    ledger.close()


def random_log(code: str, dice: random.Random) -> list[Event]:
    """A table as people leave one: renamed seats, actions taken back, games broken off."""
    seats, slug = dice.randint(1, 4), dice.choice(("heap", "heap", "tally"))
    at, lines = dice.uniform(0, 4_000_000), [(0, "opened", f"{slug} {seats} px")]
    phones = dice.sample(["pa", "pb", "pc", "pd", "pe"], seats)
    for seat, phone in enumerate(phones, 1):
        lines += [(seat, "took-seat", phone), (seat, "named", dice.choice(NAMES))]
    lines += [(0, "option", "heap 5"), (0, "started", "")]
    heap, seat = 5, 1
    while heap and dice.random() > 0.02:
        count = min(heap, dice.randint(1, 3))
        lines.append((seat, "played", f"take {count}"))
        if dice.random() < 0.2:
            lines.append((seat, "took-back", str(len(lines))))
            continue
        heap, seat = heap - count, seat % seats + 1
    if dice.random() < 0.2:
        lines.append((1, "named", dice.choice(NAMES)))
    if dice.random() < 0.1:
        lines.append((1, "freed", ""))
    return [Event(code, n, at + n, *line) for n, line in enumerate(lines, 1)]


def rows(events: list[Event]) -> list[tuple[int, float, int, str, str]]:
    return [(each.seq, each.at, each.seat, each.kind, each.text) for each in events]


def recount(ledger: Ledger, phone: str, called: dict[str, str]) -> dict[str, dict[str, object]]:
    """The same numbers out of the bare rows, without a table, a game or a fold."""
    logs = {code: rows(ledger.events(code)) for code in ledger.table_codes()}
    games: list[tuple[float, str, str, dict[str, tuple[int, bool]]]] = []
    for code, log in logs.items():
        gone = {int(text) for _, _, _, kind, text in log if kind == "took-back"}
        takes = [
            (at, seat, int(text[5:]))
            for seq, at, seat, kind, text in log
            if kind == "played" and seq not in gone
        ]
        holders = {
            seat: text if kind == "took-seat" else ""
            for _, _, seat, kind, text in log
            if kind in ("took-seat", "freed")
        }
        if sum(count for *_, count in takes) < 5 or phone not in holders.values():
            continue
        slug, seats, _ = log[0][4].split()
        names = {seat: text for _, _, seat, kind, text in log if kind == "named"}
        points = {n: sum(c for _, s, c in takes if s == n) for n in range(1, int(seats) + 1)}
        best: dict[str, tuple[int, bool]] = {}
        as_called = {n: called.get(names[n].casefold(), names[n]).casefold() for n in points}
        for seat, total in points.items():
            key = as_called[seat]
            others = (n for n, other in as_called.items() if other == key)
            if key and any(names[n].casefold() != names[seat].casefold() for n in others):
                key = names[seat].casefold()  # two at one table are never made one
            line = (total, total == max(points.values()))
            if key:
                best[key] = max(best.get(key, line), line)
        games.append((takes[-1][0], code, slug, best))
    return {name: numbers(name, sorted(games)) for *_, best in games for name in best}


def numbers(
    name: str, games: list[tuple[float, str, str, dict[str, tuple[int, bool]]]]
) -> dict[str, object]:
    own = [(slug, best) for _, _, slug, best in games if name in best]
    marks = "".join("w" if best[name][1] else "-" for _, best in own)
    records = {}
    for game in {slug for slug, _ in own}:
        totals = [best[name][0] for slug, best in own if slug == game]
        records[game] = (len(totals), round(sum(totals) / len(totals), 9), max(totals))
    others = {other for _, best in own for other in best} - {name}
    duels = {
        other: (
            sum(other in best for _, best in own),
            sum(other in best and best[name][1] for _, best in own),
            sum(other in best and best[other][1] for _, best in own),
        )
        for other in others
    }
    longest = max(map(len, marks.split("-")))
    return {
        "games": len(own),
        "wins": marks.count("w"),
        "streak": longest,
        "records": records,
        "duels": duels,
    }


def as_counted(one: PlayerStats) -> dict[str, object]:
    records = {r.game: (r.games, round(r.average, 9), r.best) for r in one.records}
    duels = {d.other.casefold(): (d.games, d.wins, d.lost) for d in one.duels}
    return {
        "games": one.games,
        "wins": one.wins,
        "streak": one.streak,
        "records": records,
        "duels": duels,
    }


@pytest.mark.parametrize("called", [{}, CALLED], ids=["as written", "renamed, merged, left out"])
def test_statistics_equal_a_recount_of_the_log(many: TableStore, called: dict[str, str]) -> None:
    store = many
    for phone in ("pa", "pe", "nobody"):
        plays = evenings.finished_plays(evenings.finished_tables(store, phone))
        found = {one.name.casefold(): as_counted(one) for one in player_statistics(plays, called)}
        assert found == recount(store.ledger, phone, called)
        assert bool(found) == (phone != "nobody")
        favourites = {
            one.name: (one.favourite, one.records) for one in player_statistics(plays, called)
        }
        for favourite, records in favourites.values():
            assert max(each.games for each in records) == records[0].games
            assert records[0].game == favourite
    assert len(evenings.finished_tables(store, "pa")) > 100


@pytest.fixture
def played(store: TableStore) -> Callable[..., str]:
    """Plays a game of Ana, with phone pa, and somebody else with pb; the first one wins."""

    def through(other: str = "Ben", first: str = "Ana") -> str:
        code = lobby.open_table(store, "tally", 2, "pa").code
        for seat, phone, name in ((1, "pa", first), (2, "pb", other)):
            lobby.sit_down_at_seat(store, code, seat, phone)
            lobby.name_seat(store, code, seat, name, phone)
        lobby.choose_option(store, code, "heap", "5", "pa")
        lobby.start_game(store, code, "pa")
        for seat, phone, count in ((1, "pa", 3), (2, "pb", 2)):
            play_tap(store, code, answer.Tap(phone, seat, f"take {count}", f"{code}{seat}", 0))
        return code

    return through


def counted(store: TableStore, phone: str = "pa") -> dict[str, int]:
    plays = evenings.finished_plays(evenings.finished_tables(store, phone))
    return {
        one.name: one.games
        for one in player_statistics(plays, evenings.display_names_for_phone(store, phone))
    }


def test_two_spellings_become_one_person_on_this_phone_alone(
    store: TableStore, played: Callable[..., str]
) -> None:
    played("Ben"), played("Benny")
    assert counted(store) == {"Ana": 2, "Ben": 1, "Benny": 1}
    evenings.rename_player(store, "pa", "Benny", "Ben")
    assert counted(store) == {"Ana": 2, "Ben": 2}
    evenings.rename_player(store, "pa", "Ben", "Benjamin")
    assert counted(store) == {"Ana": 2, "Benjamin": 2}, "both spellings go along"
    assert counted(store, "pb") == {"Ana": 2, "Ben": 1, "Benny": 1}
    evenings.split_player(store, "pa", "Benjamin")
    assert counted(store) == {"Ana": 2, "Ben": 1, "Benny": 1}


def test_two_who_sat_at_one_table_are_never_made_one(
    store: TableStore, played: Callable[..., str]
) -> None:
    played("Ben"), played("Benny", first="Ben")
    before = counted(store)
    assert before == {"Ana": 1, "Ben": 2, "Benny": 1}
    for one, other in (("Benny", "Ben"), ("Ben", "BENNY"), ("Ana", "Ben")):
        with pytest.raises(NotAllowed, match="same table"):
            evenings.rename_player(store, "pa", one, other)
        assert counted(store) == before
    assert evenings.rename_player(store, "pa", "Benny", "Ana") == "Ana", "these two have never met"
    assert counted(store) == {"Ana": 2, "Ben": 2}
    played("Benny")
    assert counted(store) == {"Ana": 3, "Ben": 2, "Benny": 1}, "they have now"
    evenings.rename_player(store, "pa", "Ana", "ana")
    assert counted(store)["ana"] == 3, "another spelling of the own name is no other person"


def test_a_new_name_counts_also_after_the_clock_was_set_back(
    store: TableStore, played: Callable[..., str]
) -> None:
    played()
    evenings.rename_player(store, "pa", "Ben", "Benjamin")
    store.clock.now = 0.0  # type: ignore[attr-defined]
    evenings.rename_player(store, "pa", "Benjamin", "Bea")
    assert counted(store) == {"Ana": 1, "Bea": 1}


def test_who_is_forgotten_leaves_own_seats_for_good_and_others_are_only_left_out(
    store: TableStore, played: Callable[..., str]
) -> None:
    code = played()
    assert evenings.forget_player(store, "pa", "Ana") == 1
    assert counted(store) == {"Ben": 1} and counted(store, "pb") == {"Ben": 1}
    assert "Ana" not in {event.text for event in store.ledger.events(code)}
    assert evenings.forgotten_names(store, "pa") == [], "nothing is left to be left out"
    assert evenings.forget_player(store, "pa", "Ben") == 0
    assert counted(store) == {} and counted(store, "pb") == {"Ben": 1}
    assert evenings.forgotten_names(store, "pa") == ["ben"]
    evenings.restore_player(store, "pa", "Ben")
    assert counted(store) == {"Ben": 1}


def test_only_somebody_in_ones_own_games_can_be_renamed(
    store: TableStore, played: Callable[..., str]
) -> None:
    played()
    for ask in (
        lambda: evenings.rename_player(store, "px", "Ana", "Eve"),
        lambda: evenings.rename_player(store, "pa", "Ana", "\u2800 "),
        lambda: evenings.forget_player(store, "px", "Ana"),
    ):
        with pytest.raises(NotAllowed):
            ask()
    assert counted(store, "px") == {} and counted(store) == {"Ana": 1, "Ben": 1}
