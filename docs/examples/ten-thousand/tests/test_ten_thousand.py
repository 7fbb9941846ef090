"""Ten Thousand is played without phones: what dice score, what is refused, how it ends."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from companion.referee.judge import judge
from companion.referee.replay import IllegalAction, replay_moves
from companion.referee.rulebook import Rule
from companion.referee.standard import panels_with_result
from companion.referee.text import english_translator

from ten_thousand import GAME
from ten_thousand.game import Aside, Bank, Mend, State
from ten_thousand.scoring import House, Worth, blanks, worth

Moves = list[tuple[int, str]]
PLAIN, ADD, THREE = House(), House("add"), House("three")
#: Seat 1 reaches 10,000 with its first turn.
TEN = [(1, "aside 1 1 1 1"), (1, "aside 5 5"), (1, "aside 1 1 1 1 1 1"), (1, "bank")]


def after(moves: Moves, seats: int = 2, **options: str) -> State:
    chosen = {key.replace("_", "."): each for key, each in options.items()}
    state = replay_moves(GAME, seats, chosen, moves)
    assert isinstance(state, State)
    return state


# ------------------------------------------------------------------------------- what dice score


@pytest.mark.parametrize(
    ("dice", "house", "points"),
    [
        ("1", PLAIN, 100),
        ("5", PLAIN, 50),
        ("1 1 5", PLAIN, 250),
        ("1 1 1", PLAIN, 1000),
        ("2 2 2", PLAIN, 200),
        ("6 6 6 5", PLAIN, 650),
        ("2 2 2 3 3 3", PLAIN, 500),
        ("1 2 3 4 5 6", PLAIN, 1500),
        ("4 4 4 4", PLAIN, 800),
        ("4 4 4 4", ADD, 800),
        ("4 4 4 4 4", PLAIN, 1600),
        ("4 4 4 4 4", ADD, 1200),
        ("1 1 1 1", THREE, 1100),
        ("5 5 5 5 5 5", THREE, 1000),
        ("2 2 3 3 4 4", PLAIN, 1000),
        ("1 1 5 5 6 6", PLAIN, 1000),
    ],
)
def test_what_scores(dice: str, house: House, points: int) -> None:
    assert worth(map(int, dice.split()), house) == Worth(points)


@pytest.mark.parametrize(
    ("dice", "house", "idle"),
    [
        ("2", PLAIN, (2,)),
        ("1 3 3", PLAIN, (3, 3)),
        ("1 2 3 4 5", PLAIN, (2, 3, 4)),
        ("4 4 4 4", THREE, (4,)),
        ("2 2 3 3 4 4", House(pairs=False), (2, 2, 3, 3, 4, 4)),
    ],
)
def test_what_scores_nothing(dice: str, house: House, idle: tuple[int, ...]) -> None:
    assert worth(map(int, dice.split()), house).idle == idle


def test_how_often_nothing_scores() -> None:
    assert (blanks(1), blanks(2)) == (4 / 6, 16 / 36)
    assert all(blanks(n) > blanks(n + 1) for n in range(1, 6))


# ------------------------------------------------------------------------------ what is refused

ASKED = {"score.more": "three", "score.pairs": "no", "turn.hot": "must"}
STRAIGHT = (1, "aside 1 2 3 4 5 6")
REFUSED: list[tuple[str, dict[str, str], Moves]] = [
    ("turn.order", {}, [(2, "aside 1")]),
    ("aside.one", {}, [(1, "aside")]),
    ("aside.scores", {}, [(1, "aside 2 2")]),
    ("aside.scores", {}, [(1, "aside 1 6")]),
    ("aside.left", {}, [(1, "aside 1 1 1 5"), (1, "aside 2 2 2")]),
    ("bank.scored", {}, [(1, "bank")]),
    ("bank.entry", {}, [(1, "aside 1"), (1, "bank")]),
    ("bank.entry", {"entry": "1000"}, [(1, "aside 6 6 6"), (1, "bank")]),
    ("end.over", {}, [*TEN, (2, "bust"), (1, "bank")]),
    ("app.fix", {}, [(1, "mend points 123")]),
    ("app.fix", {}, [(1, "mend unbanked 120")]),
    ("app.fix", {}, [(1, "mend dice 7")]),
    ("app.fix", {}, [(1, "mend dice 0")]),
    ("app.fix", {}, [(1, "mend turn 3")]),
    ("score.more", ASKED, [(1, "aside 4 4 4 4")]),
    ("score.pairs", ASKED, [(1, "aside 2 2 3 3 4 4")]),
    ("turn.hot", ASKED, [STRAIGHT, (1, "bank")]),
]


@pytest.mark.parametrize(("rule", "options", "moves"), REFUSED)
def test_what_is_refused_cites_its_rule(rule: str, options: dict[str, str], moves: Moves) -> None:
    with pytest.raises(IllegalAction) as refused:
        replay_moves(GAME, 2, options, moves)
    ruling = refused.value.ruling
    assert ruling.action == moves[-1][1], "everything before it is allowed"
    assert [each.rule for each in ruling.objections] == [rule]
    assert english_translator().say(ruling.objections[0].reason)


def test_every_judged_rule_and_every_question_is_provoked() -> None:
    book = GAME.rulebook
    judged = {each.key for each in book.rules if each.judged} | {one.key for one in book.questions}
    assert judged == {rule for rule, _, _ in REFUSED}


def test_the_remedy_leaves_out_what_scores_nothing() -> None:
    [objection] = judge(GAME, after([]), 1, Aside((1, 6, 5, 6))).objections
    assert objection.remedy_action == "aside 1 5"


@pytest.mark.parametrize(
    ("question", "moves", "action"),
    [
        ("score.more", [], Aside((4, 4, 4, 4))),
        ("score.pairs", [], Aside((2, 2, 3, 3, 4, 4))),
        ("turn.hot", [STRAIGHT], Bank()),
    ],
)
def test_what_the_rules_leave_open_is_doubted_until_the_table_answers(
    question: str, moves: Moves, action: Aside | Bank
) -> None:
    ruling = judge(GAME, after(moves), 1, action)
    assert ruling.allowed and [each.question for each in ruling.doubts] == [question]
    usual = {one.key: one.default for one in GAME.rulebook.questions}
    answered = replay_moves(GAME, 2, usual, moves)
    assert not judge(GAME, answered, 1, action).doubts


# ----------------------------------------------------------------------------------- how it goes


def test_a_turn_adds_up_and_is_banked() -> None:
    s = after([(1, "aside 1 5"), (1, "aside 4 4 4"), (1, "bank")])
    assert (s.points, s.turn, s.unbanked, s.left) == ((550, 0), 2, 0, 6)


def test_dice_of_two_throws_are_never_put_together() -> None:
    assert after([(1, "aside 1")] * 3).unbanked == 300


def test_all_six_are_thrown_again() -> None:
    s = after([(1, "aside 1 5"), (1, "aside 5"), (1, "aside 3 3 3")])
    assert (s.left, s.unbanked, s.hot, s.aside) == (6, 500, True, ())
    assert after([(1, "aside 1 2 3 4 5 6"), (1, "aside 1")]).left == 5


def test_a_bust_loses_the_turn_alone() -> None:
    s = after([STRAIGHT, (1, "bank"), (2, "bust"), (1, "aside 1"), (1, "bust")])
    assert s.points == (1500, 0) and s.turn == 2


def test_once_in_a_seat_may_bank_anything() -> None:
    assert (
        after([STRAIGHT, (1, "bank"), (2, "bust"), (1, "aside 5"), (1, "bank")]).points[0] == 1550
    )
    assert after([(1, "aside 5"), (1, "bank")], entry="0").points[0] == 50


def test_everybody_else_has_one_more_turn() -> None:
    s = after(TEN, seats=3)
    assert s.closer == 1 and s.points[0] >= 10_000 and GAME.outcome(s) is None
    s = after([*TEN, (2, "bust"), (3, "bust")], seats=3)
    outcome = GAME.outcome(s)
    assert outcome and outcome.winners == (1,) and not GAME.seats_to_act(s)


def test_who_came_later_may_still_win_or_share_it() -> None:
    same = [(2, action) for _, action in TEN]
    tied = GAME.outcome(after([*TEN, *same]))
    assert tied and tied.winners == (1, 2)
    more = GAME.outcome(after([*TEN, *same[:-1], (2, "aside 1"), (2, "bank")]))
    assert more and more.winners == (2,) and [each.rank for each in more.ranking] == [2, 1]


# -------------------------------------------------------------------------------- setting right


def test_every_number_can_be_set_right() -> None:
    s = after([(1, "aside 1"), (1, "mend unbanked 350"), (1, "mend dice 2")])
    assert (s.unbanked, s.left, s.aside) == (350, 2, (0, 0, 0, 0))
    s = after([(2, "mend points 12050"), (1, "aside 1"), (1, "mend turn 2")])
    assert s.points == (0, 12050) and s.closer == 2


def test_the_end_follows_the_points_when_they_are_set_right() -> None:
    s = after([*TEN, (2, "bust"), (1, "mend points 9000")])
    assert s.closer == 0 and GAME.outcome(s) is None and GAME.seats_to_act(s) == {1}
    s = after([(1, "mend points 10000")])
    assert s.closer == 1 and s.turn == 2, "whoever reaches it has had that turn"


def test_only_what_others_rely_on_asks_them() -> None:
    asks = {field: GAME.corrects(after([]), Mend(field, 1)) for field in ("points", "dice")}
    assert asks == {"points": True, "dice": False}


# -------------------------------------------------------------------------------- what is shown


def states() -> Iterable[State]:
    moves: Moves = [(1, "aside 1 5"), (1, "mend dice 2"), (1, "bust"), (2, "bust"), STRAIGHT]
    moves += [TEN[-1], (2, "bust"), *TEN, (2, "aside 1")]
    for n in range(len(moves) + 1):
        yield after(moves[:n])
    yield after([*moves, (2, "bust")])


def test_every_seat_and_the_table_screen_are_shown_something() -> None:
    for state in states():
        for viewer in range(3):
            panels = panels_with_result(GAME, state, viewer)
            assert len({panel.id for panel in panels}) == len(panels)
    assert GAME.points(after(TEN), 1) >= 10_000


def test_every_form_is_written_as_it_is_read() -> None:
    for form in GAME.notation.forms:
        assert GAME.write(GAME.read(form.example)) == form.example
    assert GAME.read("mend points 12050") == Mend("points", 12050)


def test_only_rules_of_the_page_have_a_page() -> None:
    rules = [each for each in GAME.rulebook.rules if isinstance(each, Rule)]
    assert {each.page for each in rules if each.chapter != "app"} == {1}
