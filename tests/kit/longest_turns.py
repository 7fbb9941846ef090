"""The longest that one request keeps all others waiting, in an app that is served by greenlets.

Run as a program: `python -m tests.kit.longest_turns looks|full|sends|posts DATABASE`, with the
tables of `tests/web/test_longest_turns.py` in it (their codes and cookies as JSON on the standard
input). It asks for every address and prints as JSON, by route, the seconds of processor time of
its longest turn: from where its greenlet goes on to where another could. Processor time, for other
programs may be busy, too.

`looks` asks for every page in every language, in a process that has not drawn one; `sends` hands in
what the doors for files take at most: rude files, and a long game; `posts` sends every form, as
long as it may be, to a long table; `full` asks for every page at a long table with many open
questions, of a phone with a full shelf.
"""

from gevent import monkey

monkey.patch_all()

import itertools  # noqa: E402
import json  # noqa: E402
import sys  # noqa: E402
import time  # noqa: E402
from collections import Counter  # noqa: E402
from collections.abc import Callable, Iterator  # noqa: E402
from contextlib import closing  # noqa: E402
from dataclasses import replace  # noqa: E402
from functools import partial  # noqa: E402
from io import BytesIO  # noqa: E402
from pathlib import Path  # noqa: E402
from typing import Any, ClassVar  # noqa: E402
from urllib.parse import quote_plus  # noqa: E402

import gevent  # noqa: E402
import greenlet  # noqa: E402
from flask import Flask  # noqa: E402
from flask.testing import FlaskClient  # noqa: E402
from werkzeug.datastructures import ImmutableMultiDict  # noqa: E402
from werkzeug.routing import Rule  # noqa: E402

from companion.app import create_app  # noqa: E402
from companion.config import Config, ensure_secret  # noqa: E402
from companion.server.memory import tune_garbage_collection  # noqa: E402
from companion.transcript import write_transcript  # noqa: E402
from companion.web.language.languages import LANGUAGES  # noqa: E402
from tests.kit.rude_files import ROOM, rude_files, shapes  # noqa: E402

ORIGIN = {"Origin": "http://localhost"}
#: What stands for a part of an address that is no table's code.
PARTS = {
    "slug": ("crafting", "empires", "cosmogenesis"),
    "kind": ("games.csv", "players.csv", "evenings.json", "bgstats.json", "css", "js"),
    "tab": ("own", "shared", "table"),
    "filename": ("js/taps.js",),
    "seat": ("1",),
    "seq": ("20",),
    "panel": ("energy", "turn", "corrections"),
}
#: With a slip and a word that no rule has.
QUESTION = "?q=may+I+move+five+cards+to+teh+galaxie"


class Turns:
    """Measures how long greenlets run without giving the turn to others."""

    def __init__(self) -> None:
        self._began = 0.0
        self._measured: greenlet.greenlet | None = None
        self._longest = 0.0
        greenlet.settrace(self._switched)

    def _switched(self, event: str, between: tuple[greenlet.greenlet, greenlet.greenlet]) -> None:
        now = time.thread_time()
        if between[0] is self._measured:
            self._longest = max(self._longest, now - self._began)
        self._began = time.thread_time()

    def longest(self, work: Callable[[], object]) -> float:
        """The seconds of the longest turn that this work took."""
        self._longest = 0.0
        self._measured = gevent.spawn(work)
        self._measured.get()
        return self._longest


def addresses(rule: Rule, codes: list[str]) -> Iterator[str]:
    """Addresses of this rule, one for every table, and for every game in turn."""
    for number, code in enumerate(codes):
        told = {name: PARTS.get(name, ("x",)) for name in rule.arguments} | {"code": (code,)}
        path = "".join(
            told[part][number % len(told[part])] if is_dynamic else part
            for is_dynamic, part in rule._trace
        )
        yield path.partition("|")[2]


def looks(app: Flask, tables: list[dict[str, str]]) -> Iterator[tuple[str, Callable[[], object]]]:
    """Every page in every language, and with a search as scripts ask for it."""
    codes = [each["code"] for each in tables]
    rules = [each for each in app.url_map.iter_rules() if "GET" in (each.methods or ())]
    for language in LANGUAGES:
        for rule in sorted(rules, key=str):
            for table, path in zip(tables, addresses(rule, codes), strict=True):
                for asked, scripts in ((path, {}), (path + QUESTION, {"HX-Request": "true"})):
                    headers = {"Accept-Language": language, **scripts}
                    phone = partial(phone_with, app, table["cookie"])
                    yield f"{language} {rule}", partial(look, phone, asked, headers)


def full(app: Flask, tables: list[dict[str, str]]) -> Iterator[tuple[str, Callable[[], object]]]:
    """Every page at a long table of a phone with a full shelf, as it is first asked for, and again
    after an action: by the seat with most to see, and by somebody who only watches.
    """
    code, phone = tables[0]["code"], phone_with(app, tables[0]["cookie"])
    watching = app.test_client()
    brought = {"file": (BytesIO(full_shelf().encode()), "games.csv"), "others": "1"}
    yield "POST /evenings/bring: a full shelf", partial(send, phone, "/evenings/bring", brought)
    rules = [each for each in app.url_map.iter_rules() if "GET" in (each.methods or ())]
    for again in ("", " again"):
        for rule in sorted(rules, key=str):
            for path in dict.fromkeys(addresses(rule, [code] * 6)):
                for asked, scripts in ((path, {}), (path + QUESTION, {"HX-Request": "true"})):
                    yield f"{rule}{again}", partial(look, lambda: phone, asked, scripts)
                    if "code" in rule.arguments:
                        yield (
                            f"{rule}{again}, watching",
                            partial(look, lambda: watching, asked, scripts),
                        )
        for table in tables[1:]:
            for part in ("", "/result.png", "/result.json", "/result.csv", "/history", "/screen"):
                at = f"/t/{table['code']}{part}"
                over = partial(phone_with, app, table["cookie"])
                yield f"a game that is over{part}{again}", partial(look, over, at, {})
        data = {"action": "mend points 9", "seat": "1", "intent": f"full{again}"}
        yield f"POST act{again}", partial(send, phone, f"/t/{code}/act", data)


def full_shelf(games: int = 1_000) -> str:
    """So many plays as a spreadsheet."""
    rows = ["date,game,player,points"]
    for number in range(games):
        day = f"20{10 + number % 15}-{number % 12 + 1:02}-{number % 28 + 1:02}"
        title = "Crafting the Cosmos" if number % 2 else f"Game {number % 40}"
        rows += [f"{day},{title},{name},{number % 90 + seat}" for seat, name in enumerate(NAMES)]
    return "\n".join(rows) + "\n"


NAMES = ("Ana", "Ben", "Cleo", "Dora")


def sends(app: Flask, tables: list[dict[str, str]]) -> Iterator[tuple[str, Callable[[], object]]]:
    """Every file at every door, as long as it may be; then the pages that count the games."""
    codes = [each["code"] for each in tables]
    phone = phone_with(app, tables[0]["cookie"])
    played = write_transcript(app.extensions["companion"].store.latest(codes[0]))
    played += "1 mend points 5\n2 mend points 7\n" * 500
    doors = (("/evenings/bring", ROOM), ("/tables/import", 500_000), ("/box", FORM_ROOM))
    for name, text in (*rude_files(), ("a long game", played)):
        for path, most in doors:
            data = {"file": (BytesIO(text.encode()[:most]), "file.json")}
            yield f"POST {path}: {name}", partial(send, phone, path, data)
    for path, most in doors[1:]:
        for name, text in shapes(most - 500):
            data = {"file": (BytesIO(text.encode()), "file.json")}
            yield f"POST {path}: {name}, whole", partial(send, phone, path, data)
    yield "/evenings/bring afterwards", partial(look, lambda: phone, "/evenings/bring", {})
    yield "/evenings afterwards", partial(look, lambda: phone, "/evenings", {})


#: Bytes of a form, less what its other fields need.
FORM_ROOM = 15_000
#: What any form may ask for, at a table in the middle of a game; "entry" is its first action.
FILLED = {
    "seat": "1",
    "action": "mend points 7",
    "line": "1 dark",
    "text": "1 dark",
    "name": "Ana",
    "consent": "1",
    "key": "game.tie",
    "asks": "May I?",
    "says": "No.",
    "order": "2 1 3 4",
    "clock": "",
    "language": "de",
    "game": "crafting",
    "seats": "4",
    "sure": "1",
    "do": "hide",
    "on": "1",
}
#: What fills a field: words, numbers, nesting, strings, a list, keys, marks.
FILLINGS = ("a ", "9", "({[<", "e\u0301\u202e", "1 dark 2 ", '"a.b-c":1&f=', "'\"\\;\n")
#: These end what the others need, so they come last.
ENDING = (
    "reopen",
    "switch",
    "take-over",
    "resize",
    "start",
    "again",
    "free",
    "leave",
    "end-phone",
    "sign-off",
    "delete",
)


class AskedFields(ImmutableMultiDict[str, str]):
    """Remembers the names of the fields that a route asks for."""

    names: ClassVar[dict[str, None]] = {}

    def get(self, key: str, *more: Any, **other: Any) -> Any:
        self.names[key] = None
        return super().get(key, *more, **other)

    def getlist(self, key: str, *more: Any, **other: Any) -> Any:
        self.names[key] = None
        return super().getlist(key, *more, **other)


def posts(app: Flask, tables: list[dict[str, str]]) -> Iterator[tuple[str, Callable[[], object]]]:
    """Every form as people send it, from the table's first action on; the same with each of the
    fields that its route asks for as long as the form may be; the other phone's yes to all that
    waits; and pages that tell of the first action.
    """
    code, phone = tables[0]["code"], phone_with(app, tables[0]["cookie"])
    other, store = phone_with(app, tables[0]["other"]), app.extensions["companion"].store
    first = dict.fromkeys(("entry", "after", "since"), str(store.latest(code).entries[0].seq))
    app.request_class.parameter_storage_class = AskedFields
    rules = [each for each in app.url_map.iter_rules() if "POST" in (each.methods or ())]
    for ends in (False, True):
        for rule in sorted(rules, key=str):
            if str(rule).endswith(ENDING) is not ends:
                continue
            path, number = next(addresses(rule, [code])), 0
            AskedFields.names.clear()
            yield f"POST {rule}", partial(send, phone, path, {**FILLED, **first, "intent": path})
            fields = itertools.product(AskedFields.names, FILLINGS)
            for number, (name, filling) in enumerate(tuple(fields)):
                data = {**FILLED, **first, "intent": f"{path} {number}"}
                data[name] = filling * (FORM_ROOM // len(quote_plus(filling)))
                yield f"POST {rule} {name}", partial(send, phone, path, data)
        for wish in () if ends else store.latest(code).open_proposals:
            data = {"proposal": str(wish.seq), "seat": "2", "sure": "1", "intent": f"{wish.seq}"}
            kind = type(wish.wanted).__name__
            yield f"POST agree {kind}", partial(send, other, f"/t/{code}/agree", data)
            yield f"GET after {kind}", partial(look, lambda: phone, f"/t/{code}", {})
    for page in (f"line/{first['entry']}", "history", "game.json", "transcript"):
        yield f"GET {page}", partial(look, lambda: other, f"/t/{code}/{page}", {})


def send(phone: FlaskClient, path: str, data: dict[str, object]) -> None:
    with closing(phone.post(path, data=data, headers=ORIGIN)) as answer:
        assert answer.status_code < 500, (path, str(data)[:200])


def phone_with(app: Flask, cookie: str) -> FlaskClient:
    client = app.test_client()
    name, _, value = cookie.partition("=")
    client.set_cookie(name, value)
    return client


def look(phone: Callable[[], FlaskClient], path: str, headers: dict[str, str]) -> None:
    with closing(phone().get(path, headers=headers)) as answer:
        # Of what has no end, the beginning.
        for _ in zip(range(1 if "/stream" in path else 1000), answer.iter_encoded(), strict=False):
            pass


def main(what: str, database: str) -> None:
    place = Path(database)
    config = Config(place, ensure_secret(place), heartbeat=0.05, pace=0, looks=0, taps=0)
    app = create_app(replace(config, openings=0))
    tune_garbage_collection()
    turns, found = Turns(), Counter[str]()
    for name, work in {"looks": looks, "full": full, "sends": sends, "posts": posts}[what](
        app, json.load(sys.stdin)
    ):
        found[name] = max(found[name], turns.longest(work))
    print(json.dumps(found))


if __name__ == "__main__":
    main(*sys.argv[1:])
