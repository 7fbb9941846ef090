"""Which of what `companion serve` needs is there ready to install, for small computers too.

`python -m tests.kit.wheels` asks pip, for no machine but this is at hand: its resolver, told of
another machine, finds a wheel for each of the locked packages or says that there is none. It writes
the table in `docs/HALL.md`; `tests/test_lock.py` holds that against the lock.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from packaging.requirements import Requirement
from packaging.utils import parse_wheel_filename

from tests.kit.places import ROOT

HALL = ROOT / "docs" / "HALL.md"
#: A Raspberry Pi with a system of 64 bits, and of 32.
MACHINES = ("aarch64", "armv7l")
#: Those of Debian 12 and 13.
PYTHONS = ("3.11", "3.13")
#: The C libraries of Debian 12, and all that are older.
SYSTEMS = ("linux", "manylinux2014", *(f"manylinux_2_{minor}" for minor in range(17, 37)))
#: What a cell of the table says.
ANY, WHEEL, SOURCE = "any", "wheel", "compiled"
#: A line of the table: package, version, a cell for each machine.
ROW = re.compile(r"^\| ([a-z0-9.-]+) ([\w.]+) \| (\w+) \| (\w+) \|$", re.MULTILINE)


def needed(machine: str) -> list[str]:
    """What the companion itself asks for on this machine."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    here = {"sys_platform": "linux", "platform_machine": machine}
    asked = map(Requirement, project["dependencies"])
    return [str(each) for each in asked if not each.marker or each.marker.evaluate(here)]


def listed() -> dict[str, tuple[str, dict[str, str]]]:
    """The table as it stands in the guide: version, and what there is for each machine."""
    rows = ROW.findall(HALL.read_text(encoding="utf-8"))
    return {
        name: (version, dict(zip(MACHINES, cells, strict=True))) for name, version, *cells in rows
    }


def wheels(asked: Sequence[str], machine: str, python: str, *more: str) -> dict[str, str] | None:
    """The wheels that pip would install, by package; None where one of them is missing."""
    with TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        platforms = [word for system in SYSTEMS for word in ("--platform", f"{system}_{machine}")]
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--dry-run", *more]
        command += ["--ignore-installed", "--only-binary=:all:", "--implementation", "cp"]
        command += ["--python-version", python, "--target", folder, *platforms]
        command += ["--report", str(report), "-c", str(ROOT / "constraints.txt"), *asked]
        run = subprocess.run(command, capture_output=True, check=False)
        if run.returncode:
            return None
        told = json.loads(report.read_text(encoding="utf-8"))["install"]
    urls = [each["download_info"]["url"].rpartition("/")[2] for each in told]
    return {str(parse_wheel_filename(url)[0]): url for url in urls}


def cell(name: str, version: str, known: str, machine: str) -> str:
    """What there is of this package: for any machine, for this one, or its source alone."""
    if known.endswith("-none-any.whl"):
        return ANY
    pinned = [f"{name}=={version}"]
    found = all(wheels(pinned, machine, python, "--no-deps") for python in PYTHONS)
    return WHEEL if found else SOURCE


def rows() -> Iterator[str]:
    """The table's lines. Raises `ValueError` where not even the larger machine has all."""
    larger, smaller = MACHINES
    found = [wheels(needed(larger), larger, python) for python in PYTHONS]
    if not all(found):
        raise ValueError(f"pip finds no wheel of something for {larger}")
    yield f"| package | {larger} | {smaller} |"
    yield "|---|---|---|"
    for name, file in sorted((found[0] or {}).items()):
        version = str(parse_wheel_filename(file)[1])
        if name == "pip":
            continue  # the environment's own
        first = ANY if file.endswith("-none-any.whl") else WHEEL
        yield f"| {name} {version} | {first} | {cell(name, version, file, smaller)} |"


def main() -> None:
    text = HALL.read_text(encoding="utf-8")
    head, mark, rest = text.partition("\n| package | ")
    if not mark:
        raise SystemExit(f"{HALL} has no table of packages")
    after = rest.partition("\n\n")[2]
    HALL.write_text(f"{head}\n" + "\n".join(rows()) + f"\n\n{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
