"""Says what a file is that holds no text, by its first bytes and the names in it."""

from __future__ import annotations

from companion.referee.text import Text

#: How packed files begin: zip (empty ones too), 7z, RAR, gzip, bzip2, xz, zstd.
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_PACKED = (
    b"7z\xbc\xaf\x27\x1c",
    b"Rar!\x1a\x07",
    b"\x1f\x8b",
    b"BZh",
    b"\xfd7zXZ",
    b"\x28\xb5\x2f\xfd",
)
#: An office program's files until 2007.
_OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_PICTURES = (b"%PDF", b"\x89PNG", b"\xff\xd8\xff", b"GIF8")
#: What stands in a zip that is a workbook of Excel, LibreOffice (in its first bytes) or Numbers, or
#: another file of an office program.
_WORKBOOK = (b"xl/workbook.", b"Index/CalculationEngine", b"Index/Tables/", b"Index/Document.iwa")
_OPEN_DOCUMENT, _OPEN_WORKBOOK = b"application/vnd.oasis.opendocument.", b"opendocument.spreadsheet"
_OFFICE = b"[Content_Types].xml"

WORKBOOK = Text("This is a workbook. Save it as CSV in its own program, then bring that file.")
DOCUMENT = Text("This is an office document. Save it as plain text in its own program first.")
PACKED = Text("This is a packed file. Unpack it, then bring the file that is in it.")
PICTURE = Text("This is a picture or a PDF. Games come as CSV, JSON or text.")


def foreign_kind(sent: bytes) -> Text | None:
    """Returns what to do with a file of another kind; None for what may be text."""
    if sent.startswith(_ZIP):
        return _kind_of_zip(sent)
    if sent.startswith(_OLD_OFFICE):
        return WORKBOOK
    if sent.startswith(_PACKED):
        return PACKED
    return PICTURE if sent.startswith(_PICTURES) else None


def _kind_of_zip(sent: bytes) -> Text:
    """Names stand in a zip as they are: nothing has to be unpacked, which a bomb would wait for."""
    if _OPEN_DOCUMENT in sent[:200]:
        return WORKBOOK if _OPEN_WORKBOOK in sent[:200] else DOCUMENT
    if any(name in sent for name in _WORKBOOK):
        return WORKBOOK
    return DOCUMENT if _OFFICE in sent else PACKED
