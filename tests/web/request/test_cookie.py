"""Browsers keep cookies by machine, whatever the port: two companions leave each other's alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask

from companion.app import create_app
from companion.config import Config
from companion.web.request import server_access
from tests.kit.phones import Phone
from tests.kit.toy_game import HEAP

OLD = "companion"


@pytest.fixture
def beside(config: Config, tmp_path: Path) -> Iterator[Flask]:
    """Another companion on the same machine, as `demo` is."""
    other = replace(config, database=tmp_path / "other.sqlite", secret="another key, as it has")
    app = create_app(other, games={"heap": HEAP})
    yield app
    app.extensions["companion"].close()


class Browser:
    """One that sends all it keeps to both."""

    def __init__(self, *apps: Flask) -> None:
        self.phones = [Phone(app) for app in apps]

    def share(self) -> None:
        for one in self.phones:
            for other in self.phones:
                for kept in dict(one.client._cookies or {}).values():
                    other.client.set_cookie(kept.key, kept.value, path=kept.path)


def test_two_companions_of_one_machine_keep_each_its_seat(app: Flask, beside: Flask) -> None:
    browser = Browser(app, beside)
    codes = []
    for _ in range(2):
        for each in browser.phones:
            codes.append((each, each.open_table()))
            browser.share()
    for each, code in codes:
        assert ">you" in each.get(f"/t/{code}").text
    for each in browser.phones:
        each.post(f"/server/{each.client.application.extensions['companion'].link.token}")
        browser.share()
    assert [each.get("/server").status_code for each in browser.phones] == [200, 200]


def test_the_cookie_of_an_older_version_is_read_once(app: Flask, beside: Flask) -> None:
    ana = Phone(app)
    code, new = ana.open_table(), Phone(app)
    kept = ana.cookie
    assert kept is not None
    new.client.set_cookie(OLD, kept.value)
    assert ">you" in new.get(f"/t/{code}").text
    assert new.cookie is not None and new.client.get_cookie(OLD) is None
    assert ">you" in new.get(f"/t/{code}").text
    new.post(f"/t/{code}/sign-off")
    assert ">you" not in new.get(f"/t/{code}").text
    # Another companion's, of an older version too, stays: it may run beside this one.
    elsewhere = Phone(beside)
    elsewhere.open_table()
    assert elsewhere.cookie is not None
    new.client.set_cookie(OLD, elsewhere.cookie.value)
    new.open_table()
    assert new.client.get_cookie(OLD) is not None


def test_a_file_is_no_phones_and_keeps_no_cookie(app: Flask) -> None:
    ana, new = Phone(app), Phone(app)
    ana.open_table()
    assert ana.cookie is not None
    new.client.set_cookie(OLD, ana.cookie.value)
    assert "Set-Cookie" not in new.get("/static/companion.js?v=1").headers


def test_the_server_page_opened_by_an_older_version_stays_open(app: Flask) -> None:
    one = Phone(app)
    one.post(f"/server/{app.extensions['companion'].link.token}")
    (kept,) = (each for each in one.client._cookies.values() if each.path == "/server")
    new = Phone(app)
    new.client.set_cookie(server_access.ACCESS_COOKIE_NAME, kept.value, path="/server")
    assert new.get("/server").status_code == 200


@pytest.mark.parametrize("form", ["open", "sit"])
def test_a_browser_without_cookies_is_told_before_a_seat_is_taken(app: Flask, form: str) -> None:
    host = Phone(app)
    code = host.open_table()
    where = {"open": ("/", "/tables"), "sit": (f"/j/{code}", f"/t/{code}/sit")}
    page, to = where[form]
    stranger = app.test_client(use_cookies=False)
    shown = stranger.get(page, follow_redirects=True).text
    assert f'action="{to}"' in shown
    assert 'name="met" value="1"' in shown.partition(f'action="{to}"')[2].partition("</form>")[0]
    here = app.extensions["companion"].store.ledger
    before = here.table_codes()
    fields = {"met": "1", "game": "heap", "seats": 2, "seat": 2, "name": "Zoe"}
    answer = stranger.post(to, data=fields, headers=host.headers)
    assert answer.status_code == 403 and "keeps no cookies" in answer.text
    assert here.table_codes() == before
    assert not app.extensions["companion"].store.latest(code).seat_at(2).phone


def test_a_browser_with_cookies_has_one_before_its_first_form(app: Flask) -> None:
    host = Phone(app)
    code = host.open_table()
    guest, opener = Phone(app), Phone(app)
    guest.get(f"/j/{code}", follow_redirects=True)
    assert guest.post(f"/t/{code}/sit", met="1", seat=2, name="Zoe").status_code == 303
    opener.get("/")
    assert opener.post("/tables", met="1", game="heap", seats=2).status_code == 303
