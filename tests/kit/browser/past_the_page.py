"""Past the page: asks the house as a phone's browser would, with its cookies, without its page.

Playwright's own way asks the machine where a name leads; only the browser knows that of ours.
"""

from __future__ import annotations

import ssl
import time
from contextlib import closing
from dataclasses import dataclass
from email.message import Message
from functools import cache
from http.client import HTTPConnection, HTTPSConnection
from http.cookies import SimpleCookie
from urllib.parse import urlencode, urlsplit

from playwright.sync_api import APIResponse, BrowserContext, Route

from tests.kit.served import GENEROUS

HERE = "127.0.0.1"
FORM = "application/x-www-form-urlencoded"


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Message
    text: str


def ask(
    context: BrowserContext, address: str, path: str, form: dict[str, str] | None = None
) -> Answer:
    """What the house at this address answers this browser: to a form, or to the bare path."""
    at = urlsplit(address)
    kept = "; ".join(f"{each['name']}={each['value']}" for each in context.cookies(address))
    headers = {"Host": at.netloc, "Origin": address, "Cookie": kept, "Content-Type": FORM}
    method, body = ("GET", None) if form is None else ("POST", urlencode(form))
    with closing(_line(at.scheme, at.port)) as line:
        line.request(method, path, body, headers)
        answer = line.getresponse()
        text = answer.read().decode()
    for each in answer.headers.get_all("Set-Cookie", []):
        _keep(context, address, each)
    return Answer(answer.status, answer.headers, text)


def fetched(route: Route) -> APIResponse:
    """What the house answers to a request that a test has held back."""
    at = urlsplit(route.request.url)
    headers = {**route.request.all_headers(), "host": at.netloc}
    return route.fetch(url=at._replace(netloc=f"{HERE}:{at.port}").geturl(), headers=headers)


def _line(scheme: str, port: int | None) -> HTTPConnection:
    if scheme == "http":
        return HTTPConnection(HERE, port, timeout=GENEROUS)
    return HTTPSConnection(HERE, port, timeout=GENEROUS, context=_trusting())


@cache
def _trusting() -> ssl.SSLContext:
    """The certificate is signed by an authority of the test's own. To read those of this machine
    takes longer than to ask.
    """
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    return trusting


def _keep(context: BrowserContext, address: str, told: str) -> None:
    """Gives the browser a cookie that came past it."""
    for name, morsel in SimpleCookie(told).items():
        context.add_cookies(
            [
                {
                    "name": name,
                    "value": morsel.coded_value,
                    "url": address,
                    "expires": time.time() + int(morsel["max-age"] or 3600),
                    "httpOnly": bool(morsel["httponly"]),
                    "secure": bool(morsel["secure"]),
                    "sameSite": "Lax",
                }
            ]
        )
