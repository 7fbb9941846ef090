"""A server that is told to stop: what is under way is answered, and nobody else is waited for."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import gevent
import pytest
from gevent import socket
from gevent.event import Event
from werkzeug import Request, Response

from companion.server.http import Server
from tests.kit.gevent_house import ASKED, hear_out, served
from tests.kit.served import GENEROUS


class Slow:
    """An app that has been asked, and answers when it may."""

    def __init__(self) -> None:
        self.asked, self.may_answer = Event(), Event()

    @Request.application
    def app(self, request: Request) -> Response:
        self.asked.set()
        self.may_answer.wait()
        return Response("done")


@pytest.fixture
def slow() -> Slow:
    return Slow()


@pytest.fixture
def server(slow: Slow) -> Iterator[Server]:
    server = served(slow.app)
    yield server
    slow.may_answer.set()
    server.stop()


@pytest.fixture
def phone(server: Server) -> Iterator[Callable[[], socket.socket]]:
    opened: list[socket.socket] = []

    def open_line() -> socket.socket:
        opened.append(socket.create_connection(server.address))
        return opened[-1]

    yield open_line
    for each in opened:
        each.close()


def test_what_is_under_way_is_answered(
    slow: Slow, server: Server, phone: Callable[[], socket.socket]
) -> None:
    with gevent.Timeout(GENEROUS):
        asking = phone()
        asking.sendall(ASKED)
        slow.asked.wait()
        stopping = gevent.spawn(server.stop, GENEROUS)
        gevent.sleep(0.05)
        assert not stopping.ready(), "it has not waited for the answer"
        slow.may_answer.set()
        stopping.join()
        hear_out(asking)


def test_a_line_that_says_nothing_is_not_waited_for(
    slow: Slow, server: Server, phone: Callable[[], socket.socket]
) -> None:
    slow.may_answer.set()
    with gevent.Timeout(GENEROUS):
        silent = phone()
        silent.sendall(ASKED)
        hear_out(silent)
        server.stop(10 * GENEROUS)


def test_an_answer_that_never_comes_is_not_waited_for_for_ever(
    slow: Slow, server: Server, phone: Callable[[], socket.socket]
) -> None:
    with gevent.Timeout(GENEROUS):
        phone().sendall(ASKED)
        slow.asked.wait()
        server.stop(0.01)
    assert not slow.may_answer.is_set()
