"""Builds what a seat compares with the real table: "You should have" while it waits, and the card
of a check, with who agrees.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.play import numbers, proposals
from companion.referee.checks import FINISH, Check, Held, HeldNumbers
from companion.referee.text import Text
from companion.tables import Table, ended_unchecked
from companion.web.page.render import draw_app_piece
from companion.web.page.slots import Piece
from companion.web.request.phone import phone_id


@dataclass(frozen=True)
class CheckedSeat:
    """A seat's column on the television. `state`: "right", "corrects", "looks" or "away"."""

    seat: int
    held: HeldNumbers
    state: str


def held_piece(table: Table, viewer: int, waits: bool) -> Piece:
    """Returns what this seat should have, from its turn's end to its next one, and above a result
    before which nobody was asked: there on a turn too, though empty, so that the other pieces
    change one by one. `waits`: it waits, or its turn has ended the round.
    """
    held: HeldNumbers = ()
    card = unasked_cards(table).get(viewer)
    if card is not None:
        held = card.held
    elif waits and not table.quiet and not table.recount and _has_played(table, viewer):
        held = table.game.held(table.state, viewer)
    values = {"held": held, "asked": _asked(table, viewer, held), "shared": _is_shared(table)}
    return draw_app_piece("held", table, viewer, **values)


def _has_played(table: Table, viewer: int) -> bool:
    """Returns whether this seat has done something since the set-up."""
    entry = table.last_entry_of(viewer)
    return entry is not None and (not table.game.counts_rounds or entry.round > 0)


def has_ended_round(table: Table, viewer: int) -> bool:
    """Returns whether the last turn was this seat's, and now everybody may act: a round is over,
    and whoever ended it may begin the next one without having waited. Not before a check, which
    asks for more.
    """
    acting = table.seats_to_act
    if viewer not in acting or len(acting) < 2 or table.game.check_due(table.state):
        return False
    turn = next((entry for entry in table.newest_entries() if len(entry.seats_to_act) == 1), None)
    return turn is not None and turn.seat == viewer


def _is_shared(table: Table) -> bool:
    return len(table.seats_of(phone_id())) > 1


def _asked(table: Table, viewer: int, held: HeldNumbers) -> frozenset[str]:
    """Returns the corrections of these numbers, by verb, that others have to agree to."""
    if not held or not proposals.consenting_phones_needed(table, viewer):
        return frozenset()
    game = table.game
    return frozenset(
        each.verb
        for each in held
        if each.verb and game.corrects(table.state, game.read(f"{each.verb} {each.value}"))
    )


def unasked_cards(table: Table) -> dict[int, Check]:
    """Returns each seat's card of the last check, for a result before which nobody was asked; {}
    if all were.
    """
    game = table.game
    if game.check is None or not ended_unchecked(table):
        return {}
    return {seat.number: game.check(table.state, seat.number, FINISH) for seat in table.seats}


def check_of_seat(table: Table, seat: int) -> Check:
    """Returns the card of the check that is open; of all counts for a game without its own."""
    game, which = table.game, table.recount.check if table.recount else ""
    if game.check is not None:
        return game.check(table.state, seat, which)
    held = tuple(
        Held(word=count.what, label=count.what, value=count.number, icon="")
        for count in game.counts(table.state, seat)
    )
    return Check(
        title=Text("Check your numbers"), asks=Text("Does this match your board?"), held=held
    )


def check_pieces(table: Table, viewer: int) -> list[Piece]:
    """Returns the card of the open check for this seat; for one that has agreed, who is awaited;
    [] if none is open.
    """
    if table.recount is None or not viewer:
        return []
    check, missing = check_of_seat(table, viewer), numbers.unconfirmed_seats(table)
    values = {
        "check": check,
        "asked": _asked(table, viewer, check.held),
        "asks": viewer in missing,
        "missing": sorted(missing),
        "agreed": table.recount.right,
        "all": len(table.recount.right) + len(missing),
        "shared": _is_shared(table),
    }
    return [draw_app_piece("check", table, viewer, **values)]


def agree_pieces(table: Table, viewer: int) -> list[Piece]:
    """Returns the word of the sill while this seat is asked whether all is right; else []."""
    if not is_asked(table, viewer):
        return []
    assert table.recount is not None
    missing = numbers.unconfirmed_seats(table)
    check = check_of_seat(table, viewer)
    values = {
        "asks": check.asks,
        "drawn": bool(check.drawing),
        "agreed": len(table.recount.right),
        "all": len(table.recount.right) + len(missing),
    }
    return [draw_app_piece("agree", table, viewer, **values)]


def agrees_pieces(table: Table, viewer: int) -> list[Piece]:
    """Returns the answers of a seat that is asked, which stand where the next thing is."""
    drawn = bool(check_of_seat(table, viewer).drawing)
    return [draw_app_piece("agrees", table, viewer, drawn=drawn)]


def is_asked(table: Table, viewer: int) -> bool:
    """Returns whether this seat has still to agree to the open check."""
    return viewer in numbers.unconfirmed_seats(table)


def finish_line_pieces(table: Table) -> list[Piece]:
    """Returns the open check for the television; [] if none is."""
    if table.recount is None:
        return []
    check = replace(check_of_seat(table, 1), held=(), facts=None)
    values = {"check": check, "seats": checked_seats(table)}
    return [draw_app_piece("finish_line", table, 0, among="screen", **values)]


def checked_seats(table: Table) -> tuple[CheckedSeat, ...]:
    """Returns every seat's numbers in the open check: nothing in them is hidden from anybody."""
    return tuple(_checked_seat(table, seat.number) for seat in table.seats)


def _checked_seat(table: Table, seat: int) -> CheckedSeat:
    assert table.recount is not None
    state = "looks" if seat in numbers.unconfirmed_seats(table) else "away"
    if any(each.seat == seat for each in table.open_proposals):
        state = "corrects"
    if seat in table.recount.right:
        state = "right"
    return CheckedSeat(seat, check_of_seat(table, seat).held, state)
