"""This server's page: one browser gets in by the link, once; nobody else does; no table is told."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask

from companion.config import Config
from companion.ledger.daily import BackupFailed
from companion.ledger.where import DatabaseLocation, PostgresAddress
from companion.web.request import server_access
from companion.web.request.cookie import name_by_key
from companion.web.site import ClusterOneTimeLink, OneTimeLink, Site
from tests.kit.phones import Phone

PhoneMaker = Callable[[], Phone]


@pytest.fixture
def config(tmp_path: Path) -> Config:
    return Config(tmp_path / "tables.sqlite", "not so secret", backups=7)


def let_in(phone: Phone, here: Site) -> Phone:
    answer = phone.post(f"/server/{here.link.token}")
    assert (answer.status_code, answer.location) == (303, "/server")
    return phone


def test_the_link_is_used_up_by_a_tap_and_the_browser_keeps_its_cookie(
    phone: PhoneMaker, here: Site
) -> None:
    one, other = phone(), phone()
    path = f"/server/{here.link.token}"
    for _ in range(2):  # whoever only looks uses nothing up
        assert one.get(path).status_code == 200 and one.get("/server").status_code == 403
    answer = one.post(path)
    cookie = answer.headers["Set-Cookie"]
    assert all(each in cookie for each in ("HttpOnly", "SameSite=Strict", "Path=/server"))
    assert one.get("/server").status_code == 200 == one.get("/server").status_code
    for again in (other.get(path), other.post(path), one.post(path)):
        assert again.status_code == 403 and "Set-Cookie" not in again.headers
    assert other.get("/server").status_code == 403
    one.post("/server/leave")
    assert one.get("/server").status_code == 403


@pytest.mark.parametrize("path", ["", "/", "/x", "/" + "A" * 44, "/%C3%BC", "/backup"])
def test_a_guess_opens_nothing(phone: PhoneMaker, here: Site, path: str) -> None:
    """Also from this very machine: behind a proxy everybody comes from there."""
    for answer in (phone().get(f"/server{path}"), phone().post(f"/server{path}")):
        assert answer.status_code in (403, 404, 405)
        assert here.link.token not in answer.text and "Set-Cookie" not in answer.headers
    assert here.link.is_valid(here.link.token), "nothing is used up by it"


def access_name(phone: Phone) -> str:
    with phone.client.application.app_context():
        return name_by_key(server_access.ACCESS_COOKIE_NAME)


def test_a_cookie_that_is_not_ours_or_too_old_opens_nothing(
    app: Flask, phone: PhoneMaker, here: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = phone()
    for made_up in ("", "x", "x.y.z", one.open_table()):
        one.client.set_cookie(access_name(one), made_up, path="/server")
        assert one.get("/server").status_code == 403
    phones_own = one.cookie
    assert phones_own is not None
    one.client.set_cookie(access_name(one), phones_own.value, path="/server")
    assert one.get("/server").status_code == 403
    let_in(one, here)
    monkeypatch.setattr(server_access, "ACCESS_SECONDS", -1)
    assert one.get("/server").status_code == 403


def test_who_leaves_has_no_more_access_with_a_copy_of_the_cookie_either(
    phone: PhoneMaker, here: Site
) -> None:
    one, copy = let_in(phone(), here), phone()
    kept = one.client.get_cookie(access_name(one), path="/server")
    assert kept is not None
    copy.client.set_cookie(access_name(one), kept.value, path="/server")
    assert copy.get("/server").status_code == 200
    one.post("/server/leave")
    assert one.get("/server").status_code == copy.get("/server").status_code == 403


def test_another_site_and_another_name_get_nothing(phone: PhoneMaker, here: Site) -> None:
    one = phone()
    path = f"/server/{here.link.token}"
    assert one.get(path, headers={"Host": "evil.example"}).status_code == 421
    one.headers = {"Origin": "http://evil.example"}
    assert one.post(path).status_code == 403 and here.link.is_valid(here.link.token)
    one.headers = {"Origin": "http://localhost"}
    let_in(one, here)
    one.headers = {"Origin": "http://evil.example"}
    assert one.post("/server/backup").status_code == 403
    assert here.backups is not None and here.backups.all_copies == []


def test_of_many_who_come_at_once_one_gets_in() -> None:
    link = OneTimeLink()
    assert sum(link.redeem(link.token) for _ in range(20)) == 1
    assert OneTimeLink().token != OneTimeLink().token and len(link.token) >= 40


def test_one_link_of_several_servers_opens_one_of_them_once(tmp_path: Path) -> None:
    file = tmp_path / "link"
    file.write_text("a" * 44)
    one, two = ClusterOneTimeLink(file), ClusterOneTimeLink(file)
    assert one.is_valid(two.token) and not one.is_valid("") and not one.redeem("b" * 44)
    assert two.redeem("a" * 44)
    for link in (one, two, ClusterOneTimeLink(file)):
        assert not link.is_valid("a" * 44) and not link.redeem("a" * 44) and not link.is_valid("")


def test_it_tells_how_much_there_is_and_nothing_of_a_table(
    game: tuple[str, Phone, Phone], phone: PhoneMaker, here: Site
) -> None:
    code, ana, _ = game
    stream = ana.watch(code)
    stream.message()
    text = let_in(phone(), here).get("/server").text
    stream.close()
    assert "Heap" in text and "phones: 1" in text
    for secret in (code, "Ana", "Ben", here.link.token):
        assert secret not in text


def test_a_backup_now_and_one_that_fails(
    phone: PhoneMaker, here: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = let_in(phone(), here)
    one.open_table()
    backups = here.backups
    assert backups is not None
    answer = one.post("/server/backup")
    assert answer.location == "/server?done=backup" and len(backups.all_copies) == 1
    assert "A new backup was made" in one.get(answer.location).text

    def fails() -> None:
        backups.trouble = "the copy is broken: row 1 missing"
        raise BackupFailed(backups.trouble)

    monkeypatch.setattr(backups, "make_copy", fails)
    answer = one.post("/server/backup")
    assert answer.location == "/server" and "row 1 missing" in one.get("/server").text


def test_errors_are_told_without_what_they_fill_in(
    app: Flask, phone: PhoneMaker, here: Site
) -> None:
    one, code = let_in(phone(), here), phone().open_table()
    app.logger.addHandler(here.troubles)
    try:
        try:
            raise ValueError(f"secret of {code}")
        except ValueError as error:
            fields = {"fields": {"route": "/t/<code>/act"}}
            app.logger.error("%s %s", "POST", f"/t/{code}/act", exc_info=error, extra=fields)
        logging.getLogger("companion").warning("%s says %.*r", code, 9, "Ana")
    finally:
        app.logger.removeHandler(here.troubles)
    text = one.get("/server").text
    assert "ValueError test_server.py:" in text and "/t/&lt;code&gt;/act" in text
    assert "… says …" in text
    for secret in (code, "Ana", "secret of"):
        assert secret not in text


def test_with_postgres_it_says_whose_the_backups_are(
    phone: PhoneMaker, here: Site, database_named: Callable[[str], DatabaseLocation]
) -> None:
    object.__setattr__(here, "backups", None)
    where = PostgresAddress("postgresql://ana:secret@db.example/cosmos")
    object.__setattr__(here, "backup_command", where.backup_command)
    one = let_in(phone(), here)
    text = one.get("/server").text
    assert "No backups are made automatically" in text
    assert "pg_dump --format=custom --file=cosmos.dump postgresql://db.example/cosmos" in text
    assert "secret" not in text
    assert one.post("/server/backup").status_code == 403
