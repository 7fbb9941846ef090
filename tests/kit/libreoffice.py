"""Spreadsheets of evenings as LibreOffice itself writes them: `python -m tests.kit.libreoffice`
makes the files in `tests/web/export/libreoffice` anew, with LibreOffice installed.

Each is a table of typed cells (dates, numbers, truths) in a language's formats, saved as text with
the separator, the letters and the language that its owner would have. `games.json` says what is in
them.
"""

from __future__ import annotations

import json
import random
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.kit.places import ROOT

FOLDER = ROOT / "tests" / "web" / "export" / "libreoffice"
FILES_OF_A_KIND = 7
#: What LibreOffice calls letters: Windows-1252, UTF-8, UTF-16.
WINDOWS, UTF_8, UTF_16 = 1, 76, 65535


@dataclass(frozen=True)
class Kind:
    """How somebody saves a table: `separator` and `letters` as LibreOffice numbers them, `date` as
    the parts of an ODF date style.
    """

    name: str
    language: str
    country: str
    number: int
    separator: str
    letters: int
    date: str
    heads: tuple[str, ...]


_DAY, _MONTH, _YEAR = (f'<number:{part} number:style="long"/>' for part in ("day", "month", "year"))
_CLOCK = (
    "<number:text> </number:text><number:hours/><number:text>:</number:text>"
    '<number:minutes number:style="long"/>'
)


def _written(*parts: str, sign: str, after: str = "") -> str:
    return f"<number:text>{sign}</number:text>".join(parts) + after


_EN = ("Ended", "Game", "Player", "Points", "Place", "Won", "Where it was", "Minutes")
_DE = ("Ende", "Spiel", "Spieler", "Punkte", "Rang", "Gewonnen", "Wo es war", "Minuten")
_FR = ("Fin", "Jeu", "Joueur", "Points", "Rang", "A gagné", "Où c'était", "Minutes")
_ES = ("Fin", "Juego", "Jugador", "Puntos", "Puesto", "Ganó", "Dónde fue", "Minutos")
_IT = ("Fine", "Gioco", "Giocatore", "Punti", "Posizione", "Vinta", "Dove", "Minuti")
_AMERICAN = _written(
    "<number:month/>",
    "<number:day/>",
    _YEAR,
    sign="/",
    after=f"{_CLOCK}<number:text> </number:text><number:am-pm/>",
)
_EUROPEAN = _written(_DAY, _MONTH, _YEAR, sign="/", after=_CLOCK)
_GERMAN = _written(_DAY, _MONTH, _YEAR, sign=".", after=_CLOCK)
_ISO = _written(_YEAR, _MONTH, _DAY, sign="-", after=_CLOCK)
KINDS = (
    Kind("en-us", "en", "US", 1033, ",", UTF_8, _AMERICAN, _EN),
    Kind("en-gb", "en", "GB", 2057, ",", WINDOWS, _ISO, _EN),
    Kind("de", "de", "DE", 1031, ";", WINDOWS, _GERMAN, _DE),
    Kind("de-utf-16", "de", "DE", 1031, "\t", UTF_16, _GERMAN, _DE),
    Kind("fr", "fr", "FR", 1036, ";", WINDOWS, _EUROPEAN, _FR),
    Kind("fr-utf-8", "fr", "FR", 1036, ";", UTF_8, _EUROPEAN, _FR),
    Kind("es", "es", "ES", 3082, ";", WINDOWS, _EUROPEAN, _ES),
    Kind("es-utf-8", "es", "ES", 3082, ",", UTF_8, _EUROPEAN, _ES),
    Kind("it", "it", "IT", 1040, ";", WINDOWS, _EUROPEAN, _IT),
)
LATIN_NAMES = (
    "Ann",
    "Jürgen",
    "Zoë",
    "'t Hart",
    "O’Neill",
    "Núria",
    "Éloïse",
    "D'Souza, Ana",
    "Bo",
)
OTHER_NAMES = (*LATIN_NAMES, "נעה", "محمد", "Łukasz", "田中", 'Ada "Ace" B')
PLACES = ("", "Café, Köln", "chez nous; en haut", "At home\nupstairs", "5", "-")


def random_games(chance: random.Random, names: tuple[str, ...]) -> list[dict[str, Any]]:
    """Evenings as somebody may have written them down."""
    at, found = datetime(2024, 1, 13, 20, 5), []
    for _ in range(chance.randint(1, 6)):
        at += timedelta(days=chance.randint(1, 200), minutes=chance.randint(0, 400))
        people = chance.sample(names, chance.randint(2, 5))
        points = sorted((chance.randint(-5, 140) for _ in people), reverse=True)
        empty = chance.random() < 0.2
        players = [
            {"name": name, "total": None if empty else score, "won": score == points[0]}
            for name, score in zip(people, points, strict=True)
        ]
        place, minutes = chance.choice(PLACES), chance.choice((0, 45, 75, 130))
        found.append({"ended": f"{at:%Y-%m-%dT%H:%M}", "players": players})
        found[-1] |= {"place": place, "minutes": minutes}
    return found


def flat_table(kind: Kind, games: list[dict[str, Any]], *, points_as: int) -> str:
    """The table as a flat OpenDocument. `points_as`: digits after the decimal sign."""
    where = f'number:language="{kind.language}" number:country="{kind.country}"'
    spaces = "office table style text number"
    urn = "urn:oasis:names:tc:opendocument:xmlns"
    names = {"number": "datastyle", **{each: each for each in spaces.split() if each != "number"}}
    declared = " ".join(f'xmlns:{each}="{urn}:{name}:1.0"' for each, name in names.items())
    rows = "".join(_rows(kind, games))
    styles = "".join(
        f'<style:style style:name="{name}" style:family="table-cell"'
        f' style:data-style-name="n{name}"/>'
        for name in ("date", "points", "truth")
    )
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<office:document {declared} office:version="1.3"
 office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:automatic-styles>
<number:date-style style:name="ndate" {where}>{kind.date}</number:date-style>
<number:number-style style:name="npoints" {where}><number:number number:min-integer-digits="1"
 number:decimal-places="{points_as}" number:min-decimal-places="{points_as}"/></number:number-style>
<number:boolean-style style:name="ntruth" {where}><number:boolean/></number:boolean-style>{styles}
</office:automatic-styles><office:body><office:spreadsheet><table:table table:name="t">{rows}
</table:table></office:spreadsheet></office:body></office:document>"""


def _rows(kind: Kind, games: list[dict[str, Any]]) -> Iterator[str]:
    yield _row([_text(head) for head in kind.heads])
    for game in games:
        for rank, one in enumerate(game["players"], 1):
            yield _row(
                [
                    f'<table:table-cell table:style-name="date" office:value-type="date"'
                    f' office:date-value="{game["ended"]}:00"/>',
                    _text("Heap"),
                    _text(one["name"]),
                    _number(one["total"], "points"),
                    _number(None if one["total"] is None else rank),
                    f'<table:table-cell table:style-name="truth" office:value-type="boolean"'
                    f' office:boolean-value="{str(one["won"]).lower()}"/>',
                    _text(game["place"]),
                    _number(game["minutes"] or None),
                ]
            )


def _row(cells: list[str]) -> str:
    return f"<table:table-row>{''.join(cells)}</table:table-row>"


def _text(words: str) -> str:
    parts = "".join(f"<text:p>{escape(line)}</text:p>" for line in words.split("\n"))
    return f'<table:table-cell office:value-type="string">{parts}</table:table-cell>'


def _number(value: int | None, style: str = "") -> str:
    if value is None:
        return "<table:table-cell/>"
    named = f' table:style-name="{style}"' if style else ""
    return f'<table:table-cell{named} office:value-type="float" office:value="{value}"/>'


def saved_as_text(kind: Kind, files: list[Path], folder: Path, profile: Path) -> None:
    """Saves these documents as text, as their owner would."""
    # Separator, quotes, letters, first line, columns, language, not every text in quotes, as shown.
    how = f"{ord(kind.separator)},34,{kind.letters},1,,{kind.number},false,true"
    told = ["soffice", f"-env:UserInstallation=file://{profile}", "--headless", "--convert-to"]
    told += [f"csv:Text - txt - csv (StarCalc):{how}", "--outdir", str(folder), *map(str, files)]
    subprocess.run(told, check=True, capture_output=True, timeout=600)


def make() -> None:
    chance, said = random.Random(45), {}
    FOLDER.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as made:
        for kind in KINDS:
            names = LATIN_NAMES if kind.letters == WINDOWS else OTHER_NAMES
            files = []
            for number in range(1, FILES_OF_A_KIND + 1):
                games, name = random_games(chance, names), f"{kind.name}-{number}"
                said[name] = games
                files.append(Path(made) / f"{name}.fods")
                points_as = chance.choice((0, 0, 1, 2))
                files[-1].write_text(flat_table(kind, games, points_as=points_as), "utf-8")
            saved_as_text(kind, files, FOLDER, Path(made) / "profile")
    written = json.dumps(said, ensure_ascii=False, indent=1)
    (FOLDER / "games.json").write_text(written + "\n", encoding="utf-8")


if __name__ == "__main__":
    make()
