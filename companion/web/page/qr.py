"""Draws the QR code that a phone scans to join, as SVG."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from itertools import groupby
from urllib.parse import urlsplit

from flask import url_for
from markupsafe import Markup

from companion.ledger.wifi import Wifi
from companion.referee.text import Text
from companion.tables import Table
from companion.web.files import css_token_colours
from companion.web.language.sentences import say
from companion.web.page.render import draw_app_piece
from companion.web.page.slots import Piece
from companion.web.request.addresses import is_public_origin, origin_for_phones
from companion.web.request.table import long_link_code
from companion.web.site import current_site

#: Modules of quiet zone around the code, as the standard asks.
QUIET_ZONE_MODULES = 4


def join_address(table: Table) -> str:
    """Returns the address in the QR code: the table's, as another phone reaches it."""
    return origin_for_phones() + url_for("home.show_join_page", code=long_link_code(table.code))


def screen_address(table: Table) -> str:
    """Returns the table screen's address with the long code, so that it shows the result even after
    the end.
    """
    return url_for("table.show_table_screen", code=long_link_code(table.code))


def join_address_for_typing() -> str:
    """Returns the address to type, without the scheme."""
    return origin_for_phones().partition("://")[2]


def is_no_network_yet() -> bool:
    """Returns whether no phone can come, for this computer is in no network: a code would lead each
    to itself.
    """
    here = current_site()
    return here.address.awaits_network and origin_for_phones() == here.address.current


def address_shown() -> Hashable:
    """Returns all that the invitation hangs on besides the table."""
    return origin_for_phones(), current_site().mdns_name.host, is_no_network_yet()


def wifi_at(table: Table) -> Wifi | None:
    """Returns the Wi-Fi whose code guests of this table scan first; None if the host shows none, if
    the game has begun, or if we are reached from the internet, where nobody is a guest of the
    house.
    """
    file = None if table.started else current_site().wifi
    wifi = file.read() if file and not is_public_origin(origin_for_phones()) else None
    return wifi if wifi and wifi.at_tables else None


def invitation_piece(table: Table, wifi: Wifi | None = None) -> Piece:
    """Returns the code and its picture: how others join or watch. It hangs on the address by which
    this phone reached the server. `wifi`: shown beside it; its password is in the picture, so only
    pages that are there to be scanned have one.
    """
    shown = address_shown()
    return draw_app_piece("invite", table, 0, among=(shown, bool(wifi)), shown=shown, wifi=wifi)


def mdns_name_for_typing() -> str:
    """Returns the house name to type instead of the address; "" if there is none. Not every phone
    resolves it, so no code or link uses it.
    """
    name, port = current_site().mdns_name.host, urlsplit(origin_for_phones()).port
    if not name or current_site().origins:
        return ""
    return f"{name}:{port}" if port and port != 80 else name


def join_qr_code(table: Table) -> Markup:
    """Returns the QR code of the table's address. It says it in capitals, which take fewer modules,
    so that each is larger: hosts do not tell them apart, and `/J/` leads where `/j/` does.
    """
    address = join_address(table)
    name = say(Text("QR code: join table {code}", code=table.code))
    return qr_code_svg(address, name, address.upper())


def wifi_qr_code(wifi: Wifi) -> Markup:
    """Returns the QR code that joins a Wi-Fi. What it says stands nowhere else in the page."""
    return _qr_code_svg(wifi.code, say(Text("QR code: join the Wi-Fi {name}", name=wifi.name)))


@lru_cache(maxsize=512)
def qr_code_svg(address: str, name: str, spelled: str = "") -> Markup:
    """Returns the QR code of an address as SVG. `spelled`: the same address as the code says it."""
    return _qr_code_svg(spelled or address, name, Markup(' data-address="{}"').format(address))


def _qr_code_svg(content: str, name: str, attributes: str = "") -> Markup:
    """Returns a QR code as SVG: one path with a stroke per run of dark modules. `name`: what it is
    for, read out instead of the content.
    """
    # Inside the function: it brings the library that draws pictures, which a hall's start lacks.
    from qrcode.constants import ERROR_CORRECT_L
    from qrcode.main import QRCode

    # The least correction and so the largest modules: no screen is torn or stained.
    code = QRCode(error_correction=ERROR_CORRECT_L, border=QUIET_ZONE_MODULES)
    code.add_data(content)
    rows = code.get_matrix()
    path = "".join(_row(y, row) for y, row in enumerate(rows))
    return Markup(
        '<svg class="qr" viewBox="0 0 {size} {size}" role="img" shape-rendering="crispEdges"'
        ' aria-label="{name}"{attributes}>'
        '<rect width="{size}" height="{size}" fill="{white}"/>'
        '<path d="{path}" stroke="{black}"/></svg>'
    ).format(size=len(rows), name=name, attributes=attributes, path=path, **css_token_colours())


def _row(y: int, row: list[bool]) -> str:
    """Returns the strokes of a row: from the end of each run to the next one, which is short."""
    strokes: list[str] = []
    x = end = 0
    for dark, modules in groupby(row):
        length = len(list(modules))
        if dark:
            strokes.append(f"m{x - end} 0h{length}" if strokes else f"M{x} {y}.5h{length}")
            end = x + length
        x += length
    return "".join(strokes)
