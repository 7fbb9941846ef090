"""Spreadsheets as Excel, Numbers and LibreOffice write them, in four languages; our own files."""

from __future__ import annotations

import csv
import io
from datetime import datetime
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.evenings import FinishedPlay
from companion.play import TableStore, imports
from companion.play.spreadsheets import FORMULA_PATTERN, uncovered
from companion.referee.text import english_translator

HEADS = {
    "en": "Ended,Game,Table code,Seat,Player,Points,Place,Won,Where it was,Note,Expansions,Minutes",
    "de": "Ende,Spiel,Tischcode,Platz,Spieler,"
    "Punkte,Rang,Gewonnen,Wo es war,Notiz,Erweiterungen,Minuten",
    "es": "Fin,Juego,Código de la mesa,Asiento,Jugador,"
    "Puntos,Puesto,Ganó,Dónde fue,Nota,Expansiones,Minutos",
    "fr": "Fin,Jeu,Code de la table,Place,Joueur,"
    "Points,Rang,A gagné,Où c'était,Note,Extensions,Minutes",
}
#: By language: a date as its Excel writes it, points, yes and no, separators.
WRITTEN = {
    "en": ("11/20/2026 9:30:00 PM", "61.0", ("TRUE", "FALSE"), ","),
    "de": ("20.11.2026 21:30", "61,0", ("WAHR", "FALSCH"), ";"),
    "es": ("20/11/2026 21:30", "61,0", ("VERDADERO", "FALSO"), ";"),
    "fr": ("20/11/2026 21:30:00", "61,0", ("VRAI", "FAUX"), ";"),
}
#: Letters and what comes before them.
LETTERS = {
    "cp1252": ("cp1252", ""),
    "utf-8": ("utf-8", ""),
    "utf-8 with a mark": ("utf-8-sig", ""),
    "utf-16": ("utf-16", ""),
    "utf-16 without a mark": ("utf-16-le", ""),
    "sep=": ("cp1252", "sep={}\r\n"),
}
EVENING = datetime(2026, 11, 20, 21, 30).timestamp()


@pytest.fixture
def store(heap_store: TableStore) -> TableStore:
    return heap_store


def kept_of(store: TableStore, sent: str | bytes, phone: str = "pa") -> list[FinishedPlay]:
    said = imports.import_plays(store, sent, phone, ())
    assert all(one.taken for one in said), [english_translator().say(one.words) for one in said]
    return imports.stored_imports_of_phone(store, phone)


@pytest.mark.parametrize(("language", "letters"), [*product(WRITTEN, LETTERS)])
@pytest.mark.parametrize("end", ["\r\n", "\n", "\r"])
def test_every_spreadsheet_of_four_languages_is_read(
    store: TableStore, language: str, letters: str, end: str
) -> None:
    date, points, (yes, no), separator = WRITTEN[language]
    coded, before = LETTERS[letters]
    out = io.StringIO()
    writer = csv.writer(out, delimiter=separator, lineterminator=end)
    writer.writerow(HEADS[language].split(","))
    writer.writerow([date, "Heap", "ABCD", 2, "Zoë", "54", 2, no, "Café, Köln", "", "", "75"])
    writer.writerow([date, "Heap", "ABCD", 1, "'t Hart", points, 1, yes, "", "", "", "75"])
    sent = (before.format(separator) + out.getvalue()).encode(coded)
    (play,) = kept_of(store, sent)
    told = [(one.name, one.total, one.rank, one.won) for one in play.players]
    assert told == [("Zoë", 54, 2, False), ("'t Hart", 61, 1, True)]
    assert (play.game, play.ended, play.minutes) == ("heap", EVENING, 75)
    assert play.about.place == "Café, Köln"


@pytest.mark.parametrize(
    ("dates", "days"),
    [
        (["05/06/2026", "13/06/2026"], ["2026-06-05", "2026-06-13"]),
        (["05/06/2026", "06/13/2026"], ["2026-05-06", "2026-06-13"]),
        (["05/06/2026 9:30 PM"], ["2026-05-06"]),
        (["05.06.2026"], ["2026-06-05"]),
        (["5-6-26"], ["2026-06-05"]),
        (["05/05/2026"], ["2026-05-05"]),
        (["2026/06/05 21:30"], ["2026-06-05"]),
        (["2026-06-05 9:30", "2026-6-7 0:05:00"], ["2026-06-05", "2026-06-07"]),
        (["2026-06-05 9:30 PM"], ["2026-06-05"]),
        (["2026-06-05T21:30:00Z"], ["2026-06-05"]),
        (["46178"], ["2026-06-05"]),
        (["20/11/2026 9:30 p. m."], ["2026-11-20"]),
    ],
)
def test_dates_are_read_as_the_file_means_them(
    store: TableStore, dates: list[str], days: list[str]
) -> None:
    rows = "".join(f"{date},Heap,Ann,5\n{date},Heap,Ben,4\n" for date in dates)
    kept = kept_of(store, "date,game,player,points\n" + rows)
    assert {str(datetime.fromtimestamp(play.ended).date()) for play in kept} == {*days}


@pytest.mark.parametrize(
    ("row", "why"),
    [
        (
            "05/06/2026,Heap,Ben,5,1",
            "05/06/2026 could be two different days. Write the year first.",
        ),
        ("31.02.2026,Heap,Ben,5,1", "A date that can't be read: 31.02.2026"),
        ("2026-11-20,Heap,Ben,1.234,1", "Points that can't be read: 1.234"),
        ("2026-11-20,Heap,Ben,5,maybe", "“maybe” says neither yes nor no"),
    ],
)
def test_the_line_to_change_is_named(store: TableStore, row: str, why: str) -> None:
    good = '2026-11-19,Heap,"Ann\nof two lines",5,1\n'
    said = imports.import_plays(store, f"date,game,player,points,won\n{good}{row}\n", "pa", ())
    told = [(one.line, one.taken, english_translator().say(one.words)) for one in said]
    assert told[1:] == [(4, False, why)]


def test_columns_that_nobody_knows_are_said(store: TableStore) -> None:
    said = imports.import_plays(
        store, "date,game,player,points,mood\n2026-11-20,Heap,Ann,5,good\n", "pa", ()
    )
    assert [english_translator().say(one.words) for one in said] == [
        "Heap: Ann 5",
        "Not kept: mood",
    ]


@given(st.text("a'=+-@;,|\t\"\n ", max_size=12))
def test_the_mark_before_a_formula_is_taken_away_and_nothing_else(cell: str) -> None:
    assert uncovered(FORMULA_PATTERN.sub("'", cell)) == cell
