"""The command line: replay and notation."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from companion import transcript
from companion.cli import main
from companion.games import CATALOGUE
from companion.referee.version import edition_in_version
from companion.tables import Event, table_from_events
from tests.kit.places import TESTS

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


@pytest.mark.parametrize(
    ("rules", "named"),
    [
        ("rules 0-0123456789", "Played by older rules (0-0123456789)"),
        ("rules {edition}-0000000000", "Played by rules before or after today's"),
    ],
)
def test_a_game_of_other_rules_goes_on_with_what_is_refused_today_marked(
    tmp_path: Path, rules: str, named: str
) -> None:
    """What "Load a saved game" opens with a mark, `replay` plays on from with the same mark."""
    legal = first_moves()
    rules = rules.format(edition=edition_in_version(GAME.version))
    code, output = run("replay", write(tmp_path, rules, *legal))
    assert code == 0 and named in output and "against" not in output
    file = write(tmp_path, rules, *legal, "2 life 0", "1 begin")
    code, output = run("replay", file)
    assert code == 1 and named in output
    assert f"{file}:{6 + len(legal)}: turn." in output
    assert "actions are against today's rules" in output and "The game goes on" in output
    record = transcript.read_game_file(Path(file).read_text(encoding="utf-8"))
    opened = [line for _, line in transcript.checked_events(record, CATALOGUE, "phone", 1.0)]
    assert opened[-2] == (0, "overruled", "2 life 0"), "as where it is loaded"


@pytest.mark.parametrize(
    "rules", ["", "# rules 1-0000000000", "rules nonsense", "rules 1", "rules 1-0123456789-x"]
)
def test_without_a_version_of_the_rules_todays_judge(tmp_path: Path, rules: str) -> None:
    legal = first_moves()
    code, output = run("replay", write(tmp_path, rules, *legal))
    assert code == 0 and "The game goes on" in output
    file = write(tmp_path, rules, *legal, "2 life 0", *legal)
    code, output = run("replay", file)
    assert code == 1 and f"{file}:{6 + len(legal)}: turn." in output
    assert "The game goes on" not in output, "it stops there"
    assert ("is no version" in output) == rules.startswith("rules")


@pytest.mark.parametrize("edition", ["99", "9999999999", "9" * 40])
def test_a_replay_of_a_newer_game_is_refused(tmp_path: Path, edition: str) -> None:
    code, output = run("replay", write(tmp_path, f"rules {edition}-0000000000"))
    assert code == 1 and "newer app" in output


@pytest.mark.parametrize("option", ["culture purple", "nonsense yes", "energy.supply-short -1"])
def test_options_are_checked_as_where_a_game_is_loaded(tmp_path: Path, option: str) -> None:
    file = write(tmp_path, f"option {option}", *first_moves())
    code, output = run("replay", file)
    assert code == 1 and f"{file}:1: This game doesn't have that option" in output
    record = transcript.read_game_file(Path(file).read_text(encoding="utf-8"))
    with pytest.raises(transcript.BadGameFile, match="1"):
        transcript.checked_events(record, CATALOGUE, "phone", 1.0)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-32", "latin-1"])
def test_another_encoding_ends_in_words(tmp_path: Path, encoding: str) -> None:
    file = tmp_path / "game.txt"
    text = f"game {GAME.slug}\nseats 2\n# caf\u00e9\n" + "\n".join(first_moves())
    file.write_bytes(text.encode(encoding))
    code, output = run("replay", str(file))
    assert code == 1 and output.startswith(f"{file}:") and "UTF-8" in output


def test_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    file = Path(write(tmp_path, *first_moves()))
    plain = run("replay", str(file))
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())
    assert run("replay", str(file)) == plain and plain[0] == 0


@pytest.mark.parametrize("slug", sorted(CATALOGUE))
def test_a_replay_reads_what_the_app_saves_as_json(tmp_path: Path, slug: str) -> None:
    """The same end as of the same game's text; a line that breaks a rule is named by its own."""
    game = CATALOGUE[slug]
    text = min((TESTS / "games" / slug / "games").glob("*.txt")).read_text(encoding="utf-8")
    told = transcript.checked_events(transcript.read_game_file(text), CATALOGUE, "p", 1.0)
    table = table_from_events(
        (Event("", number, at, *line) for number, (at, line) in enumerate(told, 1)), CATALOGUE
    )
    assert table is not None and table.state is not None
    file = tmp_path / "game.json"
    saved = transcript.write_game_json(table)
    file.write_text(saved, encoding="utf-8")
    code, output = run("replay", str(file))
    assert code == 0 and game.state_summary(table.state) in output
    assert table.outcome is not None, "nobody plays on after it"
    lines = saved.splitlines()
    last = max(number for number, line in enumerate(lines) if '"played"' in line)
    lines.insert(last, lines[last].removesuffix(",") + ",")
    file.write_text("\n".join(lines), encoding="utf-8")
    code, output = run("replay", str(file))
    assert code == 1 and f"{file}:{last + 2}: " in output


def test_a_replay_stops_at_a_seat_that_nobody_has(tmp_path: Path) -> None:
    moves = first_moves()
    file = write(tmp_path, *moves, "9 begin")
    code, output = run("replay", file)
    assert code == 1 and f"{file}:{5 + len(moves)}: This game doesn't have that seat" in output


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
