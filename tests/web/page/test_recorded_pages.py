"""Nets over pages of recorded games, for every kind of viewer: what refers to an element meets one
of the right kind; no section is empty; what is saved as it was opened changes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from flask import Flask

from companion.app import create_app
from companion.config import Config
from companion.games import CATALOGUE
from companion.referee.controls import Field
from companion.referee.panels import Counts, Sheet
from tests.kit.elements import LABELLED, SHAPES, Element, parsed
from tests.kit.places import ROOT
from tests.kit.recorded import Recorded, Scene, moments

#: Where else a phone can look while a game goes on.
BESIDE = ("/lobby", "/history", "/lessons", "/tour")
#: Kinds of edits that each game has at least: what a net does not look at, it cannot catch.
LEAST_EDITS = {"crafting": 20, "empires": 5, "cosmogenesis": 6}
#: Attributes whose words are ids of elements.
IDS = ("aria-labelledby", "aria-describedby", "aria-controls", "aria-owns", "aria-details", "for",
       "form", "list", "headers", "popovertarget", "aria-activedescendant", "aria-flowto",
       "aria-errormessage", "commandfor", "anchor")  # fmt: skip
TARGETS = ("hx-target", "hx-include", "hx-indicator", "hx-select")
DRAWN = ("fill", "stroke", "mask", "clip-path", "filter", "marker-start", "marker-end")
WITH_WORDS = ("aria-labelledby", "aria-describedby")


@pytest.fixture
def recorded(tmp_path: Path) -> Iterator[Recorded]:
    app: Flask = create_app(Config(tmp_path / "tables.sqlite", "not so secret", heartbeat=60))
    app.testing = True
    yield Recorded(app)
    app.extensions["companion"].close()


def scenes(slug: str, recorded: Recorded) -> Iterator[tuple[str, Scene]]:
    """Every moment, the lobbies before them, by name."""
    known: set[Path] = set()
    for moment in moments(slug):
        if moment.file not in known:
            known.add(moment.file)
            yield f"{moment.file.stem}, lobby", recorded.lobby(slug, moment.file)
        yield str(moment), recorded.at(slug, moment)


def pages(slug: str, recorded: Recorded) -> Iterator[tuple[str, str, str, bool, Element]]:
    """Every page that each kind of viewer can look at, with the moment's name, who, the path, and
    whether the game has begun.
    """
    beside = set[str]()
    for name, scene in scenes(slug, recorded):
        started = scene.table.started
        for who, viewer in scene.viewers():
            paths = [""] if viewer else ["", "/screen"]
            # What hardly changes is looked at once: before, during and after a game.
            stage = f"{who} {started} {scene.table.outcome is None}"
            if started and stage not in beside:
                beside.add(stage)
                paths += [*BESIDE, *past_of(scene, viewer)]
            for path in paths:
                yield name, who, path, started, scene.page(viewer, path)


def past_of(scene: Scene, viewer: int) -> Iterator[str]:
    """Where this seat could act at an earlier moment."""
    own = [entry.seq for entry in scene.table.entries if entry.seat == viewer]
    yield from ("/forgot", f"/line/{own[-1]}/insert", f"/line/{own[-1]}/change") if own else ()


# -- (a) what refers to an element meets one of the right kind


@cache
def icons(path: str) -> frozenset[str]:
    """The ids in a file of drawings: the app's own, or a game's with it."""
    slug = re.search(r"companion-(\w+)\.svg", path)
    files = [ROOT / "static" / "icons.svg"]
    if slug and CATALOGUE[slug[1]].art.icons:
        files.append(ROOT / "static" / CATALOGUE[slug[1]].art.icons)
    found: set[str] = set()
    for file in files:
        drawn = parsed(file.read_text(encoding="utf-8"))
        found |= {name for name, each in drawn.by_id.items() if draws(each)}
    return frozenset(found)


def draws(element: Element) -> bool:
    """Whether there is something of it to see: a shape, a word, or what is used in it."""
    shapes = element.tag in SHAPES or any(element.all(*SHAPES, "use"))
    return shapes or any(each.words for each in element.all("text"))


def fits(by: str, here: Element, there: Element) -> bool:
    """Whether that is of the kind that this refers to by this attribute."""
    if by == "href" and here.tag == "use":
        return (
            draws(there)
            and here not in there.all()
            and any(each.tag == "svg" for each in (there, *there.around()))
        )
    if by in WITH_WORDS:
        return bool(there.words)
    kinds = {"for": LABELLED, "form": {"form"}, "list": {"datalist"}, "headers": {"th", "td"}}
    if by in kinds:
        return there.tag in kinds[by]
    return "popover" in there.said if by == "popovertarget" else True


def references(element: Element) -> Iterator[tuple[str, str]]:
    """By which attribute it refers to which id of its page."""
    for key in {*element.said} & {*IDS}:
        yield from ((key, name) for name in element.said[key].split())
    for key in {*element.said} & {*TARGETS}:
        if found := re.match(r"#([\w-]+)", element.said[key]):
            yield key, found[1]
    for key in {*element.said} & {*DRAWN}:
        if found := re.search(r"url\(#([^)]+)\)", element.said[key]):
            yield key, found[1]
    for key in ("href", "xlink:href"):
        if element.said.get(key, "").startswith("#"):
            yield "href", element.said[key][1:]
    if "data-tab" in element.said:
        yield "data-tab", element.said["data-tab"]


def broken(page: Element) -> Iterator[str]:
    """Every reference of a page that leads nowhere, or to something of another kind."""
    for each in page.all():
        for by, name in references(each):
            there = page.by_id.get(name)
            if there is None or not fits(by, each, there):
                yield f"{by}={name} of {each}: {there or 'nothing'}"
        sprite, _, name = each.said.get("href", "").partition("#")
        if each.tag == "use" and sprite and name not in icons(sprite.partition("?")[0]):
            yield f"no drawing {name} in {sprite}"
        if each.tag == "label" and "for" not in each.said and not any(each.all(*LABELLED)):
            yield f"{each} labels nothing"
        if each.said.get("role") in ("radiogroup", "dialog", "img") and not is_named(page, each):
            yield f"{each} has no name"
        if each.tag in ("button", "a", "summary") and not is_named(page, each):
            yield f"{each} has no name"
    for place in ("finish",):
        bar = page.by_id.get(place)
        for each in bar.all("button", "a") if bar else ():
            if each.is_a("btn") and not each.words.replace(each.said.get("aria-label", "-"), ""):
                yield f"{each} is a drawing without words"


def is_named(page: Element, element: Element) -> bool:
    if "hidden" in element.said or any("hidden" in each.said for each in element.around()):
        return True
    ids = element.said.get("aria-labelledby", "").split()
    said = any(page.by_id[name].words for name in ids if name in page.by_id)
    return said or bool(element.words or element.said.get("title"))


# -- (b) no section is empty


def text_of(section: Element) -> str:
    """What of it is on a screen in words, without headings and labels."""
    return " ".join(words for words in _texts(section))


def _texts(element: Element) -> Iterator[str]:
    folded = element.tag == "details" and "open" not in element.said
    for each in element.inside:
        if isinstance(each, str):
            if each.strip():
                yield each.strip()
        elif not (
            each.is_put_away
            or each.tag in ("h1", "h2", "h3")
            or each.is_a("label", "asleep", "slowly")
            or (folded and each.tag != "summary")
        ):
            yield from _texts(each)


def empty(page: Element, path: str, started: bool) -> Iterator[str]:
    """Sections of it with nothing to see, and ways to a section that is not there."""
    if path == "" and started:
        sections = [each for each in page.all("section") if each.said.get("id", "")[:4] == "tab-"]
        ways = {each.said["data-tab"] for each in page.all("a") if "data-tab" in each.said}
        if ways != {each.said["id"] for each in sections} or len(ways) < 2:
            yield f"the ways {ways} lead to {[each.said['id'] for each in sections]}"
    else:
        sections = list(page.all("main"))
    for section in sections:
        if len(text_of(section)) < LEAST:
            yield f"{section.said['id']} shows nothing but {text_of(section)!r}"
    for each in page.all("svg"):
        if not any(True for _ in each.all(*SHAPES, "use", "text")):
            yield f"an empty drawing in {next(each.around())}"


#: letters that a section shows at least: what is shorter is a heading by another name
LEAST = 8


@pytest.mark.long
@pytest.mark.some(2)
@pytest.mark.parametrize("slug", CATALOGUE)
def test_references_meet_what_they_name_and_no_section_is_empty(
    slug: str, recorded: Recorded
) -> None:
    looked, found, viewers = 0, dict[str, str](), set[str]()
    for name, who, path, started, page in pages(slug, recorded):
        looked += sum(1 for each in page.all() for _ in references(each))
        viewers.add(who)
        for fault in (*broken(page), *empty(page, path, started)):
            found.setdefault(re.sub(r"\d+", "#", fault), f"{name}: who {who}, {path}: {fault}")
    assert not found, "\n".join(found.values())
    assert looked > 1500
    assert viewers == {"acts", "waits", "watches", "hosts"}


# -- (c) what is saved as it was opened changes nothing


def is_edit(form: Element) -> bool:
    """Whether it says what is, and not what somebody does: a number that saves itself, or a form
    with something to fill in whose button says Save.
    """
    if form.said.get("action", "").rpartition("/")[2] in ("save", "rename"):
        return True
    buttons = [each for each in form.all("button") if each.is_a("main")]
    return any(each.words.startswith("Save") for each in buttons) and any(fillable(form))


def fillable(form: Element) -> Iterator[Element]:
    for each in form.all("input", "select", "textarea"):
        if each.said.get("type", "text") in ("radio", "checkbox", "number", "text"):
            yield each


def sent(form: Element) -> list[tuple[str, str]]:
    """What a browser sends of the form as it was opened, with its main button."""
    fields = []
    for each in form.all("input"):
        kind = each.said.get("type", "text")
        if "disabled" in each.said or not each.said.get("name"):
            continue
        if kind not in ("radio", "checkbox") or "checked" in each.said:
            fields.append((each.said["name"], each.said.get("value", "")))
    return fields


def answered(form: Element) -> dict[str, bool]:
    """Of everything that must be answered before a browser sends the form: whether it is."""
    groups: dict[str, list[Element]] = {}
    for each in fillable(form):
        groups.setdefault(each.said.get("name", ""), []).append(each)
    return {
        name: any("checked" in each.said or is_typed(each) for each in members)
        for name, members in groups.items()
        if any("required" in each.said for each in members)
    }


def is_typed(field: Element) -> bool:
    return field.said.get("type") in ("number", "text") and bool(field.said.get("value"))


def changed(scene: Scene, viewer: int, form: Element) -> str:
    """What became of the table when the form was saved as it was opened; "" if nothing did."""
    before = scene.table
    phone = scene.phones[viewer]
    # As a phone with scripts sends it: it is told at once that it is refused.
    headers = {**phone.headers, "HX-Request": "true"}
    answer = phone.client.post(form.said["action"], data=multi(sent(form)), headers=headers)
    after = scene.table
    if answer.status_code >= 400:
        return f"{says(form)} is refused: {answer.status_code}"
    if after.state != before.state or after.seats != before.seats:
        return f"{says(form)} changes the table"
    return "" if after.open_proposals == before.open_proposals else f"{says(form)} asks the others"


def multi(fields: list[tuple[str, str]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, value in fields:
        found.setdefault(name, []).append(value)
    return found


def says(form: Element) -> str:
    action = next((v for n, v in sent(form) if n == "action"), "")
    return f"{form.said.get('action', '').rpartition('/')[2]} {action}"


def unfilled(scene: Scene, viewer: int, page: Element) -> Iterator[str]:
    """What a panel says is there already, and its form does not begin with."""
    for panel in scene.table.game.show(scene.table.state, viewer):
        there = page.by_id.get(f"panel-{panel.id}")
        for where, wanted in held(panel):
            if there is None or wanted not in started_with(there, where):
                yield f"{panel.id} {where} does not begin with {wanted}"


def held(panel: object) -> Iterator[tuple[str, str]]:
    """What a panel is filled in with: which action and field, and the value."""
    if isinstance(panel, Counts):
        for count in panel.counts:
            if count.verb and count.value is not None:
                yield f"{count.verb} 1", str(count.value)
    if isinstance(panel, Sheet) and panel.submit:
        for n, each in enumerate(panel.fields, start=1):
            if begins_with(each):
                yield f"{panel.verb} {each.at or n}", each.value


def begins_with(field: Field) -> bool:
    """Whether it says what it begins with: a number, or a pick that is offered."""
    if field.kind in ("cards", "cycle") or not field.value:
        return False
    offered = {pick.value for pick in (*field.picks, *field.rare)}
    return field.kind == "number" or field.value in offered


def started_with(panel: Element, where: str) -> set[str]:
    """What the field of this action begins with."""
    verb, _, n = where.rpartition(" ")
    for form in panel.all("form"):
        fields = sent(form)
        if ("action", verb) in fields:
            return {value for name, value in fields if name == f"action.{n}"}
    return set()


@pytest.mark.longest
@pytest.mark.some(3)
@pytest.mark.parametrize("slug", CATALOGUE)
def test_what_is_saved_as_it_was_opened_changes_nothing(slug: str, recorded: Recorded) -> None:
    saved, found = set[str](), dict[str, str]()
    for name, scene in scenes(slug, recorded):
        for _, viewer in scene.viewers():
            page = scene.page(viewer)
            faults = [*unfilled(scene, viewer, page)] if scene.table.started else []
            for form in filter(is_edit, page.all("form")):
                must = answered(form)
                if all(must.values()):
                    saved.add(says(form))
                    faults.append(changed(scene, viewer, form))
                elif any(must.values()):
                    faults.append(f"{says(form)} is half filled in")
            for fault in filter(None, faults):
                found.setdefault(re.sub(r"[0-9.]+", "#", fault), f"{name}: seat {viewer}, {fault}")
    assert not found, "\n".join(found.values())
    assert len({re.sub(r"[0-9.]+", "#", each) for each in saved}) >= LEAST_EDITS[slug], saved
