"""Rude files: what somebody might hand in as games to bring, each as long as the door lets in."""

from __future__ import annotations

import json
from collections.abc import Iterator

#: Bytes of a file at `/evenings/bring`, less what the form around it needs.
ROOM = 10 * 1024 * 1024 - 2_000


def repeated(head: str, part: str, tail: str, between: str = ",") -> str:
    """As many parts as fit."""
    count = (ROOM - len(head.encode()) - len(tail.encode())) // len((part + between).encode())
    return head + between.join([part] * count) + tail


def shapes(room: int) -> Iterator[tuple[str, str]]:
    """(name, text) of JSON of so many bytes, each of one thing alone."""
    for name, head, part, tail in (
        ("the same keys", "{", '"":1,', '"":1}'),
        ("objects in a list", '{"plays":[', '{"a":{"":[]}},', "{}]}"),
        ("lists in a list", '{"plays":[', "[[]],", "[]]}"),
        ("whole numbers", '{"plays":[', "7,", "7]}"),
        ("broken numbers", '{"games":[', "1e-9,", "0]}"),
        ("strings", '{"players":[', '"\\u00e9x",', '""]}'),
    ):
        yield name, head + part * ((room - len(head) - len(tail)) // len(part)) + tail
    keys = ",".join(f'"{number:x}":1' for number in range(room // 12))
    yield "other keys", "{" + keys[: room - 20].rpartition(",")[0] + "}"
    deep = room // 2 - 9
    yield "lists in lists", "[" * deep + "]" * deep
    yield "objects in objects", '{"a":' * (room // 6 - 9) + "1" + "}" * (room // 6 - 9)


def rude_files() -> Iterator[tuple[str, str]]:
    """(name, text) of files that are well-formed, and no work for people."""
    play = json.dumps(
        {
            "uuid": "\\u0041" + "0" * 30,
            "gameRefId": 1,
            "playDate": "2024-05-01 20:00:00",
            "playerScores": [{"playerRefId": 1, "score": "5"}],
        }
    )
    scores = ",".join(['{"playerRefId":1,"score":"' + "+".join(["999999"] * 20) + '"}'] * 10_000)
    head = '{"games":[{"id":1,"name":"Go"}],"players":[{"id":1,"name":"A"}],"plays":['
    yield "empty plays", repeated('{"plays":[', "{}", "]}")
    yield "40,000 empty plays", '{"plays":[' + ",".join(["{}"] * 40_000) + "]}"
    yield "plays", repeated(head, play, "]}")
    yield "a play of many", head + '{"gameRefId":1,"playerScores":[' + scores + "]}]}"
    yield "many names", repeated('{"plays":[{}],"games":[', '{"id":1,"name":"Go"}', "]}")
    yield "many odd keys", head + '{"' + '":1,"'.join(map(str, range(200_000))) + '":1}]}'
    yield "numbers", repeated('{"plays":[', "9" * 4_000, "]}")
    yield "deep", "[" * ROOM
    yield from shapes(ROOM)
    yield "blanks", '{"plays":[{"uuid"' + " " * (ROOM - 200) + ':"a"}]}'
    evening = json.dumps({"table": "ABCD", "game": {"title": "Go"}, "players": [{"name": "A"}]})
    form = '{"form":"companion-evenings","games":['
    yield "empty evenings", form + ",".join(["{}"] * 40_000) + "]}"
    yield "evenings", repeated(form, evening, "]}")
    rows = "date,game,player,points\n"
    yield "rows", repeated(rows, "2024-05-01,Go,Ana,5", "", "\n")
    yield "rows of many games", rows + "\n".join(f"2024-05-01,{n},A,5" for n in range(100_000))
    yield "a wide row", repeated("date,game,player,points", "x", "\n1,2,3,4")
    yield "a long field", rows + '2024-05-01,"' + "x" * (ROOM - 100) + '",A,5'
    yield "lines", "game heap 2\n" + "\n" * (ROOM - 20)
    yield "a long game", repeated("game heap 2\n", "1 take 1", "", "\n")
    yield "a word", "x" * ROOM
