"""Chapter "card": energy cards in hand: entered, traded five for points, discarded."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.games.crafting.board import (
    CRAFT,
    Board,
    max_hand_cards_of_kind,
    spend_cards,
)
from companion.games.crafting.instructions import cards_spent, score_marker
from companion.games.crafting.pieces import (
    CARDS_PER_KIND,
    CONTROL_NAMES,
    CONTROLS,
    HAND_LIMIT,
    CardCount,
    EnergyKind,
)
from companion.games.crafting.rules.turn import start_next_round
from companion.games.crafting.state import DISCARD, State
from companion.referee.actions import Action, Objections, action
from companion.referee.ruling import Objection
from companion.referee.text import SeatName, Text

TRADED_CARD_COUNT = 5

TRADE_POINTS = 6


@action(
    "hand",
    "hand 2 0 1 3",
    Text("Enter your cards (only you see them)"),
    log=Text("{who} entered their cards"),
)
class EnterHand(Action):
    """Enters the seat's cards by kind: Light, Time, Gravity, Chemistry. No other seat sees them."""

    grounds = ("card.hand",)
    from_box = True
    rests_on_secrets = True

    light: CardCount
    time: CardCount
    gravity: CardCount
    chemistry: CardCount

    def objections(self, s: State, seat: int) -> Objections:
        entered, hand = sum(_kinds(self)), s.board(seat).hand
        if entered != hand and not _is_known(s.board(seat), self):
            yield Objection(
                "card.hand",
                Text(
                    "You entered {n} card, but the app counts {hand}",
                    "You entered {n} cards, but the app counts {hand}",
                    n=entered,
                    hand=hand,
                ),
                Text(
                    "Enter {n} card, or fix the number of cards under Galaxy",
                    "Enter {n} cards, or fix the number of cards under Galaxy",
                    n=hand,
                ),
            )
        for kind, number in zip(CONTROLS, _kinds(self), strict=True):
            if number > CARDS_PER_KIND:
                yield Objection(
                    "card.fifteen",
                    Text("{n} {kind} cards? The box has 15", n=number, kind=CONTROL_NAMES[kind]),
                    Text("Count your cards of that type again"),
                )

    def apply(self, s: State, seat: int) -> State:
        board = s.board(seat)
        if _is_known(board, self):
            return s
        return s.with_board(seat, replace(board, entered=_kinds(self)))

    def public(self) -> None:
        return None


def _is_known(board: Board, a: EnterHand) -> bool:
    """Returns whether the app already has this hand: saving the sheet unchanged is no mistake."""
    return _kinds(a) == (board.entered or (0, 0, 0, 0))


def _kinds(a: EnterHand) -> tuple[int, ...]:
    return (a.light, a.time, a.gravity, a.chemistry)


@action(
    "drew",
    "drew light",
    Text("Enter a card you drew (only you see it)"),
    log=Text("{who} entered a card of their hand"),
)
class EnterCard(Action):
    """Enters the kind of one more card in hand. No other seat sees it."""

    grounds = ("energy.display",)
    from_box = True
    rests_on_secrets = True

    kind: EnergyKind

    def objections(self, s: State, seat: int) -> Objections:
        board = s.board(seat)
        if not unknown_card_count(board):
            yield Objection(
                "card.hand",
                Text("The app already knows all your cards")
                if board.entered
                else Text("The app doesn't know your hand yet"),
                Text("Enter your whole hand under Galaxy"),
            )
        elif board.entered and board.entered[CONTROLS.index(self.kind)] >= CARDS_PER_KIND:
            yield Objection(
                "card.fifteen",
                Text("You have all 15 {kind} cards already", kind=CONTROL_NAMES[self.kind]),
                Text("Count your cards of that type again"),
            )

    def apply(self, s: State, seat: int) -> State:
        board = s.board(seat)
        if board.entered is None:
            return s
        entered = tuple(n + (c == self.kind) for c, n in zip(CONTROLS, board.entered, strict=True))
        return s.with_board(
            seat, replace(board, entered=entered if sum(entered) <= board.hand else board.entered)
        )

    def public(self) -> None:
        return None


@action("discard", "discard light time", Text("Discard down to 10 cards"), when=DISCARD)
class DiscardCards(Action):
    """Discards down to the hand limit; `kinds` if the kinds are entered."""

    grounds = ("card.limit",)
    rests_on_secrets = True

    kinds: tuple[EnergyKind, ...] = ()

    def objections(self, s: State, seat: int) -> Objections:
        over = s.board(seat).hand - HAND_LIMIT
        if over <= 0:
            yield Objection(
                "card.limit",
                Text(
                    "You have {n} card in hand", "You have {n} cards in hand", n=s.board(seat).hand
                ),
                Text("Keep them; the limit is {limit}", limit=HAND_LIMIT),
            )
        elif self.kinds and len(self.kinds) != over:
            yield Objection(
                "card.limit",
                Text("You chose {n} card", "You chose {n} cards", n=len(self.kinds)),
                Text("Discard {over}, down to {limit}", over=over, limit=HAND_LIMIT),
                "discard",
            )
        else:
            for kind in sorted(set(self.kinds)):
                yield from missing_cards_of_kind_objections(
                    s.board(seat), self.kinds.count(kind), kind
                )

    def apply(self, s: State, seat: int) -> State:
        board = s.board(seat)
        over = board.hand - HAND_LIMIT
        if len(self.kinds) == over:
            for kind in CONTROLS:
                board = spend_cards(board, self.kinds.count(kind), kind)
        elif over > 0:
            board = spend_cards(board, over, None)
        return s.with_board(seat, board)

    def log_line(self, s: State, seat: int) -> Text:
        return Text("{who} discarded down to 10 cards", who=SeatName(seat))

    def instruct(self, s: State, seat: int, after: State) -> Iterator[Text]:
        yield from cards_spent(s.board(seat).hand - HAND_LIMIT, None)


def with_next_round_if_hands_fit(s: State) -> State:
    """Returns the state with the next round begun if no hand is over the limit; else unchanged."""
    done = s.stage == DISCARD and not any(b.hand > HAND_LIMIT for b in s.boards)
    return start_next_round(s) if done else s


def missing_cards_objections(board: Board, number: int, kind: str | None, rule: str) -> Objections:
    """Yields an objection if the hand has too few cards (of one kind, if `kind` is given)."""
    if board.hand < number:
        yield Objection(
            rule,
            Text("You have {n} card in hand", "You have {n} cards in hand", n=board.hand),
            Text("You need {n}", "You need {n}", n=number),
        )
        return
    if kind:
        yield from missing_cards_of_kind_objections(board, number, kind)


def missing_cards_of_kind_objections(board: Board, number: int, kind: str) -> Objections:
    """Yields an objection if the hand, as entered, cannot have this many cards of a kind."""
    most = max_hand_cards_of_kind(board, kind)
    if number > most:
        yield Objection(
            "card.hand",
            Text(
                "By what you entered, you have {n} {kind} card at most",
                "By what you entered, you have {n} {kind} cards at most",
                n=most,
                kind=CONTROL_NAMES[kind],
            ),
            Text("You need {n}. If your hand is wrong, enter it again", n=number),
        )


def no_matching_cards_objections(board: Board, number: int, rule: str) -> Objections:
    """Yields an objection if the hand, as entered, cannot have this many cards of any one kind."""
    most = max(max_hand_cards_of_kind(board, kind) for kind in CONTROLS)
    if most < number <= board.hand:
        yield Objection(
            rule,
            Text(
                "You have {n} matching card at most",
                "You have {n} matching cards at most",
                n=most,
            ),
            Text("You need {n} matching cards", n=number),
        )


@action(
    "five",
    "five light",
    Text(
        "Trade {cards} matching cards for {n} point",
        "Trade {cards} matching cards for {n} points",
        cards=TRADED_CARD_COUNT,
        n=TRADE_POINTS,
    ),
    when=CRAFT,
)
class TradeFiveCards(Action):
    """Trades five matching energy cards for 6 points."""

    grounds = ("card.five", "card.matching")
    rests_on_secrets = True

    kind: EnergyKind

    def objections(self, s: State, seat: int) -> Objections:
        yield from missing_cards_objections(
            s.board(seat), TRADED_CARD_COUNT, self.kind, "card.five"
        )

    def apply(self, s: State, seat: int) -> State:
        board = spend_cards(s.board(seat), TRADED_CARD_COUNT, self.kind)
        points = replace(board.points, cards=board.points.cards + TRADE_POINTS)
        return s.with_board(seat, replace(board, points=points))

    def log_line(self, s: State, seat: int) -> Text:
        return Text(
            "{who} traded {cards} {kind} cards for {n} point",
            "{who} traded {cards} {kind} cards for {n} points",
            who=SeatName(seat),
            cards=TRADED_CARD_COUNT,
            kind=CONTROL_NAMES[self.kind],
            n=TRADE_POINTS,
        )

    def instruct(self, s: State, seat: int, after: State) -> Iterator[Text]:
        yield from cards_spent(TRADED_CARD_COUNT, self.kind)
        yield from score_marker(s, after, seat)


def unknown_card_count(board: Board) -> int:
    """Returns how many cards of unknown kind came to an entered hand since."""
    return 0 if board.entered is None else max(0, board.hand - sum(board.entered))
