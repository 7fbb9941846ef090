"""create_app: wiring, and nothing but wiring."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from functools import partial

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from companion.config import Config
from companion.games import CATALOGUE
from companion.ledger.sqlite import Offload, SqliteLedger
from companion.live import Bell
from companion.places import PACKAGE, ROOT
from companion.play import Hall
from companion.referee.game import Game
from companion.rule_search import RuleSearch
from companion.steady import steady
from companion.tables import COLOURS
from companion.web import (
    asking,
    boxes,
    bundles,
    carrying,
    desk,
    errors,
    guard,
    handover,
    history,
    home,
    incoming,
    installing,
    languages,
    lobby,
    naming,
    proxied,
    qr,
    quick,
    result,
    rules,
    stream,
    table,
    words,
    zipping,
)
from companion.web.cookie import COOKIES, CookieSession
from companion.web.hosts import known_names
from companion.web.limit import Limit
from companion.web.pages import swapped, tabs_of
from companion.web.site import Site, htmx
from companion.web.view import seen_field

LONGEST_FORM = 16 * 1024
ROUTES = (
    home,
    lobby,
    table,
    stream,
    qr,
    bundles,
    result,
    rules,
    asking,
    history,
    handover,
    installing,
    desk,
    naming,
    boxes,
    carrying,
)


#: Seconds for which a phone may send its taps ahead: nobody counts while two thumbs are at work.
AT_ONCE = 3
#: The same for looking: a whole evening's history may be leafed through.
LOOKS_AT_ONCE = 5


class Companion(Flask):
    """The app, as it draws."""

    jinja_environment = quick.Drawings


def create_app(
    config: Config,
    *,
    games: Mapping[str, Game] = CATALOGUE,
    clock: Callable[[], float] = time.time,
    ticks: Callable[[], float] | None = None,
    writing: Offload | None = None,
    reading: Offload | None = None,
) -> Flask:
    """The companion as a WSGI app. `clock` tells the time of day, `ticks` counts seconds and never
    goes back or leaps. `writing` and `reading` run the ledger's work (see there)."""
    app = Companion(
        "companion", template_folder=str(ROOT / "templates"), static_folder=str(ROOT / "static")
    )
    app.config.update(COOKIES, SECRET_KEY=config.secret, MAX_CONTENT_LENGTH=LONGEST_FORM)
    app.session_interface = CookieSession()
    ledger = SqliteLedger(config.database, config.busy, writing, reading)
    ticks = ticks or (time.monotonic if clock is time.time else steady(clock))
    bell = Bell(clock, config.streams, ticks, config.streams_each)
    app.extensions["companion"] = Site(
        hall=Hall(ledger, bell, clock, games),
        bell=bell,
        games=dict(games),
        search=_searches(games),
        clock=clock,
        address=config.address,
        origins=config.origins,
        hosts=known_names(named=config.hosts, origins=(config.address, *config.origins)),
        heartbeat=config.heartbeat,
        wrong_codes=Limit(10, 60, ticks),
        wrong_codes_from=Limit(30, 60, ticks),
        new_tables=Limit(60, 3600, ticks),
        pace=config.pace,
        taps=_paced(config.taps, AT_ONCE, ticks),
        looks=_paced(config.looks, LOOKS_AT_ONCE, ticks),
        version=installing.fingerprint(ROOT, PACKAGE, config.release),
    )
    _wire(app, config.proxies)
    return app


def _paced(rate: float, at_once: float, ticks: Callable[[], float]) -> Limit | None:
    return Limit(round(at_once * rate), at_once, ticks) if rate else None


def _searches(games: Mapping[str, Game]) -> dict[str, RuleSearch]:
    """One for each language: people ask in the words of the rules that they read."""
    return {
        language: RuleSearch(partial(languages.searchable, games, language), language)
        for language in languages.LANGUAGES
    }


def _stand_behind(app: Flask, proxies: int) -> None:
    """Believes that many proxies about scheme and caller; about the host, which any passer-by
    could make up where a proxy leaves it alone, none."""
    if proxies:
        app.before_request(proxied.notice)
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            app.wsgi_app, x_for=proxies, x_proto=proxies, x_host=0
        )


def _wire(app: Flask, proxies: int) -> None:
    _stand_behind(app, proxies)
    zipping.zip_answers(app)
    incoming.tidy_requests(app)
    languages.speak(app)
    htmx.init_app(app)
    guard.guard(app)
    errors.catch_errors(app)
    installing.name_files(app, app.extensions["companion"].version)
    for module in ROUTES:
        app.register_blueprint(module.routes)
    app.context_processor(lambda: {"language": words.language()})
    quick.draw_quickly(app)
    app.jinja_env.filters["say"] = words.say
    app.jinja_env.globals.update(
        look=words.look,
        describe=words.describe,
        rule_of=words.rule_of,
        qr_picture=qr.picture,
        join_address=qr.join_address,
        join_host=qr.join_host,
        seen_field=seen_field,
        tabs_of=tabs_of,
        swapped=swapped,
        colours=COLOURS,
        colour_name=words.colour_name,
        heartbeat=app.extensions["companion"].heartbeat,
    )
