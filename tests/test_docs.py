"""What the documents say of the code is there: files that are named, addresses that are linked."""

from __future__ import annotations

import re
import tomllib

import pytest

from tests.kit.places import ROOT

DOCUMENTS = (
    *("README.md", "CONTRIBUTING.md", "docs/ARCHITECTURE.md", "companion/web/README.md"),
    *("docs/HALL.md", "docs/SCALE.md", "docs/NEW-GAME.md", "docs/HOST.md"),
)
#: A layer's own page: its law, and the files and folders inside it.
LAYERS = tuple(f"companion/{each}/README.md" for each in ("games", "ledger", "referee", "web"))
FOR_PEOPLE = ("docs/PLAYERS.md", "CHANGELOG.md", "docs/examples/ten-thousand/README.md")
PICTURE = re.compile(r'src="(docs/pictures/[\w.]+)"')
#: Where a path that a document names may begin.
FOLDERS = ("", "companion", "companion/web")
#: Files that a run writes, that another program has, or that stand where a host keeps tables.
ELSEWHERE = {"artefacts/kept/", "instance/companion.sqlite", "pki/authorities/local/root.crt"}
NAMED = re.compile(r"`((?:[\w.-]+/)+[\w.-]*)`")
INSIDE = re.compile(r"`([\w-]+(?:/|\.py|\.toml))`")
#: Of Keep a Changelog, and how many words an entry may have, with its dash.
SECTIONS = ("Added", "Changed", "Deprecated", "Removed", "Fixed", "Security")
MOST_WORDS = 21
LINKED = re.compile(r"\]\((?!https?:)([^)#]+)\)")


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_file_that_is_named_is_there(document: str) -> None:
    text = (ROOT / document).read_text(encoding="utf-8")
    missing = [
        path
        for path in NAMED.findall(text)
        if path not in ELSEWHERE and not any((ROOT / folder / path).exists() for folder in FOLDERS)
    ]
    assert missing == []


@pytest.mark.parametrize("document", (*LAYERS, "docs/ARCHITECTURE.md"))
def test_every_file_of_a_layer_is_in_it(document: str) -> None:
    page = ROOT / document
    folder = ROOT / "companion" if page.parent.name == "docs" else page.parent
    named = INSIDE.findall(page.read_text(encoding="utf-8"))
    assert named and [name for name in named if not any(folder.rglob(name.strip("/")))] == []


def layers_of(container: str) -> list[set[str]]:
    """The layers that the import contracts name, from the top."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = project["tool"]["importlinter"]["contracts"]
    (found,) = (each["layers"] for each in contracts if each.get("containers") == [container])
    return [set(layer.split(" | ")) for layer in found]


def test_the_drawing_shows_every_layer_in_its_order() -> None:
    text = (ROOT / "docs/ARCHITECTURE.md").read_text(encoding="utf-8")
    drawing = text.split("```")[1].splitlines()
    rows = []
    for layer in layers_of("companion"):
        name = re.compile(rf"(?:companion/|[ (])(?:{'|'.join(layer)})(?:\.py)?(?=[ ,:]|$)")
        shown = [(n, found) for n, line in enumerate(drawing) for found in name.findall(line)]
        assert len(shown) == len(layer), layer
        rows += [n for n, _ in shown]
    assert rows == sorted(rows)


def test_the_folders_of_the_web_are_those_that_are_named() -> None:
    order = [set(re.findall(r"`(\w+)`", part)) for part in _web_order().split(">")]
    assert order == layers_of("companion.web")
    web = ROOT / "companion" / "web"
    table = re.findall(r"^\| (`.*?) \|", (web / "README.md").read_text(encoding="utf-8"), re.M)
    named = {name.strip("/") for row in table for name in re.findall(r"`([\w./]+)`", row)}
    there = {each.name for each in web.iterdir() if not each.name.startswith(("_", "README"))}
    assert named == there


def _web_order() -> str:
    text = (ROOT / "docs/ARCHITECTURE.md").read_text(encoding="utf-8")
    return text.partition("for its folders and modules:\n")[2].partition(".\n")[0]


@pytest.mark.parametrize("document", (*DOCUMENTS, *FOR_PEOPLE))
def test_every_link_leads_somewhere(document: str) -> None:
    text = (ROOT / document).read_text(encoding="utf-8")
    here = (ROOT / document).parent
    assert [link for link in LINKED.findall(text) if not (here / link).exists()] == []


def test_the_pictures_of_the_readme_are_there_and_small() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    pictures = [ROOT / name for name in PICTURE.findall(readme)]
    assert len(pictures) == 3 and sum(each.stat().st_size for each in pictures) < 400_000
    assert (ROOT / "docs/pictures/evening.webp").stat().st_size < 1_000_000
    assert len(re.findall(r'<img [^>]*alt="[^"]{20,}"', readme)) == 3, "each is told in words"


def test_every_measure_to_watch_is_told() -> None:
    code = (ROOT / "companion" / "web" / "export" / "prometheus.py").read_text(encoding="utf-8")
    page = (ROOT / "docs" / "HALL.md").read_text(encoding="utf-8")
    told = {each.removeprefix("companion_") for each in re.findall(r"`(companion_[a-z_]+)`", page)}
    assert told and all(each.removesuffix("_total") in code for each in told)


@pytest.mark.parametrize("document", ["docs/PLAYERS.md", "docs/HOST.md"])
def test_who_has_no_connection_finds_what_to_do(document: str) -> None:
    words = " ".join((ROOT / document).read_text(encoding="utf-8").split())
    for remedy in ("mobile data off", "hotspot", "guest", "VPN"):
        assert remedy in words


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 70


def test_the_changelog_is_one() -> None:
    """A heading a release, the newest that of the project; known sections, one line an entry."""
    lines = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").splitlines()
    releases = [line for line in lines if line.startswith("## ")]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    dated = [line for line in releases if line != "## Unreleased"]
    assert re.fullmatch(rf"## {re.escape(project['version'])} - \d{{4}}-\d\d-\d\d", dated[0])
    sections = {line for line in lines if line.startswith("### ")}
    assert sections <= {f"### {each}" for each in SECTIONS}
    body = lines[lines.index(releases[0]) :]
    entries = [line for line in body if line and not line.startswith("#")]
    assert entries and all(line.startswith("- ") and line.endswith(".") for line in entries)
    assert [line for line in entries if len(line.split()) > MOST_WORDS] == []
