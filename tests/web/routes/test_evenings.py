"""My evenings: what a phone sees of its past games and players, and what it sees of others' not."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable

import pytest

from companion.play import TableStore
from companion.web.language.languages import GAMES_BY_LANGUAGE, LANGUAGES
from tests.kit.phones import Phone

New = Callable[[], Phone]
PAGES = ("/evenings", "/evenings/player?name=Ana", "/evenings/games.csv", "/evenings/players.csv")


def test_a_past_game_has_its_result_its_picture_its_files_and_a_rematch(
    over: tuple[str, Phone, Phone],
) -> None:
    code, ana, ben = over
    assert 'href="/evenings"' in ana.get("/").text
    page = ana.get("/evenings").text
    assert "You won with 5 points" in page and "Ana won with 5 points" in ben.get("/evenings").text
    assert f'src="/t/{code}/result.png"' in page and f'href="/t/{code}/result.csv"' in page
    assert "app.bgstatsapp.com" in page and f'action="/t/{code}/again"' in page
    assert ana.get(f"/t/{code}/result.png").status_code == 200
    assert "1 of 1 game won" in page and "0 of 1 game won" in page


def test_a_phone_without_a_seat_sees_nothing_of_it(
    over: tuple[str, Phone, Phone], phone: New
) -> None:
    code, ana, ben = over
    stranger = phone()
    stranger.open_table(name="Eve")
    for path in PAGES:
        answer = stranger.get(path)
        for told in (code, "Ana", "Ben", "You won"):
            assert answer.status_code == 404 or told not in answer.text
    ben.post(f"/t/{code}/free", seat=2)
    assert code not in ben.get("/evenings").text, "whoever gave up the seat neither"
    assert code in ana.get("/evenings").text


def test_nothing_is_told_before_its_table_tells_it(
    game: tuple[str, Phone, Phone],
) -> None:
    code, ana, _ = game
    ana.tap(code, "take 3", seat=1)
    for path in ("/evenings", "/evenings/games.csv"):
        assert code not in ana.get(path).text
    assert ana.get("/evenings/player?name=Ana").status_code == 404


def test_a_player_is_renamed_split_and_forgotten(
    over: tuple[str, Phone, Phone], store: TableStore
) -> None:
    code, ana, ben = over
    assert "Ana has won 1 of 1, Ben 0" in ana.get("/evenings/player?name=ana").text
    assert ana.post("/evenings/rename", name="Ben", to="Benjamin").status_code == 303
    assert "Benjamin" in ana.get("/evenings").text and "Benjamin" not in ben.get("/evenings").text
    ana.post("/evenings/split", name="Benjamin")
    assert "Benjamin" not in ana.get("/evenings").text
    assert "erased for good" in ana.get("/evenings/player?name=Ana").text
    assert "erased for good" not in ana.get("/evenings/player?name=Ben").text
    ana.post("/evenings/forget", name="Ana")
    assert store.latest(code).seat_at(1).name == ""
    assert "Ana won" not in ben.get("/evenings").text
    ana.post("/evenings/forget", name="Ben")
    assert store.latest(code).seat_at(2).name == "Ben", "another phone's seat keeps its name"
    assert "ben isn't counted on this phone" in ana.get("/evenings").text
    ana.post("/evenings/count", name="ben")
    assert "0 of 1 game won" in ana.get("/evenings").text


def test_nobody_renames_whom_they_never_met(over: tuple[str, Phone, Phone], phone: New) -> None:
    assert phone().post("/evenings/rename", name="Ana", to="Eve").status_code == 422
    _code, ana, _ = over
    assert ana.post("/evenings/rename", name="Ana", to=" ").status_code == 422


def test_all_games_and_players_are_there_for_a_spreadsheet(
    over: tuple[str, Phone, Phone],
) -> None:
    code, ana, ben = over
    ben.post(f"/t/{code}/rename", seat=2, name="=SUM(1)")
    games = list(csv.DictReader(io.StringIO(ana.get("/evenings/games.csv").text.lstrip("\ufeff"))))
    assert [
        (line["Table code"], line["Player"], line["Points"], line["Won"]) for line in games
    ] == [
        (code, "Ana", "5", "1"),
        (code, "'=SUM(1)", "4", "0"),
    ]
    text = ana.get("/evenings/players.csv").text.lstrip("\ufeff")
    ana_line = next(line for line in csv.DictReader(io.StringIO(text)) if line["Player"] == "Ana")
    assert (ana_line["Games"], ana_line["Average"], ana_line["Best"]) == ("1", "5.0", "5")


@pytest.mark.parametrize("file", ["games.csv", "evenings.json", "bgstats.json"])
@pytest.mark.parametrize("tongue", LANGUAGES)
def test_our_own_files_come_back_whole(
    over: tuple[str, Phone, Phone], phone: New, file: str, tongue: str
) -> None:
    code, ana, _ = over
    ana.post(f"/t/{code}/rename", seat=1, name="'t Hart")
    about = {"place": "Café, Köln", "note": "=fine", "expansions": "Moons"}
    ana.post(f"/evenings/of/{code}/about", **about)
    own = {"Accept-Language": tongue}
    other = phone()
    status, page = send(other, ana.get(f"/evenings/{file}", headers=own).text.encode())
    assert status == 200 and "Heap: &#39;t Hart 5, Ben 4" in page and "Not kept" not in page
    first, again = (
        json.loads(each.get("/evenings/evenings.json").text)["games"][0] for each in (ana, other)
    )
    for key in ("table", "rounds", "starter") if file == "games.csv" else ("table",):
        del first[key], again[key]
    assert first == again and first["where"] == "Café, Köln" and first["minutes"]


def test_bg_stats_is_told_who_began_and_has_what_the_apps_own_files_have(
    over: tuple[str, Phone, Phone],
) -> None:
    _, ana, _ = over
    told = json.loads(ana.get("/evenings/bgstats.json").text)
    (play,) = told["plays"]
    assert [one["startPlayer"] for one in play["playerScores"]] == [True, False]
    assert [one["winner"] for one in play["playerScores"]] == [True, False]
    assert {"modificationDate", "entryDate", "usesTeams", "scoringSetting"} <= set(play)
    assert {"tags", "groups", "challenges", "deletedObjects", "userInfo"} <= set(told)


def send(phone: Phone, text: bytes, name: str = "games", **fields: str) -> tuple[int, str]:
    """Sends a file of games; returns the status and the page."""
    head = b'--x\r\nContent-Disposition: form-data; name="'
    parts = [head + key.encode() + b'"\r\n\r\n' + value.encode() for key, value in fields.items()]
    parts.append(head + f'file"; filename="{name}"\r\n\r\n'.encode() + text)
    # Written here, for the client would leave a file of its own open.
    sent = io.BytesIO(b"\r\n".join([*parts, b"--x--\r\n"]))
    how = "multipart/form-data; boundary=x"
    answer = phone.client.post(
        "/evenings/bring",
        input_stream=sent,
        content_type=how,
        headers=phone.headers,
        content_length=sent.getbuffer().nbytes,
    )
    return answer.status_code, answer.text


#: A collector's file: a winner without points, and a game that isn't ours.
WITHOUT_POINTS = {
    "players": [{"id": 1, "name": "Ann"}, {"id": 2, "name": "Ben"}],
    "games": [{"id": 1, "name": "Heap"}, {"id": 2, "name": "Azul"}],
    "plays": [
        {
            "uuid": "0e1b2c3d-0000-4000-8000-000000000001",
            "playDate": "2026-11-20 21:30:00",
            "gameRefId": 1,
            "playerScores": [
                {"score": "", "winner": True, "playerRefId": 1},
                {"score": "", "winner": False, "playerRefId": 2},
            ],
        },
        {"playDate": "2026-11-20", "gameRefId": 2, "playerScores": [{"score": 1}]},
    ],
}


def test_a_winner_without_points_is_counted_and_every_page_and_file_shows_it(
    phone: New,
) -> None:
    ana = phone()
    status, page = send(ana, json.dumps(WITHOUT_POINTS).encode())
    assert status == 200 and "Heap: Ann –, Ben –" in page
    assert "Plays of other games, left out: 1" in page
    assert "1 of 1 game won" in ana.get("/evenings").text
    assert "–" in ana.get("/evenings/player?name=Ann").text
    assert ana.get("/evenings?game=heap").status_code == 200
    rows = list(csv.DictReader(io.StringIO(ana.get("/evenings/games.csv").text.lstrip("\ufeff"))))
    assert [(row["Player"], row["Points"], row["Won"]) for row in rows] == [
        ("Ann", "", "1"),
        ("Ben", "", "0"),
    ]
    assert ana.get("/evenings/players.csv").status_code == 200
    other = phone()
    for kind in ("evenings.json", "bgstats.json"):
        status, page = send(other, ana.get(f"/evenings/{kind}").text.encode())
        assert status == 200, kind
        assert "Ann –, Ben –" in page or "already here" in page
    send(other, json.dumps(WITHOUT_POINTS).encode(), others="1")
    assert "Azul" in other.get("/evenings/bring").text


def test_a_file_of_ten_megabytes_comes_in(phone: New) -> None:
    told = {**WITHOUT_POINTS, "about": "x" * 9_900_000}
    status, page = send(phone(), json.dumps(told).encode())
    assert status == 200 and "Heap: Ann –, Ben –" in page


@pytest.mark.parametrize(
    ("tongue", "mark"), [("en", ","), ("de", ";"), ("fr", ";"), ("es", ";"), ("it", ";")]
)
def test_a_spreadsheet_of_each_language_finds_its_columns(
    over: tuple[str, Phone, Phone], tongue: str, mark: str
) -> None:
    code, ana, _ = over
    own = {"Accept-Language": tongue}
    for path in ("/evenings/games.csv", "/evenings/players.csv", f"/t/{code}/result.csv"):
        text = ana.get(path, headers=own).text.lstrip("\ufeff")
        # A table's own file is in English where its game doesn't speak the language.
        is_spoken = "/t/" not in path or "heap" in GAMES_BY_LANGUAGE.get(tongue, ("heap",))
        rows = list(csv.reader(io.StringIO(text), delimiter=mark if is_spoken else ","))
        assert len({len(row) for row in rows}) == 1 and len(rows[0]) > 4, path


@pytest.mark.parametrize("file", ["game.json", "transcript"])
@pytest.mark.parametrize("door", ["/evenings/bring", "/tables/import"])
def test_a_saved_game_of_an_own_table_that_comes_back_counts_once(
    game: tuple[str, Phone, Phone],
    store: TableStore,
    now: list[float],
    phone: New,
    file: str,
    door: str,
) -> None:
    code, ana, ben = game
    for count in (2, 2, 3, 2):
        now[0] += 7
        seat = min(store.latest(code).seats_to_act)
        (ana if seat == 1 else ben).tap(code, f"take {count}", seat=seat)
    saved = ana.get(f"/t/{code}/{file}").text
    ana.post(f"/t/{code}/rename", seat=1, name="Anna")
    now[0] += 1000
    for one in (ana, phone()):
        if door == "/tables/import":
            assert one.post(door, text=saved).status_code == 303
        else:
            _status, page = send(one, saved.encode())
            assert ("already here" in page) == (one is ana)
    page = ana.get("/evenings").text
    assert "1 of 1 game won" in page and f'src="/t/{code}/result.png"' in page
    assert page.count("/result.png") == 1
    games = [*csv.reader(io.StringIO(ana.get("/evenings/games.csv").text))]
    assert len(games) == 1 + 2, "the head, and a line for each player"


def test_two_games_of_the_same_actions_are_two(
    game: tuple[str, Phone, Phone], store: TableStore, now: list[float]
) -> None:
    code, ana, ben = game
    again = ana.open_table()
    ben.post(f"/t/{again}/sit", seat=2, name="Ben")
    ana.post(f"/t/{again}/start")
    for at in (code, again):
        for count in (2, 2, 3, 2):
            now[0] += 7
            seat = min(store.latest(at).seats_to_act)
            (ana if seat == 1 else ben).tap(at, f"take {count}", seat=seat)
    assert "2 of 2 games won" in ana.get("/evenings").text
