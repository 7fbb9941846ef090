"""The table screen's moments: names appear with light and sound, and it speaks when asked."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.kit.browser.handsets import Phone
from tests.kit.served import until

pytestmark = pytest.mark.browser

#: Instead of loudspeakers: what would be heard.
EARS = """() => {
  window.heard = [];
  window.notes = 0;
  speechSynthesis.speak = (said) => window.heard.push([said.lang, said.text]);
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...at) {
    window.notes += 1;
    return start.apply(this, at);
  };
}"""


def test_who_joins_is_seen_and_heard_and_the_turn_is_said(phone: Callable[..., Phone]) -> None:
    host, guest, screen = phone(), phone(), phone()
    code = host.open_at_once("crafting", "Mira", 2)
    screen.page.goto(f"{host.address}/t/{code}/screen")
    page = screen.page
    page.evaluate(EARS)
    sound, aloud = (page.locator(f"[data-moment={key}]") for key in ("sound", "aloud"))
    expect(sound).to_have_attribute("aria-pressed", "false")
    aloud.click()
    guest.code = code
    guest.sit(2, "Ben")
    expect(page.locator("#presence .is-new")).to_contain_text("Ben")
    assert ["en", "Ben"] in page.evaluate("heard")
    assert page.evaluate("notes") == 0, "silent until it is asked for"
    sound.click()
    until(lambda: page.evaluate("notes") > 0, "no sound")
    host.start()
    host.send(1, "deal dark 2 dark 1 dark dark", "goal stable-life", "begin")
    said = "heard.some(([, text]) => /^(Mira|Ben) is/.test(text))"
    until(lambda: bool(page.evaluate(said)), "nobody's turn is said")


LOOKS = """() => [getComputedStyle(document.body).backgroundColor,
  parseFloat(getComputedStyle(document.documentElement).fontSize),
  document.documentElement.dataset.hand]"""


def test_a_phone_looks_as_its_owner_chose_and_goes_on_so(phone: Callable[..., Phone]) -> None:
    mine = phone(color_scheme="dark")
    code = mine.open_at_once("crafting", "Mira", 2)
    page = mine.page
    mine.start()
    page.goto(f"{mine.address}/t/{code}/table")
    dark, size, _ = page.evaluate(LOOKS)
    for key, value in (("theme", "light"), ("text", "largest"), ("hand", "left")):
        page.locator(f"[data-look={key}]").select_option(value)
    light, larger, hand = page.evaluate(LOOKS)
    assert light != dark and larger > size and hand == "left"
    page.reload()
    assert page.evaluate(LOOKS) == [light, larger, "left"]
    assert page.locator("[data-look=theme]").input_value() == "light"
    page.locator("[data-look=theme]").select_option("")
    assert page.evaluate(LOOKS)[0] == dark
