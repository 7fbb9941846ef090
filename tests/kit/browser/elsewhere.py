"""WebKit and Firefox, as Debian has them, driven by what belongs to each: two more kinds of phones.

A thumb here is the same for both: the page says where what it looks for is and that nothing covers
it, the browser is clicked there. A missing browser is said plainly, and never passed over.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from marionette_driver.marionette import Marionette
from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionBuilder
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from tests.kit.browser.handsets import OPENED
from tests.kit.ports import free_port
from tests.kit.served import GENEROUS

HERE = "127.0.0.1"
UPRIGHT = (390, 844)
#: Milliseconds until a tap is one of its own; see static/js/press.js.
A_LOOK = 450
#: Where the first visible thing of this kind is whose name begins with these words; nothing where
#: there is none, or where something else would take the tap. `place`: within what, by selector.
FIND = """
const [kinds, label, place] = arguments;
// A small part of how a browser names things: labels, and else the words that are not hidden.
const words = (each) => each.nodeType === 3 ? each.data
  : each.nodeType !== 1 || each.getAttribute("aria-hidden") === "true" ? ""
  : each.getAttribute("aria-label") ?? [...each.childNodes].map(words).join(" ");
const named = (each) => {
  const own = each.getAttribute("aria-label");
  return (own ?? words(each.closest("label") ?? each)).trim().replace(/\\s+/g, " ");
};
const inside = [...document.querySelectorAll(place)].at(-1);
const found = [...(inside?.querySelectorAll(kinds) ?? [])]
  .filter((each) => (each.closest("label") ?? each).checkVisibility({visibilityProperty: true}))
  .find((each) => named(each).startsWith(label) && !/^\\w/.test(named(each).slice(label.length)));
if (!found) return null;
const target = found.closest("label") ?? found;
target.scrollIntoView({block: "center", behavior: "instant"});
const box = target.getBoundingClientRect();
const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
return target.contains(document.elementFromPoint(x, y)) ? [Math.round(x), Math.round(y)] : null;
"""
BUTTON, CHOICE = "button, [role=button]", "input[type=radio], [role=radio]"
ALL, SHEET = "body", "[popover]:popover-open"


def find_program(name: str, package: str, *more: str) -> str:
    """Where this program is. Fails with what to do where there is none."""
    path = shutil.which(name) or next((each for each in more if Path(each).is_file()), None)
    assert path, f"These tests need {name} (on Debian: apt-get install {package})"
    return path


class Handset(ABC):
    """A phone: the words of `handsets.Phone` for tapping, so that both can be led alike."""

    address = code = ""

    @abstractmethod
    def visit(self, address: str) -> None: ...

    @abstractmethod
    def run(self, script: str, *given: Any) -> Any:
        """What this JavaScript returns."""

    @abstractmethod
    def click(self, x: int, y: int) -> None: ...

    def until(self, script: str, *given: Any) -> Any:
        """What it returns, once that is something."""
        end = time.monotonic() + GENEROUS
        while time.monotonic() < end:
            if answer := self.run(script, *given):
                return answer
            time.sleep(0.1)
        shown = self.run("return document.body.innerText")
        raise AssertionError(f"never: {script} {given}\\n{shown}")

    # -- what a finger does

    def tap(self, what: tuple[str, str, str]) -> None:
        """As a person: not sooner than the page takes for the other half of the same press."""
        time.sleep(A_LOOK / 1000)
        x, y = self.until(FIND, *what)
        self.click(x, y)

    def press(self, label: str, inside: str = ALL) -> None:
        self.tap((BUTTON, label, inside))

    def pick(self, group: str, option: str) -> None:
        self.tap((CHOICE, option, SHEET))

    def marble(self, owner: str) -> tuple[str, str, str]:
        return BUTTON, "Dark marble" if owner == "Dark" else f"{owner}'s marble", ALL

    def part(self, selector: str) -> str:
        return selector

    def sheet(self) -> str:
        return SHEET

    # -- what an eye finds

    def sees(self, words: str, where: str = "#panel-banner") -> None:
        script = "return document.querySelector(arguments[0])?.textContent.includes(arguments[1])"
        self.until(script, where, words)

    def is_live(self) -> None:
        self.until("return document.body.dataset.live === 'on'")
        self.run(f"{OPENED}; document.dispatchEvent(new Event('htmx:after:swap'))")

    # -- quicker than a finger

    def send(self, path: str, **fields: str) -> str:
        """A form of this phone's, past the page; where its answer leads."""
        script = """const [path, fields] = arguments;
          return fetch(path, {method: "POST", body: new URLSearchParams(fields)})
            .then((answer) => [answer.ok, answer.url])"""
        ok, url = self.run(script, path, fields)
        assert ok, (path, fields, url)
        return str(url)


class WebKit(Handset):
    def __init__(self) -> None:
        options = Options()
        browsers = Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser")
        options.binary_location = find_program(
            "MiniBrowser", "webkit2gtk-driver", *map(str, browsers)
        )
        options.add_argument("--automation")
        service = Service(find_program("WebKitWebDriver", "webkit2gtk-driver"), port=free_port())
        self._driver = webdriver.WebKitGTK(options=options, service=service)
        self._driver.set_window_size(*UPRIGHT)

    def visit(self, address: str) -> None:
        self._driver.get(address)

    def run(self, script: str, *given: Any) -> Any:
        return self._driver.execute_script(script, *given)

    def click(self, x: int, y: int) -> None:
        thumb = ActionBuilder(self._driver)
        thumb.pointer_action.move_to_location(x, y).click()
        thumb.perform()

    def close(self) -> None:
        self._driver.quit()


class Firefox(Handset):
    def __init__(self, folder: Path) -> None:
        port = free_port()
        folder.mkdir()
        (folder / "user.js").write_text(f'user_pref("marionette.port", {port});\n')
        command = [find_program("firefox-esr", "firefox-esr", "/usr/bin/firefox"), "--headless"]
        command += ["--marionette", "--no-remote", "--profile", str(folder)]
        self._browser = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=_own_home(folder)
        )
        self._line = Marionette(host=HERE, port=port, startup_timeout=60)
        self._line.raise_for_port(60, check_process_status=False)
        self._line.start_session()
        self._line.set_window_rect(width=UPRIGHT[0], height=UPRIGHT[1])

    def visit(self, address: str) -> None:
        self._line.navigate(address)

    def run(self, script: str, *given: Any) -> Any:
        # Without a sandbox: among the page's own values.
        return self._line.execute_script(script, list(given), sandbox=None)

    def click(self, x: int, y: int) -> None:
        thumb = self._line.actions.sequence("pointer", "thumb", {"pointerType": "touch"})
        thumb.pointer_move(x, y).pointer_down().pointer_up().perform()

    def close(self) -> None:
        self._line.delete_session()
        self._browser.terminate()
        self._browser.wait(GENEROUS)


def _own_home(folder: Path) -> dict[str, str]:
    return {**os.environ, "HOME": str(folder)}


@contextmanager
def two_of(kind: str, folder: Path) -> Iterator[tuple[Handset, Handset]]:
    """Two phones of this kind ("webkit", "firefox"), strangers to each other."""
    phones: list[Any] = []
    try:
        with _a_display():
            for name in ("one", "other"):
                phones.append(WebKit() if kind == "webkit" else Firefox(folder / name))
            yield phones[0], phones[1]
            while phones:
                phones.pop().close()
    finally:
        for each in phones:
            each.close()


@contextmanager
def _a_display() -> Iterator[None]:
    """A screen that nobody sees, for what opens windows."""
    command = [find_program("Xvfb", "xvfb"), "-displayfd", "1", "-screen", "0", "800x1000x24"]
    with subprocess.Popen(
        [*command, "-nolisten", "tcp"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as running:
        assert running.stdout is not None
        os.environ["DISPLAY"] = f":{running.stdout.readline().decode().strip()}"
        try:
            yield
        finally:
            del os.environ["DISPLAY"]
            running.terminate()
