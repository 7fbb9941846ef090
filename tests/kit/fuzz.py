"""Fuzz: requests that nobody means well, to every address, and none of them may break the server.

The same seed makes the same requests. They are put together byte by byte, past what any library
would refuse to send, and given to the app as a server would give them.
"""

from __future__ import annotations

import gc
import io
import logging
import os
import random
import re
import threading
import time
import tracemalloc
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import quote_from_bytes

from flask import Flask
from werkzeug.routing import Rule

from companion import yielding
from companion.app import create_app
from companion.config import Config, secret_beside_database
from companion.games import CATALOGUE
from companion.paths import PACKAGE_FOLDER
from companion.play.lobby import open_table
from companion.rule_search import word_list
from companion.server.logs import RateLimitFilter
from tests.kit.awkward import FILES, HEADERS, HOSTS, METHODS, NUMBERS, VALUES, awkward_game
from tests.kit.filled_ledgers import Ledgers, game_at_random, place

#: Routes of which other phones, and other servers, hear at once; and streams that stay open.
HEARD, MOST_OPEN = frozenset({"table.announce_counting", "stream.stream"}), 20

#: A field of a form or of a query, where the routes ask for one by its name.
_ASKED = re.compile(r"(?:form|args|files|number|values)(?:\.get|\.getlist)?[(\[]\s*\"([\w.-]+)\"")
#: What nearly every request brings, or many read.
_OFTEN = ("seat", "seat", "seen", "page", "action", "order", "entry", "intent", "value", "since")
_TYPES = (
    "application/x-www-form-urlencoded",
    "application/x-www-form-urlencoded",
    "application/x-www-form-urlencoded; charset=utf-16",
    "multipart/form-data; boundary=x",
    "multipart/form-data",
    "application/json",
    "text/plain; charset=no-such-thing",
    "",
)


@dataclass
class Found:
    """What came of it: how often each status, and the requests that broke something."""

    statuses: Counter[int] = field(default_factory=Counter)
    broken: list[str] = field(default_factory=list)
    #: What is left when all streams have ended: more threads and open files than before, open
    #: streams, bytes that the second half keeps beyond the first, letters in the log.
    left: Counter[str] = field(default_factory=Counter)
    #: Seconds of processor time: what one request took at most, and how long one kept all others
    #: from their turn; each with that request.
    slowest: tuple[float, str] = (0.0, "")
    longest_turn: tuple[float, str] = (0.0, "")

    def add(self, other: Found) -> None:
        """Adds what came of more requests."""
        self.statuses += other.statuses
        self.broken += other.broken
        self.left |= other.left
        self.slowest = max(self.slowest, other.slowest)
        self.longest_turn = max(self.longest_turn, other.longest_turn)


@dataclass(frozen=True)
class Known:
    """What there is to aim at: codes of tables, and the cookies of phones with seats there."""

    codes: tuple[str, ...]
    cookies: tuple[str, ...]


class Turn:
    """How long a request keeps all others from their turn, in processor time: from its beginning,
    or from where it let others go on, to the next such place or to its end.
    """

    longest = 0.0

    def begin(self) -> None:
        self.longest, self._began = 0.0, time.thread_time()

    def end(self, seconds: float = 0.0) -> None:
        now = time.thread_time()
        self.longest, self._began = max(self.longest, now - self._began), now


class Fuzz:
    """`app` as it is served, not as it is tested: what breaks must be answered with a 500."""

    def __init__(self, app: Flask, known: Known, seed: int, turn: Turn) -> None:
        self._app = app
        self._turn = turn
        self._known = known
        self._rng = random.Random(seed)
        self._rules = sorted(app.url_map.iter_rules(), key=str)
        self._fields = field_names(PACKAGE_FOLDER / "web")
        self._heard = [rule for rule in self._rules if rule.endpoint in HEARD]
        self._open: list[Any] = []

    def run(self, count: int) -> Found:
        """So many requests, every address in turn."""
        found = Found()
        for number in range(count):
            rule = self._rules[number % len(self._rules)]
            # Two that others hear of get as much as all the rest together gets of one.
            if self._rng.random() < 0.1:
                rule = self._rng.choice(self._heard)
            environ = self._request(rule)
            told = f"{environ['REQUEST_METHOD']} {environ['PATH_INFO']}?{environ['QUERY_STRING']}"
            told += f" {environ['CONTENT_TYPE']} {environ['wsgi.input'].getvalue()[:300]!r}"
            began = time.thread_time()
            self._turn.begin()
            try:
                status = self._send(environ)
            except Exception as error:  # whatever it is: it is what is looked for
                status, told = 500, f"{type(error).__name__} {told}"
            self._turn.end()
            found.slowest = max(found.slowest, (time.thread_time() - began, told[:1200]))
            found.longest_turn = max(found.longest_turn, (self._turn.longest, told[:1200]))
            found.statuses[status] += 1
            if status >= 500:
                found.broken.append(f"{status} {told[:1200]}")
        return found

    def _send(self, environ: dict[str, Any]) -> int:
        """The status. Of an answer without end only the beginning is read."""
        told: list[str] = []

        def start(status: str, headers: object, trouble: object = None) -> Any:
            told.append(status)
            return lambda sent: None

        answer = self._app(environ, start)
        is_stream = environ["PATH_INFO"].endswith("/stream")
        for _ in zip(range(3), answer, strict=False):
            if is_stream:
                break
        if is_stream and hasattr(answer, "close") and self._rng.random() < 0.5:
            # It stays open for a while, as a phone's does.
            self._open.append(answer)
            if len(self._open) > MOST_OPEN:
                self._open.pop(0).close()
        elif hasattr(answer, "close"):
            answer.close()
        return int(told[0].partition(" ")[0])

    def end(self) -> None:
        """The phones leave together."""
        for answer in self._open:
            answer.close()
        self._open.clear()

    def _request(self, rule: Rule) -> dict[str, Any]:
        rng = self._rng
        methods = sorted((rule.methods or set()) - {"HEAD", "OPTIONS"})
        method = rng.choice(METHODS) if rng.random() < 0.05 else rng.choice(methods)
        kind, body = self._body(rule) if method not in ("GET", "HEAD") else ("", b"")
        environ: dict[str, Any] = {
            "REQUEST_METHOD": method,
            "SCRIPT_NAME": "",
            "PATH_INFO": self._path(rule),
            "QUERY_STRING": self._pairs() if rng.random() < 0.6 else "",
            "CONTENT_TYPE": kind,
            "CONTENT_LENGTH": str(len(body))
            if rng.random() < 0.97
            else rng.choice(("", "x", "-1")),
            "SERVER_NAME": "localhost",
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "HTTP_HOST": "localhost",
            "HTTP_ORIGIN": "http://localhost",
            "REMOTE_ADDR": f"192.0.2.{rng.randrange(250)}",
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": "http",
            "wsgi.input": io.BytesIO(body),
            "wsgi.errors": io.StringIO(),
            "wsgi.multithread": True,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
        }
        return environ | self._headers()

    def _headers(self) -> dict[str, str]:
        rng, headers = self._rng, {}
        if rng.random() < 0.8:
            headers["HTTP_COOKIE"] = rng.choice(self._known.cookies)
        if rng.random() < 0.5:
            headers["HTTP_HX_REQUEST"] = "true"
        odd = 0.3 if rng.random() < 0.05 else 0.025
        for name in HEADERS:
            if rng.random() < odd:
                headers[name] = self._value().decode("latin-1")
        if rng.random() < 0.05:
            headers["HTTP_HOST"] = rng.choice(HOSTS)
        return headers

    def _path(self, rule: Rule) -> str:
        rng = self._rng
        parts = []
        for is_dynamic, part in rule._trace:
            if not is_dynamic:
                parts.append(part.encode())
            elif part == "code" and rng.random() < 0.9:
                parts.append(rng.choice(self._known.codes).encode())
            else:
                parts.append(self._number() if rng.random() < 0.6 else self._value())
        return b"".join(parts).partition(b"|")[2].decode("latin-1") or "/"

    def _value(self) -> bytes:
        value = self._rng.choice(NUMBERS if self._rng.random() < 0.4 else VALUES)
        return value if isinstance(value, bytes) else value.encode("utf-8", "surrogatepass")

    def _number(self) -> bytes:
        return str(self._rng.choice((0, 1, 2, 3, 4, 5, 7, 9, 12, 20, 99))).encode()

    def _pairs(self) -> str:
        rng, names = self._rng, self._fields
        pairs = []
        for _ in range(rng.randrange(1, 7)):
            name = rng.choice(_OFTEN if rng.random() < 0.5 else names).encode()
            name = name if rng.random() < 0.98 else self._value()
            value = self._number() if rng.random() < 0.3 else self._value()
            sent = quote_from_bytes(value) if rng.random() < 0.9 else value.decode("latin-1")
            pairs.append(f"{quote_from_bytes(name)}={sent}")
        return "&".join(pairs)

    def _body(self, rule: Rule) -> tuple[str, bytes]:
        rng = self._rng
        kind = rng.choice(_TYPES)
        if "import" in str(rule) and rng.random() < 0.7:
            game = awkward_game(rng)
            return "multipart/form-data; boundary=x", _part("file", game, "game.json")
        if kind.startswith("multipart"):
            name = rng.choice(self._fields)
            return kind, _part(name, self._value(), rng.choice(FILES))
        return kind, self._pairs().encode("latin-1", "replace")


def _part(name: str, value: bytes, file: str) -> bytes:
    named = f'; filename="{file}"' if file else ""
    head = f'--x\r\nContent-Disposition: form-data; name="{name}"{named}\r\n\r\n'
    return head.encode() + value + b"\r\n--x--\r\n"


def field_names(folder: Path) -> list[str]:
    """The names of all fields that the routes ask for."""
    return sorted(set(_names(folder)) | {"action", "action.1", "lead.1", "action.1.1", "intent"})


def _names(folder: Path) -> Iterator[str]:
    for file in folder.rglob("*.py"):
        yield from _ASKED.findall(file.read_text(encoding="utf-8"))


def tables_to_aim_at(database: Path) -> Known:
    """A table before the start, some in the middle of a game, and one after its end."""
    ledgers = Ledgers(database)
    told = [ledgers.table(slug, *place(slug, 3, 10)) for slug in CATALOGUE]
    told += [ledgers.table(slug, game_at_random(slug, 2), []) for slug in ("empires",)]
    told.append(ledgers.table("crafting", [], []))
    lobby = open_table(ledgers.store, "crafting", 3, ledgers.phone().hashed)
    ledgers.close()
    cookies = tuple(phone["cookie"] for table in told for phone in table["phones"])
    return Known((*(table["code"] for table in told), lobby.code), cookies)


def fuzzed(database: Path, count: int, seed: int, *, traced: bool = True) -> Found:
    """So many requests to an app of its own, on this new database. `traced`: the memory that is
    kept is counted byte by byte, which takes time; else by pages of the process.
    """
    known = tables_to_aim_at(database)
    config = Config(database, secret_beside_database(database), heartbeat=0.05, busy=0.05, pace=0)
    threads, files, log, turn = threading.active_count(), open_files(), _Log(), Turn()
    app = create_app(config)
    here = app.extensions["companion"]
    logging.getLogger().addHandler(log)
    # Where a request lets others go on, as under gevent.
    clock, yielding.time = yielding.time, SimpleNamespace(sleep=turn.end)  # type: ignore[assignment]
    try:
        fuzz = Fuzz(app, known, seed, turn)
        found = fuzz.run(count // 2)
        gc.collect()
        before = 0 if traced else resident_bytes()
        if traced:
            tracemalloc.start()
        more = fuzz.run(count - count // 2)
        fuzz.end()
        found.left["streams"] = here.stream_hub.stream_count
        gc.collect()
        kept = tracemalloc.get_traced_memory()[0] if traced else resident_bytes()
        found.left["bytes"] = kept - before
    finally:
        yielding.time = clock
        tracemalloc.stop()
        logging.getLogger().removeHandler(log)
        here.close()
    if traced:
        more.slowest = more.longest_turn = (0.0, "")
    found.add(more)
    found.left["letters"] = log.letters
    found.left["threads"] = threading.active_count() - threads
    found.left["files"] = open_files() - files
    return found


def resident_bytes() -> int:
    """The memory of this process."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def open_files() -> int:
    """How many this process has open, less the word lists: a language's stays open from the first
    search in it, which may be this fuzz's or another test's.
    """
    opened = [os.path.realpath(each) for each in Path("/proc/self/fd").iterdir()]
    return sum(Path(each).parent != word_list.FOLDER for each in opened)


class _Log(logging.Handler):
    """Counts the letters that would be written, tracebacks and all."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.addFilter(RateLimitFilter())
        self.letters = 0

    def emit(self, record: logging.LogRecord) -> None:
        self.letters += len(self.format(record)) + 1
