"""Can I complete it? What is told of one nebula's corners and sides, and what the rules answer."""

from __future__ import annotations

import pytest

from companion.games.crafting import GAME
from companion.games.crafting.show.lens import nebula_possibilities, nebula_possibilities_words
from companion.games.crafting.state import State
from companion.games.crafting.tiles import Tile
from companion.referee.judge import judge
from companion.referee.panels import Sheet
from companion.referee.rows import Row, Rows
from companion.referee.text import english_translator
from tests.games.crafting.positions import opened, played

SAY = english_translator(lambda seat: "Mira").say
#: the size 3 nebula of the rulebook's example on page 12
EXAMPLE = "h1he2c3=10"
#: a galaxy in which what matters is where its pieces are
RICH = (
    *(f"1 mend {what}" for what in ("h 4", "he 4", "o 3", "c 4", "novae 3", "proto 6", "stable 6")),
    f"1 tile 3 delta {EXAMPLE}",
)


def with_around(words: str, *more: str) -> State:
    """The example's nebula with this around it."""
    return played(opened("crafting"), *RICH, f"1 around open 3 delta {EXAMPLE} new {words}", *more)


def the_tile(s: State) -> Tile:
    """The nebula of which something was told."""
    (tile,) = (tile for tile in s.board(1).tiles if tile.around)
    return tile


def words(s: State) -> str:
    return SAY(nebula_possibilities_words(s, 1, the_tile(s)))


@pytest.mark.parametrize(
    ("around", "stars", "says"),
    [
        # page 12: 1 hydrogen, 2 helium, 3 carbon; 1 star goes
        ("h1he2c3", ("h", "he", "c"), "Yes"),
        # a supernova stands in for any star, and may be the one that goes
        ("h1he2c2n1", ("h", "he", "c", "nova"), "Yes"),
        ("he1c2n3", ("he", "c", "nova"), "Yes"),
        ("h1he2o1c2", ("o", "h", "he", "c"), "You need 1 more star"),
        ("h1he2c2", ("h", "he", "c"), "You need 1 more star"),
        ("h0", (), "No star is around it"),
        ("p3s3", (), "No star is around it"),
    ],
)
def test_the_stars_around_a_nebula_answer(around: str, stars: tuple[str, ...], says: str) -> None:
    s = with_around(around)
    assert words(s).startswith(says)
    assert set(nebula_possibilities(s, 1, the_tile(s)).stars) == set(stars)


def test_a_star_that_the_nebula_does_not_need_goes_first() -> None:
    s = played(
        opened("crafting"), *RICH[:-1], "1 tile 1 psi h2=3", "1 around open 1 psi h2=3 new h2c1n1"
    )
    assert nebula_possibilities(s, 1, the_tile(s)).stars == ("c", "h", "nova")
    assert words(s).startswith("Yes. Discard: carbon")


@pytest.mark.parametrize(
    ("around", "says"),
    [
        # page 13: 6 life in any mix; all proto life goes
        ("h1he2c3p3s3", "Advanced life: discard 3 proto life"),
        ("h1he2c3s6", "Advanced life, nothing to discard"),
        ("h1he2c3p3s2", "Life on 5 of 6 sides"),
        # without the stars the nebula is not completed, and has no advanced life
        ("h1he2p3s3", "Life on 6 of 6 sides"),
    ],
)
def test_the_life_around_a_nebula_answers(around: str, says: str) -> None:
    assert words(with_around(around)).endswith(says)


def test_what_the_whole_galaxy_forbids_is_not_promised() -> None:
    ringed = ("1 tiles done 2 psi 2", "1 life 1")
    s = with_around("h1he2c3p1s5", *ringed)
    assert "life.enough" in str(nebula_possibilities(s, 1, the_tile(s)).lifeless)


def test_every_yes_is_allowed_by_the_referee() -> None:
    s = with_around("h1he2c2n1p3s3")
    for star in nebula_possibilities(s, 1, the_tile(s)).stars:
        done = GAME.read(f"complete 3 delta {EXAMPLE} {star}")
        assert judge(GAME, s, 1, done).allowed
        after = GAME.apply(s, 1, done)
        assert judge(GAME, after, 1, GAME.read("life 3")).allowed


def test_an_answer_is_remembered_and_says_when_the_galaxy_changed() -> None:
    s = with_around("h1he2c3p3s3")
    kept = words(s)
    assert words(played(s, "1 hand 2 2 1 1")) == kept
    assert words(played(s, "1 mend c 3")) == f"Your galaxy changed since: {kept}"


def test_the_star_discarded_is_no_longer_around_it() -> None:
    s = with_around("h1he2c3p3s3", f"1 complete 3 delta {EXAMPLE} c")
    tile = the_tile(s)
    assert (tile.completed, tile.around) == (True, "h1he2c2p3s3")
    assert words(s) == "Advanced life: discard 3 proto life"


def test_equal_nebulae_are_told_apart_by_what_was_told() -> None:
    s = played(opened("crafting"), *RICH, "1 tiles open 2 phi 2", "1 around open 2 phi ? new h2")
    s = played(s, "1 around open 2 phi ? new h1", "1 around open 2 phi ? h2 he2")
    there = [tile.around for tile in s.board(1).tiles if tile.size == 2 and tile.sector == "phi"]
    assert sorted(there) == ["h1", "he2"]


def panels(s: State, seat: int = 1) -> tuple[dict[str, Row], list[Sheet]]:
    shown = {panel.id: panel for panel in GAME.show(s, seat)}
    rows = shown["lens"]
    assert isinstance(rows, Rows)
    sheets = [p for p in shown.values() if isinstance(p, Sheet) and p.id.startswith("around-")]
    return {SAY(row.label): row for row in rows.rows}, sheets


def test_the_sheet_begins_with_what_was_told() -> None:
    _, sheets = panels(with_around("h1c3p2"))
    (sheet,) = (each for each in sheets if SAY(each.title) == "Size 3 in Delta")
    assert [field.value for field in sheet.fields] == ["h1", "", "", "c3", "", "p2", ""]
    assert sheet.verb == f"around open 3 delta {EXAMPLE} h1c3p2"


def test_what_the_galaxy_lacks_is_not_asked() -> None:
    _, sheets = panels(opened("crafting"))
    for sheet in sheets:
        assert [SAY(field.label) for field in sheet.fields] == ["hydrogen", "proto life"]
        (first, *_) = sheet.fields
        assert [pick.value for pick in first.picks] == ["h0", "h1"]


def test_a_tap_does_what_the_answer_says() -> None:
    rows, _ = panels(with_around("h1he2c3p3s3"))
    row = rows["Size 3 in Delta"]
    assert row.choices[0].action == f"complete 3 delta {EXAMPLE} h"
    rows, _ = panels(with_around("h1he2c3p3s3", f"1 complete 3 delta {EXAMPLE} h"))
    assert rows["Size 3 in Delta, completed"].choices[0].action == "life 3"


def test_nobody_else_sees_what_is_told() -> None:
    action = GAME.read("around open 3 ? ? new h1")
    assert GAME.redact(action) is None
    s = with_around("h1he2c3p3s3")
    assert "h1he2c3p3s3" not in repr(GAME.show(s, 2)) + repr(GAME.show(s, 0))
