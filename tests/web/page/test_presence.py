"""Phones awake, behind, asleep, missed; what they missed; and where no stream is to be had."""

from __future__ import annotations

import re
from collections.abc import Callable

from companion.web.site import Site
from tests.kit.phones import Phone, targets
from tests.kit.secrets import tells

Game = tuple[str, Phone, Phone]
WORDS = re.compile(r"<[^>]+>")


def said(html: str, target: str) -> str:
    """The words of one fragment."""
    html = html.replace("data: ", "")
    found = re.search(rf'hx-target="#{target}"[^>]*>(.*?)</hx-partial>', html, re.DOTALL)
    return " ".join(WORDS.sub(" ", found[1]).split()) if found else ""


def missed(number: int, lines: str) -> str:
    """The sill's word, and its sheet with these lines."""
    return f"{number} things happened while you were away. While you were away {lines}"


def came_back(phone: Phone, code: str, seen: int) -> str:
    """The first message of a stream that goes on after `seen`."""
    stream = phone.watch(code, headers={"Last-Event-ID": str(seen)})
    first = stream.message()
    stream.close()
    return first


def test_the_table_waits_for_a_seat_whose_phone_is_asleep(game: Game, now: list[float]) -> None:
    code, ana, ben = game
    stream = ana.watch(code)
    stream.message()
    stream.close()
    words = said(ben.watch(code).message(), "slot-awaited")
    assert words.startswith("Waiting for Ana. Their phone has been asleep since ")
    assert "The table waits" not in ana.get(f"/t/{code}").text, "Ana sees that it is her turn"


def test_the_table_waits_for_a_seat_without_a_phone(game: Game) -> None:
    code, ana, ben = game
    ana.post(f"/t/{code}/free", seat=1)
    stream = ben.watch(code)
    assert "Waiting for Ana. No one is playing this seat." in said(stream.message(), "slot-awaited")
    stream.close()


def test_nobody_is_missed_while_the_phone_to_act_is_awake(game: Game) -> None:
    code, ana, ben = game
    ours = ana.watch(code)
    stream = ben.watch(code)
    assert said(stream.message(), "slot-awaited") == ""
    stream.close()
    ours.close()


def test_a_phone_that_takes_nothing_is_shown_behind(game: Game, now: list[float]) -> None:
    code, ana, ben = game
    stuck = ana.watch(code)
    stuck.message()
    now[0] += 4
    stream = ben.watch(code)
    first = stream.message()
    assert "out of date" in said(ben.news_of(code, "table"), "slot-presence")
    assert "phone is out of date" in said(first, "slot-awaited")
    stream.close()
    stuck.close()


def test_a_phone_that_wakes_is_told_what_it_missed_in_at_most_five_lines(
    game: Game, here: Site, now: list[float]
) -> None:
    code, ana, ben = game
    seen = here.store.latest(code).seq
    ana.tap(code, "take 2", seat=1)
    ben.tap(code, "take 1", seat=2)
    ana.tap(code, "take 3", seat=1)
    now[0] += 60
    first = came_back(ben, code, seen)
    assert first.count("<li>Ana took") == 2
    assert said(first, "away") == missed(2, "Ana took 2 counters Ana took 3 counters")
    for _ in range(4):
        ana.tap(code, "wave", seat=1)
    now[0] += 60
    many = said(came_back(ben, code, seen), "away")
    others = [e for e in here.store.latest(code).entries if e.seat == 1 and e.seq > seen]
    assert len(others) > 5
    assert many.startswith(missed(len(others), f"{len(others) - 4} earlier lines "))
    assert many.count("Ana") == 4


def test_decisions_of_the_desk_are_among_what_was_missed(
    game: Game, here: Site, now: list[float]
) -> None:
    code, ana, ben = game
    seen = here.store.latest(code).seq
    ana.tap(code, "take 2", seat=1)
    ana.post(f"/t/{code}/consent", consent="0")
    assert here.store.latest(code).group_events, "the desk has decided something"
    now[0] += 60
    first = came_back(ben, code, seen)
    assert first.count("<li>") == 2, said(first, "away")
    decided = "From now on, corrections need no approval"
    assert said(first, "away") == missed(2, f"Ana took 2 counters {decided}")


def test_a_hiccup_and_a_new_page_are_told_nothing(game: Game, here: Site, now: list[float]) -> None:
    code, ana, ben = game
    seen = here.store.latest(code).seq
    ana.tap(code, "take 2", seat=1)
    now[0] += 0.05
    assert "away" not in targets(came_back(ben, code, seen))
    now[0] += 60
    assert "away" in targets(came_back(ben, code, seen))
    assert "away" not in targets(came_back(ben, code, here.store.latest(code).seq))
    stream = ben.watch(code)
    assert "away" not in targets(stream.message())
    stream.close()


def test_what_was_missed_tells_no_secret(game: Game, here: Site, now: list[float]) -> None:
    code, ana, ben = game
    seen = here.store.latest(code).seq
    ben.tap(code, "hide", seat=2, **{"action.1": "7391", "lead.1": "the"})
    now[0] += 60
    first = came_back(ana, code, seen)
    assert "Ben hid a number" in said(first, "away") and not tells(first, "7391")


def test_my_turn_is_told_only_to_the_phone_whose_turn_it_is(game: Game) -> None:
    code, ana, ben = game
    mine, running = 'data-mine="yes"', 'data-running="yes"'
    assert mine in ana.get(f"/t/{code}").text and mine not in ben.get(f"/t/{code}").text
    ana.tap(code, "take 2", seat=1)
    assert mine not in ana.get(f"/t/{code}").text and mine in ben.get(f"/t/{code}").text
    assert running in ana.get(f"/t/{code}").text


def test_a_spectator_keeps_no_screen_awake(game: Game, phone: Callable[[], Phone]) -> None:
    code, _, _ = game
    page = phone().get(f"/t/{code}").text
    assert 'data-mine="no" data-running="no"' in page


def test_a_phone_without_a_stream_looks_by_itself(game: Game, here: Site) -> None:
    code, ana, ben = game
    here.stream_hub._limit = 1
    watching = ana.watch(code)
    watching.message()
    assert ben.get(f"/t/{code}/stream").status_code == 503
    seen = here.store.latest(code).seq
    page = {"Shown": ben.get(f"/t/{code}").text.partition('data-shown="')[2].partition('"')[0]}
    first = ben.get(f"/t/{code}/news?page=table&playing=2&seen={seen}", headers=page)
    assert first.status_code == 204 or targets(first.text) == ["seen", "slot-presence"]
    assert "slot-presence" in targets(ana.get(f"/t/{code}/news?page=table&seen=0").text)
    assert "awake" in said(ana.news_of(code, "table"), "slot-presence")
    ana.tap(code, "take 2", seat=1)
    news = ben.get(f"/t/{code}/news?page=table&seen={seen}").text
    assert "panel-banner" in targets(news) and "Ana took 2 counters" in said(news, "say")
    assert ben.get(f"/t/{code}/news?page=screen&seen={seen + 1}").status_code == 204
    watching.close()


def test_a_phone_that_looks_by_itself_counts_as_awake(game: Game, now: list[float]) -> None:
    code, ana, ben = game
    ben.get(f"/t/{code}/news?seen=0")
    ana.get(f"/t/{code}/news?seen=0")
    assert said(ana.news_of(code, "table"), "slot-presence").count(" awake") == 2
    now[0] += 60
    ana.get(f"/t/{code}/news?seen=0")
    assert said(ana.news_of(code, "table"), "slot-presence").count(" asleep") == 1


def test_the_lobby_becomes_the_table_without_a_stream_too(phone: Callable[[], Phone]) -> None:
    ana = phone()
    code = ana.open_table()
    ana.post(f"/t/{code}/start")
    news = ana.get(f"/t/{code}/news?page=lobby&seen=1").text
    assert "#main:has(#slot-seats)" in news and "slot-turn" in targets(news)
