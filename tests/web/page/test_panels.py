"""Every kind of panel has its partial and draws; what people typed is escaped; no tap is dead."""

from __future__ import annotations

import dataclasses
import inspect
import re
from html.parser import HTMLParser
from types import SimpleNamespace

import pytest
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from companion.games.crafting import GAME
from companion.referee import panels, result_panels
from companion.referee.controls import Choice, Field, Pick
from companion.referee.panels import Choices, Count, Counts, Dock, Panel, Scene, Sheet
from companion.referee.result_panels import Graph, Result
from companion.referee.text import Text, english_translator
from companion.web.language.sentences import SeatLook, sentence
from companion.web.templating.environment import (
    PlainStringCodeGenerator,
    escape_as_typed,
    escape_to_plain_string,
    make_badge,
)
from companion.web.templating.forms import (
    hidden_fields,
    make_form_start,
    number_form_start,
)
from companion.web.templating.plot import plot_of_graph
from tests.kit.places import ROOT
from tests.kit.shape import icons
from tests.web.page.panel_samples import (
    COMPLETE,
    MISSING,
    PANELS,
    RULES,
    SECRET,
    TILES,
    WHEEL,
)

NAMES = {1: "Mira", 2: "Ben", 3: '<script>alert("x")</script>', 4: "Tom & Jo"}
COLOURS = ("magenta", "cyan", "violet", "amber")
SYMBOLS = ("triangle", "diamond", "moon", "cross")
KINDS = [
    kind
    for module in (panels, result_panels)
    for _, kind in inspect.getmembers(module, inspect.isclass)
    if issubclass(kind, Panel) and kind is not Panel
]
VOID = {"input", "meta", "link", "br", "img"}


def look(seat: int) -> SeatLook:
    symbol = SYMBOLS[seat - 1]
    return SeatLook(seat, NAMES[seat], COLOURS[seat - 1], symbol, symbol)


def icon(name: str, more: str = "") -> Markup:
    return Markup('<svg><use href="icons.svg#{}"/></svg>').format(name)


def gem(name: str, more: str = "tint") -> Markup:
    return icon(name, more)


def environment(kind: type[Environment] = Environment) -> Environment:
    env = kind(
        loader=FileSystemLoader(ROOT / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        extensions=["jinja2.ext.i18n"],
    )
    env.install_null_translations(newstyle=True)  # type: ignore[attr-defined]
    env.filters["say"] = english_translator(lambda seat: NAMES[seat]).say
    env.filters["lang"] = lambda text: ""
    env.filters["sentence"] = sentence

    def address(endpoint: str, **values: object) -> str:
        return f"/{endpoint}/" + "/".join(map(str, values.values()))

    env.globals.update(
        url_for=address,
        hidden=hidden_fields,
        form_start=make_form_start(address),
        set_start=number_form_start,
        icon=icon,
        gem=gem,
        sprite="icons.svg#{}".format,
        badge=make_badge(icon, look),
        look=look,
        comma=lambda: ", ",
        full_stop=lambda: ". ",
        plot=plot_of_graph,
        rule_of=RULES.__getitem__,
        table=SimpleNamespace(code="K7MX", game=GAME),
    )
    return env


ENV = environment()


class PlainEnvironment(Environment):
    """Compiles templates as the companion does."""

    code_generator_class = PlainStringCodeGenerator
    escaped = staticmethod(escape_to_plain_string)
    as_typed = staticmethod(escape_as_typed)


PLAIN = environment(PlainEnvironment)


def draw(panel: Panel, viewer: int = 1, seen: int = 41, env: Environment = ENV) -> str:
    template = env.get_template(f"panels/_{type(panel).__name__.lower()}.html")
    return template.render(panel=panel, viewer=viewer, seen=seen, mark=7)


class Page(HTMLParser):
    """Reads html strictly enough: every element is closed in order; keeps tags and attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)
        assert not self.open, f"left open: {self.open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len({name for name, _ in attrs}) == len(attrs), f"{tag} names an attribute twice"
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open.pop() == tag, f"</{tag}> closes nothing"

    def all(self, tag: str, **having: str) -> list[dict[str, str | None]]:
        return [
            attrs
            for name, attrs in self.tags
            if name == tag and all(attrs.get(key) == value for key, value in having.items())
        ]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_kind_has_a_partial_and_a_sample(kind: type[Panel]) -> None:
    assert (ROOT / "templates" / "panels" / f"_{kind.__name__.lower()}.html").is_file()
    assert any(type(panel) is kind for panel in PANELS)


@pytest.mark.parametrize("viewer", [0, 1])
@pytest.mark.parametrize("panel", PANELS, ids=lambda panel: panel.id)
def test_every_sample_draws_one_sound_element(panel: Panel, viewer: int) -> None:
    page = Page(draw(panel, viewer).strip())
    ids = [attrs["id"] for _, attrs in page.tags if "id" in attrs]
    assert ids[0] == f"panel-{panel.id}"
    assert page.tags[0][1]["id"] == ids[0], "the outermost element carries the panel's id"
    assert len(ids) == len(set(ids)), "an id is used twice"
    forbidden = [
        name for _, attrs in page.tags for name in attrs if name.startswith(("style", "on"))
    ]
    assert forbidden == [], "the page's policy forbids inline style and script"


@pytest.mark.parametrize("viewer", [0, 1])
@pytest.mark.parametrize("panel", PANELS, ids=lambda panel: panel.id)
def test_every_sample_is_drawn_the_same_by_plain_attributes(panel: Panel, viewer: int) -> None:
    assert draw(panel, viewer, env=PLAIN) == draw(panel, viewer)


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("{{ some.there }}", "3"),
        ("{{ some.there is defined }} {{ some.gone is defined }}", "True False"),
        ("{{ some.gone|default(4) }} {{ (some.gone)|default(5) + some.there }}", "4 8"),
    ],
)
def test_an_attribute_that_may_be_missing_is_looked_up(source: str, told: str) -> None:
    some = SimpleNamespace(there=3)
    assert PLAIN.from_string(source).render(some=some) == told


def test_an_item_is_no_attribute() -> None:
    with pytest.raises(AttributeError):
        PLAIN.from_string("{{ some.key }}").render(some={"key": 1})


@pytest.mark.parametrize("panel", PANELS, ids=lambda panel: panel.id)
def test_names_are_escaped(panel: Panel) -> None:
    assert "<script" not in draw(panel)


def test_a_name_with_markup_is_shown_as_typed() -> None:
    said = draw(Result(id="end", winners=(3,), reason=Text("{who}", who=NAMES[3]), rule="life.six"))
    assert said.count("&lt;script&gt;") == 3  # badge, headline, reason


@pytest.mark.parametrize("panel", PANELS, ids=lambda panel: panel.id)
def test_every_icon_is_in_the_sprite(panel: Panel) -> None:
    drawn = re.findall(r"icons\.svg#([\w-]+)", draw(panel))
    assert set(drawn) <= icons("crafting")


def test_a_tap_is_a_form_with_seat_intent_seen_and_action() -> None:
    page = Page(draw(Choices(id="c", choices=(Choice(label=Text("Go"), action='say "x"'),)), 2))
    (form,) = page.all("form")
    assert form["method"] == "post" and form["action"] == form["hx-post"]
    fields = {attrs["name"]: attrs["value"] for attrs in page.all("input", type="hidden")}
    assert fields == {"seat": "2", "intent": "", "seen": "41"}
    assert page.all("button", name="action", value='say "x"')


def test_a_refused_choice_can_still_be_tapped_and_says_why() -> None:
    html = draw(Choices(id="c", choices=(TILES[2],)))
    (button,) = Page(html).all("button")
    assert button["aria-disabled"] == "true" and "disabled" not in button
    assert "Has 5 of 6 life" in html


def test_a_refused_sheet_opens_its_reason_with_rule_and_page() -> None:
    html = draw(Choices(id="c", choices=(TILES[3],)))
    page = Page(html)
    target = page.all("button")[0]["popovertarget"]
    assert page.all("div", id=str(target))
    assert "Create advanced life" in html and "p. 13" in html
    assert page.all("button", name="action", value="place proto"), "the remedy is one tap"


def test_a_refused_row_says_its_rule_and_page_before_it_is_opened() -> None:
    html = draw(next(panel for panel in PANELS if panel.id == "lines-of-taps"))
    summary = html[html.index("<summary") : html.index("</summary>")]
    for words in ("Has 5 of 6 life", "Create advanced life", "p. 13"):
        assert words in summary


def test_a_spectator_is_offered_no_remedy() -> None:
    html = draw(Choices(id="c", choices=(TILES[3],)), viewer=0)
    assert "place proto" not in html and "Place the proto life" in html


def test_a_choice_opens_the_sheet_that_is_drawn() -> None:
    opener = Page(draw(Choices(id="c", choices=(TILES[0],)))).all("button")[0]
    assert opener["popovertarget"] == Page(draw(COMPLETE)).tags[0][1]["id"]


def test_a_sheet_sends_verb_and_fields_in_order() -> None:
    page = Page(draw(COMPLETE))
    names = [str(attrs["name"]) for attrs in page.all("input") if "name" in attrs]
    order = [name for n, name in enumerate(names) if name not in names[:n]]
    assert order == [
        *("seat", "intent", "seen"),
        *("action", "action.1", "action.2", "lead.3", "action.3", "action.4"),
    ]
    assert page.all("input", name="action")[0]["value"] == "complete"
    assert page.all("input", name="lead.3")[0]["value"] == "with"
    (number,) = page.all("input", type="number")
    assert (number["min"], number["max"], number["value"]) == ("1", "30", "10")


def test_the_chosen_pick_is_preset() -> None:
    chosen = [attrs for attrs in Page(draw(COMPLETE)).all("input") if "checked" in attrs]
    assert [attrs["value"] for attrs in chosen] == ["3", "he", "psi"]


def test_a_secret_is_covered_and_stays_as_it_was_told() -> None:
    untold = dataclasses.replace(SECRET.fields[0], value="")
    for sheet, checked in ((SECRET, ["8"]), (dataclasses.replace(SECRET, fields=(untold,)), [])):
        page = Page(draw(sheet))
        (cover,) = page.all("details")
        assert "open" not in cover
        assert "Enter it (only you see it)" in draw(sheet), "a number, a name or a tile"
        values = [attrs["value"] for attrs in page.all("input") if "checked" in attrs]
        assert values == checked
        assert not [attrs for attrs in page.all("input") if "required" in attrs]


def test_sheets_open_without_scripts() -> None:
    page = Page(draw(COMPLETE))
    assert "popover" in page.tags[0][1]
    scripted = [attrs for attrs in page.all("button") if "data-step" in attrs]
    assert scripted and all("scripted" in str(attrs["class"]) for attrs in scripted)


def test_a_tap_on_a_number_adds_its_step() -> None:
    count = Count(label=Text("Points"), value=500, verb="mend points", high=9_000, step=50)
    page = Page(draw(Counts(id="mine", title=Text("Mine"), counts=(count,))))
    steps = [attrs["data-step"] for attrs in page.all("button") if "data-step" in attrs]
    assert steps == ["-50", "50"]


def test_long_numbers_of_a_graph_have_room() -> None:
    short, long = (
        plot_of_graph(Graph(id="g", title=Text("G"), series=((1, (0, top)),), labels=()))
        for top in (99, 12_000)
    )
    assert (short.left_edge, short.width) == (-12, 368)
    assert (
        long.left_edge < short.left_edge
        and long.left_edge + long.width == short.left_edge + short.width
    )


def test_a_marble_that_stays_takes_the_tap_and_tells_its_reason() -> None:
    page = Page(draw(Scene(id="wheel", drawing="wheel", facts=WHEEL)))
    (button,) = page.all("button", value="shift seat2 light")
    assert button["aria-disabled"] == "true"
    assert button["aria-label"] == "Ben's marble in Light. Ben's marble stays"
    assert len(page.all("button")) == 6 and len(page.all("span", role="img")) == 1


def test_a_wheel_to_look_at_has_nothing_to_tap() -> None:
    facts = dataclasses.replace(WHEEL, interactive=False, hub=Text("{who}", who="Mira in Time"))
    html = draw(Scene(id="wheel", drawing="wheel", facts=facts))
    page = Page(html)
    assert not page.all("button") and not page.all("form")
    assert len(page.all("span", role="img")) == 7 and "Mira in Time" in html


def test_an_unchecked_tick_is_never_sent() -> None:
    panel = next(panel for panel in PANELS if panel.id == "list")
    ticks = Page(draw(panel)).all("input", type="checkbox")
    assert len(ticks) == 4 and all("name" not in tick for tick in ticks)
    assert len([tick for tick in ticks if "checked" in tick]) == 1


def test_a_count_that_can_be_mended_sends_its_verb_and_number() -> None:
    panel = next(panel for panel in PANELS if panel.id == "counts")
    page = Page(draw(panel))
    assert [attrs["value"] for attrs in page.all("input", name="action")] == [
        "count life 1",
        "count 2",
    ]
    assert [attrs["value"] for attrs in page.all("input", name="action.1")] == ["7", "5"]


def test_the_graph_stays_inside_its_frame() -> None:
    panel = next(panel for panel in PANELS if panel.id == "graph")
    for attrs in Page(draw(panel)).all("polyline"):
        for point in str(attrs["points"]).split():
            x, y = map(float, point.split(","))
            assert 28 <= x <= 318 and 20 <= y <= 146


def test_a_graph_without_rounds_draws() -> None:
    panel = next(panel for panel in PANELS if panel.id == "graph")
    bare = dataclasses.replace(panel, series=((1, (0,)), (2, (0,))), labels=(Text("0"),))
    assert len(Page(draw(bare)).all("polyline")) == 2


def test_the_main_choice_of_a_dock_stands_out() -> None:
    page = Page(draw(next(panel for panel in PANELS if isinstance(panel, Dock))))
    main = [a for a in page.all("button") if "main" in str(a["class"]).split()]
    assert [attrs["value"] for attrs in main] == ["collect"]


def test_a_refused_sheet_still_shows_its_form() -> None:
    page = Page(draw(dataclasses.replace(COMPLETE, refusal=MISSING)))
    assert page.all("input", name="action", value="complete")
    assert any(attrs.get("aria-disabled") == "true" for attrs in page.all("button"))


def test_no_version_is_carried_where_none_is_known() -> None:
    html = draw(Choices(id="c", choices=(TILES[1],)), seen=0)
    assert not Page(html).all("input", name="seen")


def test_sheets_are_named_for_those_who_cannot_see() -> None:
    for panel in PANELS:
        if isinstance(panel, Sheet):
            page = Page(draw(panel))
            title = page.tags[0][1]["aria-labelledby"]
            assert page.all("h2", id=str(title))


def test_rare_picks_are_folded_away_and_belong_to_the_same_choice() -> None:
    usual, rare = (Pick(value="14", label=Text("14")),), (Pick(value="15", label=Text("15")),)
    field = Field(label=Text("Points"), kind="pick", picks=usual, rare=rare)
    sheet = Sheet(id="c", title=Text("C"), verb="complete", fields=(field,), submit=Text("Do"))
    html = draw(sheet)
    folded = html[html.index("<details") : html.index("</details>")]
    assert 'value="15"' in folded and 'value="14"' not in folded
    names = {each["name"] for each in Page(html).all("input", type="radio")}
    assert names == {"action.1"}


def test_every_line_of_what_hands_exchange_begins_large() -> None:
    lines = [("monolith", Text("take the Monolith"), ""), ("comet", Text("{n} comets", n=2), "")]
    facts = SimpleNamespace(whose=None, back=(), take=(), lines=lines)
    drawn = ENV.get_template("games/cosmogenesis/_swap.html").render(facts=facts)
    assert re.findall(r"<b>(.*?)</b>", drawn) == ["Take the Monolith", "2 comets"]


def test_why_a_card_cannot_be_built_is_a_sentence_of_its_own() -> None:
    face = SimpleNamespace(
        slug="bots", kinds=("bio",), type=Text("Bio"), roll="7", made="1", cost=2, free=False
    )
    refusal = SimpleNamespace(reason=Text("All 7 copies are built"))
    choice = SimpleNamespace(
        label=Text("Bots"), detail=Text("pays on 7"), refusal=refusal, facts=face
    )
    template = ENV.get_template("games/empires/_card.html")
    assert "Bio. All 7 copies are built" in template.render(choice=choice)
    choice.refusal, face.ends = None, False
    assert "Bio, pays on 7" in template.render(choice=choice)
