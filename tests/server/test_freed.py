"""What a request held is let go with its answer; nobody has to look for circles first."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from weakref import ref

import gevent
import pytest
from gevent import socket
from werkzeug import Request, Response

from companion.server.http import READ_BUFFER_BYTES
from tests.kit.gevent_house import ASKED, hear_out, served
from tests.kit.served import GENEROUS


@pytest.fixture
def without_looks() -> Iterator[None]:
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("without_looks")
def test_a_request_is_freed_when_it_is_answered() -> None:
    held: list[ref[Request]] = []

    @Request.application
    def app(request: Request) -> Response:
        held.append(ref(request))
        return Response("done")

    server = served(app)
    with gevent.Timeout(GENEROUS), socket.create_connection(server.address) as phone:
        for _ in range(4):
            phone.sendall(ASKED)
            hear_out(phone)
    server.stop()
    assert [known() for known in held] == [None] * 4


def test_a_request_that_is_longer_than_what_is_read_at_once() -> None:
    @Request.application
    def app(request: Request) -> Response:
        return Response(f"{len(request.headers['X-Long'])} {sum(request.get_data())} done")

    server = served(app)
    head = b"POST / HTTP/1.1\r\nHost: here\r\nX-Long: %b\r\nContent-Length: %d\r\n\r\n"
    with gevent.Timeout(GENEROUS), socket.create_connection(server.address) as phone:
        for longer in (1, 3, 1):
            body = bytes([longer]) * (longer * READ_BUFFER_BYTES + 7)
            phone.sendall(head % (b"x" * (longer * READ_BUFFER_BYTES), len(body)) + body)
            assert hear_out(phone).endswith(
                b"%d %d done" % (longer * READ_BUFFER_BYTES, longer * len(body))
            )
    server.stop()
