"""The desk gives no secret away: asking, agreeing and carrying are the same, byte for byte, in two
games that differ only in what one seat knows.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.web.test_secrets import CODE, ONE, OTHER, Game, last_event, play, table_of

__all__ = ["play"]


def desk_work(game: Game, secrets: tuple[str, ...]) -> None:
    """Mira tells her secrets and asks for things that hold them; Ben looks, asks and agrees."""
    for secret in secrets:
        game.plays(secret)
        game.hear()
    for path, fields in (
        ("overrule", {"action": secrets[2]}),
        ("insert", {"action": secrets[0], "after": table_of(game).entries[-2].seq}),
        ("change", {"action": "life 2 5", "entry": table_of(game).last_entry_of(1).seq}),
        ("act", {"action": "mend points 31"}),
    ):
        asks(game, path, **fields)
        game.hear()
        game.look_around()
        game.sends(game.ben, "agree", seat=2, proposal=last_event(game))
        game.hear()
    for entry in [each for each in table_of(game).entries if not each.undone][-6:]:
        before = last_event(game)
        game.sends(game.ben, "take-back", seat=2, entry=entry.seq)
        if last_event(game) > before:
            game.hear()
    game.look_around()


def asks(game: Game, path: str, **fields: object) -> None:
    headers = {**game.mira.headers, "HX-Request": "true"}
    data = {**fields, "seat": 1, "intent": f"mira-{path}"}
    answer = game.mira.client.post(f"/t/{CODE}/{path}", data=data, headers=headers)
    assert "Waiting for someone to approve" in answer.text, answer.text


@pytest.mark.longest
def test_the_desk_says_nothing_of_a_secret(play: Callable[[str], Game]) -> None:
    one, other = play("one"), play("other")
    desk_work(one, ONE)
    desk_work(other, OTHER)
    assert len(one.seen) == len(other.seen) > 200
    for here, there in zip(one.seen, other.seen, strict=True):
        assert here == there
    paths = {path for path, *_ in one.seen}
    assert {f"/t/{CODE}/game.json", f"/t/{CODE}/transcript", f"/t/{CODE}/rulings"} <= paths
    said = "".join(text for *_, text in one.seen)
    assert "Mira corrects: points" in said and "to 31, +31" in said
    assert "Let it count: Mira" in said and "(instead of:" in said and "no longer fit" in said
