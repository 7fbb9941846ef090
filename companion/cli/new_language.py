"""`companion new-language`: writes a language's files with the English beside, and counts what is
open in them.

What is said is kept and what nobody says any more is left out, so it may be run again at any time.
The catalogue is a .po file, as its sentences stand in the code. What is a game's own stays in TOML
files beside the game: an entry's title, text and search words belong together, the search words are
a list of the language's own, and the key that names the entry stands above them. The English is a
comment over each line, for any editor.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from companion.referee.game import Game
from companion.web.language.languages import CATALOGUES_FOLDER, LANGUAGES, SOURCE_LANGUAGE

#: Words of a file, however deep: a sentence, or a list of a language's own words.
Told = dict[str, Any]

BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
#: A value in a sentence: the app would fail at one that it isn't given.
VALUE = re.compile(r"\{\w*\}|%\(\w+\)[sd]")

#: What a language may leave to the search: it works without, by the rules' own words.
FREE_KINDS = frozenset({"wordings", "asks"})

#: The part of a catalogue that no game has.
CORE = "core"


class BadLanguage(ValueError):
    """No language can be written so; the message says why."""


@dataclass(frozen=True)
class OpenWords:
    """What is open of one file: `part` is "core" or a game's slug. `strange`: the values that the
    English doesn't have, each with what is said.
    """

    file: Path
    part: str
    open: int
    whole: int
    words: int
    free: bool = False
    strange: tuple[tuple[str, str], ...] = ()


def write_language(
    language: str, games: Mapping[str, Game], catalogues: Path = CATALOGUES_FOLDER
) -> list[OpenWords]:
    """Writes the catalogue and the files beside these games, and returns what is open in each.

    Raises `BadLanguage` for a code that is none, for English, and for a file that can't be read.
    """
    name = _english_name(language)
    counted = [
        each for each in _write_catalogue(language, catalogues) if each.part in (CORE, *games)
    ]
    for slug, game in games.items():
        if game.folder:
            counted += _write_game(language, name, slug, game.title, game.folder)
    return counted


def _english_name(language: str) -> str:
    try:
        locale = Locale.parse(language)
    except (ValueError, UnknownLocaleError):
        locale = None
    if locale is None or locale.territory or locale.english_name is None:
        raise BadLanguage(
            f"{language!r} is no language that we know: use its code in two letters, such as it."
        )
    if locale.language == SOURCE_LANGUAGE:
        raise BadLanguage("English is what every other language is written from.")
    if language != str(locale):
        raise BadLanguage(f"Write {str(locale)!r} for {language!r}: so its files are named.")
    return locale.english_name


# -- the catalogue


def _write_catalogue(language: str, catalogues: Path) -> list[OpenWords]:
    """Every sentence of the other catalogues; `make messages` puts in what is new in all."""
    file = catalogues / language / "LC_MESSAGES" / "messages.po"
    model = next(each for each in LANGUAGES if each not in (SOURCE_LANGUAGE, language))
    with (CATALOGUES_FOLDER / model / "LC_MESSAGES" / "messages.po").open("rb") as written:
        source = read_po(written, locale=model)
    made = Catalog(locale=language, project="Cosmos companion", charset="utf-8", fuzzy=False)
    known = Catalog(locale=language)
    if file.is_file():
        with file.open("rb") as written:
            known = read_po(written, locale=language)
        made.mime_headers, made.header_comment = known.mime_headers, known.header_comment
    for message in source:
        if message.id:
            was = known.get(message.id)
            made.add(message.id, was.string if was else "", locations=message.locations)
    file.parent.mkdir(parents=True, exist_ok=True)
    (catalogues / language / "read.txt").touch()
    with file.open("wb") as out:
        write_po(out, made, width=100, include_lineno=False, sort_by_file=True)
    return list(_counted_catalogue(file, made))


def _counted_catalogue(file: Path, catalogue: Catalog) -> Iterator[OpenWords]:
    parts: dict[str, list[tuple[tuple[str, ...], tuple[str, ...]]]] = {}
    for message in catalogue:
        if message.id:
            part = part_of(path for path, _ in message.locations)
            parts.setdefault(part, []).append((_forms(message.id), _forms(message.string)))
    for part, entries in sorted(parts.items(), key=lambda each: (each[0] != CORE, each[0])):
        missing = [source for source, said in entries if not all(said)]
        words = sum(len(" ".join(source).split()) for source in missing)
        strange = [each for source, said in entries for each in _strange(" ".join(source), *said)]
        yield OpenWords(file, part, len(missing), len(entries), words, strange=tuple(strange))


def _forms(said: Any) -> tuple[str, ...]:
    return tuple(said) if isinstance(said, tuple | list) else (said or "",)


def _strange(source: str, *said: str) -> Iterator[tuple[str, str]]:
    known = {*VALUE.findall(source)}
    return ((value, each) for each in said for value in VALUE.findall(each) if value not in known)


def part_of(files: Iterator[str]) -> str:
    """Returns whose a sentence is that these files say: a game's, if only its own do."""
    found = {match[1] if (match := re.search(r"games/(\w+)/", file)) else CORE for file in files}
    return found.pop() if len(found) == 1 else CORE


# -- the files beside a game


def _only(*parts: str) -> Callable[[Told], Told]:
    """Returns what takes these parts of an entry, where it has them."""
    return lambda entry: {part: entry[part] for part in parts if entry.get(part)}


def _each(entries: Told, take: Callable[[Told], Told]) -> Told:
    return {key: take(entry) for key, entry in entries.items()}


def _rulebook(folder: Path) -> Told:
    book = _read(folder / "rulebook.toml")
    return {
        "pages": book.get("pages", {}),
        "chapters": book.get("chapters", {}),
        "rule": _each(book.get("rule", {}), _only("title", "text", "words")),
        "question": _each(book.get("question", {}), _only("asks", "choices", "words")),
    }


def _lessons(folder: Path) -> Told:
    data = _read(folder / "lessons.toml")
    return {
        "tour": _each(data.get("tour", {}), _only("title", "words")),
        "lesson": _each(data.get("lesson", {}), _only("title", "words", "why")),
        "led": _each(data.get("led", {}), _only("words", "watch", "brief")),
    }


def _signs(folder: Path) -> Told:
    data = _read(folder / "signs.toml")
    named = _each(data.get("sign", {}), _only("name", "text", "words"))
    return {"asks": data.get("asks", []), "sign": named}


def _examples(folder: Path) -> Told:
    data = _read(folder / "examples.toml").get("example", {})
    return {
        "example": {
            key: {"title": each["title"], "texts": [step["text"] for step in each["steps"]]}
            for key, each in data.items()
        }
    }


def _tips(folder: Path) -> Told:
    data = _read(folder / "tips.toml")
    asked = {"asked": data.pop("asked")} if "asked" in data else {}
    return asked | {key: entry["tip"] for key, entry in data.items()}


def _read(file: Path) -> Told:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    except tomllib.TOMLDecodeError as error:
        raise BadLanguage(f"{file} can't be read: {error}. Is a quotation mark missing?") from None


#: By kind of file: what the English says there of what another language says too; empty for a game
#: that has none.
ENGLISH: dict[str, Callable[[Path], Told]] = {
    "rulebook": _rulebook,
    "lessons": _lessons,
    "signs": _signs,
    "examples": _examples,
    "tips": _tips,
    "asks": lambda folder: _read(folder / "asks.en.toml"),
    "wordings": lambda folder: _read(folder / "wordings.toml"),
}


def _write_game(
    language: str, name: str, slug: str, title: str, folder: Path
) -> Iterator[OpenWords]:
    """Writes the files beside a game, of the kinds that it has."""
    for kind, read in ENGLISH.items():
        if english := read(folder):
            file = folder / f"{kind}.{language}.toml"
            said = _read(file)
            file.write_text(
                f"# {title} in {name}. The English stands over each line; "
                + 'what is "" or [] is open.\n'
                + "".join(_lines(english, said)),
                encoding="utf-8",
            )
            yield _counted(file, slug, english, said, kind in FREE_KINDS)


def _lines(english: Told, said: Told, above: tuple[str, ...] = ()) -> Iterator[str]:
    """Yields a table of the file: its own lines, each under its English, then the tables in it."""
    own = {key: value for key, value in english.items() if not isinstance(value, dict)}
    if own:
        yield f"\n[{'.'.join(map(_key, above))}]\n" if above else "\n"
    for key, source in own.items():
        kept = said.get(key, "" if isinstance(source, str) else [])
        yield from _line(key, source, kept)
    for key, source in english.items():
        if isinstance(source, dict):
            yield from _lines(source, said.get(key, {}), (*above, key))


def _line(key: str, source: str | list[Any], kept: str | list[Any]) -> Iterator[str]:
    if isinstance(source, str):
        yield f"# {source}\n{_key(key)} = {_value(kept)}\n"
    elif key == "texts":
        # One for each: which is whose must be seen.
        places = [*kept, *[""] * (len(source) - len(kept))]
        yield f"{_key(key)} = [\n"
        for text, said in zip(source, places, strict=False):
            yield f"  # {text}\n  {_value(said)},\n"
        yield "]\n"
    else:
        yield f"# {'; '.join(map(_plain, source))}\n"
        if any(isinstance(each, list) for each in kept) or len(_value(kept)) > 90:
            yield f"{_key(key)} = [\n" + "".join(f"  {_value(each)},\n" for each in kept) + "]\n"
        else:
            yield f"{_key(key)} = {_value(kept)}\n"


def _plain(source: object) -> str:
    return " = ".join(map(_plain, source)) if isinstance(source, list) else str(source)


def _key(key: str) -> str:
    return key if BARE_KEY.fullmatch(key) else _value(key)


def _value(said: object) -> str:
    # TOML's basic strings and lists are JSON's.
    return json.dumps(said, ensure_ascii=False)


def _counted(file: Path, part: str, english: Told, said: Told, free: bool) -> OpenWords:
    missing = whole = words = 0
    strange: list[tuple[str, str]] = []
    for source, kept in _leaves(english, said):
        strange += _strange(_plain(source), *map(_plain, _forms(kept)))
        whole += 1
        if not kept or (isinstance(source, str) and not isinstance(kept, str)):
            missing += 1
            words += len(_plain(source).split())
    return OpenWords(file, part, missing, whole, words, free, tuple(strange))


def _leaves(english: Told, said: Told) -> Iterator[tuple[object, object]]:
    """Yields each English value, and each text of an example, with what is said for it."""
    for key, source in english.items():
        kept = said.get(key)
        if isinstance(source, dict):
            yield from _leaves(source, kept if isinstance(kept, dict) else {})
        elif key == "texts":
            translated = kept if isinstance(kept, list) else []
            yield from zip(
                source, [*translated, *[""] * (len(source) - len(translated))], strict=False
            )
        else:
            yield source, kept


def told_lines(counted: list[OpenWords], language: str) -> Iterator[str]:
    """Yields what is open as lines for the terminal, and what then has to be done."""
    for part in dict.fromkeys(each.part for each in counted):
        own = [each for each in counted if each.part == part]
        needed = sum(each.open for each in own if not each.free)
        words = sum(each.words for each in own if not each.free)
        yield f"{part}: " + (f"{needed} open, some {words} words" if needed else "whole")
        for each in own:
            free = ", the search works without" if each.free and each.open else ""
            yield f"  {each.file.name}: {each.open} of {each.whole} open{free}"
            for value, said in each.strange:
                yield f"    {value} isn't in the English: {said}"
    core_open = sum(each.open for each in counted if each.part == CORE)
    if language in LANGUAGES:
        yield f"{LANGUAGES[language]} is on offer (translations/languages.toml)."
    elif core_open:
        yield "It can be offered when the core and one game are whole."
    else:
        yield (
            "The core is whole: offer it in translations/languages.toml, with the games that are "
            "whole."
        )
