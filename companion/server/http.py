"""HTTP under gevent: connections by address, time limits, and detection of lost phones.

It parses where a request begins and ends (`framing`), nothing of its content. Import it only after
the standard library was patched.
"""

from __future__ import annotations

import errno
import logging
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from io import BytesIO
from typing import Any

import gevent
from gevent.pywsgi import Input, OldMessage, WSGIHandler, WSGIServer

from companion.networks import sender_of_address
from companion.server import framing
from companion.server.connections import Connections
from companion.server.framing import BadFraming
from companion.web.live.open_stream import HANG_UP_ENVIRON_KEY

_LOG = logging.getLogger(__name__)
#: Logs one line for each lost phone, at debug level.
_PHONES = logging.getLogger("companion.phones")

#: Seconds that a connection may be idle between two requests; proxies keep theirs for 90.
MAX_IDLE_SECONDS = 120.0

#: Seconds for the head of a request that has begun, and between two parts of a form.
MAX_REQUEST_HEAD_SECONDS = 8.0

#: Seconds after which a response that the phone does not receive is abandoned.
STALLED_RESPONSE_SECONDS = 30.0

#: What a person reads whose browser sends more than a head may hold.
TOO_MANY_COOKIES = (
    "Your browser sends too many cookies of other programs on this machine."
    " Delete the cookies of this address in its settings, then open the page again.\n"
)

#: Bytes read from a connection at once, and its buffer as long as it is open: a request's head.
READ_BUFFER_BYTES = 2 * 1024


class Server(WSGIServer):  # type: ignore[misc]
    """A WSGI server that knows its open connections by address."""

    #: Whether connections close after their response, so that phones ask another server next.
    is_stopping = False

    def __init__(self, *given: Any, connections: Connections, **named: Any) -> None:
        super().__init__(*given, **named)
        self.connections = connections

    def stop(self, timeout: float | None = None) -> None:
        """Stops accepting; waits up to `timeout` seconds for running responses and the ends of
        streams.
        """
        super().stop(timeout)
        with gevent.Timeout(self.stop_timeout if timeout is None else timeout, False):
            while self.connections.has_active:
                gevent.sleep(0.01)


class RequestBody(Input):  # type: ignore[misc]
    """A request's body. Like gevent's own, but a chunked body is read at once."""

    content_length: int | None
    position: int
    chunked_input: bool
    _chunked_input_error: bool

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._chunks: BytesIO | None = None

    @property
    def is_fully_read(self) -> bool:
        """Returns whether the next byte on the connection belongs to the next request."""
        if self.chunked_input:
            return self._chunks is not None
        return self.position >= (self.content_length or 0)

    def _chunked_read(self, length: int | None = None, use_readline: bool = False) -> bytes:
        if self._chunks is None:
            # After an error nothing more is read.
            if self._chunked_input_error:
                return b""
            self._chunked_input_error = True
            self._send_100_continue()
            self._chunks = framing.read_chunked_body(self.rfile)
            self._chunked_input_error = False
        size = -1 if length is None else length
        return self._chunks.readline(size) if use_readline else self._chunks.read(size)


class RequestHandler(WSGIHandler):  # type: ignore[misc]
    """Handles one connection. The app may ask its socket whether the phone receives
    what is sent.
    """

    rfile: Any
    socket: Any
    path: Any
    wsgi_input: Any
    #: While a stream is sent: watches whether the phone is still connected.
    _hang_up: DisconnectWatch | None = None

    def __init__(self, line: Any, address: Any, server: Server) -> None:
        super().__init__(line, address, server)
        self.rfile.close()
        self.rfile = line.makefile("rb", READ_BUFFER_BYTES)

    #: None: `handle_error` gets all errors and knows which are not ours.
    ignored_socket_errors = ()

    def handle(self) -> None:
        connections, address, line = self.server.connections, self._address, self.socket
        if not connections.register(address, line):
            return
        try:
            super().handle()
        except OSError as error:
            # While the response to a malformed request was sent.
            if not is_disconnect(error):
                raise
            log_disconnect(self.client_address, error)
        finally:
            connections.release(address, line)

    @property
    def _address(self) -> str:
        """Returns the client's address; "" behind nginx, which holds all connections."""
        if not isinstance(self.client_address, tuple):
            return ""
        return sender_of_address(str(self.client_address[0]))

    def handle_error(self, t: Any, v: Any, tb: Any) -> None:
        if isinstance(v, BadFraming):
            # In a body that the app did not read: its response is sent already.
            log_bad_request(self.client_address, v)
            self.close_connection = True
            return
        if not is_disconnect(v):
            super().handle_error(t, v, tb)
            return
        log_disconnect(self.client_address, v)
        self.close_connection = True

    def _handle_client_error(self, ex: Exception) -> Any:
        # An incomplete request; in the middle of a form the connection just ends.
        if isinstance(ex, OSError):
            log_disconnect(self.client_address, ex)
            return None
        log_bad_request(self.client_address, ex)
        status = ex.status if isinstance(ex, BadFraming) else HTTPStatus.BAD_REQUEST
        status_line = f"{status.value} {status.phrase}"
        words = TOO_MANY_COOKIES if status is HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE else ""
        kind = "Content-Type: text/plain\r\n" if words else ""
        answer = f"HTTP/1.1 {status_line}\r\nConnection: close\r\n{kind}"
        return status_line, f"{answer}Content-Length: {len(words)}\r\n\r\n{words}".encode()

    def _log_error(self, t: Any, v: Any, tb: Any) -> None:
        _LOG.error("A request could not be answered", exc_info=(t, v, tb))

    def read_requestline(self) -> str:
        self.socket.settimeout(MAX_IDLE_SECONDS)
        if not self._has_spoken():
            return ""
        with gevent.Timeout(MAX_REQUEST_HEAD_SECONDS, False):
            line = super().read_requestline()
            # One empty line before a request is skipped: some clients end a form with one.
            return str(super().read_requestline() if line == "\r\n" else line)
        return ""

    def _has_spoken(self) -> bool:
        """Waits for the next request; False if the connection was closed meanwhile to make room."""
        connections, address, line = self.server.connections, self._address, self.socket
        connections.mark_idle(address, line)
        try:
            return bool(self.rfile.peek(1))
        except OSError as error:
            if error.errno == errno.EBADF:
                return False
            raise
        finally:
            connections.mark_active(address, line)

    def read_request(self, raw_requestline: str) -> bool:
        """Returns whether a request was read; False closes the connection with a 400.

        Raises `BadFraming`.
        """
        with gevent.Timeout(MAX_REQUEST_HEAD_SECONDS, False):
            framing.check_request_line(raw_requestline.encode("latin-1"))
            read = bool(super().read_request(raw_requestline))
            self.path, host = framing.request_target(self.path)
            if host is not None:
                del self.headers["Host"]
                self.headers.add_header("Host", host)
            return read
        return False

    def _notice_hang_up(self, on_hang_up: Callable[[], None]) -> None:
        self._hang_up = DisconnectWatch(self.socket, on_hang_up)
        # No more requests follow on this connection, so its read buffer can be freed.
        self.rfile.close()

    def MessageClass(self, *_: Any) -> OldMessage:
        fields = framing.read_header_fields(self.rfile)
        framing.check_header_fields(fields, self.request_version)
        message = OldMessage()
        for name, value in fields:
            message.add_header(name, value)
        return message

    def handle_one_response(self) -> None:
        try:
            super().handle_one_response()
        finally:
            if self._hang_up is not None:
                self._hang_up.stop()
                self._hang_up = None
        # Both refer to the environ.
        self.environ.pop("werkzeug.request", None)
        self.environ.pop(HANG_UP_ENVIRON_KEY, None)
        over = self.server.is_stopping or not self.wsgi_input.is_fully_read
        self.close_connection = self.close_connection or over

    def log_request(self) -> None:
        """Logs nothing: a line for every request would fill the log."""

    def get_environ(self) -> dict[str, Any]:
        self.socket.settimeout(
            MAX_REQUEST_HEAD_SECONDS if self.command == "POST" else STALLED_RESPONSE_SECONDS
        )
        ours = {"companion.socket": self.socket, HANG_UP_ENVIRON_KEY: self._notice_hang_up}
        environ = super().get_environ()
        sent = self.wsgi_input
        self.wsgi_input = RequestBody(
            self.rfile, sent.content_length, sent.socket, sent.chunked_input
        )
        # Also where an upgrade is requested: only HTTP is supported.
        return {**environ, **ours, "wsgi.input": self.wsgi_input, "wsgi.input_terminated": True}


# -- detecting that a stream's phone is gone


#: gevent's event mask: data or the end of the connection can be read.
READ_EVENT_MASK = 1

#: Bytes that a phone may send during a stream, which are discarded, and bytes read at once.
MAX_STREAM_INPUT_BYTES, STREAM_READ_BYTES = 64 * 1024, 4 * 1024


class DisconnectWatch:
    """Watches a connection until `stop`, which must precede closing it. `on_hang_up`: called once
    when it ends, in gevent's loop, so it must not block.
    """

    def __init__(self, line: Any, on_hang_up: Callable[[], None]) -> None:
        # The plain socket: `recv` of gevent's own would block.
        self._line = line._sock
        self._on_hang_up = on_hang_up
        self._left = MAX_STREAM_INPUT_BYTES
        self._io = gevent.get_hub().loop.io(line.fileno(), READ_EVENT_MASK)
        self._io.start(self._look)

    def _look(self) -> None:
        said = b""
        # No route to the phone, for one: the connection has ended, however it is said.
        with suppress(OSError):
            try:
                said = self._line.recv(STREAM_READ_BYTES)
            except BlockingIOError:
                return
        self._left -= len(said)
        if not said or self._left < 0:
            self._io.stop()
            self._on_hang_up()

    def stop(self) -> None:
        """Stops watching."""
        self._io.stop()
        self._io.close()


# -- disconnects: not errors of ours, one line at debug level


#: The errors with which a connection ends when its phone is gone.
LOST_CONNECTION_ERRORS = frozenset(
    {
        errno.EPIPE,
        errno.ECONNRESET,
        errno.ECONNABORTED,
        errno.ENOTCONN,
        errno.ESHUTDOWN,
        errno.ETIMEDOUT,
        errno.EHOSTUNREACH,
        errno.EHOSTDOWN,
        errno.ENETUNREACH,
        errno.ENETDOWN,
        errno.ENETRESET,
    }
)


def is_disconnect(error: BaseException | None) -> bool:
    """Returns whether the error means that the phone is gone; a timeout does too."""
    return isinstance(error, OSError) and (
        error.errno in LOST_CONNECTION_ERRORS or isinstance(error, TimeoutError)
    )


def log_disconnect(caller: Any, error: BaseException | None) -> None:
    """Logs the disconnect in one line, at debug level only."""
    address = caller[0] if isinstance(caller, tuple) and caller else caller
    _PHONES.debug("%s has vanished: %s", address or "a phone", error)


def log_bad_request(caller: Any, error: BaseException) -> None:
    """Logs a malformed request like a disconnect, without its text, which may be anything."""
    address = caller[0] if isinstance(caller, tuple) and caller else caller
    _PHONES.debug("%s sent what is no request: %s", address or "somebody", error)
