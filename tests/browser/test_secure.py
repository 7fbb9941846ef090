"""Over https, as behind a proxy: what a browser gives only there. Everything else is tested over
plain http, as it is in most houses.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from companion import transcript
from companion.games import CATALOGUE
from tests.kit.browser.front import secured
from tests.kit.browser.handsets import Phone
from tests.kit.browser.house import House
from tests.kit.browser.openings import LAID_OUT, is_live
from tests.kit.browser.screens import GAMES
from tests.kit.browser.waiting import becomes, holds

pytestmark = pytest.mark.browser

New = Callable[..., Phone]
#: A phone that can share, and only notes what it was given.
SHARES = """() => {
  window.shared = [];
  navigator.canShare = () => true;
  navigator.share = async (what) => {
    const files = (what.files ?? []).map((file) => [file.name, file.type, file.size]);
    window.shared.push({text: what.text, url: what.url, files});
  };
}"""
#: A phone that notes what becomes of its locks.
LOCKS = """
  window.done = [];
  WakeLock.prototype.request = async () => {
    const lock = new EventTarget();
    lock.release = async () => {
      window.done.push("may sleep");
      lock.dispatchEvent(new Event("release"));
    };
    window.done.push("awake");
    return lock;
  };
"""
HIDE = """hidden => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Told of the proxy before it, and of a name by which everybody outside finds it."""
    house = House(
        tmp_path_factory.mktemp("house"),
        COMPANION_PROXIES="1",
        COMPANION_ORIGINS="https://cosmos.example",
    )
    with secured(house, tmp_path_factory.mktemp("front")) as address:
        house.address = address
        yield house
    house.stop()


def alone(phone: New) -> Phone:
    """Mira, who plays both seats of a game that has begun."""
    mira = phone()
    mira.open_at_once("crafting", "Mira", 2)
    mira.sit(2, "Ben")
    mira.start()
    mira.send(1, *LAID_OUT)
    return mira


def test_the_screen_stays_on_by_the_browsers_own_lock(phone: New) -> None:
    mira = alone(phone)
    mira.page.add_init_script(LOCKS)
    mira.go("/table?part=settings")
    is_live(mira)
    holds(mira.page, "isSecureContext")
    did = ["awake"]
    becomes(mira.page, "window.done", did)
    for hidden, what in ((True, "may sleep"), (False, "awake")):
        mira.page.evaluate(HIDE, hidden)
        did.append(what)
        becomes(mira.page, "window.done", did)
    device = mira.page.locator("#device")
    expect(device).to_contain_text("Stops when you leave the page")
    expect(device.get_by_text("silent video")).to_be_hidden()
    expect(device.get_by_text("need https")).to_be_hidden()
    mira.tap(mira.page.get_by_role("switch", name="Keep the screen on"))
    becomes(mira.page, "window.done", [*did, "may sleep"])
    expect(mira.page.locator("video")).to_have_count(0)  # no film where there is a lock


def at_the_end(phone: New) -> Phone:
    played = transcript.read_transcript(
        (GAMES / "two-players-tie-break.txt").read_text(encoding="utf-8")
    )
    mira = phone()
    mira.open_at_once("crafting", "Mira", 2)
    mira.sit(2, "Ben")
    for key, value in played.options:
        mira.choose(key, value)
    mira.start()
    for move in played.moves:
        mira.send(move.seat, move.action)
    mira.go()
    return mira


def test_a_phone_that_can_share_is_given_picture_words_and_link(phone: New) -> None:
    mira = at_the_end(phone)
    mira.page.evaluate(SHARES)
    mira.press_link("Share result")
    expect(mira.page.locator("#send")).to_be_hidden()
    becomes(mira.page, "window.shared.length", 1)
    [shared] = mira.page.evaluate("window.shared")
    assert re.fullmatch(rf"https://cosmos\.example/t/{mira.code}-\w{{10}}", shared["url"])
    assert shared["text"] == "Crafting the Cosmos: Ben (114), Mira (114)"
    [[name, kind, size]] = shared["files"]
    assert (name, kind) == ("result.png", "image/png") and size > 10_000


def test_a_link_is_copied_by_the_browsers_own_clipboard(phone: New) -> None:
    mira = at_the_end(phone)
    mira.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    mira.press("Save result")
    mira.press("Copy the link", mira.sheet())
    expect(mira.sheet()).to_contain_text("The link is copied.")
    link = rf"https://cosmos\.example/t/{mira.code}-\w{{10}}"
    # Pasted elsewhere, as a person does: our pages themselves may not read it.
    elsewhere = mira.page.context.new_page()
    elsewhere.set_content("<textarea id='pasted'></textarea>")
    elsewhere.locator("#pasted").focus()
    elsewhere.keyboard.press("ControlOrMeta+V")
    expect(elsewhere.locator("#pasted")).to_have_value(re.compile(link))


def test_what_is_kept_follows_the_language_of_the_phone(phone: New) -> None:
    mira = alone(phone)
    mira.go()
    is_live(mira)
    mira.page.wait_for_function("() => navigator.serviceWorker.controller")
    mira.visit(f"{mira.address}/")
    mira.page.get_by_role("button", name="Deutsch").click()
    expect(mira.page.locator("html")).to_have_attribute("lang", "de")
    # Kept pages by what their heads say: the offline notice, and the rules of each game.
    kept = """async () => (await Promise.all(["/offline", "/rules/crafting"].map(async (page) =>
      (await (await caches.match(page, { ignoreVary: true }))?.text())
        ?.match(/<html lang="(..)"/)[1]))).join(" ")"""
    becomes(mira.page, kept, "de de")
    mira.complaints.clear()


@pytest.mark.spine
def test_the_installed_app_keeps_shell_and_rules_and_no_table(phone: New, house: House) -> None:
    mira = alone(phone)
    mira.go()
    is_live(mira)
    mira.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    mira.page.wait_for_function("() => navigator.serviceWorker.controller")
    for asked in ("q=marble", f"at={mira.code}&q=star", f"at={mira.code}"):
        mira.visit(f"{mira.address}/rules/crafting?{asked}")
    kept = mira.page.evaluate(
        """async () => (await Promise.all((await caches.keys()).map(async (name) =>
          (await (await caches.open(name)).keys())
          .map((r) => new URL(r.url))
          .map((u) => u.pathname + (u.search.includes("v=") ? "" : u.search))
          ))).flat()"""
    )
    pages = ("", "/cards", "/examples", "/signs")
    rules = [f"/rules/{slug}{page}" for slug in sorted(CATALOGUE) for page in pages]
    assert sorted(path for path in kept if path.startswith("/rules")) == rules
    assert "/static/companion.css" in kept and not [path for path in kept if path.startswith("/t/")]
    mira.page.context.set_offline(True)
    mira.visit(f"{mira.address}/rules/crafting?at={mira.code}&q=moon")
    expect(mira.page.locator("main")).to_contain_text("marble")
    mira.visit(f"{mira.address}/rules/crafting/signs?at={mira.code}")
    expect(mira.page.locator("main")).to_contain_text("Psi sector")
    mira.go()
    expect(mira.page.locator("main")).to_contain_text("Can't reach the app")
    mira.page.context.set_offline(False)
    mira.sees("Your turn")
    mira.complaints.clear()
