"""The Wi-Fi that guests join: typed once on the server's page, shown where that says."""

from __future__ import annotations

import logging
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.config import Config
from companion.ledger import backup as files
from companion.ledger.wifi import Wifi, WifiFile
from companion.web.page.qr import wifi_qr_code
from companion.web.site import Site
from tests.kit.phones import Phone

PhoneMaker = Callable[[], Phone]
NAME, PASSWORD = "Casa; Küche", "mond,und:sterne"


@pytest.fixture
def config(tmp_path: Path) -> Config:
    return Config(tmp_path / "tables.sqlite", "not so secret", backups=7, heartbeat=0.05)


@pytest.fixture
def host(phone: PhoneMaker, here: Site) -> Phone:
    """The browser that has the server's page."""
    one = phone()
    one.post(f"/server/{here.link.token}")
    return one


def typed(host: Phone, show: str = "tables", **fields: str) -> str:
    """Types it; returns the page that follows."""
    answer = host.post(
        "/server/wifi", **{"name": NAME, "password": PASSWORD, "show": show, **fields}
    )
    assert answer.status_code == 303
    return host.get(answer.location).text


def picture(app: Flask, wifi: Wifi) -> str:
    """The dark modules of its code, which no page has by chance."""
    with app.test_request_context():
        return wifi_qr_code(wifi).partition('<path d="')[2].partition('"')[0]


@pytest.mark.parametrize(
    ("wifi", "said"),
    [
        (Wifi("Home", "12345678"), "WIFI:T:WPA;S:Home;P:12345678;;"),
        (Wifi("Guests", ""), "WIFI:T:nopass;S:Guests;;"),
        (Wifi('a;b,c:d"e\\f', 'x\\y";,:zz'), r"WIFI:T:WPA;S:a\;b\,c\:d\"e\\f;P:x\\y\"\;\,\:zz;;"),
        (Wifi("Küche 2", " spaces  "), "WIFI:T:WPA;S:Küche 2;P: spaces  ;;"),
    ],
)
def test_what_the_code_says(wifi: Wifi, said: str) -> None:
    assert wifi.code == said


@pytest.mark.parametrize("show", ["tables", "here"])
def test_it_is_kept_where_its_owner_alone_can_read_it(
    host: Phone, here: Site, tmp_path: Path, show: str
) -> None:
    assert "Kept on this computer." in typed(host, show, name=f"  {NAME} ")
    file = tmp_path / "tables.wifi"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert WifiFile(tmp_path / "tables.sqlite").read() == Wifi(NAME, PASSWORD, show == "tables")
    assert sorted(each.name for each in tmp_path.glob("*.wifi*")) == ["tables.wifi"]


@pytest.mark.parametrize(
    "fields",
    [
        {"name": ""},
        {"name": "é" * 17},
        {"name": "a\nb"},
        {"password": "1234567"},
        {"password": "x" * 65},
        {"password": "1234\x005678"},
    ],
)
def test_what_no_wifi_can_have_is_said_in_words(
    host: Phone, here: Site, fields: dict[str, str]
) -> None:
    assert "at most 32 letters" in typed(host, **fields)
    assert here.wifi and here.wifi.read() is None


def test_open_lobbies_and_televisions_show_it_at_once_and_no_more_when_it_is_removed(
    host: Phone, phone: PhoneMaker, app: Flask, here: Site
) -> None:
    ana = phone()
    code = ana.open_table()
    seen = picture(app, Wifi(NAME, PASSWORD))
    pages = {
        "lobby": ana.watch(code, page="lobby"),
        "screen": phone().watch(code, page="screen"),
    }
    for stream in pages.values():
        assert seen not in stream.message()
    typed(host)
    for stream in pages.values():
        assert seen in (told := stream.message()) and "joins" in told
    typed(host, "forget")
    for stream in pages.values():
        told = stream.message()
        assert 'id="invite"' in told and seen not in told and "joins" not in told
        stream.close()
    assert here.wifi and not here.wifi.path.exists()


def test_the_choice_is_changed_without_typing_it_again(
    host: Phone, phone: PhoneMaker, app: Flask
) -> None:
    ana = phone()
    lobby = f"/t/{ana.open_table()}/lobby"
    seen = picture(app, Wifi(NAME, PASSWORD))
    typed(host, "here")
    assert seen in host.get("/server").text and seen not in ana.get(lobby).text
    for show, shown in (("tables", True), ("here", False)):
        host.post("/server/wifi", show=show)
        assert (seen in ana.get(lobby).text) is shown and seen in host.get("/server").text


def everything(code: str, one: Phone) -> Iterator[str]:
    """What a browser gets that isn't the host's."""
    for path in (
        *("/", "/server", "/about", "/evenings", "/metrics", "/offline", "/sw.js"),
        *(f"/t/{code}{end}" for end in ("", "/lobby", "/qr", "/game.json", "/game.txt", "/log")),
    ):
        yield one.get(path).text
    for page in ("table", "lobby"):
        stream = one.watch(code, page=page)
        yield stream.message()
        stream.close()


@pytest.mark.parametrize("show", ["tables", "here"])
@pytest.mark.parametrize("started", [False, True])
def test_no_other_phone_gets_it(
    host: Phone, phone: PhoneMaker, app: Flask, show: str, started: bool
) -> None:
    ana, ben, other = phone(), phone(), phone()
    code = ana.open_table()
    ben.post(f"/t/{code}/sit", seat=2, name="Ben")
    typed(host, show)
    if started:
        assert ana.post(f"/t/{code}/start").status_code == 303
    hidden = (PASSWORD, "Küche", picture(app, Wifi(NAME, PASSWORD)))
    for one in (ben, other, *([ana] if started else [])):
        for text in everything(code, one):
            assert not any(each in text for each in hidden)
    if started or show == "here":
        assert not any(each in other.get(f"/t/{code}/screen").text for each in hidden)


def test_the_password_is_in_no_text_no_log_and_no_copy(
    host: Phone,
    phone: PhoneMaker,
    here: Site,
    config: Config,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    ana = phone()
    code = ana.open_table()
    assert PASSWORD not in typed(host) and PASSWORD not in typed(host, password=PASSWORD + "\x01")
    assert PASSWORD not in ana.get(f"/t/{code}/lobby").text
    assert here.backups
    here.backups.make_copy()
    assert isinstance(config.database, Path)
    (tmp_path / "elsewhere").mkdir()
    files.back_up(config.database, tmp_path / "elsewhere" / "copy.sqlite")
    assert PASSWORD not in host.get("/server").text and PASSWORD not in caplog.text
    holding = [
        each.relative_to(tmp_path).as_posix()
        for each in tmp_path.rglob("*")
        if each.is_file() and PASSWORD.encode() in each.read_bytes()
    ]
    assert holding == ["tables.wifi"]


def test_who_has_no_access_neither_types_nor_removes_it(
    host: Phone, phone: PhoneMaker, here: Site
) -> None:
    typed(host)
    for show in ("tables", "forget"):
        fields = {"name": "Evil", "password": "12345678", "show": show}
        assert phone().post("/server/wifi", **fields).status_code == 403
        other_site = host.client.post("/server/wifi", data=fields, headers={"Origin": "http://x.y"})
        assert other_site.status_code == 403
    assert here.wifi and here.wifi.read() == Wifi(NAME, PASSWORD, True)


def test_nobody_gets_it_from_the_internet(host: Phone, app: Flask, phone: PhoneMaker) -> None:
    ana = phone()
    code = ana.open_table()
    typed(host)
    seen = picture(app, Wifi(NAME, PASSWORD))
    for base, shown in (("http://192.168.1.5:8000", True), ("http://93.184.216.34:8000", False)):
        page = app.test_client().get(f"/t/{code}/screen", base_url=base).text
        assert (seen in page) is shown


def test_a_file_that_is_broken_is_none(host: Phone, here: Site) -> None:
    assert here.wifi
    for broken in (b"", b"{", b'{"name": 7}', b"\xff"):
        here.wifi.path.write_bytes(broken)
        assert here.wifi.read() is None and "Name of the Wi-Fi" in host.get("/server").text


def test_a_disk_that_takes_nothing_is_told(
    host: Phone, here: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> None:
        raise OSError

    monkeypatch.setattr(WifiFile, "keep", full)
    assert "be written to this computer" in typed(host)
