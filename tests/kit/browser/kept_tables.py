"""A companion inside this process whose pages look the same on every machine, and phones that show
them: one clock, one table's code, one typeface, nothing moves.
"""

from __future__ import annotations

import os
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from io import BytesIO
from pathlib import Path
from unittest.mock import patch
from urllib.parse import urlsplit

from flask.testing import FlaskClient
from PIL import Image
from playwright.sync_api import Browser, Error, Page, Route

from companion import chance, transcript
from companion.app import create_app
from companion.config import Config
from companion.play import act
from companion.play.answer import Played, Tap
from tests.kit.browser.browsers import NAME
from tests.kit.browser.handsets import OPENED
from tests.kit.browser.openings import NAMES
from tests.kit.browser.reading import wait_until_drawn
from tests.kit.places import CODE, GAMES
from tests.kit.steady import clocked

ORIGIN = f"http://{NAME}"
#: Noon in the middle of a month: in every part of the world it is the same month, and nearly
#: everywhere the same day. Seconds between two moves.
NOON, EACH = 1_760_529_600.0, 25.0
#: Where the typeface lies that comes with the companion, and what of a page it takes over. A phone
#: that hears nothing from the table says so after a while: here none does.
FONTS = CODE / "web" / "export" / "fonts"
SHEET = """
@font-face { font-family: Kept; font-weight: 1 549; src: url(/kept/DejaVuSans.ttf); }
@font-face { font-family: Kept; font-weight: 550 1000; src: url(/kept/DejaVuSans-Bold.ttf); }
*, *::before, *::after {
  font-family: Kept !important; font-style: normal !important; caret-color: transparent !important;
  animation: none !important; transition: none !important; scroll-behavior: auto !important;
}
.asleep, .slowly { display: none !important; }
"""
#: What of an answer's head a browser needs.
TOLD = ("Content-Type", "Location")
#: As much of a page as is on its picture, in pixels.
LONGEST = 1000


class KeptTable:
    """A table of one recorded game, played on from stage to stage. Phones: "mira" has seat 1 and is
    the host, "others" has the other seats, "watcher" none; "late" was never here before.
    """

    def __init__(self, folder: Path, game: str) -> None:
        recorded = transcript.read_transcript((GAMES / game).read_text(encoding="utf-8"))
        self._moves = recorded.moves
        self._now = NOON
        #: what its phones ask for
        self.language = "en"
        self._done, self._seats, self._options = 0, recorded.seats, recorded.options
        config = Config(folder / f"{recorded.slug}.sqlite", "not so secret", hosts=(NAME,), pace=0)
        self.app = create_app(config, **clocked(lambda: self._now))
        self.site = self.app.extensions["companion"]
        self.clients: dict[str, FlaskClient] = defaultdict(self.app.test_client)
        self._waiting: list[Route] = []
        with patch.object(chance, "new_table_code", lambda length=4: "KEPT"):
            form = {"game": recorded.slug, "seats": str(recorded.seats), "name": NAMES[0]}
            self._post("mira", "/tables", **form)
        for seat in range(2, recorded.seats):
            self._sit(seat)

    def _sit(self, seat: int) -> None:
        self._post("others", "/t/KEPT/sit", seat=str(seat), name=NAMES[seat - 1])

    def start(self) -> int:
        """The last one sits down, and the game begins; nothing is done yet."""
        self._sit(self._seats)
        for key, value in self._options:
            self._post("mira", "/t/KEPT/option", key=key, value=value)
        self._post("mira", "/t/KEPT/start")
        return 0

    def before(self, verb: str, nth: int) -> int:
        """How many moves there are before Mira does this, the last or the nth time."""
        mine = ((at, move) for at, move in enumerate(self._moves) if move.seat == 1)
        return [at for at, move in mine if move.action.split()[0] == verb][nth]

    def end(self) -> int:
        """How many moves there are."""
        return len(self._moves)

    def play_to(self, done: int) -> None:
        """Plays on until so many moves are done."""
        assert done >= self._done, "this was before"
        for move in self._moves[self._done : done]:
            self.tap(move.seat, move.action)
        self._done = done

    def tap(self, seat: int, action: str) -> None:
        """A seat's next move, as recorded or another one."""
        self._now += EACH
        holder = self.site.store.latest("KEPT").seat_at(seat).phone or ""
        answer = act.play_tap(self.site.store, "KEPT", Tap(holder, seat, action, sure=True))
        assert isinstance(answer, Played), f"{action} is refused"

    def be_guided(self) -> None:
        """The first rounds are guided. In the lobby."""
        self._post("mira", "/t/KEPT/teach", on="1")

    def be_told(self, card: str) -> None:
        """Mira has read this card of the guide."""
        self._post("mira", "/t/KEPT/led", led=card, seat="1")

    def be_taught(self) -> None:
        """Mira's phone explains each step from now on."""
        self._post("mira", "/t/KEPT/lessons", on="1")

    def _post(self, who: str, path: str, /, **form: str) -> None:
        headers = {"Origin": ORIGIN}
        answer = self.clients[who].post(path, base_url=ORIGIN, data=form, headers=headers)
        assert answer.status_code == 303, answer.text

    def answer(self, name: str, route: Route) -> None:
        """What this phone's browser asks for is answered here; no stream ever says anything."""
        wanted = urlsplit(route.request.url)
        if wanted.path.startswith("/kept/"):
            route.fulfill(path=FONTS / Path(wanted.path).name)
            return
        if wanted.path.endswith("/stream"):
            self._waiting.append(route)
            return
        with self.clients[name].open(
            f"{wanted.path}?{wanted.query}",
            method=route.request.method,
            base_url=ORIGIN,
            headers={"Origin": ORIGIN, "Accept-Language": self.language, **from_htmx(route)},
            data=route.request.post_data_buffer,
        ) as given:
            headers = {key: given.headers[key] for key in TOLD if key in given.headers}
            letters = SHEET.encode() if given.mimetype == "text/css" else b""
            route.fulfill(
                status=given.status_code, headers=headers, body=letters + given.get_data()
            )

    def hang_up(self) -> None:
        """Ends what is still waiting to hear something."""
        for route in self._waiting:
            with suppress(Error):
                route.abort()
        self._waiting.clear()

    def close(self) -> None:
        self.site.close()


def from_htmx(route: Route) -> dict[str, str]:
    """By what a request tells that a part of a page is wanted."""
    told = route.request.headers.items()
    return {name: value for name, value in told if name.startswith("hx-")}


@contextmanager
def a_table(folder: Path, game: str) -> Iterator[KeptTable]:
    with patch.dict(os.environ, TZ="UTC"):
        time.tzset()
        table = KeptTable(folder, game)
        yield table
        table.close()
    time.tzset()


@contextmanager
def phones_at(browser: Browser, table: KeptTable) -> Iterator[Callable[[str], Page]]:
    """Pages of the phones of this table, by their names."""
    pages: dict[str, Page] = {}

    def page(name: str) -> Page:
        if name not in pages:
            context = browser.new_context(
                device_scale_factor=1, locale="en", timezone_id="UTC", bypass_csp=True
            )
            context.clock.set_fixed_time(NOON)
            # The tap for one picture is not the first half of a double tap for the next.
            context.add_init_script("sessionStorage.clear()")
            context.add_init_script(OPENED)
            context.route("**/*", lambda route: table.answer(name, route))
            pages[name] = context.new_page()
        return pages[name]

    yield page
    table.hang_up()
    for each in pages.values():
        each.context.close()


def take_picture(page: Page, width: int) -> Image.Image:
    """A picture of the page: a phone as tall as its page, as far as LONGEST; a television as it is,
    and an open sheet as it lies over its page.
    """
    wait_until_drawn(page)
    sheets = page.locator("[popover]:popover-open").count()
    if width < 1000 and not sheets:
        tall: int = page.evaluate("document.documentElement.scrollHeight")
        page.set_viewport_size({"width": width, "height": min(tall, LONGEST)})
    # What is too much for its place is made smaller, in letters that have come by now.
    page.evaluate("dispatchEvent(new Event('resize'))")
    wait_until_drawn(page)
    return Image.open(BytesIO(page.screenshot())).convert("RGB")
