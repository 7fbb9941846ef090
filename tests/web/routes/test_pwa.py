"""The companion on a home screen, and pages that know how old they are."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from pathlib import Path

from flask import Flask

from companion.app import create_app
from companion.config import Config
from companion.games import CATALOGUE
from companion.ledger.where import DatabaseLocation
from companion.paths import PACKAGE_FOLDER, ROOT_FOLDER
from companion.web.files import BUNDLED_FILES_BY_SUFFIX, minified_text
from companion.web.reply.compression import code_fingerprint
from companion.web.site import Site
from tests.kit.toy_game import HEAP


def test_the_manifest_names_what_is_there(app: Flask) -> None:
    client = app.test_client()
    answer = client.get("/manifest.webmanifest")
    assert answer.mimetype == "application/manifest+json"
    told = json.loads(answer.text)
    assert told["display"] == "standalone" and told["start_url"] == "/" and told["lang"] == "en"
    german = client.get("/manifest.webmanifest", headers={"Accept-Language": "de"})
    assert json.loads(german.text)["lang"] == "de"
    assert {icon["purpose"] for icon in told["icons"]} == {"any", "maskable"}
    for icon in told["icons"]:
        with client.get(icon["src"]) as answer:
            picture = answer.data
        size = int.from_bytes(picture[16:20], "big"), int.from_bytes(picture[20:24], "big")
        assert picture.startswith(b"\x89PNG") and icon["sizes"] == f"{size[0]}x{size[1]}"


def test_the_worker_keeps_shell_and_rules_and_no_table(app: Flask) -> None:
    client = app.test_client()
    answer = client.get("/sw.js")
    assert answer.mimetype == "text/javascript" and answer.headers["Cache-Control"] == "no-store"
    told = json.loads(answer.text.partition("\n")[0].removeprefix("const TOLD = ").rstrip(";"))
    for path in (*told["shell"], *told["rules"], *told["more"], *told["drawn"]):
        with client.get(path) as file:
            assert file.status_code == 200, path
        assert not path.startswith(("/t/", "/j/"))
    assert told["rules"] == ["/rules/heap"]


def test_the_worker_keeps_signs_examples_and_cards_and_how_they_are_drawn(
    database_named: Callable[[str], DatabaseLocation],
) -> None:
    made = create_app(Config(database_named("tables"), "not so secret"))
    told = json.loads(
        made.test_client()
        .get("/sw.js")
        .text.partition("\n")[0]
        .removeprefix("const TOLD = ")
        .rstrip(";")
    )
    beside = ("signs", "examples", "cards")
    assert told["more"] == [
        f"/rules/{slug}/{page}" for slug in sorted(CATALOGUE) for page in beside
    ]
    for path in told["more"]:
        page = made.test_client().get(path).text
        files = re.findall(r'(?:href|src)="(/static/[^"#]+\.(?:css|svg)\?v=\w+)[#"]', page)
        shown = {file for file in files if "/icon.svg" not in file}
        assert shown <= {*told["shell"], *told["drawn"]}, path
    made.extensions["companion"].close()


def test_everything_a_page_is_made_of_is_in_the_shell(app: Flask) -> None:
    client = app.test_client()
    told = client.get("/sw.js").text.partition("\n")[0]
    files = re.findall(r'(?:src|href)="(/static/[^"]+\.(?:js|css)\?v=\w+)"', client.get("/").text)
    assert len(files) == 5 and [file for file in files if file not in told] == []


def test_every_sheet_and_script_reaches_a_page(app: Flask) -> None:
    static = ROOT_FOLDER / "static"
    bundled = {
        f"{kind}/{part}.{kind}" for kind, parts in BUNDLED_FILES_BY_SUFFIX.items() for part in parts
    }
    # Loaded where they are used, and only there.
    parts = {"lessons", "moments", "clock"}
    alone = {
        f"{kind}/{part}.{kind}" for kind in BUNDLED_FILES_BY_SUFFIX for part in (*parts, "screen")
    }
    alone |= {
        f"css/{part}.css" for part in ("evenings", "forced", "laid", "landscape", "print", "say")
    }
    alone |= {"js/checks.js", "js/ending.js", "js/fly.js", "js/zone.js"}
    alone |= {"js/look.js", "js/plan.js", "js/signs.js", "js/sw.js", "js/upon.js"}
    alone |= {"js/vendor/popover.min.js"}
    files = [file for kind in BUNDLED_FILES_BY_SUFFIX for file in static.rglob(f"*.{kind}")]
    of_games = {game.art.styles for game in CATALOGUE.values()} - {""}
    assert {str(file.relative_to(static)) for file in files} == bundled | alone | of_games
    for kind, parts in BUNDLED_FILES_BY_SUFFIX.items():
        text = app.test_client().get(f"/static/companion.{kind}").text
        assert all(f"/* {part}.{kind} */\n" in text for part in parts)


def test_a_sheet_goes_out_without_comments_and_indents_alone(tmp_path: Path) -> None:
    sheet = "/* a\n   b */\n@media print {\n\n  .a :is(b) {\n    top: 0; /* c */\n  }\n}\n"
    (tmp_path / "a.css").write_text(sheet)
    plain = "@media print {\n.a :is(b) {\ntop: 0; \n}\n}\n"
    assert minified_text(tmp_path / "a.css") == plain


def test_a_first_page_is_small(app: Flask) -> None:
    """A phone on a full network has it within a second: page, style, scripts and icons, zipped."""
    client = app.test_client()
    parts = ("/", "/static/companion.css", "/static/companion.js", "/static/icons.svg")
    sent = 0
    for part in parts:
        with client.get(part, headers={"Accept-Encoding": "gzip"}) as answer:
            sent += len(answer.data)
    assert sent < 55_000


def test_files_are_kept_under_their_version_only(app: Flask, here: Site) -> None:
    client = app.test_client()
    ways = {f"?v={here.version}": True, "": False, "?v=older": False}
    for name, (way, for_good) in product(("css/app.css", "companion.css"), ways.items()):
        with client.get(f"/static/{name}{way}") as answer:
            assert ("immutable" in answer.headers.get("Cache-Control", "")) == for_good


def test_pages_and_streams_carry_the_version(app: Flask, here: Site) -> None:
    assert f'data-version="{here.version}"' in app.test_client().get("/").text


def test_another_file_makes_another_version(tmp_path: Path) -> None:
    (tmp_path / "static").mkdir()
    file = tmp_path / "static" / "app.css"
    file.write_text("a{}")
    before = code_fingerprint((tmp_path,), (tmp_path,))
    assert code_fingerprint((tmp_path,), (tmp_path,), "second") != before
    file.write_text("b{}")
    code_fingerprint.cache_clear()
    assert code_fingerprint((tmp_path,), (tmp_path,)) != before
    assert code_fingerprint((ROOT_FOLDER,), (PACKAGE_FOLDER,)) == code_fingerprint(
        (ROOT_FOLDER,), (PACKAGE_FOLDER,)
    )


def test_a_named_release_is_another_version(config: Config, here: Site) -> None:
    newer = create_app(replace(config, release="2"), games={"heap": HEAP})
    assert newer.extensions["companion"].version != here.version
    newer.extensions["companion"].close()


def test_the_policy_lets_nothing_in_but_our_own(app: Flask) -> None:
    policy = app.test_client().get("/").headers["Content-Security-Policy"]
    assert "manifest-src 'self'" in policy and "worker-src 'self'" in policy
    assert "unsafe" not in policy and "default-src 'none'" in policy


def test_the_notice_without_a_connection_has_a_way_on(app: Flask) -> None:
    page = app.test_client().get("/offline").text
    assert "reach the app" in page and 'href="/rules/heap"' in page and 'href="/"' in page
