"""Transcripts: a whole game as a file, to keep, to move to another table and to replay. Pure. Files
contain no secrets before the game's end; what is read is not trusted until judged.
"""

from companion.transcript.checking import checked_events
from companion.transcript.foreign import foreign_kind
from companion.transcript.json_file import FORMAT_NAME, FORMAT_VERSION, SCHEMA_PATH, write_game_json
from companion.transcript.opening import UnnumberedEvent
from companion.transcript.reading import (
    FileEvent,
    GameRecord,
    decode_game_file,
    read_game_file,
    read_game_json,
)
from companion.transcript.text_file import (
    BadGameFile,
    FileMove,
    Transcript,
    read_transcript,
    write_transcript,
)
from companion.transcript.validation import ActionRefusedByCurrentRules

__all__ = [
    "FORMAT_NAME",
    "FORMAT_VERSION",
    "SCHEMA_PATH",
    "ActionRefusedByCurrentRules",
    "BadGameFile",
    "FileEvent",
    "FileMove",
    "GameRecord",
    "Transcript",
    "UnnumberedEvent",
    "checked_events",
    "decode_game_file",
    "foreign_kind",
    "read_game_file",
    "read_game_json",
    "read_transcript",
    "write_game_json",
    "write_transcript",
]
