"""The stream: what its page does not show first, then what changed; nobody's secrets; an end."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.live.stream_hub import StreamHub
from companion.play import TableStore
from companion.web.live import phone_stream
from companion.web.site import Site
from tests.kit.phones import Phone, targets
from tests.kit.secrets import tells

Game = tuple[str, Phone, Phone]
WHOLE = [
    "seen",
    "slot-top",
    "slot-notices",
    "slot-turn",
    "slot-own",
    "slot-shared",
    "slot-table",
    "slot-dock",
    "slot-facts",
    "slot-plan",
    "slot-switch",
    "slot-mine",
    "slot-asks",
    "slot-questions",
    "slot-last",
    "slot-told",
    "slot-scored",
    "slot-moving",
    "slot-handing",
    "slot-stuck",
    "slot-awaited",
    "slot-presence",
    "slot-around",
    "slot-ceremony",
    "slot-onward",
    "slot-finish",
    "slot-switches",
]


def test_the_first_message_is_the_whole_view_and_the_next_only_what_changed(game: Game) -> None:
    code, ana, ben = game
    stream = ben.watch(code, playing=2)
    first = stream.message()
    assert targets(first) == WHOLE and 'hx-swap="innerMorph"' in first
    ana.tap(code, "take 2", seat=1)
    news = stream.message()
    panels = ["panel-banner", "panel-takes", "slot-table"]
    assert targets(news) == ["seen", *panels, "facts", "mine", "slot-scored", "slot-awaited", "say"]
    assert "Ana took 2 counters </span>" in news and "It&#39;s your turn. </span>" in news
    stream.close()


def test_the_answer_of_a_phone_with_a_stream_is_its_toast_and_how_new_the_table_is(
    game: Game, store: TableStore
) -> None:
    code, ana, _ = game
    stream = ana.watch(code)
    stream.message()
    for action in ("take 2", "take 2"):
        answer = ana.tap(code, action, seat=1)
        assert targets(answer.text) == ["toast"]
        assert answer.headers["Newest"] == str(store.latest(code).seq)
    assert answer.status_code == 422
    assert "panel-takes" in targets(stream.message())
    stream.close()


def test_answer_and_news_say_the_same_so_that_it_is_read_out_once(
    game: Game, store: TableStore, phone: Callable[[], Phone]
) -> None:
    code, ana, _ = game
    stream = phone().watch(code)
    stream.message()
    answer = ana.tap(code, "take 2", seat=1, seen=store.latest(code).seq).text
    said = [
        text.partition('hx-target="#say"')[2].partition("</hx-partial>")[0]
        for text in (answer, stream.message())
    ]
    assert said[0] == said[1] and f'id="said-{store.latest(code).seq}"' in said[0]
    stream.close()


def test_a_stream_that_starts_again_sends_everything_whatever_was_seen(game: Game) -> None:
    code, ana, _ = game
    ana.watch(code).close()
    stream = ana.watch(code, playing=1)
    assert targets(stream.message()) == WHOLE
    stream.close()


def shown(page: str) -> dict[str, str]:
    """The header by which a stream learns what this page shows."""
    return {"Shown": page.partition('data-shown="')[2].partition('"')[0]}


def test_a_stream_begins_with_what_its_page_does_not_show(game: Game) -> None:
    code, ana, ben = game
    ben.watch(code)
    page = shown(ben.get(f"/t/{code}").text)
    stream = ben.watch(code, headers=page)
    assert next(stream._chunks).decode().startswith("event: hb"), "it shows all there is"
    stream.close()
    ana.tap(code, "take 2", seat=1)
    stream = ben.watch(code, headers=page)
    late = stream.message()
    assert {"panel-banner", "slot-table"} < set(targets(late)) and len(late) < 3_000
    stream.close()


def test_a_phone_whose_stream_had_sent_nothing_is_told_what_it_missed(
    game: Game, now: list[float]
) -> None:
    code, ana, ben = game
    page = shown(ben.get(f"/t/{code}").text)
    ana.tap(code, "take 2", seat=1)
    now[0] += 3600
    stream = ben.watch(code, headers=page)
    assert "Ana took 2 counters" in stream.message().partition('hx-target="#away"')[2]
    stream.close()


def test_a_stream_that_starts_again_sends_what_has_changed_since(game: Game) -> None:
    code, ana, ben = game
    page = shown(ben.get(f"/t/{code}").text)
    stream = ben.watch(code, headers=page)
    page = shown(stream.message())
    ana.tap(code, "take 2", seat=1)
    page = shown(stream.message())
    stream.close()
    stream = ben.watch(code, headers=page)
    assert next(stream._chunks).decode().startswith("event: hb")
    stream.close()


def test_a_page_of_what_a_backup_has_undone_is_sent_everything(game: Game) -> None:
    """A table that goes on from a backup has the same numbers again, of other events."""
    code, ana, ben = game
    page = ben.get(f"/t/{code}").text
    ana.tap(code, "take 2", seat=1)
    seq, kind, _, at, event = shown(page)["Shown"].split(".")
    for newest, whole in ((event, False), ("another", True)):
        token = {"Shown": f"{seq}.{kind}.another.{at}.{newest}"}
        stream = ben.watch(code, playing=2, headers=token)
        assert (targets(stream.message()) == WHOLE) == whole
        stream.close()
        polled = targets(ben.get(f"/t/{code}/news", headers=token).text)
        assert ("slot-own" in polled) == whole and "slot-table" in polled
    newer = {"Shown": f"{int(seq) + 9}.{kind}.another.{at}.{event}"}
    stream = ben.watch(code, playing=2, headers=newer)
    assert targets(stream.message()) == WHOLE
    stream.close()


@pytest.mark.parametrize("digest", ["", "no such thing", "00000000" * 30])
def test_a_stream_that_knows_no_page_sends_all_of_it(game: Game, digest: str) -> None:
    code, ana, _ = game
    stream = ana.watch(code, playing=1, headers={"Shown": digest})
    assert targets(stream.message()) == WHOLE
    stream.close()


def test_no_phone_is_sent_anything_twice(game: Game) -> None:
    code, *phones = game
    streams = [each.watch(code) for each in phones]
    told = [each.message() for each in streams]
    phones[0].tap(code, "take 2", seat=1)
    told = [each.message() for each in streams]
    assert all("Ana took 2 counters" in each for each in told)
    assert all(next(each._chunks).decode().startswith("event: hb\n") for each in streams)
    for each in streams:
        each.close()


def test_headers_keep_proxies_from_holding_it_back(game: Game) -> None:
    code, ana, _ = game
    stream = ana.watch(code)
    assert stream.answer.mimetype == "text/event-stream"
    assert stream.answer.headers["X-Accel-Buffering"] == "no"
    assert stream.answer.headers["Cache-Control"] == "no-cache, no-transform"
    stream.close()


def test_every_message_has_the_form_of_an_event(game: Game, store: TableStore, here: Site) -> None:
    code, ana, _ = game
    stream = ana.watch(code)
    view, beat, end = stream.message().split("\n\n")
    lines, seq = view.split("\n"), store.latest(code).seq
    assert lines[0] == f"id: {seq}" and all(line.startswith("data: ") for line in lines[1:])
    assert beat == f"event: hb\ndata: {seq} {here.version}" and here.version and not end
    stream.close()


def test_no_byte_of_a_secret_reaches_anybody_else(game: Game, phone: Callable[[], Phone]) -> None:
    code, ana, ben = game
    watchers = [ana.watch(code), phone().watch(code), phone().watch(code, "screen")]
    own = ben.watch(code)
    sent = [stream.message() for stream in watchers]
    own.message()
    answer = ben.tap(code, "hide", seat=2, **{"action.1": "7391", "lead.1": "the"})
    assert answer.status_code == 200 and "7391" in own.message()
    ana.tap(code, "take 2", seat=1)
    sent += [stream.message() for stream in watchers]
    sent += [next(stream._chunks).decode() for stream in watchers for _ in range(3)]
    for reader in (ana, phone()):
        pages = ("", "/own", "/shared", "/table", "/screen", "/history", "/transcript", "/lobby")
        sent += [reader.get(f"/t/{code}{page}").text for page in pages]
    assert any("Ben hid a number" in text for text in sent)
    assert not any(tells(text, "7391") for text in sent)
    for stream in (*watchers, own):
        stream.close()


def test_a_table_screen_opened_on_a_seats_own_phone_tells_none_of_its_secrets(game: Game) -> None:
    code, _, ben = game
    stream = ben.watch(code, "screen")
    stream.message()
    ben.tap(code, "hide", seat=2, **{"action.1": "7391", "lead.1": "the"})
    news = stream.message()
    assert "Ben hid a number" in news and not tells(news, "7391")
    assert not tells(ben.get(f"/t/{code}/screen").text, "7391")
    stream.close()


def test_a_phone_that_came_by_another_address_changes_nobody_elses_picture(
    game: Game, phone: Callable[[], Phone]
) -> None:
    code, _, _ = game
    elsewhere = phone()
    assert "http://192.0.2.66/j/" in elsewhere.get(f"/t/{code}", base_url="http://192.0.2.66").text
    honest = phone()
    assert "192.0.2.66" not in honest.get(f"/t/{code}").text
    stream = honest.watch(code)
    assert "192.0.2.66" not in stream.message()
    stream.close()


def test_a_freed_seat_no_longer_shows_its_secrets_on_the_open_stream(game: Game) -> None:
    code, _, ben = game
    ben.tap(code, "hide", seat=2, **{"action.1": "7391", "lead.1": "the"})
    stream = ben.watch(code)
    assert "7391" in stream.message()
    ben.post(f"/t/{code}/free", seat=2)
    news = stream.message()
    assert "slot-shared" in targets(news) and not tells(news, "7391")
    stream.close()


def test_shared_panels_are_drawn_once_for_all(game: Game, app: object, here: Site) -> None:
    code, ana, ben = game
    ana.get(f"/t/{code}"), ben.get(f"/t/{code}")
    kept = here.view_cache.find((code, "cache", "en"))._pieces
    audiences = {id: {who for name, who in kept if name == id} for id, _ in kept}
    assert audiences["panel-scores"] == {0} and audiences["panel-takes"] == {1, 2}


def test_who_is_awake_is_on_every_phone(game: Game, now: list[float]) -> None:
    code, ana, ben = game
    stream = ana.watch(code)
    stream.message()
    other = ben.watch(code)
    text = stream.message()
    while "slot-presence" not in targets(text):
        text = stream.message()
    assert ana.news_of(code, "table").count('class="dotm awake"') == 2
    other.close()
    text = stream.message()
    assert targets(text) == ["seen", "slot-presence"]
    assert "asleep since" in ana.news_of(code, "table")
    stream.close()


def test_a_crowded_house_says_so(game: Game, here: Site) -> None:
    code, ana, _ = game
    here.stream_hub._limit = 0
    answer = ana.get(f"/t/{code}/stream")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")


def test_closing_the_hub_ends_the_streams(game: Game, here: Site) -> None:
    code, ana, _ = game
    hub: StreamHub = here.stream_hub
    stream = ana.watch(code)
    stream.message()
    hub.close()
    assert list(stream._chunks) == []


def test_a_closed_stream_leaves_nothing_behind(game: Game, here: Site) -> None:
    code, ana, _ = game
    stream = ana.watch(code)
    stream.message()
    stream.close()
    assert here.stream_hub._count == 0


def test_a_beat_with_nothing_new_draws_nothing_and_one_with_something_does(
    game: Game, here: Site, now: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    code, ana, ben = game
    stream = ana.watch(code)
    stream.message()
    drawn: list[int] = []
    real = phone_stream.PhoneStream.changed_fragments
    monkeypatch.setattr(
        phone_stream.PhoneStream, "changed_fragments", lambda line: drawn.append(1) or real(line)
    )
    for _ in range(3):
        next(stream._chunks)
    drawn.clear()
    beats = [next(stream._chunks) for _ in range(3)]
    assert all(beat == beats[0] and beat.startswith(b"event: hb") for beat in beats)
    assert not drawn
    other = ben.watch(code)
    other.message()
    assert "panel-" not in stream.message() and drawn, "Ben is here"
    other.close()
    stream.close()
