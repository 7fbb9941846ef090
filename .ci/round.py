#!/usr/bin/env python3
"""Whether the companion can be taken up on this machine: it is installed into an environment of
its own, started, and a round of each game is played over http by two to four phones.

    python .ci/round.py [WHAT]     WHAT pip installs: this checkout, or what `make dist` made

Needs Python alone.
"""

from __future__ import annotations

import http.cookiejar
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request
import venv
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GAMES = ROOT / "tests" / "games"
#: A kept game of each, and up to which line it is played.
PLAYED = {
    "crafting/games/two-players-tie-break.txt": "# round 2",
    "empires/games/two-players-hybrid.txt": "2 roll 2 2",
    "cosmogenesis/games/four-players-open.txt": "4 smash 2",
}
#: What nobody else is told before the end.
SECRET = ("hand", "keep")
#: Seconds to wait for a start.
PATIENCE = 120.0


class Phone:
    """Keeps its cookies, sends forms as a page without scripts does, goes where it is led."""

    def __init__(self, house: str) -> None:
        self.house = house
        jar = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        self._opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), jar)
        self._opener.addheaders = [("Origin", house)]

    def get(self, path: str) -> tuple[str, str]:
        """The address it ends at, and the page."""
        with self._opener.open(self.house + path, timeout=PATIENCE) as answer:
            return answer.url, answer.read().decode("utf-8")

    def post(self, path: str, **fields: object) -> str:
        """The address it is led to."""
        form = urllib.parse.urlencode(fields).encode()
        with self._opener.open(self.house + path, form, timeout=PATIENCE) as answer:
            return str(answer.url)


def install(what: str, folder: Path) -> Path:
    """The command, in an environment of its own."""
    venv.create(folder, with_pip=True)
    programs = folder / ("Scripts" if os.name == "nt" else "bin")
    pip = [str(programs / "python"), "-m", "pip", "install", "--quiet"]
    subprocess.run([*pip, "--constraint", str(ROOT / "constraints.txt"), what], check=True)
    return programs / "companion"


@contextmanager
def served(companion: Path, folder: Path) -> Iterator[str]:
    """The address of a companion with tables in this folder."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [str(companion), "serve", "--host", "127.0.0.1", "--port", str(port)]
    running = subprocess.Popen([*command, "--database", str(folder / "tables.sqlite")], cwd=folder)
    try:
        end = time.monotonic() + PATIENCE
        while not answers(port):
            if running.poll() is not None or time.monotonic() > end:
                sys.exit("it did not start")
            time.sleep(0.1)
        yield f"http://127.0.0.1:{port}"
    finally:
        running.terminate()
        running.wait(timeout=PATIENCE)


def answers(port: int) -> bool:
    try:
        return "ok" in Phone(f"http://127.0.0.1:{port}").get("/healthz")[1]
    except OSError:
        return False


def play(house: str, slug: str, lines: list[str]) -> None:
    """Plays these lines of a kept game, each on its seat's phone, and compares what was kept."""
    told = [line.split() for line in lines]
    seats = next(int(words[1]) for words in told if words[0] == "seats")
    moves = [line.split(maxsplit=1) for line in lines if line[0].isdigit()]
    phones = {seat: Phone(house) for seat in range(1, seats + 1)}
    code = phones[1].post("/tables", game=slug, seats=seats, name="P1")[-4:]
    for seat in range(2, seats + 1):
        phones[seat].post(f"/t/{code}/sit", seat=seat, name=f"P{seat}")
    for words in told:
        if words[0] == "option":
            phones[1].post(f"/t/{code}/option", key=words[1], value=words[2])
    phones[1].post(f"/t/{code}/start")
    for seat, action in moves:
        phones[int(seat)].post(f"/t/{code}/act", seat=seat, action=action)
    kept = counted(phones[1].get(f"/t/{code}/transcript")[1].splitlines())
    if missing := counted(lines) - kept:
        sys.exit(f"{slug}: did not count: {dict(missing)}")
    for seat, phone in phones.items():
        if f"P{seat}" not in phone.get(f"/t/{code}")[1]:
            sys.exit(f"{slug}: the page of seat {seat} doesn't name its player")
    print(f"{slug}: {len(moves)} actions of {seats} phones are kept")


def counted(lines: list[str]) -> Counter[tuple[str, str]]:
    """How often each seat did what, of all that is told before the game is over."""
    told = (line.split() for line in lines if line[:1].isdigit())
    return Counter((words[0], words[1]) for words in told if words[1] not in SECRET)


def round_of(path: str, end: str) -> list[str]:
    """The lines of a kept game before this one."""
    text = (GAMES / path).read_text(encoding="utf-8")
    before = re.split(rf"^{re.escape(end)}$", text, maxsplit=1, flags=re.MULTILINE)[0]
    return [line for line in before.splitlines() if line and not line.startswith("#")]


def main() -> None:
    what = str(Path(sys.argv[1]).resolve()) if len(sys.argv) > 1 else str(ROOT)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as made:
        folder = Path(made)
        companion = install(what, folder / "environment")
        subprocess.run([str(companion), "--version"], cwd=folder, check=True)
        with served(companion, folder) as house:
            for path, end in PLAYED.items():
                play(house, path.partition("/")[0], round_of(path, end))


if __name__ == "__main__":
    main()
