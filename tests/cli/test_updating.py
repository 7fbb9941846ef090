"""A newer companion started over an older one's house: a copy is made first, and phones go on.

The older program is taken out of the project's own history, and runs with today's libraries.
"""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from urllib.parse import urlencode

import pytest
from sqlite_utils import Database

from companion import transcript
from companion.ledger import daily
from companion.ledger.sqlite import SqliteLedger
from companion.tables import Table, table_from_events
from tests.kit.places import GAMES, ROOT
from tests.kit.served import GENEROUS, Served

pytestmark = pytest.mark.process

OLDER = {
    "0.1": "a0a8179",
    "0.2.0": "5288f50",
    "0.3.0": "22f2fde6",
    "0.4.0": "9fcde7cf",
    "0.5.0": "a3113478",
    "0.6.0": "ca957b3b",
}
RELEASED = sorted((ROOT / "tests" / "ledger" / "released").glob("*.db"))
PLAYED = transcript.read_transcript(
    (GAMES / "crafting/games/two-players-tie-break.txt").read_text("utf-8")
)
SERVE = "from companion.cli import main; main()"


def unpacked(commit: str, folder: Path) -> Path:
    """The program as it was then."""
    packed = subprocess.run(
        ["git", "-C", str(ROOT), "archive", commit], capture_output=True, check=False
    )
    if packed.returncode:
        pytest.skip(f"the history here doesn't reach back to {commit}")
    folder.mkdir()
    subprocess.run(["tar", "x", "-C", str(folder)], input=packed.stdout, check=True)
    return folder


def older(program: Path, *words: str) -> list[str]:
    where = ["env", "-C", str(program), f"PYTHONPATH={program}"]
    return [*where, sys.executable, "-c", SERVE, "serve", "--host", "127.0.0.1", *words]


class House(Served):
    """A house with two phones, first served by an older program."""

    def __init__(self, folder: Path, program: Path) -> None:
        self._program: Path | None = program
        self._file = folder / "companion.sqlite"
        self._phones = {1: "", 2: ""}
        self.code = ""
        super().__init__(folder)

    def start(self) -> None:
        if self._program is None:
            super().start()
            return
        self.begin(older(self._program, "--port", str(self.port), "--database", str(self._file)))
        self._program = None

    def send(self, who: int, path: str, **fields: object) -> str:
        self.cookie = self._phones[who]
        where = self.post(path, urlencode(fields))
        self._phones[who] = self.cookie
        return where

    def look(self, seat: int) -> str:
        self.cookie = self._phones[seat]
        return self.page(f"/t/{self.code}")

    def open(self) -> None:
        self.code = self.send(1, "/tables", game="crafting", seats=2, name="Ana")[-4:]
        self.send(2, f"/t/{self.code}/sit", seat=2, name="Ben")
        for key, value in PLAYED.options:
            self.send(1, f"/t/{self.code}/option", key=key, value=value)
        self.send(1, f"/t/{self.code}/start")

    def play(self, begin: int, end: int | None) -> None:
        for move in PLAYED.moves[begin:end]:
            path = f"/t/{self.code}/act"
            self.send(1 if move.seat == 1 else 2, path, seat=move.seat, action=move.action)

    @property
    def table(self) -> Table:
        with closing(SqliteLedger(self._file)) as ledger:
            table = table_from_events(ledger.events(self.code))
        assert table is not None
        return table


@pytest.mark.some(3)
@pytest.mark.parametrize("commit", OLDER.values(), ids=OLDER)
def test_a_game_goes_on_over_an_update(commit: str, tmp_path: Path) -> None:
    program = unpacked(commit, tmp_path / "older")
    folder = tmp_path / "house"
    folder.mkdir()
    house = House(folder, program)
    try:
        house.open()
        house.play(0, 60)
    finally:
        house.end(signal.SIGTERM)
    before = house.table
    # It noted the version that is installed here, where a package of its own has its own.
    note = daily.backup_folder(folder / "companion.sqlite") / daily.LAST_VERSION_FILE_NAME
    if note.exists():
        note.write_text("older", encoding="utf-8")
    house.start()
    try:
        (copy,) = daily.backup_copies(folder / "companion.sqlite")
        assert copy.before_update
        assert "Ana" in house.look(1) and "Ben" in house.look(2)
        house.play(60, None)
    finally:
        house.end(signal.SIGTERM)
    after = house.table
    assert before.outcome is None and before.seq >= 60
    assert after.outcome is not None and after.seq >= before.seq + len(PLAYED.moves) - 60
    assert [seat.name for seat in after.seats] == ["Ana", "Ben"]


@pytest.mark.some(3)
@pytest.mark.parametrize("commit", OLDER.values(), ids=OLDER)
def test_a_newer_database_is_refused_by_the_older_program_in_words(
    commit: str, tmp_path: Path
) -> None:
    program = unpacked(commit, tmp_path / "older")
    file = tmp_path / "companion.sqlite"
    SqliteLedger(file).close()
    file.with_suffix(".secret").write_text("k" * 40, encoding="utf-8")
    with closing(Database(file)) as database:
        row = {"migration_set": "ledger", "name": "999-of-tomorrow", "applied_at": "2099"}
        database["_sqlite_migrations"].insert(row)  # type: ignore[union-attr]
    before = file.read_bytes()
    done = subprocess.run(
        older(program, "--port", "0", "--database", str(file)),
        capture_output=True,
        text=True,
        timeout=GENEROUS,
        check=False,
    )
    assert done.returncode == 1 and "newer version" in done.stderr
    assert "Traceback" not in done.stderr and file.read_bytes() == before


@pytest.mark.parametrize("released", RELEASED, ids=[each.stem for each in RELEASED])
def test_every_released_database_is_served(released: Path, tmp_path: Path) -> None:
    file = tmp_path / "companion.sqlite"
    shutil.copy(released, file)
    file.with_suffix(".secret").write_text("k" * 40, encoding="utf-8")
    served = Served(tmp_path)
    try:
        assert "Ctrl-C" in served.greeting[-1] and served.page("/readyz") == "ready\n"
    finally:
        served.end(signal.SIGTERM)
    # On a slow machine the day's own copy may be there as well, and the one before the file is
    # migrated comes a second after the one for the new version.
    assert 1 <= [copy.before_update for copy in daily.backup_copies(file)].count(True) <= 2
