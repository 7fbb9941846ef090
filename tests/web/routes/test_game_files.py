"""A game as a file: out as JSON, in as JSON or text; refused with its line, and nothing created."""

from __future__ import annotations

import io
import json

import pytest

from companion.play import TableStore
from companion.web.routes.game_files import MAX_GAME_FILE_BYTES
from tests.kit.elements import parsed
from tests.kit.phones import Phone
from tests.kit.secrets import tells

Game = tuple[str, Phone, Phone]


def played(game: Game) -> tuple[str, Phone]:
    """A game that is not over, with a secret in it and something undone."""
    code, ana, ben = game
    ben.tap(code, "hide", seat=2, **{"action.1": "7391", "lead.1": "the"})
    ana.tap(code, "take 2", seat=1)
    ben.tap(code, "wave", seat=2)
    return code, ana


def test_json_tells_the_game_and_no_secret(game: Game, store: TableStore) -> None:
    code, ana = played(game)
    answer = ana.get(f"/t/{code}/game.json")
    assert answer.mimetype == "application/json"
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{code}.json"'
    told = json.loads(answer.text)
    assert told["seats"] == [
        {"name": "Ana", "colour": "magenta"},
        {"name": "Ben", "colour": "cyan"},
    ]
    assert [event["text"] for event in told["events"]] == ["take 2", "wave"]
    assert (told["version"], told["over"], told["options"]) == (1, False, {"heap": "9"})
    assert not tells(answer.text, "7391") and store.latest(code).host not in answer.text
    assert code not in answer.text


def test_after_the_end_everything_is_in_it(game: Game) -> None:
    code, ana = played(game)
    game[2].tap(code, "take 1", seat=2)
    ana.tap(code, "take 6", seat=1)
    told = json.loads(ana.get(f"/t/{code}/game.json").text)
    assert told["over"] and "hide the 7391" in [event["text"] for event in told["events"]]


@pytest.mark.parametrize("path", ["game.json", "transcript"])
@pytest.mark.parametrize("as_file", [True, False])
def test_a_saved_game_becomes_a_table(
    game: Game, store: TableStore, path: str, as_file: bool
) -> None:
    code, ana = played(game)
    saved = ana.get(f"/t/{code}/{path}").text
    zoe = Phone(ana.client.application)
    assert 'action="/tables/import"' in zoe.get("/bring").text
    fields = {"file": (io.BytesIO(saved.encode()), "game")} if as_file else {"text": saved}
    answer = zoe.post("/tables/import", **fields)
    assert answer.status_code == 303
    new = answer.location.rpartition("/")[2]
    table = store.latest(new)
    assert new != code and table.state.taken == (2, 0) and table.state.hidden == (0, 0)
    page = zoe.get(answer.location).text
    assert ("took 2 counters" in page and "Seat 1" in page) or "Ana took 2 counters" in page


def test_a_finished_game_that_was_loaded_is_shown_on_a_television(game: Game) -> None:
    """By the address that its screen's page gives for it: the short code alone opens no result."""
    code, ana = played(game)
    game[2].tap(code, "take 1", seat=2)
    ana.tap(code, "take 6", seat=1)
    saved, television = ana.get(f"/t/{code}/transcript").text, Phone(ana.client.application)
    loaded = ana.post("/tables/import", text=saved).location.rpartition("/")[2]
    page = ana.get(f"/t/{loaded}/screen").text
    told = next(each for each in parsed(page).all("p") if each.is_a("elsewhere"))
    typed = told.words.rpartition(":")[2].strip()
    assert typed.startswith("localhost/t/"), typed
    answer = television.get(typed.removeprefix("localhost"))
    assert answer.status_code == 200 and loaded in answer.text


@pytest.mark.parametrize("mark", [b"\xef\xbb\xbf", b"\xef\xbb\xbf\r\n"])
def test_a_text_with_a_byte_order_mark_becomes_a_table(game: Game, mark: bytes) -> None:
    """Some editors put one before whatever they save."""
    code, ana, _ = game
    ana.tap(code, "take 2", seat=1)
    saved = mark + ana.get(f"/t/{code}/transcript").data
    answer = ana.post("/tables/import", file=(io.BytesIO(saved), "game.txt"))
    assert answer.status_code == 303


def test_a_damaged_file_is_refused_with_its_line(game: Game, store: TableStore) -> None:
    code, ana = played(game)
    tables = store.ledger.table_codes()
    lines = ana.get(f"/t/{code}/game.json").text.splitlines()
    at = next(i for i, line in enumerate(lines) if "take 2" in line)
    lines[at] = lines[at].replace("take 2", "take 9999")
    answer = ana.post("/tables/import", text="\n".join(lines))
    assert answer.status_code == 422
    assert f"Error in line {at + 1}: nothing was loaded." in answer.text
    assert "Expected: take COUNT" in answer.text
    assert store.ledger.table_codes() == tables


@pytest.mark.parametrize(
    "sent",
    [b"\xff\xfe\x00", b"\x00", b"game heap\nseats 2\n1 take 1\n\xff", b"<script>alert(1)</script>"],
)
def test_what_is_no_game_is_refused(game: Game, store: TableStore, sent: bytes) -> None:
    _, ana, _ = game
    tables = store.ledger.table_codes()
    answer = ana.post("/tables/import", file=(io.BytesIO(sent), "x.json"))
    assert answer.status_code == 422 and "nothing was loaded" in answer.text
    assert "<script>alert" not in answer.text
    assert store.ledger.table_codes() == tables


def test_nothing_sent_is_refused_too(game: Game) -> None:
    _, ana, _ = game
    assert ana.post("/tables/import").status_code == 422


def test_a_whole_game_fits_and_more_does_not(game: Game, store: TableStore) -> None:
    code, ana = played(game)
    saved = ana.get(f"/t/{code}/transcript").text
    padded = saved + "# long\n" * 40_000
    assert 250_000 < len(padded) < MAX_GAME_FILE_BYTES
    assert ana.post("/tables/import", text=padded).status_code == 303
    tables = store.ledger.table_codes()
    assert (
        ana.post("/tables/import", text=saved + "# " + "x" * MAX_GAME_FILE_BYTES).status_code == 413
    )
    assert ana.post(f"/t/{code}/act", action="x" * 20_000).status_code == 413, "there as before"
    assert store.ledger.table_codes() == tables


def test_another_sites_page_brings_nothing(game: Game, store: TableStore) -> None:
    _, ana, _ = game
    headers = {"Origin": "https://evil.example"}
    fields = {"text": "game heap\nseats 2\n"}
    assert ana.client.post("/tables/import", data=fields, headers=headers).status_code == 403


def test_bringing_is_counted_like_opening(game: Game, now: list[float]) -> None:
    _, ana, _ = game
    codes = {ana.post("/tables/import", text="nonsense").status_code for _ in range(70)}
    assert codes == {422, 429}
