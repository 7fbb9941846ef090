"""The rulebook's worked examples and counts, as vectors.toml has them."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from companion.games.crafting import GAME
from companion.games.crafting.pieces import CONTROLS, ELEMENTS, GROUP_1_LIFE_TOKENS
from companion.games.crafting.rules.energy import energy_lines_of_seat
from companion.games.crafting.state import State
from companion.referee.judge import judge

#: the numbers of a board that go into the comparison by their own names
COUNTED = (
    *("hand", "nova", "dna", "graviton", "novae", "proto", "stable"),
    *("scored", "beyond", "singles", "doubles"),
)
BOOK = tomllib.loads((Path(__file__).parent / "vectors.toml").read_text(encoding="utf-8"))


def do(s: State, line: str) -> State:
    """One line, judged. "round": everybody takes a plain turn, in order."""
    if line == "round":
        return play_round(s)
    seat, action = int(line.split()[0]), GAME.read(line.partition(" ")[2])
    ruling = judge(GAME, s, seat, action)
    assert ruling.allowed, f"{line}: {ruling.objections}"
    after: State = GAME.apply(s, seat, action)
    return after


def play_round(s: State) -> State:
    for seat in s.turn_order:
        s = do(do(s, f"{seat} shift {seat}"), f"{seat} collect")
        nebula = any(line.kind == "nebula" for line in s.board(seat).lines)
        s = do(do(s, f"{seat} took 1" if nebula else f"{seat} took"), f"{seat} end")
    return s


def opened(players: int, lines: list[str]) -> State:
    s: State = GAME.setup(players, {})
    for line in (*BOOK["opening"][str(players)], *lines):
        s = do(s, line)
    return s


def value_at(s: State, path: str) -> Any:
    """What stands at "supply", "1.hand" (seat 1's), "wheel.0#" (how many)."""
    thing: Any = s
    for name in path.removesuffix("#").split("."):
        if isinstance(thing, tuple):
            thing = thing[int(name)]
        else:
            thing = s.board(int(name)) if name.isdigit() else getattr(thing, name)
    return len(thing) if path.endswith("#") else plain(thing)


def plain(thing: Any) -> Any:
    """As TOML would write it: no tuples, nothing that is None."""
    if isinstance(thing, tuple):
        return [plain(part) for part in thing]
    return "" if thing is None else thing


def gained(s: State, seat: int) -> list[str]:
    return [f"{line.kind} {line.amount}" for line in s.board(seat).lines]


@pytest.mark.parametrize("vector", BOOK["vector"], ids=lambda vector: vector["title"])
def test_worked_example(vector: dict[str, Any]) -> None:
    s = opened(vector["players"], vector["lines"])
    for step in vector["steps"]:
        s = do(s, step["do"])
        for path, wanted in step.get("expect", {}).items():
            assert value_at(s, path) == wanted, f"{step['do']}: {path}"
        if "yields" in step:
            assert gained(s, int(step["do"].split()[0])) == step["yields"]


@pytest.mark.parametrize("numbers", BOOK["setup"], ids=lambda n: f"{n['players']} players")
def test_set_up_numbers(numbers: dict[str, Any]) -> None:
    players = numbers["players"]
    s = opened(players, [])
    assert [len(marbles) for marbles in s.wheel] == numbers["marbles"]
    assert sum(marbles.count(0) for marbles in s.wheel) == numbers["dark"]
    assert s.supply == numbers["crystals"]
    assert s.first == 1
    for board in s.boards:
        assert (board.hand, board.proto, board.stable, board.crystal) == (4, 1, 0, 0)
        assert board.stars == (1, 0, 0, 0)
        assert [tile.size for tile in board.tiles] == [1, 2, 3]


@pytest.mark.parametrize("numbers", BOOK["setup"], ids=lambda n: f"{n['players']} players")
def test_the_advanced_life_stack_holds(numbers: dict[str, Any]) -> None:
    """Tokens are drawn until none comes any more."""
    s = opened(numbers["players"], [])
    for _ in range(40):
        s = GAME.apply(s, 1, GAME.read("life 0"))
    assert len(s.board(1).lives) == numbers["life"]
    assert [life.draw for life in s.board(1).lives] == list(range(numbers["life"]))


@pytest.mark.parametrize("numbers", BOOK["setup"], ids=lambda n: f"{n['players']} players")
def test_the_first_tokens_are_of_group_1(numbers: dict[str, Any]) -> None:
    """A 4 can only come once the tokens on top are gone; an 8 only before."""
    top = numbers["group-1"]
    assert top <= sum(GROUP_1_LIFE_TOKENS.values())
    s = opened(numbers["players"], ["1 shift 1", "1 collect"])
    s = do(s, "1 took 1" if any(line.kind == "nebula" for line in s.board(1).lines) else "1 took")
    for line in ("1 mend stable 200", "1 tiles done 1 psi 12", "1 tiles done 1 phi 12"):
        s = do(s, line)
    for draw in range(top + 1):
        allowed = {
            value
            for value in (4, 5, 6, 7, 8)
            if judge(GAME, s, 1, GAME.read(f"life 0 {value}")).allowed
        }
        assert allowed == ({6, 7, 8} if draw < top else {4, 5, 6, 7})
        s = do(s, "1 life 0")


@pytest.mark.parametrize("control", BOOK["control"], ids=lambda control: control["name"])
def test_what_a_control_gives(control: dict[str, Any]) -> None:
    """The marble stands in the control, which pays its active reward and 1 for the marble."""
    s = opened(4, [])
    here = s.control_of_marble(1) or ""
    target = control["name"]
    if here != target:
        s = do(s, f"1 put 1 {here} {target}")
    marbles = len(s.wheel[CONTROLS.index(target)])
    wanted = [*control["active"], f"{control['passive']} {marbles}"]
    lines = [f"{line.kind} {line.amount}" for line in energy_lines_of_seat(s, 1)]
    assert lines[: len(wanted)] == wanted
    assert len(lines) == len(wanted) + len(CONTROLS) - 1


def test_the_owner_of_the_last_player_marble_begins() -> None:
    s: State = GAME.setup(3, {})
    s = do(s, "1 deal 1 3 dark 2 dark dark")
    assert s.first == 2
    assert s.turn_order == (2, 3, 1)


def amounts(s: State) -> dict[str, int]:
    """Every number of seat 1's board that a power card can change."""
    b = s.board(1)
    return {
        **dict(zip(ELEMENTS, b.stars, strict=True)),
        **{name: getattr(b, name) for name in COUNTED},
        "steps": b.crystal + 6 * b.waiting,
        "lives": len(b.lives),
        "tiles": len(b.tiles),
        "sizes": sum(tile.size for tile in b.tiles),
        "cards": b.points.cards,
        "chamber": b.points.chamber,
        "other points": b.points.total - b.points.cards - b.points.chamber,
    }


def rich(power: dict[str, Any]) -> State:
    """Plenty of everything, and the card in the first slot, its 2 cards paid."""
    s = opened(2, BOOK["rich"]["lines"])
    s = do(s, f"1 gain 1 {power['slug']}")
    assert s.board(1).hand == 8
    return s


@pytest.mark.parametrize("power", BOOK["power"], ids=lambda power: power["do"])
def test_what_a_power_card_costs_and_does(power: dict[str, Any]) -> None:
    s = rich(power)
    before, after = amounts(s), amounts(do(s, f"1 {power['do']}"))
    changed = {name: after[name] - n for name, n in before.items() if after[name] != n}
    assert changed == power["changes"]


@pytest.mark.parametrize("power", BOOK["power"], ids=lambda power: power["do"])
def test_which_cards_a_power_card_takes(power: dict[str, Any]) -> None:
    """With a told hand of one kind alone, only a card of "any" kind can still be paid."""
    s, number = rich(power), -power["changes"].get("hand", 0)
    for kind in CONTROLS:
        hand = " ".join("8" if kind == other else "0" for other in CONTROLS)
        ruling = judge(GAME, do(s, f"1 hand {hand}"), 1, GAME.read(power["do"]))
        named = power["do"].partition(" with ")[2]
        payable = power.get("pays", named or kind) == kind or not number
        assert ruling.allowed == payable, f"paying with {kind}"


def test_the_decks_hold_8_cards_each() -> None:
    decks = [power["deck"] for power in {p["slug"]: p for p in BOOK["power"]}.values()]
    assert {deck: decks.count(deck) for deck in CONTROLS} == dict.fromkeys(CONTROLS, 8)


@pytest.mark.parametrize("power", BOOK["power"], ids=lambda power: power["do"])
def test_the_token_of_a_card_pays_in_the_control_of_its_deck(power: dict[str, Any]) -> None:
    bonus = {
        line.control: line.bonus for line in energy_lines_of_seat(rich(power), 1) if not line.active
    }
    assert bonus == {control: int(control == power["deck"]) for control in CONTROLS}
