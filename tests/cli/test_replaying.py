"""The command line: replay and notation."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from companion import transcript
from companion.cli import main
from companion.games import CATALOGUE

GAME = next(iter(CATALOGUE.values()))


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, list(arguments))
    return result.exit_code, result.output


@pytest.mark.parametrize("slug", sorted(CATALOGUE))
def test_the_notation_prints_every_form(slug: str) -> None:
    code, output = run("notation", slug)
    assert code == 0
    for form in CATALOGUE[slug].notation.forms:
        assert form.usage_line in output and form.example in output


def test_an_unknown_game_names_the_known_ones() -> None:
    code, output = run("notation", "chess")
    assert code == 1 and "chess" in output and GAME.slug in output


def first_moves() -> list[str]:
    """Three allowed actions of the first game, as lines."""
    state, lines = GAME.setup(GAME.seats[0], {}), []
    for _ in range(3):
        seat, action = next(
            (seat, action)
            for seat in sorted(GAME.seats_to_act(state))
            for action in GAME.candidates(state, seat)
            if not GAME.draw_for_action(state, action)
            and not list(GAME.objections(state, seat, action))
        )
        lines.append(f"{seat} {GAME.write(action)}")
        state = GAME.apply(state, seat, action)
    return lines


def write(folder: Path, *moves: str) -> str:
    head = [f"game {GAME.slug}", f"seats {GAME.seats[0]}", "# a comment", ""]
    file = folder / "game.txt"
    file.write_text("\n".join([*head, *moves]) + "\n", encoding="utf-8")
    return str(file)


def test_a_replay_prints_the_final_sketch(tmp_path: Path) -> None:
    moves = first_moves()
    code, output = run("replay", write(tmp_path, *moves))
    state = GAME.setup(GAME.seats[0], {})
    for line in moves:
        seat, _, text = line.partition(" ")
        state = GAME.apply(state, int(seat), GAME.read(text))
    assert code == 0
    assert GAME.state_summary(state) in output and "The game goes on" in output


def test_a_replay_stops_at_the_line_that_breaks_a_rule(tmp_path: Path) -> None:
    state = GAME.setup(GAME.seats[0], {})
    bad = next(
        (seat, form.example)
        for form in GAME.notation.forms
        for seat in range(1, GAME.seats[0] + 1)
        if list(GAME.objections(state, seat, GAME.read(form.example)))
    )
    objection = next(iter(GAME.objections(state, bad[0], GAME.read(bad[1]))))
    file = write(tmp_path, f"rules {GAME.version}", f"{bad[0]} {bad[1]}", "1 nonsense")
    code, output = run("replay", file)
    assert code == 1
    assert f"{file}:6: {objection.rule}: " in output and "Expected one of" not in output


@pytest.mark.parametrize("rules", ["", "rules 1-0000000000"])
def test_an_older_game_replays_with_what_is_refused_today_marked(
    tmp_path: Path, rules: str
) -> None:
    """What "Load a saved game" opens with a mark, `replay` plays on from with the same mark."""
    legal, crafting = first_moves(), CATALOGUE["crafting"]
    assert GAME is crafting
    file = write(tmp_path, rules, *legal, "2 life 0")
    code, output = run("replay", file)
    assert code == 0
    assert f"{file}:{6 + len(legal)}: turn." in output
    assert "1 action is against today's rules" in output and "The game goes on" in output
    record = transcript.read_game_file(Path(file).read_text(encoding="utf-8"))
    opened = [line for _, line in transcript.checked_events(record, CATALOGUE, "phone", 1.0)]
    assert opened[-1] == (0, "overruled", "2 life 0"), "as where it is loaded"


def test_a_replay_of_a_newer_game_is_refused(tmp_path: Path) -> None:
    code, output = run("replay", write(tmp_path, "rules 99-0000000000"))
    assert code == 1 and "newer app" in output


def test_a_replay_stops_at_a_seat_that_nobody_has(tmp_path: Path) -> None:
    moves = first_moves()
    file = write(tmp_path, *moves, "9 begin")
    code, output = run("replay", file)
    assert code == 1 and f"{file}:{5 + len(moves)}: Expected: seat 1 to 2" in output


def test_a_replay_stops_at_the_line_that_cannot_be_read(tmp_path: Path) -> None:
    moves = first_moves()
    file = write(tmp_path, *moves, "1 nonsense")
    code, output = run("replay", file)
    assert code == 1 and f"{file}:{5 + len(moves)}: Expected one of" in output


@pytest.mark.parametrize("text", ["", "game chess\nseats 2\n", f"game {GAME.slug}\nseats 99\n"])
def test_a_replay_of_something_else_says_so(tmp_path: Path, text: str) -> None:
    file = tmp_path / "odd.txt"
    file.write_text(text, encoding="utf-8")
    code, output = run("replay", str(file))
    assert code == 1 and output.strip()
