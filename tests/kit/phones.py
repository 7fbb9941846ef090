"""Phones for the tests: clients that behave as browsers do, and their open streams."""

from __future__ import annotations

import re
from typing import Any

from flask import Flask
from werkzeug.test import Cookie, TestResponse

from companion.web.request.cookie import key_mark


class Phone:
    """A browser: cookies, the Origin of its own site, and htmx where it is asked for."""

    def __init__(self, app: Flask, origin: str = "http://localhost") -> None:
        self.client = app.test_client()
        self.headers = {"Origin": origin}

    @property
    def cookie(self) -> Cookie | None:
        """What keeps who this phone is."""
        return self.cookie_at("localhost")

    def cookie_at(self, domain: str) -> Cookie | None:
        """The same at another address."""
        return self.client.get_cookie(self._cookie_name, domain=domain)

    def keep(self, value: str) -> None:
        """Keeps a cookie that another phone had."""
        self.client.set_cookie(self._cookie_name, value)

    @property
    def _cookie_name(self) -> str:
        return f"companion-{key_mark(str(self.client.application.secret_key))}"

    def get(self, path: str, **more: Any) -> TestResponse:
        return self.client.get(path, **more)

    def post(self, path: str, **fields: Any) -> TestResponse:
        return self.client.post(path, data=fields, headers=self.headers)

    def tap(self, code: str, action: str, **fields: Any) -> TestResponse:
        """A tap with scripts: an htmx request."""
        headers = {**self.headers, "HX-Request": "true"}
        data = {"action": action, **fields}
        return self.client.post(f"/t/{code}/act", data=data, headers=headers)

    def news_of(self, code: str, tab: str) -> str:
        """What this tab shows when it is opened, as its fragments."""
        answer = self.get(f"/t/{code}/tab/{tab}")
        assert answer.status_code == 200, answer.text
        return answer.text

    def open_table(self, seats: int = 2, name: str = "Ana") -> str:
        answer = self.post("/tables", game="heap", seats=seats, name=name)
        assert answer.status_code == 303, answer.text
        return answer.location.rpartition("/")[2]

    def watch(self, code: str, page: str = "table", playing: int = 0, **more: Any) -> Stream:
        """The stream of a page; `playing`: the seat whose tabs it has, 0 without."""
        seat = f"&playing={playing}" if playing else ""
        return Stream(self.client.get(f"/t/{code}/stream?page={page}{seat}", **more))


class Stream:
    """An open stream, read message by message."""

    def __init__(self, answer: TestResponse) -> None:
        self.answer = answer
        self._chunks = answer.iter_encoded()

    def message(self) -> str:
        """The next message that is no heartbeat."""
        while True:
            text = next(self._chunks).decode()
            if not text.startswith("event: hb"):
                return text

    def close(self) -> None:
        self.answer.close()


def targets(html: str) -> list[str]:
    """What the fragments of an answer are put into, in order."""
    return re.findall(r'<hx-partial hx-target="#([^"]+)"', html)


_MARK = re.compile(r'( data-(?:mark|later)="(?:\d+\.\w+\.)?)[^"]*')
_EPOCH = re.compile(r'( data-shown="\d+\.\w*)\.[^".]*')


def without_marks(html: str) -> str:
    """The page without what is drawn by chance: the marks, and who counted its drawings."""
    return _EPOCH.sub(r"\1.", _MARK.sub(r"\1", html))
