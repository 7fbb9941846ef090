"""Awkward: values, headers and files that programs trip over."""

from __future__ import annotations

import json
import random
from typing import Any

NUMBERS: tuple[str | bytes, ...] = (
    *("", " ", "0", "1", "2", "-1", "+1", "1e309", "NaN", "inf", "0x10", "1_000", "007", "1.0"),
    *(
        "9" * 10,
        "9" * 19,
        "9" * 20,
        "9" * 4299,
        "9" * 4300,
        "9" * 4301,
        "9" * 9000,
        "-" + "9" * 5000,
    ),
    *("٣", "²", "½", "Ⅷ", "𝟜", "１２", "٣" * 5000),
)
VALUES: tuple[str | bytes, ...] = (
    *NUMBERS,
    *(
        "\x00",
        "a\x00b",
        "\r\n",
        "a\r\nSet-Cookie: x=1",
        "\t",
        "\x1b[0m",
        "\x7f",
        "\ufeff",
        "\u2028",
    ),
    *("\ud800", "\udfff x", "\ue000", "\u202eabc", "\u200b", "\u3164", "é" * 30, "👩‍👩‍👧‍👦" * 9),
    *(
        "'",
        '"',
        "<script>",
        "&amp;",
        "{{7*7}}",
        "%s%n",
        "%",
        "%%41",
        "..",
        "../../etc/passwd",
        "//x",
    ),
    *("a b c d", "take 1", "begin", "shift 1", "collect", "goal helium", "mend points 5", "roll"),
    *(
        "mend points " + "9" * 4400,
        "deal " + "dark " * 900,
        "deal 4 dark 2 3 1 dark dark",
        "5 " * 900,
    ),
    *("took-back 1", "settled x y", "1 2 3", "2 1", "1 1", "en", "es", "xx", "all", "none", "on"),
    *("null", "[]", "{}", '{"a":', "[" * 3000, "x" * 20_000),
    *(b"\xff", b"\xfe\xff\x00a", b"\xc3", b"\xc3\x28", b"\xed\xa0\x80", b"\xf0\x9f", b"a%00b"),
)
METHODS = ("HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "POST", "GET", "TRACE", "BREW", "get")
HEADERS = (
    *("HTTP_ACCEPT_LANGUAGE", "HTTP_REFERER", "HTTP_LAST_EVENT_ID", "HTTP_COOKIE", "HTTP_ACCEPT"),
    *("HTTP_ORIGIN", "HTTP_HOST", "HTTP_SEC_FETCH_SITE", "HTTP_X_FORWARDED_FOR", "HTTP_RANGE"),
    *("HTTP_X_FORWARDED_PROTO", "HTTP_X_FORWARDED_HOST", "HTTP_FORWARDED", "HTTP_ACCEPT_ENCODING"),
    *("HTTP_HX_CURRENT_URL", "HTTP_HX_TARGET", "HTTP_IF_NONE_MATCH", "HTTP_IF_MODIFIED_SINCE"),
    *("HTTP_AUTHORIZATION", "HTTP_USER_AGENT", "HTTP_TRANSFER_ENCODING", "HTTP_IF_RANGE"),
    *("HTTP_X_REQUEST_ID", "HTTP_EXPECT", "HTTP_UPGRADE", "HTTP_CONNECTION", "HTTP_HX_PROMPT"),
)
#: Names that a Host header may claim.
HOSTS = (
    *("a..localhost", f"{'a' * 64}.localhost", "a." * 130 + "b", "localhost:99999", "[::1", "[]"),
    *(
        "xn--a.localhost",
        "xn--" + "9" * 50 + ".localhost",
        "é.localhost",
        "localhost.",
        "::1",
        "%00",
    ),
    *(
        "a" * 9000,
        "user@localhost",
        "localhost#",
        "127.0.0.1:0",
        "256.1.1.1",
        "0x7f.1",
        "_.localhost",
    ),
)
FILES = ("", "", "game.json", "../x", "\x00", "x" * 300)

_NUMBERS = ("0", "1", "2", "-1", "1e309", "-1e309", "NaN", "Infinity", "1.5", "true", "null")
_LONG = ("9" * 4301, "1" + "0" * 400, '"1"', "[]", "{}", "253402300799", "253402300800")
_KINDS = (
    "played",
    "settled",
    "took-back",
    "inserted",
    "changed",
    "overruled",
    "proposed",
    "agreed",
)
_OTHERS = ("withdrawn", "consent", "recount", "right", "named", "foretold", "", "unveiled")


def awkward_game(rng: random.Random) -> bytes:
    """A file that is nearly a saved game, or a transcript."""
    if rng.random() < 0.2:
        return _transcript(rng)
    text = json.dumps(_whole(rng), ensure_ascii=rng.random() < 0.5)
    for _ in range(rng.randrange(6)):
        text = text.replace('"@"', rng.choice(_NUMBERS + _LONG), 1)
    text = text.replace('"@"', "1")
    if rng.random() < 0.1:
        text = text[: rng.randrange(len(text))]
    coding = rng.choice(("utf-8", "utf-8", "utf-8", "utf-8", "utf-16", "utf-8-sig", "latin-1"))
    return text.encode(coding, "replace" if coding == "latin-1" else "surrogatepass")


def _whole(rng: random.Random) -> dict[str, Any]:
    slug, seats = rng.choice((("crafting", 2), ("crafting", 4), ("empires", 2), ("none", 2)))
    whole: dict[str, Any] = {
        "format": "cosmos-companion-game",
        "version": 1 if rng.random() < 0.95 else "@",
        "game": slug,
        "seats": [{"name": _word(rng), "colour": ""} for _ in range(seats)],
        "options": {} if rng.random() < 0.8 else {_word(rng): _word(rng)},
        "over": False,
        "rulings": {},
        "events": [_event(rng) for _ in range(rng.randrange(8))],
    }
    if rng.random() < 0.1:
        whole[rng.choice(sorted(whole))] = "@"
    return whole


def _event(rng: random.Random) -> dict[str, Any]:
    kind = rng.choice(_KINDS + _OTHERS)
    text = " ".join(_word(rng) for _ in range(rng.randrange(4)))
    if rng.random() < 0.4:
        kind, text = "played", "deal 4 dark 2 3 1 dark dark"
    at: Any = "@" if rng.random() < 0.3 else 1000
    return {"at": at, "seat": 1 if rng.random() < 0.8 else "@", "kind": kind, "text": text}


def _word(rng: random.Random) -> str:
    value = rng.choice(VALUES)
    return value if isinstance(value, str) else value.decode("latin-1")


def _transcript(rng: random.Random) -> bytes:
    lines = ["game crafting", "seats 2", "1 deal 4 dark 2 3 1 dark dark", "2 begin"]
    lines += [f"{rng.randrange(4)} {_word(rng)}" for _ in range(rng.randrange(5))]
    lines[rng.randrange(len(lines))] = _word(rng)
    return "\n".join(lines).encode("utf-8", "surrogatepass")
