"""Transcript: a whole game as a file to keep, to carry to another table and to replay.

Pure. What it writes holds no secret before the game's end; what it reads is believed by nobody
before it was judged.
"""

from companion.transcript.beginning import Line
from companion.transcript.judging import judged
from companion.transcript.lines import Illegible, Move, Transcript, read, write
from companion.transcript.reading import Record, Told, read_any, read_record
from companion.transcript.record import FORMAT, SCHEMA, VERSION, write_record

__all__ = [
    "FORMAT",
    "SCHEMA",
    "VERSION",
    "Illegible",
    "Line",
    "Move",
    "Record",
    "Told",
    "Transcript",
    "judged",
    "read",
    "read_any",
    "read_record",
    "write",
    "write_record",
]
