"""What the foot holds stands in the classes of its frame: as the server draws them, and as the page
keeps them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from companion.tables.table import Table
from companion.web.page.toast import Toast
from companion.web.reply.reply import toast_html
from companion.web.request.phone import set_current_table
from companion.web.templating.foot import HTML_BY_MARK, marks_of_foot
from tests.kit.browser.kept_pictures import STORIES, screens_of, show
from tests.kit.browser.kept_tables import ORIGIN, a_table, phones_at
from tests.kit.browser.waiting import FRAMES

pytestmark = pytest.mark.browser

#: The classes of the frame on the page, and as the server drew it.
MARKS = f"""async () => {{
  await {FRAMES};
  const sent = new DOMParser().parseFromString(
    await (await fetch(location.href)).text(), "text/html");
  const of = (page) => [
    page.documentElement.classList.contains("at-table"),
    ...[...page.getElementById("dock").classList].sort()];
  return [of(document), of(sent)];
}}"""
#: With this answer to a tap: what stands in the foot then, and the classes of its frame.
WITH_TOAST = f"""async (html) => {{
  document.getElementById("toast").innerHTML = html;
  await {FRAMES};
  const foot = document.getElementById("dock");
  return [foot.innerHTML, [...foot.classList].filter((each) => each.startsWith("has-"))];
}}"""
#: Answers to a tap: with no way on, with one, with two.
TOASTS = (
    Toast("ok", "Done."),
    Toast("info", "Lay it there.", spoken=True),
    Toast("no", "Not now."),
    Toast("no", "Not now.", appeal="pass"),
    Toast("no", "Not now.", appeal="pass", again="abc"),
    Toast("ask", "Sure?", anyway="Yes", to="/t/KEPT/act"),
)


def toasts(now: Table) -> Iterator[str]:
    """Each answer as seat 1 gets it."""
    for toast in TOASTS:
        yield toast_html(now, 1, toast)


def as_server(html: str) -> set[str]:
    """The classes that the server gives a foot with this html."""
    return set(marks_of_foot(html).split())


@pytest.mark.parametrize("story", STORIES)
def test_server_and_page_say_the_same_of_a_foot(
    chromium: Browser, tmp_path: Path, story: str
) -> None:
    seen, found = set[str](), list[object]()
    with a_table(tmp_path, story) as table, phones_at(chromium, table) as page:
        for screen in screens_of(table, story):
            show(page(screen.phone), replace(screen, taps=()))
            here, sent = page(screen.phone).evaluate(MARKS)
            seen.update(sent[1:])
            if here != sent:
                found.append((screen.name, here, sent))
    assert found == []
    assert {"dock", "has-last", "has-btn", "has-main", "has-end"} <= seen


def test_server_and_page_say_the_same_of_an_answer(chromium: Browser, tmp_path: Path) -> None:
    seen = set[str]()
    story = "empires/games/two-players-hybrid.txt"
    with a_table(tmp_path, story) as table, phones_at(chromium, table) as pages:
        table.start()
        page: Page = pages("mira")
        page.goto(f"{ORIGIN}/t/KEPT")
        with table.app.test_request_context(base_url=ORIGIN):
            now = table.site.store.latest("KEPT")
            set_current_table(now)
            answers = [*toasts(now)]
        for html in answers:
            inside, here = page.evaluate(WITH_TOAST, html)
            assert as_server(inside) == set(here), html
            seen.update(here)
    assert {"has-toast", "has-no", "has-offer", "has-two"} <= seen <= set(HTML_BY_MARK)
