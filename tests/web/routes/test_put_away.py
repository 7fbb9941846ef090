"""Nobody watches: nothing is kept of a table, and whoever comes back sees what stood there."""

from __future__ import annotations

from flask import Flask

from companion.web.page.render import draw_own
from companion.web.site.lately import QUIET
from companion.web.site.site import Site
from tests.kit.phones import Phone
from tests.kit.quiet import pass_time
from tests.kit.secrets import tells

Game = tuple[str, Phone, Phone]


def later(here: Site, seconds: float) -> None:
    pass_time(here, seconds)
    while here.tidy():
        pass


def kept(here: Site, code: str) -> tuple[int, int, bool]:
    """Drawings, glances, and whether the folded table is remembered."""
    return here.sketchbook.count(code), here.glances.count(code), code in here.store._tables


def test_a_table_that_nobody_watches_keeps_nothing(game: Game, here: Site) -> None:
    code, ana, ben = game
    ben.tap(code, "hide", seat=2, **{"action.1": "7391", "lead.1": "the"})
    before = ana.get(f"/t/{code}").text, ben.get(f"/t/{code}").text
    later(here, QUIET - 1)
    drawings, glances, table = kept(here, code)
    assert drawings and glances and table
    later(here, 2)
    assert kept(here, code) == (0, 0, False)
    assert (ana.get(f"/t/{code}").text, ben.get(f"/t/{code}").text) == before
    assert "7391" in before[1] and not tells(before[0], "7391")


def test_one_that_only_sleeps_keeps_its_folded_table_alone(game: Game, here: Site) -> None:
    code, ana, _ = game
    stream = ana.watch(code)
    shown = stream.message()
    later(here, QUIET)
    assert kept(here, code) == (0, 0, True)
    # All is drawn anew, and what the phone shows already is still not sent again.
    ana.tap(code, "take 1", seat=1)
    assert 0 < len(stream.message()) < len(shown)
    stream.close()
    later(here, QUIET)
    assert kept(here, code) == (0, 0, False)


def test_other_tables_keep_theirs(game: Game, here: Site) -> None:
    code, ana, _ = game
    ana.get(f"/t/{code}")
    later(here, QUIET - 1)
    other = ana.open_table()
    later(here, 1)
    assert kept(here, code) == (0, 0, False)
    assert kept(here, other)[2]


def test_what_is_drawn_while_nobody_asks_is_put_away_too(
    game: Game, here: Site, app: Flask
) -> None:
    code, ana, _ = game
    stream = ana.watch(code)
    stream.message()
    later(here, QUIET)
    assert here.lately.all_quiet
    with app.test_request_context():
        assert draw_own("language", here.store.cached(code), 0).html
    assert kept(here, code)[:2] != (0, 0)
    later(here, QUIET)
    assert kept(here, code) == (0, 0, True)
    stream.close()
