"""Finds where a request begins and ends (RFC 9112). Ambiguous requests are refused and their
connection closed: a proxy before us may have read them differently.

Pure except for reading from the given stream. gevent's own parser is more lenient: it takes the
first of two lengths, accepts `+3` and unknown transfer codings, and drops the fields after a broken
one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from http import HTTPStatus
from io import BytesIO
from typing import BinaryIO

from companion.web.request.security import is_wellformed_host

#: Maximum bytes of a line, of a head's fields in all, and their maximum number. They hold the
#: cookies of all programs that the browser has met on this machine, whatever their port.
MAX_LINE_BYTES, MAX_HEAD_BYTES, MAX_FIELDS = 8 * 1024, 64 * 1024, 100

#: Maximum bytes of a chunked body. No browser sends one; the app accepts no more of any body.
MAX_CHUNKED_BYTES = 1024 * 1024

_TOKEN = rb"[!#$%&'*+\-.^_`|~0-9A-Za-z]+"
_REQUEST = re.compile(rb"(%s) ([\x21-\x7e\x80-\xff]+) HTTP/(\d)\.(\d)\r\n" % _TOKEN)
_NAME = re.compile(_TOKEN)
#: Characters that no field value may contain.
_CONTROL = re.compile(rb"[\x00-\x08\x0a-\x1f\x7f]")
_LENGTH = re.compile(r"[0-9]{1,15}")
_CHUNK = re.compile(rb"([0-9A-Fa-f]{1,8})[ \t]*(?:;[^\x00-\x08\x0a-\x1f\x7f]*)?\r\n")
_ABSOLUTE = re.compile(r"https?://([^/?#]*)([^#]*)", re.IGNORECASE)

HeaderFields = Sequence[tuple[str, str]]


class BadFraming(ValueError):
    """The request is malformed or ambiguous. `status`: the response's status."""

    def __init__(self, why: str, status: HTTPStatus = HTTPStatus.BAD_REQUEST) -> None:
        super().__init__(why)
        self.status = status


def check_request_line(line: bytes) -> None:
    """Raises `BadFraming` unless the line is a method, a target and a supported HTTP version."""
    found = _REQUEST.fullmatch(line)
    if found is None:
        raise BadFraming("no request line")
    if found[3] != b"1":
        raise BadFraming("version of HTTP", HTTPStatus.HTTP_VERSION_NOT_SUPPORTED)


def read_header_fields(line: BinaryIO) -> list[tuple[str, str]]:
    """Reads the fields of a head up to the empty line.

    Raises `BadFraming` at the first malformed one: what follows could mean anything.
    """
    fields: list[tuple[str, str]] = []
    left = MAX_HEAD_BYTES
    while (read := line.readline(left + 1)) != b"\r\n":
        left -= len(read)
        if left < 0 or len(fields) == MAX_FIELDS:
            raise BadFraming("head too long", HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
        name, colon, value = read.partition(b":")
        if not colon or not read.endswith(b"\r\n") or not _NAME.fullmatch(name):
            raise BadFraming("broken field")
        value = value[:-2].strip(b" \t")
        if _CONTROL.search(value):
            raise BadFraming("control character in a field")
        fields.append((name.decode("ascii"), value.decode("latin-1")))
    return fields


def check_header_fields(fields: HeaderFields, version: str) -> None:
    """Raises `BadFraming` unless the request names exactly one host and one end of its body."""
    hosts = _all(fields, "host")
    if len(hosts) > 1 or (not hosts and version != "HTTP/1.0"):
        raise BadFraming(f"{len(hosts)} hosts")
    if hosts and not is_wellformed_host(hosts[0]):
        raise BadFraming("no host")
    lengths, codings = _all(fields, "content-length"), _all(fields, "transfer-encoding")
    if len(lengths) > 1 or (lengths and not _LENGTH.fullmatch(lengths[0])):
        raise BadFraming("Content-Length")
    if not codings:
        return
    if lengths or version == "HTTP/1.0":
        raise BadFraming("Transfer-Encoding beside Content-Length, or in HTTP/1.0")
    named = [coding.strip(" \t").lower() for each in codings for coding in each.split(",")]
    if named != ["chunked"]:
        unknown = any(coding and coding != "chunked" for coding in named)
        status = HTTPStatus.NOT_IMPLEMENTED if unknown else HTTPStatus.BAD_REQUEST
        raise BadFraming("Transfer-Encoding", status)


def _all(fields: HeaderFields, name: str) -> list[str]:
    return [value for each, value in fields if each.lower() == name]


def request_target(target: str) -> tuple[str, str | None]:
    """Returns the requested path and query, and the host if the target contains one, which then
    takes precedence.

    Raises `BadFraming`.
    """
    host = None
    if absolute := _ABSOLUTE.fullmatch(target):
        host, path = absolute.groups()
        if not host or not is_wellformed_host(host):
            raise BadFraming("no host in the target")
        target = path if path.startswith("/") else f"/{path}"
    if not target.startswith("/") and target != "*":
        raise BadFraming("no target")
    return target, host


def read_chunked_body(line: BinaryIO) -> BytesIO:
    """Reads a whole chunked body and skips its trailer. Raises `BadFraming`."""
    body = BytesIO()
    while size := _size_of_chunk(line):
        if body.tell() + size > MAX_CHUNKED_BYTES:
            raise BadFraming("too much in chunks", HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        chunk = line.read(size)
        if len(chunk) < size or line.read(2) != b"\r\n":
            raise BadFraming("broken chunk")
        body.write(chunk)
    read_header_fields(line)
    body.seek(0)
    return body


def _size_of_chunk(line: BinaryIO) -> int:
    found = _CHUNK.fullmatch(line.readline(MAX_LINE_BYTES))
    if found is None:
        raise BadFraming("broken size of a chunk")
    return int(found[1], 16)
