"""Servers with one PostgreSQL in a test's own process, which have heard of each other."""

from __future__ import annotations

from flask import Flask

from companion.cluster.peers import Peers
from companion.play import TableStore
from tests.kit.served import until
from tests.kit.toy_game import HEAP

GAMES = {HEAP.slug: HEAP}


def store_of(app: Flask) -> TableStore:
    found: TableStore = app.extensions["companion"].store
    return found


def peers_of(app: Flask) -> Peers:
    found: Peers = app.extensions["companion"].peers
    return found


def meet(*apps: Flask) -> None:
    """Waits until each of them has heard of all the others."""
    heard = [peers_of(app) for app in apps]
    until(lambda: all(each.server_count == len(apps) - 1 for each in heard), "they never met")


def heard_at(app: Flask, what: str) -> list[list[str]]:
    """What this server hears from now on, of lines that begin so."""
    heard: list[list[str]] = []
    peers = peers_of(app)
    said = peers._says[what]

    def hear(server: str, rest: list[str]) -> None:
        heard.append(rest)
        said(server, rest)

    peers._says[what] = hear
    return heard
