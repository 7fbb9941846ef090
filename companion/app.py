"""Creates the Flask app: connects ledger, play and web; no other logic."""

from __future__ import annotations

import mimetypes
import time
from collections.abc import Callable, Mapping
from datetime import timedelta
from functools import partial
from pathlib import Path

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from companion.cluster.peers import connect_peers
from companion.config import Config, cache_room
from companion.games import CATALOGUE
from companion.ledger.daily import Backups
from companion.ledger.offload import WorkRunner
from companion.ledger.opening import open_ledger
from companion.ledger.wifi import WifiFile
from companion.live.stream_hub import StreamHub
from companion.paths import ROOT_FOLDER
from companion.play import TableStore
from companion.referee import memo
from companion.referee.game import Game
from companion.rule_search import RuleSearch
from companion.tables import COLOURS
from companion.web.html_cache import RenderCache
from companion.web.language import catalogues, languages, rulebooks, sentences
from companion.web.page import qr
from companion.web.page.slots import version_field
from companion.web.page.table import PARTS_OF_TABLE_TAB, neighbouring_seat_orders, page_tabs
from companion.web.reply import compression, errors, request_log
from companion.web.request import addresses, pace, security
from companion.web.request.cookie import COOKIE_SETTINGS, CookieSession
from companion.web.request.security import known_host_names
from companion.web.routes import BLUEPRINTS
from companion.web.site import ClusterOneTimeLink, OneTimeLink, RateLimit, Site, htmx
from companion.web.templating import environment

MAX_FORM_BYTES = 16 * 1024


#: Seconds for which a phone may send its taps ahead: two quick thumbs are not held up.
TAP_RATE_WINDOW_SECONDS = 3
#: The same for looking: a whole evening's history may be leafed through.
PAGE_RATE_WINDOW_SECONDS = 5
#: So many that a hundred phones behind one address may all come to a lobby at once.
WORK_RATE_WINDOW_SECONDS = 24


class CompanionApp(Flask):
    """The app, as it draws."""

    jinja_environment = environment.TemplateEnvironment


#: What browsers must be told of our files. Windows asks its registry, where scripts may be text.
SERVED_KINDS = {
    "text/javascript": (".js",),
    "text/css": (".css",),
    "image/svg+xml": (".svg",),
    "image/webp": (".webp",),
    "font/woff2": (".woff2",),
    "video/mp4": (".mp4",),
    "video/webm": (".webm",),
}


def create_app(
    config: Config,
    *,
    games: Mapping[str, Game] = CATALOGUE,
    clock: Callable[[], float] = time.time,
    ticks: Callable[[], float] = time.monotonic,
    writing: WorkRunner | None = None,
    reading: WorkRunner | None = None,
) -> Flask:
    """The companion as a WSGI app. `clock` tells the time of day, `ticks` counts seconds and never
    goes back or leaps. `writing` and `reading` run the ledger's work (`ledger.open_ledger`)."""
    app = _bare(config, games)
    ledger = open_ledger(config.database, config.busy, writing, reading)
    hub = StreamHub(clock, config.streams, ticks, config.streams_each)
    store = TableStore(ledger, hub, clock, games)
    app.extensions["companion"] = _site(config, store, hub, clock, ticks)
    _wire(app, config.proxies)
    return app


def _site(
    config: Config,
    store: TableStore,
    hub: StreamHub,
    clock: Callable[[], float],
    ticks: Callable[[], float],
) -> Site:
    games, room = store.catalogue, cache_room(config.memory)
    memo.limit_results(room.memo_results)
    return Site(
        store=store,
        stream_hub=hub,
        games=dict(games),
        search=_searches(games),
        clock=clock,
        address=config.address,
        origins=config.origins,
        frames=config.frames,
        hosts=known_host_names(
            named=config.hosts, origins=(config.address.current, *config.origins)
        ),
        heartbeat=config.heartbeat,
        wrong_codes=RateLimit(10, 60, ticks),
        wrong_codes_from=RateLimit(30, 60, ticks),
        new_tables=RateLimit(round(config.openings), 3600, ticks) if config.openings else None,
        pace=config.pace,
        quiet=config.quiet,
        taps=_paced(config.taps, TAP_RATE_WINDOW_SECONDS, ticks),
        looks=_paced(config.looks, PAGE_RATE_WINDOW_SECONDS, ticks),
        work=_work(config.work, ticks),
        version=compression.site_version(games.values(), config.release),
        peers=connect_peers(store),
        backups=_backups(config, clock),
        wifi=WifiFile(config.database) if isinstance(config.database, Path) else None,
        begun=clock(),
        backup_command=getattr(config.database, "backup_command", ""),
        link=ClusterOneTimeLink(config.link) if config.link else OneTimeLink(),
        html_cache=RenderCache(room.html_bytes),
        view_cache=RenderCache(room.view_bytes),
    )


def _bare(config: Config, games: Mapping[str, Game]) -> Flask:
    """The app with nothing to say yet."""
    app = CompanionApp("companion", static_folder=str(ROOT_FOLDER / "static"))
    for kind, endings in SERVED_KINDS.items():
        for ending in endings:
            mimetypes.add_type(kind, ending)
    app.jinja_loader = environment.template_loader(ROOT_FOLDER, games.values())
    app.config.update(COOKIE_SETTINGS, SECRET_KEY=config.secret, MAX_CONTENT_LENGTH=MAX_FORM_BYTES)
    app.config["PERMANENT_SESSION_LIFETIME"] = timedelta(days=config.cookie_days)
    app.session_interface = CookieSession()
    return app


def _backups(config: Config, clock: Callable[[], float]) -> Backups | None:
    file = config.database
    return Backups(file, config.backups, clock) if isinstance(file, Path) else None


def _paced(rate: float, at_once: float, ticks: Callable[[], float]) -> RateLimit | None:
    return RateLimit(round(at_once * rate), at_once, ticks) if rate else None


def _work(rate: float, ticks: Callable[[], float]) -> RateLimit | None:
    # A limit has a second left or is spent: less than two could never be used.
    burst = max(2, round(rate * WORK_RATE_WINDOW_SECONDS))
    return RateLimit(burst, burst / rate, ticks) if rate else None


def _searches(games: Mapping[str, Game]) -> dict[str, RuleSearch]:
    """One for each language: people ask in the words of the rules that they read."""
    return {
        language: RuleSearch(partial(rulebooks.searchable_rulebooks, games, language), language)
        for language in languages.LANGUAGES
    }


def _stand_behind(app: Flask, proxies: int) -> None:
    """Takes scheme and caller from the headers of that many proxies. The host is never taken from
    them: where a proxy leaves that header alone, anybody can make it up."""
    if proxies:
        app.before_request(addresses.warn_of_direct_requests)
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            app.wsgi_app, x_for=proxies, x_proto=proxies, x_host=0
        )


def _wire(app: Flask, proxies: int) -> None:
    request_log.install_request_log(app)
    _stand_behind(app, proxies)
    compression.install_compression(app)
    security.install_request_cleanup(app)
    catalogues.init_languages(app, app.extensions["companion"].games)
    htmx.init_app(app)
    security.install_security(app)
    pace.install_request_counter(app)
    errors.install_error_handlers(app)
    compression.install_versioned_addresses(app, app.extensions["companion"].version)
    for routes in BLUEPRINTS:
        app.register_blueprint(routes)
    app.context_processor(lambda: {"language": languages.language()})
    environment.install_template_functions(app)
    for said in (sentences.say, sentences.said_title, sentences.sentence):
        app.jinja_env.filters[said.__name__] = said
    app.jinja_env.filters["lang"] = sentences.lang_attribute
    app.jinja_env.globals.update(
        look=sentences.current_seat_look,
        describe=sentences.describe_seat_look,
        comma=sentences.comma,
        full_stop=sentences.full_stop,
        rule_of=sentences.rule_with_key,
        qr_picture=qr.qr_code_svg,
        join_picture=qr.join_qr_code,
        wifi_picture=qr.wifi_qr_code,
        join_address=qr.join_address,
        join_host=qr.join_address_for_typing,
        join_name=qr.mdns_name_for_typing,
        no_network_yet=qr.is_no_network_yet,
        screen_address=qr.screen_address,
        version_field=version_field,
        tabs_of=page_tabs,
        parts_of_table_tab=PARTS_OF_TABLE_TAB,
        moved=neighbouring_seat_orders,
        colours=COLOURS,
        colour_name=sentences.colour_name,
        heartbeat=app.extensions["companion"].heartbeat,
    )
